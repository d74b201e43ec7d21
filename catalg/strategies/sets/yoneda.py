"""Recognising representable functors to Set.

F is isomorphic to Hom(c, -) exactly when some x in F(c) is *universal*: f |-> F(f)(x) is a bijection from
Hom(c, d) to F(d) for every object d (S. Mac Lane, *Categories for the Working Mathematician*, III.1-2). Then
the natural transformations F => G are the elements of G(c), and the coend of F with a left functor G is G(c)
again.
"""

from __future__ import annotations

from dataclasses import dataclass

from catalg.exact.completion import Limits
from catalg.model.category import SetFunctor
from catalg.universes.categories import HomSets, hom_sets

QUICK = Limits(pairs=400, rules=120, steps=60_000, length=40)
"""Completion that is worth its time here: recognising a representable is a shortcut, never needed."""

LARGEST = 2_000
"""How many elements a functor may have to be looked at."""


@dataclass(frozen=True, slots=True)
class Universal:
    """A universal element: F is Hom(object, -) through it (Hom(-, object) for a functor on the opposite
    category).
    """

    object: str
    element: int


def universal_element(functor: SetFunctor) -> Universal | None:
    """The first universal element in declared order; None when there is none or none was found cheaply."""
    sizes = {c: len(labels) for c, labels in functor.objects}
    if not 0 < sum(sizes.values()) <= LARGEST:
        return None
    homs = hom_sets(functor.category, QUICK)
    if homs is None:
        return None
    for c in functor.category.objects:
        if all(homs.count(c, d) == sizes[d] for d in functor.category.objects):
            element = _universal_at(functor, homs, c, sizes)
            if element is not None:
                return Universal(c, element)
    return None


def _universal_at(functor: SetFunctor, homs: HomSets, c: str, sizes: dict[str, int]) -> int | None:
    tables = dict(functor.arrows)
    paths = {d: tuple(homs.paths(c, d)) for d in functor.category.objects}
    for x in range(sizes[c]):
        for d, there in paths.items():
            images = set()
            for path in there:
                at = x
                for arrow in path:
                    at = tables[arrow][at]
                images.add(at)
            if len(images) != sizes[d]:
                break
        else:
            return x
    return None
