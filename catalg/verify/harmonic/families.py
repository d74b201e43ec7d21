"""A formula with sums over an index, as a list of summands: a coefficient, and the function that it multiplies for each l.

A summand a[l]·c(l)·w·F(l, u) is read as an orthogonal family F in a variable u, times a weight w and a number c(l).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from catalg.model.goals import Unknown
from catalg.terms import (
    Add,
    Apply,
    Call,
    Const,
    Index,
    Mul,
    Name,
    Num,
    Pow,
    Series,
    Term,
    add,
    mul,
    num,
    power,
)
from catalg.terms.term import ONE, ZERO, expand_lets, free_names, substitute, transform, walk

POLYNOMIALS = frozenset({"legendre", "gegenbauer", "chebyshev", "chebyshev_u", "jacobi"})


class Unread(ValueError):
    """A formula that is not read as a series; the message says why."""


class SharedConstant(Unread):
    """One constant stands before all terms of a sum."""


@dataclass(frozen=True, slots=True)
class Affine:
    """slope·l + shift."""

    slope: Fraction
    shift: Fraction

    def at(self, l: int) -> Fraction:
        """The value."""
        return self.slope * l + self.shift


@dataclass(frozen=True, slots=True)
class Group:
    """All that one coefficient multiplies: coefficient(l)·body(l) for l from `lower` to `upper` (None: without end).

    `unknown` is its name, `radii` are further arguments of a coefficient that is a function. A summand without an index has
    lower == upper == 0 and `index` "". `fixed` summands have no coefficient at all.
    """

    unknown: str
    index: str
    lower: int
    upper: int | None
    radii: tuple[Term, ...]
    body: Term
    fixed: bool = False

    def at(self, l: int) -> Term:
        """The body at one index."""
        return substitute(self.body, {self.index: num(l)}) if self.index else self.body

    def indices(self, most: int) -> range:
        """The first indices."""
        last = self.lower + most if self.upper is None else min(self.upper, self.lower + most)
        return range(self.lower, last + 1)


def read(formula: Term, unknowns: Sequence[Unknown]) -> list[Group]:
    """The groups of a formula, one for each coefficient. Raises Unread."""
    heads = {u.name for u in unknowns}
    groups: dict[tuple[object, ...], Group] = {}
    for part in _summands(expand_lets(formula)):
        scale, inner = _series_of(part)
        if inner is None:
            _collect(groups, part, "", 0, 0, heads)
            continue
        lower, upper = _bounds(inner)
        if any(isinstance(node, Series) for node in walk(inner.body)):
            raise Unread("a sum inside of a sum")
        for summand in _summands(inner.body):
            _collect(groups, mul(*scale, summand), inner.index, lower, upper, heads)
    found = list(groups.values())
    names = [g.unknown for g in found if not g.fixed]
    if len(set(names)) != len(names):
        raise Unread("one family of coefficients stands in two sums")
    return found


def _series_of(part: Term) -> tuple[tuple[Term, ...], Series | None]:
    if isinstance(part, Series):
        return (), part
    if isinstance(part, Mul):
        inside = [f for f in part.args if isinstance(f, Series)]
        if len(inside) == 1:
            outside = tuple(f for f in part.args if f is not inside[0])
            if any(inside[0].index in free_names(f) for f in outside):
                raise Unread("the index of a sum occurs outside of it")
            return outside, inside[0]
    if any(isinstance(node, Series) for node in walk(part)):
        raise Unread("a sum inside of a function")
    return (), None


def _summands(term: Term) -> list[Term]:
    """The summands, with sums multiplied out while they are short."""
    if isinstance(term, Add):
        return [s for arg in term.args for s in _summands(arg)]
    if isinstance(term, Mul):
        for k, factor in enumerate(term.args):
            if isinstance(factor, Add) and len(factor.args) <= 6 and _has_coefficient(factor):
                return [s for arg in factor.args for s in _summands(mul(*term.args[:k], arg, *term.args[k + 1 :]))]
    return [] if term == ZERO else [term]


def _has_coefficient(term: Term) -> bool:
    return any(isinstance(node, Index | Apply | Series) for node in walk(term))


def _bounds(series: Series) -> tuple[int, int | None]:
    if not isinstance(series.lower, Num) or series.lower.value.denominator != 1:
        raise Unread("a sum that begins at no definite number")
    upper: int | None = None
    if isinstance(series.upper, Num) and series.upper.value.denominator == 1:
        upper = int(series.upper.value)
    elif series.upper != Const("oo"):
        raise Unread("a sum that ends at no definite number")
    return int(series.lower.value), upper


def _collect(
    groups: dict[tuple[object, ...], Group], part: Term, index: str, lower: int, upper: int | None, heads: set[str]
) -> None:
    """Put a summand to the others with the same coefficient."""
    factors = part.args if isinstance(part, Mul) else (part,)
    coefficients = [f for f in factors if _head(f) in heads]
    rest = [f for f in factors if _head(f) not in heads]
    if any(_mentions(f, heads) for f in rest) or len(coefficients) > 1:
        raise Unread("a summand that is not linear in its coefficients")
    if not coefficients:
        if index:
            raise Unread("a sum without coefficients")
        groups[("", len(groups))] = Group("", "", 0, 0, (), mul(*rest), True)
        return
    coefficient = coefficients[0]
    radii = _indexed(coefficient, index, lower, heads)
    key = (coefficient, index, lower, upper)
    known = groups.get(key)
    body = mul(*rest) if known is None else add(known.body, mul(*rest))
    groups[key] = Group(_head(coefficient), index, lower, upper, radii, body)


def _indexed(coefficient: Term, index: str, lower: int, heads: set[str]) -> tuple[Term, ...]:
    """Check that the coefficient is different for every l; its further arguments. Raises Unread."""
    places: tuple[Term, ...]
    radii: tuple[Term, ...]
    match coefficient:
        case Name():
            if index:
                raise SharedConstant("one constant for all terms of a sum")
            return ()
        case Index(_, indices):
            places, radii = indices, ()
        case Apply(_, args):
            places, radii = args[:1], args[1:]
        case _:
            raise Unread("a coefficient of an unknown form")
    if any(_mentions(r, heads) or index in free_names(r) for r in radii):
        raise Unread("a coefficient of an unknown form")
    if not index:
        if isinstance(coefficient, Apply) or not all(isinstance(p, Num) for p in places):
            raise Unread("an arbitrary function outside of the sums")
        return ()
    if len(places) != 1:
        raise Unread("a coefficient with several indices")
    place = affine(places[0], index)
    if place is None or place.slope == 0:
        raise Unread("the index of a coefficient is not a multiple of the sum's index, plus a number")
    return radii


def _head(term: Term) -> str:
    match term:
        case Name(name) | Apply(name, _) | Index(Name(name), _):
            return name
        case _:
            return ""


def _mentions(term: Term, heads: set[str]) -> bool:
    return any(_head(node) in heads for node in walk(term))


def affine(term: Term, index: str) -> Affine | None:
    """A term as slope·index + shift with rational numbers, or None.

    >>> affine(add(mul(num(2), Name("l")), num(1)), "l")
    Affine(slope=Fraction(2, 1), shift=Fraction(1, 1))
    """
    match term:
        case Num(value):
            return Affine(Fraction(0), value)
        case Name(name) if name == index:
            return Affine(Fraction(1), Fraction(0))
        case Add(args):
            parts = [affine(arg, index) for arg in args]
            if any(p is None for p in parts):
                return None
            known = [p for p in parts if p is not None]
            return Affine(sum((p.slope for p in known), Fraction(0)), sum((p.shift for p in known), Fraction(0)))
        case Mul(args):
            total = Affine(Fraction(0), Fraction(1))
            for arg in args:
                part = affine(arg, index)
                if part is None or (part.slope != 0 and total.slope != 0):
                    return None
                total = Affine(total.slope * part.shift + total.shift * part.slope, total.shift * part.shift)
            return total
        case Pow(Num(base), Num(exponent)) if exponent.denominator == 1 and abs(exponent) <= 8 and base != 0:
            return Affine(Fraction(0), base ** int(exponent))
        case _:
            return None


@dataclass(frozen=True, slots=True)
class Harmonic:
    """number(l)·weight·F(degree(l), u).

    `kind` is `polynomial` (then `alpha`, `beta` are the Jacobi parameters, as terms), `cos`, `sin` (then u is the angle),
    `power` or `constant`.
    """

    kind: str
    degree: Affine
    variable: Term
    weight: Term
    number: Term
    alpha: Term = ZERO
    beta: Term = ZERO
    ultraspherical: bool = False


HALF = num(Fraction(1, 2))


def harmonic(group: Group, arguments: frozenset[str]) -> Harmonic | None:
    """How a group's body is built, or None; `arguments` are the names of the points."""
    factors = group.body.args if isinstance(group.body, Mul) else (group.body,)
    number = [f for f in factors if not free_names(f) & arguments]
    points = [f for f in factors if f not in number]
    moving = [f for f in points if (group.index in free_names(f)) or _constant_degree(f)]
    weight = [f for f in points if f not in moving]
    if len(moving) > 1 or any(group.index in free_names(w) for w in weight):
        return None
    scale, still = mul(*number), mul(*weight)
    if not moving:
        if group.index:
            return None
        return Harmonic("constant", Affine(Fraction(0), Fraction(0)), ONE, still, scale)
    return _family(moving[0], group.index, still, scale)


