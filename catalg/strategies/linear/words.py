"""Writing intertwiners between tensor powers as products of deltas and epsilons, where these span the space.

The candidates are the contractions that everybody knows: pairings of the indices, the volume form on as many indices as
there are dimensions, and, where the group permutes a basis, equalities of any indices. Whether one belongs to the space
is decided by exact linear algebra, never by what the group is called; if those that do span it, they are its basis.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise, permutations, product

from catalg.exact.field import Scalar
from catalg.exact.nullspace import coordinates, row_space_rref
from catalg.exact.sparse import SparseMatrix, Vector
from catalg.model.ends import LinearEnd
from catalg.model.representation import (
    DualRep,
    ExplicitRep,
    FreeRep,
    HomRep,
    PulledRep,
    Rep,
    TensorRep,
    TrivialRep,
)
from catalg.strategies.linear.display import coefficients, combination, sum_of_basis
from catalg.terms import Call, Name, Term, mul
from catalg.terms.term import ONE
from catalg.universes.indices import SOURCE, TARGET
from catalg.universes.monomial import parity

ENTRIES = 5000
"""Larger matrices are not written in words."""
SLOTS = 6
"""More indices are not tried."""
SHOWN = 6
"""Up to so many words are written out in the general element."""

Block = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class WordElement:
    """The map whose entry at indices is a product: 1 where the indices of each block are equal, times an epsilon.

    Slots are numbered, those of the target first; `volume` are the slots of epsilon, in order, or empty.
    """

    size: int
    rows: int
    columns: int
    blocks: tuple[Block, ...]
    volume: Block = ()

    def term(self) -> Term:
        """The product of deltas and an epsilon, with the indices i, j, … of the target and p, q, … of the source."""
        names = [Name(TARGET[k]) for k in range(self.rows)] + [Name(SOURCE[k]) for k in range(self.columns)]
        factors: list[Term] = []
        if self.volume:
            factors.append(Call("epsilon", tuple(names[slot] for slot in self.volume)))
        for block in self.blocks:
            factors.extend(Call("delta", (names[a], names[b])) for a, b in pairwise(block))
        return mul(*factors) if factors else ONE

    def dense(self) -> SparseMatrix:
        """The matrix."""
        entries: dict[tuple[int, int], Scalar] = {}
        volumes = permutations(range(self.size)) if self.volume else iter([()])
        for order in volumes:
            sign = parity(list(order))
            for values in product(range(self.size), repeat=len(self.blocks)):
                point = [0] * (self.rows + self.columns)
                for slot, value in zip(self.volume, order, strict=True):
                    point[slot] = value
                for block, value in zip(self.blocks, values, strict=True):
                    for slot in block:
                        point[slot] = value
                entries[self._number(point[: self.rows]), self._number(point[self.rows :])] = sign
        return SparseMatrix.from_entries(entries, self.size**self.rows, self.size**self.columns)

    def _number(self, digits: Sequence[int]) -> int:
        total = 0
        for digit in digits:
            total = total * self.size + digit
        return total


def in_words(end: LinearEnd, basis: Sequence[Vector]) -> list[WordElement] | None:
    """A basis of the same space by words, or None where the representations or the space do not allow it."""
    sides = factors(end.target), factors(end.source)
    if sides[0] is None or sides[1] is None or not basis:
        return None
    bases = sides[0] + sides[1]
    if not 3 <= len(bases) <= SLOTS or any(base is not bases[0] and base != bases[0] for base in bases):
        return None
    size = bases[0].dim.constant() or 0
    if size < 2 or size ** len(bases) > ENTRIES:
        return None
    permuted = isinstance(bases[0], FreeRep)
    chosen: list[WordElement] = []
    vectors: list[Vector] = []
    echelon = row_space_rref(basis)
    for word in candidates(size, len(sides[0]), len(sides[1]), permuted):
        vector = _flat(word.dense())
        if coordinates(vector, echelon) is None or coordinates(vector, row_space_rref(vectors)) is not None:
            continue
        chosen.append(word)
        vectors.append(vector)
        if len(chosen) == len(basis):
            return chosen
    return None


def formula_in_words(words: Sequence[WordElement], taken: Collection[str]) -> Term:
    """The general combination: written out while short, else with numbered words."""
    names = coefficients(len(words), taken)
    if len(words) <= SHOWN:
        return combination([word.term() for word in words], names)
    return sum_of_basis(names, [None] * len(names))


def _flat(m: SparseMatrix) -> Vector:
    return {i * m.ncols + j: x for i, row in enumerate(m.rows) for j, x in row.items()}


def factors(rep: Rep) -> list[Rep] | None:
    """The base of each tensor factor: a representation or the one whose dual it is; None for anything else."""
    match rep:
        case ExplicitRep() | FreeRep():
            return [rep]
        case TrivialRep(dim=dim):
            return [] if dim.constant() == 1 else None
        case DualRep(base=base):
            return factors(base)
        case PulledRep(base=base):
            return factors(base)
        case HomRep(source=source, target=target):
            return _joined([target, source])
        case TensorRep(parts):
            return _joined(list(parts))
        case _:
            return None


def _joined(parts: Sequence[Rep]) -> list[Rep] | None:
    result: list[Rep] = []
    for part in parts:
        found = factors(part)
        if found is None:
            return None
        result.extend(found)
    return result


def candidates(size: int, rows: int, columns: int, permuted: bool) -> Iterator[WordElement]:
    """Words in the order in which they are tried: those with the most deltas first, then those with an epsilon."""
    slots = tuple(range(rows + columns))
    if permuted:
        for blocks in sorted(partitions(slots), key=lambda b: (len(b), b)):
            yield WordElement(size, rows, columns, blocks)
        return
    for blocks in pairings(slots):
        yield WordElement(size, rows, columns, blocks)
    for volume in combinations(slots, size):
        rest = tuple(slot for slot in slots if slot not in volume)
        for blocks in pairings(rest):
            yield WordElement(size, rows, columns, blocks, volume)


def pairings(slots: Block) -> Iterator[tuple[Block, ...]]:
    """All ways to pair the slots off.

    >>> len(list(pairings((0, 1, 2, 3))))
    3
    """
    if not slots:
        yield ()
        return
    for k in range(1, len(slots)):
        rest = slots[1:k] + slots[k + 1 :]
        for others in pairings(rest):
            yield ((slots[0], slots[k]), *others)


def partitions(slots: Block) -> Iterator[tuple[Block, ...]]:
    """All set partitions of the slots.

    >>> len(list(partitions((0, 1, 2, 3))))
    15
    """
    if not slots:
        yield ()
        return
    first, rest = slots[0], slots[1:]
    for k in range(len(rest) + 1):
        for chosen in combinations(rest, k):
            left = tuple(slot for slot in rest if slot not in chosen)
            for others in partitions(left):
                yield ((first, *chosen), *others)
