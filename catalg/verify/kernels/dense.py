"""Independence on a dense set of X, for coefficients with roots, absolute values, angles and logarithms.

Two coefficients that are independent at one point are so on a dense open set if they are rational: X is irreducible. With branches
they need not be: x + |x| is 2x on one half of the line and 0 on the other. Let a formula be built from meromorphic functions,
square roots, absolute values, maxima and angles. If a determinant D vanishes on some open set then, by continuation along a path in
the complex points of X, a conjugate of D vanishes at every point: D with the signs of some roots and absolute values changed, maxima and
minima exchanged, angles turned by pi. So it is enough that no conjugate vanishes at one point. A logarithm outside of other functions changes by multiples
of 2 pi i, infinitely many, so that its conjugates vanish together.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from catalg.terms import (
    Add,
    Apply,
    Call,
    Const,
    Derived,
    Mul,
    Name,
    Num,
    Pow,
    Term,
    add,
    children,
    mul,
    num,
    rebuild,
    walk,
)
from catalg.verify.kernels.setting import Point, Setting, rank_of
from catalg.verify.kernels.terms import NotRational

MOST_BRANCHES = 6
MEROMORPHIC = frozenset({"exp", "sin", "cos", "tan", "sinh", "cosh", "tanh", "legendre", "gegenbauer", "chebyshev", "jacobi"})
PERIODIC = frozenset({"sin", "cos", "tan"})


def independent_densely(setting: Setting, rows: Sequence[Sequence[Term]]) -> bool:
    """Whether the rows are certainly independent on a dense open subset of an irreducible X."""
    if len(rows) == 1 and any(_nonzero(setting, t) for t in rows[0]):
        return True
    branches: dict[Term, None] = {}
    nodes = [n for row in rows for t in row for n in walk(t)]
    if setting.frame.equations and any(isinstance(n, Pow) and _is_odd_root(n) for n in nodes):
        return False
    for row in rows:
        for term in row:
            found = _branches(term, inside=False)
            if found is None:
                return False
            branches |= dict.fromkeys(found)
    if len(branches) > MOST_BRANCHES:
        return False
    return any(_no_conjugate_fails(setting, rows, tuple(branches), point) for point in setting.points)


def _nonzero(setting: Setting, term: Term) -> bool:
    """Whether a term is visibly not zero on a dense open set: a product of powers of rational functions and exponentials."""
    match term:
        case Mul(parts):
            return all(_nonzero(setting, p) for p in parts)
        case Pow(base, Num(_)) | Call("abs" | "sqrt", (base,)):
            return _nonzero(setting, base)
        case Call("exp" | "cosh", _) | Const("pi" | "e"):
            return True
    try:
        return not setting.frame.vanishes(setting.rational(term)[0])
    except NotRational:
        return False


def _is_odd_root(node: Pow) -> bool:
    """An odd root of a coordinate x, whose conjugates vanish together where x is no power of another function."""
    return isinstance(node.exponent, Num) and node.exponent.value.denominator > 2


def _branches(term: Term, inside: bool) -> list[Term] | None:
    """The subterms with two values, innermost first; None for other many-valued functions."""
    own: list[Term] = []
    match term:
        case Call("atan2", _):
            return None
        case Call(head, (angle,)) if head in PERIODIC and any(isinstance(n, Call) and n.head == "atan2" for n in walk(angle)):
            return _angles(angle)
        case Call("log", (base,)) if not inside:
            return _branches(base, True)
        case Call("abs" | "sqrt" | "max" | "min", _):
            own = [term]
        case Pow(_, Num(e)) if e.denominator == 2:
            own = [term]
        case Pow(base, Num(e)) if e.denominator != 1:
            return [] if isinstance(base, Name) and e.denominator % 2 and not inside else None
        case Pow(_, Num(_)) | Num() | Const() | Name() | Add() | Mul():
            pass
        case Call(head, _) if head in MEROMORPHIC:
            inside = True
        case Call() | Pow() | Apply() | Derived():
            return None
    found: list[Term] = []
    for part in children(term):
        below = _branches(part, inside)
        if below is None:
            return None
        found += below
    return [*found, *own]


def _angles(term: Term) -> list[Term] | None:
    """The angles in a sum of whole multiples of them and of meromorphic terms."""
    match term:
        case Call("atan2", parts):
            return [term] if all(_branches(p, True) == [] for p in parts) else None
        case Mul((Num(c), Call("atan2", _) as angle)) if c.denominator == 1:
            return _angles(angle)
        case Add(parts):
            found: list[Term] = []
            for part in parts:
                below = _angles(part)
                if below is None:
                    return None
                found += below
            return found
    return [] if _branches(term, True) == [] else None


def _no_conjugate_fails(
    setting: Setting, rows: Sequence[Sequence[Term]], branches: Sequence[Term], point: Point
) -> bool:
    for changes in product((False, True), repeat=len(branches)):
        changed = {b for b, change in zip(branches, changes, strict=True) if change}
        values = [setting.values([_conjugate(t, changed) for t in row], point) for row in rows]
        known = [v for v in values if v is not None]
        if len(known) < len(rows) or rank_of(known) < len(rows):
            return False
    return True


def _conjugate(term: Term, changed: set[Term]) -> Term:
    """The term with the other value of these subterms."""
    parts = children(term)
    below = rebuild(term, [_conjugate(p, changed) for p in parts]) if parts else term
    if term not in changed:
        return below
    match below:
        case Call("atan2", _):
            return add(below, Const("pi"))
        case Call("max", arguments):
            return Call("min", arguments)
        case Call("min", arguments):
            return Call("max", arguments)
    return mul(num(-1), below)


__all__ = ["independent_densely"]
