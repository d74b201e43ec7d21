"""Vector and matrix formulas entry by entry, for concrete dimensions.

`Components` rewrites a term into an array of scalar terms over coordinates: dot, norm, angle, arg, matrix
products and powers, transpose, det, trace, inverse (adjugate over determinant), kron and Y disappear; arg and
angle become atan2, a square root is a power 1/2. What remains is scalar: numbers, names and coordinates,
sums, products, powers, scalar functions, and arbitrary functions of scalar arguments.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from catalg.exact.coupling import NotCoupled, coupling_terms
from catalg.exact.functions import SCALAR, Shape, ShapeError, shape_of
from catalg.exact.special import harmonic_term
from catalg.terms import (
    Add,
    Apply,
    Call,
    Const,
    Derived,
    Dim,
    Identity,
    Index,
    Matrix,
    Mul,
    Name,
    Num,
    Ones,
    Pow,
    Relation,
    Series,
    Term,
    Vector,
    add,
    mul,
    neg,
    num,
    power,
)
from catalg.terms.term import expand_lets

HALF = num(Fraction(1, 2))
MAXIMAL_ENTRIES = 4096
MAXIMAL_DETERMINANT = 7


@dataclass(frozen=True, slots=True)
class Array:
    """Entries of a scalar (one entry), a vector or a matrix (by rows)."""

    shape: tuple[int, ...]
    entries: tuple[Term, ...]

    def row(self, i: int) -> tuple[Term, ...]:
        """Row i, counted from 0, of a matrix; entry i of a vector."""
        width = self.shape[1] if len(self.shape) == 2 else 1
        return self.entries[i * width : (i + 1) * width]


def coordinate(name: str, *indices: int) -> Term:
    """A coordinate, counted from 1.

    >>> coordinate("x", 2)
    Index(base=Name(name='x'), indices=(Num(value=Fraction(2, 1)),))
    """
    return Index(Name(name), tuple(num(i) for i in indices)) if indices else Name(name)


def coordinates(name: str, shape: Shape) -> tuple[Term, ...]:
    """All coordinates of a name, last index fastest. Raises ValueError for a symbolic dimension."""
    return tuple(coordinate(name, *at) for at in product(*(range(1, _size(d) + 1) for d in shape)))


def expand(
    term: Term,
    shapes: Mapping[str, Shape],
    names: Mapping[str, tuple[Term, ...]] | None = None,
    expected: Shape | None = None,
) -> Array:
    """The entries of a term as scalar terms.

    `shapes` are those of `shape_of`, with concrete dimensions; `names` may give other terms for the
    coordinates of a name than `x[1], x[2], ...`. Raises ShapeError where shapes do not fit, ValueError where a
    size is symbolic or too big.

    >>> two = (Dim.of(2),)
    >>> expand(Call("norm", (Name("x"),)), {"x": two}, {"x": (Name("a"), Name("b"))}).entries[0].exponent
    Num(value=Fraction(1, 2))
    """
    term = expand_lets(term)
    shape = shape_of(term, shapes, expected)
    return Components(shapes, names or {}).expand(term, shape)


def _size(dimension: Dim) -> int:
    value = dimension.constant()
    if value is None:
        raise ValueError(f"the dimension {dimension} is symbolic")
    return value


class Components:
    """The expansion, for given shapes and coordinates of names."""

    def __init__(self, shapes: Mapping[str, Shape], names: Mapping[str, tuple[Term, ...]]) -> None:
        self.shapes = shapes
        self.names = names

    def expand(self, term: Term, expected: Shape | None = None) -> Array:
        """The entries of a term; `expected` sizes I and ones."""
        match term:
            case Num() | Const():
                return Array((), (term,))
            case Name(name):
                return self._name(name)
            case Identity() | Ones():
                return self._unsized(term, expected)
            case Add(args):
                return self._add(term, args, expected)
            case Mul(args):
                return self._mul(args, expected)
            case Pow(base, exponent):
                return self._pow(term, base, exponent, expected)
            case Call(head, args):
                return self._call(term, head, args)
            case Apply(head, args):
                return self._apply(head, args)
            case Derived(head, component, order, args):
                return Array((), (Derived(head, component, order, tuple(self.scalar(a) for a in args)),))
            case Index(base, indices):
                return Array((), (self._index(term, base, indices),))
            case Vector(entries):
                return Array((len(entries),), tuple(self.scalar(e) for e in entries))
            case Matrix(rows):
                entries = tuple(self.scalar(e) for row in rows for e in row)
                return Array((len(rows), len(rows[0]) if rows else 0), entries)
            case Series(index, lower, upper, body):
                inner = Components(
                    {k: v for k, v in self.shapes.items() if k != index},
                    {k: v for k, v in self.names.items() if k != index},
                )
                found = inner.expand(body, expected)
                ends = self.scalar(lower), self.scalar(upper)
                return Array(found.shape, tuple(Series(index, *ends, entry) for entry in found.entries))
            case Relation(op, left, right):
                return Array((), (Relation(op, self.scalar(left), self.scalar(right)),))
            case _:
                raise ShapeError(term, f"a {type(term).__name__} has no components")

    def scalar(self, term: Term) -> Term:
        """The entry of a scalar term."""
        found = self.expand(term)
        if found.shape:
            raise ShapeError(term, "a scalar is expected here")
        return found.entries[0]

    def _shape(self, term: Term) -> Shape | None:
        try:
            return shape_of(term, self.shapes)
        except ShapeError as error:
            if error.term is term:
                return None
            raise

    def _name(self, name: str) -> Array:
        shape = self.shapes.get(name, SCALAR)
        sizes = tuple(_size(d) for d in shape)
        if name in self.names:
            return Array(sizes, self.names[name])
        return Array(sizes, coordinates(name, shape))

    def _unsized(self, term: Term, expected: Shape | None) -> Array:
        if expected is None or len(expected) != 2:
            raise ShapeError(term, "the size of I or ones is not determined here")
        rows, columns = (_size(d) for d in expected)
        _bound(rows * columns)
        one = isinstance(term, Ones)
        return Array((rows, columns), tuple(num(one or i == j) for i in range(rows) for j in range(columns)))

    def _add(self, term: Term, args: tuple[Term, ...], expected: Shape | None) -> Array:
        shape = next((s for s in map(self._shape, args) if s is not None), expected)
        parts = [self.expand(arg, shape) for arg in args]
        return Array(
            parts[0].shape, tuple(add(*column) for column in zip(*(p.entries for p in parts), strict=True))
        )

    def _mul(self, args: tuple[Term, ...], expected: Shape | None) -> Array:
        shapes = [self._shape(arg) for arg in args]
        sized = [s for s in shapes if s]
        hints: list[Shape | None] = list(shapes)
        for k, shape in enumerate(shapes):
            if shape is None:
                before = next((s for s in reversed(hints[:k]) if s), None)
                after = next((s for s in shapes[k + 1 :] if s), None)
                if not sized and expected is not None:
                    hints[k] = expected
                else:
                    rows = before[-1] if before else (expected[0] if expected else None)
                    columns = (
                        after[0] if after else (expected[-1] if expected and len(expected) == 2 else None)
                    )
                    rows, columns = rows or columns, columns or rows
                    hints[k] = (rows, columns) if rows is not None and columns is not None else None
        total = Array((), (num(1),))
        for arg, hint in zip(args, hints, strict=True):
            total = _times(total, self.expand(arg, hint))
        return total

    def _pow(self, term: Term, base: Term, exponent: Term, expected: Shape | None) -> Array:
        found = self.expand(base, expected)
        if not found.shape:
            return Array((), (power(found.entries[0], self.scalar(exponent)),))
        if not (isinstance(exponent, Num) and exponent.value.denominator == 1 and abs(exponent.value) <= 64):
            raise ShapeError(exponent, "a matrix has small integer powers only")
        steps = int(exponent.value)
        if steps < 0:
            found, steps = inverse(found), -steps
        total = Array(
            found.shape, tuple(num(i == j) for i in range(found.shape[0]) for j in range(found.shape[0]))
        )
        for _ in range(steps):
            total = _times(total, found)
        return total

    def _apply(self, head: str, args: tuple[Term, ...]) -> Array:
        flat = tuple(entry for arg in args for entry in self.expand(arg).entries)
        shape = self.shapes.get(head, SCALAR)
        if not shape:
            return Array((), (Apply(head, flat),))
        sizes = tuple(_size(d) for d in shape)
        still = (0,) * len(flat)
        places = product(*(range(1, size + 1) for size in sizes))
        return Array(sizes, tuple(Derived(head, place, still, flat) for place in places))

    def _index(self, term: Term, base: Term, indices: tuple[Term, ...]) -> Term:
        places = tuple(self.scalar(index) for index in indices)
        if isinstance(base, Name) and base.name not in self.shapes:
            return Index(base, places)
        found = self.expand(base)
        at = 0
        for place, size in zip(places, found.shape, strict=True):
            if not (isinstance(place, Num) and place.value.denominator == 1 and 1 <= place.value <= size):
                raise ShapeError(term, f"a coordinate is one of 1 to {size}")
            at = at * size + int(place.value) - 1
        return found.entries[at]

    def _call(self, term: Term, head: str, args: tuple[Term, ...]) -> Array:
        parts = [self.expand(arg) for arg in args]
        first = parts[0]
        match head:
            case "dot":
                return Array((), (_dot(first.entries, parts[1].entries),))
            case "norm":
                return Array((), (power(_dot(first.entries, first.entries), HALF),))
            case "arg":
                return Array((), (Call("atan2", (first.entries[1], first.entries[0])),))
            case "angle":
                (a, b), (c, d) = first.entries, parts[1].entries
                return Array(
                    (), (Call("atan2", (add(mul(a, d), neg(mul(b, c))), add(mul(a, c), mul(b, d)))),)
                )
            case "transpose":
                return transposed(first)
            case "det":
                return Array((), (determinant([first.row(i) for i in range(first.shape[0])]),))
            case "trace":
                return Array((), (add(*(first.row(i)[i] for i in range(first.shape[0]))),))
            case "inverse":
                return inverse(first)
            case "kron":
                total = first
                for part in parts[1:]:
                    total = kron(total, part)
                return total
            case "Y":
                degree, order = first.entries[0], parts[1].entries[0]
                x, y, z = parts[2].entries
                whole = all(isinstance(t, Num) and t.value.denominator == 1 for t in (degree, order))
                if whole and isinstance(degree, Num) and isinstance(order, Num):
                    try:
                        return Array((), (harmonic_term(int(degree.value), int(order.value), (x, y, z)),))
                    except ValueError as error:
                        raise ShapeError(term, str(error)) from None
                return Array((), (Call("Y", (degree, order, x, y, z)),))
            case "clebsch_gordan":
                return _coupled(term, parts)
            case "sqrt":
                return Array((), (power(first.entries[0], HALF),))
            case _:
                return Array((), (Call(head, tuple(part.entries[0] for part in parts)),))


def _coupled(term: Term, parts: list[Array]) -> Array:
    degrees = [p.entries[0].value for p in parts[:3] if isinstance(p.entries[0], Num)]
    if len(degrees) != 3 or any(d.denominator != 1 for d in degrees):
        raise ShapeError(term, "the degrees of a coupling are natural numbers here")
    l, J, L = map(int, degrees)
    x, y, z = parts[3].entries
    try:
        entries = coupling_terms(l, J, L, (x, y, z))
    except NotCoupled as error:
        raise ShapeError(term, str(error)) from None
    if l == 0:
        return Array((2 * J + 1,) if J else (), entries)
    return Array((2 * J + 1, 2 * l + 1), entries)


def _bound(count: int) -> None:
    if count > MAXIMAL_ENTRIES:
        raise ValueError(f"a matrix with {count} entries is too big here")


def _dot(left: tuple[Term, ...], right: tuple[Term, ...]) -> Term:
    return add(*(mul(a, b) for a, b in zip(left, right, strict=True)))


def transposed(array: Array) -> Array:
    """The transpose; a vector becomes a row."""
    if not array.shape:
        return array
    if len(array.shape) == 1:
        return Array((1, array.shape[0]), array.entries)
    rows, columns = array.shape
    entries = tuple(array.entries[i * columns + j] for j in range(columns) for i in range(rows))
    return Array((columns,), entries) if rows == 1 else Array((columns, rows), entries)


def _times(left: Array, right: Array) -> Array:
    if not left.shape or not right.shape:
        entries = tuple(mul(a, b) for a in left.entries for b in right.entries)
        return Array(left.shape or right.shape, entries)
    inner = left.shape[1] if len(left.shape) == 2 else 1
    columns = right.shape[1] if len(right.shape) == 2 else 1
    _bound(left.shape[0] * columns)
    down = [tuple(right.entries[k * columns + j] for k in range(inner)) for j in range(columns)]
    entries = tuple(_dot(left.row(i), column) for i in range(left.shape[0]) for column in down)
    if len(right.shape) == 1:
        return Array((), entries) if left.shape[0] == 1 else Array((left.shape[0],), entries)
    return Array((left.shape[0], columns), entries)


def kron(left: Array, right: Array) -> Array:
    """The Kronecker product, the first factor outermost."""
    if not left.shape or not right.shape:
        return _times(left, right)
    _bound(len(left.entries) * len(right.entries))
    rows = [(i, k) for i in range(left.shape[0]) for k in range(right.shape[0])]
    entries = tuple(mul(a, b) for i, k in rows for a in left.row(i) for b in right.row(k))
    return Array(tuple(a * b for a, b in zip(left.shape, right.shape, strict=True)), entries)


def determinant(rows: list[tuple[Term, ...]]) -> Term:
    """The determinant by expansion along the first row. Raises ValueError beyond 7 x 7."""
    if len(rows) > MAXIMAL_DETERMINANT:
        raise ValueError(f"a determinant of size {len(rows)} is too big here")
    if not rows:
        return num(1)
    terms = []
    for j, entry in enumerate(rows[0]):
        if entry != num(0):
            minor = determinant([row[:j] + row[j + 1 :] for row in rows[1:]])
            terms.append(mul(num((-1) ** j), entry, minor))
    return add(*terms)


def inverse(array: Array) -> Array:
    """The inverse matrix as adjugate over determinant."""
    size = array.shape[0]
    rows = [array.row(i) for i in range(size)]
    scale = power(determinant(rows), num(-1))
    entries = []
    for i in range(size):
        for j in range(size):
            minor = determinant([row[:i] + row[i + 1 :] for k, row in enumerate(rows) if k != j])
            entries.append(mul(num((-1) ** (i + j)), minor, scale))
    return Array(array.shape, tuple(entries))
