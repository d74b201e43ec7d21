"""The vocabulary of formulas: one table of functions, and the inference of shapes over it.

A shape is a tuple of dimensions: `()` a scalar, `(d,)` a column, `(r, c)` a matrix; a transposed column is a
`(1, d)` row. Dimensions are polynomials in parameters, so that inference works for symbolic sizes. The
inference is the usual syntax-directed one (linear algebra is its own typing discipline); `I` and `ones` take
their sizes from their neighbours, hence an intermediate shape may be unsized.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from catalg.terms import (
    Add,
    Apply,
    Call,
    Const,
    Derived,
    Dim,
    Identity,
    Index,
    Let,
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
)

Shape = tuple[Dim, ...]
SCALAR: Shape = ()


class ShapeError(ValueError):
    """Shapes that do not fit. `term` is the offending subterm; the message is one short sentence."""

    def __init__(self, term: Term, message: str) -> None:
        super().__init__(message)
        self.term = term


@dataclass(frozen=True, slots=True)
class Function:
    """An entry of the vocabulary.

    `parameters` names the sort of each argument: `scalar`, `vector`, `plane` (a vector of dimension 2),
    `space` (dimension 3), `square`, `matrix` or `any`. With `variadic` the last may be repeated. `result` is
    `scalar`, or a rule by which shapes combine: `transpose`, `same`, `kron`, `first`, `coupling`.
    """

    name: str
    parameters: tuple[str, ...]
    result: str
    meaning: str
    variadic: bool = False


@dataclass(frozen=True, slots=True)
class Constant:
    """A word of the vocabulary without arguments."""

    name: str
    meaning: str


def _scalar(name: str, count: int, meaning: str) -> Function:
    return Function(name, ("scalar",) * count, "scalar", meaning)


FUNCTIONS: Mapping[str, Function] = {
    entry.name: entry
    for entry in (
        Function("dot", ("vector", "vector"), "scalar", "the sum of products of coordinates"),
        Function("norm", ("vector",), "scalar", "the Euclidean length"),
        Function(
            "angle",
            ("plane", "plane"),
            "scalar",
            "the signed angle from the first to the second, in (-pi, pi]",
        ),
        Function("arg", ("plane",), "scalar", "the polar angle in (-pi, pi], undefined at the origin"),
        _scalar("delta", 2, "1 if both are equal, else 0"),
        Function("transpose", ("any",), "transpose", "the transposed matrix; a row for a column"),
        Function("det", ("square",), "scalar", "the determinant"),
        Function("trace", ("square",), "scalar", "the sum of the diagonal"),
        Function("inverse", ("square",), "same", "the inverse matrix, undefined where det = 0"),
        Function("kron", ("any", "any"), "kron", "the Kronecker product, first factor outermost", True),
        _scalar("exp", 1, "the exponential function"),
        _scalar("log", 1, "the natural logarithm, for positive arguments"),
        _scalar("sqrt", 1, "the non-negative square root, for non-negative arguments"),
        _scalar("sin", 1, "sine"),
        _scalar("cos", 1, "cosine"),
        _scalar("tan", 1, "sin / cos"),
        _scalar("cot", 1, "cos / sin"),
        _scalar("sec", 1, "1 / cos"),
        _scalar("csc", 1, "1 / sin"),
        _scalar("asin", 1, "the inverse sine on [-1, 1], in [-pi/2, pi/2]"),
        _scalar("acos", 1, "the inverse cosine on [-1, 1], in [0, pi]"),
        _scalar("atan", 1, "the inverse tangent, in (-pi/2, pi/2)"),
        _scalar("atan2", 2, "atan2(y, x): the polar angle of (x, y) in (-pi, pi], undefined at the origin"),
        _scalar("sinh", 1, "hyperbolic sine"),
        _scalar("cosh", 1, "hyperbolic cosine"),
        _scalar("tanh", 1, "hyperbolic tangent"),
        _scalar("abs", 1, "the absolute value"),
        Function("max", ("scalar",), "scalar", "the largest", True),
        Function("min", ("scalar",), "scalar", "the smallest", True),
        _scalar("legendre", 2, "legendre(l, t): the Legendre polynomial of degree l"),
        _scalar("gegenbauer", 3, "gegenbauer(l, alpha, t): the Gegenbauer polynomial of degree l"),
        _scalar("chebyshev", 2, "chebyshev(l, t): the Chebyshev polynomial of the first kind"),
        _scalar("chebyshev_u", 2, "chebyshev_u(l, t): the Chebyshev polynomial of the second kind"),
        _scalar("jacobi", 4, "jacobi(l, a, b, t): the Jacobi polynomial of degree l"),
        Function(
            "Y",
            ("scalar", "scalar", "space"),
            "scalar",
            "Y(l, m, x): the real spherical harmonic of x/|x|, orthonormal, m = -l..l",
        ),
        Function(
            "clebsch_gordan",
            ("scalar", "scalar", "scalar", "space"),
            "coupling",
            "clebsch_gordan(l, J, L, x): the (2J+1) x (2l+1) matrix that couples irrep(l) to irrep(J) through the harmonics of degree L at x",
        ),
    )
}

PLACED: Mapping[str, Function] = {
    entry.name: entry
    for entry in (
        Function("unit", ("scalar", "scalar"), "place", "unit(i, j): the matrix unit, 1 in row i and column j and 0 elsewhere"),
        Function(
            "orbital", ("scalar",), "place",
            "orbital(i, j): 1 or -1 on the orbit of the entry in row i and column j, 1 at that entry, 0 elsewhere", True,
        ),
        Function(
            "block", ("scalar", "scalar", "any"), "place",
            "block(i, j, X): X from the j-th summand of the source to the i-th of the target, 0 elsewhere",
        ),
        Function("epsilon", ("scalar", "scalar"), "scalar", "the sign of a permutation of indices, 0 if two are equal", True),
    )
}
"""Words of formulas for elements of linear ends only: they take their shape or their range from the end.

