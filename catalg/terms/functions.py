"""Counting functions and their values: floor, min, binomial and Stirling numbers, Bell and Catalan numbers, gcd, delta.

Stirling numbers are those of the second kind: partitions of a set of n into k blocks (R. Graham, D. Knuth, O. Patashnik,
*Concrete Mathematics*, chapter 6). Binomial and Stirling numbers are 0 outside of their triangle.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb, factorial, floor, gcd

LARGEST_INDEX = 300
"""The largest index at which a number is computed."""

ARITIES = {
    "binomial": 2, "stirling": 2, "bell": 1, "catalan": 1, "factorial": 1, "floor": 1, "ceiling": 1, "min": 2, "max": 2,
    "gcd": 2, "mod": 2, "delta": 2,
}  # fmt: skip


@lru_cache(maxsize=512)
def stirling(n: int, k: int) -> int:
    """The number of partitions of n things into k blocks.

    >>> [stirling(4, k) for k in range(5)]
    [0, 1, 7, 6, 1]
    """
    row = _row(n)
    return row[k] if 0 <= k <= n else 0


@lru_cache(maxsize=64)
def _row(n: int) -> tuple[int, ...]:
    row = [1]
    for m in range(1, n + 1):
        row = [(j * row[j] if j < m else 0) + (row[j - 1] if j else 0) for j in range(m + 1)]
    return tuple(row)


def bell(n: int) -> int:
    """The number of partitions of n things.

    >>> [bell(n) for n in range(7)]
    [1, 1, 2, 5, 15, 52, 203]
    """
    return sum(_row(n))


def catalan(n: int) -> int:
    """The number of noncrossing pairings of 2n points.

    >>> [catalan(n) for n in range(6)]
    [1, 1, 2, 5, 14, 42]
    """
    return comb(2 * n, n) // (n + 1)


def _binomial(n: int, k: int) -> int:
    return comb(n, k) if 0 <= k <= n else 0


WHOLE: dict[str, Callable[..., int]] = {
    "binomial": _binomial, "stirling": stirling, "bell": bell, "catalan": catalan, "factorial": factorial, "gcd": gcd,
    "mod": lambda a, m: a % m,
}  # fmt: skip


def value_of(name: str, values: Sequence[Fraction]) -> Fraction:
    """The value of a counting function. Raises ValueError outside of its domain, or for an index that is too large.

    >>> value_of("floor", [Fraction(7, 2)]), value_of("binomial", [Fraction(4), Fraction(2)])
    (Fraction(3, 1), Fraction(6, 1))
    """
    if name == "floor":
        return Fraction(floor(values[0]))
    if name == "ceiling":
        return Fraction(-floor(-values[0]))
    if name in ("min", "max"):
        return min(values) if name == "min" else max(values)
    if name == "delta":
        return Fraction(int(values[0] == values[1]))
    if name == "power":
        return _power(*values)
    whole = [int(v) for v in values]
    if any(v.denominator != 1 for v in values) or whole[0] < 0 or (name == "mod" and whole[1] <= 0):
        raise ValueError(f"{name} takes natural numbers")
    if name in ("bell", "catalan", "factorial", "stirling", "binomial") and whole[0] > LARGEST_INDEX:
        raise ValueError(f"{name} beyond {LARGEST_INDEX}")
    return Fraction(WHOLE[name](*whole))


def _power(base: Fraction, exponent: Fraction) -> Fraction:
    if exponent.denominator != 1 or abs(exponent) > LARGEST_INDEX or (exponent < 0 and not base):
        raise ValueError("a power with this exponent")
    return base ** int(exponent)
