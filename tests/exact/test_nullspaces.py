"""Nullspaces, spans and systems: against SymPy, canonical form, planted bad primes, problem sizes of interest."""

from __future__ import annotations

import itertools
import time
from fractions import Fraction
from math import prod

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy.polys.matrices import DomainMatrix

from catalg.exact.dense import determinant, inverse, kernel_exact, span_exact
from catalg.exact.field import (
    Alg,
    NumberField,
    Scalar,
    algebraic_sqrt,
    cos_pi,
    nth_root,
    root_of_unity,
    sin_pi,
    sqrt_rational,
)
from catalg.exact.gauss_jordan import kernel_mod_p
from catalg.exact.lifting import rational_reconstruction
from catalg.exact.modular import WORD, primes_below
from catalg.exact.nullspace import (
    coordinates,
    in_span,
    nullspace,
    rank,
    row_space_rref,
    solve,
    subspace_equal,
)
from catalg.exact.sparse import SparseMatrix, Vector

ROOT2, ROOT3 = sqrt_rational(2), sqrt_rational(3)
P = next(primes_below(WORD))


def is_canonical(basis: list[Vector]) -> bool:
    leads = [min(v) for v in basis]
    return leads == sorted(set(leads)) and all(
        v[lead] == 1 and all(other is v or lead not in other for other in basis)
        for v, lead in zip(basis, leads, strict=True)
    )


def check_kernel(matrix: SparseMatrix, dimension: int | None = None) -> list[Vector]:
    basis = nullspace(matrix)
    assert is_canonical(basis)
    assert all(matrix.apply(v) == {} for v in basis)
    assert all(list(v) == sorted(v) for v in basis)
    if dimension is not None:
        assert len(basis) == dimension
    return basis


entries = st.one_of(
    st.just(0), st.integers(-3, 3), st.fractions(min_value=-9, max_value=9, max_denominator=7)
)


@given(st.integers(1, 6), st.integers(1, 6), st.data())
@settings(max_examples=120, deadline=None)
def test_rational_kernels_against_sympy(nrows: int, ncols: int, data: st.DataObject) -> None:
    rows = data.draw(st.lists(st.lists(entries, min_size=ncols, max_size=ncols), min_size=nrows, max_size=nrows))
    matrix = SparseMatrix.from_dense(rows)
    basis = check_kernel(matrix)
    domain = DomainMatrix([[sympy.QQ(Fraction(x).numerator, Fraction(x).denominator) for x in r] for r in rows],
                          (nrows, ncols), sympy.QQ)
    assert rank(matrix) == domain.rank()
    echelon, pivots = domain.nullspace().rref()
    expected = [
        {j: Fraction(int(x.numerator), int(x.denominator)) for j, x in enumerate(row) if x}
        for row in echelon.to_Matrix().tolist() and echelon.to_list()[: len(pivots)]
    ]
    assert basis == expected
    assert basis == kernel_exact(matrix)


irrational = st.builds(lambda a, b: a + b * ROOT2, st.integers(-2, 2), st.integers(-2, 2))


@given(st.integers(1, 4), st.integers(1, 5), st.data())
@settings(max_examples=60, deadline=None)
def test_quadratic_kernels_against_exact_elimination(nrows: int, ncols: int, data: st.DataObject) -> None:
    rows = data.draw(st.lists(st.lists(irrational, min_size=ncols, max_size=ncols), min_size=nrows, max_size=nrows))
    matrix = SparseMatrix.from_dense(rows)
    basis = check_kernel(matrix)
    assert basis == kernel_exact(matrix)
    assert row_space_rref(matrix.rows) == span_exact(matrix.rows, matrix.field)
    assert len(basis) + len(row_space_rref(matrix.rows)) == ncols
    domain = DomainMatrix.from_Matrix(
        sympy.Matrix(
            [[sympy.Rational(x.coefficients[0]) + (sympy.sqrt(2) * sympy.Rational(x.coefficients[1])
              if x.field.degree == 2 else 0) for x in row] for row in rows]
        ),
        extension=True,
    ).to_field()
    assert rank(matrix) == domain.rank()


@given(st.integers(2, 5), st.data())
@settings(max_examples=40, deadline=None)
def test_low_rank_products_have_the_planted_kernel(n: int, data: st.DataObject) -> None:
    field = data.draw(st.sampled_from([NumberField.sqrt(5), NumberField.cyclotomic(5), nth_root(2, 3).field]))
    numbers = st.lists(st.integers(-2, 2), min_size=field.degree, max_size=field.degree).map(field.element)
    left = data.draw(st.lists(st.lists(numbers, min_size=2, max_size=2), min_size=n, max_size=n))
    right = data.draw(st.lists(st.lists(numbers, min_size=n, max_size=n), min_size=2, max_size=2))
    matrix = SparseMatrix.from_dense(left) @ SparseMatrix.from_dense(right)
    basis = check_kernel(matrix)
    assert len(basis) >= n - 2
    assert basis == kernel_exact(matrix)
    assert rank(matrix) == rank(matrix.transpose())


