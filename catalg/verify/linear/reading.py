"""Terms as matrices, and scalars as numbers, that depend linearly on arbitrary constants.

`I` and `ones` fill the place where they stand: its factors say how a Kronecker product divides it. Nothing but numbers,
arbitrary constants, explicit matrices, sums, products, transposes, deltas of points and entries of tables is read.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import prod

from catalg.exact.field import I, Scalar, algebraic_sqrt
from catalg.exact.sparse import SparseMatrix, plain
from catalg.model.goals import Unknown
from catalg.terms import (
    Add,
    Apply,
    Call,
    Const,
    Identity,
    Index,
    Matrix,
    Mul,
    Name,
    Num,
    Ones,
    Pow,
    Series,
    Term,
    Vector,
    substitute,
)

Key = str
"""An arbitrary constant: `alpha`, `c[2]`; the empty text stands for the part without any."""

Linear = dict[Key, SparseMatrix]
"""A matrix-valued linear expression in arbitrary constants."""


class NotLinear(ValueError):
    """The formula cannot be read as a matrix that depends linearly on its constants; the message says why."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a term stands: the factors of the rows and columns it fills, and the points, parameters and graphs known by
    name; `labels` are the numbers of points by their labels; `orbital` gives the matrix of an orbit, in this place; `summands`
    are the factors of each summand of the rows and of the columns."""

    rows: tuple[int, ...]
    columns: tuple[int, ...]
    points: Mapping[str, tuple[int, ...]]
    numbers: Mapping[str, int]
    unknowns: Mapping[str, Unknown]
    graphs: Mapping[str, SparseMatrix] = field(default_factory=dict)
    labels: Mapping[str, int] = field(default_factory=dict)
    orbital: Callable[[Sequence[int]], SparseMatrix] | None = None
    summands: tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]] = ((), ())

    @property
    def shape(self) -> tuple[int, int]:
        """The shape that the term must have."""
        height = width = 1
        for n in self.rows:
            height *= n
        for n in self.columns:
            width *= n
        return height, width


def read(term: Term, place: Place) -> Linear:
    """A term as a matrix of the place's shape. Raises NotLinear."""
    height, width = place.shape
    match term:
        case Add(args):
            total: Linear = {}
            for arg in args:
                for key, value in read(arg, place).items():
                    total[key] = total[key] + value if key in total else value
            return total
        case Num(value) if value == 0:
            return {}
        case Identity():
            if height != width:
                raise NotLinear("I in a place that is not square")
            return {"": SparseMatrix.identity(height)}
        case Ones():
            return {"": SparseMatrix(tuple({j: 1 for j in range(width)} for _ in range(height)), height, width)}
        case Matrix(rows):
            return _entrywise([list(row) for row in rows], place)
        case Vector(entries):
            column = [[entry] for entry in entries]
            return _entrywise(column if width == 1 else [list(entries)], place)
        case Mul(args):
            return _product(args, place)
        case Call("kron", args) if len(args) >= 2:
            left = args[0] if len(args) == 2 else Call("kron", args[:-1])
            return _kron(left, args[-1], place)
        case Call("transpose", (inner,)):
            turned = replace(place, rows=place.columns, columns=place.rows)
            return {key: value.transpose() for key, value in read(inner, turned).items()}
        case Pow(base, Num(exponent)) if is_matrix(base) and exponent.denominator == 1 and 0 <= exponent <= 64:
            return _product((base,) * int(exponent), place) if exponent else read(Identity(), place)
        case Call("adjacency", (Name(name),)) if name in place.graphs:
            return {"": place.graphs[name]}
        case Call("unit", (row, column)):
            i, j = int(_whole(row, place)), int(_whole(column, place))
            if not (1 <= i <= height and 1 <= j <= width):
                raise NotLinear(f"unit({i}, {j}) in a matrix of shape {height} x {width}")
            return {"": SparseMatrix.from_entries({(i - 1, j - 1): 1}, height, width)}
        case Call("block", (row, column, inner)):
            return _block(int(_whole(row, place)), int(_whole(column, place)), inner, place)
        case Call("orbital", indices) if place.orbital is not None:
            return {"": place.orbital([int(_whole(index, place)) for index in indices])}
        case Index(Matrix(rows), (index,)) if place.points and width == 1:
            return _entrywise([[entry] for entry in rows[_point(index, place)[0]]], place)
        case Series(index, lower, upper, body):
            return read(_unrolled(index, lower, upper, body, place), place)
        case _:
            if (height, width) != (1, 1):
                raise NotLinear("a scalar where a matrix is needed")
            return {k: SparseMatrix.from_entries({(0, 0): v}, 1, 1) for k, v in scalar(term, place).items()}