Elsewhere they are names like any other.
"""

CONSTANTS: Mapping[str, Constant] = {
    entry.name: entry
    for entry in (
        Constant("pi", "the circle number"),
        Constant("i", "the imaginary unit, unless bound"),
        Constant("oo", "the upper end of an infinite sum"),
        Constant("I", "the identity matrix; its size comes from the context"),
        Constant("ones", "the matrix of ones; its shape comes from the context"),
    )
}

BINDERS: Mapping[str, Constant] = {"sum": Constant("sum", "sum(index, from, to, term)")}

VOCABULARY: frozenset[str] = frozenset(FUNCTIONS) | frozenset(CONSTANTS) | frozenset(BINDERS)


def accepts(function: Function, count: int) -> bool:
    """Whether the number of arguments is right.

    >>> accepts(FUNCTIONS["dot"], 3)
    False
    """
    wanted = len(function.parameters)
    return count == wanted or (function.variadic and count > wanted)


def describe(shape: Shape | None) -> str:
    """A shape in words.

    >>> describe((Dim.parameter("n"), Dim.of(2)))
    'an n x 2 matrix'
    """
    if shape is None:
        return "a matrix of open size"
    if not shape:
        return "a scalar"
    if len(shape) == 1:
        return f"a vector of dimension {shape[0]}"
    text = str(shape[0])
    article = "an" if text[0] in "aeinoxAEINOX8" else "a"
    return f"{article} {text} x {shape[1]} matrix"


def shape_of(term: Term, shapes: Mapping[str, Shape], expected: Shape | None = None) -> Shape:
    """The shape of a term.

    `shapes` gives the shapes of names, and of the values of arbitrary functions; a name that it lacks is a
    scalar. `expected` sizes a term whose `I` or `ones` stand alone. Raises ShapeError, with the offending
    subterm.

    >>> x = Name("x")
    >>> d = Dim.parameter("d")
    >>> shape_of(Mul((x, Call("transpose", (x,)))), {"x": (d,)}) == (d, d)
    True
    >>> shape_of(Call("norm", (x, x)), {"x": (d,)})
    Traceback (most recent call last):
    catalg.exact.functions.ShapeError: norm takes 1 argument, not 2
    """
    shape = _infer(term, shapes)
    if shape is None:
        shape = expected
    if shape is None:
        raise ShapeError(term, "the size of I or ones is not determined here")
    if expected is not None and shape != expected:
        raise ShapeError(term, f"this is {describe(shape)}, where {describe(expected)} is expected")
    return shape


def _infer(term: Term, shapes: Mapping[str, Shape]) -> Shape | None:
    match term:
        case Num() | Const():
            return SCALAR
        case Name(name):
            return shapes.get(name, SCALAR)
        case Identity() | Ones():
            return None
        case Add(args):
            return _sum(term, args, shapes)
        case Mul(args):
            return _product(args, shapes)
        case Pow(base, exponent):
            return _power(term, base, exponent, shapes)
        case Call("adjacency", (Name(graph),)):
            return shapes.get(graph)
        case Call(head, args):
            return _call(term, head, args, shapes)
        case Apply(head, args):
            for arg in args:
                _infer(arg, shapes)
            return shapes.get(head, SCALAR)
        case Derived(_, _, _, args):
            for arg in args:
                _demand(arg, shapes)
            return SCALAR
        case Index(base, indices):
            return _index(term, base, indices, shapes)
        case Vector(entries):
            for entry in entries:
                _demand(entry, shapes)
            return (Dim.of(len(entries)),)
        case Matrix(rows):
            for row in rows:
                if len(row) != len(rows[0]):
                    raise ShapeError(term, "the rows of a matrix have one length")
                for entry in row:
                    _demand(entry, shapes)
            return (Dim.of(len(rows)), Dim.of(len(rows[0]) if rows else 0))
        case Series(index, lower, upper, body):
            _demand(lower, shapes)
            _demand(upper, shapes)
            return _infer(body, {name: shape for name, shape in shapes.items() if name != index})
        case Let(bindings, body):
            inner = dict(shapes)
            for name, value in bindings:
                inner[name] = shape_of(value, inner)
            return _infer(body, inner)
        case Relation(_, left, right):
            _sum(term, (left, right), shapes)
            return SCALAR
        case _:
            raise ShapeError(term, f"a {type(term).__name__} has no shape")


def _demand(term: Term, shapes: Mapping[str, Shape]) -> None:
    shape = _infer(term, shapes)
    if shape != SCALAR:
        raise ShapeError(term, f"a scalar is expected here, not {describe(shape)}")


def _sum(term: Term, args: tuple[Term, ...], shapes: Mapping[str, Shape]) -> Shape | None:
    found: Shape | None = None
    unsized = False
    for arg in args:
        shape = _infer(arg, shapes)
        if shape is None:
            unsized = True
        elif found is None:
            found = shape
        elif found != shape:
            raise ShapeError(arg, f"{describe(shape)} does not go with {describe(found)}")
    if unsized and found is not None and len(found) != 2:
        raise ShapeError(term, f"a matrix does not go with {describe(found)}")
    return found


def _product(args: tuple[Term, ...], shapes: Mapping[str, Shape]) -> Shape | None:
    total: Shape | None = SCALAR
    for arg in args:
        shape = _infer(arg, shapes)
        if total == SCALAR:
            total = shape
        elif shape is None or total is None:
            total = total if shape is None or shape == SCALAR else shape
        elif shape != SCALAR:
            total = _multiply(arg, total, shape)
    return total


def _multiply(arg: Term, left: Shape, right: Shape) -> Shape:
    if len(left) == 1 and len(right) == 1:
        raise ShapeError(arg, "two vectors are not multiplied; dot(x, y) and x*y' are meant for them")
    width = left[1] if len(left) == 2 else Dim.of(1)
    if width != right[0]:
        raise ShapeError(arg, f"{describe(right)} does not follow {describe(left)} in a product")
    if len(left) == 1:
        return (left[0], right[1])
    if len(right) == 1:
        return SCALAR if left[0] == Dim.of(1) else (left[0],)
    return (left[0], right[1])


def _power(term: Term, base: Term, exponent: Term, shapes: Mapping[str, Shape]) -> Shape | None:
    _demand(exponent, shapes)
    shape = _infer(base, shapes)
    if shape == SCALAR or shape is None:
        return shape
    if len(shape) == 1 or shape[0] != shape[1]:
        raise ShapeError(term, f"{describe(shape)} has no powers")
    if not (isinstance(exponent, Num) and exponent.value.denominator == 1):
        raise ShapeError(exponent, "a matrix has integer powers only")
    return shape


def _index(term: Term, base: Term, indices: tuple[Term, ...], shapes: Mapping[str, Shape]) -> Shape:
    for index in indices:
        _demand(index, shapes)
    if isinstance(base, Name) and base.name not in shapes:
        return SCALAR
    shape = _infer(base, shapes)
    if shape is None or len(shape) != len(indices):
        raise ShapeError(term, f"{describe(shape)} does not take {len(indices)} indices")
    for index, size in zip(indices, shape, strict=True):
        bound = size.constant()
        if isinstance(index, Num) and (index.value.denominator != 1 or index.value < 1):
            raise ShapeError(index, "coordinates count from 1")
        if isinstance(index, Num) and bound is not None and index.value > bound:
            raise ShapeError(index, f"there are only {bound} coordinates here")
    return SCALAR


def _call(term: Term, head: str, args: tuple[Term, ...], shapes: Mapping[str, Shape]) -> Shape | None:
    function = FUNCTIONS.get(head) or PLACED.get(head)
    if function is None:
        raise ShapeError(term, f"{head} is not a function of the vocabulary")
    if not accepts(function, len(args)):
        count = len(function.parameters)
        least = "at least " if function.variadic else ""
        raise ShapeError(term, f"{head} takes {least}{count} argument{'s' * (count != 1)}, not {len(args)}")
    sorts = function.parameters + function.parameters[-1:] * (len(args) - len(function.parameters))
    found = [_argument(head, sort, arg, shapes) for sort, arg in zip(sorts, args, strict=True)]
    if head in ("dot", "angle") and found[0] != found[1]:
        raise ShapeError(args[1], f"{describe(found[1])} does not go with {describe(found[0])} in {head}")
    match function.result:
        case "place":
            return shapes.get(head)
        case "same":
            return found[0]
        case "transpose":
            return _transpose(found[0])
        case "kron":
            total = found[0]
            for shape, arg in zip(found[1:], args[1:], strict=True):
                total = _kron(arg, total, shape)
            return total
        case "coupling":
            return _coupling(term, args)
        case _:
            return SCALAR


def _coupling(term: Term, args: tuple[Term, ...]) -> Shape:
    """(2J+1) x (2l+1); a column for l = 0, a row for J = 0. Concrete degrees must satisfy the triangle inequality."""
    source, target = (2 * _natural(arg) + 1 for arg in args[:2])
    found = [arg.value for arg in args[:3] if isinstance(arg, Num)]
    if len(found) == 3:
        l, J, L = found
        if any(v.denominator != 1 or v < 0 for v in found) or not abs(l - J) <= L <= l + J:
            raise ShapeError(term, f"degrees {l} and {J} do not couple through {L}: L is one of |l - J|, …, l + J")
        if max(l, J) > LARGEST_COUPLED:
            raise ShapeError(term, f"couplings are written out up to degree {LARGEST_COUPLED}")
    if source == Dim.of(1):
        return SCALAR if target == Dim.of(1) else (target,)
    return (target, source)


LARGEST_COUPLED = 24
"""Largest degree of `clebsch_gordan`."""


def _natural(term: Term) -> Dim:
    """A degree as a polynomial in parameters."""
    match term:
        case Num(value):
            return Dim.of(value)
        case Name(name):
            return Dim.parameter(name)
        case Add(args):
            total = Dim.of(0)
            for arg in args:
                total = total + _natural(arg)
            return total
        case Mul(args):
            product = Dim.of(1)
            for arg in args:
                product = product * _natural(arg)
            return product
    raise ShapeError(term, "a degree is a natural number or a sum of parameters")


def _transpose(shape: Shape | None) -> Shape | None:
    if not shape:
        return shape
    if len(shape) == 1:
        return (Dim.of(1), shape[0])
    return (shape[1],) if shape[0] == Dim.of(1) else (shape[1], shape[0])


def _kron(arg: Term, left: Shape | None, right: Shape | None) -> Shape | None:
    if left is None or right is None:
        return None
    if len(left) != len(right) and left and right:
        raise ShapeError(arg, f"kron of {describe(left)} and {describe(right)}")
    return tuple(a * b for a, b in zip(left, right, strict=True)) if left and right else left or right


def _argument(head: str, sort: str, arg: Term, shapes: Mapping[str, Shape]) -> Shape | None:
    shape = _infer(arg, shapes)
    match sort:
        case "scalar":
            fits = shape == SCALAR
        case "vector":
            fits = shape is not None and len(shape) == 1 or (head == "norm" and shape == SCALAR)
        case "plane" | "space":
            fits = shape == (Dim.of(2 if sort == "plane" else 3),)
        case "square":
            fits = shape is None or (len(shape) == 2 and shape[0] == shape[1])
        case _:
            fits = True
    if not fits:
        wanted = {
            "plane": "a vector of dimension 2",
            "space": "a vector of dimension 3",
            "square": "a square matrix",
        }
        raise ShapeError(arg, f"{head} takes {wanted.get(sort, 'a ' + sort)} here, not {describe(shape)}")
    return shape
