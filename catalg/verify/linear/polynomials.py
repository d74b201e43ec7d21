"""Formulas of polynomial kernels: read as polynomials whose coefficients are linear in arbitrary constants.

A value is an array of polynomials in the coordinates; an entry is a table from (constant, exponents) to a number. Sums, products,
natural powers, dot products, even powers of lengths, transposes, explicit vectors and matrices are read; anything else is refused.
"""

from __future__ import annotations

from dataclasses import dataclass

from catalg.exact.field import I, Scalar
from catalg.exact.sparse import SparseMatrix, plain
from catalg.model.ends import LinearEnd, Polynomials
from catalg.model.goals import Unknown
from catalg.terms import Add, Call, Const, Identity, Index, Matrix, Mul, Name, Num, Pow, Term, Vector
from catalg.universes.vect import dimension
from catalg.verify.linear.reading import Linear, NotLinear

Entry = dict[tuple[str, tuple[int, ...]], Scalar]


@dataclass(frozen=True)
class Value:
    """A matrix of polynomials; a column for a vector, 1 x 1 for a scalar."""

    rows: list[list[Entry]]

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return len(self.rows), len(self.rows[0]) if self.rows else 0


class PolynomialReader:
    """Reads one formula; `arguments` are the names of the points."""

    def __init__(self, space: Polynomials, arguments: tuple[str, ...], unknowns: dict[str, Unknown], numbers: dict[str, int]) -> None:
        sizes = [action.dim.constant() or 0 for action in space.kernel.arguments]
        self.size = sum(sizes)
        self.start = {name: sum(sizes[:k]) for k, name in enumerate(arguments)}
        self.width = dict(zip(arguments, sizes, strict=True))
        self.unknowns, self.numbers = unknowns, numbers

    def read(self, term: Term) -> Value:
        """The value of a term. Raises NotLinear."""
        match term:
            case Num(given):
                return self._scalar({("", (0,) * self.size): plain(given)} if given else {})
            case Const("i"):
                return self._scalar({("", (0,) * self.size): I})
            case Name(name) if name in self.width:
                return Value([[self._coordinate(self.start[name] + k)] for k in range(self.width[name])])
            case Name(name) if name in self.numbers:
                return self._scalar({("", (0,) * self.size): self.numbers[name]})
            case Name(name) if name in self.unknowns and not self.unknowns[name].shape:
                return self._scalar({(name, (0,) * self.size): 1})
            case Index(Name(name), (Num(k),)) if name in self.width and 1 <= k <= self.width[name]:
                return self._scalar(self._coordinate(self.start[name] + int(k) - 1))
            case Index(Name(name), indices) if name in self.unknowns and all(isinstance(i, Num) for i in indices):
                key = f"{name}[{','.join(str(i.value) for i in indices if isinstance(i, Num))}]"
                return self._scalar({(key, (0,) * self.size): 1})
            case Vector(entries):
                return Value([self._entry(e) for e in entries])
            case Matrix(rows):
                return Value([[cell for e in row for cell in self._entry(e)] for row in rows])
            case Add(args):
                values = [self.read(arg) for arg in args if not isinstance(arg, Identity)]
                if len(values) < len(args) or any(v.shape != values[0].shape for v in values):
                    raise NotLinear("a sum of different shapes")
                total = values[0]
                for value in values[1:]:
                    total = Value([[_plus(a, b) for a, b in zip(r, s, strict=True)] for r, s in zip(total.rows, value.rows, strict=True)])
                return total
            case Mul(args):
                total = self.read(args[0]) if not isinstance(args[0], Identity) else self._scalar({("", (0,) * self.size): 1})
                for arg in args[1:]:
                    total = self._times(total, self.read(arg))
                return total
            case Pow(Call("norm", (inner,)), Num(exponent)) if exponent.denominator == 1 and exponent >= 0 and exponent % 2 == 0:
                return self._power(self._dot(self.read(inner), self.read(inner)), int(exponent) // 2)
            case Pow(base, Num(exponent)) if exponent.denominator == 1 and 0 <= exponent <= 64:
                return self._power(self.read(base), int(exponent))
            case Call("dot", (left, right)):
                return self._dot(self.read(left), self.read(right))
            case Call("transpose", (inner,)):
                value = self.read(inner)
                return Value([list(column) for column in zip(*value.rows, strict=True)])
            case _:
                raise NotLinear("no polynomial in the coordinates that is linear in its constants")

    def _entry(self, term: Term) -> list[Entry]:
        value = self.read(term)
        if value.shape != (1, 1):
            raise NotLinear("an entry that is not a scalar")
        return value.rows[0]

    def _scalar(self, entry: Entry) -> Value:
        return Value([[entry]])

    def _coordinate(self, place: int) -> Entry:
        return {("", tuple(int(k == place) for k in range(self.size))): 1}

    def _dot(self, left: Value, right: Value) -> Value:
        if left.shape != right.shape or left.shape[1] != 1:
            raise NotLinear("a product of vectors of different sizes")
        total: Entry = {}
        for a, b in zip(left.rows, right.rows, strict=True):
            total = _plus(total, _product(a[0], b[0]))
        return self._scalar(total)

    def _times(self, left: Value, right: Value) -> Value:
        for one, other in ((left, right), (right, left)):
            if one.shape == (1, 1):
                return Value([[_product(one.rows[0][0], x) for x in row] for row in other.rows])
        if left.shape[1] != right.shape[0]:
            raise NotLinear("a product of matrices of different sizes")
        rows: list[list[Entry]] = []
        for row in left.rows:
            line: list[Entry] = []
            for k in range(right.shape[1]):
                total: Entry = {}
                for j, x in enumerate(row):
                    total = _plus(total, _product(x, right.rows[j][k]))
                line.append(total)
            rows.append(line)
        return Value(rows)

    def _power(self, base: Value, exponent: int) -> Value:
        if base.shape != (1, 1):
            raise NotLinear("a power of a vector or a matrix")
        total = self._scalar({("", (0,) * self.size): 1})
        for _ in range(exponent):
            total = self._times(total, base)
        return total


def _plus(left: Entry, right: Entry) -> Entry:
    total = dict(left)
    for key, value in right.items():
        total[key] = plain(total.get(key, 0) + value)
    return {key: value for key, value in total.items() if value}


def _product(left: Entry, right: Entry) -> Entry:
    total: Entry = {}
    for (a, e), x in left.items():
        for (b, f), y in right.items():
            if a and b:
                raise NotLinear(f"a product of the constants {a} and {b}")
            key = (a or b, tuple(p + q for p, q in zip(e, f, strict=True)))
            total[key] = plain(total.get(key, 0) + x * y)
    return {key: value for key, value in total.items() if value}


def span_of_polynomial(
    end: LinearEnd, arguments: tuple[str, ...], body: Term, unknowns: dict[str, Unknown], numbers: dict[str, int]
) -> Linear:
    """The matrix of coefficients that each constant multiplies. Raises NotLinear, also for a degree above the bound."""
    assert end.polynomials is not None
    if isinstance(body, Num) and body.value == 0:
        return {}
    value = PolynomialReader(end.polynomials, arguments, unknowns, numbers).read(body)
    rows, columns = dimension(end.target), dimension(end.source)
    entries = [entry for row in value.rows for entry in row]
    if len(entries) != rows:
        raise NotLinear("a value of another shape")
    number = {e: k for k, e in enumerate(end.polynomials.exponents)}
    tables: dict[str, dict[tuple[int, int], Scalar]] = {}
    for i, entry in enumerate(entries):
        for (key, exponents), x in entry.items():
            if exponents not in number:
                raise NotLinear(f"the formula has degree {sum(exponents)}, above the bound {end.polynomials.degree}")
            tables.setdefault(key, {})[i, number[exponents]] = x
    return {key: SparseMatrix.from_entries(table, rows, columns) for key, table in tables.items()}