def _block(i: int, j: int, inner: Term, place: Place) -> Linear:
    """A matrix between two summands, with zeros around it."""
    rows, columns = place.summands
    if not (1 <= i <= len(rows) and 1 <= j <= len(columns)):
        raise NotLinear(f"block({i}, {j}, …) where there are {len(rows)} x {len(columns)} blocks")
    top, left = sum(map(prod, rows[: i - 1])), sum(map(prod, columns[: j - 1]))
    found = read(inner, replace(place, rows=rows[i - 1], columns=columns[j - 1], orbital=None, summands=((), ())))
    return {
        key: SparseMatrix.from_entries({(top + a, left + b): x for a, row in enumerate(m.rows) for b, x in row.items()}, *place.shape)
        for key, m in found.items()
    }


def is_matrix(term: Term) -> bool:
    """Whether a term is a matrix by its form."""
    match term:
        case Identity() | Ones() | Matrix() | Vector() | Call("kron" | "transpose" | "adjacency" | "unit" | "orbital" | "block", _):
            return True
        case Add(args) | Mul(args):
            return any(is_matrix(arg) for arg in args)
        case Pow(base, _):
            return is_matrix(base)
        case Series(_, _, _, body):
            return is_matrix(body)
        case _:
            return False


def _entrywise(rows: list[list[Term]], place: Place) -> Linear:
    if (len(rows), len(rows[0]) if rows else 0) != place.shape:
        raise NotLinear(f"a matrix of shape {len(rows)} x {len(rows[0]) if rows else 0} where {place.shape} is needed")
    total: dict[Key, dict[tuple[int, int], Scalar]] = {}
    for i, row in enumerate(rows):
        for j, entry in enumerate(row):
            for key, value in scalar(entry, place).items():
                total.setdefault(key, {})[i, j] = value
    return {key: SparseMatrix.from_entries(table, *place.shape) for key, table in total.items()}


def _product(args: tuple[Term, ...], place: Place) -> Linear:
    factor: dict[Key, Scalar] = {"": 1}
    matrices: list[Term] = []
    for arg in args:
        if is_matrix(arg):
            matrices.append(arg)
        else:
            factor = _times(factor, scalar(arg, place))
    if not matrices:
        if place.shape != (1, 1):
            raise NotLinear("a scalar where a matrix is needed")
        return {k: SparseMatrix.from_entries({(0, 0): v}, 1, 1) for k, v in factor.items()}
    result = _chain(matrices, place)
    total: Linear = {}
    for a, x in factor.items():
        for b, m in result.items():
            if a and b:
                raise NotLinear(f"a product of the constants {a} and {b}")
            scaled = m.scale(x)
            total[a or b] = total[a or b] + scaled if (a or b) in total else scaled
    return total


def _chain(matrices: list[Term], place: Place) -> Linear:
    """A product of matrices; inner sizes are those of explicit matrices, else of the square place."""
    if len(matrices) == 1:
        return read(matrices[0], place)
    first, rest = matrices[0], matrices[1:]
    inner = _inner(first, rest[0], place)
    left = read(first, replace(place, columns=inner))
    right = _chain(rest, replace(place, rows=inner))
    total: Linear = {}
    for a, x in left.items():
        for b, y in right.items():
            if a and b:
                raise NotLinear(f"a product of the constants {a} and {b}")
            value = x @ y
            total[a or b] = total[a or b] + value if (a or b) in total else value
    return total


