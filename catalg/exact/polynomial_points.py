"""Points on the zero set of polynomial equations over QQ, rational wherever that is easy.

Connected groups of equations are solved one by one. A single quadric is parametrised by the lines through one
rational point (stereographic projection for a sphere). Otherwise: lexicographic Groebner basis, univariate
polynomials solved over QQ, free coordinates chosen, again; irrational coordinates become certified root
enclosures, as long as the remaining equations are linear in them. Points that come out satisfy every equation
exactly, by construction.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import flint

from catalg.exact.instances import fmpq, small
from catalg.exact.intervals import Enclosure, key_of
from catalg.exact.kernel_ring import Poly
from catalg.terms import Add, Mul, Num, Pow, Relation, Term, sub

LIMITS = (300, 2000, 8000)
SAMPLING_LIMITS = (120, 1000, 8000)
ATTEMPTS = 40
NICE = tuple(
    Fraction(s * a, b)
    for a, b in (
        (0, 1),
        (1, 1),
        (3, 5),
        (4, 5),
        (5, 13),
        (12, 13),
        (8, 17),
        (15, 17),
        (7, 25),
        (24, 25),
        (20, 29),
        (1, 2),
        (2, 1),
    )
    for s in (1, -1)
)


class NotPolynomial(ValueError):
    """An equation that is no polynomial with rational coefficients in coordinates."""


def equation_term(equation: Term) -> Term:
    """left - right of an equation given as a relation, or the term that is to vanish."""
    if isinstance(equation, Relation):
        if equation.op != "=":
            raise NotPolynomial("an inequality among the equations")
        return sub(equation.left, equation.right)
    return equation


def coordinates_in(term: Term) -> list[str]:
    """The coordinates of a polynomial term, in order of appearance. Raises NotPolynomial."""
    found: dict[str, None] = {}

    def visit(node: Term) -> None:
        key = key_of(node)
        if key is not None:
            found[key] = None
            return
        match node:
            case Num():
                return
            case Add(args) | Mul(args):
                for arg in args:
                    visit(arg)
            case Pow(base, Num(e)) if e.denominator == 1 and 0 <= e <= 64:
                visit(base)
            case _:
                raise NotPolynomial(f"a {type(node).__name__} in an equation is not polynomial")

    visit(term)
    return list(found)


def polynomial(term: Term, generators: Mapping[str, Poly], one: Poly) -> Poly:
    """A polynomial term in a flint ring."""
    key = key_of(term)
    if key is not None:
        return generators[key]
    match term:
        case Num(value):
            return one * fmpq(value)
        case Add(args):
            total = one * 0
            for arg in args:
                total = total + polynomial(arg, generators, one)
            return total
        case Mul(args):
            total = one
            for arg in args:
                total = total * polynomial(arg, generators, one)
            return total
        case Pow(base, Num(e)):
            return polynomial(base, generators, one) ** int(e)
        case _:
            raise NotPolynomial(f"a {type(term).__name__} in an equation is not polynomial")


def groebner(polys: Sequence[Poly], ctx: Any, limits: tuple[int, int, int] = LIMITS) -> list[Poly] | None:
    """The reduced Groebner basis in the order of the ring, or None beyond the limits."""
    polys = [p for p in polys if not p.is_zero()]
    if len(polys) <= 1:
        return list(polys)
    integral = flint.fmpz_mpoly_ctx.get(list(ctx.names()), ctx.ordering())
    vector = []
    for p in polys:
        scale = 1
        for c in p.coeffs():
            scale = int(flint.fmpz(scale).lcm(c.q))
        vector.append(integral.from_dict({m: int((c * scale).p) for m, c in p.to_dict().items()}))
    basis, complete = flint.fmpz_mpoly_vec(vector, integral).buchberger_naive(limits=limits)
    if not complete:
        return None
    reduced: Any = basis.autoreduction()  # type: ignore[attr-defined]
    return [ctx.from_dict({m: flint.fmpq(c) for m, c in p.to_dict().items()}) for p in reduced]


@dataclass(slots=True)
class Variety:
    """The zero set of polynomials in named coordinates."""

    names: tuple[str, ...]
    ctx: Any
    polys: list[Poly]
    basis: tuple[Poly, ...] | None = None
    starts: list[tuple[list[Poly], list[Poly] | None]] = field(default_factory=list)

    @staticmethod
    def of(equations: Sequence[Term]) -> Variety:
        """From terms or relations. Raises NotPolynomial."""
        terms = [equation_term(e) for e in equations]
        names = tuple(dict.fromkeys(name for t in terms for name in coordinates_in(t)))
        ctx = flint.fmpq_mpoly_ctx.get([f"v{k}" for k in range(len(names))], flint.Ordering.lex)
        gens = dict(zip(names, ctx.gens(), strict=True))
        return Variety(names, ctx, [polynomial(t, gens, ctx.constant(1)) for t in terms])

    def is_triangular(self) -> bool:
        """Whether no two equations share a coordinate: then they are a Groebner basis in every order."""
        return all(len(group) == 1 and not group[0].is_constant() for group in self.groups())

    def graded_basis(self) -> tuple[Any, tuple[Poly, ...] | None]:
        """A ring with the graded reverse lexicographic order and the Groebner basis there, or None beyond limits."""
        graded = flint.fmpq_mpoly_ctx.get(list(self.ctx.names()), flint.Ordering.degrevlex)
        if self.basis is None:
            found = groebner([graded.from_dict(p.to_dict()) for p in self.polys], graded)
            self.basis = None if found is None else tuple(found)
        return graded, self.basis

    def _used(self, *polys: Poly) -> set[int]:
        return {k for p in polys for k, d in enumerate(p.degrees()) if d}

    def groups(self) -> list[list[Poly]]:
        """The equations by shared coordinates."""
        groups: list[tuple[set[int], list[Poly]]] = []
        for poly in self.polys:
            used = self._used(poly)
            joined = [poly]
            apart = []
            for names, members in groups:
                if names & used:
                    used, joined = used | names, members + joined
                else:
                    apart.append((names, members))
            groups = [*apart, (used, joined)]
        return [members for _, members in groups]

    def contains(self, point: Mapping[str, Fraction]) -> bool:
        """Whether a point with rational coordinates satisfies every equation.

        >>> from catalg.terms import Name
        >>> square = Pow(Name("x"), Num(Fraction(2)))
        >>> Variety.of([Relation("=", square, Num(Fraction(4)))]).contains({"x": Fraction(-2)})
        True
        """
        if not all(name in point for name in self.names):
            return False
        values = {f"v{k}": fmpq(point[name]) for k, name in enumerate(self.names)}
        return all(poly.subs(values).is_zero() for poly in self.polys)

    def sample(self, rng: random.Random) -> dict[str, Fraction | Enclosure] | None:
        """A point, or None if none was found."""
        point: dict[str, Fraction | Enclosure] = {}
        if not self.starts:
            self.starts = [(group, groebner(group, self.ctx, SAMPLING_LIMITS)) for group in self.groups()]
        for group, start in self.starts:
            quadric = len(group) == 1 and group[0].total_degree() == 2
            found = None
            for _ in range(ATTEMPTS):
                tried = self._solve(group, start, rng)
                found = tried or found
                if tried and not (quadric and any(not isinstance(v, Fraction) for v in tried.values())):
                    break
            if found is None:
                return None
            if quadric:
                found = self._second_point(group[0], found, rng) or found
            point.update({self.names[k]: value for k, value in found.items()})
        return point

    def _second_point(
        self, poly: Poly, base: dict[int, Fraction | Enclosure], rng: random.Random
    ) -> dict[int, Fraction | Enclosure] | None:
        """Where a random line through a rational point of a quadric meets it again."""
        start = {k: v for k, v in base.items() if isinstance(v, Fraction)}
        if len(start) < len(base):
            return None
        step = {k: small(rng) for k in start}
        line: dict[int, Fraction] = {}
        for exponents, c in poly.to_dict().items():
            terms = {0: Fraction(int(c.p), int(c.q))}
            for k, e in enumerate(exponents):
                for _ in range(e):
                    longer: dict[int, Fraction] = {}
                    for d, value in terms.items():
                        longer[d] = longer.get(d, Fraction(0)) + value * start[k]
                        longer[d + 1] = longer.get(d + 1, Fraction(0)) + value * step[k]
                    terms = longer
            for d, value in terms.items():
                line[d] = line.get(d, Fraction(0)) + value
        if not line.get(2):
            return None
        t = -line.get(1, Fraction(0)) / line[2]
        return {k: start[k] + t * step[k] for k in start}

    def _solve(
        self, polys: list[Poly], whole: list[Poly] | None, rng: random.Random
    ) -> dict[int, Fraction | Enclosure] | None:
        values: dict[int, Fraction | Enclosure] = {}
        names = self._used(*polys)
        while True:
            basis = [p for p in polys if not p.is_zero()] if whole is None else whole
            if any(p.is_constant() for p in basis):
                return None
            if not basis:
                break
            single = next(((p, used) for p in basis if len(used := self._used(p)) == 1), None)
            if single is not None:
                (k,) = single[1]
                roots = _rational_roots(single[0], k)
                if not roots:
                    if whole is None:
                        return None
                    return self._irrational(basis, single[0], k, values, names, rng)
                value = rng.choice(roots)
            else:
                k = max(
                    self._used(*basis) if whole else self._used(min(basis, key=lambda p: len(self._used(p))))
                )
                value = rng.choice(NICE) if rng.random() < 0.7 else small(rng)
            values[k] = value
            polys = [p.subs({f"v{k}": fmpq(value)}) for p in basis]
            whole = groebner(polys, self.ctx, SAMPLING_LIMITS)
        for k in names - set(values):
            values[k] = small(rng)
        return values

    def _irrational(
        self,
        basis: list[Poly],
        poly: Poly,
        k: int,
        values: dict[int, Fraction | Enclosure],
        names: set[int],
        rng: random.Random,
    ) -> dict[int, Fraction | Enclosure] | None:
        """Take a real irrational root for coordinate k; the other equations must be linear."""
        coefficients = _univariate(poly, k)
        count = len(_real_roots(coefficients, 64))
        if not count:
            return None
        which = rng.randrange(count)
        values = dict(values)
        values[k] = lambda bits: _real_roots(coefficients, bits)[which]
        for other in sorted((p for p in basis if p != poly), key=lambda p: max(p.degrees(), default=0)):
            used = self._used(other)
            unknown = used - set(values)
            for free in sorted(unknown, reverse=True)[:-1]:
                values[free] = small(rng)
            if not unknown:
                return None
            solved = min(unknown)
            table = other.to_dict()
            lead = [(m, c) for m, c in table.items() if m[solved]]
            if len(lead) != 1 or sum(lead[0][0]) != 1:
                return None
            rest = {m: -c / lead[0][1] for m, c in table.items() if not m[solved]}
            values[solved] = _evaluation(rest, dict(values))
        for free in names - set(values):
            values[free] = small(rng)
        return values


def _evaluation(table: dict[tuple[int, ...], Any], values: dict[int, Fraction | Enclosure]) -> Enclosure:
    def enclosure(bits: int) -> Any:
        total = flint.arb(0)
        for exponents, c in table.items():
            term = flint.arb(c)
            for k, e in enumerate(exponents):
                if e:
                    value = values[k]
                    term = term * (
                        flint.arb(fmpq(value)) if isinstance(value, Fraction) else value(bits)
                    ) ** int(e)
            total = total + term
        return total

    return enclosure


def _univariate(poly: Poly, k: int) -> tuple[Fraction, ...]:
    table = {m[k]: Fraction(int(c.p), int(c.q)) for m, c in poly.to_dict().items()}
    return tuple(table.get(d, Fraction(0)) for d in range(max(table) + 1))


def _rational_roots(poly: Poly, k: int) -> list[Fraction]:
    coefficients = flint.fmpq_poly([fmpq(c) for c in _univariate(poly, k)])
    _, factors = coefficients.numer().factor()
    return [Fraction(-int(f[0]), int(f[1])) for f, _ in factors if f.degree() == 1]


def _real_roots(coefficients: tuple[Fraction, ...], bits: int) -> list[Any]:
    poly = flint.fmpq_poly([fmpq(c) for c in coefficients]).numer()
    found = []
    with flint.ctx.workprec(bits):
        for factor, _ in poly.factor()[1]:
            roots: Any = factor.complex_roots()
            found += [root.real for root, _ in roots if root.imag == 0]
    return sorted(found, key=lambda root: float(root.mid()))
