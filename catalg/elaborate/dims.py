"""Sizes: expressions in natural parameters, read as polynomials that are bounded before they are built.

A symbolic size has to be a natural number for every admitted value of its parameters. Exceptions are looked for among
small values, and for one parameter also further out, until no forward difference is negative: from there on the
polynomial does not fall again (Newton's forward difference formula).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, product
from math import comb

from catalg.elaborate.counting import ARITIES, NotCounted, NotPolynomial, counted
from catalg.elaborate.scope import Problem, Scope, Unsupported
from catalg.language import tree
from catalg.terms import Dim, Parameter

LARGEST_DEGREE = 64
LARGEST_BITS = 12_000
LARGEST_TERMS = 1000
TRIED = 40
"""How many values of a parameter are tried one by one."""


class TooLarge(ValueError):
    """A size beyond the bounds."""


def dimension(expr: tree.Expr, scope: Scope) -> Dim:
    """The size that an expression denotes. Raises Problem when it is not a polynomial in natural parameters, or Depends."""
    return _Reader(scope, False).read(expr)


def count(expr: tree.Expr, scope: Scope) -> Dim:
    """The count that an expression denotes: a size, in which counting functions of parameters may stand.

    Raises Problem or Depends.
    """
    return _Reader(scope, True).read(expr)


class _Reader:
    """Reads sizes, with `atoms` also counts."""

    def __init__(self, scope: Scope, atoms: bool) -> None:
        self.scope, self.atoms = scope, atoms

    def read(self, expr: tree.Expr) -> Dim:
        match expr:
            case tree.Number():
                return Dim.of(expr.value)
            case tree.Name(text):
                return _parameter(expr, text, self.scope)
            case tree.Negate(operand):
                return -self.read(operand)
            case tree.Binary("+", left, right):
                return self.read(left) + self.read(right)
            case tree.Binary("-", left, right):
                return self.read(left) - self.read(right)
            case tree.Binary("*", left, right):
                try:
                    return times(self.read(left), self.read(right))
                except TooLarge:
                    raise _too_large("product", expr) from None
            case tree.Binary("/", left, right):
                divisor = self.read(right)
                if not divisor.terms:
                    raise Problem("E0504", "division by zero", right.span)
                if not divisor.is_constant:
                    raise Problem("E0505", "a size is divided by something that is not a number", right.span)
                return self.read(left) / divisor.terms[0][1]
            case tree.Binary("^", left, right):
                return self._power(expr, left, right)
            case tree.Call(tree.Name("sum"), (tree.Name() as index, low, high, term)) if self.atoms:
                return self._sum(index, low, high, term)
            case tree.Call(tree.Name(text), arguments) if text in ARITIES:
                return self._counted(expr, text, arguments)
            case _:
                raise Problem("E0505", "this is not a size", expr.span, "a natural number or an expression in parameters")

    def _power(self, expr: tree.Expr, left: tree.Expr, right: tree.Expr) -> Dim:
        exponent = self.read(right)
        if self.atoms and not exponent.is_constant:
            if exponent.is_polynomial:
                require_natural(exponent, self.scope.parameters, right, "this exponent")
            return Dim.atom("power", self.read(left), exponent)
        number = exponent.constant()
        if number is None or number < 0:
            raise Problem("E0505", "the exponent of a size is not a natural number", right.span)
        try:
            return raised(self.read(left), number)
        except TooLarge:
            raise _too_large("power", expr) from None

    def _sum(self, index: tree.Name, low: tree.Expr, high: tree.Expr, term: tree.Expr) -> Dim:
        first, last = self.read(low), self.read(high)
        inner = replace(self.scope, parameters={**self.scope.parameters, index.text: Parameter(index.text)})
        return Dim.atom("sum", Dim.parameter(index.text), first, last, _Reader(inner, True).read(term))

    def _counted(self, expr: tree.Call, name: str, arguments: tuple[tree.Expr, ...]) -> Dim:
        if len(arguments) != ARITIES[name]:
            plural = "argument" if ARITIES[name] == 1 else "arguments"
            raise Problem("E0410", f"`{name}` takes {ARITIES[name]} {plural}, not {len(arguments)}", expr.span)
        values = [self.read(argument) for argument in arguments]
        try:
            return counted(name, values, self.scope.parameters)
        except NotCounted as reason:
            raise Problem("E0505", str(reason), expr.span) from None
        except NotPolynomial:
            if self.atoms:
                return Dim.atom(name, *values)
            raise Unsupported(f"sizes that are not polynomials in the parameters: {name}") from None


def _parameter(expr: tree.Name, text: str, scope: Scope) -> Dim:
    known = scope.parameters.get(text)
    if known is None:
        scope.find(text)
        raise scope.unknown(expr, "parameter", scope.parameters)
    if known.kind != "Nat":
        raise Problem(
            "E0505", f"`{text}` is a parameter in {known.kind}, and sizes are natural numbers", expr.span,
            help=f"declare `param {text} : Nat`",
        )
    return Dim.parameter(text)


def _too_large(what: str, expr: tree.Expr) -> Problem:
    names = any(isinstance(node, tree.Name) for node in tree.walk(expr))
    symbolic = f", and degree {LARGEST_DEGREE} in parameters" if names else ""
    return Problem(
        "E0506", f"this {what} is too large to be a size", expr.span,
        help="sizes have at most about 3,600 digits" + symbolic,
    )


def degree(value: Dim) -> int:
    """The total degree in the parameters."""
    return max((sum(e for _, e in monomial) for monomial, _ in value.terms), default=0)


def bits(value: Dim) -> int:
    """The length of the longest numerator or denominator among the coefficients, in bits."""
    return max((max(abs(c.numerator), c.denominator).bit_length() for _, c in value.terms), default=0)


def _monomials(names: int, total: int) -> int:
    return comb(names + total, total)


def times(left: Dim, right: Dim) -> Dim:
    """The product. Raises TooLarge beyond the bounds, before anything is multiplied."""
    names = len(left.parameters | right.parameters)
    total = degree(left) + degree(right)
    if total > LARGEST_DEGREE or _monomials(names, total) > LARGEST_TERMS or bits(left) + bits(right) > LARGEST_BITS:
        raise TooLarge
    return left * right


def raised(base: Dim, exponent: int) -> Dim:
    """The power. Raises TooLarge beyond the bounds, before anything is multiplied.

    >>> str(raised(Dim.parameter("n") + 1, 2)), str(raised(Dim.of(1), 10**100))
    ('n^2 + 2*n + 1', '1')
    """
    if base == Dim.of(1) or not base.terms:
        return base if exponent else Dim.of(1)
    total = degree(base) * exponent
    growth = (bits(base) + len(base.terms).bit_length() - 1) * exponent
    if total > LARGEST_DEGREE or _monomials(len(base.parameters), total) > LARGEST_TERMS or growth > LARGEST_BITS:
        raise TooLarge
    return base**exponent


def natural(expr: tree.Expr, scope: Scope, what: str, largest: int = 10**6) -> int:
    """A concrete natural number. Raises Problem."""
    value = whole(expr, scope, what)
    if value < 0:
        raise Problem("E0505", f"{what} is negative", expr.span)
    if value > largest:
        raise Problem("E0506", f"{what} is larger than {largest:,}", expr.span)
    return value


def whole(expr: tree.Expr, scope: Scope, what: str) -> int:
    """A concrete whole number. Raises Problem."""
    size = dimension(expr, scope)
    value = size.constant()
    if value is None:
        reason = f"{what} depends on the parameter `{min(size.parameters)}`" if size.parameters else f"{what} is not whole"
        raise Problem("E0505", reason, expr.span, help="a concrete whole number is needed here")
    return value


def natural_size(expr: tree.Expr, scope: Scope, what: str) -> Dim:
    """A size that is a natural number for every admitted value of its parameters. Raises Problem."""
    size = dimension(expr, scope)
    require_natural(size, scope.parameters, expr, what)
    return size


def require_natural(size: Dim, parameters: Mapping[str, Parameter], expr: tree.Expr, what: str) -> None:
    """Check that a size is a natural number for every admitted value of its parameters. Raises Problem."""
    found = exception(size, parameters)
    if found is None:
        return
    values, value = found
    at = ", ".join(f"{name} = {number}" for name, number in values.items())
    reason = "negative" if value < 0 else "not whole"
    raise Problem(
        "E0505", f"{what} is {reason}" + (f" for {at}" if at else ""), expr.span,
        help="bounds of a parameter are declared with it, as in param n : Nat where n >= 5" if at else None,
    )


def exception(size: Dim, parameters: Mapping[str, Parameter]) -> tuple[dict[str, int], Fraction] | None:
    """Admitted values at which a size is no natural number, and what it is there; None where none was found.

    >>> exception(Dim.parameter("n") - 1, {"n": Parameter("n")})
    ({'n': 0}, Fraction(-1, 1))
    """
    names = sorted(size.parameters)
    tried = TRIED if len(names) < 2 else 8 if len(names) == 2 else 3
    for choice in product(*(_admitted(parameters[name], tried) for name in names)):
        values = dict(zip(names, choice, strict=True))
        value = size.value_at(values)
        if value < 0 or value.denominator != 1:
            return values, value
    return _further_out(size, parameters[names[0]]) if len(names) == 1 else None


def _further_out(size: Dim, parameter: Parameter) -> tuple[dict[str, int], Fraction] | None:
    """The same for one parameter beyond the values that were tried."""
    point = _least(parameter) + TRIED
    while parameter.upper is None or point <= parameter.upper:
        row = [size.value_at({parameter.name: point + step}) for step in range(degree(size) + 1)]
        if row[0] < 0 and parameter.admits(point):
            return {parameter.name: point}, row[0]
        falls = False
        while row:
            falls = falls or row[0] < 0
            row = [b - a for a, b in pairwise(row)]
        if not falls:
            return None
        point *= 2
    return None


def _admitted(parameter: Parameter, count: int) -> list[int]:
    low = _least(parameter)
    return [value for value in range(low, low + count) if parameter.admits(value)]


def _least(parameter: Parameter) -> int:
    lower = parameter.lower
    return max(0, -(-lower.numerator // lower.denominator)) if lower is not None else 0
