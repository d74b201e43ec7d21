"""What the rules of the normal form share: the ring, the facts, and the tables of kernels."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from typing import Any

import flint

from catalg.exact.kernel_ring import Kernel, KernelRing, Poly, Quotient
from catalg.exact.signs import Facts
from catalg.terms import Term


class Refine(Exception):
    """A kernel is needed in finer units (exp(x/2) after exp(x)): start again with the hint."""

    def __init__(self, key: str, value: int) -> None:
        super().__init__(key)
        self.key = key
        self.value = value


class Stuck(ArithmeticError):
    """No rule of the normal form applies."""


@dataclass(slots=True)
class Unit:
    """An element b of the basis of arguments, and the kernels of b/scale: (exp,) or (cos, sin)."""

    argument: Quotient
    scale: int
    kernels: tuple[Kernel, ...]


@dataclass(slots=True)
class Context:
    """The state of a normal form computation.

    `hints` are the scales learnt from earlier attempts; `integers` the names of natural numbers. Exponents
    and angles are the QQ-bases of the arguments of exp and of cos and sin met so far.
    """

    ring: KernelRing
    facts: Facts
    hints: dict[str, int]
    integers: frozenset[str]
    table: dict[str, Kernel] = field(default_factory=dict)
    exponents: list[Unit] = field(default_factory=list)
    angles: list[Unit] = field(default_factory=list)
    opaque: dict[tuple[Any, ...], list[tuple[tuple[Quotient, ...], Kernel]]] = field(default_factory=dict)
    inside: list[str] = field(default_factory=list)

    def kernel(
        self,
        kind: str,
        text: str,
        make: Callable[[], Term | None],
        inputs: Sequence[Quotient],
        data: tuple[Any, ...] = (),
        sign: int = 0,
    ) -> tuple[Kernel, bool]:
        """The kernel of this text, and whether it is new; `inputs` are what it is a function of."""
        found = self.table.get(text)
        if found is not None:
            return found, False
        inner = self.ring.kernels_in(*(p for q in inputs for p in (q.num, q.den)))
        try:
            term = make()
        except ValueError:
            term = None
        kernel = self.ring.new(
            kind,
            text,
            term,
            data,
            sign=sign,
            real=kind != "i" and all(k.real for k in inner),
            constant=all(k.constant for k in inner) and kind not in ("variable", "arbitrary"),
            bound=frozenset().union(*(k.bound for k in inner)),
        )
        self.table[text] = kernel
        return kernel, True

    def same(self, left: Quotient, right: Quotient) -> bool:
        """Whether two fractions have one normal form."""
        return (left - right).is_zero()

    def is_real(self, *values: Quotient) -> bool:
        """Whether only real kernels occur."""
        return all(k.real for k in self.ring.kernels_in(*(p for q in values for p in (q.num, q.den))))

    def record(self, value: Quotient, strict: bool) -> None:
        """Note value >= 0 (> 0) for the whole domain, unless inside a sum."""
        if not self.inside and self.is_real(value):
            self.facts.record(value, strict)

    def record_nonzero(self, poly: Poly) -> None:
        """Note that a polynomial is not zero, unless inside a sum."""
        if not self.inside:
            self.facts.record_nonzero(poly)

    def sign(self, poly: Poly) -> int:
        """The sign of a polynomial on the domain."""
        return self.facts.sign(poly)

    def quotient_sign(self, value: Quotient) -> int:
        """The sign of a fraction on the domain: 2, 1, 0, -1, -2; its denominator does not vanish there."""
        top, bottom = self.sign(value.num), self.sign(value.den)
        if not top or not bottom:
            return 0
        return top if bottom > 0 else -top

    def scale(self, key: str, wanted: int) -> int:
        """The unit in which a kernel is built, a multiple of `wanted`; Refine if it was built coarser."""
        have = self.hints.setdefault(key, wanted)
        if have % wanted:
            raise Refine(key, lcm(have, wanted))
        return have


def combination(basis: Sequence[Quotient], target: Quotient) -> list[Fraction] | None:
    """Rational weights with sum of w_i basis_i = target, for an independent basis; None if there are none."""
    ring = target.ring
    if not basis:
        return [] if target.is_zero() else None
    common = target.den
    for element in basis:
        common = ring.multiply(common, element.den / common.gcd(element.den))
    rows: dict[Any, list[Any]] = {}
    for k, element in enumerate([*basis, target]):
        poly = ring.reduce(ring.multiply(element.num, common / element.den))
        for exponents, c in poly.to_dict().items():
            rows.setdefault(exponents, [flint.fmpq(0)] * (len(basis) + 1))[k] = c
    if not rows:
        return [Fraction(0)] * len(basis)
    echelon, rank = flint.fmpq_mat(list(rows.values())).rref()
    width = len(basis)
    weights = [Fraction(0)] * width
    for r in range(rank):
        pivot = next(j for j in range(width + 1) if echelon[r, j] != 0)
        if pivot == width:
            return None
        value = echelon[r, width]
        weights[pivot] = Fraction(int(value.p), int(value.q))
    return weights


def linear_part(
    value: Quotient, accept: Callable[[Kernel], bool]
) -> tuple[list[tuple[Kernel, Fraction]], Quotient]:
    """The terms c*g of a polynomial, c rational and g an accepted kernel, and the rest."""
    ring = value.ring
    if not value.den.is_constant():
        return [], value
    found = []
    rest = value.num
    for exponents, c in value.num.to_dict().items():
        if sum(exponents) == 1:
            kernel = ring.at(exponents.index(1))
            if accept(kernel):
                found.append((kernel, Fraction(int(c.p), int(c.q))))
                rest = rest - ring.gen(kernel) * c
    return found, Quotient(ring, rest, value.den)


def single(poly: Poly, ring: KernelRing) -> Kernel | None:
    """The kernel, if the polynomial is just a generator."""
    if len(poly) != 1 or poly.total_degree() != 1 or poly.leading_coefficient() != 1:
        return None
    return ring.at(next(k for k, d in enumerate(poly.degrees()) if d))
