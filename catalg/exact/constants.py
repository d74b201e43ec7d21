"""Constant formulas evaluated exactly in number fields.

Rationals, `i`, roots, `cos`, `sin`, `tan` and `exp` at rational multiples of pi (times i for `exp`), and everything that
+ - * / and rational powers make of them. Sizes are bounded before anything is built.
"""

from __future__ import annotations

from fractions import Fraction

from catalg.exact.field import (
    Alg,
    I,
    Scalar,
    algebraic_sqrt,
    cos_pi,
    nth_root,
    root_of_unity,
    simplify,
    sin_pi,
)
from catalg.terms import Add, Call, Const, Mul, Name, Num, Pow, Term

LARGEST_EXPONENT = 10_000
LARGEST_BITS = 20_000


class NotANumber(ValueError):
    """A formula that is not a constant algebraic number; the message says why."""


class TooLarge(NotANumber):
    """A constant beyond the bounds of what is built."""


def evaluate(term: Term) -> Scalar:
    """The exact value of a constant term. Raises NotANumber, ZeroDivisionError or FieldTooLarge."""
    match term:
        case Num(value):
            return value
        case Const("i"):
            return I
        case Add(args):
            total: Scalar = Fraction(0)
            for arg in args:
                total = total + evaluate(arg)
            return total
        case Mul(args):
            product: Scalar = Fraction(1)
            for arg in args:
                product = product * evaluate(arg)
            return product
        case Pow(base, exponent):
            return _power(evaluate(base), evaluate(exponent))
        case Call("sqrt", (arg,)):
            return algebraic_sqrt(evaluate(arg))
        case Call("cos" | "sin" | "tan" as head, (arg,)):
            turn = _multiple_of_pi(arg)
            if turn is None:
                raise NotANumber(f"`{head}` is exact only at rational multiples of pi")
            if turn.denominator > 1000:
                raise TooLarge("this angle generates too large a number field")
            if head == "tan":
                return sin_pi(turn) / cos_pi(turn)
            return cos_pi(turn) if head == "cos" else sin_pi(turn)
        case Call("exp", (arg,)):
            turn = _multiple_of_pi(arg, imaginary=True)
            if turn is None:
                raise NotANumber("`exp` is exact only at 0 and at rational multiples of pi*i")
            if turn.denominator > 1000:
                raise TooLarge("this angle generates too large a number field")
            return root_of_unity(2 * turn.denominator, turn.numerator % (2 * turn.denominator))
        case Const("pi"):
            raise NotANumber("`pi` is not an algebraic number; it stands inside cos, sin, tan or exp here")
        case Name(name):
            raise NotANumber(f"`{name}` is not a number: entries here are exact numbers, without parameters")
        case Call(head, _):
            raise NotANumber(f"`{head}` has no exact value here")
        case _:
            raise NotANumber("an exact number is needed here")


def _power(base: Scalar, exponent: Scalar) -> Scalar:
    exponent = simplify(exponent)
    if isinstance(exponent, Alg):
        raise NotANumber("an exponent is a rational number here")
    exponent = Fraction(exponent)
    if exponent.denominator > 64:
        raise TooLarge("this root is of too high an order")
    if exponent.denominator != 1:
        base, exponent = nth_root(base, exponent.denominator), Fraction(exponent.numerator)
    bits = 1
    plain = simplify(base)
    if isinstance(plain, int | Fraction):
        fraction = Fraction(plain)
        bits = max(abs(fraction.numerator), fraction.denominator).bit_length()
    if abs(exponent) > LARGEST_EXPONENT or bits * abs(exponent) > LARGEST_BITS:
        raise TooLarge("this power is too large")
    if exponent < 0:
        return (Fraction(1) / base) ** int(-exponent)
    return base ** int(exponent)


def _multiple_of_pi(term: Term, imaginary: bool = False) -> Fraction | None:
    """The rational q with term = q*pi (or q*pi*i), if the term has this form."""
    if isinstance(term, Add):
        parts = [_multiple_of_pi(arg, imaginary) for arg in term.args]
        known = [part for part in parts if part is not None]
        return sum(known, Fraction(0)) if len(known) == len(parts) else None
    factors = list(term.args) if isinstance(term, Mul) else [term]
    if Const("pi") in factors:
        factors.remove(Const("pi"))
        if imaginary:
            if Const("i") not in factors:
                return None
            factors.remove(Const("i"))
        value: Scalar = Fraction(1)
        for factor in factors:
            value = value * evaluate(factor)
        value = simplify(value)
        return None if isinstance(value, Alg) else Fraction(value)
    value = simplify(evaluate(term)) if all(isinstance(f, Num) for f in factors) else Fraction(1)
    return Fraction(0) if not isinstance(value, Alg) and value == 0 else None
