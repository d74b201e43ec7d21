"""Dense exact linear algebra: inverses, determinants and elimination over QQ (FLINT) and number fields (Gauss-Jordan)."""

from __future__ import annotations

from collections.abc import Sequence

import flint

from catalg.exact.field import QQ, Alg, NumberField, Scalar, coerce_all, to_fmpq
from catalg.exact.sparse import SparseMatrix, Vector, plain

Dense = Sequence[Sequence[Scalar]]


def _square(matrix: Dense) -> tuple[int, NumberField, list[Alg]]:
    n = len(matrix)
    if any(len(row) != n for row in matrix):
        raise ValueError("the matrix is not square")
    field, entries = coerce_all([x for row in matrix for x in row])
    return n, field, entries


def inverse(matrix: Dense) -> tuple[tuple[Scalar, ...], ...]:
    """The inverse of a square matrix; `ZeroDivisionError` if it is singular, `ValueError` if it is not square.

    >>> inverse([[2, 1], [1, 1]])
    ((1, -1), (-1, 2))
    """
    n, field, entries = _square(matrix)
    if field is QQ:
        found = flint.fmpq_mat(n, n, [to_fmpq(x.as_fraction()) for x in entries]).inv()
        return tuple(tuple(plain(x) for x in row) for row in found.tolist())
    zero, one = field.zero, field.one
    rows = [[*entries[i * n : (i + 1) * n], *(one if j == i else zero for j in range(n))] for i in range(n)]
    _, pivots, _ = _eliminate(rows, n)
    if len(pivots) < n:
        raise ZeroDivisionError("the matrix is singular")
    return tuple(tuple(plain(x) for x in row[n:]) for row in rows)


def determinant(matrix: Dense) -> Scalar:
    """The determinant of a square matrix (1 for the empty one); `ValueError` if it is not square.

    >>> determinant([[1, 2], [3, 4]])
    -2
    """
    n, field, entries = _square(matrix)
    if field is QQ:
        return plain(flint.fmpq_mat(n, n, [to_fmpq(x.as_fraction()) for x in entries]).det())
    _, pivots, value = _eliminate([entries[i * n : (i + 1) * n] for i in range(n)], n)
    return plain(value) if len(pivots) == n else 0


def _eliminate(rows: list[list[Alg]], width: int) -> tuple[list[list[Alg]], list[int], Alg]:
    """Reduces rows in place to reduced echelon form on the first `width` columns; pivots, and the product of the pivots
    with the sign of the row exchanges."""
    pivots: list[int] = []
    field = rows[0][0].field if rows and rows[0] else QQ
    product = field.one
    for column in range(width):
        top = len(pivots)
        found = next((i for i in range(top, len(rows)) if rows[i][column]), None)
        if found is None:
            continue
        if found != top:
            rows[top], rows[found] = rows[found], rows[top]
            product = -product
        product = product * rows[top][column]
        scale = rows[top][column].inverse()
        pivot_row = rows[top] = [scale * x if x else x for x in rows[top]]
        for i, row in enumerate(rows):
            weight = row[column]
            if i != top and weight:
                rows[i] = [x - weight * y if y else x for x, y in zip(row, pivot_row, strict=True)]
        pivots.append(column)
    return rows, pivots, product


def _echelon(vectors: Sequence[Vector], columns: Sequence[int], field: NumberField) -> list[dict[int, Scalar]]:
    """The reduced echelon form of the vectors with respect to the given order of columns, non-zero rows only."""
    width = len(columns)
    if not vectors or not width:
        return []
    if field is QQ:
        cells = [to_fmpq(v.get(j, 0)) for v in vectors for j in columns]  # type: ignore[arg-type]
        reduced, rank = flint.fmpq_mat(len(vectors), width, cells).rref()
        lines = [[plain(x) for x in row] for row in reduced.tolist()[: int(rank)]]
    else:
        rows, pivots, _ = _eliminate([[field(v.get(j, 0)) for j in columns] for v in vectors], width)
        lines = [[plain(x) for x in row] for row in rows[: len(pivots)]]
    return [{j: x for j, x in zip(columns, line, strict=True) if x} for line in lines]


def span_exact(vectors: Sequence[Vector], field: NumberField) -> list[Vector]:
    """The reduced echelon basis of a span by exact elimination (slow; no prime is involved)."""
    support = sorted({j for v in vectors for j in v})
    return [dict(sorted(v.items())) for v in _echelon(vectors, support, field)]


def kernel_exact(matrix: SparseMatrix) -> list[Vector]:
    """The canonical nullspace basis by exact elimination (slow; no prime is involved)."""
    order = range(matrix.ncols - 1, -1, -1)
    basis: dict[int, Vector] = {j: {j: 1} for j in range(matrix.ncols)}
    for row in _echelon([row for row in matrix.rows if row], order, matrix.field):
        lead = max(row)
        del basis[lead]
        for j, x in row.items():
            if j != lead:
                basis[j][lead] = plain(-x)
    return [dict(sorted(v.items())) for v in basis.values()]
