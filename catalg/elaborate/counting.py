"""Counting functions in sizes: `binomial(n, 2)`, `stirling(4, 2)`, `bell(6)`, `catalan(3)`, `factorial(5)`, `floor(7/2)`, `min(a, b)`.

A size is a polynomial in its parameters, so these take numbers, but for the upper argument of a binomial coefficient, and for
`min` and `max` where one argument is the smaller one over the whole range of the parameters. In a claim about a count they
may take anything: what is no polynomial then is an atom of the count.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import comb

from catalg.exact.counts import never_negative
from catalg.terms import Dim, Parameter
from catalg.terms.functions import ARITIES, LARGEST_INDEX, value_of


class NotCounted(ValueError):
    """The arguments are outside of what is understood; the message says why."""


class NotPolynomial(ValueError):
    """The function of parameters is not a polynomial."""


def counted(name: str, values: Sequence[Dim], parameters: Mapping[str, Parameter]) -> Dim:
    """The value of a counting function. Raises NotCounted and NotPolynomial.

    >>> str(counted("binomial", (Dim.parameter("n"), Dim.of(2)), {}))
    '(n^2 - n)/2'
    """
    if name in ("min", "max"):
        return _extreme(name == "max", values[0], values[1], parameters)
    if name in ("floor", "ceiling", "delta"):
        return Dim.of(value_of(name, [_number(v) for v in values]))
    if name == "binomial":
        return _binomial(values[0], _index(values[1]))
    if name == "mod" and values[1].is_constant and _index(values[1]) == 0:
        raise NotCounted("a remainder modulo 0")
    return Dim.of(value_of(name, [Fraction(_index(v)) for v in values]))


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
    for greater, smaller in ((a, b), (b, a)):
        if never_negative(greater - smaller, parameters):
            return greater if largest else smaller
    raise NotPolynomial


__all__ = ["ARITIES", "NotCounted", "NotPolynomial", "counted"]
