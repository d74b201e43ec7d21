"""The general element of a space of matrices, written as a person would.

One matrix with parameters while it fits the page, I and ones (the matrix of ones) where they are recognised, else a sum of named basis
matrices. Parameters are alpha, beta, gamma, … while they last, then c[1], c[2], …
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Sequence
from typing import Protocol

from catalg.exact.sparse import SparseMatrix
from catalg.model.display import scalar_term
from catalg.model.ends import LinearEnd
from catalg.terms import Call, Identity, Index, Matrix, Name, Ones, Series, Term, add, mul, num
from catalg.terms.term import ZERO

LETTERS = ("alpha", "beta", "gamma", "epsilon", "zeta", "eta")
"""Names of arbitrary constants; `delta` is missing because it is Kronecker's."""

PAGE = 6
"""Matrices with at most so many rows and columns are shown entry by entry; single rows and columns up to twice as long."""


class DenseElement(Protocol):
    """A basis element that can be written as a matrix."""

    def dense(self) -> SparseMatrix:
        """The matrix."""
        ...


def coefficients(count: int, taken: Collection[str] = ()) -> tuple[Term, ...]:
    """Fresh names for arbitrary constants.

    >>> coefficients(2)
    (Name(name='alpha'), Name(name='beta'))
    """
    letters = [name for name in LETTERS if name not in taken]
    if count <= len(letters):
        return tuple(Name(name) for name in letters[:count])
    head = next(name for name in ("c", "a", "b", "coefficient") if name not in taken)
    return tuple(Index(Name(head), (num(k),)) for k in range(1, count + 1))


def short_name(matrix: SparseMatrix) -> Term | None:
    """`I` for an identity matrix and `ones` for a matrix of ones, of more than one entry; None for any other.

    >>> short_name(SparseMatrix.identity(3))
    Identity()
    """
    if matrix.nrows * matrix.ncols <= 1:
        return None
    if all(len(row) == matrix.ncols and all(x == 1 for x in row.values()) for row in matrix.rows):
        return Ones()
    if matrix.nrows == matrix.ncols and all(len(row) == 1 and row.get(i) == 1 for i, row in enumerate(matrix.rows)):
        return Identity()
    return None


def fits_page(nrows: int, ncols: int) -> bool:
    """Whether a matrix of this shape is shown entry by entry."""
    return (nrows <= PAGE and ncols <= PAGE) or (min(nrows, ncols) == 1 and max(nrows, ncols) <= 2 * PAGE)


def one_matrix(matrices: Sequence[SparseMatrix], names: Sequence[Term], nrows: int, ncols: int) -> Term:
    """Sum of c_k B_k as a single matrix with parameters."""
    cells: list[list[Term]] = [[ZERO] * ncols for _ in range(nrows)]
    for matrix, name in zip(matrices, names, strict=True):
        for i, row in enumerate(matrix.rows):
            for j, value in row.items():
                cells[i][j] = add(cells[i][j], mul(scalar_term(value), name))
    return Matrix(tuple(tuple(row) for row in cells))


def general_element(
    matrices: Sequence[SparseMatrix], nrows: int, ncols: int, taken: Collection[str] = ()
) -> Term:
    """The general element of the span of independent matrices of one shape."""
    if not matrices:
        return ZERO
    names = coefficients(len(matrices), taken)
    if (nrows, ncols) == (1, 1):
        return names[0]
    short = [short_name(matrix) for matrix in matrices]
    if all(name is not None for name in short) and len(short) <= 2:
        return add(*(mul(c, name) for c, name in zip(names, short, strict=True) if name is not None))
    if len(short) == 2 and short[0] is not None and _is_complement(matrices[0], matrices[1]):
        return add(mul(names[0], short[0]), mul(names[1], Ones()))
    if fits_page(nrows, ncols):
        return one_matrix(matrices, names, nrows, ncols)
    return sum_of_basis(names, short)


def _is_complement(first: SparseMatrix, second: SparseMatrix) -> bool:
    return short_name(first + second) == Ones()


def sum_of_basis(names: Sequence[Term], short: Sequence[Term | None], head: str = "B") -> Term:
    """c_1 B_1 + … + c_m B_m with named basis matrices, as a series when there are many."""
    if len(names) > 2 * len(LETTERS):
        indexed = names[0]
        assert isinstance(indexed, Index)
        k = Name("k")
        return Series("k", num(1), num(len(names)), mul(Index(indexed.base, (k,)), Index(Name(head), (k,))))
    return add(
        *(mul(c, name or Index(Name(head), (num(k),))) for k, (c, name) in enumerate(zip(names, short, strict=True), 1))
    )


def table_at(table: Term, arguments: Sequence[str]) -> Term:
    """The entry of a matrix, or of a column, at points given by name."""
    return Index(table, tuple(Name(name) for name in arguments))


def values_at_points(
    end: LinearEnd, matrices: Sequence[SparseMatrix], nrows: int, ncols: int, taken: Collection[str]
) -> Term:
    """A vector-valued function of points: the row of a table of parameters, or a combination of named basis functions."""
    arguments = argument_names(len(end.points))
    names = coefficients(len(matrices), taken)
    if len(arguments) == 1 and fits_page(nrows, ncols):
        return table_at(one_matrix([m.transpose() for m in matrices], names, ncols, nrows), arguments)
    return table_at(sum_of_basis(names, [None] * len(names)), arguments)


def argument_names(count: int) -> tuple[str, ...]:
    """Names for the arguments of a function on a product of sets.

    >>> argument_names(2)
    ('x', 'y')
    """
    return ("x", "y")[:count] if count <= 2 else tuple(f"x{k}" for k in range(1, count + 1))


def kronecker(names: Sequence[str]) -> Term:
    """The product of deltas that says that all the named indices are equal."""
    return mul(*(Call("delta", (Name(a), Name(b))) for a, b in itertools.pairwise(names)))


def combination(terms: Sequence[Term], names: Sequence[Term]) -> Term:
    """c_1 t_1 + … + c_m t_m."""
    return add(*(mul(c, t) for c, t in zip(names, terms, strict=True)))


__all__ = [
    "argument_names", "coefficients", "combination", "fits_page", "general_element", "kronecker",
    "one_matrix", "short_name", "sum_of_basis", "table_at", "values_at_points",
]
