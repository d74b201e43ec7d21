"""Which group was declared: the order of the permutation group that the generators generate, where they permute points.

A set of generators with a slip in it may generate another group while every residual is zero; its order tells.
"""

from __future__ import annotations

from collections.abc import Iterator

from catalg.exact.schreier_sims import permutation_group_order
from catalg.model.ends import LinearEnd
from catalg.model.gset import ChosenSet, ExplicitSet, GSet, ProductSet, PulledSet
from catalg.model.representation import (
    DualRep,
    FreeRep,
    HomRep,
    PowerRep,
    PulledRep,
    Rep,
    RestrictedRep,
    SumRep,
    TensorRep,
)
from catalg.model.verdict import Evidence

POINTS = 300
"""The largest number of points on which an order is computed."""


def group_evidence(end: LinearEnd) -> list[Evidence]:
    """The order of the group of permutations, for each set of points whose functions occur in the end.

    >>> from catalg.model.group import Group
    >>> from catalg.model.representation import TrivialRep
    >>> from catalg.model.scalars import REAL
    >>> from catalg.terms import Dim
    >>> g = Group("G", "G")
    >>> one = TrivialRep(g, REAL, Dim.of(1))
    >>> group_evidence(LinearEnd("E", g, one, one))
    []
    """
    seen: list[ExplicitSet] = []
    found: list[Evidence] = []
    for points in [*_sets(end.source), *_sets(end.target)]:
        if any(points is known or points == known for known in seen) or not 1 < points.count <= POINTS:
            continue
        seen.append(points)
        generators = [points.permutation(g.name) for g in points.group.discrete]
        order = permutation_group_order(generators)
        found.append(Evidence.of("group-order", points=points.count, order=str(order), generators=len(generators)))
    return found


def _sets(rep: Rep) -> Iterator[ExplicitSet]:
    match rep:
        case FreeRep(base=base):
            yield from _points(base)
        case TensorRep(parts) | SumRep(parts):
            for part in parts:
                yield from _sets(part)
        case PowerRep(base=inner) | DualRep(base=inner) | PulledRep(base=inner) | RestrictedRep(base=inner):
            yield from _sets(inner)
        case HomRep(source=source, target=target):
            yield from _sets(source)
            yield from _sets(target)


def _points(gset: GSet) -> Iterator[ExplicitSet]:
    match gset:
        case ExplicitSet():
            yield gset
        case ChosenSet(base=base) | PulledSet(base=base):
            yield from _points(base)
        case ProductSet(factors):
            for factor in factors:
                yield from _points(factor)
