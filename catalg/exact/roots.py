"""Complex roots of integer polynomials as isolated balls, and names for single roots.

FLINT isolates the roots of a squarefree polynomial rigorously; a root is then named by a point of a dyadic grid near it and
nearer to it than to any other root, so that it can be found again at every precision.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

import flint

Enclosure = Callable[[int], "flint.acb"]
"""A complex number as balls: the argument is a precision in bits, and the balls shrink as it grows."""


class RootLocation(NamedTuple):
    """The only root of a polynomial in the closed disc of radius 2^-bits around (re + i im) / 2^bits."""

    re: int
    im: int
    bits: int

    def ball(self) -> flint.acb:
        """The disc as a complex ball (a square with that inscribed disc)."""
        with flint.ctx.workprec(max(self.re.bit_length(), self.im.bit_length()) + 64):
            scale = flint.fmpz(2) ** self.bits
            radius = flint.arb(0, 1)
            return flint.acb((self.re + radius) / scale, (self.im + radius) / scale)


@lru_cache(maxsize=4096)
def complex_roots(minpoly: tuple[int, ...], bits: int) -> tuple[flint.acb, ...]:
    """All roots of a squarefree integer polynomial as disjoint balls of about `bits` bits; real roots have imag 0."""
    with flint.ctx.workprec(bits):
        found: list[Any] = flint.fmpz_poly(list(minpoly)).complex_roots()  # pairs (root, multiplicity)
        return tuple(pair[0] for pair in found)


def _nearest_integer(x: flint.arb) -> int:
    mantissa, exponent = x.mid().man_exp()
    value = Fraction(int(mantissa)) * Fraction(2) ** int(exponent)
    return (2 * value.numerator + value.denominator) // (2 * value.denominator)


def locate_root(minpoly: tuple[int, ...], enclosure: Enclosure) -> RootLocation:
    """The location of the root that `enclosure(bits)` (balls shrinking with bits) encloses.

    >>> locate_root((-2, 0, 1), lambda bits: flint.acb(2) ** flint.fmpq(1, 2)).re > 0
    True
    """
    if len(minpoly) == 2:
        return RootLocation(-minpoly[0], 0, 0)
    bits = 64
    while True:
        with flint.ctx.workprec(bits):
            target = enclosure(bits)
            hits = [root for root in complex_roots(minpoly, bits) if root.overlaps(target)]
        if len(hits) == 1:
            return _on_grid(minpoly, hits[0])
        bits *= 2


def _on_grid(minpoly: tuple[int, ...], ball: flint.acb) -> RootLocation:
    """The location of the only root that meets the ball; it does not depend on the ball."""
    bits = 64
    while True:
        roots = complex_roots(minpoly, bits)
        near = [root for root in roots if root.overlaps(ball)]
        if len(near) == 1:
            with flint.ctx.workprec(bits):
                gap = min(abs(near[0] - root).lower() for root in roots if root is not near[0])
                precision = 2
                while precision < bits // 2 and not gap > flint.arb(8) / flint.fmpz(2) ** precision:
                    precision += 1
                scale = flint.fmpz(2) ** precision
                re, im = near[0].real * scale, near[0].imag * scale
                if precision < bits // 2 and re.rad() < 0.25 and im.rad() < 0.25:
                    return RootLocation(_nearest_integer(re), _nearest_integer(im), precision)
        bits *= 2
