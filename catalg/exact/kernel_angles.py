"""The rules for angles: cosine and sine with angle addition, polar angles, real and imaginary parts."""

from __future__ import annotations

from fractions import Fraction

import flint

from catalg.exact.balls import Undefined, Unresolved
from catalg.exact.instances import Instance
from catalg.exact.intervals import value_at
from catalg.exact.kernel_context import Context, Stuck, linear_part
from catalg.exact.kernel_powers import in_units, natural_power, root_power
from catalg.exact.kernel_ring import EmptyDomain, Kernel, LimitExceeded, Poly, Quotient
from catalg.exact.special import chebyshev, gegenbauer
from catalg.terms import Call, Const, Term

HALF = Fraction(1, 2)
MOST_MULTIPLE = 64
Pair = tuple[Quotient, Quotient]


def imaginary(ctx: Context) -> Kernel:
    """The kernel of the imaginary unit."""
    kernel, new = ctx.kernel("i", "i", lambda: Const("i"), [])
    if new:
        ctx.ring.relate(kernel, 2, -ctx.ring.one)
    return kernel


def pi(ctx: Context) -> Quotient:
    """The number pi."""
    return ctx.ring.element(ctx.kernel("pi", "pi", lambda: Const("pi"), [], sign=2)[0])


def complex_parts(ctx: Context, value: Quotient) -> Pair | None:
    """Real and imaginary part, or None if a kernel is neither real nor i."""
    ring = ctx.ring
    kernels = ring.kernels_in(value.num, value.den)
    if all(k.real and k.kind != "i" for k in kernels):
        return value, ring.rational(0)
    if not all(k.real or k.kind == "i" for k in kernels):
        return None
    unit = imaginary(ctx)
    below = _parts(value.den, unit.position, ctx)
    above = _parts(value.num, unit.position, ctx)
    size = ring.polynomial(ring.multiply(below[0], below[0]) + ring.multiply(below[1], below[1])).inverse()
    real = ring.polynomial(ring.multiply(above[0], below[0]) + ring.multiply(above[1], below[1]))
    imag = ring.polynomial(ring.multiply(above[1], below[0]) - ring.multiply(above[0], below[1]))
    return real * size, imag * size


def _parts(poly: Poly, position: int, ctx: Context) -> tuple[Poly, Poly]:
    real, imag = {}, {}
    for exponents, c in poly.to_dict().items():
        if exponents[position]:
            imag[(*exponents[:position], 0, *exponents[position + 1 :])] = c
        else:
            real[exponents] = c
    return ctx.ring.ctx.from_dict(real), ctx.ring.ctx.from_dict(imag)


def cosine_sine(ctx: Context, value: Quotient) -> Pair:
    """(cos, sin) of a real value."""
    ring = ctx.ring
    total: Pair = (ring.rational(1), ring.rational(0))
    angles, rest = linear_part(value, lambda k: k.kind in ("angle", "pi"))
    for kernel, weight in angles:
        if kernel.kind == "pi":
            total = _add(total, of_pi(ctx, weight))
        elif weight.denominator == 1:
            y, x = kernel.data
            length = radius(ctx, y, x).inverse()
            total = _add(total, multiple((x * length, y * length), int(weight)))
        else:
            rest = rest + ring.element(kernel) * ring.rational(weight)
    rest, parity = _natural_multiples_of_pi(ctx, rest)
    if parity is not None:
        total = (total[0] * parity, total[1] * parity)
    if rest.is_zero():
        return total
    for unit, steps in in_units(ctx, ctx.angles, "angle", rest):
        cosine, sine = (ring.element(k) for k in unit.kernels)
        total = _add(total, multiple((cosine, sine), steps))
    return total


def _add(left: Pair, right: Pair) -> Pair:
    (a, b), (c, d) = left, right
    return a * c - b * d, a * d + b * c


def multiple(pair: Pair, count: int) -> Pair:
    """(cos, sin) of a multiple of an angle: T_k(c) and s U_(k-1)(c)."""
    if abs(count) > MOST_MULTIPLE:
        raise LimitExceeded(f"the multiple {count} of an angle is too high")
    c, s = pair
    if count < 0:
        return multiple((c, -s), -count)
    if not count:
        return c.ring.rational(1), c.ring.rational(0)
    rational = c.ring.rational
    return chebyshev(count, c, rational), s * gegenbauer(count - 1, rational(1), c, rational)


def _natural_multiples_of_pi(ctx: Context, value: Quotient) -> tuple[Quotient, Quotient | None]:
    """Split off the terms k n pi with integers k and natural n; their factor (-1)^(k n), if any."""
    ring = ctx.ring
    kernel = ctx.table.get("pi")
    if kernel is None or not value.den.is_constant():
        return value, None
    taken = {}
    for exponents, c in value.num.to_dict().items():
        others = [ring.at(k) for k, e in enumerate(exponents) if e and k != kernel.position]
        if (
            exponents[kernel.position] == 1
            and others
            and c.q == 1
            and all(k.kind == "variable" and k.text in ctx.integers for k in others)
        ):
            taken[exponents] = c
    if not taken:
        return value, None
    poly = ring.ctx.from_dict(taken)
    parity = natural_power(ctx, ring.rational(-1), ring.polynomial(poly / ring.gen(kernel)))
    return Quotient(ring, value.num - poly, value.den), parity


