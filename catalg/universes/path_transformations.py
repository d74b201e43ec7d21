"""Transformations between functors of presented categories: a path at each object.

The interchange of vertical and horizontal composition is S. Mac Lane, *Categories for the Working Mathematician*, II.5:
`beta * alpha` has at c the path beta at G(c) after H(alpha_c).
"""

from __future__ import annotations

from dataclasses import dataclass

from catalg.model.category import Path, SetFunctor, SetTransformation, VectFunctor, VectTransformation
from catalg.universes.pointwise import restrict_vect
from catalg.universes.presented_functors import PresentedFunctor, composite, restrict
from catalg.universes.sets import compose, evaluate


@dataclass(frozen=True, slots=True)
class PathTransformation:
    """A transformation by the path of each component, first arrow first."""

    name: str
    source: PresentedFunctor
    target: PresentedFunctor
    components: tuple[tuple[str, Path], ...]

    def component(self, object_name: str) -> Path:
        """The component at an object. Raises KeyError."""
        return dict(self.components)[object_name]


def identity_paths(functor: PresentedFunctor) -> PathTransformation:
    """The identity of a functor between presented categories."""
    return PathTransformation(
        f"id({functor.name})", functor, functor, tuple((c, ()) for c in functor.source.objects)
    )


def vertical_paths(first: PathTransformation, second: PathTransformation) -> PathTransformation:
    """`second @ first`, object by object."""
    return PathTransformation(
        f"{second.name} @ {first.name}",
        first.source,
        second.target,
        tuple((c, path + second.component(c)) for c, path in first.components),
    )


def whisker_paths(transformation: PathTransformation, along: PresentedFunctor) -> PathTransformation:
    """`transformation @ K`: the component at c is that at K(c)."""
    return PathTransformation(
        f"{transformation.name} @ {along.name}",
        composite(along, transformation.source),
        composite(along, transformation.target),
        tuple((c, transformation.component(d)) for c, d in along.objects),
    )


def apply_paths(functor: PresentedFunctor, transformation: PathTransformation) -> PathTransformation:
    """`H @ transformation`: the component at c is H of the component."""
    return PathTransformation(
        f"{functor.name} @ {transformation.name}",
        composite(transformation.source, functor),
        composite(transformation.target, functor),
        tuple((c, functor.path(path)) for c, path in transformation.components),
    )


def apply_set(functor: SetFunctor, transformation: PathTransformation) -> SetTransformation:
    """`H @ transformation` for H to Set."""
    return SetTransformation(
        f"{functor.name} @ {transformation.name}",
        restrict(functor, transformation.source),
        restrict(functor, transformation.target),
        tuple(
            (c, evaluate(functor, path, transformation.source.object(c))) for c, path in transformation.components
        ),
    )


def apply_vect(functor: VectFunctor, transformation: PathTransformation) -> VectTransformation:
    """`H @ transformation` for H to Vect."""
    from catalg.exact.sparse import SparseMatrix

    components = []
    for c, path in transformation.components:
        value = SparseMatrix.identity(functor.dimension(transformation.source.object(c)))
        for name in path:
            value = functor.matrix(name) @ value
        components.append((c, value))
    return VectTransformation(
        f"{functor.name} @ {transformation.name}",
        restrict_vect(functor, transformation.source),
        restrict_vect(functor, transformation.target),
        tuple(components),
    )


def horizontal_set(after: SetTransformation, before: PathTransformation) -> SetTransformation:
    """`after * before` for after : H => K to Set and before : F => G between presented categories."""
    first = apply_set(after.source, before)
    return SetTransformation(
        f"{after.name} * {before.name}",
        first.source,
        restrict(after.target, before.target),
        tuple(
            (c, compose(images, after.component(before.target.object(c)))) for c, images in first.components
        ),
    )


def horizontal_paths(after: PathTransformation, before: PathTransformation) -> PathTransformation:
    """`after * before` for two transformations between presented categories."""
    return PathTransformation(
        f"{after.name} * {before.name}",
        composite(before.source, after.source),
        composite(before.target, after.target),
        tuple(
            (c, after.source.path(path) + after.component(before.target.object(c))) for c, path in before.components
        ),
    )
