"""Soundness: a proposed function satisfies the constraint on every declared generator, as an identity of polynomials.

For f = N prod p^c exp(E) and a field xi the identity xi N·P + N·(sum c_j (xi p_j) P/p_j + P·xi E) = drho N·P, P = prod p_j, is
checked modulo the ideal of X; for a discrete s the powers p^c must return to themselves up to a rational function (a constant
where c is not an integer), and E to itself. An invariant has no exponential.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import isqrt

from catalg.exact.sparse import SparseMatrix
from catalg.model.kernel_problem import KernelFunction
from catalg.verify.kernels.frame import Element, Frame


def broken_generator(frame: Frame, function: KernelFunction, invariant: bool) -> str | None:
    """The name of the first generator on which the function fails to be covariant (invariant), or None when it is sound."""
    numerators = [frame.lift(f) for f in function.numerators]
    factors = [(frame.lift(p), c) for p, c in function.factors]
    if not invariant and len(numerators) != frame.dimension:
        return "the dimension of V"
    exponent = None if function.exponent is None else frame.lift(function.exponent)
    if exponent is not None and invariant:
        return "exp"
    identity = SparseMatrix.zero(len(numerators), len(numerators))
    for generator, field, rho in zip(frame.problem.lie, frame.fields, frame.lie_rho, strict=True):
        if not _infinitesimal(frame, numerators, factors, exponent, field, identity if invariant else rho):
            return generator.name
    unit = SparseMatrix.identity(len(numerators))
    for s, images, rho in zip(frame.problem.discrete, frame.maps, frame.discrete_rho, strict=True):
        if not _finite(frame, numerators, factors, exponent, images, unit if invariant else rho):
            return s.name
    return None


def _infinitesimal(
    frame: Frame,
    numerators: Sequence[Element],
    factors: Sequence[tuple[Element, Fraction]],
    exponent: Element | None,
    field: Sequence[tuple[Element, Element]],
    rho: SparseMatrix,
) -> bool:
    ring = frame.ring
    common = ring.one
    for _, den in field:
        if divmod(common, den)[1] != 0:
            common = common * den
    velocity = [num * divmod(common, den)[0] for num, den in field]
    product = ring.one
    for p, _ in factors:
        product = product * p
    drift = ring.zero
    for p, c in factors:
        drift = drift + ring.along(p, velocity) * divmod(product, p)[0] * ring.scalar(c)
    if exponent is not None:
        drift = drift + ring.along(exponent, velocity) * product
    for i, f in enumerate(numerators):
        value = ring.along(f, velocity) * product + f * drift
        for j, entry in rho.rows[i].items():
            value = value - ring.scalar(entry) * numerators[j] * product * common
        if not frame.vanishes(value):
            return False
    return True


def _finite(
    frame: Frame,
    numerators: Sequence[Element],
    factors: Sequence[tuple[Element, Fraction]],
    exponent: Element | None,
    images: Sequence[tuple[Element, Element]],
    rho: SparseMatrix,
) -> bool:
    ring = frame.ring
    up, down = ring.one, ring.one
    if exponent is not None:
        top, bottom = ring.substitute_rational(exponent, images)
        if not frame.vanishes(top - exponent * bottom):
            return False
    for p, c in factors:
        top, bottom = ring.substitute_rational(p, images)
        if c.denominator == 1:
            first, second = (top, bottom * p) if c > 0 else (bottom * p, top)
            up, down = up * first ** abs(c.numerator), down * second ** abs(c.numerator)
            continue
        scale = _constant_ratio(frame, top, p * bottom)
        root = None if scale is None else _power(abs(scale), c)
        if root is None:
            return False
        up = up * ring.scalar(root)
    for i, f in enumerate(numerators):
        top, bottom = ring.substitute_rational(f, images)
        value = top * up
        for j, entry in rho.rows[i].items():
            value = value - ring.scalar(entry) * numerators[j] * down * bottom
        if not frame.vanishes(value):
            return False
    return True


def _constant_ratio(frame: Frame, top: Element, bottom: Element) -> Fraction | None:
    """The rational constant r with top = r·bottom on X, or None."""
    table = frame.ring.table(bottom)
    for exponents, c in frame.ring.table(top).items():
        if exponents in table:
            ratio = c / table[exponents]
            if isinstance(ratio, Fraction) and frame.vanishes(top - frame.ring.scalar(ratio) * bottom):
                return ratio
            return None
    return None


def _power(value: Fraction, exponent: Fraction) -> Fraction | None:
    """A rational power of a positive rational where it is rational."""
    if value == 1:
        return value
    if exponent.denominator != 2:
        return None
    p, q = isqrt(value.numerator), isqrt(value.denominator)
    if p * p != value.numerator or q * q != value.denominator:
        return None
    return Fraction(p, q) ** exponent.numerator
