"""Terms as SymPy expressions: the one place where the two meet, and in this direction only.

Nothing is parsed and nothing evaluated from text: each node is built by its constructor. Coordinates of a name become
entries of a `MatrixSymbol` column where the caller names its dimension, else of an `IndexedBase`; an arbitrary function
becomes an undefined `Function`, and so does a word that SymPy does not know. Vectors that have no coordinates are `MatrixSymbol`s, so that `dot` and `norm` stay exact.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import reduce
from operator import add as plus
from operator import mul as times
from typing import Any

from catalg.terms.term import (
    Add,
    Apply,
    Call,
    Const,
    Derived,
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
    expand_lets,
)


class NoSympy(ValueError):
    """A term that has no counterpart in SymPy; the message says which part."""


def to_sympy(term: Term, shapes: Mapping[str, tuple[Any, ...]] | None = None, size: Any = None) -> Any:
    """The SymPy expression of a term.

    `shapes` gives the dimensions of names that are vectors `(d,)` or matrices `(m, n)`, as integers or SymPy
    expressions; every other name is a scalar. `size` is the shape of `I` and `ones`. Raises NoSympy.

    >>> from catalg.terms import Apply, Call, sub
    >>> str(to_sympy(Apply("kappa", (sub(Name("k"), Name("q")),))))
    'kappa(k - q)'
    >>> str(to_sympy(Call("dot", (Name("x"), Name("y"))), {"x": (3,), "y": (3,)}))
    'x[0, 0]*y[0, 0] + x[1, 0]*y[1, 0] + x[2, 0]*y[2, 0]'
    """
    return _Converter(dict(shapes or {}), size).convert(expand_lets(term) if isinstance(term, Let) else term)


class _Converter:
    def __init__(self, shapes: Mapping[str, tuple[Any, ...]], size: Any) -> None:
        import sympy

        self.sympy: Any = sympy
        self.shapes, self.size = shapes, size

    def convert(self, term: Term) -> Any:
        sp = self.sympy
        match term:
            case Num(value):
                return sp.Rational(value.numerator, value.denominator)
            case Const(name):
                return {"pi": sp.pi, "i": sp.I, "oo": sp.oo}[name]
            case Name(name):
                return self._name(name)
            case Add(args):
                return reduce(plus, self._aligned([self.convert(arg) for arg in args]))
            case Mul(args):
                return reduce(times, [self.convert(arg) for arg in args])
            case Pow(base, exponent):
                return self._power(self.convert(base), self.convert(exponent))
            case Call(head, args):
                return self._call(head, args)
            case Apply(head, args):
                return sp.Function(head)(*(self._argument(self.convert(arg)) for arg in args))
            case Derived(head, component, order, args):
                return self._derivative(head, component, order, [self.convert(arg) for arg in args])
            case Index(base, indices):
                return self._index(base, [self.convert(index) for index in indices])
            case Vector(entries):
                return sp.ImmutableMatrix([self.convert(entry) for entry in entries])
            case Matrix(rows):
                return sp.ImmutableMatrix([[self.convert(entry) for entry in row] for row in rows])
            case Identity():
                return sp.Identity(self._size("I")[0])
            case Ones():
                return sp.OneMatrix(*self._size("ones"))
            case Series(index, lower, upper, body):
                bounds = (sp.Symbol(index, integer=True), self.convert(lower), self.convert(upper))
                inner = _Converter({k: v for k, v in self.shapes.items() if k != index}, self.size).convert(body)
                return sp.Sum(inner.subs(sp.Symbol(index), bounds[0]), bounds)
            case Relation(op, left, right):
                kinds = {"=": sp.Eq, "!=": sp.Ne, "<": sp.Lt, "<=": sp.Le, ">": sp.Gt, ">=": sp.Ge}
                return kinds[op](self.convert(left), self.convert(right), evaluate=False)
            case Let():
                return self.convert(expand_lets(term))
            case _:
                raise NoSympy(f"{type(term).__name__} has no counterpart in SymPy")

    def _name(self, name: str) -> Any:
        shape = self.shapes.get(name)
        if shape is None:
            return self.sympy.Symbol(name)
        rows, columns = (*shape, 1)[:2]
        return self.sympy.MatrixSymbol(name, rows, columns)

    def _size(self, what: str) -> tuple[Any, Any]:
        if self.size is None:
            raise NoSympy(f"the size of {what} is not known")
        rows, columns = self.size
        return rows, columns

    def _aligned(self, values: list[Any]) -> list[Any]:
        """Explicit matrices and symbolic ones add only when all of them are of one kind."""
        sp = self.sympy
        if any(isinstance(value, sp.MatrixBase) for value in values):
            return [value.as_explicit() if isinstance(value, sp.MatrixExpr) else value for value in values]
        return values

    def _argument(self, value: Any) -> Any:
        """Matrix expressions as arguments of undefined functions stay as they are."""
        return self.sympy.ImmutableMatrix(value) if isinstance(value, self.sympy.MatrixBase) else value

    def _power(self, base: Any, exponent: Any) -> Any:
        if getattr(base, "is_Matrix", False):
            return base**exponent
        return self.sympy.Pow(base, exponent)

    def _index(self, base: Term, indices: list[Any]) -> Any:
        sp = self.sympy
        if isinstance(base, Name) and base.name not in self.shapes:
            return sp.IndexedBase(base.name)[tuple(indices)]
        value = self.convert(base)
        places = [index - 1 for index in indices]
        return value[places[0], 0] if len(places) == 1 and value.shape[1] == 1 else value[tuple(places)]

    def _derivative(self, head: str, component: tuple[int, ...], order: tuple[int, ...], args: list[Any]) -> Any:
        sp = self.sympy
        if component:
            raise NoSympy(f"a component of {head} has no counterpart in SymPy")
        slots = [sp.Dummy(f"xi_{k}") for k in range(1, len(args) + 1)]
        by = [slot for slot, times in zip(slots, order, strict=False) for _ in range(times)]
        whole = sp.Function(head)(*slots)
        return sp.Subs(sp.Derivative(whole, *by), slots, args) if by else whole.xreplace(dict(zip(slots, args, strict=True)))

    def _call(self, head: str, args: tuple[Term, ...]) -> Any:
        sp = self.sympy
        values = [self.convert(arg) for arg in args]
        rule = self._table().get(head)
        if rule is not None:
            return rule(*values)
        if head in _ELEMENTARY:
            return getattr(sp, _ELEMENTARY[head])(*values)
        return sp.Function(head)(*values)

    def _table(self) -> Mapping[str, Callable[..., Any]]:
        sp = self.sympy
        return {
            "dot": self._dot,
            "norm": lambda x: sp.sqrt(self._dot(x, x)) if getattr(x, "is_Matrix", False) else sp.Function("norm")(x),
            "transpose": lambda x: x.T if getattr(x, "is_Matrix", False) else x,
            "inverse": lambda x: x.inv(),
            "kron": lambda *xs: sp.kronecker_product(*xs),
            "angle": lambda x, y: sp.atan2(x[0] * y[1] - x[1] * y[0], x[0] * y[0] + x[1] * y[1]),
            "arg": lambda x: sp.atan2(x[1], x[0]),
            "trace": lambda x: sp.trace(x),
            "det": lambda x: sp.det(x),
            "jacobi": lambda n, a, b, t: sp.jacobi(n, a, b, t),
            "adjacency": lambda x: x,
        }

    def _dot(self, x: Any, y: Any) -> Any:
        if not (getattr(x, "is_Matrix", False) and getattr(y, "is_Matrix", False)):
            return self.sympy.Function("dot")(x, y)
        rows = x.shape[0]
        if getattr(rows, "is_Integer", isinstance(rows, int)):
            return self.sympy.Add(*(x[k, 0] * y[k, 0] for k in range(int(rows))))
        return (x.T * y)[0, 0]


_ELEMENTARY = {
    "exp": "exp", "log": "log", "sqrt": "sqrt", "sin": "sin", "cos": "cos", "tan": "tan", "cot": "cot", "sec": "sec",
    "csc": "csc", "asin": "asin", "acos": "acos", "atan": "atan", "atan2": "atan2", "sinh": "sinh", "cosh": "cosh",
    "tanh": "tanh", "abs": "Abs", "max": "Max", "min": "Min", "legendre": "legendre", "gegenbauer": "gegenbauer",
    "chebyshev": "chebyshevt", "chebyshev_u": "chebyshevu", "delta": "KroneckerDelta",
}  # fmt: skip
