"""Naturality, square by square: a family of components is natural exactly when the square of each generator
commutes.

For f : c -> d and x in F(c) the two ways round are eta_d(F(f)(x)) and G(f)(eta_c(x)). A failure names the
generator, the first element where the two differ and both values; over Vect the element is a basis vector.
Cost: the sum of |F(c)| over the generators.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from catalg.exact.sparse import SparseMatrix
from catalg.model.category import Arrow, SetTransformation, VectTransformation
from catalg.model.verdict import Counterexample, Evidence, Judgement
from catalg.terms import Call, Name
from catalg.verify.categories.functoriality import (
    LISTED,
    Malformed,
    check_matrices,
    check_tables,
    column_vector,
    differing_column,
)

REPORTED = 8
"""How many failing elements a counterexample carries besides the first."""


@dataclass(frozen=True, slots=True)
class Failure:
    """A square that does not commute at an element x of F(c), as indices.

    `along` is F(f)(x), `across` is eta_c(x), `left` is eta_d(F(f)(x)) and `right` is G(f)(eta_c(x)).
    """

    arrow: Arrow
    element: int
    along: int
    across: int
    left: int
    right: int


def naturality(transformation: SetTransformation | VectTransformation) -> Judgement:
    """Whether every naturality square commutes. Raises Malformed when source and target are not parallel
    functors.
    """
    if isinstance(transformation, VectTransformation):
        return _linear(transformation)
    check_components(transformation)
    failures = naturality_failures(transformation)
    first = next(failures, None)
    name = transformation.name
    if first is None:
        return _proved(transformation)
    source, target = transformation.source, transformation.target
    above, below, arrow = dict(source.objects), dict(target.objects), first.arrow
    others: list[tuple[str, str, str, str]] = []
    for failure in failures:
        if len(others) == REPORTED:
            break
        labels, values = above[failure.arrow.source], below[failure.arrow.target]
        others.append(
            (failure.arrow.name, labels[failure.element], values[failure.left], values[failure.right])
        )
    return Judgement.refuted(
        "not-natural",
        Counterexample.of(
            "broken-square",
            transformation=name,
            source=source.name,
            target=target.name,
            arrow=arrow.name,
            domain=arrow.source,
            codomain=arrow.target,
            element=above[arrow.source][first.element],
            along=above[arrow.target][first.along],
            across=below[arrow.source][first.across],
            left=below[arrow.target][first.left],
            right=below[arrow.target][first.right],
            left_path=Call("compose", (component_name(transformation, arrow.target), Name(arrow.name))),
            right_path=Call("compose", (Name(arrow.name), component_name(transformation, arrow.source))),
            others=tuple(others),
            more=tuple(f"{place} on {element}" for place, element, _, _ in others),
        ),
        transformation=name,
    )


def naturality_failures(transformation: SetTransformation) -> Iterator[Failure]:
    """Every element at which a square fails, generator by generator, in order.

    The components must be well formed (see `check_components`).
    """
    above, below = dict(transformation.source.arrows), dict(transformation.target.arrows)
    components = dict(transformation.components)
    for arrow in transformation.source.category.arrows:
        along, over = above[arrow.name], below[arrow.name]
        start, end = components[arrow.source], components[arrow.target]
        left = list(map(end.__getitem__, along))
        right = list(map(over.__getitem__, start))
        if left == right:
            continue
        for x, (a, b) in enumerate(zip(left, right, strict=True)):
            if a != b:
                yield Failure(arrow, x, along[x], start[x], a, b)


def check_components(transformation: SetTransformation) -> None:
    """Raise Malformed unless the functors are parallel and there is a total component at each object."""
    source, target = transformation.source, transformation.target
    if source.category is not target.category and source.category != target.category:
        raise Malformed(
            f"{source.name} and {target.name} are not parallel: they start from {source.category.name} "
            f"and {target.category.name}"
        )
    check_tables(source)
    check_tables(target)
    sizes = {c: len(labels) for c, labels in target.objects}
    components = dict(transformation.components)
    for c, labels in source.objects:
        images = components.get(c)
        if images is None or len(images) != len(labels):
            raise Malformed(f"{transformation.name} needs an image of each element of {source.name}({c})")
        if images and not (min(images) >= 0 and max(images) < sizes[c]):
            raise Malformed(f"{transformation.name} leaves {target.name}({c})")


def _linear(transformation: VectTransformation) -> Judgement:
    source, target = transformation.source, transformation.target
    if source.category != target.category:
        raise Malformed(
            f"{source.name} and {target.name} are not parallel: they start from {source.category.name} "
            f"and {target.category.name}"
        )
    check_matrices(source)
    check_matrices(target)
    components = dict(transformation.components)
    above, below = dict(source.objects), dict(target.objects)
    for c in source.category.objects:
        matrix = components.get(c)
        if matrix is None or (matrix.nrows, matrix.ncols) != (below[c], above[c]):
            raise Malformed(f"{transformation.name} needs a {below[c]} x {above[c]} matrix at {c}")
    for arrow in source.category.arrows:
        along, over = source.matrix(arrow.name), target.matrix(arrow.name)
        left, right = square_sides(along, over, components[arrow.source], components[arrow.target])
        column = differing_column(left, right)
        if column is not None:
            return Judgement.refuted(
                "not-natural",
                Counterexample.of(
                    "broken-linear-square",
                    transformation=transformation.name,
                    source=source.name,
                    target=target.name,
                    arrow=arrow.name,
                    domain=arrow.source,
                    codomain=arrow.target,
                    element=column + 1,
                    along=column_vector(along, column),
                    across=column_vector(components[arrow.source], column),
                    left=column_vector(left, column),
                    right=column_vector(right, column),
                    left_path=Call(
                        "compose", (component_name(transformation, arrow.target), Name(arrow.name))
                    ),
                    right_path=Call(
                        "compose", (Name(arrow.name), component_name(transformation, arrow.source))
                    ),
                ),
                transformation=transformation.name,
            )
    return _proved(transformation)


def square_sides(
    along: SparseMatrix, over: SparseMatrix, start: SparseMatrix, end: SparseMatrix
) -> tuple[SparseMatrix, SparseMatrix]:
    """The two sides eta_d F(f) and G(f) eta_c of a square in Vect."""
    return end @ along, over @ start


def component_name(transformation: SetTransformation | VectTransformation, object_name: str) -> Name:
    """How the component at an object is written: `eta_V`, or `eta` alone on a category with one object."""
    single = len(transformation.source.category.objects) == 1
    return Name(transformation.name if single else f"{transformation.name}_{object_name}")


def _proved(transformation: SetTransformation | VectTransformation) -> Judgement:
    arrows = transformation.source.category.arrows
    evidence = [
        Evidence.of(
            "square-commutes",
            transformation=transformation.name,
            arrow=a.name,
            domain=a.source,
            codomain=a.target,
        )
        for a in arrows[:LISTED]
    ]
    if len(arrows) > LISTED:
        evidence.append(Evidence.of("more-squares-commute", count=len(arrows) - LISTED))
    return Judgement.proved("natural", *evidence, transformation=transformation.name, squares=len(arrows))
