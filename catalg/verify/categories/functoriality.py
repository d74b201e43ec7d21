"""Functoriality: a functor on a presented category is one exactly when every equation holds in its values.

Paths compose for free, so only the declared equations can fail; a failure is shown by an element (in Vect a
basis vector) and the two values that the sides of the equation give it. Cost: the total length of the
equations times the size of the sets.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from catalg.exact.sparse import SparseMatrix
from catalg.model.category import Equation, Path, SetFunctor, VectFunctor
from catalg.model.display import scalar_term
from catalg.model.verdict import Counterexample, Evidence, Judgement
from catalg.terms import Vector
from catalg.universes.categories import path_term


class Malformed(ValueError):
    """Data that do not describe a functor or a transformation at all: a missing table, a wrong size."""


@dataclass(frozen=True, slots=True)
class BrokenEquation:
    """An equation that a functor to Set does not respect, at one element: indices and the two values."""

    equation: Equation
    element: int
    left: int
    right: int


def functoriality(functor: SetFunctor | VectFunctor) -> Judgement:
    """Whether the functor respects every equation of its category. Raises Malformed."""
    if isinstance(functor, VectFunctor):
        return _linear(functor)
    check_tables(functor)
    for broken in broken_equations(functor):
        equation, labels = broken.equation, dict(functor.objects)
        return Judgement.refuted(
            "functor-broken",
            Counterexample.of(
                "broken-equation",
                functor=functor.name,
                category=functor.category.name,
                left=path_term(equation.left, equation.start),
                right=path_term(equation.right, equation.start),
                object=equation.start,
                element=labels[equation.start][broken.element],
                left_value=labels[equation.end][broken.left],
                right_value=labels[equation.end][broken.right],
                left_chase=_chase(functor, equation.left, equation.start, broken.element),
                right_chase=_chase(functor, equation.right, equation.start, broken.element),
            ),
            functor=functor.name,
        )
    return _proved(functor)


def broken_equations(functor: SetFunctor) -> Iterator[BrokenEquation]:
    """The equations that fail, each at its first element, in declared order."""
    sizes = {c: len(labels) for c, labels in functor.objects}
    tables = dict(functor.arrows)
    for equation in functor.category.equations:
        left = apply_path(tables, equation.left, range(sizes[equation.start]))
        right = apply_path(tables, equation.right, range(sizes[equation.start]))
        if left != right:
            x = next(i for i, (a, b) in enumerate(zip(left, right, strict=True)) if a != b)
            yield BrokenEquation(equation, x, left[x], right[x])


def apply_path(tables: dict[str, tuple[int, ...]], path: Path, values: Sequence[int]) -> list[int]:
    """The images of some elements along a path."""
    result = list(values)
    for arrow in path:
        result = list(map(tables[arrow].__getitem__, result))
    return result


def check_tables(functor: SetFunctor) -> None:
    """Raise Malformed unless every object has a set and every arrow a total table into its target."""
    sizes = {c: len(labels) for c, labels in functor.objects}
    tables = dict(functor.arrows)
    if set(sizes) != set(functor.category.objects):
        raise Malformed(f"{functor.name} needs a set for each object of {functor.category.name}")
    for arrow in functor.category.arrows:
        table = tables.get(arrow.name)
        if table is None or len(table) != sizes[arrow.source]:
            raise Malformed(f"{functor.name} needs an image of each element along {arrow.name}")
        if table and not (min(table) >= 0 and max(table) < sizes[arrow.target]):
            raise Malformed(f"{functor.name} leaves {functor.name}({arrow.target}) along {arrow.name}")


def check_matrices(functor: VectFunctor) -> None:
    """Raise Malformed unless every object has a dimension and every arrow a matrix of the right shape."""
    sizes, matrices = dict(functor.objects), dict(functor.arrows)
    if set(sizes) != set(functor.category.objects):
        raise Malformed(f"{functor.name} needs a dimension for each object of {functor.category.name}")
    for arrow in functor.category.arrows:
        matrix = matrices.get(arrow.name)
        if matrix is None or (matrix.nrows, matrix.ncols) != (sizes[arrow.target], sizes[arrow.source]):
            raise Malformed(
                f"{functor.name} needs a {sizes[arrow.target]} x {sizes[arrow.source]} matrix at {arrow.name}"
            )


def path_matrix(functor: VectFunctor, path: Path, start: str) -> SparseMatrix:
    """F(path) as a matrix."""
    matrices = dict(functor.arrows)
    result = SparseMatrix.identity(dict(functor.objects)[start])
    for arrow in path:
        result = matrices[arrow] @ result
    return result


def _linear(functor: VectFunctor) -> Judgement:
    check_matrices(functor)
    for equation in functor.category.equations:
        left = path_matrix(functor, equation.left, equation.start)
        right = path_matrix(functor, equation.right, equation.start)
        column = differing_column(left, right)
        if column is not None:
            return Judgement.refuted(
                "functor-broken",
                Counterexample.of(
                    "broken-linear-equation",
                    functor=functor.name,
                    category=functor.category.name,
                    left=path_term(equation.left, equation.start),
                    right=path_term(equation.right, equation.start),
                    object=equation.start,
                    element=column + 1,
                    left_value=column_vector(left, column),
                    right_value=column_vector(right, column),
                ),
                functor=functor.name,
            )
    return _proved(functor)


def differing_column(left: SparseMatrix, right: SparseMatrix) -> int | None:
    """The first column in which two matrices of one shape differ."""
    return min((min(row) for row in (left - right).rows if row), default=None)


def column_vector(matrix: SparseMatrix, column: int) -> Vector:
    """One column as a term."""
    return Vector(tuple(scalar_term(row.get(column, 0)) for row in matrix.rows))


def _chase(functor: SetFunctor, path: Path, start: str, element: int) -> tuple[str, ...]:
    """The labels an element runs through along a path, itself first."""
    labels, tables = dict(functor.objects), dict(functor.arrows)
    run, at = [labels[start][element]], element
    for arrow in path:
        at = tables[arrow][at]
        run.append(labels[functor.category.arrow(arrow).target][at])
    return tuple(run)


def _proved(functor: SetFunctor | VectFunctor) -> Judgement:
    equations = functor.category.equations
    evidence = [
        Evidence.of(
            "equation-holds",
            functor=functor.name,
            left=path_term(e.left, e.start),
            right=path_term(e.right, e.start),
        )
        for e in equations[:LISTED]
    ]
    if len(equations) > LISTED:
        evidence.append(Evidence.of("more-equations-hold", count=len(equations) - LISTED))
    return Judgement.proved(
        "functor-checked" if equations else "functor-on-free-category",
        *evidence,
        functor=functor.name,
        category=functor.category.name,
        equations=len(equations),
    )


LISTED = 12
"""How many equations the evidence names one by one."""