def radius(ctx: Context, y: Quotient, x: Quotient) -> Quotient:
    """sqrt(x^2 + y^2) of a point that is not the origin."""
    square = x * x + y * y
    if square.is_zero():
        raise EmptyDomain("the angle of the origin")
    ctx.record(square, True)
    return root_power(ctx, square, HALF)


def of_pi(ctx: Context, turns: Fraction) -> Pair:
    """(cos, sin) of turns * pi, by radicals for denominators 1 to 6, 8, 10 and 12."""
    ring = ctx.ring
    turns %= 2
    if turns > 1:
        c, s = of_pi(ctx, 2 - turns)
        return c, -s
    if turns > HALF:
        c, s = of_pi(ctx, 1 - turns)
        return -c, s
    if turns > Fraction(1, 4):
        c, s = of_pi(ctx, HALF - turns)
        return s, c

    def sqrt(value: Fraction | int) -> Quotient:
        return root_power(ctx, ring.rational(value), HALF)

    rational = ring.rational
    match turns.denominator:
        case 1:
            return rational(1), rational(0)
        case 4:
            half = sqrt(2) * rational(HALF)
            return half, half
        case 6:
            return sqrt(3) * rational(HALF), rational(HALF)
        case 12:
            quarter = rational(Fraction(1, 4))
            return (sqrt(6) + sqrt(2)) * quarter, (sqrt(6) - sqrt(2)) * quarter
        case 8:
            up, down = (root_power(ctx, rational(2) + rational(k) * sqrt(2), HALF) for k in (1, -1))
            return up * rational(HALF), down * rational(HALF)
        case 5:
            c = (rational(1) + sqrt(5)) * rational(Fraction(1, 4))
            return c, root_power(ctx, rational(10) - rational(2) * sqrt(5), HALF) * rational(Fraction(1, 4))
        case 10:
            s = (sqrt(5) - rational(1)) * rational(Fraction(1, 4))
            return root_power(ctx, rational(10) + rational(2) * sqrt(5), HALF) * rational(Fraction(1, 4)), s
    unit = pi(ctx) * rational(Fraction(1, turns.denominator))
    found = in_units(ctx, ctx.angles, "angle", unit)
    total: Pair = (rational(1), rational(0))
    for basis, steps in found:
        cosine, sine = (ring.element(k) for k in basis.kernels)
        total = _add(total, multiple((cosine, sine), steps))
    return multiple(total, turns.numerator)


def polar_angle(ctx: Context, y: Quotient, x: Quotient) -> Quotient:
    """atan2(y, x) in (-pi, pi]; kernels are compared up to a positive scale."""
    ring = ctx.ring
    y, x = _primitive(ctx, y, x)
    radius(ctx, y, x)
    across = ctx.quotient_sign(x)
    if y.is_zero():
        if across:
            return ring.rational(0) if across > 0 else pi(ctx)
        raise Stuck("the angle of a point of a line")
    if x.is_zero() and ctx.quotient_sign(y):
        return pi(ctx) * ring.rational(HALF if ctx.quotient_sign(y) > 0 else -HALF)
    if all(k.constant for k in ring.kernels_in(y.num, x.num)):
        exact = _rational_turn(ctx, y, x)
        if exact is not None:
            return pi(ctx) * ring.rational(exact)
    if across == 2 and y.num.leading_coefficient() < 0:
        return -polar_angle(ctx, -y, x)
    for kernel in ring.kernels:
        if kernel.kind == "angle":
            b, a = kernel.data
            if (y * a - x * b).is_zero() and ctx.quotient_sign(y * b + x * a) == 2:
                return ring.element(kernel)

    def make() -> Term:
        return Call("atan2", (y.term(), x.term()))

    return ring.element(ctx.kernel("angle", f"angle({y.text()}, {x.text()})", make, [y, x], (y, x))[0])


def _primitive(ctx: Context, y: Quotient, x: Quotient) -> Pair:
    """A positive multiple of the point without denominators and common factors of known sign."""
    ring = ctx.ring
    common = ring.multiply(y.den, x.den / y.den.gcd(x.den))
    if abs(ctx.sign(common)) < 1:
        common = ring.multiply(common, common)
    elif ctx.sign(common) < 0:
        common = -common
    y, x = (ring.polynomial(ring.multiply(v.num, common / v.den)) for v in (y, x))
    shared = y.num.gcd(x.num)
    for part, m in ring.factors(shared)[1]:
        sign = ctx.sign(part)
        if sign or m > 1:
            for _ in range(m if sign else m - m % 2):
                factor = ring.polynomial(part if sign >= 0 else -part).inverse()
                y, x = y * factor, x * factor
    lead = (
        abs((x.num if not x.is_zero() else y.num).leading_coefficient())
        if not (x.is_zero() and y.is_zero())
        else 1
    )
    return Quotient(ring, y.num / lead, y.den), Quotient(ring, x.num / lead, x.den)


def _rational_turn(ctx: Context, y: Quotient, x: Quotient) -> Fraction | None:
    """q with atan2(y, x) = q pi for constants, guessed from a ball and proved by its cosine and sine."""
    try:
        value = value_at(Call("atan2", (y.term(), x.term())), {}, Instance("constant"))
    except (Undefined, Unresolved, ValueError):
        return None
    guess = Fraction(float(flint.arb(value)) / 3.141592653589793).limit_denominator(60)
    c, s = of_pi(ctx, guess)
    length = radius(ctx, y, x)
    return guess if ctx.same(c * length, x) and ctx.same(s * length, y) else None
