"""Exact exponentials of generators of rotations.

If M (M^2 + s)(M^2 + 4 s)…(M^2 + K^2 s) = 0 with s > 0, then M is semisimple with eigenvalues i k sqrt(s), and

    exp(theta M / sqrt(s)) = C(M^2) + (M / sqrt(s)) S(M^2),   C(-k^2 s) = cos(k theta),   S(-k^2 s) = sin(k theta) / k,

by Lagrange interpolation; both are exact for theta = pi, and for theta = pi/2 where s is the square of a rational. With s < 0
(boosts, real eigenvalues) theta = pi gives exp(i pi M / sqrt(-s)), a rational matrix in the complexified group.
"""

from __future__ import annotations

from fractions import Fraction
from math import isqrt

import flint

from catalg.exact.field import Alg, to_fmpq
from catalg.exact.sparse import SparseMatrix

LEVELS = 16
"""Largest multiple K of the basic frequency that is tried."""

SMALL, LEVELS_OF_SMALL = 12, 128
"""The same for matrices of at most so many rows, where a step costs little: high harmonics in the plane."""


def highest_level(matrix: SparseMatrix, scale: Fraction) -> int | None:
    """The least K with M (M^2 + s)…(M^2 + K^2 s) = 0, or None up to `LEVELS`.

    >>> highest_level(SparseMatrix.from_dense([[0, -2], [2, 0]]), Fraction(1))
    2
    """
    square = matrix @ matrix
    identity = SparseMatrix.identity(matrix.nrows)
    remaining = matrix
    for level in range((LEVELS if matrix.nrows > SMALL else LEVELS_OF_SMALL) + 1):
        if remaining.is_zero:
            return level
        remaining = remaining @ (square + identity.scale(scale * (level + 1) ** 2))
    return None


def rational_root(value: Fraction) -> Fraction | None:
    """The rational square root of a positive rational number, if there is one."""
    p, q = isqrt(value.numerator), isqrt(value.denominator)
    return Fraction(p, q) if p * p == value.numerator and q * q == value.denominator else None


def frequencies(matrix: SparseMatrix) -> list[Fraction]:
    """Candidates s for M (M^2 + s)…(M^2 + K^2 s) = 0: the least |q| of the factors x^2 + q of the characteristic polynomial,
    divided by k^2 for small k; s < 0 where the eigenvalues are real.

    >>> frequencies(SparseMatrix.from_dense([[0, -2], [2, 0]]))[0]
    Fraction(4, 1)
    """
    entries = [c for row in matrix.to_dense() for c in row]
    if any(isinstance(c, Alg) for c in entries):
        least = _ratio(matrix)
    else:
        n = matrix.nrows
        _, factors = flint.fmpq_mat(n, n, [to_fmpq(c) for c in entries]).charpoly().numer().factor()  # type: ignore[arg-type]
        found = []
        for factor, _ in factors:
            c = [Fraction(int(a), int(factor[factor.degree()])) for a in factor.coeffs()]
            if len(c) == 3 and c[1] == 0:
                found.append(c[0])
            elif len(c) == 2:
                found.append(-c[0] * c[0])
            else:
                return []
        nonzero = [q for q in found if q]
        least = min(nonzero, key=abs) if nonzero else None
    return [] if least is None else [least / (k * k) for k in (1, 2, 3, 4, 6)]


def _ratio(matrix: SparseMatrix) -> Fraction | None:
    """c with M^3 = -c M, read off one entry."""
    cube = matrix @ matrix @ matrix
    for row, image in zip(matrix.rows, cube.rows, strict=True):
        for j, value in row.items():
            ratio = image.get(j, 0) * (1 / value if isinstance(value, Alg) else Fraction(1, value))
            if isinstance(ratio, Alg):
                return ratio.as_fraction() * -1 if ratio.is_rational else None
            return -Fraction(ratio) if ratio else None
    return None


def quarter_turns(matrix: SparseMatrix, scale: Fraction, count: int) -> SparseMatrix | None:
    """exp(count (pi/2) M / sqrt(scale)), or None where it is not rational in this way.

    >>> quarter_turns(SparseMatrix.from_dense([[0, -1], [1, 0]]), Fraction(1), 1).to_dense()
    ((0, -1), (1, 0))
    """
    top = highest_level(matrix, scale)
    if top is None or (scale < 0 and count % 2):
        return None
    cosines = [(1, 0, -1, 0)[k * count % 4] for k in range(top + 1)]
    sines = [(0, 1, 0, -1)[k * count % 4] for k in range(top + 1)]
    square = matrix @ matrix
    result = _interpolate(square, [-k * k * scale for k in range(top + 1)], [Fraction(c) for c in cosines])
    if any(sines):
        root = rational_root(scale)
        if root is None:
            return None
        odd = _interpolate(
            square, [-k * k * scale for k in range(1, top + 1)], [Fraction(s, k) for k, s in enumerate(sines) if k]
        )
        result = result + (matrix @ odd).scale(1 / root)
    return result


def _interpolate(matrix: SparseMatrix, nodes: list[Fraction], values: list[Fraction]) -> SparseMatrix:
    """The interpolating polynomial of a matrix, by Newton's divided differences."""
    identity = SparseMatrix.identity(matrix.nrows)
    table = list(values)
    for step in range(1, len(nodes)):
        for k in range(len(nodes) - 1, step - 1, -1):
            table[k] = (table[k] - table[k - 1]) / (nodes[k] - nodes[k - step])
    total = identity.scale(table[-1])
    for k in range(len(nodes) - 2, -1, -1):
        total = total @ (matrix - identity.scale(nodes[k])) + identity.scale(table[k])
    return total
