"""Rational functions in kernels, with algebraic relations: the arithmetic of the zero test.

A kernel (exp(x), sqrt(x^2 + y^2), f(x), |x|, a coordinate) is a generator of a polynomial ring over QQ. Some
kernels carry a relation w^n = lower terms. The monomial order is lexicographic with later kernels larger, so
that the leading monomials of the relations are powers of distinct generators and the relations form a
Groebner basis (Buchberger's first criterion; Cox, Little, O'Shea, *Ideals, Varieties, and Algorithms*, 2.9).
A numerator that reduces to zero is zero wherever the denominators met on the way are not, and these are
non-zero wherever the formula they come from is defined.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import flint

from catalg.exact.instances import fmpq
from catalg.terms import Term, add, mul, num, power

Poly = Any  # flint.fmpq_mpoly: python-flint has no types


class LimitExceeded(ArithmeticError):
    """The computation would grow beyond its limit."""


class EmptyDomain(ArithmeticError):
    """The formula is defined nowhere."""


class MoreKernels(Exception):
    """The ring has no generator left: start again with a larger one."""


@dataclass(frozen=True, slots=True)
class Kernel:
    """A generator and what it stands for.

    `bound` lists the bound indices of sums that it depends on; `sign` is 2 (> 0), 1 (>= 0) or 0 (open);
    `constant` tells that no variable occurs in it. `data` is what its kind needs (see normal_form.py).
    """

    position: int
    kind: str
    text: str
    term: Term | None
    data: tuple[Any, ...] = ()
    sign: int = 0
    real: bool = True
    constant: bool = False
    bound: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Quotient:
    """A fraction over a kernel ring, reduced modulo its relations; immutable."""

    ring: KernelRing
    num: Poly
    den: Poly

    def __add__(self, other: Quotient) -> Quotient:
        if self.den == other.den:
            return self.ring.quotient(self.num + other.num, self.den)
        common = self.den.gcd(other.den)
        left, right = other.den / common, self.den / common
        multiply = self.ring.multiply
        return self.ring.quotient(
            multiply(self.num, left) + multiply(other.num, right), multiply(self.den, left)
        )

    def __neg__(self) -> Quotient:
        return Quotient(self.ring, -self.num, self.den)

    def __sub__(self, other: Quotient) -> Quotient:
        return self + (-other)

    def __mul__(self, other: Quotient) -> Quotient:
        multiply = self.ring.multiply
        return self.ring.quotient(multiply(self.num, other.num), multiply(self.den, other.den))

    def inverse(self) -> Quotient:
        """The reciprocal; raises EmptyDomain for zero."""
        if self.num.is_zero():
            raise EmptyDomain("a divisor is identically zero")
        return self.ring.quotient(self.den, self.num)

    def power(self, exponent: int) -> Quotient:
        """An integer power; raises LimitExceeded before building something too big."""
        if exponent < 0:
            return self.inverse().power(-exponent)
        if exponent <= 1:
            return self if exponent else self.ring.rational(1)
        if len(self.num) <= 1 and len(self.den) <= 1:
            self.ring.check_height(self, exponent)
            return self.ring.quotient(self.num**exponent, self.den**exponent)
        if exponent > 512:
            raise LimitExceeded(f"the power {exponent} of a sum is too high")
        result = self.ring.rational(1)
        square = self
        while exponent:
            if exponent & 1:
                result = result * square
            exponent >>= 1
            if exponent:
                square = square * square
        return result

    def is_zero(self) -> bool:
        """Whether the numerator reduced to zero."""
        return bool(self.num.is_zero())

    def constant(self) -> Fraction | None:
        """The rational value, or None."""
        if self.num.is_constant() and self.den.is_constant():
            return rational_of(self.num) / rational_of(self.den)
        return None

    def text(self) -> str:
        """A readable and deterministic text."""
        top = self.ring.text(self.num)
        return top if self.den.is_one() else f"({top})/({self.ring.text(self.den)})"

    def term(self) -> Term:
        """The fraction as a formula."""
        return mul(self.ring.poly_term(self.num), power(self.ring.poly_term(self.den), num(-1)))


def rational_of(poly: Poly) -> Fraction:
    """The constant coefficient of a constant polynomial."""
    value = flint.fmpq(poly.leading_coefficient()) if not poly.is_zero() else flint.fmpq(0)
    return Fraction(int(value.p), int(value.q))


@dataclass(frozen=True, slots=True)
class Ideal:
    """Equations between the oldest kernels, as a Groebner basis in a ring and an order of its own.

    `positions` are the generators of the kernels, in the order of the variables of `ctx`.
    """

    positions: tuple[int, ...]
    ctx: Any
    basis: tuple[Poly, ...]

    def remainder(self, poly: Poly, ring: KernelRing) -> Poly:
        """The normal form, the other kernels being coefficients."""
        groups: dict[tuple[int, ...], dict[tuple[int, ...], Any]] = {}
        for exponents, c in poly.to_dict().items():
            outer = list(exponents)
            inner = tuple(exponents[k] for k in self.positions)
            for k in self.positions:
                outer[k] = 0
            groups.setdefault(tuple(outer), {})[inner] = c
        table = {}
        for others, coefficients in groups.items():
            for inner, c in self._rest(self.ctx.from_dict(coefficients), ring).to_dict().items():
                whole = list(others)
                for k, e in zip(self.positions, inner, strict=True):
                    whole[k] = e
                table[tuple(whole)] = c
        return ring.ctx.from_dict(table)

    def _rest(self, poly: Poly, ring: KernelRing) -> Poly:
        changed = True
        while changed:
            changed = False
            for element in self.basis:
                ring.charge(5 * len(poly))
                rest = divmod(poly, element)[1]
                if rest != poly:
                    poly, changed = rest, True
        return poly


@dataclass(slots=True)
class KernelRing:
    """Generators, relations and a budget of monomial products."""

    capacity: int = 32
    limit: int = 20_000_000
    kernels: list[Kernel] = field(default_factory=list)
    relations: list[tuple[int, int, Poly]] = field(default_factory=list)
    equations: list[Poly] = field(default_factory=list)
    ideal: Ideal | None = None
    spent: int = 0
    ctx: Any = None
    gens: tuple[Poly, ...] = ()
    one: Poly = None

    def __post_init__(self) -> None:
        self.ctx = flint.fmpq_mpoly_ctx.get([f"g{k}" for k in range(self.capacity)], flint.Ordering.lex)
        self.gens = self.ctx.gens()
        self.one = self.ctx.constant(1)

    def new(
        self,
        kind: str,
        text: str,
        term: Term | None,
        data: tuple[Any, ...] = (),
        *,
        sign: int = 0,
        real: bool = True,
        constant: bool = False,
        bound: frozenset[str] = frozenset(),
    ) -> Kernel:
        """A new kernel, larger than all before it."""
        if len(self.kernels) == self.capacity:
            raise MoreKernels
        position = self.capacity - 1 - len(self.kernels)
        kernel = Kernel(position, kind, text, term, data, sign, real, constant, bound)
        self.kernels.append(kernel)
        return kernel

    def at(self, position: int) -> Kernel:
        """The kernel of a generator."""
        return self.kernels[self.capacity - 1 - position]

    def gen(self, kernel: Kernel) -> Poly:
        """The generator of a kernel, as a polynomial."""
        return self.gens[kernel.position]

    def element(self, kernel: Kernel) -> Quotient:
        """The generator of a kernel, as a fraction."""
        return Quotient(self, self.gens[kernel.position], self.one)

    def rational(self, value: Fraction | int) -> Quotient:
        """A rational number."""
        return Quotient(self, self.ctx.constant(fmpq(value)), self.one)

    def polynomial(self, poly: Poly) -> Quotient:
        """A polynomial as a fraction."""
        return self.quotient(poly, self.one)

    def relate(self, kernel: Kernel, degree: int, value: Poly) -> None:
        """Impose kernel^degree = value, where value has lower degree in it and no later kernel."""
        self.relations.append((kernel.position, degree, self.gens[kernel.position] ** degree - value))

    def charge(self, amount: int) -> None:
        """Spend from the budget."""
        self.spent += amount
        if self.spent > self.limit:
            raise LimitExceeded("the normal form grew beyond its limit")

    def check_height(self, value: Quotient, exponent: int) -> None:
        """Refuse powers of numbers that would have more than a million bits."""
        bits = 0
        for poly in (value.num, value.den):
            c = flint.fmpq(poly.leading_coefficient()) if not poly.is_zero() else flint.fmpq(0)
            bits = max(bits, int(c.p).bit_length(), int(c.q).bit_length())
            bits = max(bits, 8 * max((int(d).bit_length() for d in poly.degrees()), default=0))
        if exponent.bit_length() > 40 or (bits > 1 and bits * exponent > 1_000_000):
            raise LimitExceeded("a power is too high")

    def multiply(self, left: Poly, right: Poly) -> Poly:
        """A product, charged to the budget."""
        self.charge(max(1, len(left) * len(right)))
        return left * right

    def reduce(self, poly: Poly) -> Poly:
        """The normal form modulo all relations."""
        if self.relations and not poly.is_constant():
            degrees = poly.degrees()
            for position, degree, relation in reversed(self.relations):
                if degrees[position] >= degree:
                    self.charge(len(poly) * (1 + int(degrees[position]) // degree) * len(relation))
                    poly = divmod(poly, relation)[1]
                    degrees = poly.degrees()
        changed = bool(self.equations)
        while changed:
            changed = False
            for equation in self.equations:
                self.charge(5 * len(poly))
                rest = divmod(poly, equation)[1]
                if rest != poly:
                    poly, changed = rest, True
        return poly if self.ideal is None else self.ideal.remainder(poly, self)

    def quotient(self, top: Poly, bottom: Poly) -> Quotient:
        """The fraction in reduced form: relations applied, common factors cancelled, denominator monic."""
        top = self.reduce(top)
        if bottom.is_one():
            return Quotient(self, top, bottom)
        bottom = self.reduce(bottom)
        if bottom.is_zero():
            raise EmptyDomain("a divisor is identically zero")
        if top.is_zero():
            return Quotient(self, top, self.one)
        if not bottom.is_constant() and len(top) * len(bottom) <= 40_000:
            self.charge(5 * len(top) * len(bottom))
            common = top.gcd(bottom)
            if not common.is_constant():
                top, bottom = top / common, bottom / common
        lead = bottom.leading_coefficient()
        return Quotient(self, top / lead, bottom / lead)

    def factors(self, poly: Poly) -> tuple[Fraction, list[tuple[Poly, int]]]:
        """A rational unit and monic irreducible factors over QQ, in the free polynomial ring."""
        if poly.is_constant():
            return rational_of(poly), []
        self.charge(200 * len(poly))
        if len(poly) > 2000:
            raise LimitExceeded("a polynomial is too big to factor")
        unit, parts = poly.factor()
        scale = Fraction(int(unit.p), int(unit.q))
        found = []
        for part, exponent in parts:
            lead = part.leading_coefficient()
            scale *= Fraction(int(lead.p), int(lead.q)) ** int(exponent)
            found.append((part / lead, int(exponent)))
        return scale, sorted(found, key=lambda pair: str(pair[0]))

    def kernels_in(self, *polys: Poly) -> list[Kernel]:
        """The kernels that occur, oldest first."""
        positions: set[int] = set()
        for poly in polys:
            positions.update(k for k, d in enumerate(poly.degrees()) if d > 0)
        return [self.at(p) for p in sorted(positions, reverse=True)]

    def text(self, poly: Poly) -> str:
        """A polynomial by the texts of its kernels."""
        parts = []
        for exponents, c in poly.to_dict().items():
            names = [
                f"{self.at(k).text}^{e}" if e > 1 else self.at(k).text for k, e in enumerate(exponents) if e
            ]
            parts.append("*".join([str(c), *names] if c != 1 or not names else names))
        return " + ".join(parts) or "0"

    def poly_term(self, poly: Poly) -> Term:
        """A polynomial as a formula; raises ValueError for a kernel without one."""
        parts = []
        for exponents, c in poly.to_dict().items():
            factors: list[Term] = [num(Fraction(int(c.p), int(c.q)))]
            for k, e in enumerate(exponents):
                if e:
                    term = self.at(k).term
                    if term is None:
                        raise ValueError("a kernel without a formula")
                    factors.append(power(term, num(int(e))))
            parts.append(mul(*factors))
        return add(*parts)
