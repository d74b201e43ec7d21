"""Solving a factor for a variable: the registry of adjunctions, keyed by what stands around the variable and where.

Each entry has its side condition on the declared structure. One that is not met is not applied, and is reported as blocked
with what is missing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from catalg.calculus.splitting import Found, Table
from catalg.model.coends import (
    NAT,
    At,
    Binder,
    Copower,
    Expression,
    FunctorSort,
    Hom,
    Inner,
    Power,
    Product,
    Symbol,
    bind,
    fresh,
    functor_of,
    names,
    opened,
    parts,
    product,
    rebuilt,
    substituted,
)


@dataclass(frozen=True, slots=True)
class Blocked:
    """An adjunction that would help, and the structure that it needs and that is not there."""

    rule: str
    factor: Expression
    missing: str


@dataclass(frozen=True, slots=True)
class Solved:
    """A factor as hom(value, variable) or hom(variable, value), and the isomorphisms that lead to it.

    `side` is `source` when the variable is the source. Each link is a rule and the factor after it.
    """

    links: tuple[tuple[str, Expression], ...]
    value: Expression
    side: str


Answer: TypeAlias = Solved | Blocked | None


def solve(factor: Expression, variable: Symbol, table: Table) -> Iterator[Solved | Blocked]:
    """The ways to solve a factor for a variable, and those that are blocked."""
    answer = _solve(factor, variable, table, ())
    if answer is not None:
        yield answer


def _solve(factor: Expression, variable: Symbol, table: Table, links: tuple[tuple[str, Expression], ...]) -> Answer:
    match factor:
        case Hom(_, source, target) if source == variable and not _in(variable, target):
            return Solved(links, target, "source")
        case Hom(_, source, target) if target == variable and not _in(variable, source):
            return Solved(links, source, "target")
        case Hom(str(), source, target):
            places = [(k, t) for k, t in (("source", source), ("target", target)) if _in(variable, t)]
            if len(places) != 1:
                return None
            place, around = places[0]
            rule = ADJUNCTIONS.get((type(around), place))
            found = rule(factor, variable, table) if rule is not None else None
            if found is None or isinstance(found, Blocked):
                return found
            return _solve(found[1], variable, table, (*links, found))
        case Binder("prod" | "end", str() as sort) if isinstance(variable.sort, FunctorSort):
            return _naturally(factor, sort, variable, table, links)
        case _:
            return None


def _in(variable: Symbol, term: Expression) -> bool:
    return variable.name in names(term)


def _curry(factor: Hom, variable: Symbol, table: Table) -> Found | Blocked | None:
    """hom(X ⊗ v, Y) = hom(v, [X, Y]), where ⊗ is closed: `closed for ×` does not help with ⊗."""
    assert isinstance(factor.source, Product) and isinstance(factor.category, str)
    op, args = factor.source.op, factor.source.args
    inside = [k for k, arg in enumerate(args) if _in(variable, arg)]
    if op == "+" or len(inside) != 1:
        return None
    category = table[factor.category]
    if not category.closed(op):
        sign = "×" if op == "*" else "⊗"
        return Blocked("curry", factor, f"{category.name} is not declared closed for {sign}")
    k = inside[0]
    rest = product(op, (*args[:k], *args[k + 1 :]), category.name)
    return "curry", Hom(category.name, args[k], Inner(op, rest, factor.target, category.name))


def _evaluation(factor: Hom, variable: Symbol, table: Table) -> Found | Blocked | None:
    """Evaluation at A has a left adjoint: hom(S, F(A)) = Nat(hom(A, -) · S, F), by Yoneda and the copower.

    On applicatives it is the free applicative on that functor, Σₙ hom(Aⁿ, -) · Sⁿ.
    """
    target = factor.target
    assert isinstance(target, At)
    sort = variable.sort
    if target.functor != variable or not isinstance(sort, FunctorSort) or len(sort.sources) != 1:
        return None
    place, way = sort.sources[0]
    if place == NAT or _in(variable, target.args[0]):
        return None
    if not isinstance(factor.category, str) or place not in table or sort.target not in table:
        return None
    category = table[sort.target]
    enriched = [table[name].has("self enriched") for name in (place, sort.target)]
    if not (enriched[1] and place == sort.target) and (any(enriched) or not category.has("copowers")):
        return Blocked("evaluation", factor, f"{category.name} is not declared to have copowers")
    taken = names(factor)
    symbol = Symbol(fresh("X", taken), place)
    arg = target.args[0]
    if sort.kind == "functors":
        ends = (arg, symbol) if way > 0 else (symbol, arg)
        value: Expression = Copower(Hom(place, *ends), factor.source)
    else:
        needed = ("cartesian closed", "countable coproducts")
        missing = [feature for feature in needed if not category.has(feature)]
        if missing:
            return Blocked("free-applicative", factor, f"{category.name} is not declared to have {missing[0]}")
        count = Symbol(fresh("n", taken), NAT)
        value = bind("sum", count, Copower(Hom(place, Power(arg, count), symbol), Power(factor.source, count)))
    rule = "evaluation" if sort.kind == "functors" else "free-applicative"
    return rule, Hom(sort, functor_of(sort, (symbol,), value), variable)


def _naturally(
    factor: Binder, sort: str, variable: Symbol, table: Table, links: tuple[tuple[str, Expression], ...]
) -> Answer:
    """∫_X hom(F(X), K(X)) is the set of transformations F ⇒ K; over the natural numbers it is a product."""
    assert isinstance(variable.sort, FunctorSort)
    symbol, body = opened(factor, names(factor))
    if not isinstance(body, Hom) or len(variable.sort.sources) != 1 or variable.sort.kind != "functors":
        return None
    if variable.sort.sources[0] != (sort, 1) or body.category != variable.sort.target:
        return None
    value = At(variable, (symbol,), variable.sort.target)
    inner = Symbol(fresh("·", names(body)), variable.sort.target)
    marked = Hom(body.category, _marked(body.source, value, inner), _marked(body.target, value, inner))
    found = _solve(marked, inner, table, ())
    if not isinstance(found, Solved):
        return found
    if _in(variable, found.value):
        return None
    steps = tuple((rule, bind(factor.kind, symbol, substituted(term, inner, value))) for rule, term in found.links)
    given = functor_of(variable.sort, (symbol,), found.value)
    ends = (variable, given) if found.side == "source" else (given, variable)
    whole = Hom(variable.sort, *ends)
    return Solved((*links, *steps, ("transformations", whole)), given, found.side)


def _marked(term: Expression, value: Expression, mark: Symbol) -> Expression:
    if term == value:
        return mark
    return rebuilt(term, tuple(_marked(part, value, mark) for part in parts(term)))


Rule: TypeAlias = Callable[[Hom, Symbol, Table], Found | Blocked | None]

ADJUNCTIONS: dict[tuple[type, str], Rule] = {(Product, "source"): _curry, (At, "target"): _evaluation}
"""What stands around the variable and on which side of the hom, and the adjunction that moves it across."""

__all__ = ["ADJUNCTIONS", "Blocked", "Solved", "solve"]
