"""Orbitals: the orbits of a group of signed permutations on the entries of a matrix.

A matrix commutes with signed permutation representations iff it is constant, up to the signs, on the orbits of pairs
(row, column); see Cameron, *Permutation Groups*, section 1.11. `orbital(i, j)` is the matrix that is 1 at (i, j), ±1 on its
orbit and 0 elsewhere. The orbit is followed here along the generators of the end, from the user's entry.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from catalg.exact.sparse import SparseMatrix
from catalg.model.ends import LinearEnd
from catalg.universes.monomial import Monomial, monomial
from catalg.universes.vect import dimension, matrix
from catalg.verify.linear.reading import NotLinear


class Orbitals:
    """The orbits of one concrete end; for Map(S, V) an entry is given by its points, after its row where V has several."""

    def __init__(self, end: LinearEnd) -> None:
        self.end = end
        self._known: dict[tuple[int, int], SparseMatrix] = {}

    @cached_property
    def moves(self) -> list[tuple[Monomial, Monomial]]:
        """The generators as signed permutations of the rows and of the columns. Raises NotLinear where they are none."""
        found = []
        for generator in self.end.group.generators:
            if generator.kind == "lie":
                if all(matrix(rep, generator.name).is_zero for rep in (self.end.target, self.end.source)):
                    continue
                raise NotLinear(f"an orbital, where {generator.name} moves the entries continuously")
            rows, columns = (monomial(rep, generator.name) for rep in (self.end.target, self.end.source))
            if rows is None or columns is None:
                raise NotLinear(f"an orbital, where {generator.name} does not permute the basis vectors")
            found.append((rows, columns))
        return found

    def matrix(self, indices: Sequence[int]) -> SparseMatrix:
        """The matrix of the orbit of an entry; indices count from 1. Raises NotLinear."""
        start = self._entry(indices)
        if start not in self._known:
            self._known[start] = self._followed(start)
        return self._known[start]

    def column(self, indices: Sequence[int], column: int) -> SparseMatrix:
        """One column of that matrix: the value at one point. Raises NotLinear."""
        whole = self.matrix(indices)
        return SparseMatrix.from_entries({(i, 0): row[column] for i, row in enumerate(whole.rows) if column in row}, whole.nrows, 1)

    def _entry(self, indices: Sequence[int]) -> tuple[int, int]:
        rows, columns = dimension(self.end.target), dimension(self.end.source)
        sizes = [point.size.constant() or 0 for point in self.end.points] or [columns]
        if not (self.end.points and rows == 1):
            sizes = [rows, *sizes]
        else:
            indices, sizes = [1, *indices], [1, *sizes]
        if len(indices) != len(sizes) or any(not 1 <= k <= n for k, n in zip(indices, sizes, strict=False)):
            raise NotLinear("an orbital of an entry that is not there")
        column = 0
        for k, size in zip(indices[1:], sizes[1:], strict=True):
            column = column * size + k - 1
        return indices[0] - 1, column

    def _followed(self, start: tuple[int, int]) -> SparseMatrix:
        signs = {start: 1}
        waiting = [start]
        while waiting:
            i, j = pair = waiting.pop()
            for rows, columns in self.moves:
                image = rows.images[i], columns.images[j]
                sign = signs[pair] * rows.sign(i) * columns.sign(j)
                if image not in signs:
                    signs[image] = sign
                    waiting.append(image)
                elif signs[image] != sign:
                    raise NotLinear(f"the orbit of the entry ({start[0] + 1}, {start[1] + 1}) meets itself with the opposite sign")
        return SparseMatrix.from_entries(dict(signs), dimension(self.end.target), dimension(self.end.source))
