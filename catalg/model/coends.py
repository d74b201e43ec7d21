"""(Co)end expressions over abstract categories: objects, hom-sets, internal homs, sums, powers, ends and coends.

The terms are locally nameless: a bound variable is a number of binders up, a free one a name, so that equal trees are
equal up to renaming. Products are flattened when they are built and keep the order in which they were written; `canonical`
in `model.coend_equality` sorts them. The names of bound variables are hints for printing.

Sorts: `Set`, `Nat` (the discrete category of natural numbers), the name of an abstract category, or a category of functors.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from catalg.model.abstract_category import AbstractCategory
from catalg.terms import Term

SET, NAT, ONE = "Set", "Nat", "1"


@dataclass(frozen=True, slots=True)
class FunctorSort:
    """The category of functors with these sources, each with its variance (1 or -1), and this target.

    `kind` is `functors`, or `applicatives`: the lax monoidal endofunctors for ×.
    """

    sources: tuple[tuple[str, int], ...]
    target: str
    kind: Literal["functors", "applicatives"] = "functors"


Sort: TypeAlias = str | FunctorSort
Op: TypeAlias = Literal["*", "+", "(*)"]
Kind: TypeAlias = Literal["coend", "end", "sum", "prod"]


class Expression(Term):
    """The base of every node."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Symbol(Expression):
    """A free variable: an object, a natural number or a functor."""

    name: str
    sort: Sort


@dataclass(frozen=True, slots=True)
class Bound(Expression):
    """A bound variable: `index` binders further up."""

    index: int
    sort: Sort


@dataclass(frozen=True, slots=True)
class At(Expression):
    """A functor at its arguments: K(X)."""

    functor: Expression
    args: tuple[Expression, ...]
    sort: Sort


@dataclass(frozen=True, slots=True)
class Hom(Expression):
    """The set of arrows from source to target in an abstract category, or of transformations in a category of functors."""

    category: Sort
    source: Expression
    target: Expression


@dataclass(frozen=True, slots=True)
class Inner(Expression):
    """The internal hom [source, target] for × or ⊗; in Set the set of functions."""

    op: Op
    source: Expression
    target: Expression
    sort: Sort


@dataclass(frozen=True, slots=True)
class Product(Expression):
    """A product, coproduct or tensor product of any number of factors; without factors the unit 1, 0 or I."""

    op: Op
    args: tuple[Expression, ...]
    sort: Sort


@dataclass(frozen=True, slots=True)
class Power(Expression):
    """base × … × base, as often as a natural number that is a variable says."""

    base: Expression
    exponent: Expression


@dataclass(frozen=True, slots=True)
class Copower(Expression):
    """The copower of an object by a set."""

    set: Expression
    base: Expression


