"""Formulas as frozen trees.

One sort of tree serves for what a user writes (after elaboration), for what a strategy finds, and for what the printers
show. Products keep their order, since matrices do not commute. The light constructors `add`, `mul`, `power`, `sub` and
`neg` drop units and flatten; they never expand, factor or sort.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction


class Term:
    """The base of every formula node."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Num(Term):
    """An exact rational number."""

    value: Fraction


@dataclass(frozen=True, slots=True)
class Const(Term):
    """A constant of the vocabulary: `pi`, `i` (the imaginary unit) or `oo`."""

    name: str


@dataclass(frozen=True, slots=True)
class Name(Term):
    """A variable, parameter, bound index or undeclared (arbitrary) constant."""

    name: str


@dataclass(frozen=True, slots=True)
class Add(Term):
    """A sum, in the order given."""

    args: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Mul(Term):
    """A product, in the order given (matrix products too)."""

    args: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Pow(Term):
    """A power; a quotient a/b is `Mul((a, Pow(b, Num(-1))))`."""

    base: Term
    exponent: Term


@dataclass(frozen=True, slots=True)
class Call(Term):
    """A function of the vocabulary: dot, norm, exp, legendre, transpose, kron, delta, det, …"""

    head: str
    args: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Apply(Term):
    """An arbitrary (undeclared) function at its arguments: `kappa(k - q)`."""

    head: str
    args: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Derived(Term):
    """A partial derivative of an arbitrary function, at its arguments.

    `order[k]` counts the derivatives by the k-th scalar argument (all zero: the component itself); `component` picks an
    entry, counted from 1, of a vector- or matrix-valued function and is empty for a scalar one.
    """

    head: str
    component: tuple[int, ...]
    order: tuple[int, ...]
    args: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Index(Term):
    """A coordinate `x[1]` (counted from 1) or an indexed arbitrary constant `a[l]`."""

    base: Term
    indices: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Vector(Term):
    """A column of scalars."""

    entries: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Matrix(Term):
    """A matrix by rows, all of one length."""

    rows: tuple[tuple[Term, ...], ...]


@dataclass(frozen=True, slots=True)
class Identity(Term):
    """`I`, whose size the context gives."""


@dataclass(frozen=True, slots=True)
class Ones(Term):
    """`ones`, the matrix of ones, whose shape the context gives."""


@dataclass(frozen=True, slots=True)
class Series(Term):
    """`sum(index, lower, upper, body)`; `upper` may be `Const("oo")`."""

    index: str
    lower: Term
    upper: Term
    body: Term


@dataclass(frozen=True, slots=True)
class Let(Term):
    """`body where name = value, …`; later bindings may use earlier ones."""

    bindings: tuple[tuple[str, Term], ...]
    body: Term


@dataclass(frozen=True, slots=True)
class Relation(Term):
    """A comparison: op is one of `=`, `!=`, `<`, `<=`, `>`, `>=`."""

    op: str
    left: Term
    right: Term


def num(value: int | Fraction) -> Num:
    """The rational number as a term.

    >>> num(3)
    Num(value=Fraction(3, 1))
    """
    return Num(Fraction(value))


ZERO, ONE = num(0), num(1)


def add(*terms: Term) -> Term:
    """The sum, flattened, zeros dropped.

    >>> add(num(0), Name("x"))
    Name(name='x')
    """
    args: list[Term] = []
    for term in terms:
        if isinstance(term, Add):
            args.extend(term.args)
        elif term != ZERO:
            args.append(term)
    if not args:
        return ZERO
    return args[0] if len(args) == 1 else Add(tuple(args))


def mul(*terms: Term) -> Term:
    """The product, flattened, units dropped, numbers collected in front, zero absorbing scalars.

    >>> mul(num(2), Name("x"), num(3))
    Mul(args=(Num(value=Fraction(6, 1)), Name(name='x')))
    """
    coefficient = Fraction(1)
    args: list[Term] = []
    for term in terms:
        for factor in term.args if isinstance(term, Mul) else (term,):
            if isinstance(factor, Num):
                coefficient *= factor.value
            else:
                args.append(factor)
    if coefficient == 0:
        return ZERO
    if coefficient != 1 or not args:
        args.insert(0, Num(coefficient))
    return args[0] if len(args) == 1 else Mul(tuple(args))


def neg(term: Term) -> Term:
    """The negative."""
    return mul(num(-1), term)


def sub(left: Term, right: Term) -> Term:
    """The difference."""
    return add(left, neg(right))


def power(base: Term, exponent: Term) -> Term:
    """The power, with exponents 0 and 1 removed and small integer powers of numbers evaluated."""
    if exponent == ONE:
        return base
    if exponent == ZERO:
        return ONE
    if (
        isinstance(base, Num)
        and isinstance(exponent, Num)
        and exponent.value.denominator == 1
        and abs(exponent.value) <= 64
        and (base.value != 0 or exponent.value > 0)
        and max(abs(base.value.numerator), base.value.denominator).bit_length() <= 256
    ):
        return Num(Fraction(base.value ** int(exponent.value)))
    return Pow(base, exponent)


