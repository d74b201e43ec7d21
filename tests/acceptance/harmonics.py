"""Real spherical harmonics and the couplings between them, numerically, from nothing but rotations.

The matrices of a rotation on harmonics are read off their values at points; a coupling of three degrees is what two rotations
leave fixed (a line, by Clebsch and Gordan), so its scale is chosen and its sign is not known.
"""

from __future__ import annotations

from functools import cache
from math import factorial, pi, sqrt
from typing import Any

import numpy as np

Array = Any


def harmonics(degree: int, points: Array) -> Array:
    """The real harmonics of a degree at points of space, homogeneous of that degree: shape (..., 3) to (..., 2 degree + 1)."""
    x, y, z = points[..., 0], points[..., 1], points[..., 2]
    square, plane = x * x + y * y + z * z, x + 1j * y
    found = {}
    for m in range(degree + 1):
        # r^(l-m) times the m-th derivative of the Legendre polynomial at z/r
        column = sum(
            (-1) ** k * factorial(2 * degree - 2 * k)
            / (2**degree * factorial(k) * factorial(degree - k) * factorial(degree - 2 * k - m))
            * z ** (degree - 2 * k - m) * square**k
            for k in range((degree - m) // 2 + 1)
        )  # fmt: skip
        scale = sqrt((2 * degree + 1) / (4 * pi) * factorial(degree - m) / factorial(degree + m)) * (
            sqrt(2) if m else 1
        )
        found[m], found[-m] = (
            scale * column * (plane**m).real,
            scale * column * (plane**m).imag if m else None,
        )
    found[0] = sqrt((2 * degree + 1) / (4 * pi)) * sum(
        (-1) ** k * factorial(2 * degree - 2 * k) / (2**degree * factorial(k) * factorial(degree - k) * factorial(degree - 2 * k))
        * z ** (degree - 2 * k) * square**k
        for k in range(degree // 2 + 1)
    )  # fmt: skip
    return np.stack([found[m] + 0 * x for m in range(-degree, degree + 1)], axis=-1)


@cache
def _rotations() -> tuple[Array, ...]:
    source = np.random.default_rng(7)
    found = []
    for _ in range(2):
        q, _ = np.linalg.qr(source.normal(size=(3, 3)))
        found.append(q * np.linalg.det(q))
    return tuple(found)


def _matrix(degree: int, rotation: Array) -> Array:
    """D with Y(Rx) = D Y(x)."""
    points = np.random.default_rng(11).normal(size=(8 * degree + 8, 3))
    points /= np.linalg.norm(points, axis=1, keepdims=True)
    found, *_ = np.linalg.lstsq(harmonics(degree, points), harmonics(degree, points @ rotation.T), rcond=None)
    return found.T


@cache
def coupling(first: int, second: int, third: int) -> Array:
    """The tensor that rotations of three harmonics fix, of norm 1, up to its sign."""
    conditions = []
    for rotation in _rotations():
        a, b, c = (_matrix(degree, rotation) for degree in (first, second, third))
        whole = np.kron(np.kron(a, b), c)
        conditions.append(whole - np.eye(len(whole)))
    _, values, rows = np.linalg.svd(np.vstack(conditions))
    assert values[-1] < 1e-9 and (len(values) == 1 or values[-2] > 1e-6)
    return rows[-1].reshape(2 * first + 1, 2 * second + 1, 2 * third + 1)


def clebsch_gordan(source: int, target: int, degree: int, points: Array) -> Array:
    """The equivariant matrix of harmonic polynomials, up to its sign: shape (..., 3) to (..., 2 target + 1, 2 source + 1)."""
    values = harmonics(degree, points) * sqrt(4 * pi / (2 * degree + 1))
    return sqrt(2 * target + 1) * np.einsum("abc,...c->...ba", coupling(source, target, degree), values)
