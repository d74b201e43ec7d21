"""Algebraic numbers: elements of embedded number fields.

An element is a polynomial of degree < deg m in the generator of QQ[x]/(m), with rational coefficients.  Zero tests are exact
comparisons of polynomials; signs and realness come from balls around the chosen root that are refined until they decide
(H. Cohen, *A Course in Computational Algebraic Number Theory*, section 4.2).
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import flint

from catalg.exact.roots import complex_roots

if TYPE_CHECKING:
    from catalg.exact.number_field import NumberField

Rational = int | Fraction

MAX_HEIGHT = 1 << 22
"""Powers whose coefficients would have more bits than this raise `OverflowError`."""


def to_fmpq(value: Rational | flint.fmpq | flint.fmpz) -> flint.fmpq:
    """A rational number as a flint rational; `TypeError` for anything else (floats included)."""
    if isinstance(value, int):
        return flint.fmpq(value)
    if isinstance(value, Fraction):
        return flint.fmpq(value.numerator, value.denominator)
    if isinstance(value, (flint.fmpq, flint.fmpz)):
        return flint.fmpq(value)
    raise TypeError(f"not a rational number: {value!r}")


def to_fraction(value: Rational | flint.fmpq | flint.fmpz) -> Fraction:
    """A rational number as a `Fraction`."""
    if isinstance(value, (int, Fraction)):
        return Fraction(value)
    value = flint.fmpq(value)
    return Fraction(int(value.p), int(value.q))


class Alg:
    """An element of a number field; immutable, hashable, picklable; mixes with `int`, `Fraction` and other fields.

    Elements of different fields are compared and combined in a common field, so equal numbers are equal (with equal hash)
    wherever they live.

    >>> from catalg.exact.field import NumberField
    >>> a = NumberField.sqrt(2).generator
    >>> str((1 + a) ** 2), a * a == 2, str(1 / a)
    ('3 + 2*sqrt(2)', True, 'sqrt(2)/2')
    """

    __slots__ = ("_hash", "_poly", "field")

    field: NumberField
    _poly: flint.fmpq_poly
    _hash: int | None

    def __init__(self, field: NumberField, poly: flint.fmpq_poly) -> None:
        put = object.__setattr__
        put(self, "field", field)
        put(self, "_poly", poly)
        put(self, "_hash", None)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("algebraic numbers are immutable")

    def __reduce__(self) -> tuple[Any, ...]:
        numerators = tuple(int(c) for c in self._poly.numer().coeffs())
        return _rebuild, (self.field, numerators, int(self._poly.denom()))

    # -- data ------------------------------------------------------------------------------------------------------
    @property
    def poly(self) -> flint.fmpq_poly:
        """The element as a polynomial in the generator, of degree below the degree of the field."""
        return self._poly

    @property
    def coefficients(self) -> tuple[Fraction, ...]:
        """The coefficients in the power basis of the field, one for each of 1, g, .., g^(degree - 1)."""
        given = [to_fraction(c) for c in self._poly.coeffs()]
        return tuple(given + [Fraction(0)] * (self.field.degree - len(given)))

    @property
    def is_rational(self) -> bool:
        """Whether the number is rational."""
        return self._poly.degree() <= 0

    def as_fraction(self) -> Fraction:
        """The number as a `Fraction`; `ValueError` if it is irrational."""
        if not self.is_rational:
            raise ValueError(f"{self} is irrational")
        return to_fraction(self._poly[0])

    def __bool__(self) -> bool:
        return self._poly.degree() >= 0

    # -- arithmetic ------------------------------------------------------------------------------------------------
    def _combine(self, other: object, operation: Callable[[Alg, Alg], Alg]) -> Alg:
        if isinstance(other, Alg):
            from catalg.exact.tower import coerce_all

            _, (left, right) = coerce_all((self, other))
            return operation(left, right)
        if isinstance(other, (int, Fraction, flint.fmpq, flint.fmpz)):
            return operation(self, self.field(other))
        return NotImplemented  # type: ignore[no-any-return]

    def __add__(self, other: object) -> Alg:
        if other.__class__ is Alg and other.field is self.field:
            return Alg(self.field, self._poly + other._poly)
        return self._combine(other, lambda a, b: Alg(a.field, a._poly + b._poly))

    __radd__ = __add__

    def __neg__(self) -> Alg:
        return Alg(self.field, -self._poly)

    def __pos__(self) -> Alg:
        return self

    def __sub__(self, other: object) -> Alg:
        if other.__class__ is Alg and other.field is self.field:
            return Alg(self.field, self._poly - other._poly)
        return self._combine(other, lambda a, b: Alg(a.field, a._poly - b._poly))

    def __rsub__(self, other: object) -> Alg:
        return (-self).__add__(other)

    def __mul__(self, other: object) -> Alg:
        if other.__class__ is Alg and other.field is self.field:
            return Alg(self.field, (self._poly * other._poly) % self.field._modulus)
        if other.__class__ is int:
            return Alg(self.field, self._poly * other)
        return self._combine(other, lambda a, b: a * b)

    __rmul__ = __mul__

    def inverse(self) -> Alg:
        """The reciprocal; `ZeroDivisionError` for 0."""
        if not self:
            raise ZeroDivisionError("division by zero")
        _, _, cofactor = self.field._modulus.xgcd(self._poly)
        return Alg(self.field, cofactor)

    def __truediv__(self, other: object) -> Alg:
        return self._combine(other, lambda a, b: a * b.inverse())

    def __rtruediv__(self, other: object) -> Alg:
        return self.inverse().__mul__(other)

    def __pow__(self, exponent: int) -> Alg:
        if not isinstance(exponent, int):
            return NotImplemented
        if abs(exponent) == 1:
            return self if exponent > 0 else self.inverse()
        base = self.inverse() if exponent < 0 else self
        result, exponent = self.field.one, abs(exponent)
        while exponent:
            if exponent & 1:
                result = result * base
            exponent >>= 1
            if exponent:
                base = base * base
                if max(base._poly.numer().height_bits(), base._poly.denom().height_bits()) > MAX_HEIGHT:
                    raise OverflowError(f"a power has coefficients of more than {MAX_HEIGHT} bits")
        return result

    # -- comparison ------------------------------------------------------------------------------------------------
    def __eq__(self, other: object) -> bool:
        if isinstance(other, Alg):
            if other.field is self.field:
                return bool(self._poly == other._poly)
            if self.is_rational or other.is_rational:
                return self.is_rational and other.is_rational and bool(self._poly == other._poly)
            if hash(self) != hash(other) or not self.approx(64).overlaps(other.approx(64)):
                return False
            return not self - other
        if isinstance(other, (int, Fraction)):
            return self.is_rational and bool(self._poly == flint.fmpq_poly([to_fmpq(other)]))
        return NotImplemented

    def __hash__(self) -> int:
        """Depends on the number only: on Tr(x)/n and Tr(x^2)/n, which do not change when the field grows."""
        found = self._hash
        if found is None:
            if self.is_rational:
                found = hash(to_fraction(self._poly[0]))
            else:
                square = (self._poly * self._poly) % self.field._modulus
                found = hash((self._normal_trace(self._poly), self._normal_trace(square)))
            object.__setattr__(self, "_hash", found)
        return found

    def _normal_trace(self, poly: flint.fmpq_poly) -> Fraction:
        traces = self.field.power_traces()
        total = sum((c * t for c, t in zip(poly.coeffs(), traces, strict=False)), flint.fmpq(0))
        return to_fraction(total / self.field.degree)

    def minpoly(self) -> tuple[Fraction, ...]:
        """The minimal polynomial over QQ: monic, low degree first."""
        if self.is_rational:
            return (-self.as_fraction(), Fraction(1))
        characteristic = multiplication_matrix(self).charpoly()
        squarefree = characteristic // characteristic.gcd(characteristic.derivative())
        return tuple(to_fraction(c / squarefree[squarefree.degree()]) for c in squarefree.coeffs())

    # -- the embedding ---------------------------------------------------------------------------------------------
    def approx(self, bits: int = 64) -> flint.acb:
        """A complex ball around the number, of radius at most 2^-bits times max(1, |x|)."""
        if self.is_rational:
            with flint.ctx.workprec(bits + 2):
                return flint.acb(self._poly[0])
        working = bits + 16
        while True:
            root = self.field.root_ball(working)
            with flint.ctx.workprec(working):
                value = flint.acb(0)
                for c in reversed(self._poly.coeffs()):
                    value = value * root + c
                allowed = max(flint.arb(1), value.abs_upper()) / flint.fmpz(2) ** bits
                if value.real.rad() < allowed and value.imag.rad() < allowed:
                    return value
            working *= 2

    def is_real(self) -> bool:
        """Whether the number is real: decided exactly, by the isolated roots of its minimal polynomial."""
        if self.is_rational or self.field.is_real:
            return True
        if not self.approx(64).imag.contains(0):
            return False
        polynomial = self.minpoly()
        scale = flint.fmpq_poly([to_fmpq(c) for c in polynomial]).numer()
        integral = tuple(int(c) for c in scale.coeffs())
        bits = 64
        while True:
            value = self.approx(bits)
            near = [r for r in complex_roots(integral, bits) if r.overlaps(value)]
            if len(near) == 1:
                return bool(near[0].imag.is_zero())
            bits *= 2

    def sign(self) -> int:
        """-1, 0 or 1; `ValueError` if the number is not real."""
        if not self:
            return 0
        if not self.is_real():
            raise ValueError(f"{self} is not real and has no sign")
        bits = 64
        while True:
            real = self.approx(bits).real
            if not real.contains(0):
                return 1 if real > 0 else -1
            bits *= 2

    def __lt__(self, other: Alg | Rational) -> bool:
        return (self - other).sign() < 0

    def __le__(self, other: Alg | Rational) -> bool:
        return (self - other).sign() <= 0

    def __gt__(self, other: Alg | Rational) -> bool:
        return (self - other).sign() > 0

    def __ge__(self, other: Alg | Rational) -> bool:
        return (self - other).sign() >= 0

    def conjugate(self) -> Alg:
        """The complex conjugate, in the same field if that is closed under conjugation, else in a larger one."""
        if self.is_rational or self.field.is_real:
            return self
        from catalg.exact.tower import conjugation

        return conjugation(self.field)(self)

    # -- display ---------------------------------------------------------------------------------------------------
    def radical_terms(self) -> tuple[tuple[Fraction, tuple[str, ...]], ...]:
        """The number as a sum of rational multiples of products of named radicals (the empty product is 1)."""
        from catalg.exact.naming import radical_terms

        return radical_terms(self)

    def __str__(self) -> str:
        from catalg.exact.naming import format_terms

        return format_terms(self.radical_terms())

    def __repr__(self) -> str:
        return str(self)


def _rebuild(field: NumberField, numerators: tuple[int, ...], denominator: int) -> Alg:
    return Alg(field, flint.fmpq_poly(list(numerators), denominator))


def multiplication_matrix(x: Alg) -> flint.fmpq_mat:
    """The matrix of multiplication by x on the power basis (columns are the images)."""
    n = x.field.degree
    entries = [[flint.fmpq(0)] * n for _ in range(n)]
    column, generator = x, x.field.generator
    for j in range(n):
        for i, c in enumerate(column._poly.coeffs()):
            entries[i][j] = c
        if j + 1 < n:
            column = column * generator
    return flint.fmpq_mat(n, n, [c for row in entries for c in row])
