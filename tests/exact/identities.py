"""The corpus of the zero test: true and false identities as (label, left, right, options).

True ones hold wherever both sides are defined; false ones fail at some point where both are.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from typing import Any

from catalg.exact.derivative import derivative, directional
from catalg.terms import Derived, Name
from tests.exact.formulas import (
    F,
    acos,
    apply,
    asin,
    atan,
    call,
    cos,
    cosh,
    cot,
    csc,
    exp,
    half,
    i,
    log,
    name,
    oo,
    pi,
    sec,
    sin,
    sinh,
    size,
    sqrt,
    tan,
    tanh,
    total,
    wrap,
)

Case = tuple[str, F, F, dict[str, Any]]
x, y, z, a, b, c, t, r, u, v = map(name, "xyzabctruv")
n, l = name("n"), name("l")
x1, x2, x3 = (name("x")[k] for k in (1, 2, 3))
y1, y2, y3 = (name("y")[k] for k in (1, 2, 3))
SPHERE = (x1**2 + x2**2 + x3**2 - 1).term
SPHERE_Y = (y1**2 + y2**2 + y3**2 - 1).term


def d(formula: F, by: F) -> F:
    return F(derivative(formula.term, by.term))


def along(formula: F, **field: F) -> F:
    return F(directional(formula.term, {Name(key): value.term for key, value in field.items()}))


def derived(head: str, order: tuple[int, ...], *args: F) -> F:
    return F(Derived(head, (), order, tuple(arg.term for arg in args)))


def at2(first: F, second: F) -> F:
    return call("atan2", first, second)


def legendre(degree: F | int, value: F) -> F:
    return call("legendre", degree, value)


def maximum(*args: F | int) -> F:
    return call("max", *args)


def minimum(*args: F | int) -> F:
    return call("min", *args)


def _multiple_angles() -> list[Case]:
    found: list[Case] = []
    real: F
    for k in range(2, 9):
        real, imag = wrap(1), wrap(0)
        for _ in range(k):
            real, imag = real * cos(x) - imag * sin(x), real * sin(x) + imag * cos(x)
        found += [
            (f"cos {k}x", cos(k * x), real, {}),
            (f"sin {k}x", sin(k * x), imag, {}),
            (f"chebyshev {k}", call("chebyshev", k, cos(x)), cos(k * x), {}),
            (f"chebyshev_u {k}", call("chebyshev_u", k, cos(x)) * sin(x), sin((k + 1) * x), {}),
        ]
        p, q = wrap(1), wrap(0)
        for _ in range(k):
            p, q = p * x - q * y, p * y + q * x
        s = sqrt(x**2 + y**2)
        found += [
            (f"polar cos {k}", s**k * cos(k * at2(y, x)), p, {}),
            (f"polar sin {k}", sin(k * at2(y, x)) * s**k, q, {}),
        ]
    return found


def _exact_angles() -> list[Case]:
    table = {
        (1, 6): (sqrt(3) / 2, wrap(half)),
        (1, 4): (sqrt(2) / 2, 1 / sqrt(2)),
        (1, 3): (wrap(half), sqrt(wrap(Fraction(3, 4)))),
        (2, 3): (wrap(-half), sqrt(3) / 2),
        (3, 4): (-1 / sqrt(2), sqrt(2) / 2),
        (5, 6): (-sqrt(3) / 2, wrap(half)),
        (7, 6): (-sqrt(3) / 2, wrap(-half)),
        (5, 3): (wrap(half), -sqrt(3) / 2),
        (1, 2): (wrap(0), wrap(1)),
        (1, 12): ((sqrt(6) + sqrt(2)) / 4, (sqrt(6) - sqrt(2)) / 4),
        (5, 12): ((sqrt(6) - sqrt(2)) / 4, sqrt(2 + sqrt(3)) / 2),
        (1, 8): (sqrt(2 + sqrt(2)) / 2, sqrt(2 - sqrt(2)) / 2),
        (1, 5): ((1 + sqrt(5)) / 4, sqrt(10 - 2 * sqrt(5)) / 4),
        (1, 10): (sqrt(10 + 2 * sqrt(5)) / 4, (sqrt(5) - 1) / 4),
        (3, 2): (wrap(0), wrap(-1)),
    }
    found: list[Case] = []
    for (p, q), (even, odd) in table.items():
        angle = pi * wrap(Fraction(p, q))
        found += [
            (f"cos {p}/{q} pi", cos(angle), even, {}),
            (f"sin {p}/{q} pi", sin(angle), odd, {}),
            (f"shift {p}/{q}", sin(x + angle), sin(x) * even + cos(x) * odd, {}),
        ]
    return found


TRUE: list[Case] = [
    *_multiple_angles(),
    *_exact_angles(),
    # trigonometry
    ("pythagoras", sin(x) ** 2 + cos(x) ** 2, wrap(1), {}),
    ("sum", sin(x + y), sin(x) * cos(y) + cos(x) * sin(y), {}),
    ("difference", cos(x - y), cos(x) * cos(y) + sin(x) * sin(y), {}),
    ("tan sum", tan(x + y), (tan(x) + tan(y)) / (1 - tan(x) * tan(y)), {}),
    ("half angle tan", tan(x / 2), sin(x) / (1 + cos(x)), {}),
    ("sec", sec(x) ** 2, 1 + tan(x) ** 2, {}),
    ("csc", csc(x) ** 2, 1 + cot(x) ** 2, {}),
    ("product", 2 * sin(x) * cos(y), sin(x + y) + sin(x - y), {}),
    ("period", sin(x + 2 * pi), sin(x), {}),
    ("antiperiod", cos(x + 3 * pi), -cos(x), {}),
    ("quarter", cos(x - pi / 2), sin(x), {}),
    ("three angles", sin(x + y + z), sin(x) * cos(y + z) + cos(x) * sin(y + z), {}),
    ("root of square", sqrt(1 - cos(x) ** 2), size(sin(x)), {}),
    ("odd", sin(x - y), -sin(y - x), {}),
    ("cos of asin", cos(asin(x)), sqrt(1 - x**2), {}),
    ("sin of acos", sin(acos(x)), sqrt(1 - x**2), {}),
    ("tan of atan", tan(atan(x)), x, {}),
    ("sin of atan", sin(atan(x)), x / sqrt(1 + x**2), {}),
    ("sin 2 asin", sin(2 * asin(x)), 2 * x * sqrt(1 - x**2), {}),
    ("asin acos", asin(x) + acos(x), pi / 2, {}),
    ("atan odd", atan(-x), -atan(x), {}),
    ("atan reciprocal", atan(x) + atan(1 / x), pi / 2, {"inequalities": [(x > 0)]}),
    ("atan 1", 4 * atan(wrap(1)), pi, {}),
    ("machin", 16 * atan(wrap(Fraction(1, 5))) - 4 * atan(wrap(Fraction(1, 239))), pi, {}),
    ("acos half", acos(wrap(half)), pi / 3, {}),
    ("asin atan", asin(x), atan(x / sqrt(1 - x**2)), {}),
    ("euler", exp(i * x), cos(x) + i * sin(x), {}),
    ("euler pi", exp(i * pi), wrap(-1), {}),
    ("cos complex", cos(i * x), cosh(x), {}),
    ("sin complex", sin(i * x), i * sinh(x), {}),
    ("modulus", size(exp(i * x)), wrap(1), {}),
    ("modulus 2", size(x + i * y), sqrt(x**2 + y**2), {}),
    ("quotient", (x + i * y) / (x - i * y), ((x + i * y) ** 2) / (x**2 + y**2), {}),
    ("de moivre", (cos(x) + i * sin(x)) ** 5, cos(5 * x) + i * sin(5 * x), {}),
    # exponentials and logarithms
    ("exp sum", exp(x + y), exp(x) * exp(y), {}),
    ("exp half", exp(x / 2) ** 2, exp(x), {}),
    ("exp third", exp(x), exp(x / 3) ** 3, {}),
    ("exp fractions", exp(x / (x + 1)), exp(wrap(1)) * exp(-1 / (x + 1)), {}),
    ("exp log", exp(log(x)), x, {}),
    ("log exp", log(exp(x)), x, {}),
    ("exp 2 log", exp(2 * log(x)), x**2, {}),
    ("exp half log", exp(log(x) / 2), sqrt(x), {}),
    ("log product", log(x * y), log(x) + log(y), {}),
    ("log quotient", log(x / y), log(x) - log(y), {}),
    ("log power", log(x**3), 3 * log(x), {}),
    ("log square", log(x**2), 2 * log(size(x)), {}),
    ("log root", log(sqrt(x)), log(x) / 2, {}),
    ("log of 12", log(wrap(12)), 2 * log(wrap(2)) + log(wrap(3)), {}),
    ("log reciprocal", log(wrap(Fraction(1, 8))), -3 * log(wrap(2)), {}),
    ("log factors", log(x**2 - y**2), log(x - y) + log(x + y), {}),
    ("log exp sum", log(exp(x) * y), x + log(y), {}),
    ("general power", x**y, exp(y * log(x)), {}),
    ("power sum", x ** (y + 1), x * x**y, {"inequalities": [(x > 0)]}),
    ("power product", x**y * x**z, x ** (y + z), {}),
    ("power of product", (x * y) ** z, x**z * y**z, {}),
    ("two to the x", wrap(2) ** x, exp(x * log(wrap(2))), {}),
    ("cosh", cosh(x) ** 2 - sinh(x) ** 2, wrap(1), {}),
    ("tanh", tanh(x), (exp(2 * x) - 1) / (exp(2 * x) + 1), {}),
    ("cosh sum", cosh(x + y), cosh(x) * cosh(y) + sinh(x) * sinh(y), {}),
    ("asinh", log(x + sqrt(x**2 + 1)) + log(sqrt(x**2 + 1) - x), wrap(0), {}),
    ("softmax shift", exp(x + z) / (exp(x + z) + exp(y + z)), exp(x) / (exp(x) + exp(y)), {}),
    ("sigmoid", 1 / (1 + exp(-x)), exp(x) / (1 + exp(x)), {}),
    ("sigmoid tanh", 1 / (1 + exp(-x)), (1 + tanh(x / 2)) / 2, {}),
    ("gauss", exp(-((x - y) ** 2) / 2), exp(-(x**2) / 2) * exp(x * y) * exp(-(y**2) / 2), {}),
    ("merge", exp(a - maximum(a, b)) + exp(b - maximum(a, b)), (exp(a) + exp(b)) * exp(-maximum(a, b)), {}),
    ("natural power", x ** (n + 1), x * x**n, {"integers": ["n"]}),
    ("natural power down", x * x ** (n - 1), x**n, {"integers": ["n"]}),
    ("natural product", (x * y) ** n, x**n * y**n, {"integers": ["n"]}),
    ("parity", wrap(-1) ** (2 * n), wrap(1), {"integers": ["n"]}),
    ("cos n pi", cos(n * pi), wrap(-1) ** n, {"integers": ["n"]}),
    ("sin n pi", sin(n * pi), wrap(0), {"integers": ["n"]}),
    ("shift by n turns", cos(x + 2 * n * pi), cos(x), {"integers": ["n"]}),
    ("angle n + 1", cos((n + 1) * x), cos(n * x) * cos(x) - sin(n * x) * sin(x), {}),
    # radicals
    ("root square", sqrt(x) ** 2, x, {}),
    ("square root", sqrt(x**2), size(x), {}),
    ("root product", sqrt(x * y), sqrt(x) * sqrt(y), {}),
    ("root quotient", sqrt(x / y), sqrt(x) / sqrt(y), {}),
    ("root of product squared", sqrt(x * y) ** 2, x * y, {}),
    ("rationalise", 1 / (sqrt(x) + sqrt(y)), (sqrt(x) - sqrt(y)) / (x - y), {}),
    ("cube root", (x**3) ** Fraction(1, 3), x, {}),
    ("cube roots", (x * y) ** Fraction(1, 3), x ** Fraction(1, 3) * y ** Fraction(1, 3), {}),
    ("minus eight", wrap(-8) ** Fraction(1, 3), wrap(-2), {}),
    ("minus eight squared", wrap(-8) ** Fraction(2, 3), wrap(4), {}),
    ("odd root of negative", (-x) ** Fraction(1, 3), -(x ** Fraction(1, 3)), {}),
    ("fourth root", (x**4) ** Fraction(1, 4), size(x), {}),
    ("fourth root of square", (x**2) ** Fraction(1, 4), sqrt(size(x)), {}),
    ("root of root", sqrt(sqrt(x)), x ** Fraction(1, 4), {}),
    ("sixth root", x ** Fraction(1, 6) ** 1 * x ** Fraction(1, 3), sqrt(x), {}),
    ("surds", sqrt(2) * sqrt(3), sqrt(6), {}),
    ("surd quotient", sqrt(12) / sqrt(3), wrap(2), {}),
    ("nested", sqrt(3 + 2 * sqrt(2)), 1 + sqrt(2), {}),
    ("nested minus", sqrt(3 - 2 * sqrt(2)), sqrt(2) - 1, {}),
    ("nested 5", sqrt(5 + 2 * sqrt(6)), sqrt(2) + sqrt(3), {}),
    ("cardano", (2 + sqrt(5)) ** Fraction(1, 3) + (2 - sqrt(5)) ** Fraction(1, 3), wrap(1), {}),
    ("golden", ((1 + sqrt(5)) / 2) ** 2, (3 + sqrt(5)) / 2, {}),
    ("root three halves", x ** Fraction(3, 2), x * sqrt(x), {}),
    ("scaled length", sqrt(4 * x**2 + 4 * y**2), 2 * sqrt(x**2 + y**2), {}),
    ("length with factor", sqrt((t * x) ** 2 + (t * y) ** 2), size(t) * sqrt(x**2 + y**2), {}),
    ("abs product", size(x * y), size(x) * size(y), {}),
    ("abs square", size(x) ** 2, x**2, {}),
    ("abs abs", size(size(x)), size(x), {}),
    ("abs of positive", size(x**2 + 1), x**2 + 1, {}),
    ("abs exp", size(exp(x)), exp(x), {}),
    ("abs length", size(sqrt(x**2 + y**2)), sqrt(x**2 + y**2), {}),
    ("abs of sum of sines", size(2 + sin(x)), 2 + sin(x), {}),
    ("abs difference", size(x - y), size(y - x), {}),
    ("max", maximum(x, y), (x + y + size(x - y)) / 2, {}),
    ("max min", maximum(x, y) + minimum(x, y), x + y, {}),
    ("max product", maximum(x, y) * minimum(x, y), x * y, {}),
    ("max assoc", maximum(x, maximum(y, z)), maximum(maximum(x, y), z), {}),
    ("max three", maximum(x, y, z), maximum(z, x, y), {}),
    ("max shift", maximum(x + z, y + z), maximum(x, y) + z, {}),
    ("distributive", maximum(x, minimum(y, z)), minimum(maximum(x, y), maximum(x, z)), {}),
    ("absorption", maximum(x, minimum(x, y)), x, {}),
    ("relu", maximum(x, 0) - maximum(-x, 0), x, {}),
    ("max scale", maximum(2 * x, 2 * y), 2 * maximum(x, y), {}),
    ("max exp", exp(maximum(x, y)), maximum(exp(x), exp(y)), {}),
    ("max self", maximum(x, x), x, {}),
    ("triangle", size(x) + size(y) - size(x + y), size(size(x) + size(y) - size(x + y)), {}),
    # rational functions and their domains
    (
        "binomial",
        (x + y) ** 5 - (x**5 + 5 * x**4 * y + 10 * x**3 * y**2 + 10 * x**2 * y**3 + 5 * x * y**4),
        y**5,
        {},
    ),
    ("cancel", (x**2 - 1) / (x - 1), x + 1, {}),
    ("partial", 1 / (x * (x + 1)), 1 / x - 1 / (x + 1), {}),
    ("self quotient", x / x, wrap(1), {}),
    ("nested fraction", 1 / (1 + 1 / (1 + 1 / x)), (x + 1) / (2 * x + 1), {}),
    ("power zero", x**0, wrap(1), {}),
    ("inverse of inverse", (x**-1) ** -1, x, {}),
    ("constant", wrap(Fraction(1, 3)) + Fraction(1, 6), wrap(half), {}),
    # arbitrary functions
    ("argument", apply("f", x + y), apply("f", y + x), {}),
    ("argument square", apply("f", (x + y) ** 2), apply("f", x**2 + 2 * x * y + y**2), {}),
    ("argument trig", apply("f", sin(x) ** 2), apply("f", 1 - cos(x) ** 2), {}),
    ("argument root", apply("f", sqrt(x**2)), apply("f", size(x)), {}),
    ("argument nested root", apply("f", sqrt(3 + 2 * sqrt(2))), apply("f", 1 + sqrt(2)), {}),
    ("two arguments", apply("g", x * (y + 1), x), apply("g", x * y + x, x), {}),
    ("nested argument", apply("f", apply("f", x + x)), apply("f", apply("f", 2 * x)), {}),
    ("chain", d(apply("f", x**2), x), 2 * x * derived("f", (1,), x * x), {}),
    (
        "chain in two",
        d(apply("g", x * y, x), x),
        y * derived("g", (1, 0), x * y, x) + derived("g", (0, 1), y * x, x),
        {},
    ),
    ("log of square on negatives", log(x**2), 2 * log(-x), {}),
    (
        "product rule",
        d(apply("f", x) * apply("g", x), x),
        d(apply("f", x), x) * apply("g", x) + apply("f", x) * d(apply("g", x), x),
        {},
    ),
    (
        "quotient rule",
        d(apply("f", x) / apply("g", x), x),
        (d(apply("f", x), x) * apply("g", x) - apply("f", x) * d(apply("g", x), x)) / apply("g", x) ** 2,
        {},
    ),
    ("rotation", along(apply("f", x**2 + y**2), x=-y, y=x), wrap(0), {}),
    ("rotation of norm", along(apply("f", sqrt(x**2 + y**2)), x=-y, y=x), wrap(0), {}),
    ("shift", along(apply("k", x - y), x=wrap(1), y=wrap(1)), wrap(0), {}),
    ("scale", along(apply("k", x / y), x=x, y=y), wrap(0), {}),
    ("mixed partials", d(d(apply("g", x * y, x + y), x), y), d(d(apply("g", x * y, x + y), y), x), {}),
    ("angle rotates", along(at2(y, x), x=-y, y=x), wrap(1), {}),
    ("angle scales", along(at2(y, x), x=x, y=y), wrap(0), {}),
    ("harmonic rotates", along(cos(3 * at2(y, x)), x=-y, y=x), -3 * sin(3 * at2(y, x)), {}),
    ("free function of angle", along(apply("f", at2(y, x)), x=x, y=y), wrap(0), {}),
    (
        "covariant",
        along(apply("f", sqrt(x**2 + y**2)) * x, x=-y, y=x),
        -y * apply("f", sqrt(x**2 + y**2)),
        {},
    ),
    ("log derivative", d(log(apply("f", x)), x), d(apply("f", x), x) / apply("f", x), {}),
    ("laplace of log", d(d(log(x**2 + y**2), x), x) + d(d(log(x**2 + y**2), y), y), wrap(0), {}),
    ("wave", d(d(apply("f", x - t), x), x), d(d(apply("f", x - t), t), t), {}),
    ("d abs", d(size(x), x), x / size(x), {}),
    ("d power", d(x**y, x), y * x ** (y - 1), {}),
    ("d x^x", d(x**x, x), x**x * (1 + log(x)), {}),
    ("d asin", d(asin(x), x) * sqrt(1 - x**2), wrap(1), {}),
    ("d atan", d(atan(x), x), 1 / (1 + x**2), {}),
    ("d tan", d(tan(x), x), 1 + tan(x) ** 2, {}),
    ("d tanh", d(tanh(x), x), 1 - tanh(x) ** 2, {}),
    ("d norm", d(sqrt(x**2 + y**2), x), x / sqrt(x**2 + y**2), {}),
    ("euler homogeneous", along(sqrt(x**2 + y**2), x=x, y=y), sqrt(x**2 + y**2), {}),
    ("d max", d(maximum(x, y), x) + d(maximum(x, y), y), wrap(1), {}),
    ("d min", d(minimum(x, 2 * x, y), y), d(minimum(y, x, 2 * x), y), {}),
    # angles of vectors
    ("arg scaled", at2(2 * y, 2 * x), at2(y, x), {}),
    ("arg scaled by square", at2(y * t**2, x * t**2), at2(y, x), {}),
    ("arg in half plane", at2(y, x), atan(y / x), {"inequalities": [(x > 0)]}),
    (
        "cos angle",
        cos(at2(x * v - y * u, x * u + y * v)) * sqrt(x**2 + y**2) * sqrt(u**2 + v**2),
        x * u + y * v,
        {},
    ),
    ("angle of rotated", cos(at2(sin(t) * x + cos(t) * y, cos(t) * x - sin(t) * y)), cos(at2(y, x) + t), {}),
    ("angle swap", sin(at2(y, x) + at2(x, y)), wrap(1), {}),
    ("double angle", tan(2 * at2(y, x)), 2 * x * y / (x**2 - y**2), {}),
    ("half plane", at2(y, x) + at2(x, y), pi / 2, {"inequalities": [(x > 0), (y > 0)]}),
    # orthogonal polynomials
    ("legendre 2", legendre(2, x), (3 * x**2 - 1) / 2, {}),
    ("legendre 3", legendre(3, cos(x)), (5 * cos(x) ** 3 - 3 * cos(x)) / 2, {}),
    (
        "legendre ode",
        (1 - x**2) * d(d(legendre(7, x), x), x) - 2 * x * d(legendre(7, x), x) + 56 * legendre(7, x),
        wrap(0),
        {},
    ),
    ("gegenbauer legendre", call("gegenbauer", 4, wrap(half), x), legendre(4, x), {}),
    ("gegenbauer u", call("gegenbauer", 5, 1, x), call("chebyshev_u", 5, x), {}),
    ("gegenbauer alpha", call("gegenbauer", 2, a, x), 2 * a * (a + 1) * x**2 - a, {}),
    ("jacobi 0 0", call("jacobi", 4, 0, 0, x), legendre(4, x), {}),
    ("jacobi 1", call("jacobi", 1, a, b, x), (a + 1) + (a + b + 2) * (x - 1) / 2, {}),
    ("symbolic degree", legendre(l, x * y), legendre(l, y * x), {}),
    ("symbolic family", legendre(l, x), call("gegenbauer", l, wrap(half), x), {}),
    ("d legendre", d(legendre(l, x), x), call("gegenbauer", l - 1, wrap(Fraction(3, 2)), x), {}),
    ("degree sum", total("k", 0, 3, legendre(F(Name("k")), x)), 1 + x + legendre(2, x) + legendre(3, x), {}),
    # sums
    (
        "sum linear",
        total("k", 0, oo, name("a")[name("k")] * x ** name("k")) * 2,
        total("j", 0, oo, 2 * name("a")[name("j")] * x ** name("j")),
        {},
    ),
    (
        "sum of sums",
        total("k", 0, oo, name("a")[name("k")] * legendre(name("k"), x))
        + total("k", 0, oo, name("b")[name("k")] * legendre(name("k"), x)),
        total("l", 0, oo, (name("a")[l] + name("b")[l]) * legendre(l, x)),
        {},
    ),
    (
        "sum argument",
        total("l", 0, oo, name("a")[l] * legendre(l, x * y + x)),
        total("l", 0, oo, name("a")[l] * legendre(l, x * (y + 1))),
        {},
    ),
    (
        "sum derivative",
        d(total("l", 0, oo, name("a")[l] * legendre(l, x)), x),
        total("l", 0, oo, name("a")[l] * d(legendre(l, x), x)),
        {},
    ),
    ("finite sum", total("k", 1, 4, name("k") ** 2), wrap(30), {}),
    ("finite power sum", total("k", 0, 3, x ** name("k")) * (x - 1), x**4 - 1, {}),
    (
        "rotation of a series",
        along(total("l", 0, oo, name("a")[l] * legendre(l, x * u + y * v)), x=-y, y=x, u=-v, v=u),
        wrap(0),
        {},
    ),
    # on varieties
    ("sphere", x1**2 + x2**2, 1 - x3**2, {"equations": [SPHERE]}),
    ("sphere norm", sqrt(x1**2 + x2**2 + x3**2), wrap(1), {"equations": [SPHERE]}),
    ("sphere root", sqrt(1 - x3**2) ** 2, x1**2 + x2**2, {"equations": [SPHERE]}),
    ("sphere function", apply("f", x1**2 + x2**2), apply("f", 1 - x3**2), {"equations": [SPHERE]}),
    ("sphere legendre", legendre(2, x3), 1 - 3 * (x1**2 + x2**2) / 2, {"equations": [SPHERE]}),
    (
        "two spheres",
        (x1 - y1) ** 2 + (x2 - y2) ** 2 + (x3 - y3) ** 2,
        2 - 2 * (x1 * y1 + x2 * y2 + x3 * y3),
        {"equations": [SPHERE, SPHERE_Y]},
    ),
    ("sphere quartic", (x1**2 + x2**2 + x3**2) ** 3, wrap(1), {"equations": [SPHERE]}),
    ("circle angle", cos(at2(x2, x1)), x1, {"equations": [(x1**2 + x2**2 - 1).term]}),
    ("circle double", cos(2 * at2(x2, x1)), 2 * x1**2 - 1, {"equations": [(x1**2 + x2**2 - 1).term]}),
    (
        "lagrange",
        (x2 * y3 - x3 * y2) ** 2 + (x3 * y1 - x1 * y3) ** 2 + (x1 * y2 - x2 * y1) ** 2,
        1 - (x1 * y1 + x2 * y2 + x3 * y3) ** 2,
        {"equations": [SPHERE, SPHERE_Y]},
    ),
    ("unimodular", 1 / (a * t - b * c), wrap(1), {"equations": [(a * t - b * c - 1).term]}),
    ("unimodular entry", a * t, 1 + b * c, {"equations": [(a * t - b * c - 1).term]}),
    (
        "orthogonal",
        x * v - y * u + (x * u + y * v) * 0,
        x * v - y * u,
        {"equations": [(x**2 + y**2 - 1).term, (u**2 + v**2 - 1).term, (x * u + y * v).term]},
    ),
    (
        "orthogonal rows",
        x**2 + u**2,
        wrap(1),
        {"equations": [(x**2 + y**2 - 1).term, (u**2 + v**2 - 1).term, (x * u + y * v).term]},
    ),
    ("hyperboloid", x**2 - y**2, wrap(1), {"equations": [(x**2 - y**2 - 1).term]}),
    ("cubic curve", y**2, x**3 + 1, {"equations": [(y**2 - x**3 - 1).term]}),
    ("irrational point", x**2 * y, 2 * y, {"equations": [(x**2 - 2).term]}),
    ("half line", size(x), x, {"inequalities": [(x >= 0)]}),
    ("interval", size(x - 2), 2 - x, {"inequalities": [(x < 1)]}),
    ("log in quadrant", log(x * y), log(x) + log(y), {"inequalities": [(x > 0), (y > 0)]}),
    ("negative half line", sqrt(x**2), -x, {"inequalities": [(x < 0)]}),
    ("on the disc", size(2 - x), 2 - x, {"inequalities": [(x < 1)]}),
]


def _perturbed() -> list[Case]:
    """Each true identity with its right side disturbed by something that is not zero on the domain."""
    found: list[Case] = []
    extras = (wrap(Fraction(1, 10**6)), wrap(-1), wrap(Fraction(1, 7)))
    for k, (label, left, right, options) in enumerate(TRUE):
        found.append((f"{label}, disturbed", left, right + extras[k % 3], options))
    return found


def _wrong() -> list[Case]:
    pairs = [
        ("root of square", sqrt(x**2), x),
        ("log of sum", log(x + y), log(x) + log(y)),
        ("sine doubled", sin(2 * x), 2 * sin(x)),
        ("cos even only", cos(x + pi), cos(x)),
        ("asin of sin", asin(sin(x)), x),
        ("acos of cos", acos(cos(x)), x),
        ("atan of tan", atan(tan(x)), x),
        ("atan reciprocal", atan(x) + atan(1 / x), pi / 2),
        ("arg as atan", at2(y, x), atan(y / x)),
        ("arg scaled by sign", at2(y * t, x * t), at2(y, x)),
        ("exp of product", exp(x * y), exp(x) * exp(y)),
        ("abs of sum", size(x + y), size(x) + size(y)),
        ("max is first", maximum(x, y), x),
        ("max product", maximum(x, y) * z, maximum(x * z, y * z)),
        ("cube root by modulus", wrap(-8) ** Fraction(1, 3), wrap(2)),
        ("even root of power", (x**4) ** Fraction(1, 4), x),
        ("root of sum", sqrt(x + y), sqrt(x) + sqrt(y)),
        ("power of power", (x**2) ** Fraction(1, 2), x),
        ("binomial", (x + y) ** 3, x**3 + y**3),
        ("derivative order", d(apply("f", x), x), apply("f", x)),
        ("commute", apply("g", x, y), apply("g", y, x)),
        ("linear function", apply("f", x + y), apply("f", x) + apply("f", y)),
        ("even function", apply("f", x), apply("f", -x)),
        ("constant function", apply("f", x), apply("f", wrap(0))),
        ("translation of dot", along(apply("f", x * y), x=wrap(1), y=wrap(1)), wrap(0)),
        ("rotation of difference", along(apply("f", x**2 - y**2), x=-y, y=x), wrap(0)),
        ("scale of norm", along(apply("f", x**2 + y**2), x=x, y=y), wrap(0)),
        ("wrong frequency", along(cos(2 * at2(y, x)), x=-y, y=x), -sin(2 * at2(y, x))),
        ("legendre 2", legendre(2, x), (3 * x**2 + 1) / 2),
        ("legendre chebyshev", legendre(3, x), call("chebyshev", 3, x)),
        ("degree shift", legendre(l, x), legendre(l + 1, x)),
        (
            "missing odd half",
            total("l", 0, oo, name("a")[l] * legendre(l, x)),
            total("l", 0, oo, name("a")[2 * l] * legendre(2 * l, x)),
        ),
        (
            "other coefficients",
            total("l", 0, oo, name("a")[l] * x**l),
            total("l", 0, oo, name("b")[l] * x**l),
        ),
        ("euler sign", exp(i * x), cos(x) - i * sin(x)),
        ("conjugate", (x + i * y) ** 2, x**2 + y**2),
        ("parity", wrap(-1) ** n, wrap(1)),
        ("tiny", x, x + Fraction(1, 10**30)),
        ("close", exp(pi * sqrt(163)), wrap(262537412640768744)),
        ("close surds", sqrt(2) + sqrt(3), pi),
        ("near miss", sqrt(5 + 2 * sqrt(6)), sqrt(2) - sqrt(3)),
        ("nested radical sign", sqrt(3 - 2 * sqrt(2)), 1 - sqrt(2)),
        ("sigmoid", 1 / (1 + exp(x)), exp(x) / (1 + exp(x))),
        ("tanh", tanh(2 * x), 2 * tanh(x)),
    ]
    options: dict[str, dict[str, Any]] = {"parity": {"integers": ["n"]}}
    found: list[Case] = [
        (f"wrong: {label}", left, right, options.get(label, {})) for label, left, right in pairs
    ]
    for p, q in combinations((sin(x), cos(x), x, exp(x), sqrt(1 + x**2), tanh(x), atan(x), apply("f", x)), 2):
        found.append(("different functions", p, q, {}))
    found += [
        ("wrong: on the sphere", x1, x2, {"equations": [SPHERE]}),
        ("wrong: sphere square", x1**2, 1 - x3**2, {"equations": [SPHERE]}),
        ("wrong: sphere function", apply("f", x1), apply("f", x2), {"equations": [SPHERE]}),
        ("wrong: two spheres", x1 * y1, x2 * y2, {"equations": [SPHERE, SPHERE_Y]}),
        ("wrong: unimodular", a, t, {"equations": [(a * t - b * c - 1).term]}),
        (
            "wrong: orthogonal",
            x * v - y * u,
            wrap(1),
            {"equations": [(x**2 + y**2 - 1).term, (u**2 + v**2 - 1).term, (x * u + y * v).term]},
        ),
        ("wrong: irrational", x, wrap(Fraction(7, 5)), {"equations": [(x**2 - 2).term]}),
        ("wrong: one branch", x, sqrt(2), {"equations": [(x**2 - 2).term]}),
        ("wrong: half line", size(x), -x, {"inequalities": [(x >= 0)]}),
    ]
    return found


FALSE: list[Case] = [*_perturbed(), *_wrong()]
