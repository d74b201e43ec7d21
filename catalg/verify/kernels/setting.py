"""A sound linear formula beside a certified solution, with the tools to compare them at points.

Values are exact rationals or balls; a rank of such values is a lower bound, by elimination with pivots away from zero.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import isqrt, prod
from typing import Any

import flint

from catalg.exact.balls import Undefined, Unresolved, excludes_zero
from catalg.exact.field import Alg
from catalg.exact.instances import Instance
from catalg.exact.intervals import value_at
from catalg.model.kernel_problem import KernelFunction, KernelProblem, KernelProposal, Poly
from catalg.terms import (
    Add,
    Call,
    Index,
    Matrix,
    Mul,
    Name,
    Num,
    Pow,
    Term,
    Vector,
    add,
    mul,
    num,
    power,
    substitute,
)
from catalg.verify.kernels.elements import evaluate, small_points
from catalg.verify.kernels.frame import Element, Frame
from catalg.verify.kernels.jets import Rational
from catalg.verify.kernels.linear_form import Linear
from catalg.verify.kernels.terms import NotRational, polynomial_term, rational_function

Point = tuple[Fraction, ...]
Values = list[Any]
"""Exact rationals (`flint.fmpq`) or balls."""


class Setting:
    """The problem, its certified solution, and the formula."""

    def __init__(self, problem: KernelProblem, kernel: KernelProposal, linear: Linear) -> None:
        self.problem, self.kernel, self.linear = problem, kernel, linear
        self.frame = Frame(problem)
        self.points: list[Point] = small_points(problem, self.frame)[:12]
        self.invariants = [
            KernelFunction((n,), i.value.factors)
            for i in kernel.invariants
            for n in dict.fromkeys(i.value.numerators)
            if n.terms
        ]

    def values(self, terms: Sequence[Term], point: Point) -> Values | None:
        """The values of scalar terms at a point, or None where one is undefined or unresolved."""
        at = dict(zip(self.problem.coordinates, point, strict=True))
        try:
            return [value_at(t, at, Instance("0")) for t in terms]
        except (Undefined, Unresolved, ZeroDivisionError):
            return None

    def exact(self, term: Term, point: Point) -> str:
        """The value of a term at a point as text."""
        found = self.values([term], point)
        return "undefined" if found is None else number_text(found[0])

    def exact_key(self, term: Term, point: Point) -> str:
        """The value of a term at a point by its sign and square, where the square is rational and exactly known; else ''."""
        whole = rational_value(term, dict(zip(self.problem.coordinates, point, strict=True)))
        if whole is not None:
            return f"{'-' if whole < 0 else ''}{whole * whole}"
        inner = under_root(unfolded(term))
        square = inner if inner != unfolded(term) else square_of(inner)
        try:
            top, bottom = (evaluate(self.frame.ring.table(e), point) for e in self.rational(square))
        except NotRational:
            return ""
        found = self.values([term], point)
        if isinstance(top, Alg) or isinstance(bottom, Alg) or bottom == 0 or found is None or isinstance(found[0], flint.acb):
            return ""
        value = Fraction(top) / bottom
        if value == 0:
            return "0"
        return f"{'-' if found[0] < 0 else ''}{value}" if excludes_zero(found[0]) else ""

    def coefficients(self, point: Point) -> list[Values] | None:
        """The formula's coefficients at a point, one row for each occurrence of an unknown."""
        rows = [self.values(a.coefficient, point) for a in self.linear.atoms]
        return None if any(r is None for r in rows) else [r for r in rows if r is not None]

    def independent_at(self, point: Point) -> bool:
        """Whether the coefficients are certainly independent at a point."""
        rows = self.coefficients(point)
        return rows is not None and rank_of(rows) == len(rows)

    def rational(self, term: Term) -> Rational:
        """A term as a rational function. Raises NotRational."""
        place = {name: k for k, name in enumerate(self.problem.coordinates)}
        return rational_function(term, self.frame.ring, place)

    def bare(self, invariant: KernelFunction) -> Element | None:
        """The polynomial behind an invariant: itself, or what stands under its square root; None for another."""
        numerator = self.frame.lift(invariant.numerators[0])
        if not invariant.factors:
            return numerator
        if len(invariant.factors) == 1 and invariant.factors[0][1] == Fraction(1, 2) and numerator.is_constant():
            return self.frame.lift(invariant.factors[0][0])
        return None

    def polynomial_term(self, element: Element) -> Term:
        """A polynomial as a term over the flat coordinate names."""
        return polynomial_term(self.problem, Poly.of(dict(self.frame.ring.table(element))))

    def shaped(self, entries: Sequence[Term]) -> Term:
        """Entries in the target's shape."""
        target = self.problem.target
        if len(entries) == 1:
            return entries[0]
        if target.columns:
            width = target.columns
            return Matrix(tuple(tuple(entries[i * width : (i + 1) * width]) for i in range(target.rows)))
        return Vector(tuple(entries))

    def readable(self, term: Term) -> Term:
        """A term with x[2] for the coordinate of that name, and x for the only coordinate of a scalar."""
        table: dict[str, Term] = {}
        for a in self.problem.arguments:
            for k, name in enumerate(self.problem.coordinates[a.start : a.start + a.size]):
                if a.name and a.shape in ("scalar", "vector"):
                    table[name] = Name(a.name) if a.shape == "scalar" else Index(Name(a.name), (num(k + 1),))
        return substitute(term, table)

    def text(self, point: Sequence[object]) -> str:
        """A point as its arguments."""
        return point_text(self.problem, point)


