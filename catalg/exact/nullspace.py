"""Exact nullspaces, spans and solutions of linear systems over QQ and number fields.

The canonical basis of a kernel (and of a span) is the reduced row echelon form of the basis vectors: vectors are ordered by
their leading index, ascending; the leading entry is 1 and is the only non-zero entry of the basis at that index.

Method: the kernel is computed modulo primes that split completely in the field, at every root of the minimal polynomial;
coefficients are interpolated from the roots, combined by the Chinese remainder theorem and reconstructed as rationals.  The
result is then checked by exact multiplication.  The nullity modulo a prime bounds the exact one from above, so a checked set
of that many independent vectors is a basis (J. Dixon, *Exact solution of linear equations using p-adic expansions*, 1982;
J. von zur Gathen and J. Gerhard, *Modern Computer Algebra*, sections 5.10 and 12).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import lcm

from catalg.exact.dense import determinant, inverse, kernel_exact, span_exact
from catalg.exact.field import Scalar
from catalg.exact.gauss_jordan import Kernel, kernel_mod_p, reduced_echelon
from catalg.exact.lifting import lifted_bases
from catalg.exact.modular import reduce_rows
from catalg.exact.sparse import SparseMatrix, Vector, coerce_vectors, common_field, plain, plain_vector


def _fewer_or_earlier(a: tuple[int, ...], b: tuple[int, ...]) -> bool:
    """Kernels grow at bad primes; of equally many leading indices the exact ones come earliest."""
    return (len(a), a) < (len(b), b)


def _more_or_earlier(a: tuple[int, ...], b: tuple[int, ...]) -> bool:
    """Spans shrink at bad primes; of equally many leading indices the exact ones come earliest."""
    return (-len(a), a) < (-len(b), b)


def nullspace(matrix: SparseMatrix) -> list[Vector]:
    """The canonical basis of {v : matrix v = 0}, as sparse vectors.

    >>> nullspace(SparseMatrix.from_dense([[1, 2, 3], [2, 4, 6]]))
    [{0: 1, 2: Fraction(-1, 3)}, {1: 1, 2: Fraction(-2, 3)}]
    """
    rows, ncols = matrix.rows, matrix.ncols

    def modulo(p: int, root: int) -> Kernel:
        return kernel_mod_p(reduce_rows(rows, p, root), ncols, p)

    for candidate in lifted_bases(matrix.field, modulo, _fewer_or_earlier):
        columns = _columns(rows, set().union(*candidate))
        if all(_annihilates(columns, v) for v in candidate):
            return candidate
    return kernel_exact(matrix)


def rank(matrix: SparseMatrix) -> int:
    """The exact rank.

    >>> rank(SparseMatrix.from_dense([[1, 2], [2, 4]]))
    1
    """
    narrow = matrix if matrix.ncols <= matrix.nrows else matrix.transpose()
    return narrow.ncols - len(nullspace(narrow))


def row_space_rref(vectors: Sequence[Mapping[int, Scalar]]) -> list[Vector]:
    """The canonical basis of the span of the vectors (over the field that their entries generate).

    >>> row_space_rref([{0: 2, 1: 4}, {0: 1, 1: 2}, {1: 3}])
    [{0: 1}, {1: 1}]
    """
    rows = [plain_vector(v) for v in vectors]
    field = common_field(rows)
    rows = coerce_vectors(rows, field)

    def modulo(p: int, root: int) -> Kernel:
        return reduced_echelon(reduce_rows(rows, p, root), p)

    for candidate in lifted_bases(field, modulo, _more_or_earlier):
        if all(not _remainder(v, candidate) for v in rows):
            return candidate
    return span_exact(rows, field)


def in_span(vector: Mapping[int, Scalar], basis: Sequence[Mapping[int, Scalar]]) -> bool:
    """Whether the vector is a linear combination of the others."""
    return coordinates(vector, row_space_rref(basis)) is not None


def coordinates(vector: Mapping[int, Scalar], echelon: Sequence[Vector]) -> tuple[Scalar, ...] | None:
    """The coordinates in a reduced echelon basis (as `row_space_rref` and `nullspace` return it), or `None` outside."""
    work = plain_vector(vector)
    if _remainder(work, echelon):
        return None
    return tuple(work.get(min(v), 0) for v in echelon)


def subspace_equal(first: Sequence[Mapping[int, Scalar]], second: Sequence[Mapping[int, Scalar]]) -> bool:
    """Whether two families of vectors span the same subspace (over a common field).

    >>> subspace_equal([{0: 1, 1: 1}, {1: 1}], [{0: 1}, {1: 5}])
    True
    """
    return row_space_rref(first) == row_space_rref(second)


def solve(matrix: SparseMatrix, rhs: Mapping[int, Scalar]) -> Vector | None:
    """The canonical solution of matrix x = rhs, or `None` if there is none.

    It is the solution that vanishes at the leading indices of the canonical nullspace basis.

    >>> solve(SparseMatrix.from_dense([[1, 1]]), {0: 3})
    {1: 3}
    """
    target = plain_vector(rhs)
    rows: list[Vector] = []
    for i, row in enumerate(matrix.rows):
        extended: Vector = {j + 1: x for j, x in row.items()}
        if i in target:
            extended[0] = plain(-target[i])
        rows.append(extended)
    if any(i < 0 or i >= matrix.nrows for i in target):
        raise ValueError("the right-hand side is longer than the matrix is high")
    basis = nullspace(SparseMatrix.of(rows, matrix.ncols + 1))
    if not basis or 0 not in basis[0]:
        return None
    return {j - 1: x for j, x in basis[0].items() if j}


# -- checks ------------------------------------------------------------------------------------------------------------
def _columns(rows: Sequence[Vector], support: set[int]) -> dict[int, list[tuple[int, Scalar]]]:
    """The columns in `support`, as lists of (row, entry), with the denominators of each row cleared."""
    columns: dict[int, list[tuple[int, Scalar]]] = {j: [] for j in support}
    for i, row in enumerate(rows):
        if support.isdisjoint(row):
            continue
        scale = lcm(*(x.denominator for x in row.values() if x.__class__ is Fraction))
        for j, x in row.items():
            if j in support:
                columns[j].append((i, x if scale == 1 else plain(x * scale)))
    return columns


def _annihilates(columns: Mapping[int, list[tuple[int, Scalar]]], vector: Vector) -> bool:
    """Exactly: does the matrix with these columns send the vector to zero?"""
    scale = lcm(*(x.denominator for x in vector.values() if isinstance(x, Fraction)))
    total: dict[int, Scalar] = {}
    get = total.get
    for j, x in vector.items():
        if scale != 1:
            x = plain(x * scale)
        for i, a in columns.get(j, ()):
            total[i] = get(i, 0) + a * x
    return not any(total.values())


def _remainder(vector: Vector, echelon: Sequence[Vector]) -> Vector:
    """The vector minus its projection along a reduced echelon basis: empty exactly for members of the span."""
    work: dict[int, Scalar] = dict(vector)
    for v in echelon:
        weight = vector.get(min(v), 0)
        if weight:
            for j, x in v.items():
                work[j] = work.get(j, 0) - weight * x
    return {j: x for j, x in work.items() if x}


__all__ = [
    "coordinates",
    "determinant",
    "in_span",
    "inverse",
    "nullspace",
    "rank",
    "row_space_rref",
    "solve",
    "subspace_equal",
]
