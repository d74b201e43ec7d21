"""Dimensions as polynomials in natural parameters, and the parameters with their ranges.

A dimension is never a bare integer: `Dim` is a polynomial over QQ in parameter names that takes integer values, so
that `R^d`, `Sphere(d - 1)` and `Sym(n)` carry their sizes symbolically. In a count a counting function of parameters,
such as floor(n/2) or catalan(k), may stand in the place of a parameter: an `Atom`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from catalg.terms.functions import value_of


@dataclass(frozen=True, slots=True)
class Parameter:
    """A declared parameter.

    `kind` is `Nat`, `Real` or `Complex`; `lower` and `upper` are inclusive bounds (None: none declared); `excluded`
    are single values taken out by `!=`.
    """

    name: str
    kind: str = "Nat"
    lower: Fraction | None = None
    upper: Fraction | None = None
    excluded: tuple[Fraction, ...] = ()

    def admits(self, value: Fraction | int) -> bool:
        """Whether a value lies in the declared range."""
        value = Fraction(value)
        if self.kind == "Nat" and (value.denominator != 1 or value < 0):
            return False
        if self.lower is not None and value < self.lower:
            return False
        return (self.upper is None or value <= self.upper) and value not in self.excluded


@dataclass(frozen=True, slots=True)
class Atom:
    """A counting function of dimensions: `floor(n/2)`; a `power` has base and exponent, a `sum` index, bounds and term.

    >>> str(Atom("floor", (Dim.parameter("n") / 2,))), str(Atom("power", (Dim.of(2), Dim.parameter("k") + 1)))
    ('floor(n/2)', '2^(k + 1)')
    """

    head: str
    args: tuple[Dim, ...]

    @property
    def parameters(self) -> frozenset[str]:
        """The parameters that occur, without the index of a sum."""
        if self.head == "sum":
            index, low, high, term = self.args
            return low.parameters | high.parameters | (term.parameters - index.parameters)
        return frozenset().union(*(a.parameters for a in self.args))

    def value_at(self, values: Mapping[str, int]) -> Fraction:
        """The value for given parameters. Raises KeyError for a missing one, ValueError outside of the domain."""
        if self.head == "sum":
            index, low, high, term = self.args
            (name,) = index.parameters
            first, last = low.at(values), high.at(values)
            if last - first > LONGEST:
                raise ValueError(f"a sum of {last - first} terms")
            return sum((term.value_at({**values, name: j}) for j in range(first, last + 1)), Fraction(0))
        return value_of(self.head, [a.value_at(values) for a in self.args])

    def __str__(self) -> str:
        shown = [str(a) for a in self.args]
        if self.head == "power":
            base, exponent = (text if text.isalnum() else f"({text})" for text in shown)
            return f"{base}^{exponent}"
        return f"{self.head}({', '.join(shown)})"


Symbol = str | Atom
Monomial = tuple[tuple[Symbol, int], ...]
LONGEST = 5000
"""The largest number of terms of a sum that is evaluated."""


@dataclass(frozen=True, slots=True)
class Dim:
    """A polynomial with rational coefficients in parameters, as sorted (monomial, coefficient) pairs.

    >>> n = Dim.parameter("n")
    >>> str(n * (n - 1) / 2)
    '(n^2 - n)/2'
    >>> (n * n).at({"n": 3})
    9
    """

    terms: tuple[tuple[Monomial, Fraction], ...]

    @staticmethod
    def of(value: int | Fraction | Dim) -> Dim:
        """The constant, or the dimension itself."""
        if isinstance(value, Dim):
            return value
        return Dim((((), Fraction(value)),)) if value else Dim(())

    @staticmethod
    def parameter(name: str) -> Dim:
        """The parameter as a dimension."""
        return Dim(((((name, 1),), Fraction(1)),))

    @staticmethod
    def atom(head: str, *args: Dim) -> Dim:
        """A counting function of dimensions, as a dimension."""
        return Dim(((((Atom(head, args), 1),), Fraction(1)),))

    @staticmethod
    def _collect(table: Mapping[Monomial, Fraction]) -> Dim:
        order = sorted((m for m, c in table.items() if c), key=_order)
        return Dim(tuple((m, table[m]) for m in order))

    def __add__(self, other: int | Fraction | Dim) -> Dim:
        table = dict(self.terms)
        for monomial, value in Dim.of(other).terms:
            table[monomial] = table.get(monomial, Fraction(0)) + value
        return Dim._collect(table)

    __radd__ = __add__

    def __neg__(self) -> Dim:
        return Dim(tuple((m, -c) for m, c in self.terms))

    def __sub__(self, other: int | Fraction | Dim) -> Dim:
        return self + (-Dim.of(other))

    def __rsub__(self, other: int | Fraction | Dim) -> Dim:
        return Dim.of(other) - self

    def __mul__(self, other: int | Fraction | Dim) -> Dim:
        table: dict[Monomial, Fraction] = {}
        for left, a in self.terms:
            for right, b in Dim.of(other).terms:
                powers = dict(left)
                for name, exponent in right:
                    powers[name] = powers.get(name, 0) + exponent
                key = tuple(sorted(powers.items(), key=_by_name))
                table[key] = table.get(key, Fraction(0)) + a * b
        return Dim._collect(table)

    __rmul__ = __mul__

    def __truediv__(self, other: int | Fraction) -> Dim:
        return Dim(tuple((m, c / Fraction(other)) for m, c in self.terms))

    def __pow__(self, exponent: int) -> Dim:
        result = Dim.of(1)
        for _ in range(exponent):
            result = result * self
        return result

    @property
    def parameters(self) -> frozenset[str]:
        """The parameters that occur."""
        found: set[str] = set()
        for monomial, _ in self.terms:
            for symbol, _ in monomial:
                found |= {symbol} if isinstance(symbol, str) else symbol.parameters
        return frozenset(found)

    @property
    def atoms(self) -> tuple[Atom, ...]:
        """The counting functions that stand in it, outermost ones only, each once."""
        found = (symbol for monomial, _ in self.terms for symbol, _ in monomial if isinstance(symbol, Atom))
        return tuple(dict.fromkeys(found))

    @property
    def is_polynomial(self) -> bool:
        """Whether no counting function of parameters occurs."""
        return not self.atoms

    @property
    def is_constant(self) -> bool:
        """Whether it is a number: neither a parameter nor a counting function occurs."""
        return all(not monomial for monomial, _ in self.terms)

    def constant(self) -> int | None:
        """The integer value if no parameter occurs, else None."""
        if not self.is_constant:
            return None
        value = self.terms[0][1] if self.terms else Fraction(0)
        return int(value) if value.denominator == 1 else None

    def value_at(self, values: Mapping[str, int]) -> Fraction:
        """The rational value for given parameters. Raises KeyError for a missing one."""
        total = Fraction(0)
        for monomial, coefficient in self.terms:
            for name, exponent in monomial:
                value = values[name] if isinstance(name, str) else name.value_at(values)
                coefficient = coefficient * value**exponent
            total += coefficient
        return total

    def at(self, values: Mapping[str, int]) -> int:
        """The integer value for given parameters; ValueError when it is not an integer."""
        value = self.value_at(values)
        if value.denominator != 1:
            raise ValueError(f"{self} is not an integer at {dict(values)}")
        return int(value)

    def __str__(self) -> str:
        if not self.terms:
            return "0"
        scale = 1
        for _, c in self.terms:
            scale = scale * c.denominator // _gcd(scale, c.denominator)
        parts: list[str] = []
        for monomial, c in self.terms:
            value = int(c * scale)
            body = "*".join(_factor(name, e) for name, e in monomial)
            size = body if body and abs(value) == 1 else "*".join(filter(None, (str(abs(value)), body)))
            sign = "-" if value < 0 else "+"
            parts.append((f"-{size}" if value < 0 else size) if not parts else f" {sign} {size}")
        text = "".join(parts)
        if scale == 1:
            return text
        return f"({text})/{scale}" if len(self.terms) > 1 else f"{text}/{scale}"


def _factor(symbol: Symbol, exponent: int) -> str:
    text = str(symbol)
    if exponent == 1:
        return text
    return f"({text})^{exponent}" if "^" in text else f"{text}^{exponent}"


def _by_name(power: tuple[Symbol, int]) -> tuple[str, int]:
    return str(power[0]), power[1]


def _order(monomial: Monomial) -> tuple[int, list[tuple[str, int]]]:
    return -sum(e for _, e in monomial), [_by_name(power) for power in monomial]


def _gcd(a: int, b: int) -> int:
    while b:
        a, b = b, a % b
    return a