def _constant_degree(term: Term) -> bool:
    return isinstance(term, Call) and term.head in POLYNOMIALS and isinstance(term.args[0], Num)


def flat(term: Term) -> Term:
    """Integer powers of products written factor by factor.

    >>> flat(Pow(Mul((Name("x"), Name("y"))), num(-1)))
    Mul(args=(Pow(base=Name(name='x'), exponent=Num(value=Fraction(-1, 1))), Pow(base=Name(name='y'), exponent=Num(value=Fraction(-1, 1)))))
    """
    def change(node: Term) -> Term:
        match node:
            case Pow(Mul(args), Num(exponent)) if exponent.denominator == 1:
                return mul(*(power(factor, Num(exponent)) for factor in args))
            case _:
                return node

    return transform(term, change)


def _family(term: Term, index: str, weight: Term, number: Term) -> Harmonic | None:
    match term:
        case Call(head, args) if head in POLYNOMIALS:
            degree = affine(args[0], index)
            if degree is None or any(index in free_names(a) for a in args[1:]):
                return None
            alpha, beta = _parameters(head, args)
            return Harmonic("polynomial", degree, flat(args[-1]), weight, number, alpha, beta, head == "gegenbauer")
        case Call("cos" | "sin" as head, (inner,)):
            factors = inner.args if isinstance(inner, Mul) else (inner,)
            angle = [f for f in factors if isinstance(f, Call) and f.head in ("angle", "arg", "atan2")]
            rate = affine(mul(*(f for f in factors if f not in angle)), index)
            if len(angle) != 1 or rate is None:
                return None
            if rate.slope < 0:
                rate = Affine(-rate.slope, -rate.shift)
            return Harmonic(head, rate, angle[0], weight, number)
        case Pow(base, exponent) if index in free_names(exponent) and index not in free_names(base):
            degree = affine(exponent, index)
            return None if degree is None else Harmonic("power", degree, flat(base), weight, number)
        case _:
            return None


def _parameters(head: str, args: Sequence[Term]) -> tuple[Term, Term]:
    """The Jacobi parameters of a family."""
    fixed: Mapping[str, Term] = {"legendre": ZERO, "chebyshev": num(Fraction(-1, 2)), "chebyshev_u": HALF}
    if head in fixed:
        return fixed[head], fixed[head]
    if head == "gegenbauer":
        alpha = folded(add(args[1], num(Fraction(-1, 2))))
        return alpha, alpha
    return folded(args[1]), folded(args[2])


def folded(term: Term) -> Term:
    """A rational constant as a number; any other term as it is.

    >>> folded(mul(add(num(4), num(-2)), num(Fraction(1, 2))))
    Num(value=Fraction(1, 1))
    """
    constant = None if free_names(term) else affine(term, "")
    return term if constant is None else Num(constant.shift)