@given(st.lists(st.lists(st.integers(-2, 2), min_size=4, max_size=4), min_size=1, max_size=5), st.data())
@settings(max_examples=60, deadline=None)
def test_canonical_basis_ignores_order_scale_and_redundancy(rows: list[list[int]], data: st.DataObject) -> None:
    matrix = SparseMatrix.from_dense(rows)
    order = data.draw(st.permutations(range(len(rows))))
    factors = data.draw(st.lists(st.sampled_from([1, -1, 10**6, Fraction(1, 7)]), min_size=5, max_size=5))
    shuffled = [[factors[k] * x for x in rows[i]] for k, i in enumerate(order)]
    shuffled.append([sum(column) for column in zip(*rows, strict=True)])
    assert nullspace(SparseMatrix.from_dense(shuffled)) == nullspace(matrix)
    assert row_space_rref(SparseMatrix.from_dense(shuffled).rows) == row_space_rref(matrix.rows)


def test_primes_that_lower_the_rank_are_not_believed() -> None:
    second = list(itertools.islice(primes_below(WORD), 2))[1]
    matrix = SparseMatrix.from_dense([[P, 1, 0], [0, P * second, 1]])
    assert len(kernel_mod_p([{1: 1}, {2: 1}], 3, P)) == 2
    assert nullspace(matrix) == [{0: 1, 1: -P, 2: P * P * second}]
    assert nullspace(SparseMatrix.from_dense([[P, 0], [0, 1]])) == []
    assert nullspace(SparseMatrix.from_dense([[Fraction(1, P), 1]])) == [{0: 1, 1: Fraction(-1, P)}]
    assert rank(SparseMatrix.from_dense([[1, 1], [1, 1 + P]])) == 2
    assert row_space_rref([{0: 1, 1: 1}, {0: 1, 1: 1 + P}]) == [{0: 1}, {1: 1}]
    assert row_space_rref([{0: P, 1: 1}]) == [{0: 1, 1: Fraction(1, P)}]


def test_large_coefficients_need_many_primes() -> None:
    big = 10**200 + 7
    assert nullspace(SparseMatrix.from_dense([[big, 3]])) == [{0: 1, 1: Fraction(-big, 3)}]
    x = (1 + ROOT2) ** 90
    assert nullspace(SparseMatrix.from_dense([[x, -1]])) == [{0: 1, 1: x}]


def test_kernel_over_a_field_without_nearby_split_primes() -> None:
    x = algebraic_sqrt(1 + nth_root(2, 3)) + algebraic_sqrt(2 + nth_root(2, 3))
    matrix = SparseMatrix.from_dense([[x, 1, 0], [x * x, x, 0]])
    assert check_kernel(matrix, 2) == [{0: 1, 1: -x}, {2: 1}]


def test_edge_shapes() -> None:
    assert nullspace(SparseMatrix.zero(3, 2)) == [{0: 1}, {1: 1}]
    assert nullspace(SparseMatrix.zero(0, 2)) == [{0: 1}, {1: 1}]
    assert nullspace(SparseMatrix.zero(2, 0)) == []
    assert nullspace(SparseMatrix.identity(4)) == []
    assert row_space_rref([]) == [] and row_space_rref([{}]) == []
    assert rank(SparseMatrix.zero(2, 3)) == 0


@given(st.lists(st.lists(entries, min_size=4, max_size=4), min_size=3, max_size=3), st.data())
@settings(max_examples=60, deadline=None)
def test_solutions(rows: list[list[Scalar]], data: st.DataObject) -> None:
    matrix = SparseMatrix.from_dense(rows)
    x = {j: v for j in range(4) if (v := data.draw(st.integers(-2, 2)))}
    rhs = matrix.apply(x)
    found = solve(matrix, rhs)
    assert found is not None and matrix.apply(found) == rhs
    assert all(min(v) not in found for v in nullspace(matrix))
    other = {i: v for i in range(3) if (v := data.draw(st.integers(-2, 2)))}
    solution = solve(matrix, other)
    extended = SparseMatrix.from_dense([[*row, other.get(i, 0)] for i, row in enumerate(rows)])
    assert (solution is None) == (rank(extended) > rank(matrix))
    if solution is not None:
        assert matrix.apply(solution) == other


def test_solve_over_a_number_field() -> None:
    matrix = SparseMatrix.from_dense([[ROOT2, 1], [1, ROOT3]])
    solution = solve(matrix, {0: 1})
    assert solution is not None and matrix.apply(solution) == {0: 1}
    assert solve(SparseMatrix.from_dense([[ROOT2], [2]]), {0: 1, 1: ROOT2}) == {0: ROOT2 / 2}
    assert solve(SparseMatrix.from_dense([[ROOT2], [2]]), {0: 1, 1: 1}) is None
    assert solve(SparseMatrix.zero(2, 2), {}) == {}
    with pytest.raises(ValueError, match="longer"):
        solve(SparseMatrix.zero(1, 1), {1: 1})


