"""Tensors in abstract vectors: combinations of monomials with scalar coefficients.

A monomial puts at each index either a letter (a vector) or joins it with another index by delta. Columns have the index
0, rows the index 1, matrices both; a tensor written by its indices has them from `LABELLED` on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from catalg.terms import Num, Term, add, mul
from catalg.terms.term import ONE, ZERO
from catalg.universes.abstract_spaces import NotAbstract

Key = tuple[tuple[int, int], ...]
"""(index, entry) pairs in the order of the indices; an entry is a letter's number, or `joined(k)` with another index."""

LABELLED = 10
"""The number of the index `i`."""


def joined(partner: int) -> int:
    """The entry of an index that delta joins with `partner`."""
    return -2 - partner


def key_of(entries: Mapping[int, int]) -> Key:
    """The key with these entries."""
    return tuple(sorted(entries.items()))


def collected(left: Term, right: Term) -> Term:
    """The sum, numbers added up."""
    if isinstance(left, Num) and isinstance(right, Num):
        return Num(left.value + right.value)
    return add(left, right)


@dataclass(frozen=True, slots=True)
class Tensor:
    """A combination of monomials over the same indices."""

    parts: Mapping[Key, Term]
    indices: frozenset[int]

    @staticmethod
    def vector(parts: Mapping[int, Term]) -> Tensor:
        """A column: coefficients by letter."""
        return Tensor({((0, letter),): c for letter, c in parts.items()}, frozenset({0}))

    @staticmethod
    def delta(a: int, b: int) -> Tensor:
        """The identity, between two indices. Raises NotAbstract when they are one."""
        if a == b:
            raise NotAbstract("delta with one index twice")
        return Tensor({key_of({a: joined(b), b: joined(a)}): ONE}, frozenset({a, b}))

    def plus(self, other: Tensor) -> Tensor:
        """The sum. Raises NotAbstract for different indices."""
        if self.indices != other.indices and self.parts and other.parts:
            raise NotAbstract("a sum of tensors with different indices")
        table = dict(self.parts)
        for key, c in other.parts.items():
            table[key] = collected(table.get(key, ZERO), c)
        return Tensor(table, self.indices | other.indices)

    def scaled(self, factor: Term) -> Tensor:
        """The product with a scalar."""
        return Tensor({key: mul(factor, c) for key, c in self.parts.items()}, self.indices)

    def renamed(self, names: Mapping[int, int]) -> Tensor:
        """The tensor with its indices renumbered."""
        def entry(value: int) -> int:
            return joined(names[-2 - value]) if value <= -2 else value

        table = {key_of({names[s]: entry(e) for s, e in key}): c for key, c in self.parts.items()}
        return Tensor(table, frozenset(names[s] for s in self.indices))

    def outer(self, other: Tensor) -> Tensor:
        """The product without contraction. Raises NotAbstract when an index stands twice."""
        if self.indices & other.indices:
            raise NotAbstract("an index that stands twice")
        table = {key_of(dict(p) | dict(q)): mul(a, b) for p, a in self.parts.items() for q, b in other.parts.items()}
        return Tensor(table, self.indices | other.indices)

    def contracted(self, a: int, b: int, product: Callable[[int, int], Term]) -> Tensor:
        """Two indices summed over; `product` gives the dot product of two letters."""
        table: dict[Key, Term] = {}
        for key, c in self.parts.items():
            entries = dict(key)
            left, right = entries.pop(a), entries.pop(b)
            if left == joined(b):
                raise NotAbstract("the trace of the identity")
            if left <= -2 and right <= -2:
                entries[-2 - left], entries[-2 - right] = right, left
            elif left <= -2:
                entries[-2 - left] = right
            elif right <= -2:
                entries[-2 - right] = left
            else:
                c = mul(c, product(left, right))
            table[key_of(entries)] = add(table.get(key_of(entries), ZERO), c)
        return Tensor(table, self.indices - {a, b})

    def coefficient(self) -> Term:
        """The value of a tensor without indices."""
        return add(*self.parts.values())

    @property
    def is_vector(self) -> bool:
        """Whether it is a column."""
        return self.indices == {0}

    def letters(self) -> dict[int, Term]:
        """The coefficients of a column by letter."""
        return {key[0][1]: c for key, c in self.parts.items()}

    def settled(self) -> Tensor:
        """The tensor with its indices counted from 0. Raises NotAbstract when one is missing."""
        shift = LABELLED if min(self.indices, default=0) >= LABELLED else 0
        if sorted(self.indices) != list(range(shift, shift + len(self.indices))):
            raise NotAbstract("an index that is missing")
        return self.renamed({s: s - shift for s in self.indices})


def transposed(tensor: Tensor) -> Tensor:
    """Columns and rows exchanged. Raises NotAbstract for a tensor with other indices."""
    if not tensor.indices <= {0, 1}:
        raise NotAbstract("the transpose of a tensor")
    return tensor.renamed({0: 1, 1: 0})


def matrix_product(left: Tensor, right: Tensor, product: Callable[[int, int], Term]) -> Tensor:
    """The product of matrices, columns and rows, or of tensors written by different indices."""
    labelled = [min(t.indices, default=0) >= LABELLED for t in (left, right)]
    if all(labelled):
        return left.outer(right)
    if any(labelled) or not (left.indices | right.indices) <= {0, 1}:
        raise NotAbstract("a product of tensors")
    if 1 not in left.indices and 0 not in right.indices:
        return left.outer(right)
    if 1 not in left.indices or 0 not in right.indices:
        raise NotAbstract("a product of tensors")
    apart = left.renamed({0: 0, 1: 8} if 0 in left.indices else {1: 8})
    return apart.outer(right.renamed({0: 9, 1: 1} if 1 in right.indices else {0: 9})).contracted(8, 9, product)


def kronecker(parts: list[Tensor]) -> Tensor:
    """The Kronecker product of columns. Raises NotAbstract for anything else."""
    total = Tensor({(): ONE}, frozenset())
    for k, part in enumerate(parts):
        if not part.is_vector:
            raise NotAbstract("a Kronecker product of matrices")
        total = total.outer(part.renamed({0: k}))
    return total
