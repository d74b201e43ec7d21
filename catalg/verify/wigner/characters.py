"""Characters of the rotations of space for symbolic degrees: Laurent polynomials in q whose exponents are sizes.

The character of irrep(l) on the rotation by an angle t is q^-l + … + q^l with q = exp(i t), so (q - 1) times it has two terms.
Products and sums over consecutive degrees then have finitely many terms for symbolic l, and are compared as formal expressions
(H. Weyl, *The Classical Groups*, VII; the Clebsch-Gordan series).
"""

from __future__ import annotations

from collections.abc import Mapping

from catalg.terms import Dim

Character = dict[Dim, int]
"""Coefficients by exponents of q."""


def total(*parts: tuple[int, Mapping[Dim, int]]) -> Character:
    """A sum with whole coefficients."""
    table: Character = {}
    for scale, part in parts:
        for exponent, c in part.items():
            table[exponent] = table.get(exponent, 0) + scale * c
    return {e: c for e, c in table.items() if c}


def product(one: Mapping[Dim, int], two: Mapping[Dim, int]) -> Character:
    """The product."""
    return total(*((c, {e + f: d for f, d in two.items()}) for e, c in one.items()))


def run(low: Dim, high: Dim) -> Character:
    """(q - 1) (q^low + … + q^high), for high >= low - 1.

    >>> {str(e): c for e, c in run(Dim.of(0), Dim.parameter("l")).items()}
    {'l + 1': 1, '0': -1}
    """
    return total((1, {high + 1: 1}), (-1, {low: 1}))


def character(degree: Dim) -> Character:
    """(q - 1) times the character of irrep(degree)."""
    return run(-degree, degree)


def series_holds(l: Dim, J: Dim) -> bool:
    """Whether char(l) char(J) is the sum of char(L) for L = l - J, …, l + J, an identity wherever l >= J.

    Both sides times (q - 1)^2: the sum of q^(L + 1) and of q^-L over L are geometric.

    >>> series_holds(Dim.parameter("l"), Dim.parameter("j"))
    True
    """
    left = product(character(l), character(J))
    q = {Dim.of(1): 1}
    right = total((1, product(q, run(l - J, l + J))), (-1, run(-l - J, J - l)))
    return left == right
