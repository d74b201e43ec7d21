"""Multivariate polynomials over QQ or one number field, on top of FLINT.

Over a number field QQ(a) a polynomial is kept in QQ[a, x_0, …] and reduced modulo the minimal polynomial of a, the first
variable in lexicographic order, so that the remainder is unique. Reduction modulo other polynomials uses division with
remainder, which decides ideal membership when they are a Gröbner basis (Cox, Little and O'Shea, chapter 2).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import flint

from catalg.exact.field import Alg, NumberField, Scalar, to_fmpq

Table = Mapping[tuple[int, ...], Scalar]
Element = Any
"""A `flint.fmpq_mpoly` of the ring's context."""


class PolynomialRing:
    """The ring of polynomials in `size` coordinates over QQ (`field` None) or a number field.

    >>> ring = PolynomialRing(2)
    >>> x, y = ring.coordinates
    >>> sorted(ring.table((x + y) ** 2).items())
    [((0, 2), Fraction(1, 1)), ((1, 1), Fraction(2, 1)), ((2, 0), Fraction(1, 1))]
    """

    def __init__(self, size: int, field: NumberField | None = None) -> None:
        self.size = size
        self.field = field if field is not None and field.degree > 1 else None
        self.offset = 0 if self.field is None else 1
        names = [f"x{k}" for k in range(size)]
        self.context = flint.fmpq_mpoly_ctx.get(["a", *names] if self.offset else names or ["x0"], "lex")
        generators = self.context.gens()
        self.coordinates: tuple[Element, ...] = tuple(generators[self.offset : self.offset + size])
        self.zero: Element = self.context.constant(0)
        self.one: Element = self.context.constant(1)
        self.modulus: Element = None
        if self.field is not None:
            a = generators[0]
            self.modulus = sum((c * a**k for k, c in enumerate(self.field.minpoly)), self.zero)

    def scalar(self, value: int | Fraction | Alg) -> Element:
        """A constant."""
        if isinstance(value, Alg):
            if value.is_rational:
                return self.context.constant(to_fmpq(value.as_fraction()))
            if value.field is not self.field:
                raise ValueError("a scalar of another number field")
            return self.element({(0,) * self.size: value})
        return self.context.constant(to_fmpq(value))

    def element(self, table: Table) -> Element:
        """From a table of exponents and coefficients."""
        data: dict[tuple[int, ...], Any] = {}
        for exponents, value in table.items():
            key = tuple(exponents) or ((0,) if not self.size else ())
            if not self.offset:
                data[key] = to_fmpq(value.as_fraction() if isinstance(value, Alg) else value)
                continue
            parts = value.coefficients if isinstance(value, Alg) else (Fraction(value),)
            for power, part in enumerate(parts):
                if part:
                    data[(power, *key)] = to_fmpq(part)
        return self.context.from_dict(data)

    def table(self, element: Element) -> dict[tuple[int, ...], Scalar]:
        """The table of exponents and nonzero coefficients."""
        if not self.offset:
            return {
                tuple(int(e) for e in key)[: self.size]: Fraction(int(c.p), int(c.q))
                for key, c in element.to_dict().items()
            }
        parts: dict[tuple[int, ...], dict[int, Fraction]] = {}
        for key, c in self.reduce(element).to_dict().items():
            parts.setdefault(tuple(int(e) for e in key[1:]), {})[int(key[0])] = Fraction(int(c.p), int(c.q))
        assert self.field is not None
        result: dict[tuple[int, ...], Scalar] = {}
        for exponents, powers in parts.items():
            if set(powers) == {0}:
                result[exponents] = powers[0]
            else:
                result[exponents] = self.field.element([powers.get(k, Fraction(0)) for k in range(max(powers) + 1)])
        return result

    def reduce(self, element: Element) -> Element:
        """The normal form over the number field (nothing to do over QQ)."""
        return element if self.modulus is None else divmod(element, self.modulus)[1]

    def is_zero(self, element: Element) -> bool:
        """Whether the polynomial is zero."""
        return bool(self.reduce(element) == 0)

    def derivative(self, element: Element, index: int) -> Element:
        """The partial derivative by the coordinate at a position."""
        return element.derivative(index + self.offset)

    def along(self, element: Element, field: Sequence[Element]) -> Element:
        """The derivative along a vector field."""
        total = self.zero
        for index, velocity in enumerate(field):
            if velocity != 0:
                part = self.derivative(element, index)
                if part != 0:
                    total += part * velocity
        return self.reduce(total)

    def degree(self, element: Element, index: int) -> int:
        """The degree in one coordinate (0 for the zero polynomial)."""
        return max((int(key[index + self.offset]) for key in element.monoms()), default=0)

    def total_degree(self, element: Element) -> int:
        """The total degree in the coordinates (0 for the zero polynomial)."""
        return max((sum(int(e) for e in key[self.offset :]) for key in element.monoms()), default=0)

    def substitute(self, element: Element, images: Sequence[Element], target: PolynomialRing | None = None) -> Element:
        """The composite with polynomial images of the coordinates, in this ring or in `target`."""
        ring = target or self
        generators = ([ring.context.gens()[0]] if self.offset and ring.offset else []) + list(images)
        if self.offset and not ring.offset:
            raise ValueError("the target ring lacks the number field")
        if not self.size:
            return ring.context.constant(element.coefficient(0) if element != 0 else 0)
        return ring.reduce(element.compose(*generators, ctx=ring.context))

    def substitute_rational(
        self, element: Element, images: Sequence[tuple[Element, Element]]
    ) -> tuple[Element, Element]:
        """Numerator and denominator of the composite with rational images (numerator, denominator)."""
        if all(den == 1 for _, den in images):
            return self.substitute(element, [num for num, _ in images]), self.one
        degrees = [self.degree(element, k) for k in range(self.size)]
        total, bottom = self.zero, self.one
        for (_, den), degree in zip(images, degrees, strict=True):
            bottom *= den**degree
        for key, c in element.to_dict().items():
            term = self.context.from_dict({(key[0], *([0] * self.size)) if self.offset else (0,) * self.size: c})
            for (num, den), degree, e in zip(images, degrees, key[self.offset :], strict=True):
                term *= num ** int(e) * den ** (degree - int(e))
            total += term
        return self.reduce(total), self.reduce(bottom)

    def remainder(self, element: Element, divisors: Sequence[Element]) -> Element:
        """The remainder of repeated division; zero proves membership in the ideal."""
        element = self.reduce(element)
        while True:
            before = element
            for divisor in divisors:
                element = self.reduce(divmod(element, divisor)[1])
            if element == before:
                return element

    def grobner(self, generators: Sequence[Element], limit: int = 200) -> list[Element] | None:
        """A Gröbner basis over QQ, or None over a number field or beyond `limit` elements.

        Polynomials whose leading monomials have no variable in common are one already.
        """
        used = [g for g in generators if g != 0]
        leads = [next(iter(g.monoms()))[self.offset :] for g in used]
        coprime = all(
            not any(a and b for a, b in zip(one, two, strict=True))
            for k, one in enumerate(leads)
            for two in leads[k + 1 :]
        )
        if coprime:
            return used
        if self.offset:
            return None
        integral = flint.fmpz_mpoly_ctx.get([f"x{k}" for k in range(self.size)], "lex")
        vector = flint.fmpz_mpoly_vec(
            [integral.from_dict({k: int(c.p) for k, c in self._primitive(g).to_dict().items()}) for g in used], integral
        )
        basis = vector.buchberger_naive(limits=(limit, 40, 400))
        basis = basis[0] if isinstance(basis, tuple) else basis
        if not basis.is_groebner():
            return None
        return [self.context.from_dict({k: flint.fmpq(int(c)) for k, c in g.to_dict().items()}) for g in basis]

    @staticmethod
    def _primitive(element: Element) -> Element:
        scale = 1
        for c in element.coeffs():
            scale = scale * int(c.q) // _gcd(scale, int(c.q))
        return element * scale


