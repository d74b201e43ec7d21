"""From functions to formulas: radius and angle in the plane, named words, polynomials in coordinates, and the closed form."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm

from catalg.exact.field import Alg, Scalar
from catalg.exact.nullspace import nullspace
from catalg.exact.sparse import SparseMatrix, plain
from catalg.model.display import scalar_term
from catalg.strategies.kernels.ansatz import Covariant, combine, primitive
from catalg.strategies.kernels.system import Element, System
from catalg.strategies.kernels.twists import Twisted
from catalg.terms import (
    Add,
    Apply,
    Call,
    Index,
    Let,
    Matrix,
    Mul,
    Name,
    Pow,
    Term,
    Vector,
    add,
    children,
    free_names,
    mul,
    num,
    power,
    rebuild,
    sub,
    walk,
)

FUNCTION_NAMES = ("f", "g", "h", "a", "b", "c", "d", "u", "v", "w", "s", "t", "m", "n", "o", "l", "p", "q", "r", "k", "j")
LOCAL_NAMES = ("s", "t", "u", "v", "w", "sigma", "tau")


class Writer:
    """Writes polynomials in the users' coordinates: known ones (dot products, squared distances, determinants) by name, numbers and
    coordinates that divide all terms in front."""

    def __init__(self, system: System) -> None:
        self.system = system
        self.known = list(_known(system))

    def polynomial(self, element: Element) -> Term:
        """A polynomial, leading monomials first, common factors before a bracket."""
        for poly, term in self.known:
            if element == poly:
                return term
            if element == -poly:
                return mul(num(-1), term)
        table = self.system.ring.table(element)
        scale, shared = _content(table)
        if len(table) > 1 and (scale != 1 or any(shared)):
            rest = {tuple(a - b for a, b in zip(e, shared, strict=True)): plain(c / scale) for e, c in table.items()}
            inner = self.polynomial(self.system.ring.element(rest))
            front = mul(scalar_term(scale), self._monomial(shared))
            return Mul((*(front.args if isinstance(front, Mul) else (front,)), inner)) if isinstance(inner, Add) else mul(front, inner)
        return add(
            *(mul(scalar_term(table[e]), self._monomial(e)) for e in sorted(table, key=lambda e: (sum(e), e), reverse=True))
        )

    def _monomial(self, exponents: Sequence[int]) -> Term:
        return mul(*(power(self.system.terms[k], num(e)) for k, e in enumerate(exponents) if e))

    def function(self, function: Twisted, rows: int = 1, columns: int = 0) -> Term:
        """A tuple of functions in the target's shape (`columns` 0 for a vector; a number where there is one component)."""
        if len(function.numerators) == 1:
            body = self.polynomial(function.numerators[0])
        else:
            plain = Writer.__new__(Writer)
            plain.system, plain.known = self.system, []
            body = shaped([plain.polynomial(e) for e in function.numerators], rows, columns)
        above = [self.factor(p, c) for p, c in function.factors if c > 0]
        below = [self.factor(p, c) for p, c in function.factors if c < 0]
        if function.exponent is not None:
            above.append(Call("exp", (self.polynomial(function.exponent),)))
        return mul(*above, body, *below)

    def factor(self, element: Element, exponent: Fraction) -> Term:
        """A power of a relative invariant; of its absolute value where the exponent is fractional and the sign open."""
        body = self.polynomial(element)
        if isinstance(body, Pow) and body.exponent == num(2):
            return power(body.base, num(2 * exponent))
        definite = isinstance(body, Call) and body.head == "det" and isinstance(body.args[0], Name)
        if exponent.denominator % 2 == 0 and not definite:
            body = Call("abs", (body,))
        return power(body, num(exponent))