def _inner(first: Term, second: Term, place: Place) -> tuple[int, ...]:
    if isinstance(first, Matrix):
        return (len(first.rows[0]),)
    if isinstance(second, Matrix):
        return (len(second.rows),)
    if isinstance(first, Identity):
        return place.rows
    if isinstance(second, Identity) or place.rows == place.columns:
        return place.columns
    raise NotLinear("the inner size of a product of matrices is not known")


def _kron(left: Term, right: Term, place: Place) -> Linear:
    cut = _leaves(left)
    whole = cut + _leaves(right)
    if len(place.rows) not in (1, whole) or len(place.columns) not in (1, whole):
        raise NotLinear("the Kronecker factors do not match the factors of the functors")
    if (len(place.rows) == 1 and place.rows[0] != 1) or (len(place.columns) == 1 and place.columns[0] != 1):
        raise NotLinear("the functors are not tensor products of as many factors")
    rows = (place.rows[:cut], place.rows[cut:]) if len(place.rows) == whole else ((1,) * cut, (1,) * (whole - cut))
    columns = (
        (place.columns[:cut], place.columns[cut:]) if len(place.columns) == whole else ((1,) * cut, (1,) * (whole - cut))
    )
    a = read(left, replace(place, rows=rows[0], columns=columns[0]))
    b = read(right, replace(place, rows=rows[1], columns=columns[1]))
    total: Linear = {}
    for key, x in a.items():
        for other, y in b.items():
            if key and other:
                raise NotLinear(f"a product of the constants {key} and {other}")
            value = x.kron(y)
            total[key or other] = total[key or other] + value if (key or other) in total else value
    return total


def _leaves(term: Term) -> int:
    match term:
        case Call("kron", args):
            return sum(_leaves(arg) for arg in args)
        case Mul(args) | Add(args):
            return max((_leaves(arg) for arg in args if is_matrix(arg)), default=1)
        case Call("transpose", (inner,)):
            return _leaves(inner)
        case _:
            return 1


def _unrolled(index: str, lower: Term, upper: Term, body: Term, place: Place) -> Term:
    ends = []
    for bound in (lower, upper):
        value = scalar(bound, place)
        number = value.get("", 0)
        if set(value) - {""} or not isinstance(number, int):
            raise NotLinear("a sum whose range is not a range of whole numbers")
        ends.append(number)
    if ends[1] - ends[0] > 1000:
        raise NotLinear("a sum of more than 1000 terms")
    return Add(tuple(substitute(body, {index: Num(Fraction(k))}) for k in range(ends[0], ends[1] + 1)))


def scalar(term: Term, place: Place) -> dict[Key, Scalar]:
    """A scalar term as a linear expression in arbitrary constants. Raises NotLinear."""
    match term:
        case Num(given):
            return {"": plain(given)} if given else {}
        case Const("i"):
            return {"": I}
        case Name(name) if name in place.unknowns:
            return {name: 1}
        case Name(name) if name in place.numbers:
            return {"": place.numbers[name]} if place.numbers[name] else {}
        case Index(Name(name), indices) if name in place.unknowns:
            return {f"{name}[{','.join(_whole(i, place) for i in indices)}]": 1}
        case Add(args):
            total: dict[Key, Scalar] = {}
            for arg in args:
                for key, value in scalar(arg, place).items():
                    total[key] = plain(total.get(key, 0) + value)
            return {key: value for key, value in total.items() if value}
        case Mul(args):
            multiplied: dict[Key, Scalar] = {"": 1}
            for arg in args:
                multiplied = _times(multiplied, scalar(arg, place))
            return multiplied
        case Pow(base, Num(exponent)) if exponent.denominator == 1 and abs(exponent) <= 64:
            return _power(scalar(base, place), int(exponent))
        case Call("sqrt", (inner,)):
            under = scalar(inner, place)
            number = under.get("", 0)
            if set(under) - {""} or not isinstance(number, int | Fraction) or number < 0:
                raise NotLinear("a square root of something that is not a number")
            return {"": plain(algebraic_sqrt(number))} if number else {}
        case Call("delta", (left, right)):
            return {"": 1} if _point(left, place) == _point(right, place) else {}
        case Call("epsilon", args) if place.points:
            sign = _sign([_point(arg, place)[0] for arg in args])
            return {"": sign} if sign else {}
        case Apply(head, args) if head in place.unknowns and place.points:
            where = ",".join(":".join(map(str, _point(arg, place))) for arg in args)
            return {f"{head}({where})": 1}
        case Series(index, lower, upper, body):
            return scalar(_unrolled(index, lower, upper, body, place), place)
        case Index(base, indices) if isinstance(base, Matrix | Vector) and place.points:
            return _table_entry(base, indices, place)
        case _:
            raise NotLinear("a function that is not linear in the constants, or has no exact value here")


