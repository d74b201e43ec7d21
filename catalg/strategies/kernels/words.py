"""Candidate formulas: what a person would try first, built from the arguments by dot products, inverses and outer products.

A word is a term together with its polynomial entries. Nothing is assumed of it: each is tested for equivariance, exactly, and
used only to write a solution that linear algebra has found in a form that reads well.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, combinations_with_replacement

from catalg.exact.poly import PolynomialRing
from catalg.strategies.kernels.system import Block, DiscreteElement, Element, LieElement, Matrix, System
from catalg.strategies.kernels.twists import Twisted
from catalg.terms import Call, Identity, Index, Term, Vector, mul, num, power
from catalg.terms import Matrix as MatrixTerm

Entries = tuple[tuple[Element, ...], ...]


@dataclass(frozen=True, slots=True)
class Word:
    """A matrix-valued function (a column for a vector, 1 x 1 for a scalar) and how it is written."""

    term: Term
    entries: Entries
    factors: tuple[tuple[Element, Fraction], ...] = ()
    weight: int = 1

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return len(self.entries), len(self.entries[0])

    def flat(self) -> Twisted:
        """Row-major."""
        return Twisted(tuple(e for row in self.entries for e in row), self.factors)


def times(ring: PolynomialRing, a: Word, b: Word, term: Term) -> Word:
    """The matrix product."""
    columns = list(zip(*b.entries, strict=True))
    entries = tuple(
        tuple(ring.reduce(sum((x * y for x, y in zip(row, column, strict=True)), ring.zero)) for column in columns)
        for row in a.entries
    )
    return Word(term, entries, merge(a.factors, b.factors), a.weight + b.weight)


def merge(
    a: tuple[tuple[Element, Fraction], ...], b: tuple[tuple[Element, Fraction], ...]
) -> tuple[tuple[Element, Fraction], ...]:
    """The product of two factor lists."""
    out = list(a)
    for p, c in b:
        for k, (q, d) in enumerate(out):
            if p == q:
                out[k] = (q, c + d)
                break
        else:
            out.append((p, c))
    return tuple((p, c) for p, c in out if c != 0)


def transposed(a: Word, term: Term) -> Word:
    """The transpose."""
    return Word(term, tuple(zip(*a.entries, strict=True)), a.factors, a.weight)


def determinant(ring: PolynomialRing, rows: Sequence[Sequence[Element]]) -> Element:
    """Laplace expansion."""
    if not rows:
        return ring.one
    total = ring.zero
    for j, entry in enumerate(rows[0]):
        if entry != 0:
            minor = determinant(ring, [[e for k, e in enumerate(row) if k != j] for row in rows[1:]])
            total = total + entry * minor * (-1) ** j
    return total


def inverse(ring: PolynomialRing, a: Word) -> Word:
    """adj(a)/det(a)."""
    n = len(a.entries)
    cofactors = [
        [
            determinant(ring, [[a.entries[r][c] for c in range(n) if c != i] for r in range(n) if r != j]) * (-1) ** (i + j)
            for j in range(n)
        ]
        for i in range(n)
    ]
    term = Call("inverse", (a.term,))
    return Word(term, tuple(map(tuple, cofactors)), ((determinant(ring, a.entries), Fraction(-1)),), a.weight + 1)


class Vocabulary:
    """The words over the arguments of a system."""

    def __init__(self, system: System) -> None:
        self.ring = ring = system.ring
        self.columns: list[Word] = []
        self.squares: list[Word] = []
        self.rectangles: list[Word] = []
        self.scalars: list[Word] = []
        for block in system.blocks:
            values = [ring.coordinates[k] for k in block.positions]
            if block.shape == "symmetric":
                self.squares.append(Word(block.term, _symmetric(block, values)))
            elif block.shape == "matrix" and block.rows:
                width = len(values) // block.rows
                rows = tuple(tuple(values[i * width : (i + 1) * width]) for i in range(block.rows))
                self.rectangles.append(Word(block.term, rows))
            elif len(values) == 1:
                self.scalars.append(Word(block.term, ((values[0],),)))
            else:
                self.columns.append(Word(block.term, tuple((v,) for v in values)))
        self.inverses = {w.term: inverse(ring, w) for w in self.squares if len(w.entries) <= 3}
        self.extended = list(self._extended())

    def _extended(self) -> Iterator[Word]:
        """Vectors: the arguments, then symmetric matrices and their inverses applied to them."""
        yield from self.columns
        for square in self.squares:
            for u in self.columns:
                if len(u.entries) == len(square.entries):
                    once = times(self.ring, square, u, mul(square.term, u.term))
                    yield once
                    yield times(self.ring, square, once, mul(power(square.term, num(2)), u.term))
                    if square.term in self.inverses:
                        back = self.inverses[square.term]
                        yield times(self.ring, back, u, mul(back.term, u.term))

    def invariants(self) -> Iterator[Word]:
        """Candidates for invariants: whole arguments, products A'B and A^-1 B, then scalars."""
        ring = self.ring
        yield from self.scalars
        yield from self.columns
        for a in self.rectangles:
            for b in self.rectangles:
                if len(a.entries) == len(b.entries) and (a is b or a.term != b.term):
                    yield times(ring, transposed(a, Call("transpose", (a.term,))), b, mul(Call("transpose", (a.term,)), b.term))
        for a, b in combinations(self.rectangles, 2):
            if len(a.entries) == len(b.entries) == len(a.entries[0]) <= 3:
                back = inverse(ring, a)
                yield times(ring, back, b, mul(back.term, b.term))
        for u in self.columns:
            square = sum((e[0] * e[0] for e in u.entries), ring.zero)
            yield Word(Call("norm", (u.term,)), ((ring.one,),), ((square, Fraction(1, 2)),), 2)
        for i, u in enumerate(self.columns):
            for v in self.columns[i + 1 :]:
                if len(u.entries) == len(v.entries):
                    yield self._dot(u, v)
        for square in self.squares:
            yield from self._of_matrix(square)
        for one, two in combinations(self.squares, 2):
            if len(one.entries) == len(two.entries):
                yield from self._of_pair(one, two)
        for u in self.columns:
            for v in self.extended:
                if v not in self.columns and len(u.entries) == len(v.entries):
                    yield self._dot(u, v)
        yield from self._determinants()

    def _dot(self, u: Word, v: Word) -> Word:
        product = times(self.ring, transposed(u, u.term), v, Call("dot", (u.term, v.term)))
        return product

    def _of_matrix(self, a: Word) -> Iterator[Word]:
        ring, n = self.ring, len(a.entries)
        current, term = a, a.term
        for k in range(1, n + 1):
            trace = sum((current.entries[i][i] for i in range(n)), ring.zero)
            yield Word(Call("trace", (term,)), ((trace,),), weight=k)
            term = power(a.term, num(k + 1))
            current = times(ring, current, a, term)
        yield Word(Call("det", (a.term,)), ((determinant(ring, a.entries),),), weight=n)

    def _of_pair(self, a: Word, b: Word) -> Iterator[Word]:
        ring = self.ring
        n = len(a.entries)
        for left in (self.inverses.get(a.term), a):
            if left is None:
                continue
            current = product = times(ring, left, b, mul(left.term, b.term))
            for k in range(1, n + 1):
                trace = sum((current.entries[i][i] for i in range(n)), ring.zero)
                term = product.term if k == 1 else power(product.term, num(k))
                yield Word(Call("trace", (term,)), ((trace,),), current.factors, 2 * k)
                current = times(ring, current, product, term)

    def _determinants(self) -> Iterator[Word]:
        sizes = sorted({len(u.entries) for u in self.columns})
        for n in sizes:
            group = [u for u in self.columns if len(u.entries) == n]
            for chosen in combinations(group, n):
                rows = [[u.entries[i][0] for u in chosen] for i in range(n)]
                term = MatrixTerm(tuple(tuple(coordinate(u.term, i) for u in chosen) for i in range(n)))
                yield Word(Call("det", (term,)), ((determinant(self.ring, rows),),), weight=n)

    def vectors(self, n: int) -> Iterator[Word]:
        """Columns of height n: arguments, matrices applied to them, the plane's quarter turn, cross products."""
        fitting = [u for u in self.extended if len(u.entries) == n]
        yield from fitting
        if n == 2:
            turn = MatrixTerm(((num(0), num(-1)), (num(1), num(0))))
            for u in fitting:
                yield Word(mul(turn, u.term), ((-u.entries[1][0],), (u.entries[0][0],)), u.factors, u.weight + 1)
        if n == 3:
            for u, v in combinations(fitting, 2):
                if u.term != v.term:
                    yield self._cross(u, v)

    def _cross(self, u: Word, v: Word) -> Word:
        a, b = [e[0] for e in u.entries], [e[0] for e in v.entries]
        entries = tuple((a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3],) for i in range(3))
        term = mul(cross_matrix(u.term), v.term)
        return Word(term, entries, merge(u.factors, v.factors), u.weight + v.weight + 1)

    def matrices(self, rows: int, columns: int) -> Iterator[Word]:
        """Matrices: the identity, arguments, inverses, outer products, the turn of the plane, cross-product matrices."""
        ring = self.ring
        if rows == columns:
            n = rows
            yield Word(
                Identity(), tuple(tuple(ring.one if i == j else ring.zero for j in range(n)) for i in range(n)), weight=0
            )
            if n == 2:
                turn = MatrixTerm(((num(0), num(-1)), (num(1), num(0))))
                yield Word(turn, ((ring.zero, -ring.one), (ring.one, ring.zero)), weight=0)
            for a in self.squares:
                if len(a.entries) == n:
                    yield a
                    if a.term in self.inverses:
                        yield self.inverses[a.term]
                    yield times(ring, a, a, power(a.term, num(2)))
            if n == 3:
                for u in self.columns:
                    if len(u.entries) == 3:
                        yield _cross_word(ring, u)
        for a in self.rectangles:
            if a.shape == (rows, columns):
                yield a
        lefts = [u for u in self.vectors(rows)]
        rights = lefts if rows == columns else [v for v in self.vectors(columns)]
        pairs = [(u, v) for u in lefts for v in rights]
        for u, v in sorted(pairs, key=lambda p: p[0].weight + p[1].weight):
            yield times(ring, u, transposed(v, v.term), mul(u.term, Call("transpose", (v.term,))))


