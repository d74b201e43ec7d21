"""Basis elements for symbolic sizes: signed sums of diagrams, which know their formula and their matrix at any size."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, product

from catalg.exact.field import Scalar
from catalg.exact.sparse import SparseMatrix
from catalg.model.ends import LinearEnd
from catalg.strategies.diagrams.enumeration import Signed
from catalg.terms import Call, Identity, Index, Name, Ones, Term, add, mul, num
from catalg.terms.term import ONE
from catalg.universes.indices import SOURCE, TARGET
from catalg.universes.slots import Block, NoSlots, Slot, Symmetry, listing


@dataclass(frozen=True, slots=True)
class DiagramElement:
    """A signed sum of diagrams on the slots of one block of the target, followed by those of one block of the source.

    `places` are (number of the target's block, of the source's block); `skew` says for which sorts a pair of equal
    kind is the symplectic form; `names` are what the slots are called in formulas.
    """

    terms: Signed
    target: Block
    source: Block
    places: tuple[int, int]
    skew: frozenset[int] = frozenset()
    names: tuple[Term, ...] = ()
    alone: bool = True

    @property
    def slots(self) -> tuple[Slot, ...]:
        """The slots, those of the target first."""
        return self.target.slots + self.source.slots

    def term(self) -> Term:
        """A formula in Kronecker deltas of the indices; I and ones where at most one index stands on each side."""
        body = self._short()
        if body is None:
            body = add(*(mul(num(sign), self._diagram(diagram)) for sign, diagram in self.terms))
        return body if self.alone else Call("block", (num(self.places[0] + 1), num(self.places[1] + 1), body))

    def _short(self) -> Term | None:
        if self.names or len(self.target.slots) > 1 or len(self.source.slots) > 1 or not self.slots:
            return None
        return Identity() if len(self.terms[0][1]) < len(self.slots) else Ones()

    def _diagram(self, diagram: tuple[tuple[int, ...], ...]) -> Term:
        factors: list[Term] = []
        for part in diagram:
            head = "omega" if self._is_skew(part) else "delta"
            factors.extend(
                Call(head, (self._name(a), self._name(b))) for a, b in pairwise(part)
            )
        return mul(*factors) if factors else ONE

    def _is_skew(self, part: tuple[int, ...]) -> bool:
        kinds = {self._oriented(slot) for slot in part}
        return self.slots[part[0]].sort in self.skew and len(part) == 2 and len(kinds) == 1

    def _oriented(self, slot: int) -> str:
        kind = self.slots[slot].kind
        flip = {"vector": "covector", "covector": "vector"}
        return flip.get(kind, kind) if slot >= len(self.target.slots) else kind

    def _name(self, slot: int) -> Term:
        if self.names:
            return self.names[slot]
        count = len(self.target.slots)
        return Name(TARGET[slot] if slot < count else SOURCE[slot - count])

    def at(self, end: LinearEnd, sizes: Mapping[int, int]) -> SparseMatrix | None:
        """The matrix at concrete sizes of the sorts; None where the basis is not made of index tuples or the form is skew.

        `end` is the symbolic end that the element belongs to.
        """
        if any(self._is_skew(part) for _, diagram in self.terms for part in diagram):
            return None
        try:
            rows, columns = listing(end.target, sizes), listing(end.source, sizes)
        except NoSlots:
            return None
        up = _table(rows, self.places[0], self.target.symmetries, False)
        down = _table(columns, self.places[1], self.source.symmetries, True)
        entries: dict[tuple[int, int], Scalar] = {}
        count = len(self.target.slots)
        for sign, diagram in self.terms:
            ranges = [range(sizes[self.slots[part[0]].sort]) for part in diagram]
            for values in product(*ranges):
                point = [0] * len(self.slots)
                for part, value in zip(diagram, values, strict=True):
                    for slot in part:
                        point[slot] = value
                row = up.get(tuple(point[:count]))
                column = down.get(tuple(point[count:])) if row is not None else None
                if row is not None and column is not None:
                    key = (row[0], column[0])
                    entries[key] = entries.get(key, 0) + sign * row[1] * column[1]
        return SparseMatrix.from_entries(entries, len(rows), len(columns))


def _table(
    listed: Sequence[tuple[int, tuple[int, ...], int]], block: int, symmetries: Sequence[Symmetry], dual: bool
) -> dict[tuple[int, ...], tuple[int, int]]:
    """For the index tuple of each basis vector its number and weight: its sign times how many tuples map to it."""
    active = [s for s in symmetries if s.dual == dual]
    table: dict[tuple[int, ...], tuple[int, int]] = {}
    for number, (place, point, sign) in enumerate(listed):
        if place == block:
            table[point] = (number, sign * _orbit_size(point, active))
    return table


def _orbit_size(point: tuple[int, ...], symmetries: Sequence[Symmetry]) -> int:
    seen, stack = {point}, [point]
    while stack:
        here = stack.pop()
        for symmetry in symmetries:
            image = tuple(here[i] for i in symmetry.images)
            if image not in seen:
                seen.add(image)
                stack.append(image)
    return len(seen)


def argument_slots(names: Sequence[str], widths: Sequence[int]) -> tuple[Term, ...]:
    """What the slots of a function of points are called: x, or x[1], x[2] where a point is a tuple."""
    result: list[Term] = []
    for name, width in zip(names, widths, strict=True):
        result.extend([Name(name)] if width == 1 else [Index(Name(name), (num(k),)) for k in range(1, width + 1)])
    return tuple(result)
