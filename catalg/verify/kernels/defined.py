"""Where a formula is defined: on a dense part of X, or perhaps not.

A logarithm or an even root needs an argument that is never negative, acos and asin one between -1 and 1, which it is when it
is a cosine or a sine, or a·b/(|a||b|) (Cauchy-Schwarz). f(log(t)) determines t, but on the line only for t > 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from catalg.terms import Call, Name, Num, Pow, Term, add, mul, walk
from catalg.verify.kernels.determined import nonnegative
from catalg.verify.kernels.setting import Setting, square_of
from catalg.verify.kernels.terms import NotRational

BOUNDED = frozenset({"sin", "cos", "tanh"})


def defined_densely(setting: Setting, terms: Sequence[Term]) -> bool:
    """Whether terms are certainly defined on a dense open part of X."""
    return all(_harmless(setting, node) for term in terms for node in walk(term))


def _harmless(setting: Setting, node: Term) -> bool:
    match node:
        case Pow(base, Num(e)) if e.denominator % 2 == 0:
            return nonnegative(setting, base)
        case Call("sqrt" | "log", (inner,)):
            return nonnegative(setting, inner)
        case Call("acos" | "asin", (inner,)):
            return _bounded(setting, inner)
    return True


def _bounded(setting: Setting, term: Term) -> bool:
    """Whether -1 <= t <= 1 wherever t is defined."""
    if isinstance(term, Call) and term.head in BOUNDED:
        return True
    ring, frame = setting.frame.ring, setting.frame
    try:
        top, bottom = setting.rational(square_of(term))
        for product, lengths in _products(setting):
            dot, length = setting.rational(product)[0], setting.rational(lengths)[0]
            if frame.vanishes(ring.reduce(top * length - dot**2 * bottom)):
                return True
    except NotRational:
        return False
    return False


def _products(setting: Setting) -> Iterator[tuple[Term, Term]]:
    """a·b and |a|²|b|² for vector arguments, and a coordinate of one with its |a|²."""
    names = setting.problem.coordinates
    vectors = [[Name(n) for n in names[a.start : a.start + a.size]] for a in setting.problem.arguments if a.shape == "vector"]
    squares = [add(*(mul(c, c) for c in v)) for v in vectors]
    for i, (u, square) in enumerate(zip(vectors, squares, strict=True)):
        yield from ((c, square) for c in u)
        for v, other in zip(vectors[i + 1 :], squares[i + 1 :], strict=True):
            if len(u) == len(v):
                yield add(*(mul(a, b) for a, b in zip(u, v, strict=True))), mul(square, other)
