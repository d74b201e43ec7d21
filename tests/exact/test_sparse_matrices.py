"""Sparse matrices: algebra against dense arithmetic, normal form of entries."""

from __future__ import annotations

import pickle
from fractions import Fraction

import flint
import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalg.exact.field import QQ, Alg, NumberField, Scalar, coerce_all, sqrt_rational
from catalg.exact.sparse import SparseMatrix

ROOT2 = sqrt_rational(2)
scalars = st.one_of(
    st.integers(-3, 3),
    st.fractions(min_value=-2, max_value=2, max_denominator=5),
    st.sampled_from([ROOT2, 1 - ROOT2, sqrt_rational(3)]),
)


def matrices(nrows: int, ncols: int) -> st.SearchStrategy[list[list[Scalar]]]:
    return st.lists(st.lists(scalars, min_size=ncols, max_size=ncols), min_size=nrows, max_size=nrows)


def product(a: list[list[Scalar]], b: list[list[Scalar]]) -> tuple[tuple[Scalar, ...], ...]:
    return tuple(
        tuple(sum((x * y for x, y in zip(row, column, strict=True)), 0) for column in zip(*b, strict=True))
        for row in a
    )


@given(matrices(2, 3), matrices(3, 2), matrices(2, 3))
def test_ring_operations(a: list[list[Scalar]], b: list[list[Scalar]], c: list[list[Scalar]]) -> None:
    first, second, third = (SparseMatrix.from_dense(m) for m in (a, b, c))
    assert (first @ second).to_dense() == product(a, b)
    assert (first + third).to_dense() == tuple(
        tuple(x + y for x, y in zip(r, s, strict=True)) for r, s in zip(a, c, strict=True)
    )
    assert (first - first).is_zero
    assert first.transpose().transpose() == first
    assert (first @ second).transpose() == second.transpose() @ first.transpose()
    assert (first + third) @ second == first @ second + third @ second
    assert first.apply({0: 2, 2: ROOT2}) == {
        i: y for i, row in enumerate(a) if (y := 2 * row[0] + ROOT2 * row[2])
    }


@given(matrices(2, 2), matrices(1, 2), matrices(2, 2), matrices(2, 1))
def test_kronecker_products_multiply(
    a: list[list[Scalar]], b: list[list[Scalar]], c: list[list[Scalar]], d: list[list[Scalar]]
) -> None:
    first, second, third, fourth = (SparseMatrix.from_dense(m) for m in (a, b, c, d))
    assert first.kron(second) @ third.kron(fourth) == (first @ third).kron(second @ fourth)
    assert first.kron(second).shape == (2, 4)
    assert first.direct_sum(second) @ third.direct_sum(fourth) == (first @ third).direct_sum(second @ fourth)


def test_row_major_kronecker() -> None:
    a = SparseMatrix.from_dense([[1, 2], [3, 4]])
    b = SparseMatrix.from_dense([[5, 6, 7]])
    assert a.kron(b).to_dense() == ((5, 6, 7, 10, 12, 14), (15, 18, 21, 20, 24, 28))


def test_entries_are_in_plainest_form() -> None:
    m = SparseMatrix.from_dense([[flint.fmpq(4, 2), QQ(Fraction(1, 2)), ROOT2 * ROOT2, ROOT2 - ROOT2, ROOT2]])
    row = m.rows[0]
    assert row == {0: 2, 1: Fraction(1, 2), 2: 2, 4: ROOT2}
    assert [type(x) for x in row.values()] == [int, Fraction, int, Alg]
    assert m.field is NumberField.sqrt(2)
    assert (m.transpose() @ m).field is NumberField.sqrt(2)
    assert (m @ m.transpose()).field is QQ
    assert SparseMatrix.from_dense([[ROOT2]]).scale(ROOT2).field is QQ
    with pytest.raises(TypeError):
        SparseMatrix.from_dense([[0.5]])
    with pytest.raises(ValueError, match="column index"):
        SparseMatrix.of([{3: 1}], 3)
    with pytest.raises(ValueError, match="different lengths"):
        SparseMatrix.from_dense([[1], [1, 2]])


def test_entries_share_one_field() -> None:
    m = SparseMatrix.from_dense([[ROOT2, sqrt_rational(3)]])
    assert m.field is coerce_all([ROOT2, sqrt_rational(3)])[0]
    assert {x.field for x in m.rows[0].values() if isinstance(x, Alg)} == {m.field}
    assert pickle.loads(pickle.dumps(m)) == m


def test_permutation_matrices() -> None:
    m = SparseMatrix.permutation([2, 0, 1])
    assert m.apply({0: 1}) == {2: 1}
    assert m @ m @ m == SparseMatrix.identity(3)
