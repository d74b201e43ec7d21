"""Sums of square roots."""

from __future__ import annotations

from fractions import Fraction

import pytest

from catalg.exact.field import I, NumberField, sqrt_rational
from catalg.exact.surds import NotASurd, at, joined, plus, root, single, squarefree, times


def test_squarefree_parts() -> None:
    for n in range(1, 400):
        s, q = squarefree(n)
        assert s * s * q == n and all(q % (p * p) for p in range(2, 20))
    assert squarefree(10_007**2 * 3) == (10_007, 3)
    with pytest.raises(NotASurd):
        squarefree(1_000_003 * 1_000_033)


def test_arithmetic() -> None:
    assert root(Fraction(12, 5)) == (Fraction(2, 5), 15)
    assert joined(6, 10) == (2, 15)
    a = {(2, (1,)): Fraction(1), (1, (0,)): Fraction(3)}  # 3 + sqrt(2) x
    b = {(2, (1,)): Fraction(-1), (1, (0,)): Fraction(3)}
    assert times(a, b) == {(1, (0,)): 9, (1, (2,)): -2}
    assert plus(a, a, Fraction(-1)) == {}
    assert at(times(a, a), [Fraction(1)]) == {1: 11, 2: 6}


def test_single_square_roots() -> None:
    assert single(sqrt_rational(12)) == (2, 3) and single(-sqrt_rational(Fraction(1, 2))) == (Fraction(-1, 2), 2)
    for other in (I, NumberField.sqrt(2).generator + 1):
        with pytest.raises(NotASurd):
            single(other)
