"""Formulas with operators, for tests: `F` wraps a term so that identities read as they are written."""

from __future__ import annotations

from fractions import Fraction

from catalg.terms import Add, Apply, Call, Const, Index, Mul, Name, Num, Pow, Relation, Series, Term

Number = int | Fraction


class F:
    """A term with operators; raw nodes, so that no domain is lost on the way."""

    def __init__(self, term: Term) -> None:
        self.term = term

    def __repr__(self) -> str:
        """The term's, so that the names of tests are the same in every process."""
        return f"F({self.term!r})"

    def __add__(self, other: F | Number) -> F:
        return F(Add((self.term, wrap(other).term)))

    def __mul__(self, other: F | Number) -> F:
        return F(Mul((self.term, wrap(other).term)))

    def __neg__(self) -> F:
        return F(Mul((Num(Fraction(-1)), self.term)))

    def __sub__(self, other: F | Number) -> F:
        return self + (-wrap(other))

    def __truediv__(self, other: F | Number) -> F:
        return self * wrap(other) ** -1

    def __pow__(self, other: F | Number) -> F:
        return F(Pow(self.term, wrap(other).term))

    def __radd__(self, other: Number) -> F:
        return wrap(other) + self

    def __rmul__(self, other: Number) -> F:
        return wrap(other) * self

    def __rsub__(self, other: Number) -> F:
        return wrap(other) - self

    def __rtruediv__(self, other: Number) -> F:
        return wrap(other) / self

    def __getitem__(self, at: F | int | tuple[F | int, ...]) -> F:
        places = at if isinstance(at, tuple) else (at,)
        return F(Index(self.term, tuple(wrap(p).term for p in places)))

    def __lt__(self, other: F | Number) -> Relation:
        return Relation("<", self.term, wrap(other).term)

    def __gt__(self, other: F | Number) -> Relation:
        return Relation(">", self.term, wrap(other).term)

    def __ge__(self, other: F | Number) -> Relation:
        return Relation(">=", self.term, wrap(other).term)

    def __le__(self, other: F | Number) -> Relation:
        return Relation("<=", self.term, wrap(other).term)


def wrap(value: F | Number) -> F:
    """The value as a formula."""
    return value if isinstance(value, F) else F(Num(Fraction(value)))


def name(text: str) -> F:
    """A name."""
    return F(Name(text))


def call(head: str, *args: F | Number) -> F:
    """A function of the vocabulary."""
    return F(Call(head, tuple(wrap(a).term for a in args)))


def apply(head: str, *args: F | Number) -> F:
    """An arbitrary function."""
    return F(Apply(head, tuple(wrap(a).term for a in args)))


def total(index: str, lower: F | Number, upper: F | Number, body: F) -> F:
    """A sum."""
    return F(Series(index, wrap(lower).term, wrap(upper).term, body.term))


pi, i, oo = F(Const("pi")), F(Const("i")), F(Const("oo"))
half = Fraction(1, 2)


def _unary(head: str):
    def function(value: F | Number) -> F:
        return call(head, value)

    return function


exp, log, sqrt, sin, cos, tan = map(_unary, ("exp", "log", "sqrt", "sin", "cos", "tan"))
cot, sec, csc, asin, acos, atan = map(_unary, ("cot", "sec", "csc", "asin", "acos", "atan"))
sinh, cosh, tanh, size = map(_unary, ("sinh", "cosh", "tanh", "abs"))