def _content(table: Mapping[tuple[int, ...], Scalar]) -> tuple[Scalar, tuple[int, ...]]:
    """A number, rational or a rational multiple of one square root, and a monomial that divide all terms of a polynomial."""
    if not table:
        return Fraction(1), ()
    shared = tuple(map(min, zip(*table, strict=True)))
    numbers: list[Fraction] = []
    radicals: set[tuple[str, ...]] = set()
    for value in table.values():
        terms = list(value.radical_terms()) if isinstance(value, Alg) else [(Fraction(value), ())]
        if len(terms) != 1:
            return Fraction(1), shared
        numbers.append(Fraction(terms[0][0]))
        radicals.add(tuple(terms[0][1]))
    scale = Fraction(gcd(*(n.numerator for n in numbers)), lcm(*(n.denominator for n in numbers)))
    if len(radicals) == 1 and radicals != {()}:
        first = next(iter(table.values()))
        return first / numbers[0] * scale, shared
    return scale, shared


def _known(system: System) -> Iterator[tuple[Element, Term]]:
    from catalg.strategies.kernels.words import Vocabulary, determinant

    ring = system.ring
    vocabulary = Vocabulary(system)
    for square in vocabulary.squares:
        yield determinant(ring, square.entries), Call("det", (square.term,))
    for i, u in enumerate(vocabulary.columns):
        yield sum((e[0] ** 2 for e in u.entries), ring.zero), power(Call("norm", (u.term,)), num(2))
        for v in vocabulary.columns[i + 1 :]:
            if len(u.entries) == len(v.entries):
                pairs = list(zip(u.entries, v.entries, strict=True))
                yield sum((a[0] * b[0] for a, b in pairs), ring.zero), Call("dot", (u.term, v.term))
                distance = sum(((a[0] - b[0]) ** 2 for a, b in pairs), ring.zero)
                yield distance, power(Call("norm", (sub(u.term, v.term),)), num(2))


def harmonic_part(system: System, space: Sequence[Covariant]) -> list[Covariant]:
    """The combinations with vanishing Laplacian in the coordinates."""
    ring = system.ring
    rows: dict[object, dict[int, Scalar]] = {}
    for index, K in enumerate(space):
        for i, f in enumerate(K):
            laplacian = ring.zero
            for k in range(ring.size):
                laplacian = laplacian + ring.derivative(ring.derivative(f, k), k)
            for exponents, c in ring.table(laplacian).items():
                rows.setdefault((i, exponents), {})[index] = c
    matrix = SparseMatrix.of(list(rows.values()), len(space), system.number_field)
    return [primitive(system, combine(system, space, v)) for v in nullspace(matrix)]


def angular_term(element: Element, degree: int, system: System, angle: Term) -> Term:
    """A harmonic polynomial of the plane divided by r^degree: c cos(d phi) + s sin(d phi)."""
    table = system.ring.table(element)
    if degree == 0:
        return scalar_term(table.get((0, 0), 0))
    cosine = table.get((degree, 0), 0)
    sine = table.get((degree - 1, 1), 0)
    inner = mul(num(degree), angle)
    weight: Scalar = sine / degree if not isinstance(sine, int) else Fraction(sine, degree)
    return add(mul(scalar_term(cosine), Call("cos", (inner,))), mul(scalar_term(weight), Call("sin", (inner,))))


def shaped(entries: Sequence[Term], rows: int, columns: int) -> Term:
    """Terms in the target's shape."""
    if len(entries) == 1:
        return entries[0]
    if columns:
        return Matrix(tuple(tuple(entries[i * columns : (i + 1) * columns]) for i in range(rows)))
    return Vector(tuple(entries))


def function_names(count: int, taken: Iterable[str], lonely: str) -> tuple[str, ...]:
    """Names for arbitrary functions or constants; a single one gets the name people give it."""
    used = set(taken)
    if count == 1 and lonely not in used:
        return (lonely,)
    pool = [n for n in ("a", "b", "c", "e", *FUNCTION_NAMES) if n not in used]
    names = list(dict.fromkeys(pool))[:count]
    number = 1
    while len(names) < count:
        name = f"f_{number}"
        number += 1
        if name not in used:
            names.append(name)
    return tuple(names)