def test_subspaces() -> None:
    plane: list[Vector] = [{0: 1, 1: ROOT2}, {2: 1}]
    assert subspace_equal(plane, [{0: ROOT2, 1: 2}, {0: 1, 1: ROOT2, 2: 5}])
    assert not subspace_equal(plane, [{0: 1}, {2: 1}])
    assert in_span({0: 2, 1: 2 * ROOT2, 2: 1}, plane)
    assert not in_span({1: 1}, plane)
    assert in_span({}, []) and not in_span({0: 1}, [])
    echelon = row_space_rref([{0: 1, 1: 1}, {1: 2, 2: 1}])
    assert coordinates({0: 3, 1: 5, 2: 1}, echelon) == (3, 5)
    assert coordinates({2: 1}, echelon) is None


square = st.integers(1, 4).flatmap(
    lambda n: st.lists(st.lists(st.one_of(entries, irrational), min_size=n, max_size=n), min_size=n, max_size=n)
)


@given(square)
@settings(max_examples=80, deadline=None)
def test_inverse_and_determinant(rows: list[list[Scalar]]) -> None:
    n = len(rows)
    leibniz: Scalar = 0
    for p in itertools.permutations(range(n)):
        inversions = sum(p[i] > p[j] for i in range(n) for j in range(i + 1, n))
        leibniz = leibniz + (-1) ** inversions * prod((rows[i][p[i]] for i in range(n)), start=1)
    assert determinant(rows) == leibniz
    if leibniz:
        assert SparseMatrix.from_dense(rows) @ SparseMatrix.from_dense(inverse(rows)) == SparseMatrix.identity(n)
    else:
        with pytest.raises(ZeroDivisionError):
            inverse(rows)


@given(st.integers(-(10**8), 10**8), st.integers(1, 10**8))
def test_rational_reconstruction(a: int, b: int) -> None:
    value = Fraction(a, b)
    assert rational_reconstruction(value.numerator * pow(value.denominator, -1, P) % P, P) == value


def rotation_invariants(k: int, scale: int = 1) -> SparseMatrix:
    """The invariance conditions of so(3) on T^k(R^3)."""
    rows: list[Vector] = []
    for a, b in ((0, 1), (0, 2), (1, 2)):
        for index in itertools.product(range(3), repeat=k):
            row: Vector = {}
            for i, d in enumerate(index):
                for source, target, sign in ((a, b, 1), (b, a, -1)):
                    if d == source:
                        moved = (*index[:i], target, *index[i + 1 :])
                        j = sum(m * 3 ** (k - 1 - t) for t, m in enumerate(moved))
                        row[j] = row.get(j, 0) + sign * scale
            rows.append(row)
    return SparseMatrix.of(rows, 3**k)


def test_rotation_invariants_of_tensors() -> None:
    for k, dimension in enumerate((1, 0, 1, 1, 3, 6, 15)):
        check_kernel(rotation_invariants(k), dimension)
    assert nullspace(rotation_invariants(4, 10**6)) == nullspace(rotation_invariants(4))


def test_rotation_invariants_of_eighth_powers_are_fast() -> None:
    matrix = rotation_invariants(8)
    start = time.process_time()
    basis = nullspace(matrix)
    assert len(basis) == 91
    assert time.process_time() - start < 20


def intertwiners(first: SparseMatrix, second: SparseMatrix) -> SparseMatrix:
    """The condition second X = X first on X (row-major)."""
    left = second.kron(SparseMatrix.identity(first.nrows))
    return left - SparseMatrix.identity(second.nrows).kron(first.transpose())


@pytest.mark.parametrize("n", [5, 7, 8, 12])
def test_commutant_of_a_rotation(n: int) -> None:
    c, s = cos_pi(Fraction(2, n)), sin_pi(Fraction(2, n))
    turn = SparseMatrix.from_dense([[c, -s], [s, c]])
    assert check_kernel(intertwiners(turn, turn), 2) == [{0: 1, 3: 1}, {1: 1, 2: -1}]


def test_cyclic_group_on_a_hundred_points() -> None:
    shift = SparseMatrix.permutation([*range(1, 100), 0])
    basis = check_kernel(intertwiners(shift, shift), 100)
    assert all(len(v) == 100 and set(v.values()) == {1} for v in basis)


def test_eigenvectors_of_a_shift_over_a_cyclotomic_field() -> None:
    z = root_of_unity(12)
    shift = SparseMatrix.permutation([*range(1, 12), 0])
    (vector,) = check_kernel(shift - SparseMatrix.identity(12).scale(z), 1)
    assert all(isinstance(x, (int, Fraction, Alg)) for x in vector.values())
    assert [vector[j] * z**j for j in range(12)] == [1] * 12