def coordinate(term: Term, index: int) -> Term:
    """The coordinate of a vector term, counted from 0."""
    if isinstance(term, Vector):
        return term.entries[index]
    return Index(term, (num(index + 1),))


def cross_matrix(term: Term) -> Term:
    """[u]x, so that [u]x v is the cross product."""
    x, y, z = (coordinate(term, i) for i in range(3))
    zero = num(0)
    return MatrixTerm(((zero, mul(num(-1), z), y), (z, zero, mul(num(-1), x)), (mul(num(-1), y), x, zero)))


def _cross_word(ring: PolynomialRing, u: Word) -> Word:
    x, y, z = (e[0] for e in u.entries)
    zero = ring.zero
    return Word(cross_matrix(u.term), ((zero, -z, y), (z, zero, -x), (-y, x, zero)), u.factors, u.weight + 1)


def _symmetric(block: Block, values: Sequence[Element]) -> Entries:
    n = block.rows
    place = {}
    for k, (row, column) in enumerate(combinations_with_replacement(range(n), 2)):
        place[(row, column)] = place[(column, row)] = k
    return tuple(tuple(values[place[(i, j)]] for j in range(n)) for i in range(n))


def is_equivariant(
    ring: PolynomialRing,
    lie: Sequence[LieElement],
    discrete: Sequence[DiscreteElement],
    function: Twisted,
    rhos: Sequence[Matrix] | None,
    signs: Sequence[Matrix] | None,
    ideal: Sequence[Element],
) -> bool:
    """Whether xi K = rho K and K o s = rho(s) K exactly (modulo the equations of X); trivial action where None is given."""

    def vanishes(element: Element) -> bool:
        return ring.is_zero(element) or (bool(ideal) and ring.remainder(element, ideal) == 0)

    for number, element in enumerate(lie):
        twist = ring.zero
        for p, c in function.factors:
            quotient, rest = divmod(ring.along(p, element.images), p)
            if not ring.is_zero(rest):
                return False
            twist = twist + quotient * ring.scalar(c)
        if function.exponent is not None:
            twist = twist + ring.along(function.exponent, element.images)
        for i, f in enumerate(function.numerators):
            value = ring.along(f, element.images) + twist * f
            if rhos is not None:
                for entry, g in zip(rhos[number][i], function.numerators, strict=True):
                    if entry != 0:
                        value = value - ring.scalar(entry) * g * element.scale
            if not vanishes(value):
                return False
    for number, s in enumerate(discrete):
        moved = _move(ring, function, s)
        if moved is None:
            return False
        for i, (top, bottom) in enumerate(moved):
            value = top
            if signs is None:
                value = value - function.numerators[i] * bottom
            else:
                for entry, g in zip(signs[number][i], function.numerators, strict=True):
                    if entry != 0:
                        value = value - ring.scalar(entry) * g * bottom
            if not vanishes(value):
                return False
    return True


def _move(ring: PolynomialRing, function: Twisted, s: DiscreteElement) -> list[tuple[Element, Element]] | None:
    """(K o s) divided by the factors of K, as fractions; None where the factors do not return to themselves."""
    scale_top, scale_bottom = ring.one, ring.one
    if function.exponent is not None:
        top, bottom = ring.substitute_rational(function.exponent, s.images)
        if not ring.is_zero(top - function.exponent * bottom):
            return None
    for p, c in function.factors:
        top, bottom = ring.substitute_rational(p, s.images)
        quotient, rest = divmod(top, p)
        if not ring.is_zero(rest):
            return None
        if c.denominator == 1:
            up, down = (quotient, bottom) if c > 0 else (bottom, quotient)
            scale_top, scale_bottom = scale_top * up ** abs(c.numerator), scale_bottom * down ** abs(c.numerator)
        elif not (bottom == 1 and (quotient == 1 or quotient == -1)):
            return None
    result = []
    for f in function.numerators:
        top, bottom = ring.substitute_rational(f, s.images)
        result.append((ring.reduce(top * scale_top), ring.reduce(bottom * scale_bottom)))
    return result
