"""Polynomials over number fields, exact turns, and points of varieties modulo primes."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalg.exact.field import sqrt_rational
from catalg.exact.modular_points import ModularPoints, dense_rank
from catalg.exact.poly import ModularPolynomial, PolynomialRing
from catalg.exact.rotation import frequencies, highest_level, quarter_turns
from catalg.exact.sparse import SparseMatrix

SMALL = st.integers(-4, 4)
TABLES = st.dictionaries(st.tuples(st.integers(0, 3), st.integers(0, 3)), SMALL, max_size=5)


@given(TABLES, TABLES, SMALL, SMALL)
def test_products_agree_with_values(a: dict, b: dict, x: int, y: int) -> None:  # type: ignore[type-arg]
    ring = PolynomialRing(2)
    p = 10007
    one, two = ring.element(a), ring.element(b)

    def value(element: object) -> int:
        return ModularPolynomial(ring.table(element), p)([x % p, y % p])

    assert value(one * two) == value(one) * value(two) % p
    assert value(ring.substitute(one, [two, one])) == ModularPolynomial(ring.table(one), p)([value(two), value(one)])


@given(TABLES, SMALL, SMALL)
def test_gradients_are_derivatives(a: dict, x: int, y: int) -> None:  # type: ignore[type-arg]
    ring, p = PolynomialRing(2), 10007
    element = ring.element(a)
    point = [x % p, y % p]
    derived = [ModularPolynomial(ring.table(ring.derivative(element, k)), p)(point) for k in range(2)]
    assert ModularPolynomial(ring.table(element), p).gradient(point) == derived


def test_number_field_coefficients_are_reduced() -> None:
    root = sqrt_rational(3)
    ring = PolynomialRing(1, root.field)
    (x,) = ring.coordinates
    square = (ring.scalar(root) * x) ** 2
    assert ring.is_zero(square - 3 * x * x)
    assert ring.table(square) == {(2,): Fraction(3)}
    with pytest.raises(ValueError, match="another number field"):
        ring.scalar(sqrt_rational(5))


def test_rational_substitution_clears_denominators() -> None:
    ring = PolynomialRing(2)
    x, y = ring.coordinates
    top, bottom = ring.substitute_rational(x * x + y, [(ring.one, x), (y, y + 1)])
    assert top == y + 1 + y * x * x and bottom == x * x * (y + 1)


def test_ideal_membership() -> None:
    ring = PolynomialRing(3)
    x, y, z = ring.coordinates
    basis = ring.grobner([x * x + y * y + z * z - 1, x * y - z])
    assert basis is not None
    assert ring.remainder(x * (x * x + y * y + z * z - 1) + (x * y - z) * z, basis) == 0
    assert ring.remainder(x + y, basis) != 0


def test_quarter_turns_of_several_frequencies() -> None:
    turn = SparseMatrix.from_dense([[0, -1, 0, 0], [1, 0, 0, 0], [0, 0, 0, -2], [0, 0, 2, 0]])
    assert frequencies(turn)[0] == 1 and highest_level(turn, Fraction(1)) == 2
    quarter = quarter_turns(turn, Fraction(1), 1)
    assert quarter is not None
    assert quarter.to_dense() == ((0, -1, 0, 0), (1, 0, 0, 0), (0, 0, -1, 0), (0, 0, 0, -1))
    assert quarter_turns(turn, Fraction(1), 4) == SparseMatrix.identity(4)


def test_what_does_not_rotate_has_no_turn() -> None:
    shear = SparseMatrix.from_dense([[0, 1], [0, 0]])
    assert highest_level(shear, Fraction(1)) is None and quarter_turns(shear, Fraction(1), 1) is None
    boost = SparseMatrix.from_dense([[0, 1], [1, 0]])
    assert quarter_turns(boost, Fraction(-1), 1) is None
    assert quarter_turns(boost, Fraction(-1), 2) == SparseMatrix.identity(2).scale(-1)


def test_points_of_the_rotation_group() -> None:
    """Six quadratic equations in nine unknowns."""
    ring, p = PolynomialRing(9), 2147483629
    x = ring.coordinates
    equations = [
        sum((x[3 * i + k] * x[3 * j + k] for k in range(3)), ring.zero) - int(i == j) for i in range(3) for j in range(i, 3)
    ]
    point = ModularPoints(ring, equations, p, 0, 3).point()
    assert point is not None
    compiled = [ModularPolynomial(ring.table(e), p) for e in equations]
    assert all(e(point) == 0 for e in compiled)
    assert dense_rank([e.gradient(point) for e in compiled], p) == 6
