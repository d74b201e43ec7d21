"""Whether two counts agree for all values of their parameters: a proof by cases and normal forms, or values at which they differ.

A count is a polynomial in parameters and counting functions. Rounding is removed by residue classes (a quasi-polynomial is
a polynomial on each of them: R. Stanley, *Enumerative Combinatorics* I, 4.4), minima by the order of their arguments,
deltas by whether their arguments agree; what then is left are products of factorials and powers, which agree when their
quotient is 1 as a rational function. Values that agree at finitely many points are never taken for a proof, unless these are all.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import islice, product
from math import floor, lcm, prod

from catalg.exact.count_forms import Ranges, never_negative, rewritten, substituted, vanishes
from catalg.terms import Atom, Dim, Parameter

__all__ = ["differ_at", "never_negative", "same"]

CASES = 2000
"""The largest number of cases of one proof."""
DEFINED = 12
"""At so many values both counts have to be defined."""
POINTS = 600
"""How many values of the parameters are tried in search of a difference."""


class _Exhausted(Exception):
    pass


def same(a: Dim, b: Dim, parameters: Mapping[str, Parameter]) -> bool:
    """Whether two counts are proved to agree for all admitted values of their parameters.

    >>> n = Dim.parameter("n")
    >>> same(Dim.atom("floor", n / 2) + Dim.atom("ceiling", n / 2), n, {"n": Parameter("n")})
    True
    """
    names = a.parameters | b.parameters
    if not names <= parameters.keys():
        return False
    every = _all_values([parameters[name] for name in sorted(names)])
    if every is not None:
        return all(_values(a, b, values) is not None and a.value_at(values) == b.value_at(values) for values in every)
    near = islice(_points([parameters[name] for name in sorted(names)]), DEFINED)
    if any(_values(a, b, values) is None for values in near):
        return False
    lows = {name: least(parameters[name]) for name in names}
    try:
        return _Proof().zero(a - b, Ranges(lows))
    except _Exhausted:
        return False


def least(parameter: Parameter) -> int:
    """The least admitted value of a natural parameter, as far as its lower bound says."""
    return max(0, -floor(-parameter.lower)) if parameter.lower is not None else 0


def _all_values(parameters: list[Parameter]) -> list[dict[str, int]] | None:
    """All values of parameters with an upper bound each; None where they are too many."""
    if any(p.upper is None for p in parameters):
        return None
    lists = [[v for v in range(least(p), floor(p.upper or 0) + 1) if p.admits(v)] for p in parameters]
    if prod(map(len, lists)) > POINTS:
        return None
    return [dict(zip((p.name for p in parameters), choice, strict=True)) for choice in product(*lists)]


def differ_at(
    a: Dim, b: Dim, parameters: Mapping[str, Parameter], excluded: tuple[Mapping[str, int], ...] = ()
) -> tuple[dict[str, int], Fraction, Fraction] | None:
    """Admitted values of the parameters at which two counts differ, with both of them; None where none was found.

    Values that agree with one of `excluded` are passed over.
    """
    names = sorted(a.parameters | b.parameters)
    if not all(name in parameters for name in names):
        return None
    for values in islice(_points([parameters[name] for name in names]), POINTS):
        if any(all(values.get(name) == value for name, value in bad.items()) for bad in excluded):
            continue
        found = _values(a, b, values)
        if found is not None and found[0] != found[1]:
            return values, found[0], found[1]
    return None


def _values(a: Dim, b: Dim, values: Mapping[str, int]) -> tuple[Fraction, Fraction] | None:
    try:
        return a.value_at(values), b.value_at(values)
    except (ValueError, ZeroDivisionError, OverflowError):
        return None


def _points(parameters: list[Parameter]) -> Iterator[dict[str, int]]:
    """Values near the lower bounds first, by their total distance, then single large ones."""
    lows = [least(p) for p in parameters]
    far = 40 if len(parameters) < 2 else 16 if len(parameters) == 2 else 6
    for steps in sorted(product(range(far), repeat=len(parameters)), key=sum):
        values = {p.name: low + step for p, low, step in zip(parameters, lows, steps, strict=True)}
        if all(p.admits(values[p.name]) for p in parameters):
            yield values
    for size in (64, 97, 120):
        values = {p.name: low + size + 7 * k for k, (p, low) in enumerate(zip(parameters, lows, strict=True))}
        if all(p.admits(values[p.name]) for p in parameters):
            yield values


class _Proof:
    """One proof that a count is zero, by cases."""

    def __init__(self) -> None:
        self.cases = 0

    def zero(self, count: Dim, ranges: Ranges) -> bool:
        """Whether it is zero for all values in the ranges. Raises _Exhausted after too many cases."""
        self.cases += 1
        if self.cases > CASES:
            raise _Exhausted
        if ranges.impossible:
            return True
        count = rewritten(count, ranges)
        if not count.terms:
            return True
        atom = _innermost(count, ("floor",))
        if atom is not None:
            return self._residues(count, atom.args[0], ranges)
        atom = _innermost(count, ("min", "max", "delta"))
        if atom is not None and atom.head == "delta":
            return self._delta(count, atom, ranges)
        if atom is not None:
            return self._order(count, atom, ranges)
        if vanishes(count, ranges):
            return True
        equation = ranges.equation
        return equation is not None and self._solved(count, equation, ranges)

    def _solved(self, count: Dim, equation: Dim, ranges: Ranges) -> bool:
        """Whether the count is zero where a polynomial is: one parameter is expressed by the others."""
        for name in sorted(equation.parameters):
            scale = _coefficient(equation, name)
            rest = equation - Dim.parameter(name) * scale
            if abs(scale) == 1 and name not in rest.parameters:
                values = {name: -rest / scale}
                held = ranges.assuming(-rest / scale - ranges.lows[name]).moved(values, {})
                return self.zero(substituted(count, values), held)
        return False

    def _residues(self, count: Dim, argument: Dim, ranges: Ranges) -> bool:
        modulus = lcm(*(c.denominator for _, c in argument.terms))
        names = sorted(argument.parameters)
        if modulus ** len(names) > CASES:
            raise _Exhausted
        for residues in product(range(modulus), repeat=len(names)):
            values = {n: Dim.parameter(n) * modulus + r for n, r in zip(names, residues, strict=True)}
            lows = {n: max(0, -((r - ranges.lows[n]) // modulus)) for n, r in zip(names, residues, strict=True)}
            if not self.zero(substituted(count, values), ranges.moved(values, lows)):
                return False
        return True

    def _order(self, count: Dim, atom: Atom, ranges: Ranges) -> bool:
        a, b = atom.args[:2]
        for first, second in ((a, b), (b, a)):
            kept = first if atom.head == "max" else second
            rest = (kept, *atom.args[2:])
            value = Dim.atom(atom.head, *rest) if len(rest) > 1 else kept
            if not self.zero(_replaced(count, atom, value), ranges.assuming(first - second)):
                return False
        return True

    def _delta(self, count: Dim, atom: Atom, ranges: Ranges) -> bool:
        difference = atom.args[0] - atom.args[1]
        apart = _replaced(count, atom, Dim.of(0))
        for above in (difference - 1, -difference - 1):
            if not self.zero(apart, ranges.assuming(above)):
                return False
        return self._solved(_replaced(count, atom, Dim.of(1)), difference, ranges)


def _coefficient(count: Dim, name: str) -> Fraction:
    return next((c for m, c in count.terms if m == ((name, 1),)), Fraction(0))


def _innermost(count: Dim, heads: tuple[str, ...]) -> Atom | None:
    """An atom with one of these heads whose arguments are polynomials, not inside of a sum over an index."""
    for atom in count.atoms:
        if atom.head == "sum":
            continue
        for argument in atom.args:
            found = _innermost(argument, heads)
            if found is not None:
                return found
        if atom.head in heads and all(a.is_polynomial for a in atom.args):
            return atom
    return None


def _replaced(count: Dim, atom: Atom, value: Dim) -> Dim:
    """The count with one atom replaced wherever it stands."""
    total = Dim.of(0)
    for monomial, coefficient in count.terms:
        part = Dim.of(coefficient)
        for symbol, exponent in monomial:
            if symbol == atom:
                factor = value
            elif isinstance(symbol, Atom) and symbol.head != "sum":
                factor = Dim.atom(symbol.head, *(_replaced(a, atom, value) for a in symbol.args))
            else:
                factor = Dim(((((symbol, 1),), Fraction(1)),))
            part = part * factor**exponent
        total = total + part
    return total