@dataclass(frozen=True, slots=True)
class Binder(Expression):
    """A coend, an end, a sum or a product over a natural number. `name` is how the variable is printed."""

    kind: Kind
    variable: Sort
    body: Expression
    name: str = field(default="X", compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Lambda(Expression):
    """A functor by its value at arbitrary arguments, which are the bound variables (the last argument is the innermost)."""

    sort: FunctorSort
    body: Expression
    names: tuple[str, ...] = field(default=(), compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class CoendSpace:
    """A set given by an expression over abstract categories: the unknown is a form of it without ends and coends."""

    name: str
    expression: Expression
    categories: tuple[AbstractCategory, ...]


def sort_of(term: Expression) -> Sort:
    """The category in which a term is an object."""
    match term:
        case Symbol(_, sort) | Bound(_, sort) | At(_, _, sort) | Inner(_, _, _, sort) | Product(_, _, sort):
            return sort
        case Hom():
            return SET
        case Power(base, _) | Copower(_, base):
            return sort_of(base)
        case Binder(_, _, body):
            return sort_of(body)
        case Lambda(sort, _):
            return sort
    raise TypeError(f"not an expression: {term!r}")


def product(op: Op, args: tuple[Expression, ...], sort: Sort) -> Expression:
    """A product with its factors flattened; a single factor is itself.

    >>> a = Symbol("A", "C")
    >>> product("*", (a, product("*", (), "C")), "C") == a
    True
    """
    flat: list[Expression] = []
    for arg in args:
        flat += arg.args if isinstance(arg, Product) and arg.op == op else (arg,)
    return flat[0] if len(flat) == 1 else Product(op, tuple(flat), sort)


def factors(term: Expression, op: Op = "*") -> tuple[Expression, ...]:
    """The factors of a product of that sign; of anything else the term itself."""
    return term.args if isinstance(term, Product) and term.op == op else (term,)


# --- subterms ---------------------------------------------------------------------------------------------------------


def parts(term: Expression) -> tuple[Expression, ...]:
    """The direct subterms."""
    match term:
        case At(functor, args, _):
            return (functor, *args)
        case Hom(_, source, target) | Inner(_, source, target, _):
            return (source, target)
        case Product(_, args, _):
            return args
        case Power(base, exponent):
            return (base, exponent)
        case Copower(elements, base):
            return (elements, base)
        case Binder(_, _, body) | Lambda(_, body):
            return (body,)
        case _:
            return ()


def rebuilt(term: Expression, new: tuple[Expression, ...]) -> Expression:
    """The same node over other subterms; products are flattened again, functors given by a value are evaluated."""
    match term:
        case At(_, _, sort):
            return at(new[0], new[1:], sort)
        case Hom(category, _, _):
            return Hom(category, new[0], new[1])
        case Inner(op, _, _, sort):
            return Inner(op, new[0], new[1], sort)
        case Product(op, _, sort):
            return product(op, new, sort)
        case Power():
            return Power(new[0], new[1])
        case Copower():
            return Copower(new[0], new[1])
        case Binder() | Lambda():
            return replace(term, body=new[0])
        case _:
            return term


def at(functor: Expression, args: tuple[Expression, ...], sort: Sort) -> Expression:
    """A functor at its arguments; one given by its value is evaluated."""
    if not isinstance(functor, Lambda):
        return At(functor, args, sort)
    body = functor.body
    for around, arg in reversed(tuple(enumerate(args))):  # `around` arguments are still bound outside of this one
        body = instantiate(body, shifted(arg, around))
    return body


def shifted(term: Expression, by: int) -> Expression:
    """The term moved under so many more binders."""

    def change(node: Expression, depth: int) -> Expression | None:
        return Bound(node.index + by, node.sort) if isinstance(node, Bound) and node.index >= depth else None

    return _mapped(term, 0, change) if by else term


def _under(term: Expression) -> int:
    return len(term.sort.sources) if isinstance(term, Lambda) else int(isinstance(term, Binder))


def _mapped(term: Expression, depth: int, change: Callable[[Expression, int], Expression | None]) -> Expression:
    found = change(term, depth)
    if found is not None:
        return found
    inner = depth + _under(term)
    return rebuilt(term, tuple(_mapped(part, inner, change) for part in parts(term)))


def instantiate(body: Expression, value: Expression) -> Expression:
    """The body of a binder with its variable replaced by a term that stands outside of the binder."""

    def change(node: Expression, depth: int) -> Expression | None:
        if not isinstance(node, Bound) or node.index < depth:
            return None
        return shifted(value, depth) if node.index == depth else Bound(node.index - 1, node.sort)

    return _mapped(body, 0, change)


def abstract(term: Expression, symbol: Symbol) -> Expression:
    """The body of a binder that binds a symbol: the inverse of `instantiate`."""

    def change(node: Expression, depth: int) -> Expression | None:
        if node == symbol:
            return Bound(depth, symbol.sort)
        if isinstance(node, Bound) and node.index >= depth:
            return Bound(node.index + 1, node.sort)
        return None

    return _mapped(term, 0, change)


def substituted(term: Expression, symbol: Symbol, value: Expression) -> Expression:
    """The term with a value for a free symbol."""
    return _mapped(term, 0, lambda node, depth: value if node == symbol else None)


def bind(kind: Kind, symbol: Symbol, body: Expression) -> Binder:
    """A binder around a term; (co)ends over the natural numbers are products and sums."""
    if symbol.sort == NAT:
        kind = {"coend": "sum", "end": "prod"}.get(kind, kind)  # type: ignore[assignment]
    return Binder(kind, symbol.sort, abstract(body, symbol), symbol.name)


def opened(term: Binder, avoid: frozenset[str]) -> tuple[Symbol, Expression]:
    """The variable of a binder as a symbol with a name that is not taken, and the body about it."""
    symbol = Symbol(fresh(term.name, avoid), term.variable)
    return symbol, instantiate(term.body, symbol)


def lambda_opened(term: Lambda, avoid: frozenset[str]) -> tuple[tuple[Symbol, ...], Expression]:
    """The arguments of a functor given by its value as symbols, and the value at them."""
    symbols: list[Symbol] = []
    for name, (sort, _) in zip(term.names or ("X",) * len(term.sort.sources), term.sort.sources, strict=True):
        symbols.append(Symbol(fresh(name, avoid | {s.name for s in symbols}), sort))
    return tuple(symbols), at(term, tuple(symbols), term.sort.target)


def functor_of(sort: FunctorSort, symbols: tuple[Symbol, ...], value: Expression) -> Lambda:
    """The functor whose value at some symbols is a term."""
    body = value
    for symbol in symbols:
        body = abstract(body, symbol)
    return Lambda(sort, body, tuple(symbol.name for symbol in symbols))


def fresh(name: str, avoid: frozenset[str]) -> str:
    """The name, with a number behind it where it is taken.

    >>> fresh("M", frozenset({"M", "M1"}))
    'M2'
    """
    if name not in avoid:
        return name
    stem = name.rstrip("0123456789") or name
    return next(f"{stem}{k}" for k in range(1, len(avoid) + 2) if f"{stem}{k}" not in avoid)


def walk_expression(term: Expression) -> Iterator[Expression]:
    """The term and everything below it."""
    stack = [term]
    while stack:
        node = stack.pop()
        yield node
        stack.extend(parts(node))


def names(term: Expression) -> frozenset[str]:
    """The names of the free symbols."""
    return frozenset(node.name for node in walk_expression(term) if isinstance(node, Symbol))


def variances(term: Expression, symbol: Symbol, sign: int = 1) -> frozenset[int]:
    """The variances in which a free symbol occurs: a subset of {1, -1}, empty where it does not occur.

    >>> m, s = Symbol("M", "C"), Symbol("S", "C")
    >>> variances(Hom("C", s, m), m), variances(Inner("*", m, s, "C"), m)
    (frozenset({1}), frozenset({-1}))
    """
    match term:
        case Symbol():
            return frozenset({sign}) if term == symbol else frozenset()
        case Hom(_, source, target) | Inner(_, source, target, _):
            return variances(source, symbol, -sign) | variances(target, symbol, sign)
        case At(functor, args, _):
            found = variances(functor, symbol, sign)
            sort = sort_of(functor)
            assert isinstance(sort, FunctorSort)
            for arg, (_, way) in zip(args, sort.sources, strict=True):
                found |= variances(arg, symbol, sign * way)
            return found
        case _:
            return frozenset[int]().union(*(variances(part, symbol, sign) for part in parts(term)))
