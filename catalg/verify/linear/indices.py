"""The verifier's own count of indices, and the sizes at which a fundamental theorem fixes the dimension.

A profile counts, for each sort of index, the vectors, the covectors and the exponent of the one-dimensional character
(`sign`, `det`) in one summand. `settled` says when the invariants of a profile have the dimension that they keep for all
large sizes: enough points or dimensions for all diagrams to be independent, and no place for a volume form.
"""

from __future__ import annotations

from itertools import product

from catalg.model.gset import ChosenSet, ExplicitSet, GSet, ProductSet, PulledSet, SymbolicPoints
from catalg.model.representation import (
    DualRep,
    ExplicitRep,
    FreeRep,
    HomRep,
    PowerRep,
    PulledRep,
    Rep,
    RestrictedRep,
    SumRep,
    SymbolicRep,
    TensorRep,
    TrivialRep,
)
from catalg.universes.ranges import NoRange

Profile = tuple[tuple[int, tuple[int, int, int]], ...]
"""For each sort that occurs, in order: (vectors, covectors, exponent of the character)."""


def profiles(rep: Rep, sort: int = 0) -> frozenset[Profile]:
    """The profiles of the summands of a representation built from symbolic ones.

    Raises NoRange for a representation given by matrices.
    """
    match rep:
        case SymbolicRep(kind=kind):
            return frozenset({((sort, (0, 0, 1)),) if kind in ("sign", "det") else ((sort, (1, 0, 0)),)})
        case TrivialRep():
            return frozenset({()})
        case FreeRep(base=base):
            return frozenset({_of_set(base, sort)})
        case TensorRep(factors):
            return _products([profiles(factor, sort) for factor in factors])
        case HomRep(source=source, target=target):
            return _products([frozenset(map(flipped, profiles(source, sort))), profiles(target, sort)])
        case SumRep(summands):
            return frozenset().union(*(profiles(summand, sort) for summand in summands))
        case PowerRep(order=order, base=base):
            return _products([profiles(base, sort)] * order)
        case DualRep(base=base):
            return frozenset(map(flipped, profiles(base, sort)))
        case PulledRep(base=base, factor=factor):
            return profiles(base, factor)
        case ExplicitRep() | RestrictedRep():
            raise NoRange("a representation is given by matrices, or restricted along a homomorphism")


def _of_set(gset: GSet, sort: int) -> Profile:
    match gset:
        case SymbolicPoints():
            return ((sort, (1, 0, 0)),)
        case ChosenSet(order=order, base=base):
            return _sum([_of_set(base, sort)] * order)
        case ProductSet(factors):
            return _sum([_of_set(factor, sort) for factor in factors])
        case PulledSet(base=base, factor=factor):
            return _of_set(base, factor)
        case ExplicitSet():
            raise NoRange("a set is given by permutations")


def flipped(profile: Profile) -> Profile:
    """The profile of the dual."""
    return tuple((sort, (b, a, -e)) for sort, (a, b, e) in profile)


def _sum(parts: list[Profile]) -> Profile:
    total: dict[int, tuple[int, int, int]] = {}
    for part in parts:
        for sort, (a, b, e) in part:
            x, y, z = total.get(sort, (0, 0, 0))
            total[sort] = (x + a, y + b, z + e)
    return tuple(sorted(total.items()))


def _products(parts: list[frozenset[Profile]]) -> frozenset[Profile]:
    return frozenset(_sum(list(choice)) for choice in product(*parts))


def together(source: Rep, target: Rep) -> frozenset[Profile]:
    """The profiles of Hom(source, target)."""
    return _products([profiles(target), frozenset(map(flipped, profiles(source)))])


def settled(tensors: tuple[str, ...], counts: tuple[int, int, int], size: int) -> bool:
    """Whether the invariants have their stable dimension at this size.

    Set partitions of m indices need m points; with `sign`, and for even permutations only, two more, when a transposition fixes
    every index tuple. Pairings
    for O(n) need n >= m/2, for Sp(n) n >= m, for GL(n) n >= the indices of one kind. det occurs in m vectors only for
    n <= m of the same parity (-1 acts), and among vectors and covectors only as often as scalars allow.

    >>> settled(("delta", "epsilon"), (6, 0, 0), 3), settled(("delta", "epsilon"), (6, 0, 0), 4)
    (True, False)
    """
    vectors, covectors, exponent = counts
    count = vectors + covectors
    if "diagonal" in tensors:
        return size >= count + (2 if exponent % 2 or "even" in tensors else 0)
    if "omega" in tensors:
        return count % 2 == 1 or size >= count
    if "delta" in tensors:
        parity = (size - count) % 2 == 1
        if "epsilon" in tensors:
            return size >= (count + 1) // 2 and (size > count or parity)
        return (size > count or parity) if exponent % 2 else size >= (count + 1) // 2
    if "evaluation" in tensors:
        excess = vectors - covectors
        if "epsilon" in tensors:
            return size >= vectors if excess == 0 else size > 0 and excess % size != 0
        if exponent:
            return size > count
        return excess != 0 or size >= vectors
    return False


def threshold(tensors: tuple[str, ...], counts: tuple[int, int, int]) -> int:
    """The least size from which on every size is settled. Raises NoRange where none is known."""
    least = sum(counts[:2]) + 2
    if not settled(tensors, counts, least):
        raise NoRange(f"no stable range is known for {', '.join(tensors)}")
    while least > 0 and settled(tensors, counts, least - 1):
        least -= 1
    return least