def closed_form(
    names: Sequence[str],
    arguments: Sequence[Term],
    covariants: Sequence[Term],
    bindings: Sequence[tuple[str, Term]] = (),
) -> Term:
    """sum f_i(arguments) B_i, with `where` bindings."""
    parts = []
    for name, covariant in zip(names, covariants, strict=True):
        head: Term = Apply(name, tuple(arguments)) if arguments else Name(name)
        if covariant == num(1):
            parts.append(head)
        elif isinstance(covariant, Add):
            parts.append(Mul((head, covariant)))
        else:
            parts.append(mul(head, covariant) if not isinstance(covariant, Mul) else Mul((head, *covariant.args)))
    body = add(*parts)
    used: set[str] = set()
    kept: list[tuple[str, Term]] = []
    for name, value in reversed(bindings):
        if name in used | free_names(body):
            kept.insert(0, (name, value))
            used |= free_names(value)
    return Let(tuple(kept), body) if kept else body


def with_angle(system: System, invariants: Sequence[Term]) -> list[Term]:
    """The angle between two vectors of the plane in place of their dot product and determinant, where their lengths are listed or fixed.

    On a dense open set each determines the other; other invariants than lengths keep the list as it is.
    """
    from catalg.strategies.kernels.words import Vocabulary, coordinate

    columns = [u for u in Vocabulary(system).columns if len(u.entries) == 2]
    for i, u in enumerate(columns):
        for v in columns[i + 1 :]:
            product = Call("dot", (u.term, v.term))
            area = Call("det", (Matrix(tuple((coordinate(u.term, k), coordinate(v.term, k)) for k in range(2))),))
            rest = [t for t in invariants if t not in (product, area)]
            lengths = {w.term: Call("norm", (w.term,)) for w in (u, v)}
            known = [_fixed_length(system, w.entries) or lengths[w.term] in rest for w in (u, v)]
            if len(rest) == len(invariants) - 2 and all(known) and all(t in lengths.values() for t in rest):
                return [*rest, Call("angle", (u.term, v.term))]
    return list(invariants)


def _fixed_length(system: System, entries: Sequence[Sequence[Element]]) -> bool:
    """Whether the square of a vector is a constant on the space."""
    square = sum((e[0] ** 2 for e in entries), system.ring.zero)
    return bool(system.equations) and bool(system.ring.remainder(square, system.equations).is_constant())


@dataclass(frozen=True, slots=True)
class Shorthand:
    """Local names for long terms: `bindings` in order, and the terms rewritten."""

    bindings: tuple[tuple[str, Term], ...]
    arguments: tuple[Term, ...]
    covariants: tuple[Term, ...]


def shorten(
    blocks: Sequence[Term], arguments: Sequence[Term], covariants: Sequence[Term], taken: set[str]
) -> Shorthand:
    """Names for differences whose coordinates are written out, and for the arguments of several functions."""
    bindings: list[tuple[str, Term]] = []
    arguments, covariants = list(arguments), list(covariants)
    used = set(taken)
    for block in blocks:
        count = sum(
            isinstance(node, Index) and node.base == block for term in (*arguments, *covariants) for node in walk(term)
        )
        if isinstance(block, Name) or count < 2:
            continue
        name = next((n for n in ("z", "y", "x") if n not in used), None)
        if name is not None:
            used.add(name)
            bindings.append((name, block))
            arguments = [_replaced(a, block, Name(name)) for a in arguments]
            covariants = [_replaced(c, block, Name(name)) for c in covariants]
    if len(covariants) > 1:
        for position, term in enumerate(arguments):
            if _is_short(term):
                continue
            radial = isinstance(term, Call) and term.head == "norm"
            pool = ("r", "rho", *LOCAL_NAMES) if radial else LOCAL_NAMES
            name = next((n for n in pool if n not in used), None)
            if name is not None:
                used.add(name)
                bindings.append((name, term))
                arguments[position] = Name(name)
    return Shorthand(tuple(bindings), tuple(arguments), tuple(covariants))


def _is_short(term: Term) -> bool:
    if isinstance(term, Call):
        return len(term.args) <= 2 and all(isinstance(a, Name) for a in term.args)
    return isinstance(term, Name | Index)


def _replaced(term: Term, old: Term, new: Term) -> Term:
    if term == old:
        return new
    parts = children(term)
    return rebuild(term, [_replaced(p, old, new) for p in parts]) if parts else term
