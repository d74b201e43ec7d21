"""Number fields with a chosen complex embedding.

A field is K = QQ[x]/(m), m monic, irreducible and integral, together with one complex root of m, and names for some of its
elements.  Fields are interned, so equality of fields is identity.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple, Self

import flint

from catalg.exact.algebraic import Alg, Rational, to_fmpq
from catalg.exact.roots import RootLocation, complex_roots

MAX_DEGREE = 256
"""Largest degree of a field that is built; beyond it `FieldTooLarge` is raised before any work is done."""


class FieldTooLarge(ValueError):
    """A number field of a degree above `MAX_DEGREE` would be needed."""


class Radical(NamedTuple):
    """A named element of a field, used for display: its sort key, its name and its coefficients in the power basis."""

    key: tuple[int, ...]
    name: str
    coefficients: tuple[Fraction, ...]


_FIELDS: dict[tuple[tuple[int, ...], RootLocation, tuple[Radical, ...]], NumberField] = {}


class NumberField:
    """A number field QQ[x]/(minpoly) embedded in the complex numbers; immutable, interned, picklable.

    `minpoly` holds the coefficients of the monic irreducible integral polynomial, low degree first; `root` says which
    complex root the generator is; `radicals` are the named elements from which other elements are displayed.

    >>> NumberField.sqrt(8) is NumberField.sqrt(2)
    True
    >>> NumberField.sqrt(2).degree, str(NumberField.cyclotomic(5))
    (2, 'QQ(exp(2*pi*i/5))')
    """

    __slots__ = ("__weakref__", "_cache", "_hash", "_modulus", "degree", "minpoly", "radicals", "root")

    minpoly: tuple[int, ...]
    root: RootLocation
    radicals: tuple[Radical, ...]
    degree: int
    _cache: dict[object, Any]
    _hash: int
    _modulus: flint.fmpq_poly

    def __new__(
        cls, minpoly: Sequence[int], root: RootLocation, radicals: Sequence[Radical] = ()
    ) -> Self:
        key = (tuple(minpoly), root, tuple(sorted(radicals)))
        found = _FIELDS.get(key)
        if found is not None:
            return found  # type: ignore[return-value]
        if len(key[0]) < 2 or key[0][-1] != 1:
            raise ValueError("the minimal polynomial must be monic of positive degree")
        if len(key[0]) - 1 > MAX_DEGREE:
            raise FieldTooLarge(f"a number field of degree {len(key[0]) - 1} is above the limit {MAX_DEGREE}")
        self = super().__new__(cls)
        put = object.__setattr__
        put(self, "minpoly", key[0])
        put(self, "root", root)
        put(self, "radicals", key[2])
        put(self, "degree", len(key[0]) - 1)
        put(self, "_hash", hash(key))
        put(self, "_modulus", flint.fmpq_poly(list(key[0])))
        put(self, "_cache", {})
        _FIELDS[key] = self
        return self

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("number fields are immutable")

    def __reduce__(self) -> tuple[Any, ...]:
        return NumberField, (self.minpoly, self.root, self.radicals)

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        """QQ with the names of generators, as in `QQ(sqrt(2), i)`."""
        cache = self._cache
        if "name" not in cache:
            from catalg.exact.naming import field_name

            cache["name"] = field_name(self)
        return str(cache["name"])

    @staticmethod
    def sqrt(n: Rational) -> NumberField:
        """The field QQ(sqrt(n)), of degree 1 or 2, sqrt(n) being the principal root."""
        from catalg.exact.radicals import sqrt_rational

        return sqrt_rational(n).field

    @staticmethod
    def cyclotomic(n: int) -> NumberField:
        """The field QQ(exp(2 pi i / n)); `ValueError` unless n >= 1, `FieldTooLarge` for a large n."""
        from catalg.exact.radicals import cyclotomic_field

        return cyclotomic_field(n)

    def __call__(self, value: Rational | flint.fmpq | flint.fmpz | Alg) -> Alg:
        """The rational number, or the element of this field, as an element of this field (`ValueError` otherwise)."""
        if isinstance(value, Alg):
            if value.field is self:
                return value
            return self(value.as_fraction())
        return Alg(self, flint.fmpq_poly([to_fmpq(value)]))

    def element(self, coefficients: Sequence[Rational]) -> Alg:
        """The element with these coefficients in the power basis 1, g, g^2, ... (reduced if there are more)."""
        return Alg(self, flint.fmpq_poly([to_fmpq(c) for c in coefficients]) % self._modulus)

    @property
    def generator(self) -> Alg:
        """The root of the minimal polynomial that generates the field."""
        return self.element((0, 1))

    @property
    def zero(self) -> Alg:
        """The number 0 of this field."""
        return Alg(self, flint.fmpq_poly([]))

    @property
    def one(self) -> Alg:
        """The number 1 of this field."""
        return Alg(self, flint.fmpq_poly([1]))

    def root_ball(self, bits: int) -> flint.acb:
        """A ball around the generator, from a computation with `bits` bits."""
        cache = self._cache
        ball = cache.get(bits)
        if ball is None:
            if self.degree == 1:
                ball = flint.acb(-self.minpoly[0])
            else:
                working = bits
                where = self.root.ball()
                while True:
                    with flint.ctx.workprec(working):
                        near = [r for r in complex_roots(self.minpoly, working) if r.overlaps(where)]
                    if len(near) == 1:
                        break
                    working *= 2
                (ball,) = near
            cache[bits] = ball
        return ball

    @property
    def is_real(self) -> bool:
        """Whether the field lies in the real numbers."""
        return bool(self.root_ball(64).imag.is_zero())

    def power_traces(self) -> tuple[int, ...]:
        """Tr(g^k) for k = 0 .. degree - 1, by Newton's identities."""
        cache = self._cache
        traces: tuple[int, ...] | None = cache.get("traces")
        if traces is None:
            n, m = self.degree, self.minpoly
            sums = [n]
            for k in range(1, n):
                sums.append(-k * m[n - k] - sum(m[n - j] * sums[k - j] for j in range(1, k)))
            traces = cache["traces"] = tuple(sums)
        return traces


QQ: NumberField = NumberField((0, 1), RootLocation(0, 0, 0))
"""The rational numbers as a number field of degree 1."""
