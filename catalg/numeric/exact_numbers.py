"""Exact numbers as floating-point ones: rationals correctly rounded, algebraic numbers from their enclosures."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from catalg.exact.algebraic import Alg
from catalg.exact.sparse import SparseMatrix

Number = float | complex


def as_number(value: object) -> Number:
    """A float, or a complex number where the value is not real.

    >>> as_number(Fraction(1, 2))
    0.5
    """
    if isinstance(value, Alg):
        found: Any = value.approx(96)
        real, imaginary = float(found.real.mid()), float(found.imag.mid())
        return real if value.is_real() else complex(real, imaginary)
    if isinstance(value, int | Fraction):
        return float(value)
    raise TypeError(f"not an exact number: {value!r}")


def entries(matrix: SparseMatrix) -> tuple[list[int], list[int], list[Number]]:
    """Rows, columns and values of the entries that are not zero, row by row."""
    rows, columns, values = [], [], []
    for i, row in enumerate(matrix.rows):
        for j in sorted(row):
            rows.append(i)
            columns.append(j)
            values.append(as_number(row[j]))
    return rows, columns, values


def dense(matrix: SparseMatrix) -> Any:
    """The matrix as a NumPy array, float64 or complex128."""
    import numpy

    rows, columns, values = entries(matrix)
    kind = numpy.complex128 if any(isinstance(v, complex) for v in values) else numpy.float64
    result = numpy.zeros(matrix.shape, dtype=kind)
    if rows:
        result[rows, columns] = values
    return result
