"""The conditions of a linear end, read off the user's end and generators, and exact residuals of proposed elements.

X is equivariant when W(s)X - XV(s) = 0 for each discrete generator s and dW(a)X - XdV(a) = 0 for each Lie generator a.
Nothing here knows how an element was found.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from catalg.exact.field import Scalar
from catalg.exact.sparse import SparseMatrix
from catalg.model.ends import LinearEnd
from catalg.model.solution import BasisElement, MatrixElement
from catalg.universes.vect import matrix, modulo

Entries = dict[tuple[int, int], Scalar]


@runtime_checkable
class Dense(Protocol):
    """A basis element that can be written out as a matrix."""

    def dense(self) -> SparseMatrix:
        """The matrix."""
        ...


@dataclass(frozen=True, slots=True)
class Condition:
    """left · X = X · right, for the generator of that name."""

    generator: str
    kind: str
    left: SparseMatrix
    right: SparseMatrix
    characteristic: int = 0

    def residual(self, x: SparseMatrix) -> SparseMatrix:
        """left · X - X · right, exactly (modulo the characteristic, if that is not 0)."""
        return modulo((self.left @ x) - (x @ self.right), self.characteristic)


def conditions(end: LinearEnd) -> list[Condition]:
    """One condition for each generator of the group."""
    return [
        Condition(
            g.name, g.kind, matrix(end.target, g.name), matrix(end.source, g.name), end.source.field.characteristic
        )
        for g in end.group.generators
    ]


def written_out(element: BasisElement, nrows: int, ncols: int) -> SparseMatrix | None:
    """The element as a matrix of the end's shape; None if it is none."""
    if isinstance(element, MatrixElement):
        found = element.matrix
    elif isinstance(element, Dense):
        found = element.dense()
    else:
        return None
    return found if found.shape == (nrows, ncols) else None


def flattened(x: SparseMatrix) -> Mapping[int, Scalar]:
    """The entries by i * ncols + j."""
    return {i * x.ncols + j: value for i, row in enumerate(x.rows) for j, value in row.items()}


def first_entry(x: SparseMatrix) -> tuple[int, int, Scalar] | None:
    """The first nonzero entry in row-major order, or None."""
    for i, row in enumerate(x.rows):
        if row:
            j = min(row)
            return i, j, row[j]
    return None
