"""Bochner's classification: which orthogonal polynomials solve p f'' + q f' = lambda f on a compact interval.

With p of degree 2 and two real roots, q of degree 1, an affine change of variable brings the operator to
(1 - s^2) f'' + (b - a - (a + b + 2) s) f', whose polynomial solutions are the Jacobi polynomials P_l^(a,b)(s); for a, b > -1 they are
orthogonal on [-1, 1] (S. Bochner, *Über Sturm-Liouvillesche Polynomsysteme*, 1929; G. Szegő, *Orthogonal Polynomials*, chapter IV).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import isqrt

from catalg.terms import Call, Dim, Name, Term, add, mul, num, power


@dataclass(frozen=True, slots=True)
class Polynomials:
    """A family of orthogonal polynomials on [-1, 1], by its Jacobi parameters."""

    alpha: Dim
    beta: Dim

    @property
    def name(self) -> str:
        """What the family is called."""
        half = Dim.of(Fraction(1, 2))
        if self.alpha == self.beta:
            known = {Dim.of(0): "Legendre", -half: "Chebyshev (first kind)", half: "Chebyshev (second kind)"}
            return known.get(self.alpha, "Gegenbauer")
        return "Jacobi"

    def at(self, degree: Term, s: Term) -> Term:
        """The polynomial of a degree.

        >>> Polynomials(Dim.of(0), Dim.of(0)).at(Name("l"), Name("s"))
        Call(head='legendre', args=(Name(name='l'), Name(name='s')))
        """
        heads = {"Legendre": "legendre", "Chebyshev (first kind)": "chebyshev", "Chebyshev (second kind)": "chebyshev_u"}
        if self.name in heads:
            return Call(heads[self.name], (degree, s))
        if self.name == "Gegenbauer":
            return Call("gegenbauer", (degree, dim_term(self.alpha + Fraction(1, 2)), s))
        return Call("jacobi", (degree, dim_term(self.alpha), dim_term(self.beta), s))


def classify(p2: Dim, q1: Dim, skew: Dim) -> Polynomials | None:
    """The family of p2 (s^2 - 1) f'' + (q1 s + skew) f' in the variable s; None where it is not one on [-1, 1].

    Only p2 must be a number.

    >>> classify(Dim.of(-1), Dim.of(-2), Dim.of(0)).name
    'Legendre'
    >>> d = Dim.parameter("d")
    >>> classify(Dim.of(-1), 1 - d, Dim.of(0)).at(Name("l"), Name("s")).args[1] == dim_term((d - 2) / 2)
    True
    """
    if not p2.is_constant or p2 == Dim.of(0):
        return None
    lead = p2.value_at({})
    total = q1 / lead - 2
    difference = -skew / lead
    alpha, beta = (total - difference) / 2, (total + difference) / 2
    for exponent in (alpha, beta):
        if exponent.is_constant and exponent.value_at({}) <= -1:
            return None
    return Polynomials(alpha, beta)


def dim_term(dim: Dim) -> Term:
    """A dimension as a formula: (d - 2)/2."""
    scale = 1
    for _, c in dim.terms:
        scale = scale * c.denominator // _gcd(scale, c.denominator)
    parts = [mul(num(c * scale), *(power(Name(str(n)), num(e)) for n, e in monomial)) for monomial, c in dim.terms]
    return mul(add(*parts), num(Fraction(1, scale))) if dim.is_constant else mul(add(*parts), power(num(scale), num(-1)))


def _gcd(a: int, b: int) -> int:
    while b:
        a, b = b, a % b
    return a


def rational_root(value: Fraction) -> Fraction | None:
    """The square root of a rational number where it is rational."""
    if value < 0:
        return None
    p, q = isqrt(value.numerator), isqrt(value.denominator)
    return Fraction(p, q) if p * p == value.numerator and q * q == value.denominator else None
