"""Co-Yoneda and Yoneda as "solve for the bound variable, then substitute".

    ∫^v hom(K, v) × R(v) = R(K)              R contravariant in v, v not in K        (co-Yoneda)
    ∫^v hom(v, K) × R(v) = R(K)              R covariant in v
    ∫_v Set(hom(K, v) × P(v), Q(v)) = Set(P(K), Q(K))        Set(P, Q) covariant in v      (Yoneda), and dually

Neighbouring integrals of one kind are a set of binders (Fubini), so that any of their variables may be solved for first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from catalg.calculus.adjunctions import Blocked, Solved, solve
from catalg.calculus.splitting import Table
from catalg.model.coends import (
    NAT,
    SET,
    Binder,
    Expression,
    Inner,
    Kind,
    Lambda,
    Symbol,
    bind,
    factors,
    functor_of,
    lambda_opened,
    names,
    opened,
    parts,
    product,
    rebuilt,
    substituted,
    variances,
)

GROUPS: dict[Kind, tuple[Kind, ...]] = {
    "coend": ("coend", "sum"), "sum": ("coend", "sum"), "end": ("end", "prod"), "prod": ("end", "prod"),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Link:
    """One isomorphism of a chain: the rule, the whole expression after it, and the substitution where there is one."""

    rule: str
    result: Expression
    variable: Symbol | None = None
    value: Expression | None = None


@dataclass(frozen=True, slots=True)
class _Substitution:
    """Links below the binder of a variable, and the rule that removes it, what is left, and the value."""

    links: tuple[tuple[str, Expression], ...]
    rule: str
    rest: Expression
    value: Expression


Around: TypeAlias = Callable[[Expression], Expression]


def eliminations(term: Expression, table: Table) -> Iterator[tuple[Link, ...] | Blocked]:
    """The ways to get rid of one end or coend anywhere in a term, as chains that end without it; and what is blocked."""
    yield from _anywhere(term, table, names(term))


def _anywhere(term: Expression, table: Table, taken: frozenset[str]) -> Iterator[tuple[Link, ...] | Blocked]:
    if isinstance(term, Binder):
        yield from _group(term, table, taken)
        return
    if isinstance(term, Lambda):
        symbols, value = lambda_opened(term, taken)
        for found in _anywhere(value, table, taken | {symbol.name for symbol in symbols}):
            yield _within(found, lambda inner: functor_of(term.sort, symbols, inner))
        return
    inside = parts(term)
    for position, part in enumerate(inside):
        put = _placer(term, inside, position)
        for found in _anywhere(part, table, taken):
            yield _within(found, put)


def _placer(term: Expression, inside: tuple[Expression, ...], position: int) -> Around:
    return lambda inner: rebuilt(term, (*inside[:position], inner, *inside[position + 1 :]))


def _within(found: tuple[Link, ...] | Blocked, around: Around) -> tuple[Link, ...] | Blocked:
    if isinstance(found, Blocked):
        return found
    return tuple(Link(link.rule, around(link.result), link.variable, link.value) for link in found)


def _group(term: Binder, table: Table, taken: frozenset[str]) -> Iterator[tuple[Link, ...] | Blocked]:
    binders: list[tuple[Kind, Symbol]] = []
    body: Expression = term
    while isinstance(body, Binder) and body.kind in GROUPS[term.kind]:
        kind = body.kind
        symbol, body = opened(body, taken | {known.name for _, known in binders})
        binders.append((kind, symbol))
    names_here = taken | {known.name for _, known in binders}
    for chosen in binders:
        if chosen[1].sort == NAT:
            continue
        others = [binder for binder in binders if binder is not chosen]
        for found in _solved(chosen, body, table):
            if isinstance(found, Blocked):
                yield found
                continue
            yield (
                *(Link(rule, _bound(inner, (*others, chosen))) for rule, inner in found.links),
                Link(found.rule, _bound(found.rest, others), chosen[1], found.value),
            )
    for below in _anywhere(body, table, names_here):
        yield _within(below, lambda inner: _bound(inner, binders))


def _bound(body: Expression, binders: Sequence[tuple[Kind, Symbol]]) -> Expression:
    for kind, symbol in reversed(binders):
        body = bind(kind, symbol, body)
    return body


def _solved(chosen: tuple[Kind, Symbol], body: Expression, table: Table) -> Iterator[_Substitution | Blocked]:
    kind, variable = chosen
    is_end = kind in ("end", "prod")
    inside, target = _premises(body) if is_end else (body, None)
    if inside is None:
        return
    listed = factors(inside)
    for position, factor in enumerate(listed):
        if variable.name not in names(factor):
            continue
        before, after = listed[:position], listed[position + 1 :]

        rest = _joined((*before, *after), target)
        for answer in solve(factor, variable, table):
            if isinstance(answer, Blocked):
                yield answer
                continue
            if variable.name in names(answer.value) or not _fits(answer, rest, variable, is_end):
                continue
            links = tuple((rule, _joined((*before, part, *after), target)) for rule, part in answer.links)
            rule = "solved-by-yoneda" if is_end else "solved-by-co-yoneda"
            yield _Substitution(links, rule, substituted(rest, variable, answer.value), answer.value)


def _joined(premises: tuple[Expression, ...], target: Expression | None) -> Expression:
    """The product of some factors, as the premises of a set of functions where there is a target."""
    kept = product("*", premises, SET)
    if target is None:
        return kept
    return Inner("*", kept, target, SET) if premises else target


def _fits(answer: Solved, rest: Expression, variable: Symbol, is_end: bool) -> bool:
    """For a coend the rest varies against the hom, for an end with it."""
    along = 1 if answer.side == "target" else -1
    return variances(rest, variable) <= {along if is_end else -along}


def _premises(body: Expression) -> tuple[Expression | None, Expression | None]:
    """What stands before and after the arrow in the body of an end."""
    if isinstance(body, Inner) and body.sort == SET:
        return body.source, body.target
    return None, None
