"""Sums with symbolic or infinite bounds as formal linear forms in their terms.

A sum over l is split into monomials in what depends on l: sum c(x) m(l, x) becomes c(x) S(m), with one kernel
S for each monomial, denominator and pair of bounds. Splitting is injective and linear on the bodies, so an
identity between the S is one between the given sums wherever these converge, by linearity of convergent sums,
although the parts may diverge.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from catalg.exact.instances import fmpq
from catalg.exact.kernel_context import Stuck
from catalg.exact.kernel_ring import EmptyDomain, Kernel, Poly, Quotient
from catalg.terms import Const, Name, Num, Series, Term, mul, num, power, substitute

if TYPE_CHECKING:
    from catalg.exact.normal_form import Normalizer

MOST_TERMS = 64
TOTAL = frozenset({"variable", "pi", "i"})


def normal_series(normalizer: Normalizer, term: Series) -> Quotient:
    """The normal form of a sum: written out if it is short, else a linear form in kernels."""
    ring, ctx = normalizer.ring, normalizer.ctx
    lower = normalizer.of(term.lower)
    first = lower.constant()
    infinite = term.upper == Const("oo")
    upper = None if infinite else normalizer.of(term.upper)
    last = upper.constant() if upper is not None else None
    for bound in (first, last):
        if bound is not None and bound.denominator != 1:
            raise EmptyDomain("a bound of a sum that is no integer")
    if first is not None and last is not None and last - first < MOST_TERMS:
        total = ring.rational(0)
        for value in range(int(first), int(last) + 1):
            total = total + normalizer.of(substitute(term.body, {term.index: Num(Fraction(value))}))
        return total
    if ctx.quotient_sign(lower) < 1:
        raise Stuck("a sum whose lower bound is not known to be non-negative")
    index = f"#{len(ctx.inside)}"
    ctx.inside.append(index)
    outer = ctx.integers
    ctx.integers = outer | {index}
    try:
        kernel = ctx.table.get(index)
        if kernel is None:
            kernel = ring.new("variable", index, Name(index), sign=1, bound=frozenset({index}))
            ctx.table[index] = kernel
        body = normalizer.of(substitute(term.body, {term.index: Name(index)}))
    except EmptyDomain as error:
        raise Stuck(f"inside a sum: {error}") from None
    finally:
        ctx.inside.pop()
        ctx.integers = outer
    bounds = f"{lower.text()} to {'oo' if upper is None else upper.text()}"
    return _linear_form(normalizer, body, index, bounds, [lower] if upper is None else [lower, upper])


def _linear_form(
    normalizer: Normalizer, body: Quotient, index: str, bounds: str, ends: list[Quotient]
) -> Quotient:
    ring, ctx = normalizer.ring, normalizer.ctx
    inner = ring.one
    outer = ring.one
    unit, parts = ring.factors(body.den)
    for part, m in parts:
        if _depends(ring.kernels_in(part), index):
            inner = inner * part**m
        else:
            outer = outer * part**m
    dependent = {k.position for k in ring.kernels_in(body.num) if index in k.bound}
    groups: dict[tuple[int, ...], dict[tuple[int, ...], object]] = {}
    for exponents, c in body.num.to_dict().items():
        within = tuple(e if k in dependent else 0 for k, e in enumerate(exponents))
        without = tuple(0 if k in dependent else e for k, e in enumerate(exponents))
        groups.setdefault(within, {})[without] = c
    if len(ends) > 1 and ctx.quotient_sign(ends[1] - ends[0]) < 1:
        free = [ring.ctx.from_dict(coefficients) for coefficients in groups.values()]
        if not outer.is_constant() or any(k.kind not in TOTAL for k in ring.kernels_in(*free)):
            raise Stuck("a sum that may be empty, with a factor that may be undefined")
    total = ring.rational(0)
    for within, coefficients in groups.items():
        monomial: Poly = ring.ctx.from_dict({within: 1})
        text = f"sum[{index} = {bounds}]({ring.text(monomial)})/({ring.text(inner)})"
        summand = ring.polynomial(monomial), ring.polynomial(inner)
        kernel = ctx.table.get(text)
        if kernel is None:
            every = ring.kernels_in(monomial, inner, *(p for q in ends for p in (q.num, q.den)))
            bound = frozenset().union(*(k.bound for k in every)) - {index}
            kernel = ring.new(
                "sum",
                text,
                _term(index, ends, summand),
                summand,
                real=all(k.real for k in every),
                bound=bound,
            )
            ctx.table[text] = kernel
        total = total + ring.element(kernel) * ring.polynomial(ring.ctx.from_dict(coefficients))
    return total * ring.polynomial(outer * fmpq(unit)).inverse()


def _term(index: str, ends: list[Quotient], summand: tuple[Quotient, Quotient]) -> Term | None:
    try:
        upper = ends[1].term() if len(ends) > 1 else Const("oo")
        body = mul(summand[0].term(), power(summand[1].term(), num(-1)))
        return Series(index, ends[0].term(), upper, body)
    except ValueError:
        return None


def _depends(kernels: list[Kernel], index: str) -> bool:
    return any(index in kernel.bound for kernel in kernels)
