"""Sets of degrees: unions of arithmetic progressions, and the first number that one misses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import lcm

from catalg.terms import Mul, Num, Pow, Term
from catalg.terms.term import ONE
from catalg.verify.harmonic.families import Affine, affine

MOST = 10_000


@dataclass(frozen=True, slots=True)
class Progression:
    """first, first + step, … up to `last` (None: without end), without the numbers in `gaps`; `step` > 0."""

    first: int
    step: int
    last: int | None
    gaps: frozenset[int] = frozenset()

    def holds(self, k: int) -> bool:
        """Whether a number belongs to it."""
        inside = k >= self.first and (k - self.first) % self.step == 0 and (self.last is None or k <= self.last)
        return inside and k not in self.gaps


def progression(degree: Affine, lower: int, upper: int | None, zeros: frozenset[int]) -> Progression | None:
    """The degrees slope·l + shift >= 0 for lower <= l <= upper, without those l at which the coefficient is zero.

    None where they are not whole numbers or fall.

    >>> from fractions import Fraction
    >>> progression(Affine(Fraction(2), Fraction(0)), 0, None, frozenset())
    Progression(first=0, step=2, last=None, gaps=frozenset())
    """
    if degree.slope.denominator != 1 or degree.shift.denominator != 1 or degree.slope < 0:
        return None
    step, shift = int(degree.slope), int(degree.shift)
    if step == 0:
        filled = shift >= 0 and (upper is None or any(l not in zeros for l in range(lower, min(upper, lower + MOST) + 1)))
        return Progression(shift, 1, shift if filled else shift - 1)
    while step * lower + shift < 0:
        lower += 1
    last = None if upper is None else step * upper + shift
    return Progression(step * lower + shift, step, last, frozenset(step * l + shift for l in zeros))


def first_missing(parts: Sequence[Progression], start: int = 0) -> int | None:
    """The least number >= start in none of the progressions; None where they cover everything.

    >>> first_missing([Progression(0, 2, None), Progression(1, 2, None)]), first_missing([Progression(0, 2, None)])
    (None, 1)
    """
    limit = max((p.first for p in parts), default=0) + max((max(p.gaps, default=0) for p in parts), default=0)
    limit += max((p.last or 0 for p in parts), default=0) + lcm(*(p.step for p in parts)) + start + 1
    return next((k for k in range(start, min(limit, MOST) + 1) if not any(p.holds(k) for p in parts)), None)


def largest(parts: Sequence[Progression]) -> int | None:
    """The largest number of finite progressions, -1 for none; None where one is infinite."""
    if any(p.last is None for p in parts):
        return None
    return max((p.last for p in parts if p.last is not None), default=-1)


def zeros(number: Term, index: str) -> frozenset[int] | None:
    """The whole numbers l at which a coefficient vanishes, or None where that is not seen or it is not defined."""
    found: set[int] = set()
    for factor in number.args if isinstance(number, Mul) else (number,):
        base, exponent = (factor.base, factor.exponent) if isinstance(factor, Pow) else (factor, ONE)
        if not isinstance(exponent, Num):
            return None
        form = affine(base, index)
        if form is None or (form.slope == 0 and form.shift == 0):
            return None
        if form.slope != 0:
            root = -form.shift / form.slope
            if root.denominator == 1 and root >= 0:
                if exponent.value < 0:
                    return None
                found.add(int(root))
    return frozenset(found)
