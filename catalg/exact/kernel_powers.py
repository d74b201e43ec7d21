"""The multiplicative rules: roots, absolute values, logarithms, exponentials, powers with natural parameters.

Everything goes through irreducible factors p over QQ: |u| = prod |p|^m and log u = sum m log|p| hold wherever
u is not zero; odd roots are multiplicative everywhere; an even root is split over the factors of known sign,
and the others stay under one root, since sqrt(x y) = sqrt(x) sqrt(y) is false for negative x and y.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil

import flint

from catalg.exact.kernel_context import Context, Refine, Stuck, Unit, combination, linear_part, single
from catalg.exact.kernel_ring import EmptyDomain, LimitExceeded, Poly, Quotient, rational_of
from catalg.terms import Call, Pow, Term, mul, num, power

MOST_BITS_TO_FACTOR = 160


def primes(value: int) -> list[tuple[int, int]]:
    """The factorisation of a positive integer, refused where it might take long."""
    if value.bit_length() > MOST_BITS_TO_FACTOR:
        raise LimitExceeded("a number is too big to factor")
    return [(int(p), int(e)) for p, e in flint.fmpz(value).factor()] if value > 1 else []


def number_power(ctx: Context, value: Fraction, exponent: Fraction) -> Quotient:
    """value^exponent for a positive rational number, over roots of primes."""
    ring = ctx.ring
    total = ring.rational(1)
    for part, sign in ((value.numerator, 1), (value.denominator, -1)):
        for prime, m in primes(part):
            total = total * root(ctx, ring.ctx.constant(prime), exponent * m * sign, True)
    return total


def root(ctx: Context, poly: Poly, exponent: Fraction, known: bool) -> Quotient:
    """poly^exponent of a monic polynomial or prime, >= 0 if `known`, else the denominator must be odd."""
    ring = ctx.ring
    base = ring.polynomial(poly)
    if exponent.denominator == 1:
        return base.power(int(exponent))
    kernel = single(poly, ring)
    if kernel is not None and kernel.kind == "exp":
        argument, scale = kernel.data
        return exponential(ctx, argument * ring.rational(exponent / scale))
    if kernel is not None and kernel.kind == "root":
        return root(ctx, kernel.data[0], exponent / kernel.data[1], True)
    kind = "root" if known else "odd root"
    text = ring.text(poly)
    degree = ctx.scale(f"{kind} {text}", exponent.denominator)

    def make() -> Term:
        return Pow(ring.poly_term(poly), num(Fraction(1, degree)))

    sign = (2 if poly.is_constant() else 1) if known else 0
    found, new = ctx.kernel(
        kind, f"({text})^(1/{degree})" + ("" if known else "!"), make, [base], (poly, degree), sign
    )
    if new:
        ring.relate(found, degree, poly)
    steps = int(exponent * degree)
    whole = min(0, -ceil(Fraction(-steps, degree)))
    return ring.element(found).power(steps - whole * degree) * base.power(whole)


def root_power(ctx: Context, value: Quotient, exponent: Fraction) -> Quotient:
    """value^exponent for a real value and a rational exponent that is no integer."""
    if value.is_zero():
        if exponent < 0:
            raise EmptyDomain("a divisor is identically zero")
        return value
    unit, factors = split(ctx, value)
    total = number_power(ctx, abs(unit), exponent)
    if exponent.denominator % 2:
        if unit < 0 and exponent.numerator % 2:
            total = -total
        for part, m in factors:
            sign = ctx.sign(part)
            if sign < 0 and (m * exponent.numerator) % 2:
                total = -total
            total = total * root(ctx, -part if sign < 0 else part, exponent * m, sign != 0)
        return total
    ctx.record(value, exponent < 0)
    return total * _even_root(ctx, 1 if unit > 0 else -1, factors, exponent)


def _even_root(ctx: Context, sign: int, factors: list[tuple[Poly, int]], exponent: Fraction) -> Quotient:
    ring = ctx.ring
    total = ring.rational(1)
    signs = [ctx.sign(part) for part, _ in factors]
    mixed = any(m % 2 and not s for (_, m), s in zip(factors, signs, strict=True))
    group = ring.one
    for (part, m), known in zip(factors, signs, strict=True):
        if known < 0:
            part = -part
            sign = -sign if m % 2 else sign
        keep = 0
        if mixed and abs(known) < 2:
            keep = m % 2 if m % 2 or ctx.facts.is_nonzero(part) else 2
        if m < 0 and keep == 2:
            keep = 0
        group = group * part**keep
        left = m - keep
        if known:
            total = total * root(ctx, part, exponent * left, True)
        elif left:
            total = total * _even_power(ctx, part, left, exponent)
    if mixed:
        group = group if sign > 0 else -group
        return total * root(ctx, group, exponent, True)
    if sign < 0:
        raise Stuck("an even root of what is never positive")
    return total


def _even_power(ctx: Context, part: Poly, m: int, exponent: Fraction) -> Quotient:
    """(part^m)^exponent for even m, the sign of the part being open."""
    whole = m * exponent
    if whole.denominator == 1 and whole.numerator % 2 == 0:
        return ctx.ring.polynomial(part).power(int(whole))
    size = absolute(ctx, ctx.ring.polynomial(part))
    return root(ctx, size.num, whole, True)


def split(ctx: Context, value: Quotient) -> tuple[Fraction, list[tuple[Poly, int]]]:
    """A rational unit and monic irreducible factors with exponents, negative for the denominator."""
    unit, above = ctx.ring.factors(value.num)
    scale, below = ctx.ring.factors(value.den)
    return unit / scale, above + [(part, -m) for part, m in below]


def absolute(ctx: Context, value: Quotient) -> Quotient:
    """|value| for a real value."""
    ring = ctx.ring
    if value.is_zero():
        return value
    unit, factors = split(ctx, value)
    total = ring.rational(abs(unit))
    for part, m in factors:
        base = ring.polynomial(part)
        sign = ctx.sign(part)
        if m % 2 and not sign:

            def make(part: Poly = part) -> Term:
                return Call("abs", (ring.poly_term(part),))

            kernel, new = ctx.kernel("abs", f"|{ring.text(part)}|", make, [base], (part,), 1)
            if new:
                ring.relate(kernel, 2, ring.reduce(part * part))
            total = total * ring.element(kernel) * base.power(m - 1)
        else:
            total = total * (-base if sign < 0 and m % 2 else base).power(m)
    return total


def logarithm(ctx: Context, value: Quotient) -> Quotient:
    """log(value), defined where value > 0."""
    if value.is_zero():
        raise EmptyDomain("the logarithm of zero")
    ctx.record(value, True)
    unit, factors = split(ctx, value)
    total = ctx.ring.rational(0)
    for part, sign in ((abs(unit.numerator), 1), (unit.denominator, -1)):
        for prime, m in primes(part):
            total = total + _log_of(ctx, ctx.ring.ctx.constant(prime)) * ctx.ring.rational(sign * m)
    for factor, m in factors:
        total = total + log_size(ctx, factor) * ctx.ring.rational(m)
    return total


def log_size(ctx: Context, poly: Poly) -> Quotient:
    """log|poly| for a monic polynomial."""
    ring = ctx.ring
    if poly.is_constant():
        return logarithm(ctx, ring.rational(abs(rational_of(poly))))
    kernel = single(poly, ring)
    if kernel is not None:
        match kernel.kind:
            case "exp":
                argument: Quotient = kernel.data[0]
                return argument * ring.rational(Fraction(1, kernel.data[1]))
            case "root" | "odd root":
                unit, factors = ring.factors(kernel.data[0])
                total = logarithm(ctx, ring.rational(abs(unit)))
                for part, m in factors:
                    total = total + log_size(ctx, part) * ring.rational(m)
                return total * ring.rational(Fraction(1, kernel.data[1]))
            case "abs":
                return log_size(ctx, kernel.data[0])
    return _log_of(ctx, poly)


def _log_of(ctx: Context, poly: Poly) -> Quotient:
    ring = ctx.ring

    def make() -> Term:
        return Call("log", (Call("abs", (ring.poly_term(poly),)),))

    sign = 2 if poly.is_constant() else 0
    return ring.element(
        ctx.kernel("log", f"log|{ring.text(poly)}|", make, [ring.polynomial(poly)], (poly,), sign)[0]
    )


def exponential(ctx: Context, value: Quotient) -> Quotient:
    """exp(value) of a value with real kernels (or any, as an opaque exponent)."""
    ring = ctx.ring
    logs, rest = linear_part(value, lambda k: k.kind == "log")
    total = ring.rational(1)
    for kernel, weight in logs:
        poly = kernel.data[0]
        if poly.is_constant():
            total = total * number_power(ctx, rational_of(poly), weight)
        elif weight.denominator == 1:
            total = total * absolute(ctx, ring.polynomial(poly)).power(int(weight))
        else:
            total = total * root(ctx, absolute(ctx, ring.polynomial(poly)).num, weight, True)
    if rest.is_zero():
        return total
    for unit, steps in in_units(ctx, ctx.exponents, "exp", rest):
        total = total * ring.element(unit.kernels[0]).power(steps)
    return total


def in_units(ctx: Context, basis: list[Unit], kind: str, value: Quotient) -> list[tuple[Unit, int]]:
    """The argument of exp, or of cos and sin, as an integer combination of units; a new one if independent."""
    ring = ctx.ring
    weights = combination([unit.argument for unit in basis], value)
    if weights is None:
        unit = _new_unit(ctx, kind, value)
        basis.append(unit)
        return [(unit, unit.scale)]
    found = []
    for unit, weight in zip(basis, weights, strict=True):
        steps = weight * unit.scale
        if steps.denominator != 1:
            raise Refine(f"{kind} {unit.argument.text()}", unit.scale * steps.denominator)
        if steps:
            found.append((unit, int(steps)))
    ring.charge(len(basis))
    return found


def _new_unit(ctx: Context, kind: str, value: Quotient) -> Unit:
    ring = ctx.ring
    text = value.text()
    scale = ctx.scale(f"{kind} {text}", 1)

    def make(head: str) -> Term:
        return Call(head, (mul(num(Fraction(1, scale)), value.term()),))

    if kind == "exp":
        kernel = ctx.kernel("exp", f"exp(({text})/{scale})", lambda: make("exp"), [value], (value, scale), 2)[
            0
        ]
        return Unit(value, scale, (kernel,))
    cosine = ctx.kernel("cos", f"cos(({text})/{scale})", lambda: make("cos"), [value], (value, scale))[0]
    sine, new = ctx.kernel("sin", f"sin(({text})/{scale})", lambda: make("sin"), [value], (value, scale))
    if new:
        ring.relate(sine, 2, ring.one - ring.gen(cosine) ** 2)
    return Unit(value, scale, (cosine, sine))


def natural_power(ctx: Context, base: Quotient, exponent: Quotient) -> Quotient | None:
    """base^exponent for an exponent that is a polynomial over ZZ in natural parameters; None if it is not.

    p^(m + k) is p^m p^k for the monomials m with non-negative coefficients, and the p^(m + k) with the least
    k met is the kernel, so that nothing is divided by p where p may vanish.
    """
    ring = ctx.ring
    if not exponent.den.is_constant() or base.is_zero():
        return None
    table = {
        m: Fraction(int(c.p), int(c.q))
        for m, c in (exponent.num / exponent.den.leading_coefficient()).to_dict().items()
    }
    if any(c.denominator != 1 for c in table.values()):
        return None
    offset = int(table.pop((0,) * ring.capacity, Fraction(0)))
    unit, factors = split(ctx, base)
    parts = list(factors)
    for number, sign in ((abs(unit.numerator), 1), (unit.denominator, -1)):
        parts += [(ring.ctx.constant(p), m * sign) for p, m in primes(number)]
    if unit < 0:
        parts.append((ring.ctx.constant(-1), 1))
    total = ring.rational(1)
    for part, m in parts:
        total = total * _natural_power(ctx, part, {k: int(c) * m for k, c in table.items()}, offset * m)
    return total


def _natural_power(ctx: Context, part: Poly, table: dict[tuple[int, ...], int], offset: int) -> Quotient:
    ring = ctx.ring
    base = ring.polynomial(part)
    minus = part == -1
    table = {e: c for e, c in table.items() if c}
    exponent = ring.polynomial(ring.ctx.from_dict(table))
    key = f"offset {base.text()} {exponent.text()}"
    plain = offset >= 0 and all(c >= 0 for c in table.values()) and key not in ctx.hints
    if plain or ctx.facts.is_nonzero(part):
        total = base.power(offset)
        for exponents, c in table.items():
            if minus:
                exponents, c = tuple(min(1, e) for e in exponents), c % 2
            monomial = ring.polynomial(ring.ctx.from_dict({exponents: 1}))
            total = total * _power_kernel(ctx, base, monomial, 2 if minus else 0).power(c)
        return total
    least = ctx.hints.get(key, -1)
    if least < -offset:
        raise Refine(key, max(0, -offset))
    return _power_kernel(ctx, base, exponent - ring.rational(least), 0) * base.power(offset + least)


def _power_kernel(ctx: Context, base: Quotient, exponent: Quotient, order: int) -> Quotient:
    ring = ctx.ring

    def make() -> Term:
        return power(base.term(), exponent.term())

    text = f"({base.text()})^({exponent.text()})"
    kernel, new = ctx.kernel("power", text, make, [base, exponent], (base, exponent))
    if new and order:
        ring.relate(kernel, order, ring.one)
    return ring.element(kernel)
