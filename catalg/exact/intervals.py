"""Certified values of formulas: exact rationals as long as possible, then arb and acb balls.

`value_at` evaluates a scalar term at a point and doubles the precision until the question is settled: the
value is a rational number or a ball that contains it, or the term is `Undefined` there (log of a non-positive
number, division by zero, an even root of a negative number, ...), or it stays `Unresolved` within the limit.
Odd roots of negative numbers are real; a power whose exponent is neither a rational constant nor a natural
number wants a positive base. Arbitrary functions and constants are taken from an `Instance`: they are
universally quantified, so any instance serves for a refutation.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import reduce
from typing import Any

import flint

from catalg.exact import special
from catalg.exact.balls import (
    UNARY,
    Undefined,
    Unevaluated,
    Unresolved,
    Value,
    ball,
    real,
    root_power,
    several,
    sign,
    tidy,
    whole_power,
)
from catalg.exact.instances import Instance, fmpq, vanishes_beyond
from catalg.terms import (
    Add,
    Apply,
    Call,
    Const,
    Derived,
    Index,
    Let,
    Mul,
    Name,
    Num,
    Pow,
    Series,
    Term,
    free_names,
)
from catalg.terms.term import expand_lets

Enclosure = Callable[[int], Any]
Point = Mapping[str, "Fraction | Enclosure"]
BITS, MOST_BITS = 64, 512
MOST_TERMS = 400


def key_of(term: Term) -> str | None:
    """The name of a coordinate in a point: `x`, `x[1]`, `F[1,2]`; None if the term is no coordinate.

    >>> key_of(Index(Name("F"), (Num(Fraction(1)), Num(Fraction(2)))))
    'F[1,2]'
    """
    match term:
        case Name(name):
            return name
        case Index(Name(name), indices):
            if all(isinstance(i, Num) and i.value.denominator == 1 for i in indices):
                return f"{name}[{','.join(str(i.value) for i in indices if isinstance(i, Num))}]"
    return None


def rational_value(term: Term) -> Fraction | None:
    """The value of a term of rational constants, or None: what counts as a literal exponent.

    >>> rational_value(Mul((Num(Fraction(2)), Pow(Num(Fraction(3)), Num(Fraction(-1))))))
    Fraction(2, 3)
    """
    match term:
        case Num(value):
            return value
        case Add(args) | Mul(args):
            values = [rational_value(a) for a in args]
            known = [v for v in values if v is not None]
            if len(known) < len(values):
                return None
            return (
                sum(known, Fraction(0)) if isinstance(term, Add) else reduce(operator.mul, known, Fraction(1))
            )
        case Pow(base, exponent):
            below, above = rational_value(base), rational_value(exponent)
            if (
                below is None
                or above is None
                or above.denominator != 1
                or abs(above) > 64
                or (not below and above <= 0)
            ):
                return None
            return Fraction(below ** int(above))
    return None


def value_at(
    term: Term,
    point: Point,
    instance: Instance,
    integers: frozenset[str] = frozenset(),
    accept: Callable[[Value], bool] = lambda value: True,
    most_bits: int = MOST_BITS,
) -> Value:
    """The value at a point: a rational number or a ball that `accept` takes.

    `integers` are the names that stand for natural numbers. Raises Undefined, and Unresolved if no precision
    up to `most_bits` tells.

    >>> value_at(Pow(Num(Fraction(-8)), Num(Fraction(1, 3))), {}, Instance("0"))
    -2
    """
    bits = BITS
    reason = "the value is not separated"
    while bits <= most_bits:
        with flint.ctx.workprec(bits):
            try:
                value = Evaluator(point, instance, integers, bits).of(term)
                if accept(value):
                    return value
            except Unevaluated:
                raise
            except Unresolved as unresolved:
                reason = str(unresolved)
        bits *= 2
    raise Unresolved(reason)


class Evaluator:
    """One evaluation: a point, an instance, a precision (the working precision must already be set)."""

    def __init__(self, point: Point, instance: Instance, integers: frozenset[str], bits: int) -> None:
        self.point = point
        self.instance = instance
        self.integers = integers
        self.bits = bits
        self.known: dict[int, tuple[Term, Value]] = {}

    def of(self, term: Term) -> Value:
        """The value of a scalar term. Raises Undefined or Unresolved."""
        found = self.known.get(id(term))
        if found is None:
            found = (term, tidy(self._of(term)))
            self.known[id(term)] = found
        return found[1]

    def _of(self, term: Term) -> Value:
        match term:
            case Num(value):
                return fmpq(value)
            case Const("pi"):
                return flint.arb.pi()
            case Const("i"):
                return flint.acb(0, 1)
            case Name(name):
                return self._coordinate(name)
            case Index(Name(name), indices):
                return self._coordinate(f"{name}[{','.join(str(self._integer(i)) for i in indices)}]")
            case Add(args):
                total = flint.fmpq(0)
                for arg in args:
                    total = total + self.of(arg)
                return total
            case Mul(args):
                total = flint.fmpq(1)
                for arg in args:
                    total = total * self.of(arg)
                return total
            case Pow(base, exponent):
                return self._power(base, exponent)
            case Call(head, args):
                return self._call(head, args)
            case Apply(head, args):
                return self._arbitrary(head, (), (0,) * len(args), args)
            case Derived(head, component, order, args):
                return self._arbitrary(head, component, order, args)
            case Series():
                return self._series(term)
            case Let():
                return self.of(expand_lets(term))
            case _:
                raise Unevaluated(f"a {type(term).__name__} is not a scalar with a value")

    def _coordinate(self, key: str) -> Value:
        value = self.point.get(key)
        if value is None:
            tail = key.partition("[")[2].rstrip("]")
            beyond = tail and any(int(part) > self.instance.support for part in tail.split(","))
            return flint.fmpq(0) if beyond else fmpq(self.instance.constant(key))
        return fmpq(value) if isinstance(value, Fraction | int) else value(self.bits)

    def _integer(self, term: Term) -> int:
        value = self.of(term)
        if isinstance(value, flint.fmpq) and value.q == 1:
            return int(value.p)
        if isinstance(value, flint.fmpq):
            raise Undefined("an integer is wanted")
        raise Unresolved("an integer is wanted")

    def _arbitrary(
        self, head: str, component: tuple[int, ...], order: tuple[int, ...], args: tuple[Term, ...]
    ) -> Value:
        values = [self.of(arg) for arg in args]
        total = flint.fmpq(0)
        for ridge in self.instance.function(head, component, len(args)):
            total = total + ridge.derivative(order, values)
        return total

    def _power(self, base: Term, exponent: Term) -> Value:
        below = self.of(base)
        literal = rational_value(exponent)
        if literal is None and free_names(exponent) and free_names(exponent) <= self.integers:
            above = self.of(exponent)
            if isinstance(above, flint.fmpq) and above.q == 1:
                literal = Fraction(int(above.p))
        if literal is not None:
            if literal.denominator == 1:
                return whole_power(below, int(literal))
            return root_power(below, literal)
        above = self.of(exponent)
        if sign(below, "the sign of a base is open") <= 0:
            raise Undefined("a general power of a non-positive number")
        return (ball(above) * ball(below).log()).exp()

    def _call(self, head: str, args: tuple[Term, ...]) -> Value:
        if head in ("legendre", "gegenbauer", "chebyshev", "chebyshev_u", "jacobi"):
            return self._polynomial(head, args)
        if head == "Y":
            degree, order = self._integer(args[0]), self._integer(args[1])
            try:
                return self.of(special.harmonic_term(degree, order, (args[2], args[3], args[4])))
            except ValueError as error:
                raise Undefined(str(error)) from None
        values = [self.of(arg) for arg in args]
        if head in ("max", "min", "delta", "atan2"):
            return several(head, [real(v) for v in values])
        if len(values) != 1 or head not in UNARY:
            raise Unevaluated(f"{head} is not evaluated")
        return UNARY[head](values[0])

    def _polynomial(self, head: str, args: tuple[Term, ...]) -> Value:
        degree = self._integer(args[0])
        if degree > special.MAXIMAL_DEGREE:
            raise Unevaluated(f"a degree beyond {special.MAXIMAL_DEGREE}")
        rest = [self.of(arg) for arg in args[1:]]
        match head:
            case "legendre":
                return special.gegenbauer(degree, flint.fmpq(1, 2), rest[0], fmpq)
            case "gegenbauer":
                return special.gegenbauer(degree, rest[0], rest[1], fmpq)
            case "chebyshev":
                return special.chebyshev(degree, rest[0], fmpq)
            case "chebyshev_u":
                return special.gegenbauer(degree, flint.fmpq(1), rest[0], fmpq)
            case _:
                return special.jacobi(degree, rest[0], rest[1], rest[2], fmpq)

    def _series(self, term: Series) -> Value:
        lower = self._integer(term.lower)
        if term.upper == Const("oo"):
            if not vanishes_beyond(term.body, term.index):
                raise Unevaluated("an infinite sum is not evaluated")
            upper = max(lower, self.instance.support)
        else:
            upper = self._integer(term.upper)
        if upper - lower > MOST_TERMS:
            raise Unevaluated("a sum has too many terms")
        total = flint.fmpq(0)
        for value in range(lower, upper + 1):
            point = {**self.point, term.index: Fraction(value)}
            total = total + Evaluator(point, self.instance, self.integers | {term.index}, self.bits).of(
                term.body
            )
        return total
