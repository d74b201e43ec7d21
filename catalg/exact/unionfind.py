"""Orbits of permutations given by generators, by union-find; never by listing the group.

Permutations of range(n) are sequences of images.  Tuples are numbered row-major: (i_1, .., i_k) has the number
i_1 n^(k-1) + .. + i_k.  The representative of an orbit is its smallest member, and orbits are listed by representative
(R. Tarjan, *Efficiency of a good but not linear set union algorithm*, 1975).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from catalg.exact.schreier_sims import PermutationGroup, permutation_group_order

Permutation = Sequence[int]


@dataclass(frozen=True, slots=True)
class Orbits:
    """The orbits on range(n): `labels[x]` is the smallest point of the orbit of x; `representatives` ascend."""

    labels: tuple[int, ...]
    representatives: tuple[int, ...]

    @property
    def count(self) -> int:
        """The number of orbits."""
        return len(self.representatives)

    def blocks(self) -> tuple[tuple[int, ...], ...]:
        """The orbits as ascending tuples, in the order of their representatives."""
        members: dict[int, list[int]] = {r: [] for r in self.representatives}
        for x, label in enumerate(self.labels):
            members[label].append(x)
        return tuple(tuple(block) for block in members.values())

    def sizes(self) -> tuple[int, ...]:
        """The sizes of the orbits, in the order of their representatives."""
        counts = dict.fromkeys(self.representatives, 0)
        for label in self.labels:
            counts[label] += 1
        return tuple(counts.values())


def is_permutation(images: Sequence[int]) -> bool:
    """Whether the sequence lists every number of range(len) once."""
    return sorted(images) == list(range(len(images)))


def classes(pairs: Iterable[tuple[int, int]], n: int) -> Orbits:
    """The classes of the equivalence relation on range(n) that the pairs generate.

    >>> classes([(3, 1), (4, 3)], 5).blocks()
    ((0,), (1, 3, 4), (2,))
    """
    parent = list(range(n))
    _join(parent, pairs)
    return _flatten(parent)


def _join(parent: list[int], pairs: Iterable[tuple[int, int]]) -> None:
    for a, b in pairs:
        while parent[a] != a:
            parent[a] = a = parent[parent[a]]
        while parent[b] != b:
            parent[b] = b = parent[parent[b]]
        if a < b:
            parent[b] = a
        elif b < a:
            parent[a] = b


def _flatten(parent: list[int]) -> Orbits:
    representatives = []
    for x, above in enumerate(parent):  # a parent is never larger than its child, so one ascending pass suffices
        if above == x:
            representatives.append(x)
        else:
            parent[x] = parent[above]
    return Orbits(tuple(parent), tuple(representatives))


def orbits(generators: Iterable[Permutation], n: int) -> Orbits:
    """The orbits on range(n) of the group that permutations of range(n) generate; `ValueError` for a non-permutation.

    >>> orbits([[1, 0, 2, 3], [0, 1, 3, 2]], 4).blocks()
    ((0, 1), (2, 3))
    """
    parent = list(range(n))
    for images in generators:
        if len(images) != n or not is_permutation(images):
            raise ValueError(f"not a permutation of {n} points")
        _join(parent, enumerate(images))
    return _flatten(parent)


def product_action(factors: Sequence[Permutation]) -> list[int]:
    """The permutation of the row-major product of the sets on which the factors act.

    >>> product_action([[1, 0], [0, 2, 1]])
    [3, 5, 4, 0, 2, 1]
    """
    images = [0]
    for factor in factors:
        n = len(factor)
        images = [base + j for base in [i * n for i in images] for j in factor]
    return images


def orbits_on_product(generators: Sequence[Sequence[Permutation]], sizes: Sequence[int]) -> Orbits:
    """The orbits on a product of sets of the given sizes; each generator lists its permutation of every factor."""
    total = 1
    for n in sizes:
        total *= n
    return orbits((product_action(g) for g in generators), total)


def orbits_on_tuples(generators: Sequence[Permutation], n: int, k: int) -> Orbits:
    """The orbits on the n^k tuples of length k of points of range(n).

    >>> orbits_on_tuples([[1, 2, 3, 0], [1, 0, 2, 3]], 4, 2).count
    2
    """
    return orbits_on_product([[g] * k for g in generators], [n] * k)


def tuple_of(number: int, n: int, k: int) -> tuple[int, ...]:
    """The tuple with this row-major number.

    >>> tuple_of(7, 4, 2)
    (1, 3)
    """
    digits = []
    for _ in range(k):
        number, digit = divmod(number, n)
        digits.append(digit)
    return tuple(reversed(digits))


__all__ = [
    "Orbits",
    "Permutation",
    "PermutationGroup",
    "classes",
    "is_permutation",
    "orbits",
    "orbits_on_product",
    "orbits_on_tuples",
    "permutation_group_order",
    "product_action",
    "tuple_of",
]
