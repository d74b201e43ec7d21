"""Bounds on constructed representations: how many parts a construction has, and how large its dimension is.

Named constructions are shared, so that a short file can describe a tree of any size. Every part is measured once, when
it is read, and nothing beyond the bounds is built.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from catalg.elaborate.dims import LARGEST_DEGREE, TooLarge, bits, degree, times
from catalg.model.representation import (
    DualRep,
    HomRep,
    PowerRep,
    PulledRep,
    Rep,
    RestrictedRep,
    SumRep,
    TensorRep,
)
from catalg.terms import Dim

LARGEST_PARTS = 4096


@dataclass(frozen=True, slots=True)
class Size:
    """The number of leaves of a construction tree, and its dimension."""

    parts: int
    dim: Dim


class Sizes:
    """Measures representations; each object once."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[Rep, Size]] = {}

    def of(self, rep: Rep) -> Size:
        """The size of a representation. Raises TooLarge."""
        known = self._known.get(id(rep))
        if known is None:
            known = (rep, self._measured(rep))
            self._known[id(rep)] = known
        return known[1]

    def _measured(self, rep: Rep) -> Size:
        match rep:
            case TensorRep(factors):
                sizes = [self.of(factor) for factor in factors]
                parts = _bounded(sum(size.parts for size in sizes))
                total = Dim.of(1)
                for size in sizes:
                    total = times(total, size.dim)
                return Size(parts, total)
            case HomRep(source, target):
                a, b = self.of(source), self.of(target)
                return Size(_bounded(a.parts + b.parts), times(a.dim, b.dim))
            case SumRep(summands):
                sizes = [self.of(summand) for summand in summands]
                parts = _bounded(sum(size.parts for size in sizes))
                return Size(parts, sum((size.dim for size in sizes), Dim.of(0)))
            case PowerRep(kind, order, base):
                inner = self.of(base)
                return Size(_bounded(inner.parts * order), _power(kind, order, inner.dim))
            case DualRep(base) | PulledRep(base) | RestrictedRep(base):
                return self.of(base)
            case _:
                return Size(1, rep.dim)


def _bounded(parts: int) -> int:
    if parts > LARGEST_PARTS:
        raise TooLarge
    return parts


def _power(kind: str, order: int, base: Dim) -> Dim:
    """The binomial coefficient of multisets or subsets of a basis. Raises TooLarge."""
    if degree(base) * order > LARGEST_DEGREE or bits(base) > 512:
        raise TooLarge
    total = Dim.of(1)
    for step in range(order):
        total = times(total, base + step if kind == "symmetric" else base - step) * Fraction(1, step + 1)
    value = total.constant()
    return total if value is None else Dim.of(max(value, 0))
