"""Sums of orthogonal polynomials and characters: against exact values, at high degree, as bases and series of kernels."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import numpy as np
import pytest

from catalg.numeric import NotNumeric, special
from catalg.numeric.residual import kernel_residual

from .files import numeric


def jacobi(l, a, b, t):
    """Rodrigues' formula, expanded: a sum of binomials, exact in rationals for integers a, b."""
    one = Fraction(1)
    return sum(comb(l + a, l - s) * comb(l + b, s) * ((t - 1) / 2 * one) ** s * ((t + 1) / 2 * one) ** (l - s) for s in range(l + 1))


@pytest.mark.parametrize("a, b", [(0, 0), (1, 0), (2, 3), (4, 4)])
def test_jacobi_against_exact_rationals(a, b):
    for t in (Fraction(-1), Fraction(-3, 7), Fraction(0), Fraction(9, 11), Fraction(1)):
        found = special.polynomials(lambda l: special.jacobi_step(l, a, b), 12, float(t))
        np.testing.assert_allclose(found, [float(jacobi(l, a, b, t)) for l in range(12)], rtol=1e-12, atol=1e-13)


def test_families_agree_where_they_meet():
    t = np.linspace(-1, 1, 41)
    families = {
        "legendre": special.polynomials(special.legendre_step, 30, t),
        "half": special.polynomials(lambda l: special.gegenbauer_step(l, 0.5), 30, t),
        "jacobi": special.polynomials(lambda l: special.jacobi_step(l, 0, 0), 30, t),
    }
    np.testing.assert_allclose(families["half"], families["legendre"], atol=1e-13)
    np.testing.assert_allclose(families["jacobi"], families["legendre"], atol=1e-13)
    np.testing.assert_allclose(special.polynomials(special.chebyshev_step, 30, t), [np.cos(l * np.arccos(t)) for l in range(30)], atol=1e-12)
    one = special.polynomials(lambda l: special.gegenbauer_step(l, 1.0), 30, t)
    np.testing.assert_allclose(special.polynomials(special.chebyshev_u_step, 30, t), one, atol=1e-12)


def test_clenshaw_is_stable_at_degree_2000():
    t = np.linspace(-1, 1, 1001)
    coefficients = np.zeros(2001)
    coefficients[-1] = 1.0
    found = special.polynomial_sum(special.chebyshev_step, coefficients, t)
    np.testing.assert_allclose(found, np.cos(2000 * np.arccos(t)), atol=1e-9)
    assert np.abs(special.polynomial_sum(special.legendre_step, coefficients, t)).max() <= 1 + 1e-10


def test_characters():
    angle = np.linspace(-np.pi, np.pi, 33)
    c = [0.3, -1.0, 0.5, 2.0]
    np.testing.assert_allclose(special.cosine_sum(np, c, angle), sum(v * np.cos(l * angle) for l, v in enumerate(c)), atol=1e-14)
    np.testing.assert_allclose(special.sine_sum(np, c, angle), sum(v * np.sin(l * angle) for l, v in enumerate(c)), atol=1e-14)


@pytest.mark.parametrize("name, elements", [("Sphere", 5), ("Circle", 10), ("Zonal", 5)])
def test_series_of_kernels(name, elements):
    kernel = numeric("kernels", name, "series")
    sizes = {"d": 4} if kernel.parameters else None
    coefficients = {u.name: [1.0, -0.5, 0.25, 0.0, 2.0] for u in kernel.unknowns}
    assert kernel_residual(kernel, coefficients, sizes) < 1e-13
    random = np.random.default_rng(0)
    d = {"Sphere": 3, "Circle": 2, "Zonal": 4}[name]
    x, y = (p / np.linalg.norm(p, axis=-1, keepdims=True) for p in random.standard_normal((2, 8, d)))
    basis = kernel.basis(x, y, degree=5)
    assert basis.shape == (8, elements, 1, 1)
    flat = np.concatenate([coefficients[u.name] for u in kernel.unknowns])
    np.testing.assert_allclose(kernel.kernel(coefficients)(x, y), basis[..., 0, 0] @ flat, atol=1e-13)
    signal = random.standard_normal(8)
    np.testing.assert_allclose(
        kernel.apply(signal, coefficients, x, y), kernel.kernel(coefficients)(x[:, None], y) @ signal, atol=1e-12
    )
    with pytest.raises(NotNumeric, match="degree"):
        kernel.basis(x, y)


def test_safe_choices_are_finite_and_keep_the_rest():
    s = np.array([0.0, 1e-300, 4.0, -1.0])
    np.testing.assert_array_equal(special.safe_sqrt(np, s), [0.0, 1e-150, 2.0, 0.0])
    np.testing.assert_array_equal(special.safe_reciprocal(np, np.array([0.0, 4.0, -2.0])), [0.0, 0.25, -0.5])
    np.testing.assert_allclose(special.safe_angle(np, np.array([0.0, 0.0, 1.0]), np.array([0.0, -1.0, 0.0])), [0, np.pi, np.pi / 2])
