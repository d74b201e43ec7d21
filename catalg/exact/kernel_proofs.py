"""Proofs of zero beyond the normal form, each sound at every point of the domain.

- a product is zero if a factor is;
- a w + b with w an n-th root: zero if (a w)^n = (-b)^n, for even n with both sides of one known sign;
- a rational combination of polar angles: zero if a multiple has cosine 1 and lies between -2 pi and 2 pi;
- a real value with logarithms: zero if its exponential is 1;
- a number built from radicals: an algebraic integer of degree <= D with conjugates <= M and absolute value below
  M^(1-D) is zero, since its norm is an integer.
"""

from __future__ import annotations

from fractions import Fraction
from math import lcm

import flint

from catalg.exact.balls import Undefined, Unresolved
from catalg.exact.instances import Instance
from catalg.exact.intervals import value_at
from catalg.exact.kernel_angles import cosine_sine
from catalg.exact.kernel_context import Context, Stuck, linear_part
from catalg.exact.kernel_powers import exponential
from catalg.exact.kernel_ring import EmptyDomain, Kernel, LimitExceeded, Poly, Quotient
from catalg.exact.signs import split_linear

DEPTH = 3
MOST_TERMS = 400
MOST_DEGREE, MOST_BITS = 256, 8000
ALGEBRAIC = ("root", "odd root", "abs")


def proves_zero(ctx: Context, value: Quotient, depth: int = DEPTH) -> bool:
    """Whether the value is proved to be zero on the whole domain."""
    if value.is_zero():
        return True
    ring = ctx.ring
    kinds = {k.kind for k in ring.kernels_in(value.num)}
    if not depth or len(value.num) > MOST_TERMS or not kinds & {*ALGEBRAIC, "angle", "log"}:
        return False
    if not ctx.is_real(value):
        return False
    for factor, _ in ring.factors(value.num)[1]:
        kernels = ring.kernels_in(factor)
        if all(k.constant for k in kernels) and _norm_proof(ctx, factor):
            return True
        if any(_root_proof(ctx, factor, k, depth) for k in reversed(kernels) if k.kind in ALGEBRAIC):
            return True
        kinds = {k.kind for k in kernels}
        if "angle" in kinds and _angle_proof(ctx, ring.polynomial(factor), depth):
            return True
        if "log" in kinds and _log_proof(ctx, ring.polynomial(factor), depth):
            return True
    return False


def _root_proof(ctx: Context, poly: Poly, kernel: Kernel, depth: int) -> bool:
    ring = ctx.ring
    slope, rest = split_linear(ring, poly, kernel.position)
    if slope is None:
        return False
    degree = 2 if kernel.kind == "abs" else kernel.data[1]
    if degree > 6:
        return False
    radicand = ring.polynomial(kernel.data[0])
    if kernel.kind == "abs":
        radicand = radicand * radicand
    if degree % 2 == 0:
        left, right = ctx.sign(slope), ctx.sign(-rest)
        if not left or not right or (left > 0) != (right > 0):
            return False
    gap = ring.polynomial(slope).power(degree) * radicand - ring.polynomial(-rest).power(degree)
    return proves_zero(ctx, gap, depth - 1)


def _angle_proof(ctx: Context, value: Quotient, depth: int) -> bool:
    angles, rest = linear_part(value, lambda k: k.kind in ("angle", "pi"))
    if not rest.is_zero():
        return False
    scale = lcm(*(weight.denominator for kernel, weight in angles if kernel.kind == "angle"))
    low, high, open_low, open_high = Fraction(0), Fraction(0), False, False
    for kernel, weight in angles:
        (a, strict_a), (b, strict_b) = _range(ctx, kernel)
        if weight < 0:
            (a, strict_a), (b, strict_b) = (b, strict_b), (a, strict_a)
        low, high = low + weight * scale * a, high + weight * scale * b
        open_low, open_high = open_low or strict_a, open_high or strict_b
    if high > 2 or low < -2 or (high == 2 and not open_high) or (low == -2 and not open_low):
        return False
    try:
        cosine, _ = cosine_sine(ctx, value * ctx.ring.rational(scale))
    except (Stuck, EmptyDomain, LimitExceeded):
        return False
    return proves_zero(ctx, cosine - ctx.ring.rational(1), depth - 1)


def _range(ctx: Context, kernel: Kernel) -> tuple[tuple[Fraction, bool], tuple[Fraction, bool]]:
    """The ends of an angle's range in units of pi, each with whether it is left out."""
    if kernel.kind == "pi":
        return (Fraction(1), False), (Fraction(1), False)
    y, x = kernel.data
    across, up = ctx.quotient_sign(x), ctx.quotient_sign(y)
    half = Fraction(1, 2)
    low, high = (Fraction(-1), True), (Fraction(1), False)
    if across >= 1:
        low, high = (-half, across == 2), (half, across == 2)
    if up >= 1:
        low = (Fraction(0), up == 2)
        if up == 2 and across < 1:
            high = (Fraction(1), True)
    elif up < 0:
        high = (Fraction(0), up == -2) if across >= 1 or up == -2 else high
    return low, high


def _log_proof(ctx: Context, value: Quotient, depth: int) -> bool:
    logs, rest = linear_part(value, lambda k: k.kind == "log")
    if not logs or any(k.kind == "log" for k in ctx.ring.kernels_in(rest.num)):
        return False
    scale = lcm(*(weight.denominator for _, weight in logs))
    try:
        size = exponential(ctx, value * ctx.ring.rational(scale))
    except (Stuck, EmptyDomain, LimitExceeded):
        return False
    return proves_zero(ctx, size - ctx.ring.rational(1), depth - 1)


def _norm_proof(ctx: Context, poly: Poly) -> bool:
    """Liouville's bound for a polynomial in nested radicals."""
    ring = ctx.ring
    tower: dict[int, Kernel] = {}
    pending = ring.kernels_in(poly)
    while pending:
        kernel = pending.pop()
        if kernel.kind not in ("root", "odd root"):
            return False
        if kernel.position not in tower:
            tower[kernel.position] = kernel
            pending += ring.kernels_in(kernel.data[0])
    degree = 1
    known: dict[int, tuple[int, int]] = {}
    for position in sorted(tower, reverse=True):
        radicand, order = tower[position].data
        degree *= order
        known[position] = _integral(radicand, known)
    multiplier, size = _integral(poly, known)
    bits = degree * (multiplier * size).bit_length()
    if degree > MOST_DEGREE or bits > MOST_BITS:
        return False
    tiny = flint.arb(2) ** (-bits)
    try:
        value_at(
            ring.poly_term(poly),
            {},
            Instance("constant"),
            accept=lambda v: abs(v) < tiny,
            most_bits=4 * bits + 256,
        )
    except (Undefined, Unresolved, ValueError):
        return False
    return True


def _integral(poly: Poly, known: dict[int, tuple[int, int]]) -> tuple[int, int]:
    """(m, b): m times the number is an algebraic integer, and all its conjugates are at most b.

    If m P is integral, so is m P^(1/q), as its q-th power is m^(q-1) m P; and |P^(1/q)| <= max(1, |P|).
    """
    multiplier, size = 1, 1
    for exponents, c in poly.to_dict().items():
        scale, term = int(c.q), abs(int(c.p)) // int(c.q) + 1
        for position, exponent in enumerate(exponents):
            if exponent:
                m, b = known[position]
                scale, term = scale * m ** int(exponent), term * b ** int(exponent)
        multiplier, size = lcm(multiplier, scale), size + term
    return multiplier, size