def point_text(problem: KernelProblem, point: Sequence[object]) -> str:
    """A point as its arguments: q = (0, 1), k = (2, 0)."""
    parts = []
    for argument in problem.arguments:
        values = [str(point[k]) for k in range(argument.start, argument.start + argument.size)]
        body = values[0] if argument.shape == "scalar" else f"({', '.join(values)})"
        parts.append(f"{argument.name} = {body}" if argument.name else body)
    return ", ".join(parts)


def number_text(value: object) -> str:
    """A rational number, or a ball to a few digits."""
    if isinstance(value, flint.fmpq):
        return str(value)
    return str(value.str(8, radius=False)) if hasattr(value, "str") else str(value)


def rational_value(term: Term, at: Mapping[str, Fraction]) -> Fraction | None:
    """The exact value of a term at a rational point where all its roots are rational there; None where that is not seen.

    >>> rational_value(add(power(Name("t"), num(Fraction(1, 2))), num(1)), {"t": Fraction(9, 4)})
    Fraction(5, 2)
    """
    match term:
        case Num(value):
            return value
        case Name(name):
            return at.get(name)
        case Call("sqrt", (inner,)):
            below = rational_value(inner, at)
            return None if below is None else _root(below)
        case Call("abs", (inner,)):
            below = rational_value(inner, at)
            return None if below is None else abs(below)
        case Pow(base, Num(e)):
            below = rational_value(base, at)
            if below is not None and e.denominator == 2:
                below, e = _root(below), 2 * e
            if below is None or e.denominator != 1 or abs(e) > 64 or (below == 0 and e < 0):
                return None
            return below ** int(e)
        case Add(args) | Mul(args):
            values = [rational_value(a, at) for a in args]
            known = [v for v in values if v is not None]
            if len(known) < len(values):
                return None
            return sum(known, Fraction(0)) if isinstance(term, Add) else prod(known, start=Fraction(1))
    return None


def _root(value: Fraction) -> Fraction | None:
    """The square root of a square of a rational number."""
    if value < 0:
        return None
    top, bottom = isqrt(value.numerator), isqrt(value.denominator)
    return Fraction(top, bottom) if top * top == value.numerator and bottom * bottom == value.denominator else None


def unfolded(term: Term) -> Term:
    """The cosine or sine of an angle atan2(b, a) as a/√(a² + b²) or b/√(a² + b²); another term as it is."""
    match term:
        case Call("cos" | "sin" as head, (Call("atan2", (b, a)),)):
            return mul(a if head == "cos" else b, power(add(mul(a, a), mul(b, b)), num(Fraction(-1, 2))))
    return term


def square_of(term: Term) -> Term:
    """The square of a term, multiplied into its factors and without square roots where these are factors."""
    match term:
        case Mul(args):
            return mul(*map(square_of, args))
        case Pow(base, Num(e)) if e.denominator == 2:
            return power(base, num(2 * e))
        case Pow(base, Num(e)) if e.denominator == 1:
            return power(square_of(base), num(e))
    return power(term, num(2))


def under_root(term: Term) -> Term:
    """A square root, which is never negative, is known when its square is: what stands under the root, or the term itself."""
    if isinstance(term, Pow) and isinstance(term.exponent, Num) and term.exponent.value == Fraction(1, 2):
        return term.base
    return term


def rank_of(rows: Sequence[Values]) -> int:
    """A lower bound for the rank of a matrix of exact numbers and balls, which is the rank when all are exact."""
    work = [list(row) for row in rows]
    rank = 0
    columns = len(work[0]) if work else 0
    for column in range(columns):
        pivot = next((i for i in range(rank, len(work)) if excludes_zero(work[i][column])), None)
        if pivot is None:
            continue
        work[rank], work[pivot] = work[pivot], work[rank]
        lead = work[rank]
        for i in range(rank + 1, len(work)):
            factor = work[i][column] / lead[column]
            work[i] = [a - factor * b for a, b in zip(work[i], lead, strict=True)]
            work[i][column] = flint.fmpq(0)
        rank += 1
    return rank
