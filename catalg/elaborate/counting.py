"""Counting functions in sizes: `binomial(n, 2)`, `stirling(4, 2)`, `bell(6)`, `catalan(3)`, `factorial(5)`, `floor(7/2)`, `min(a, b)`.

A size is a polynomial in its parameters, so these take numbers, but for the upper argument of a binomial coefficient, and for
`min` and `max` where one argument is the smaller one over the whole range of the parameters. Stirling numbers are those
of the second kind: partitions of a set of n into k blocks (R. Graham, D. Knuth, O. Patashnik, *Concrete Mathematics*, chapter 6).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import comb, factorial, floor

from catalg.terms import Dim, Parameter

LARGEST_INDEX = 300
ARITIES = {
    "binomial": 2, "stirling": 2, "bell": 1, "catalan": 1, "factorial": 1, "floor": 1, "ceiling": 1, "min": 2, "max": 2,
}  # fmt: skip


class NotCounted(ValueError):
    """The arguments are outside of what is understood; the message says why."""


class NotPolynomial(ValueError):
    """The function of parameters is not a polynomial."""


def stirling(n: int, k: int) -> int:
    """The number of partitions of n things into k blocks.

    >>> [stirling(4, k) for k in range(5)]
    [0, 1, 7, 6, 1]
    """
    row = [1]
    for m in range(1, n + 1):
        row = [(j * row[j] if j < m else 0) + (row[j - 1] if j else 0) for j in range(m + 1)]
    return row[k] if 0 <= k <= n else 0


def bell(n: int) -> int:
    """The number of partitions of n things.

    >>> [bell(n) for n in range(7)]
    [1, 1, 2, 5, 15, 52, 203]
    """
    return sum(stirling(n, k) for k in range(n + 1))


def catalan(n: int) -> int:
    """The number of noncrossing pairings of 2n points.

    >>> [catalan(n) for n in range(6)]
    [1, 1, 2, 5, 14, 42]
    """
    return comb(2 * n, n) // (n + 1)


def counted(name: str, values: Sequence[Dim], parameters: Mapping[str, Parameter]) -> Dim:
    """The value of a counting function. Raises NotCounted and NotPolynomial.

    >>> str(counted("binomial", (Dim.parameter("n"), Dim.of(2)), {}))
    '(n^2 - n)/2'
    """
    if name in ("min", "max"):
        return _extreme(name == "max", values[0], values[1], parameters)
    if name in ("floor", "ceiling"):
        value = _number(values[0])
        return Dim.of(floor(value) if name == "floor" else -floor(-value))
    if name == "binomial":
        return _binomial(values[0], _index(values[1]))
    index = _index(values[0])
    if name == "stirling":
        return Dim.of(stirling(index, _index(values[1])))
    return Dim.of({"bell": bell, "catalan": catalan, "factorial": factorial}[name](index))


def _number(value: Dim) -> Fraction:
    if not value.is_constant:
        raise NotPolynomial
    return value.terms[0][1] if value.terms else Fraction(0)


def _index(value: Dim) -> int:
    number = _number(value)
    if number.denominator != 1 or number < 0:
        raise NotCounted("a natural number is needed here")
    if number > LARGEST_INDEX:
        raise NotCounted(f"this is larger than {LARGEST_INDEX}")
    return int(number)


def _binomial(upper: Dim, lower: int) -> Dim:
    if upper.is_constant:
        return Dim.of(comb(_index(upper), lower))
    if lower > 16:
        raise NotPolynomial
    total = Dim.of(1)
    for k in range(lower):
        total = total * (upper - k) / (k + 1)
    return total


def _extreme(largest: bool, a: Dim, b: Dim, parameters: Mapping[str, Parameter]) -> Dim:
    from catalg.elaborate.dims import exception

    for greater, smaller in ((a, b), (b, a)):
        difference = greater - smaller
        if difference.is_constant:
            decided = _number(difference) >= 0
        else:
            decided = exception(difference, parameters) is None
        if decided:
            return greater if largest else smaller
    raise NotPolynomial


__all__ = ["ARITIES", "NotCounted", "NotPolynomial", "counted"]
