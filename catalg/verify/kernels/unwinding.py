"""Angles in a formula, rewritten where this loses nothing: even functions of an angle, and multiples of it inside cos and sin.

θ = atan2(b, a) lies in (-π, π], so that |θ| = acos(a/r) with r = √(a² + b²), and even powers of θ are powers of |θ|. cos kθ and sin kθ are
polynomials in a/r and b/r (de Moivre). Where r is 1 on all of X it is left out.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb

from catalg.terms import Call, Mul, Num, Pow, Term, add, children, mul, num, power, rebuild, sub
from catalg.verify.kernels.frame import Frame
from catalg.verify.kernels.terms import NotRational, rational_function

MOST = 12


def unwound(frame: Frame, term: Term) -> Term:
    """The term with its angles rewritten."""
    below = rebuild(term, [unwound(frame, part) for part in children(term)]) if children(term) else term
    match below:
        case Pow(Call("atan2", (b, a)), Num(e)) if e.denominator == 1 and e.numerator % 2 == 0:
            return power(Call("acos", (mul(a, _inverse_radius(frame, a, b)),)), num(e))
        case Call("abs", (Call("atan2", (b, a)),)):
            return Call("acos", (mul(a, _inverse_radius(frame, a, b)),))
        case Call("cos" | "sin" as head, (Mul((Num(k), Call("atan2", (b, a)))),)) if k.denominator == 1 and 1 < abs(k) <= MOST:
            radius = _inverse_radius(frame, a, b)
            return _multiple(head, int(k), mul(a, radius), mul(b, radius))
        case Call("cos" | "sin" as head, (Call("atan2", (b, a)),)) if _inverse_radius(frame, a, b) == num(1):
            return a if head == "cos" else b
    return below


def _inverse_radius(frame: Frame, a: Term, b: Term) -> Term:
    """1/√(a² + b²), which is 1 where a² + b² = 1 on X."""
    square = add(power(a, num(2)), power(b, num(2)))
    place = {name: k for k, name in enumerate(frame.problem.coordinates)}
    try:
        top, bottom = rational_function(sub(square, num(1)), frame.ring, place)
    except NotRational:
        return power(square, num(Fraction(-1, 2)))
    return num(1) if bottom.is_constant() and frame.vanishes(top) else power(square, num(Fraction(-1, 2)))


def _multiple(head: str, k: int, c: Term, s: Term) -> Term:
    """cos kθ or sin kθ by the cosine and sine of θ: the real or imaginary part of (c + is)^k."""
    size, parity = abs(k), 0 if head == "cos" else 1
    parts = [
        mul(num((-1) ** (j // 2) * comb(size, j)), power(c, num(size - j)), power(s, num(j)))
        for j in range(parity, size + 1, 2)
    ]
    total = parts[0] if len(parts) == 1 else add(*parts)
    return mul(num(-1), total) if head == "sin" and k < 0 else total


__all__ = ["unwound"]
