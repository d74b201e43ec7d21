"""Weights of a series as polynomials in its variable, and whether they vanish between -1 and 1 (Sturm's theorem)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from catalg.terms import Add, Mul, Name, Num, Pow, Term
from catalg.terms.term import free_names
from catalg.verify.harmonic.ground import Ground

Coefficients = tuple[Fraction, ...]
"""From the constant on; the last one is not zero."""

MOST_DEGREE = 12


def polynomial_in(ground: Ground, weight: Term, variable: Term) -> Coefficients | None:
    """A weight as a polynomial in the variable, which must be an affine function of one invariant; None where it is none."""
    if not free_names(weight) & ground.arguments:
        return _polynomial(weight, "")
    inner, outer = ground.in_invariants(variable), ground.in_invariants(weight)
    if inner is None or outer is None or len(free_names(outer)) != 1:
        return None
    label = next(iter(free_names(outer)))
    line, curve = _polynomial(inner, label), _polynomial(outer, label)
    if line is None or curve is None or len(line) != 2:
        return None
    root: Coefficients = (-line[0] / line[1], 1 / line[1])
    total: Coefficients = ()
    for c in reversed(curve):
        total = plus(times(total, root), (c,))
    return total or None


def _polynomial(term: Term, name: str) -> Coefficients | None:
    """A term as a polynomial in one name with rational coefficients; None for zero and for anything else."""
    found = _read(term, name)
    return found or None


def _read(term: Term, name: str) -> Coefficients | None:
    match term:
        case Num(value):
            return trimmed((value,))
        case Name(found) if found == name:
            return Fraction(0), Fraction(1)
        case Add(args):
            total: Coefficients = ()
            for arg in args:
                part = _read(arg, name)
                if part is None:
                    return None
                total = plus(total, part)
            return total
        case Mul(args):
            total = (Fraction(1),)
            for arg in args:
                part = _read(arg, name)
                if part is None:
                    return None
                total = times(total, part)
            return total
        case Pow(base, Num(exponent)) if exponent.denominator == 1 and 0 <= exponent <= MOST_DEGREE:
            inner = _read(base, name)
            total = (Fraction(1),)
            for _ in range(int(exponent)):
                total = times(total, inner) if inner is not None else total
            return None if inner is None else total
        case Pow(Num(base), Num(exponent)) if exponent.denominator == 1 and -MOST_DEGREE <= exponent < 0 and base != 0:
            return (base ** int(exponent),)
        case _:
            return None


def trimmed(p: Sequence[Fraction]) -> Coefficients:
    """Without leading zeros."""
    count = len(p)
    while count and p[count - 1] == 0:
        count -= 1
    return tuple(p[:count])


def plus(p: Coefficients, q: Coefficients) -> Coefficients:
    """The sum."""
    size = max(len(p), len(q))
    return trimmed([(p[k] if k < len(p) else Fraction(0)) + (q[k] if k < len(q) else Fraction(0)) for k in range(size)])


def times(p: Coefficients, q: Coefficients) -> Coefficients:
    """The product."""
    result = [Fraction(0)] * max(len(p) + len(q) - 1, 0)
    for i, a in enumerate(p):
        for j, b in enumerate(q):
            result[i + j] += a * b
    return trimmed(result)


def value(p: Coefficients, x: Fraction) -> Fraction:
    """The value."""
    total = Fraction(0)
    for c in reversed(p):
        total = total * x + c
    return total


def vanishes_between(p: Coefficients) -> bool:
    """Whether a polynomial has a zero in [-1, 1].

    >>> vanishes_between((Fraction(2), Fraction(1))), vanishes_between((Fraction(0), Fraction(1)))
    (False, True)
    """
    if value(p, Fraction(-1)) == 0 or value(p, Fraction(1)) == 0:
        return True
    chain = [p, trimmed([k * c for k, c in enumerate(p)][1:])]
    while chain[-1]:
        chain.append(tuple(-c for c in _remainder(chain[-2], chain[-1])))
    return _changes(chain, Fraction(-1)) != _changes(chain, Fraction(1))


def _remainder(p: Coefficients, q: Coefficients) -> Coefficients:
    while len(p) >= len(q):
        factor = p[-1] / q[-1]
        shift = len(p) - len(q)
        p = trimmed([c - (factor * q[k - shift] if k >= shift else 0) for k, c in enumerate(p[:-1])])
    return p


def _changes(chain: Sequence[Coefficients], x: Fraction) -> int:
    signs = [s for s in (value(p, x) for p in chain) if s != 0]
    return sum(a * b < 0 for a, b in zip(signs, signs[1:], strict=False))
