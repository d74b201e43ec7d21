"""Formulas whose entries are polynomials with square roots as coefficients, read without expanding them as terms.

Sums, products, natural powers, indices, matrices and `clebsch_gordan` of known coordinates. Everything else is `Unreadable`, and the
caller asks the general verifier.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from catalg.exact.coupling import NotCoupled, coupling_matrix
from catalg.exact.surds import NotASurd, SurdPolynomial, constant, joined, plus, root, times
from catalg.terms import Add, Call, Index, Matrix, Mul, Name, Num, Pow, Term, Vector

MOST_MONOMIALS = 200_000


class Unreadable(ValueError):
    """A formula that is not a matrix of such polynomials."""


@dataclass(frozen=True, slots=True)
class Entries:
    """A scalar (), a column (n,) or a matrix (m, n) of polynomials, by rows."""

    shape: tuple[int, ...]
    entries: tuple[SurdPolynomial, ...]

    @property
    def size(self) -> tuple[int, int]:
        """Rows and columns, a column being n x 1."""
        rows, columns = (*self.shape, 1, 1)[:2]
        return rows, columns


class Reader:
    """Reads terms over named vectors of polynomials in `size` coordinates."""

    def __init__(self, names: Mapping[str, Sequence[SurdPolynomial]], size: int) -> None:
        self.names, self.size = names, size

    def read(self, term: Term) -> Entries:
        """The entries of a term. Raises Unreadable."""
        match term:
            case Num(value):
                return self._constant(value)
            case Name(name) if name in self.names:
                return Entries((len(self.names[name]),), tuple(self.names[name]))
            case Add(args):
                return self._sum([self.read(a) for a in args])
            case Mul(args):
                total = self.read(args[0])
                for arg in args[1:]:
                    total = self._product(total, self.read(arg))
                return total
            case Pow(Num(base), Num(e)) if abs(2 * e) <= 40 and (2 * e).denominator == 1 and base > 0:
                c, q = root(base ** int(2 * e))
                return Entries((), (constant({q: c}, self.size),))
            case Pow(base, Num(e)) if e.denominator == 1 and 0 <= e <= 64:
                return self._power(base, int(e))
            case Index(base, (Num(i),)):
                found = self.read(base)
                if len(found.shape) != 1 or i.denominator != 1 or not 1 <= i <= found.shape[0]:
                    raise Unreadable("an index")
                return Entries((), (found.entries[int(i) - 1],))
            case Vector(entries):
                return Entries((len(entries),), tuple(self._scalar(e) for e in entries))
            case Matrix(rows) if rows:
                return Entries((len(rows), len(rows[0])), tuple(self._scalar(e) for row in rows for e in row))
            case Call("clebsch_gordan", (Num(l), Num(J), Num(L), x)):
                return self._coupling(l, J, L, self.read(x))
            case Call("dot", (x, y)):
                one, two = self.read(x), self.read(y)
                return self._product(Entries((1, len(one.entries)), one.entries), two)
            case Call("transpose", (x,)):
                return _turned(self.read(x))
            case Call("sqrt", (Num(value),)) if value >= 0:
                return self.read(Pow(Num(value), Num(Fraction(1, 2)))) if value else self._constant(value)
        raise Unreadable(f"a {type(term).__name__}")

    def _constant(self, value: Fraction) -> Entries:
        return Entries((), (constant({1: value}, self.size),))

    def _scalar(self, term: Term) -> SurdPolynomial:
        found = self.read(term)
        if found.shape:
            raise Unreadable("an entry that is not a scalar")
        return found.entries[0]

    def _sum(self, parts: Sequence[Entries]) -> Entries:
        total = list(parts[0].entries)
        for part in parts[1:]:
            if part.shape != parts[0].shape:
                raise Unreadable("shapes that differ")
            total = [plus(a, b) for a, b in zip(total, part.entries, strict=True)]
        return Entries(parts[0].shape, tuple(total))

    def _power(self, base: Term, e: int) -> Entries:
        match base:
            case Call("norm", (x,)) if e % 2 == 0:
                return self._power(Call("dot", (x, x)), e // 2)
            case Pow(inner, Num(f)) if (f * e).denominator == 1 and f * e >= 0:
                return self._power(inner, int(f * e))
        value = self._scalar(base)
        total = constant({1: Fraction(1)}, self.size)
        for _ in range(e):
            total = self._times(total, value)
        return Entries((), (total,))

    def _times(self, one: SurdPolynomial, two: SurdPolynomial) -> SurdPolynomial:
        if len(one) * len(two) > MOST_MONOMIALS:
            raise Unreadable("a product with too many terms")
        return times(one, two)

    def _product(self, left: Entries, right: Entries) -> Entries:
        if not left.shape or not right.shape:
            entries = tuple(self._times(a, b) for a in left.entries for b in right.entries)
            return Entries(left.shape or right.shape, entries)
        (rows, inner), (height, columns) = left.size, right.size
        if inner != height:
            raise Unreadable("shapes that do not multiply")
        out: list[SurdPolynomial] = []
        for i in range(rows):
            for j in range(columns):
                total: SurdPolynomial = {}
                for k in range(inner):
                    a, b = left.entries[i * inner + k], right.entries[k * columns + j]
                    if a and b:
                        total = plus(total, self._times(a, b))
                out.append(total)
        if len(right.shape) == 1:
            return Entries((rows,) if rows > 1 else (), tuple(out))
        return Entries((rows, columns), tuple(out))

    def _coupling(self, l: Fraction, J: Fraction, L: Fraction, x: Entries) -> Entries:
        if x.shape != (3,) or any(d.denominator != 1 for d in (l, J, L)):
            raise Unreadable("a coupling")
        try:
            rows = coupling_matrix(int(l), int(J), int(L))
        except (NotCoupled, NotASurd) as error:
            raise Unreadable(str(error)) from None
        powers: dict[tuple[int, int, int], SurdPolynomial] = {}
        entries = tuple(self._composed(inside, table, x.entries, powers) for row in rows for inside, table in row)
        if l == 0:
            return Entries((len(rows),) if J else (), entries)
        return Entries((len(rows), len(rows[0])), entries)

    def _composed(
        self, inside: int, table: Mapping[tuple[int, int, int], Fraction], x: Sequence[SurdPolynomial],
        powers: dict[tuple[int, int, int], SurdPolynomial],
    ) -> SurdPolynomial:  # fmt: skip
        total: SurdPolynomial = {}
        for exponents, c in table.items():
            for (q, e), value in self._monomial(exponents, x, powers).items():
                outside, radicand = joined(inside, q)
                key = (radicand, e)
                summed = total.get(key, 0) + c * value * outside
                if summed:
                    total[key] = summed
                else:
                    total.pop(key, None)
        return total

    def _monomial(
        self, exponents: tuple[int, int, int], x: Sequence[SurdPolynomial],
        powers: dict[tuple[int, int, int], SurdPolynomial],
    ) -> SurdPolynomial:  # fmt: skip
        found = powers.get(exponents)
        if found is None:
            k = next((k for k, e in enumerate(exponents) if e), None)
            if k is None:
                found = constant({1: Fraction(1)}, self.size)
            else:
                a, b, c = (e - (i == k) for i, e in enumerate(exponents))
                found = self._times(self._monomial((a, b, c), x, powers), x[k])
            powers[exponents] = found
        return found


def _turned(found: Entries) -> Entries:
    if not found.shape:
        return found
    if len(found.shape) == 1:
        return Entries((1, found.shape[0]), found.entries)
    rows, columns = found.shape
    turned = tuple(found.entries[i * columns + j] for j in range(columns) for i in range(rows))
    return Entries((columns,) if rows == 1 else (columns, rows), turned)
