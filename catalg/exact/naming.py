"""How elements of a number field are written: rational combinations of products of named radicals.

Every field carries named elements (sqrt(2), i, cos(2*pi/7), ...).  Products of them, taken by total degree and then in
the order of the names, are collected greedily until they span the field; the element is then expanded in that basis.
A number that is a rational multiple of one product is always written so.  Square roots of integers are merged, so
sqrt(2)*sqrt(3) is written sqrt(6) and sqrt(-3) is written sqrt(3)*i.  Of two expansions, with the square roots of integers
taken first or last, the shorter is written.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import gcd, isqrt
from typing import NamedTuple

import flint

from catalg.exact.algebraic import Alg, to_fmpq, to_fraction
from catalg.exact.number_field import NumberField, Radical

Term = tuple[Fraction, tuple[str, ...]]


class _Frame(NamedTuple):
    """A basis of the field by products of radicals: the factors of each product and the matrix to its coordinates."""

    words: tuple[tuple[Radical, ...], ...]
    values: tuple[Alg, ...]
    coordinates: flint.fmpq_mat


def _polynomial_text(coefficients: tuple[int, ...]) -> str:
    terms = [(Fraction(c), ("x",) * k) for k, c in enumerate(coefficients) if c]
    return format_terms(tuple(reversed(terms)))


def _spare_name(field: NumberField) -> str:
    """A name for the generator of a field without enough named elements: its polynomial and an approximation."""
    root = field.root_ball(64)
    approximation = f"{float(root.real.mid()):.6g}" + ("" if field.is_real else f"{float(root.imag.mid()):+.6g}*i")
    return f"root({_polynomial_text(field.minpoly)}, {approximation})"


class _Span:
    """A growing family of independent elements, with an echelon form to test independence."""

    def __init__(self) -> None:
        self.echelon: list[tuple[int, list[flint.fmpq]]] = []

    def accepts(self, x: Alg) -> bool:
        """Whether x is independent of the family; if so it joins."""
        row = [to_fmpq(c) for c in x.coefficients]
        for pivot, other in self.echelon:
            if row[pivot]:
                factor = row[pivot]
                row = [a - factor * b for a, b in zip(row, other, strict=True)]
        lead = next((j for j, c in enumerate(row) if c), None)
        if lead is None:
            return False
        scale = row[lead]
        self.echelon.append((lead, [c / scale for c in row]))
        return True


@lru_cache(maxsize=1024)
def _frames(field: NumberField) -> tuple[_Frame, ...]:
    """The bases in which numbers are expanded: square roots of integers first, and last if that differs."""
    first = list(field.radicals)
    last = sorted(first, key=lambda r: (r.key[0] == 0, r))
    return tuple(_frame(field, named) for named in ([first] if first == last else [first, last]))


def _frame(field: NumberField, radicals: list[Radical]) -> _Frame:
    spare = Radical((99,), _spare_name(field), field.generator.coefficients)
    for named in (radicals, [*radicals, spare]):
        found = _independent_products(field, named)
        if len(found) == field.degree:
            break
    words, values = tuple(word for word, _ in found), tuple(value for _, value in found)
    matrix = flint.fmpq_mat([[to_fmpq(c) for c in v.coefficients] for v in values]).transpose()
    return _Frame(words, values, matrix.inv())


def _independent_products(field: NumberField, named: list[Radical]) -> list[tuple[tuple[Radical, ...], Alg]]:
    """The greedy basis of the span of all products.

    A product that depends on earlier ones stays dependent after multiplication, so only accepted products are continued.
    """
    span = _Span()
    span.accepts(field.one)
    found: list[tuple[tuple[Radical, ...], Alg]] = [((), field.one)]
    singles = [(r, x) for r in named if span.accepts(x := field.element(r.coefficients))]
    layer: list[tuple[tuple[Radical, ...], Alg]] = [((r,), x) for r, x in singles]
    while layer:
        found += layer
        following: dict[tuple[Radical, ...], Alg] = {}
        for word, value in layer:
            for r, x in singles:
                following.setdefault(tuple(sorted((*word, r))), value * x)
        layer = [(word, following[word]) for word in sorted(following) if span.accepts(following[word])]
    return found


def _ratio(x: Alg, y: Alg) -> Fraction | None:
    """The rational number q with x = q y, if there is one."""
    a, b = x.poly, y.poly
    if a.degree() != b.degree() or not y:
        return None
    q = a[a.degree()] / b[b.degree()]
    return to_fraction(q) if a == q * b else None


def radical_terms(x: Alg) -> tuple[Term, ...]:
    """The terms of x: rational coefficient and names of the factors; () for zero, factor () for the rational part."""
    if x.is_rational:
        return ((x.as_fraction(), ()),) if x else ()
    field = x.field
    candidates: list[tuple[tuple[Radical, ...], Alg]] = [((r,), field.element(r.coefficients)) for r in field.radicals]
    for word, value in candidates:
        if x == value:
            return (_merge(Fraction(1), word),)
    for frame in _frames(field):
        candidates += zip(frame.words, frame.values, strict=True)
    for word, value in candidates:
        ratio = _ratio(x, value)
        if ratio is not None:
            return (_merge(ratio, word),)
    return min((_expand(x, frame) for frame in _frames(field)), key=len)


def _expand(x: Alg, frame: _Frame) -> tuple[Term, ...]:
    column = flint.fmpq_mat(x.field.degree, 1, [to_fmpq(c) for c in x.coefficients])
    weights = [to_fraction(row[0]) for row in (frame.coordinates * column).tolist()]
    collected: dict[tuple[str, ...], Fraction] = {}
    for weight, word in zip(weights, frame.words, strict=True):
        if weight:
            coefficient, names = _merge(weight, word)
            collected[names] = collected.get(names, Fraction(0)) + coefficient
    real_first = sorted(collected.items(), key=lambda item: "i" in item[0])
    return tuple((c, names) for names, c in real_first if c)


def field_name(field: NumberField) -> str:
    """QQ(...) with names that generate the field: one of full degree if there is one, else a greedy choice."""
    if field.degree == 1:
        return "QQ"
    elements = [(r.name, field.element(r.coefficients)) for r in field.radicals]
    span = [field.one]
    chosen: list[str] = []
    for name, x in elements:
        if len(x.minpoly()) == field.degree + 1:
            return f"QQ({name})"
    for name, x in elements:
        if len(span) == field.degree or _rank([*span, x]) == len(span):
            continue
        chosen.append(name)
        layer = span
        while True:
            layer = [v * x for v in layer]
            if _rank([*span, *layer]) == len(span):
                break
            span = [*span, *layer]
    if len(span) < field.degree:
        chosen.append(_spare_name(field))
    return f"QQ({', '.join(chosen)})"


def _rank(elements: list[Alg]) -> int:
    return int(flint.fmpq_mat([[to_fmpq(c) for c in x.coefficients] for x in elements]).rank())


def _merge(coefficient: Fraction, word: tuple[Radical, ...]) -> Term:
    """Merges the square roots of integers of a product: one sqrt, then the other names, then i."""
    inside, quarter_turns = 1, 0
    others: list[str] = []
    for radical in word:
        if radical.key[0] == 0:
            n = radical.key[1] * (-1 if radical.key[2] else 1)
            quarter_turns += n < 0
            common = gcd(inside, abs(n))
            coefficient *= common
            inside = (inside // common) * (abs(n) // common)
        else:
            others.append(radical.name)
    if quarter_turns % 4 >= 2:
        coefficient = -coefficient
    root = isqrt(inside)
    if root * root == inside:
        coefficient, inside = coefficient * root, 1
    front = [f"sqrt({inside})"] if inside > 1 else []
    return coefficient, (*front, *others, *(["i"] if quarter_turns % 2 else []))


def format_terms(terms: tuple[Term, ...]) -> str:
    """Plain text of a sum of terms, in the input language.

    >>> format_terms(((Fraction(1, 2), ()), (Fraction(-3, 4), ("sqrt(5)", "i"))))
    '1/2 - 3*sqrt(5)*i/4'
    """
    if not terms:
        return "0"
    pieces: list[str] = []
    for coefficient, names in terms:
        size = abs(coefficient)
        powers = [f"{n}^{names.count(n)}" if names.count(n) > 1 else n for n in dict.fromkeys(names)]
        factors = ([str(size.numerator)] if size.numerator != 1 or not powers else []) + powers
        text = "*".join(factors) + (f"/{size.denominator}" if size.denominator != 1 else "")
        sign = "-" if coefficient < 0 else "+"
        pieces.append(f"{sign} {text}" if pieces else ("-" if sign == "-" else "") + text)
    return " ".join(pieces)
