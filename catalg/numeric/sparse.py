"""Exact sparse matrices on arrays: gather, multiply, sum along padded rows.

A value that fills more than half of a matrix is taken out as c*ones, whose product is one sum; what is left is sparse again
(ones - I, the other orbit of a symmetric group, costs as much as I).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from catalg.exact.sparse import SparseMatrix
from catalg.numeric.exact_numbers import Number, as_number
from catalg.numeric.namespace import Array, Arrays


@dataclass(frozen=True, slots=True)
class Operator:
    """A matrix as `filled`*ones plus rows padded to one width: `columns` and `values` of shape (rows, width)."""

    nrows: int
    ncols: int
    filled: Number
    columns: Any
    values: Any
    identity: bool = False

    @staticmethod
    def of(matrix: SparseMatrix) -> Operator:
        """From an exact matrix."""
        import numpy

        table = [{j: as_number(v) for j, v in row.items()} for row in matrix.rows]
        counted = Counter(v for row in table for v in row.values())
        filled: Number = 0.0
        if counted:
            value, often = counted.most_common(1)[0]
            if 2 * often > matrix.nrows * matrix.ncols:
                filled = value
                full = [{j: row.get(j, 0.0) - filled for j in range(matrix.ncols)} for row in table]
                table = [{j: v for j, v in row.items() if v != 0} for row in full]
        width = max((len(row) for row in table), default=0)
        kind = complex if any(isinstance(v, complex) for row in table for v in row.values()) else float
        columns = numpy.zeros((matrix.nrows, width), dtype=numpy.int64)
        values = numpy.zeros((matrix.nrows, width), dtype=kind)
        for i, row in enumerate(table):
            for k, j in enumerate(sorted(row)):
                columns[i, k], values[i, k] = j, row[j]
        plain = matrix.nrows == matrix.ncols and width == 1
        same = plain and bool((columns[:, 0] == numpy.arange(matrix.nrows)).all() and (values == 1).all())
        return Operator(matrix.nrows, matrix.ncols, filled, columns, values, same)

    @property
    def is_complex(self) -> bool:
        """Whether an entry is not real."""
        return isinstance(self.filled, complex) or self.values.dtype.kind == "c"

    def apply(self, arrays: Arrays, x: Array) -> Array:
        """From (..., ncols) to (..., nrows)."""
        xp, lead = arrays.xp, tuple(x.shape[:-1])
        width = self.columns.shape[1]
        total = None
        if self.identity:
            total = x
        elif width:
            taken = xp.take(x, arrays.indices(self.columns.reshape(-1)), axis=-1)
            taken = xp.reshape(taken, (*lead, self.nrows, width))
            total = (
                xp.sum(taken * arrays.constant(self.values), axis=-1)
                if width > 1
                else (taken[..., 0] * arrays.constant(self.values[:, 0]))
            )
        if self.filled:
            whole = xp.sum(x, axis=-1, keepdims=True) * self.filled
            total = whole if total is None else total + whole
        if total is None:
            total = arrays.zeros((*lead, self.nrows))
        return xp.broadcast_to(total, (*lead, self.nrows))
