"""Ranks modulo primes against the kernels of the other elimination; split primes; reduction of numbers."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import flint
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from catalg.exact import gauss_jordan, modular
from catalg.exact.field import QQ, NumberField, coerce_all, cos_pi, nth_root, sqrt_rational
from catalg.exact.gauss_jordan import kernel_mod_p, reduced_echelon
from catalg.exact.modular import (
    linear_prime,
    nullity_upper_bound,
    primes_below,
    rank_mod_p,
    reduce_scalar,
    roots_mod_p,
    split_primes,
    splits,
)
from catalg.exact.nullspace import nullspace
from catalg.exact.sparse import SparseMatrix

P = 10007


def random_rows(seed: int, nrows: int, ncols: int, density: float, p: int = P) -> list[dict[int, int]]:
    random = Random(seed)
    return [
        {j: random.randrange(1, p) for j in range(ncols) if random.random() < density} for _ in range(nrows)
    ]


def flint_rank(rows: list[dict[int, int]], ncols: int, p: int) -> int:
    cells = [row.get(j, 0) for row in rows for j in range(ncols)]
    return int(flint.nmod_mat(len(rows), ncols, cells, p).rank())


@pytest.mark.parametrize("density", [0.02, 0.1, 0.5, 1.0])
@pytest.mark.parametrize("shape", [(1, 1), (12, 30), (30, 12), (40, 40), (70, 60)])
@pytest.mark.parametrize("p", [3, P])
def test_three_eliminations_agree(shape: tuple[int, int], density: float, p: int) -> None:
    for seed in range(3):
        rows = random_rows(seed, *shape, density, p)
        expected = flint_rank(rows, shape[1], p)
        assert rank_mod_p(rows, shape[1], p) == expected
        kernel = kernel_mod_p(rows, shape[1], p)
        assert len(kernel.pivots) == shape[1] - expected
        assert all(sum(x * v.get(j, 0) for j, x in row.items()) % p == 0 for row in rows for v in kernel.vectors)
        assert [v[lead] for lead, v in zip(kernel.pivots, kernel.vectors, strict=True)] == [1] * len(kernel.pivots)
        span = reduced_echelon(rows, p)
        assert len(span.pivots) == expected


def test_sparse_and_dense_routes_give_the_same_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in range(4):
        rows = random_rows(seed, 40, 50, 0.2) + random_rows(seed + 9, 20, 50, 0.04)
        dense = kernel_mod_p(rows, 50, P)
        rank = rank_mod_p(rows, 50, P)
        with monkeypatch.context() as patch:
            patch.setattr(gauss_jordan, "DENSE_CELLS", 0)
            patch.setattr(modular, "DENSE_CELLS", 0)
            assert kernel_mod_p(rows, 50, P) == dense
            assert rank_mod_p(rows, 50, P) == rank
        with monkeypatch.context() as patch:
            patch.setattr(gauss_jordan, "SMALL", 0)
            patch.setattr(gauss_jordan, "CROWDED", 0.01)
            assert kernel_mod_p(rows, 50, P) == dense


def test_split_primes_split() -> None:
    for field in (NumberField.sqrt(-1), cos_pi(Fraction(2, 7)).field, coerce_all([sqrt_rational(2), nth_root(2, 3)])[0]):
        for p in split_primes(field, 5000, 3):
            roots = roots_mod_p(field, p)
            assert splits(field, p) and len(roots) == field.degree
            assert all(sum(c * r**k for k, c in enumerate(field.minpoly)) % p == 0 for r in roots)
    assert split_primes(NumberField.sqrt(-1), 100, 3) == [97, 89, 73]
    assert split_primes(QQ, 20, 3) == [19, 17, 13]
    assert split_primes(NumberField.sqrt(-1), 100, 50, tries=5) == [97, 89, 73]
    assert [p for p, _ in zip(primes_below(12), range(9), strict=False)] == [11, 7, 5, 3]


coefficient_lists = st.lists(st.fractions(max_denominator=30), min_size=3, max_size=3)


@given(coefficient_lists, coefficient_lists)
@settings(deadline=None)
def test_reduction_is_a_homomorphism(a: list[Fraction], b: list[Fraction]) -> None:
    field = nth_root(5, 3).field
    p, root = linear_prime(field)
    x, y = field.element(a), field.element(b)
    left, right = reduce_scalar(x, p, root), reduce_scalar(y, p, root)
    assert reduce_scalar(x * y, p, root) == left * right % p
    assert reduce_scalar(x + y, p, root) == (left + right) % p
    assert reduce_scalar(a[0], p) == a[0].numerator * pow(a[0].denominator, -1, p) % p


def test_denominators_reject_the_prime() -> None:
    with pytest.raises(ZeroDivisionError):
        reduce_scalar(Fraction(1, 7), 7)
    p, _ = linear_prime(QQ)
    bound, evidence = nullity_upper_bound(SparseMatrix.from_dense([[Fraction(1, p), 1]]))
    assert bound == 1 and evidence["prime"] != p


@given(st.lists(st.lists(st.integers(-2, 2), min_size=5, max_size=5), min_size=1, max_size=6), st.integers(0, 5))
@settings(max_examples=50, deadline=None)
def test_the_bound_is_met(rows: list[list[int]], seed: int) -> None:
    matrix = SparseMatrix.from_dense(rows)
    bound, evidence = nullity_upper_bound(matrix, seed)
    assert bound == len(nullspace(matrix))
    assert evidence["rank"] == 5 - bound and flint.fmpz(evidence["prime"]).is_prime()


def test_a_bad_prime_only_raises_the_bound() -> None:
    p, _ = linear_prime(QQ)
    matrix = SparseMatrix.from_dense([[p, 0], [0, 1]])
    assert nullity_upper_bound(matrix, 0)[0] == 1
    assert nullity_upper_bound(matrix, 1)[0] == 0 == len(nullspace(matrix))


def test_bound_over_a_number_field() -> None:
    root = sqrt_rational(2)
    matrix = SparseMatrix.from_dense([[root, 2, 0], [1, root, 0]])
    bound, evidence = nullity_upper_bound(matrix)
    assert bound == 2 and (evidence["root"] ** 2 - 2) % evidence["prime"] == 0
