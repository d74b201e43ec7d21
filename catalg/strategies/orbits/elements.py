"""Basis elements that remember their orbit: the indicator of an orbit of index pairs, with signs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from catalg.exact.field import Scalar
from catalg.exact.sparse import SparseMatrix, Vector
from catalg.model.display import matrix_term
from catalg.strategies.linear.display import fits_page, short_name
from catalg.terms import Call, Identity, Ones, Term, num, sub
from catalg.terms.term import ONE
from catalg.universes.monomial import Monomial


@dataclass(frozen=True, slots=True)
class PairAction:
    """How the generators move index pairs (i, j): i by the target's signed permutations, j by the source's."""

    target: tuple[Monomial, ...]
    source: tuple[Monomial, ...]
    nrows: int
    ncols: int

    @property
    def size(self) -> int:
        """The number of pairs."""
        return self.nrows * self.ncols

    def maps(self) -> list[tuple[list[int], list[int] | None]]:
        """For each generator the images of the flat pairs i * ncols + j, and their signs (None: all +1)."""
        result: list[tuple[list[int], list[int] | None]] = []
        width = self.ncols
        for w, v in zip(self.target, self.source, strict=True):
            images = [i * width + j for i in w.images for j in v.images]
            signs = None
            if w.signs is not None or v.signs is not None:
                signs = [w.sign(i) * v.sign(j) for i in range(self.nrows) for j in range(width)]
            result.append((images, signs))
        return result


@dataclass(frozen=True, slots=True)
class OrbitElement:
    """The intertwiner with entry ±1 on one orbit of index pairs and 0 elsewhere; +1 at the representative.

    `representative` is the least pair (row, column) of the orbit, counted from 0; `size` is the number of its pairs. For
    functions on a product of sets `points` are the sizes of the sets, into which a column falls apart.
    """

    action: PairAction = field(repr=False)
    representative: tuple[int, int]
    size: int
    points: tuple[int, ...] = ()

    def members(self) -> Mapping[tuple[int, int], int]:
        """The pairs of the orbit with their signs, by following the generators from the representative."""
        signs = {self.representative: 1}
        stack = [self.representative]
        moves = list(zip(self.action.target, self.action.source, strict=True))
        while stack:
            i, j = pair = stack.pop()
            for w, v in moves:
                image = (w.images[i], v.images[j])
                if image not in signs:
                    signs[image] = signs[pair] * w.sign(i) * v.sign(j)
                    stack.append(image)
        return signs

    def dense(self) -> SparseMatrix:
        """The matrix."""
        rows: list[Vector] = [{} for _ in range(self.action.nrows)]
        for (i, j), sign in self.members().items():
            rows[i][j] = sign
        return SparseMatrix(tuple(rows), self.action.nrows, self.action.ncols)

    def apply(self, vector: Mapping[int, Scalar]) -> dict[int, Scalar]:
        """The image of a sparse vector, without building the matrix."""
        out: dict[int, Scalar] = {}
        for (i, j), sign in self.members().items():
            if j in vector:
                out[i] = out.get(i, 0) + sign * vector[j]
        return {i: x for i, x in out.items() if x}

    def term(self) -> Term:
        """I, ones, ones - I, a small matrix, or `orbital(i, j)`: the indicator of the orbit of the entry (i, j), or of the
        tuple of points (i, j, …), counted from 1."""
        rows, columns = self.action.nrows, self.action.ncols
        if self.points:
            return self._on_points()
        if rows == columns and self.size in (rows, rows * (rows - 1)) and rows > 1:
            matrix = self.dense()
            name = short_name(matrix)
            if name is not None:
                return name
            if short_name(matrix + SparseMatrix.identity(rows)) == Ones():
                return sub(Ones(), Identity())
        if self.size == self.action.size:
            return Ones() if self.size > 1 else ONE
        if fits_page(rows, columns):
            return matrix_term(self.dense())
        i, j = self.representative
        return Call("orbital", (num(i + 1), num(j + 1)))

    def _on_points(self) -> Term:
        if self.size == self.action.size:
            return ONE
        i, j = self.representative
        digits: list[int] = []
        for size in reversed(self.points):
            digits.append(j % size)
            j //= size
        place = [num(k + 1) for k in digits[::-1]]
        return Call("orbital", tuple(place if self.action.nrows == 1 else [num(i + 1), *place]))


def signed_orbits(
    action: PairAction, allowed: Iterable[int] | None = None
) -> list[tuple[int, int, bool]]:
    """The orbits of flat index pairs as (least member, size, whether the signs agree), in the order of least members.

    Only orbits that meet `allowed` are listed, when it is given.

    >>> swap = Monomial((1, 0))
    >>> signed_orbits(PairAction((swap,), (swap,), 2, 2))
    [(0, 2, True), (1, 2, True)]
    """
    maps = action.maps()
    plain = [images for images, signs in maps if signs is None]
    signed = [(images, signs) for images, signs in maps if signs is not None]
    mark = bytearray(action.size)
    found: list[tuple[int, int, bool]] = []
    for start in range(action.size) if allowed is None else sorted(allowed):
        if mark[start]:
            continue
        mark[start] = 1
        stack, size, consistent = [start], 1, True
        while stack:
            pair = stack.pop()
            here = mark[pair]
            for images in plain:
                image = images[pair]
                there = mark[image]
                if not there:
                    mark[image] = here
                    size += 1
                    stack.append(image)
                elif there != here:
                    consistent = False
            for images, signs in signed:
                image = images[pair]
                sign = here if signs[pair] > 0 else 3 - here
                there = mark[image]
                if not there:
                    mark[image] = sign
                    size += 1
                    stack.append(image)
                elif there != sign:
                    consistent = False
        found.append((start, size, consistent))
    return found
