"""What is arbitrary in a formula: functions with their arities, constants, and families of constants."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from catalg.terms import Add, Apply, Index, Mul, Name, Series, Term, children, neg
from catalg.terms.term import expand_lets


@dataclass(frozen=True, slots=True)
class Unknown:
    """An arbitrary function of `arity` invariants (kind `function`), a `constant`, or a `family` of constants or functions."""

    name: str
    kind: str
    arity: int = 0
    arguments: tuple[Term, ...] = ()

    def __str__(self) -> str:
        match self.kind:
            case "function":
                return f"{self.name} (a function of {self.arity})"
            case "family":
                return f"{self.name} (a sequence)"
            case _:
                return self.name


def unknowns(formula: Term, bound: Collection[str]) -> tuple[Unknown, ...]:
    """The unknowns of a formula in order of appearance; `bound` are its arguments and parameters.

    >>> from catalg.terms import Call
    >>> [str(u) for u in unknowns(Apply("f", (Call("norm", (Name("x"),)),)), {"x"})]
    ['f (a function of 1)']
    """
    found: dict[str, Unknown] = {}

    def visit(term: Term, bound: frozenset[str]) -> None:
        match term:
            case Apply(head, args):
                first = args[0] if args else None
                family = isinstance(first, Name) and first.name in bound - given
                kind = "family" if family else "function"
                found.setdefault(head, Unknown(head, kind, len(args) - family, args[1:] if family else args))
            case Index(Name(name), _) if name not in bound:
                found.setdefault(name, Unknown(name, "family"))
                return
            case Name(name) if name not in bound:
                found.setdefault(name, Unknown(name, "constant"))
            case Series(index, _, _, body):
                visit(body, bound | {index})
                return
        for part in children(term):
            visit(part, bound)

    given = frozenset(bound)
    visit(expand_lets(formula), given)
    return tuple(found.values())


def only_as_difference(formula: Term, first: str, second: str) -> bool:
    """Whether two names occur only in second - first or first - second.

    >>> from catalg.terms import sub
    >>> x, y = Name("x"), Name("y")
    >>> only_as_difference(Apply("f", (sub(y, x),)), "x", "y"), only_as_difference(Apply("f", (y,)), "x", "y")
    (True, False)
    """
    x, y = Name(first), Name(second)

    def is_difference(term: Term) -> bool:
        return isinstance(term, Add) and set(term.args) in ({y, neg(x)}, {x, neg(y)})

    def is_coordinate_difference(term: Term) -> bool:
        if not isinstance(term, Add) or len(term.args) != 2:
            return False
        plus = [a for a in term.args if isinstance(a, Index)]
        minus = [neg(a) for a in term.args if isinstance(a, Mul)]
        if len(plus) != 1 or len(minus) != 1 or not isinstance(minus[0], Index):
            return False
        return plus[0].indices == minus[0].indices and {plus[0].base, minus[0].base} == {x, y}

    def visit(term: Term) -> bool:
        if term in (x, y):
            return False
        if is_difference(term) or is_coordinate_difference(term):
            return True
        return all(visit(part) for part in children(term))

    return visit(formula)


__all__ = ["Unknown", "only_as_difference", "unknowns"]
