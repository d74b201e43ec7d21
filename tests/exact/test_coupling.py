"""3j symbols and couplings of real harmonics, against SymPy and against rotations computed in floating point."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

import numpy as np
import pytest

from catalg.exact.coupling import (
    NotCoupled,
    coupling_matrix,
    real_three_j,
    squared_length,
    three_j,
)
from catalg.exact.functions import LARGEST_COUPLED, ShapeError, shape_of
from catalg.families.angular_momentum import harmonics, rational_harmonics
from catalg.terms import Call, Dim, Name, num

HALF = Fraction(1, 2)
AXES = np.array([[[0, 0, 0], [0, 0, -1], [0, 1, 0]], [[0, 0, 1], [0, 0, 0], [-1, 0, 0]], [[0, -1, 0], [1, 0, 0], [0, 0, 0]]], float)
TRIPLES = [(1, 1, 0), (1, 1, 1), (1, 2, 2), (2, 1, 3), (2, 2, 4), (3, 2, 1), (3, 4, 6), (6, 6, 11), (7, 1, 6), (2, 8, 7), (0, 3, 3), (4, 0, 4)]


def number(value: tuple[Fraction, int]) -> float:
    return float(value[0]) * sqrt(value[1])


@pytest.mark.parametrize("degrees", [(1, 1, 2), (2, 3, 4), (HALF, HALF, 1), (3 * HALF, 2, HALF), (6, 6, 6)], ids=str)
def test_racah_agrees_with_sympy(degrees: tuple[Fraction, ...]) -> None:
    from sympy import Rational, simplify
    from sympy import sqrt as root
    from sympy.physics.wigner import wigner_3j

    l, J, L = map(Fraction, degrees)
    for twice_m in range(-int(2 * l), int(2 * l) + 1, 2):
        for twice_n in range(-int(2 * J), int(2 * J) + 1, 2):
            m, n = Fraction(twice_m, 2), Fraction(twice_n, 2)
            if abs(m + n) > L:
                continue
            c, q = three_j(l, J, L, m, n, -m - n)
            wanted = wigner_3j(*(Rational(v.numerator, v.denominator) for v in (l, J, L, m, n, -m - n)))
            assert simplify(Rational(c.numerator, c.denominator) * root(q) - wanted) == 0


def test_selection_rules() -> None:
    assert three_j(*map(Fraction, (1, 1, 3, 0, 0, 0))) == (0, 1)
    assert three_j(*map(Fraction, (1, 1, 1, 1, 1, 0))) == (0, 1)
    assert three_j(*map(Fraction, (1, 1, 1, 0, 0, 0)))[0] == 0
    with pytest.raises(NotCoupled):
        coupling_matrix(1, 1, 3)
    with pytest.raises(NotCoupled):
        coupling_matrix(LARGEST_COUPLED + 1, 0, LARGEST_COUPLED + 1)


@pytest.mark.parametrize("degrees", TRIPLES, ids=str)
def test_real_symbols_have_norm_one(degrees: tuple[int, int, int]) -> None:
    assert sum(c * c * q for c, q in real_three_j(*degrees).values()) == 1


def matrices(l: int) -> np.ndarray:
    found = []
    for table in (harmonics if l <= 6 else rational_harmonics)(l):
        m = np.zeros((2 * l + 1, 2 * l + 1))
        for (i, j), value in table.items():
            square = value * value
            m[i, j] = sqrt(float(square if not hasattr(square, "as_fraction") else square.as_fraction())) * (1 if value > 0 else -1)
        found.append(m)
    return np.array(found)


def exponential(m: np.ndarray) -> np.ndarray:
    total = term = np.eye(len(m))
    for k in range(1, 40):
        term = term @ m / (64 * k)
        total = total + term
    for _ in range(6):
        total = total @ total
    return total


def values(degrees: tuple[int, int, int], x: np.ndarray) -> np.ndarray:
    return np.array([
        [sqrt(q) * sum(float(c) * np.prod(x ** np.array(e)) for e, c in table.items()) for q, table in row]
        for row in coupling_matrix(*degrees)
    ])


@pytest.mark.parametrize("degrees", TRIPLES, ids=str)
def test_couplings_are_covariant(degrees: tuple[int, int, int]) -> None:
    l, J, _ = degrees
    rng = np.random.default_rng(3)
    w, x = rng.normal(size=3), rng.normal(size=3)
    g, source, target = (exponential(np.tensordot(w, m, 1)) for m in (AXES, matrices(l), matrices(J)))
    left, right = values(degrees, g @ x), target @ values(degrees, x) @ np.linalg.inv(source)
    assert np.allclose(left, right, rtol=1e-8, atol=1e-8 * abs(right).max())


def test_normalisation() -> None:
    """C is the identity for L = 0, the harmonics for l = 0, and has constant length on the sphere."""
    for l in range(1, 5):
        assert np.allclose(values((l, l, 0), np.zeros(3)), np.eye(2 * l + 1))
    x = np.array([0.48, 0.6, 0.64])
    assert np.allclose(values((0, 1, 1), x)[:, 0], [x[1], x[2], x[0]])
    for degrees in ((2, 3, 2), (3, 3, 4)):
        assert np.isclose((values(degrees, x) ** 2).sum(), (2 * degrees[1] + 1) / (2 * degrees[2] + 1))
    assert squared_length(3, 0) == 1


def test_shapes() -> None:
    x, three = Name("x"), {"x": (Dim.of(3),)}
    assert shape_of(Call("clebsch_gordan", (num(1), num(2), num(2), x)), three) == (Dim.of(5), Dim.of(3))
    assert shape_of(Call("clebsch_gordan", (num(0), num(2), num(2), x)), three) == (Dim.of(5),)
    assert shape_of(Call("clebsch_gordan", (num(0), num(0), num(0), x)), three) == ()
    l = Dim.parameter("l")
    assert shape_of(Call("clebsch_gordan", (Name("l"), Name("l"), num(0), x)), three) == (2 * l + 1, 2 * l + 1)
    for wrong in ((1, 2, 4), (1, 2, HALF), (LARGEST_COUPLED + 1, 0, LARGEST_COUPLED + 1)):
        with pytest.raises(ShapeError):
            shape_of(Call("clebsch_gordan", (*map(num, wrong), x)), three)
    with pytest.raises(ShapeError):
        shape_of(Call("clebsch_gordan", (num(1), num(2), num(2), x)), {"x": (Dim.of(2),)})
