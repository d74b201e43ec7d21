"""The algebra of transformations between functors to Set: identity, composition both ways, whiskering,
inverses.
"""

from __future__ import annotations

from catalg.model.category import SetFunctor, SetTransformation
from catalg.universes.presented_functors import PresentedFunctor, restrict
from catalg.universes.sets import compose, identity_map


def identity_transformation(functor: SetFunctor) -> SetTransformation:
    """The identity of a functor."""
    return SetTransformation(
        f"id({functor.name})",
        functor,
        functor,
        tuple((c, identity_map(len(labels))) for c, labels in functor.objects),
    )


def vertical(first: SetTransformation, second: SetTransformation) -> SetTransformation:
    """`second @ first`, object by object. Raises ValueError when the target of one is not the source of the
    other.
    """
    if first.target != second.source:
        raise ValueError(
            f"{first.name} ends at {first.target.name}, {second.name} starts at {second.source.name}"
        )
    return SetTransformation(
        f"{second.name} @ {first.name}",
        first.source,
        second.target,
        tuple((c, compose(images, second.component(c))) for c, images in first.components),
    )


def whisker(transformation: SetTransformation, along: PresentedFunctor) -> SetTransformation:
    """The transformation restricted along a functor K: its component at c is that at K(c)."""
    return SetTransformation(
        f"{transformation.name} @ {along.name}",
        restrict(transformation.source, along),
        restrict(transformation.target, along),
        tuple((c, transformation.component(d)) for c, d in along.objects),
    )


def inverse(transformation: SetTransformation) -> SetTransformation | None:
    """The inverse, or None when some component is no bijection (the inverse of a natural isomorphism is
    natural).
    """
    sizes = {c: len(labels) for c, labels in transformation.target.objects}
    components = []
    for c, images in transformation.components:
        back = {y: x for x, y in enumerate(images)}
        if len(back) != len(images) or len(back) != sizes[c]:
            return None
        components.append((c, tuple(back[y] for y in range(sizes[c]))))
    return SetTransformation(
        f"{transformation.name}^-1", transformation.target, transformation.source, tuple(components)
    )
