"""Functions of exact rationals and balls, with their domains.

A value is an fmpq as long as it stays rational and small, an arb or an acb otherwise. A function raises
`Undefined` where it has no value for certain, and `Unresolved` where the precision does not tell. Odd roots
of negative numbers are real; roots, logarithms and inverse functions want real arguments.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import flint

Value = Any  # fmpq (exact), arb or acb: python-flint has no types
EXACT_BITS = 2048


class Undefined(ArithmeticError):
    """The term has no value at the point."""


class Unresolved(ArithmeticError):
    """The precision, or a limit, does not suffice to tell."""


class Unevaluated(Unresolved):
    """No precision will tell: there is no rule, or a limit on size."""


def excludes_zero(value: Value) -> bool:
    """Whether the ball, or the number, is away from zero."""
    if isinstance(value, flint.fmpq):
        return bool(value != 0)
    return not value.contains(0)


def is_nonnegative(value: Value) -> bool:
    """Whether a real value is known to be >= 0."""
    return not isinstance(value, flint.acb) and bool(value >= 0)


def is_negative(value: Value) -> bool:
    """Whether a real value is known to be < 0."""
    return not isinstance(value, flint.acb) and bool(value < 0)


def ball(value: Value) -> Value:
    """The value as a ball."""
    return flint.arb(value) if isinstance(value, flint.fmpq) else value


def tidy(value: Value) -> Value:
    """Big rationals become balls, acb with imaginary part exactly 0 an arb; infinite balls are unresolved."""
    if isinstance(value, flint.fmpq):
        return (
            flint.arb(value)
            if max(int(value.p).bit_length(), int(value.q).bit_length()) > EXACT_BITS
            else value
        )
    if isinstance(value, flint.acb) and value.imag == 0:
        value = value.real
    if not value.is_finite():
        raise Unresolved("a value is too big for a ball")
    return value


def real(value: Value) -> Value:
    """The value, if it is real; raises Undefined if it is not."""
    if isinstance(value, flint.acb):
        if not value.imag.contains(0):
            raise Undefined("a complex number where a real one is wanted")
        raise Unresolved("a number that may be complex where a real one is wanted")
    return value


def invert(value: Value) -> Value:
    """The reciprocal; raises Undefined for 0."""
    if value == 0:
        raise Undefined("division by zero")
    if not excludes_zero(value):
        raise Unresolved("a divisor is not separated from zero")
    return 1 / value


def whole_power(value: Value, exponent: int) -> Value:
    """An integer power; 0^0 = 1."""
    if exponent < 0:
        return whole_power(invert(value), -exponent)
    if isinstance(value, flint.fmpq):
        height = max(int(value.p).bit_length(), int(value.q).bit_length())
        if height * exponent > 4 * EXACT_BITS:
            value = flint.arb(value)
    elif exponent.bit_length() > 64:
        raise Unevaluated("an exponent is too big")
    return value**exponent


def sign(value: Value, complaint: str) -> int:
    """1, 0 or -1 for a real value, where it is certain."""
    value = real(value)
    if value > 0:
        return 1
    if value < 0:
        return -1
    if value == 0:
        return 0
    raise Unresolved(complaint)


def root_power(base: Value, exponent: Fraction) -> Value:
    """base^exponent for a rational exponent that is no integer."""
    side = sign(base, "the sign of a radicand is open")
    if side == 0:
        if exponent < 0:
            raise Undefined("division by zero")
        return flint.fmpq(0)
    if side < 0 and exponent.denominator % 2 == 0:
        raise Undefined("an even root of a negative number")
    size = abs(base)
    if isinstance(size, flint.fmpq):
        top, bottom = (_whole_root(int(n), exponent.denominator) for n in (size.p, size.q))
        if top is not None and bottom is not None:
            exact = whole_power(flint.fmpq(top, bottom), exponent.numerator)
            return -exact if side < 0 and exponent.numerator % 2 else exact
    root = ball(size).root(exponent.denominator) if exponent.denominator < 2**31 else None
    if root is None:
        raise Unevaluated("a root of too high a degree")
    value = whole_power(root, exponent.numerator)
    return -value if side < 0 and exponent.numerator % 2 else value


def _whole_root(value: int, degree: int) -> int | None:
    if value.bit_length() > EXACT_BITS or degree > 64:
        return None
    root = int(flint.fmpz(value).root(degree))
    return root if root**degree == value else None


def several(head: str, values: list[Value]) -> Value:
    """delta, atan2, max and min of real values."""
    if head == "delta":
        if all(isinstance(v, flint.fmpq) for v in values):
            return flint.fmpq(values[0] == values[1])
        if excludes_zero(values[0] - values[1]):
            return flint.fmpq(0)
        raise Unresolved("an equality is open")
    if head == "atan2":
        y, x = values
        if y == 0 and x == 0:
            raise Undefined("the angle of the origin")
        if y == 0 and x > 0:
            return flint.fmpq(0)
        if not excludes_zero(y) and not x > 0 and not (y == 0 and x < 0):
            raise Unresolved("the branch of an angle is open")
        return flint.arb.atan2(ball(y), ball(x))
    total = values[0]
    for value in values[1:]:
        if isinstance(total, flint.fmpq) and isinstance(value, flint.fmpq):
            total = max(total, value) if head == "max" else min(total, value)
        else:
            total = getattr(ball(total), head)(ball(value))
    return total


def _entire(name: str, at_zero: int) -> Callable[[Value], Value]:
    def function(value: Value) -> Value:
        return flint.fmpq(at_zero) if value == 0 else getattr(ball(value), name)()

    return function


def _quotient(top: str, bottom: str | None) -> Callable[[Value], Value]:
    def function(value: Value) -> Value:
        value = ball(value)
        below = getattr(value, bottom)() if bottom else 1
        return getattr(value, top)() * invert(below) if top else invert(below)

    return function


def _log(value: Value) -> Value:
    if sign(value, "the sign under a logarithm is open") <= 0:
        raise Undefined("the logarithm of a non-positive number")
    return flint.fmpq(0) if value == 1 else ball(value).log()


def _inverse_sine(name: str) -> Callable[[Value], Value]:
    def function(value: Value) -> Value:
        value = real(value)
        if abs(value) > 1:
            raise Undefined(f"{name} outside [-1, 1]")
        if not abs(value) <= 1:
            raise Unresolved(f"{name} at the end of its domain")
        return getattr(ball(value), name)()

    return function


UNARY: Mapping[str, Callable[[Value], Value]] = {
    "exp": _entire("exp", 1),
    "sin": _entire("sin", 0),
    "cos": _entire("cos", 1),
    "sinh": _entire("sinh", 0),
    "cosh": _entire("cosh", 1),
    "tan": _quotient("sin", "cos"),
    "cot": _quotient("cos", "sin"),
    "sec": _quotient("", "cos"),
    "csc": _quotient("", "sin"),
    "tanh": _quotient("sinh", "cosh"),
    "log": _log,
    "asin": _inverse_sine("asin"),
    "acos": _inverse_sine("acos"),
    "atan": lambda v: ball(real(v)).atan(),
    "abs": abs,
    "sqrt": lambda v: root_power(v, Fraction(1, 2)),
}
