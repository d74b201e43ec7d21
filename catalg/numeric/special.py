"""Stable building blocks of formulas: sums of orthogonal polynomials, and functions that are finite where formulas are not.

Sums use the recurrence P_(l+1) = (A_l t + B_l) P_l - C_l P_(l-1) from above (C. W. Clenshaw, 1955), which is stable on [-1, 1]
and never forms the powers of t; the tables of A, B, C are NIST DLMF 18.9. Quotients by zero count as 0, so that
covariants such as x/norm(x) are 0 at the origin, and the polar angle of the origin is 0; the selection happens
in front of the division and not behind it, so that derivatives stay finite as well.

Every function takes the array library first and stands by itself: generated modules carry copies of them.
"""

from __future__ import annotations

from typing import Any


def legendre_step(l: int) -> tuple[float, float, float]:
    """A_l, B_l, C_l of the Legendre polynomials."""
    return (2 * l + 1) / (l + 1), 0.0, l / (l + 1)


def chebyshev_step(l: int) -> tuple[float, float, float]:
    """A_l, B_l, C_l of the Chebyshev polynomials of the first kind."""
    return (2.0 if l else 1.0), 0.0, 1.0


def chebyshev_u_step(l: int) -> tuple[float, float, float]:
    """A_l, B_l, C_l of the Chebyshev polynomials of the second kind."""
    return 2.0, 0.0, 1.0


def gegenbauer_step(l: int, alpha: float) -> tuple[float, float, float]:
    """A_l, B_l, C_l of the Gegenbauer polynomials."""
    return 2 * (l + alpha) / (l + 1), 0.0, (l + 2 * alpha - 1) / (l + 1)


def jacobi_step(l: int, a: float, b: float) -> tuple[float, float, float]:
    """A_l, B_l, C_l of the Jacobi polynomials."""
    if l == 0:
        return (a + b + 2) / 2, (a - b) / 2, 0.0
    s = 2 * l + a + b
    scale = 2 * (l + 1) * (l + a + b + 1)
    return (
        (s + 1) * (s + 2) / scale,
        (a * a - b * b) * (s + 1) / (scale * s),
        2 * (l + a) * (l + b) * (s + 2) / (scale * s),
    )


def polynomial_sum(step: Any, coefficients: Any, t: Any) -> Any:
    """The sum of coefficients[l] * P_l(t). Coefficients are numbers, or arrays that broadcast with t.

    >>> polynomial_sum(legendre_step, [0.0, 0.0, 1.0], 0.5)
    -0.125
    """
    one = two = 0.0 * t
    for l in range(len(coefficients) - 1, -1, -1):
        a, b, _ = step(l)
        c = step(l + 1)[2]
        one, two = coefficients[l] + (a * t + b) * one - c * two, one
    return one


def polynomials(step: Any, count: int, t: Any) -> list[Any]:
    """P_0(t), …, P_(count-1)(t), each of the shape of t.

    >>> polynomials(chebyshev_step, 3, 0.5)
    [1.0, 0.5, -0.5]
    """
    values = [0.0 * t + 1.0]
    before = 0.0 * t
    for l in range(count - 1):
        a, b, c = step(l)
        values.append((a * t + b) * values[-1] - c * before)
        before = values[-2]
    return values[:count]


def cosine_sum(xp: Any, coefficients: Any, angle: Any) -> Any:
    """The sum of coefficients[l] * cos(l * angle)."""
    return polynomial_sum(chebyshev_step, coefficients, xp.cos(angle))


def sine_sum(xp: Any, coefficients: Any, angle: Any) -> Any:
    """The sum of coefficients[l] * sin(l * angle); coefficients[0] plays no part."""
    return xp.sin(angle) * polynomial_sum(chebyshev_u_step, coefficients[1:], xp.cos(angle))


def safe_sqrt(xp: Any, s: Any) -> Any:
    """The square root; 0 with derivative 0 where s <= 0."""
    inside = s > 0
    return xp.where(inside, xp.sqrt(xp.where(inside, s, s * 0 + 1)), s * 0)


def safe_reciprocal(xp: Any, s: Any) -> Any:
    """1/s; 0 where s = 0."""
    inside = s != 0
    return xp.where(inside, 1 / xp.where(inside, s, s * 0 + 1), s * 0)


def safe_power(xp: Any, s: Any, exponent: float) -> Any:
    """s to a power that is not an integer; 0 where s <= 0."""
    inside = s > 0
    return xp.where(inside, xp.where(inside, s, s * 0 + 1) ** exponent, s * 0)


def safe_angle(xp: Any, y: Any, x: Any) -> Any:
    """The polar angle of (x, y) in (-pi, pi]; 0 at the origin."""
    origin = (x == 0) & (y == 0)
    return xp.atan2(xp.where(origin, y * 0, y), xp.where(origin, x * 0 + 1, x))
