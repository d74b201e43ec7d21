"""Maps between functions on residues modulo a symbolic n, as families of basis elements that are indexed by differences.

Where translations x -> x + 1 act on tuples of residues, an invariant function depends on the differences from the first
residue only; a reflection x -> -x turns their sign round. So the orbit sums are indexed by vectors of residues modulo n, up to sign.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from catalg.exact.sparse import SparseMatrix
from catalg.model.ends import LinearEnd
from catalg.terms import Call, Dim, Term, num
from catalg.universes.slots import Block, listing

LARGEST = 200_000
"""The largest number of index tuples that is written out."""


@dataclass(frozen=True, slots=True)
class DifferenceFamily:
    """One element for each class of differences, on one block of the target and one of the source.

    `sign` is 0 where no reflection acts, else its sign: the coefficient at -d is the sign times the one at d. `count` is
    the number of classes, `shown` the general element.
    """

    target: Block
    source: Block
    places: tuple[int, int]
    sign: int
    count: Dim
    shown: Term
    alone: bool = True

    @property
    def width(self) -> int:
        """The number of residues together."""
        return len(self.target.slots) + len(self.source.slots)

    def term(self) -> Term:
        """The general element of the family."""
        return self.shown if self.alone else Call("block", (num(self.places[0] + 1), num(self.places[1] + 1), self.shown))

    def classes(self, n: int) -> Iterator[tuple[tuple[int, ...], ...]]:
        """The classes of differences modulo n that carry an element: d alone, or d and -d.

        >>> from catalg.terms.term import ONE
        >>> from catalg.universes.slots import Slot
        >>> point = Block((Slot(0, "point"),))
        >>> list(DifferenceFamily(point, point, (0, 0), 1, Dim.of(0), ONE).classes(4))
        [((0,),), ((1,), (3,)), ((2,),)]
        """
        for d in product(range(n), repeat=max(self.width - 1, 0)):
            turned = tuple(-x % n for x in d)
            if not self.sign or turned == d and self.sign > 0:
                yield (d,)
            elif d < turned:
                yield d, turned

    def members(self, end: LinearEnd, n: int) -> list[SparseMatrix] | None:
        """The elements as matrices at a concrete n; None where they are too large. `end` is the symbolic end."""
        if n**self.width > LARGEST:
            return None
        rows, columns = listing(end.target, {0: n}), listing(end.source, {0: n})
        up = {point: k for k, (place, point, _) in enumerate(rows) if place == self.places[0]}
        down = {point: k for k, (place, point, _) in enumerate(columns) if place == self.places[1]}
        cut = len(self.target.slots)
        found = []
        for differences in self.classes(n):
            entries = {}
            for value, d in zip((1, self.sign), differences, strict=False):
                for first in range(n if self.width else 1):
                    point = (first, *((first + x) % n for x in d)) if self.width else ()
                    entries[up[point[:cut]], down[point[cut:]]] = value
            found.append(SparseMatrix.from_entries(entries, len(rows), len(columns)))
        return found