def _sign(values: list[int]) -> int:
    """The sign of a permutation of 0..n-1, 0 where a value is repeated. Raises NotLinear for other values."""
    if any(not 0 <= value < len(values) for value in values):
        raise NotLinear("epsilon takes as many indices as each of them has values")
    inversions = sum(a > b for k, b in enumerate(values) for a in values[:k])
    return 0 if len(set(values)) < len(values) else (-1) ** inversions


def _table_entry(base: Matrix | Vector, indices: tuple[Term, ...], place: Place) -> dict[Key, Scalar]:
    positions = [_point(index, place)[0] for index in indices]
    sizes = (len(base.entries),) if isinstance(base, Vector) else (len(base.rows), len(base.rows[0]))
    if any(k >= size for k, size in zip(positions, sizes, strict=False)):
        raise NotLinear("an index beyond the size of a table")
    if isinstance(base, Vector):
        return scalar(base.entries[positions[0]], place)
    if len(positions) == 1:
        row = base.rows[positions[0]]
        if len(row) != 1:
            raise NotLinear("a row of a table where a number is needed")
        return scalar(row[0], place)
    return scalar(base.rows[positions[0]][positions[1]], place)


def _whole(term: Term, place: Place) -> str:
    value = scalar(term, place)
    number = value.get("", 0)
    if set(value) - {""} or not isinstance(number, int):
        raise NotLinear("an index that is not a whole number")
    return str(number)


def _point(term: Term, place: Place) -> tuple[int, ...]:
    """A point, a coordinate of a point, or a point given by its label."""
    match term:
        case Name(name) if name in place.points:
            return place.points[name]
        case Index(Name(name), (Num(k),)) if name in place.points:
            whole = place.points[name]
            if k.denominator != 1 or not 1 <= k <= len(whole):
                raise NotLinear(f"the point {name} has {len(whole)} coordinates")
            return (whole[int(k) - 1],)
        case Num(k) if str(k) in place.labels:
            return (place.labels[str(k)],)
        case _:
            raise NotLinear("delta of something that is not a point")


def _times(left: Mapping[Key, Scalar], right: Mapping[Key, Scalar]) -> dict[Key, Scalar]:
    total: dict[Key, Scalar] = {}
    for a, x in left.items():
        for b, y in right.items():
            if a and b:
                raise NotLinear(f"a product of the constants {a} and {b}")
            total[a or b] = plain(total.get(a or b, 0) + x * y)
    return {key: value for key, value in total.items() if value}


def _power(value: dict[Key, Scalar], exponent: int) -> dict[Key, Scalar]:
    if exponent == 1:
        return value
    if set(value) - {""}:
        raise NotLinear("a power of an arbitrary constant")
    number = value.get("", 0)
    if exponent < 0:
        if not number:
            raise NotLinear("a division by zero")
        return {"": plain((Fraction(1) / number) ** -exponent)}
    result = plain(number**exponent)
    return {"": result} if result else {}
