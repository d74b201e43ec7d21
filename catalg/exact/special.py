"""Orthogonal polynomials and spherical harmonics as explicit polynomials with rational coefficients.

Three-term recurrences (Abramowitz and Stegun, table 22.7) for Gegenbauer, Chebyshev and Jacobi polynomials;
Legendre's are Gegenbauer's with alpha = 1/2. A polynomial of negative degree is zero. Real spherical
harmonics, orthonormal and without the Condon-Shortley sign: Y(1, -1), Y(1, 0), Y(1, 1) are sqrt(3/(4 pi))
times y, z, x.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from math import comb, factorial
from typing import Protocol, Self, TypeVar

from catalg.terms import Call, Const, Term, add, mul, num, power

MAXIMAL_DEGREE = 200


class Ring(Protocol):
    """What a recurrence is evaluated in: balls, fractions, terms behind a wrapper."""

    def __add__(self, other: Self, /) -> Self: ...

    def __mul__(self, other: Self, /) -> Self: ...


R = TypeVar("R", bound=Ring)


def gegenbauer(degree: int, alpha: R, t: R, rational: Callable[[Fraction], R]) -> R:
    """C_degree^alpha(t) by n C_n = 2 (n + alpha - 1) t C_(n-1) - (n + 2 alpha - 2) C_(n-2).

    >>> gegenbauer(2, Fraction(1, 2), Fraction(1, 3), Fraction)
    Fraction(-1, 3)
    """
    previous, current = rational(Fraction(0)), rational(Fraction(1 if degree >= 0 else 0))
    for n in range(1, degree + 1):
        first = rational(Fraction(2, n)) * (rational(Fraction(n - 1)) + alpha) * t
        second = rational(Fraction(-1, n)) * (rational(Fraction(n - 2)) + alpha + alpha)
        previous, current = current, first * current + second * previous
    return current


def chebyshev(degree: int, t: R, rational: Callable[[Fraction], R]) -> R:
    """T_degree(t), zero for a negative degree.

    >>> chebyshev(3, Fraction(1, 2), Fraction)
    Fraction(-1, 1)
    """
    if degree < 0:
        return rational(Fraction(0))
    current, following = rational(Fraction(1)), t
    for _ in range(degree):
        current, following = (
            following,
            rational(Fraction(2)) * t * following + rational(Fraction(-1)) * current,
        )
    return current


def jacobi(degree: int, a: R, b: R, t: R, rational: Callable[[Fraction], R]) -> R:
    """P_degree^(a,b)(t) as the sum over s of C(n+a, n-s) C(n+b, s) ((t-1)/2)^s ((t+1)/2)^(n-s).

    >>> jacobi(1, Fraction(0), Fraction(0), Fraction(1, 3), Fraction)
    Fraction(1, 3)
    """

    def binomial(top: R, lower: int) -> R:
        value = rational(Fraction(1))
        for k in range(lower):
            value = value * (top + rational(Fraction(-k))) * rational(Fraction(1, k + 1))
        return value

    half, n = rational(Fraction(1, 2)), rational(Fraction(max(degree, 0)))
    down, up = half * (t + rational(Fraction(-1))), half * (t + rational(Fraction(1)))
    total = rational(Fraction(0))
    for s in range(degree + 1):
        term = binomial(n + a, degree - s) * binomial(n + b, s)
        for _ in range(s):
            term = term * down
        for _ in range(degree - s):
            term = term * up
        total = total + term
    return total


@cache
def solid_harmonic(degree: int, order: int) -> tuple[tuple[tuple[int, int, int], Fraction], ...]:
    """The harmonic polynomial r^l Pi_l^|m|(z) times Re or Im (x + iy)^|m|, not normalised, as (exponents,
    coefficient).

    >>> solid_harmonic(1, -1)
    (((0, 1, 0), Fraction(1, 1)),)
    """
    m = abs(order)
    circle: dict[tuple[int, int], Fraction] = {}
    for k in range(m + 1):
        if k % 2 == (order < 0):
            circle[(m - k, k)] = Fraction(comb(m, k) * (-1) ** (k // 2))
    table: dict[tuple[int, int, int], Fraction] = {}
    for k in range((degree - m) // 2 + 1):
        c = Fraction((-1) ** k * comb(degree, k) * comb(2 * degree - 2 * k, degree), 2**degree)
        c *= Fraction(factorial(degree - 2 * k), factorial(degree - 2 * k - m))
        for a in range(k + 1):
            for b in range(k - a + 1):
                weight = c * Fraction(factorial(k), factorial(a) * factorial(b) * factorial(k - a - b))
                for (p, q), sign in circle.items():
                    key = (p + 2 * a, q + 2 * b, degree - 2 * k - m + 2 * (k - a - b))
                    table[key] = table.get(key, Fraction(0)) + weight * sign
    return tuple(sorted((key, value) for key, value in table.items() if value))


def harmonic_term(degree: int, order: int, x: tuple[Term, Term, Term]) -> Term:
    """Y(degree, order, x) as a formula in the coordinates; ValueError unless |order| <= degree <= 30."""
    if not 0 <= abs(order) <= degree <= 30:
        raise ValueError(f"Y({degree}, {order}, x) is not defined")
    m = abs(order)
    scale = Fraction((2 * degree + 1) * factorial(degree - m), 4 * factorial(degree + m)) * (2 if m else 1)
    body = add(
        *(
            mul(num(c), *(power(v, num(e)) for v, e in zip(x, exponents, strict=True) if e))
            for exponents, c in solid_harmonic(degree, order)
        )
    )
    square = add(*(power(v, num(2)) for v in x))
    norm = Call("sqrt", (mul(num(scale), power(Const("pi"), num(-1))),))
    return mul(norm, body, power(square, num(Fraction(-degree, 2))))
