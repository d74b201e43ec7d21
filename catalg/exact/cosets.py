"""Coset enumeration: the permutations of a presented group on the cosets of a subgroup given by words.

The method of Todd and Coxeter (HLT), as in D. Holt, *Handbook of Computational Group Theory*, chapter 5: every subgroup word
is traced from the first coset and every relator from every coset, with new cosets where a trace has no way to go on; two cosets
that a trace shows to be equal are merged. When every trace is closed, the table is the action on the cosets. A subgroup of
infinite index never closes, so the number of cosets is bounded.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

Word = Sequence[tuple[str, int]]
LARGEST_TABLE = 200_000
"""How many cosets may be opened, merged ones included."""


class TooManyCosets(ValueError):
    """The table did not close within its limit: the index is infinite, or large."""


class _Table:
    """The partial table: one row for each coset, one column for each generator and each inverse (the column next to it)."""

    def __init__(self, columns: int, limit: int) -> None:
        self.columns, self.limit = columns, limit
        self.rows: list[list[int]] = [[-1] * columns]
        self.parent = [0]

    def find(self, coset: int) -> int:
        while self.parent[coset] != coset:
            self.parent[coset] = self.parent[self.parent[coset]]
            coset = self.parent[coset]
        return coset

    def open(self, coset: int, column: int) -> int:
        if len(self.rows) >= self.limit:
            raise TooManyCosets(f"more than {self.limit:,} cosets")
        fresh = len(self.rows)
        self.rows.append([-1] * self.columns)
        self.parent.append(fresh)
        self.rows[coset][column] = fresh
        self.rows[fresh][column ^ 1] = coset
        return fresh

    def merge(self, one: int, two: int) -> None:
        """Two cosets are equal; whatever follows from that is merged, too."""
        queue = [(one, two)]
        while queue:
            a, b = (self.find(c) for c in queue.pop())
            if a == b:
                continue
            a, b = min(a, b), max(a, b)
            self.parent[b] = a
            for column in range(self.columns):
                target = self.rows[b][column]
                if target < 0:
                    continue
                self.rows[b][column] = -1
                if self.rows[target][column ^ 1] == b:
                    self.rows[target][column ^ 1] = -1
                here, there = self.find(a), self.find(target)
                for c, d, k in ((here, there, column), (there, here, column ^ 1)):
                    known = self.rows[c][k]
                    if known < 0:
                        self.rows[c][k] = d
                    elif self.find(known) != d:
                        queue.append((known, d))

    def trace(self, coset: int, letters: Sequence[int]) -> None:
        """Reads the letters from a coset back to it, from both ends, and opens cosets where nothing is known."""
        first = last = coset
        i, j = 0, len(letters) - 1
        while True:
            while i <= j and self.rows[first][letters[i]] >= 0:
                first = self.find(self.rows[first][letters[i]])
                i += 1
            if i > j:
                self.merge(first, last)
                return
            while j >= i and self.rows[last][letters[j] ^ 1] >= 0:
                last = self.find(self.rows[last][letters[j] ^ 1])
                j -= 1
            if j < i:
                self.merge(first, last)
                return
            if i == j:
                self.rows[first][letters[i]] = last
                self.rows[last][letters[i] ^ 1] = first
                return
            self.open(first, letters[i])


def enumerate_cosets(
    generators: Sequence[str], relators: Iterable[Word], subgroup: Iterable[Word], limit: int = LARGEST_TABLE
) -> dict[str, tuple[int, ...]]:
    """Each generator as a permutation of the left cosets gH, counted from 0 (H itself); words act with the right factor first.

    >>> relators = [[("r", 3)], [("s", 2)], [("s", 1), ("r", 1), ("s", 1), ("r", 1)]]
    >>> enumerate_cosets(["r", "s"], relators, [[("s", 1)]])["r"]
    (1, 2, 0)

    Raises TooManyCosets.
    """
    column = {name: 2 * k for k, name in enumerate(generators)}

    def letters(word: Word) -> list[int]:
        # A word acts on left cosets with its right factor first, so its letters are read backwards.
        return [column[name] + (e < 0) for name, e in reversed(list(word)) for _ in range(abs(e))]

    table = _Table(2 * len(generators), limit)
    closing = [w for w in map(letters, relators) if w]
    for word in subgroup:
        if start := letters(word):
            table.trace(0, start)
    coset = 0
    while coset < len(table.rows):
        for read in closing:
            if table.find(coset) != coset:
                break
            table.trace(coset, read)
        if table.find(coset) == coset:
            for k in range(table.columns):
                if table.rows[coset][k] < 0:
                    table.open(coset, k)
        coset += 1
    live = [c for c in range(len(table.rows)) if table.find(c) == c]
    place = {c: k for k, c in enumerate(live)}
    return {
        name: tuple(place[table.find(table.rows[c][column[name]])] for c in live) for name in generators
    }
