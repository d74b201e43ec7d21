"""Identities of the kinds that smooth maps lead to, made by stated rules, with false ones made from them by perturbation.

Rules: binomial expansions and partial fractions; exponentials and logarithms of sums; angle addition, multiple angles
and products of sines; rationalised roots; the chain, product and Leibniz rules of unspecified functions; tangent and reverse
derivatives of composites of unspecified maps in coordinates. A false one changes one coefficient, sign, argument or order.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import comb

from catalg.exact.derivative import derivative
from catalg.learning.coordinates import Coordinates
from catalg.model.maps import (
    AnyMap,
    Composite,
    Differential,
    Pairing,
    ProductMap,
    Reverse,
    Tangent,
    identity,
    selection,
)
from catalg.terms import Dim, Term, substitute
from tests.exact.formulas import F, apply, atan, call, cos, cosh, exp, log, name, sin, sinh, sqrt, tan, tanh

Case = tuple[str, Term, Term]
x, y, t = name("x"), name("y"), name("t")


def _pair(label: str, left: F, right: F, wrong: F) -> Iterator[tuple[bool, Case]]:
    yield True, (label, left.term, right.term)
    yield False, (f"{label}, wrong", left.term, wrong.term)


def _rational() -> Iterator[tuple[bool, Case]]:
    for a in range(1, 6):
        for n in range(2, 9):
            terms = [comb(n, k) * x ** (n - k) * y**k * a**k for k in range(n + 1)]
            total = sum(terms[1:], terms[0])
            yield from _pair(f"binomial {a} {n}", (x + a * y) ** n, total, total + x * y ** (n - 1))
    for a in range(1, 6):
        for b in range(a + 1, 8):
            parts = (1 / (x + a) - 1 / (x + b)) / (b - a)
            yield from _pair(f"partial fractions {a} {b}", 1 / ((x + a) * (x + b)), parts, parts * Fraction(b, a))


def _exponential() -> Iterator[tuple[bool, Case]]:
    for a in range(1, 6):
        for b in range(1, 6):
            yield from _pair(f"exp {a} {b}", exp(a * x - b * y), exp(x) ** a / exp(y) ** b, exp(x) ** a / exp(y) ** (b + 1))
            positive = (1 + x**2) ** a * (2 + y**2) ** b
            logs = a * log(1 + x**2) + b * log(2 + y**2)
            yield from _pair(f"log {a} {b}", log(positive), logs, a * log(1 + x**2) + b * log(3 + y**2))
            yield from _pair(f"hyperbolic {a} {b}", cosh(a * x + b * y), cosh(a * x) * cosh(b * y) + sinh(a * x) * sinh(b * y),
                             cosh(a * x) * cosh(b * y) - sinh(a * x) * sinh(b * y))


def _trigonometric() -> Iterator[tuple[bool, Case]]:
    for a in range(1, 7):
        for b in range(1, 7):
            yield from _pair(f"sine {a} {b}", sin(a * x + b * y), sin(a * x) * cos(b * y) + cos(a * x) * sin(b * y),
                             sin(a * x) * cos(b * y) - cos(a * x) * sin(b * y))
            yield from _pair(f"product {a} {b}", 2 * sin(a * x) * sin(b * y), cos(a * x - b * y) - cos(a * x + b * y),
                             cos(a * x - b * y) + cos(a * x + b * y))
    for n in range(2, 8):
        powers = [(-1) ** k * comb(n, 2 * k) * cos(x) ** (n - 2 * k) * sin(x) ** (2 * k) for k in range(n // 2 + 1)]
        yield from _pair(f"multiple {n}", cos(n * x), sum(powers[1:], powers[0]), sum(powers[1:], powers[0]) + sin(x) ** n)


def _roots() -> Iterator[tuple[bool, Case]]:
    for a in range(1, 16):
        inner, outer = sqrt(1 + x**2), sqrt(1 + a + x**2)
        yield from _pair(f"rationalised {a}", 1 / (outer + inner), (outer - inner) / a, (outer - inner) / (a + 1))
        yield from _pair(f"root of a square {a}", sqrt(a * a * x**2 * (1 + y**2)), a * call("abs", x) * sqrt(1 + y**2), a * x * sqrt(1 + y**2))
        yield from _pair(f"product of roots {a}", sqrt(a + x**2) * sqrt(a + y**2), sqrt((a + x**2) * (a + y**2)), sqrt(a + x**2 * y**2) * a)


def _functions() -> Iterator[tuple[bool, Case]]:
    def d(formula: F, by: F = x) -> F:
        return F(derivative(formula.term, by.term))

    inner = {"affine": lambda a: a * x + y, "square": lambda a: x**2 + a * y, "sine": lambda a: sin(a * x), "exp": lambda a: exp(a * x) + y}
    slope = {"affine": lambda a: x * 0 + a, "square": lambda a: 2 * x, "sine": lambda a: a * cos(a * x), "exp": lambda a: a * exp(a * x)}
    s = name("s")
    for word, make in inner.items():
        for a in range(1, 6):
            f = apply("f", s)
            outer = F(derivative(f.term, s.term))
            composed = apply("f", make(a))
            chained = F(substitute(outer.term, {"s": make(a).term})) * slope[word](a)
            yield from _pair(f"chain {word} {a}", d(composed), chained, chained * 2)
    f, g = apply("f", x), apply("g", x)
    for n in range(1, 6):
        high = f * g
        for _ in range(n):
            high = d(high)
        def jet(h: F, k: int) -> F:
            for _ in range(k):
                h = d(h)
            return h
        terms = [comb(n, k) * jet(f, k) * jet(g, n - k) for k in range(n + 1)]
        yield from _pair(f"Leibniz {n}", high, sum(terms[1:], terms[0]), sum(terms[1:], terms[0] * 2))


def _maps() -> Iterator[tuple[bool, Case]]:
    for a in (1, 2):
        for b in (1, 2):
            for c in (1, 2):
                A, B, C = (Dim.of(a),), (Dim.of(b),), (Dim.of(c),)
                f, g = AnyMap("f", A, B), AnyMap("g", B, C)
                whole = Composite(g, f)
                first = selection(A + C, (0,))
                back = Composite(Reverse(f), Pairing(A + C, (first, Composite(Reverse(g), ProductMap((f, identity(C)))))))
                forward = Composite(Tangent(g), Tangent(f))
                swapped = Pairing(A * 2, (Composite(whole, selection(A * 2, (1,))), Differential(whole)))
                for label, left, right, wrong in (
                    ("tangent", Tangent(whole), forward, swapped),
                    ("reverse", Reverse(whole), back, None),
                ):
                    writer = Coordinates({})
                    point = writer.point(left.source, "x")
                    lefts = [e for block in writer.at(left, point) for e in block]
                    rights = [e for block in writer.at(right, point) for e in block]
                    others = [e for block in writer.at(wrong, point) for e in block] if wrong else rights[::-1]
                    for k, (one, two, three) in enumerate(zip(lefts, rights, others, strict=True)):
                        text = f"{label} {a}{b}{c} [{k}]"
                        yield True, (text, one, two)
                        if three != two and (wrong is not None and k < c or wrong is None and a == 2):
                            yield False, (f"{text}, wrong", one, three)


def _by_hand() -> Iterator[tuple[bool, Case]]:
    yield from _pair("tanh", 1 - tanh(x) ** 2, 1 / cosh(x) ** 2, 1 / cosh(x))
    yield from _pair("softmax shift", exp(x + t) / (exp(x + t) + exp(y + t)), exp(x) / (exp(x) + exp(y)), exp(x) / (exp(x) + exp(y + t)))
    yield from _pair("logistic", 1 / (1 + exp(-x)) + 1 / (1 + exp(x)), x * 0 + 1, x * 0 + 2)
    yield from _pair("half angle", tan(x / 2), sin(x) / (1 + cos(x)), sin(x) / (1 - cos(x)))
    yield from _pair("atan derivative", F(derivative(atan(x).term, x.term)), 1 / (1 + x**2), 1 / (1 - x**2))
    yield from _pair("sigmoid slope", F(derivative((1 / (1 + exp(-x))).term, x.term)), 1 / (2 + exp(x) + exp(-x)), 1 / (1 + exp(x)))
    yield from _pair("softplus", F(derivative(log(1 + exp(x)).term, x.term)), 1 / (1 + exp(-x)), 1 / (1 + exp(x)))
    yield from _pair("log of a square", log(x**2), 2 * log(call("abs", x)), 2 * log(1 + call("abs", x)))


def cases() -> tuple[list[Case], list[Case]]:
    """The true and the false identities."""
    true: list[Case] = []
    false: list[Case] = []
    for part in (_rational, _exponential, _trigonometric, _roots, _functions, _maps, _by_hand):
        for holds, case in part():
            (true if holds else false).append(case)
    return true, false