def _gcd(a: int, b: int) -> int:
    while b:
        a, b = b, a % b
    return a


class ModularPolynomial:
    """A polynomial compiled for evaluation modulo a prime, the number field's generator sent to a root modulo it."""

    __slots__ = ("prime", "terms")

    def __init__(self, table: Table, prime: int, root: int = 0) -> None:
        self.prime = prime
        self.terms = [
            (scalar_mod(value, prime, root), tuple((k, e) for k, e in enumerate(exponents) if e))
            for exponents, value in table.items()
        ]

    def __call__(self, point: Sequence[int]) -> int:
        """The value at a point."""
        prime, total = self.prime, 0
        for value, powers in self.terms:
            for k, e in powers:
                value = value * (point[k] if e == 1 else pow(point[k], e, prime)) % prime
            total += value
        return total % prime

    def gradient(self, point: Sequence[int]) -> list[int]:
        """The gradient at a point."""
        prime, result = self.prime, [0] * len(point)
        for value, powers in self.terms:
            for k, e in powers:
                part = value * e % prime
                for j, f in powers:
                    degree = f - 1 if j == k else f
                    if degree:
                        part = part * pow(point[j], degree, prime) % prime
                result[k] += part
        return [entry % prime for entry in result]


def scalar_mod(value: int | Fraction | Alg, prime: int, root: int = 0) -> int:
    """The image of a scalar modulo a prime; ZeroDivisionError when the prime divides a denominator.

    >>> scalar_mod(Fraction(1, 2), 7)
    4
    """
    if isinstance(value, int):
        return value % prime
    if isinstance(value, Fraction):
        return _fraction_mod(value, prime)
    total, power = 0, 1
    for part in value.coefficients:
        total += _fraction_mod(part, prime) * power
        power = power * root % prime
    return total % prime


def _fraction_mod(value: Fraction, prime: int) -> int:
    if value.denominator == 1:
        return value.numerator % prime
    if value.denominator % prime == 0:
        raise ZeroDivisionError("the prime divides a denominator")
    return value.numerator * pow(value.denominator, -1, prime) % prime
