"""Small sparse matrices of generators, as tables of nonzero entries, and how they become exact matrices.

A table maps (row, column), counted from 0, to an exact scalar. The rotation in the plane (i, j) turns e_i towards e_j.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from catalg.exact.field import Alg
from catalg.exact.sparse import SparseMatrix
from catalg.model.scalars import Scalar

Table = Mapping[tuple[int, int], Scalar]
Named = tuple[tuple[str, Table], ...]
"""Generators by name, each with its table."""


def plane(letter: str, i: int, j: int, n: int) -> str:
    """The name of a generator that belongs to two of n axes: X12, and X1_12 where there are more than nine."""
    return f"{letter}{i + 1}{j + 1}" if n < 10 else f"{letter}{i + 1}_{j + 1}"


def unit(i: int, j: int, value: Scalar = 1) -> Table:
    """The matrix with one entry."""
    return {(i, j): value}


def rotation(i: int, j: int) -> Table:
    """The infinitesimal rotation e_i -> e_j, e_j -> -e_i."""
    return {(j, i): 1, (i, j): -1}


def boost(i: int, j: int) -> Table:
    """The infinitesimal boost e_i -> e_j, e_j -> e_i."""
    return {(j, i): 1, (i, j): 1}


def diagonal(values: Iterable[Scalar]) -> Table:
    """A diagonal matrix."""
    return {(k, k): v for k, v in enumerate(values) if v != 0}


def identity(size: int) -> Table:
    """The identity matrix."""
    return diagonal([1] * size)


def reflection(size: int, axis: int) -> Table:
    """The reflection that turns one axis round."""
    return diagonal(-1 if k == axis else 1 for k in range(size))


def permutation(images: Sequence[int]) -> Table:
    """The matrix e_p -> e_images[p]."""
    return {(image, p): 1 for p, image in enumerate(images)}


def from_rows(rows: Sequence[Sequence[Scalar]]) -> Table:
    """A dense matrix as a table."""
    return {(i, j): v for i, row in enumerate(rows) for j, v in enumerate(row) if v != 0}


def combine(*parts: tuple[Scalar, Table]) -> Table:
    """A linear combination."""
    total: dict[tuple[int, int], Scalar] = {}
    for factor, table in parts:
        for key, value in table.items():
            total[key] = total.get(key, 0) + factor * value
    return {key: value for key, value in total.items() if value != 0}


def scaled(factor: Scalar, table: Table) -> Table:
    """A multiple."""
    return combine((factor, table))


def product(left: Table, right: Table) -> Table:
    """The matrix product."""
    by_row: dict[int, list[tuple[int, Scalar]]] = {}
    for (i, j), value in right.items():
        by_row.setdefault(i, []).append((j, value))
    total: dict[tuple[int, int], Scalar] = {}
    for (i, k), a in left.items():
        for j, b in by_row.get(k, ()):
            total[i, j] = total.get((i, j), 0) + a * b
    return {key: value for key, value in total.items() if value != 0}


def commutator(left: Table, right: Table) -> Table:
    """left·right - right·left."""
    return combine((1, product(left, right)), (-1, product(right, left)))


def transpose(table: Table) -> Table:
    """The transpose."""
    return {(j, i): value for (i, j), value in table.items()}


def shifted(table: Table, offset: int) -> Table:
    """The same block, further down the diagonal."""
    return {(i + offset, j + offset): value for (i, j), value in table.items()}


def realified(real: Table, imaginary: Table) -> Table:
    """The real matrix of a complex one: each entry a + ib becomes the block [[a, -b], [b, a]]."""
    total: dict[tuple[int, int], Scalar] = {}
    for (i, j), a in real.items():
        total[2 * i, 2 * j] = total[2 * i + 1, 2 * j + 1] = a
    for (i, j), b in imaginary.items():
        total[2 * i, 2 * j + 1], total[2 * i + 1, 2 * j] = -b, b
    return total


def trace(table: Table) -> Scalar:
    """The sum of the diagonal."""
    total: Scalar = 0
    for (i, j), value in table.items():
        if i == j:
            total = total + value
    return total


def sparse(table: Table, rows: int, columns: int | None = None) -> SparseMatrix:
    """The exact matrix of a table; square unless `columns` is given."""
    return SparseMatrix.from_entries(table, rows, rows if columns is None else columns)


def is_rational(value: Scalar) -> bool:
    """Whether a scalar is rational."""
    return not isinstance(value, Alg) or value.is_rational


def as_fraction(value: Scalar) -> Fraction:
    """A rational scalar as a fraction."""
    return value.as_fraction() if isinstance(value, Alg) else Fraction(value)
