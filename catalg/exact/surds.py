"""Sums of square roots of rational numbers, kept apart by their radicands, and polynomials over them.

The square roots of distinct squarefree natural numbers are linearly independent over QQ (A. Besicovitch, J. London Math. Soc. 15,
1940), so that such a sum is zero exactly when every coefficient is: no number field has to be built. A `Surd` maps squarefree
radicands to coefficients; a `SurdPolynomial` maps (radicand, exponents) to coefficients. Zero coefficients are never stored.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from math import gcd, isqrt

from catalg.exact.field import Alg, Scalar

Surd = Mapping[int, Fraction]
SurdPolynomial = dict[tuple[int, tuple[int, ...]], Fraction]

LARGEST_PRIME = 10_000
"""Trial division goes this far; a radicand with two larger prime factors is refused."""


class NotASurd(ValueError):
    """A number that is not seen to be a sum of square roots of rational numbers."""


@cache
def squarefree(value: int) -> tuple[int, int]:
    """(s, q) with value = s² q and q squarefree, for a positive integer. Raises NotASurd.

    >>> squarefree(72)
    (6, 2)
    """
    outside, inside, prime = 1, 1, 2
    while prime * prime <= value:
        if prime > LARGEST_PRIME:
            root = isqrt(value)
            if root * root == value:
                return outside * root, inside
            raise NotASurd("a radicand with large prime factors")
        count = 0
        while value % prime == 0:
            value //= prime
            count += 1
        outside *= prime ** (count // 2)
        inside *= prime ** (count % 2)
        prime += 1
    return outside, inside * value


def root(square: Fraction) -> tuple[Fraction, int]:
    """(c, q) with sqrt(square) = c sqrt(q), q squarefree, for square >= 0.

    >>> root(Fraction(3, 8))
    (Fraction(1, 4), 6)
    """
    if not square:
        return Fraction(0), 1
    outside, inside = squarefree(square.numerator * square.denominator)
    return Fraction(outside, square.denominator), inside


@cache
def single(value: Scalar) -> tuple[Fraction, int]:
    """(c, q) with value = c sqrt(q), q squarefree. Raises NotASurd for another number."""
    if not isinstance(value, Alg):
        return Fraction(value), 1
    square = value * value
    if not square.is_rational or square.as_fraction() < 0:
        raise NotASurd(f"{value} is not one square root")
    c, q = root(square.as_fraction())
    return (c if value.sign() > 0 else -c), q


def joined(one: int, two: int) -> tuple[int, int]:
    """(s, q) with sqrt(one) sqrt(two) = s sqrt(q), all squarefree."""
    common = gcd(one, two)
    return common, (one // common) * (two // common)


def plus(one: SurdPolynomial, two: SurdPolynomial, factor: Fraction = Fraction(1)) -> SurdPolynomial:
    """one + factor · two."""
    total = dict(one)
    for key, c in two.items():
        value = total.get(key, 0) + factor * c
        if value:
            total[key] = value
        else:
            total.pop(key, None)
    return total


def times(one: SurdPolynomial, two: SurdPolynomial) -> SurdPolynomial:
    """The product."""
    total: SurdPolynomial = {}
    for (p, e), c in one.items():
        for (q, f), d in two.items():
            outside, inside = joined(p, q) if p != 1 and q != 1 else (1, p * q)
            key = (inside, tuple(a + b for a, b in zip(e, f, strict=True)))
            value = total.get(key, 0) + c * d * outside
            if value:
                total[key] = value
            else:
                total.pop(key, None)
    return total


def constant(value: Surd, size: int) -> SurdPolynomial:
    """A constant polynomial in `size` coordinates."""
    return {(q, (0,) * size): c for q, c in value.items() if c}


def at(polynomial: SurdPolynomial, point: Sequence[Fraction]) -> dict[int, Fraction]:
    """The value at a rational point.

    >>> at({(2, (1,)): Fraction(1), (1, (0,)): Fraction(3)}, [Fraction(5)])
    {2: Fraction(5, 1), 1: Fraction(3, 1)}
    """
    total: dict[int, Fraction] = {}
    for (q, exponents), c in polynomial.items():
        for x, e in zip(point, exponents, strict=True):
            if e:
                c = c * x**e
        total[q] = total.get(q, Fraction(0)) + c
    return {q: c for q, c in total.items() if c}