def children(term: Term) -> tuple[Term, ...]:
    """The direct subterms, in reading order."""
    match term:
        case Add(args) | Mul(args) | Call(_, args) | Apply(_, args) | Derived(_, _, _, args):
            return args
        case Pow(base, exponent):
            return (base, exponent)
        case Index(base, indices):
            return (base, *indices)
        case Vector(entries):
            return entries
        case Matrix(rows):
            return tuple(entry for row in rows for entry in row)
        case Series(_, lower, upper, body):
            return (lower, upper, body)
        case Let(bindings, body):
            return (*(value for _, value in bindings), body)
        case Relation(_, left, right):
            return (left, right)
        case _:
            return ()


def rebuild(term: Term, parts: Iterable[Term]) -> Term:
    """The same node over other subterms, given in the order of `children`."""
    new = tuple(parts)
    match term:
        case Add():
            return add(*new)
        case Mul():
            return mul(*new)
        case Call(head, _):
            return Call(head, new)
        case Apply(head, _):
            return Apply(head, new)
        case Derived(head, component, order, _):
            return Derived(head, component, order, new)
        case Pow():
            return power(new[0], new[1])
        case Index():
            return Index(new[0], new[1:])
        case Vector():
            return Vector(new)
        case Matrix(rows):
            width = len(rows[0]) if rows else 0
            return Matrix(tuple(new[k : k + width] for k in range(0, len(new), width)) if width else rows)
        case Series(index, _, _, _):
            return Series(index, new[0], new[1], new[2])
        case Let(bindings, _):
            return Let(tuple((name, value) for (name, _), value in zip(bindings, new, strict=False)), new[-1])
        case Relation(op, _, _):
            return Relation(op, new[0], new[1])
        case _:
            return term


def walk(term: Term) -> Iterator[Term]:
    """The term and all its subterms, parents first."""
    stack = [term]
    while stack:
        node = stack.pop()
        yield node
        stack.extend(reversed(children(node)))


def transform(term: Term, change: Callable[[Term], Term]) -> Term:
    """Apply `change` to every node, children first."""
    return change(rebuild(term, [transform(part, change) for part in children(term)]))


def free_names(term: Term) -> frozenset[str]:
    """The names that occur free, those of arbitrary functions among them."""
    match term:
        case Name(name):
            return frozenset({name})
        case Apply(head, args) | Derived(head, _, _, args):
            return frozenset({head}).union(*(free_names(arg) for arg in args))
        case Series(index, lower, upper, body):
            return free_names(lower) | free_names(upper) | (free_names(body) - {index})
        case Let(bindings, body):
            bound: set[str] = set()
            free: set[str] = set()
            for name, value in bindings:
                free |= free_names(value) - bound
                bound.add(name)
            return frozenset(free | (free_names(body) - bound))
        case _:
            return frozenset().union(*(free_names(part) for part in children(term)))


def substitute(term: Term, values: Mapping[str, Term]) -> Term:
    """Replace free names by terms. Bound names are renamed where they would capture.

    >>> substitute(Name("x"), {"x": num(2)})
    Num(value=Fraction(2, 1))
    """
    if not values:
        return term
    match term:
        case Name(name):
            return values.get(name, term)
        case Series(index, lower, upper, body):
            inner = {k: v for k, v in values.items() if k != index}
            if any(index in free_names(v) for v in inner.values()):
                fresh = _fresh(index, body, inner)
                body, index = substitute(body, {index: Name(fresh)}), fresh
            return Series(index, substitute(lower, values), substitute(upper, values), substitute(body, inner))
        case Let(bindings, body):
            bound = {name for name, _ in bindings}
            if bound & values.keys() or any(bound & free_names(value) for value in values.values()):
                return substitute(expand_lets(term), values)
            inside = tuple((name, substitute(value, values)) for name, value in bindings)
            return Let(inside, substitute(body, values))
        case _:
            return rebuild(term, [substitute(part, values) for part in children(term)])


def expand_lets(term: Term) -> Term:
    """Replace every `where` by its bindings' values."""
    if isinstance(term, Let):
        values: dict[str, Term] = {}
        for name, value in term.bindings:
            values[name] = substitute(expand_lets(value), values)
        return substitute(expand_lets(term.body), values)
    return rebuild(term, [expand_lets(part) for part in children(term)])


def _fresh(name: str, body: Term, values: Mapping[str, Term]) -> str:
    taken = set(free_names(body)).union(*(free_names(v) for v in values.values()))
    count = 1
    while f"{name}_{count}" in taken:
        count += 1
    return f"{name}_{count}"
