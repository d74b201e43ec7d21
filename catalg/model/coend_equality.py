"""Equality of (co)end expressions up to symmetry of products and Fubini, by a canonical form."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

from catalg.model.abstract_category import AbstractCategory
from catalg.model.coends import Binder, Expression, Kind, Product, Symbol, bind, names, opened, parts, rebuilt


def canonical(term: Expression, ordered: frozenset[str] = frozenset()) -> Expression:
    """The term with symmetric products sorted and neighbouring binders of one kind in a fixed order.

    `ordered` names the categories whose ⊗ is not symmetric.

    >>> from catalg.model.coends import product
    >>> a, b = Symbol("A", "C"), Symbol("B", "C")
    >>> canonical(product("*", (b, a), "C")) == canonical(product("*", (a, b), "C"))
    True
    """
    below = rebuilt(term, tuple(canonical(part, ordered) for part in parts(term)))
    if isinstance(below, Product) and not (below.op == "(*)" and below.sort in ordered):
        return replace(below, args=tuple(sorted(below.args, key=repr)))
    if isinstance(below, Binder):
        return _binders_sorted(below, ordered)
    return below


def _group(kind: Kind) -> str:
    return "coend" if kind in ("coend", "sum") else "end"


def _binders_sorted(term: Binder, ordered: frozenset[str]) -> Expression:
    binders: list[tuple[Kind, Symbol]] = []
    body: Expression = term
    taken = names(term)
    while isinstance(body, Binder) and len(binders) < 5 and (not binders or _group(body.kind) == _group(binders[0][0])):
        kind = body.kind
        symbol, inner = opened(body, taken | {s.name for _, s in binders})
        binders.append((kind, symbol))
        body = inner
    if len(binders) == 1:
        return term
    return min((_closed(order, body, ordered) for order in permutations(binders)), key=repr)


def _closed(binders: tuple[tuple[Kind, Symbol], ...], body: Expression, ordered: frozenset[str]) -> Expression:
    for kind, symbol in reversed(binders):
        body = bind(kind, symbol, body)
    return _resorted(body, ordered)


def _resorted(term: Expression, ordered: frozenset[str]) -> Expression:
    below = rebuilt(term, tuple(_resorted(part, ordered) for part in parts(term)))
    if isinstance(below, Product) and not (below.op == "(*)" and below.sort in ordered):
        return replace(below, args=tuple(sorted(below.args, key=repr)))
    return below


def unordered(categories: tuple[AbstractCategory, ...]) -> frozenset[str]:
    """The categories whose ⊗ must keep its order."""
    return frozenset(category.name for category in categories if not category.commutes("(*)"))
