"""What a target in symbolic dimension holds, and how large the space of kernels is: the verifier's own count.

At generic vectors the stabilizer is the orthogonal group of their complement W. The invariants of W^(2p) are the pairings, a basis
for dim W >= p (H. Weyl, *The Classical Groups*, 2.9.A and 2.17); a volume form needs as many indices as W has dimensions.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from math import comb

from catalg.model.representation import (
    DualRep,
    HomRep,
    PowerRep,
    PulledRep,
    Rep,
    SumRep,
    SymbolicRep,
    TensorRep,
    TrivialRep,
)
from catalg.terms import Dim
from catalg.universes.abstract_spaces import NotAbstract, Space


@dataclass(frozen=True, slots=True)
class Target:
    """For each block of the target its order, and whether it has a factor det."""

    blocks: tuple[tuple[int, bool], ...]
    dim: Dim


def target_of(rep: Rep) -> Target:
    """The blocks of a target. Raises NotAbstract for what is not made of indices."""
    return Target(tuple(_blocks(rep)), rep.dim)


def _blocks(rep: Rep) -> list[tuple[int, bool]]:
    match rep:
        case TrivialRep(dim=dim):
            return [(0, False)] * _concrete(dim)
        case SymbolicRep(kind="vector"):
            return [(1, False)]
        case SymbolicRep(kind="det" | "sign"):
            return [(0, True)]
        case TensorRep(factors):
            result = [(0, False)]
            for factor in factors:
                result = [(a + b, p != q) for (a, p), (b, q) in product(result, _blocks(factor))]
            return result
        case HomRep(source=source, target=target):
            return [(a + b, p != q) for (a, p), (b, q) in product(_blocks(target), _blocks(source))]
        case SumRep(summands):
            return [block for summand in summands for block in _blocks(summand)]
        case DualRep(base=base) | PulledRep(base=base):
            return _blocks(base)
        case PowerRep(order=1, base=base):
            return _blocks(base)
        case _:
            raise NotAbstract("the target is not made of vectors by tensor products and sums")


def _concrete(dim: Dim) -> int:
    value = dim.constant()
    if value is None:
        raise NotAbstract(f"there are {dim} copies of the trivial representation")
    return value


def covariant_count(space: Space, target: Target) -> int:
    """How many monomials there are: choose 2p of s indices, pair them, put vectors at the others.

    By a formula, where a strategy enumerates.
    """
    total, vectors = 0, len(space.letters)
    for order, odd in target.blocks:
        if odd and not space.oriented:
            continue
        for p in range(order // 2 + 1):
            pairings = 1
            for k in range(1, 2 * p, 2):
                pairings *= k
            total += comb(order, 2 * p) * pairings * vectors ** (order - 2 * p)
    return total


def threshold(space: Space, target: Target) -> int:
    """The size from which on the monomials are a basis over the invariants."""
    if space.rigid:
        return 0
    count, bound = len(space.letters), len(space.letters) + space.oriented
    for order, odd in target.blocks:
        bound = max(bound, count + order + 1 if space.oriented or odd else count + order // 2)
    return bound


def argument_count(space: Space) -> Dim:
    """The functional rank of the invariants in the uniform range."""
    total = sum((dim for _, dim in space.invariant), start=Dim.of(0))
    count = len(space.letters)
    if space.rigid:
        return total + space.theorem.size * count
    return total + count * (count + 1) // 2 - sum(letter.unit for letter in space.letters)
