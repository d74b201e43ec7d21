"""The splitter: homs into products and out of sums, units, distributivity, uncurrying, and coends moved outwards.

Each rule is an isomorphism that is natural in everything, and is applied only where the structure that it needs is
declared. Every rule makes a term smaller in one fixed order (what is inside a hom comes out), so that this ends.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from catalg.model.abstract_category import AbstractCategory
from catalg.model.coends import (
    NAT,
    ONE,
    SET,
    Binder,
    Copower,
    Expression,
    Hom,
    Inner,
    Lambda,
    Op,
    Product,
    bind,
    factors,
    functor_of,
    instantiate,
    lambda_opened,
    names,
    opened,
    parts,
    product,
    rebuilt,
    sort_of,
)

Table: TypeAlias = Mapping[str, AbstractCategory]
Found: TypeAlias = tuple[str, Expression]
"""A rule and what it makes of a term."""


def split_step(term: Expression, table: Table) -> Found | None:
    """The first rule that applies, outermost first, and the whole term after it."""
    return _anywhere(term, lambda node: split_here(node, table), names(term))


def _anywhere(
    term: Expression, rule: Callable[[Expression], Found | None], taken: frozenset[str]
) -> Found | None:
    found = rule(term)
    if found is not None:
        return found
    if isinstance(term, Binder):
        symbol, body = opened(term, taken)
        below = _anywhere(body, rule, taken | {symbol.name})
        return None if below is None else (below[0], bind(term.kind, symbol, below[1]))
    if isinstance(term, Lambda):
        symbols, value = lambda_opened(term, taken)
        below = _anywhere(value, rule, taken | {symbol.name for symbol in symbols})
        return None if below is None else (below[0], functor_of(term.sort, symbols, below[1]))
    inside = parts(term)
    for position, part in enumerate(inside):
        below = _anywhere(part, rule, taken)
        if below is not None:
            return below[0], rebuilt(term, (*inside[:position], below[1], *inside[position + 1 :]))
    return None


def split_here(term: Expression, table: Table) -> Found | None:
    """The rule that applies at the head of a term, and what it gives."""
    match term:
        case Hom(str() as name, source, target):
            return _hom(table[name], source, target)
        case Inner(op, source, target, str() as sort):
            return _inner(op, source, target, sort, table)
        case Product(op, args, str() as sort) if op != "+":
            return _product(op, args, sort, table)
        case Binder():
            return _binder(term)
        case Copower():
            return _copower(term, table)
        case _:
            return None


def _hom(category: AbstractCategory, source: Expression, target: Expression) -> Found | None:
    name = category.name
    match target:
        case Product("*", args) if category.has("products"):
            return "hom-product", product("*", tuple(Hom(name, source, arg) for arg in args), SET)
        case Product("+", args) if category.has("products") and category.distributes("*"):
            whole = _factored(args, name)
            if whole is not None:
                return "factor-out", Hom(name, source, whole)
        case Inner(op, inner, value):
            return "uncurry", Hom(name, product(op, (source, inner), name), value)
    match source:
        case Product("+", args) if category.has("coproducts"):
            return "hom-coproduct", product("*", tuple(Hom(name, arg, target) for arg in args), SET)
        case Binder("sum"):
            symbol, body = opened(source, names(source) | names(target))
            return "hom-sum", bind("prod", symbol, Hom(name, body, target))
        case Copower(elements, base) if not category.has("self enriched"):
            return "hom-copower", Inner("*", elements, Hom(name, base, target), SET)
    return None


def _factored(args: tuple[Expression, ...], sort: str) -> Expression | None:
    """X × (Y + Z) for X × Y + X × Z: the factors that all summands share, times a sum; None where they share none."""
    if len(args) < 2:
        return None
    shared: list[Expression] = []
    rests = [list(factors(arg)) for arg in args]
    for factor in factors(args[0]):
        if all(factor in rest for rest in rests):
            shared.append(factor)
            for rest in rests:
                rest.remove(factor)
    if not shared:
        return None
    return product("*", (*shared, product("+", tuple(product("*", tuple(rest), sort) for rest in rests), sort)), sort)


def _inner(op: Op, source: Expression, target: Expression, sort: str, table: Table) -> Found | None:
    if source == Product(op, (), sort):
        return "unit", target
    match target:
        case Inner(again, inner, value) if again == op:
            return "uncurry", Inner(op, product(op, (source, inner), sort), value, sort)
        case Product("*", args) if sort == SET or table[sort].has("products"):
            return "hom-product", product("*", tuple(Inner(op, source, arg, sort) for arg in args), sort)
        case Binder("end" | "prod") if sort == SET:
            symbol, body = opened(target, names(source) | names(target))
            return "hom-end", bind(target.kind, symbol, Inner(op, source, body, SET))
    match source:
        case Product("+", args) if sort == SET or table[sort].has("products"):
            return "hom-coproduct", product("*", tuple(Inner(op, arg, target, sort) for arg in args), sort)
        case Binder("coend" | "sum") if sort == SET:
            symbol, body = opened(source, names(source) | names(target))
            return "hom-coend", bind("end", symbol, Inner(op, body, target, SET))
    return None


def _product(op: Op, args: tuple[Expression, ...], sort: str, table: Table) -> Found | None:
    for position, arg in enumerate(args):
        around = (args[:position], args[position + 1 :])
        if isinstance(arg, Product) and arg.op == "+" and (sort == SET or table[sort].distributes(op)):
            summands = tuple(product(op, (*around[0], part, *around[1]), sort) for part in arg.args)
            return "distribute", product("+", summands, sort)
        if not isinstance(arg, Binder) or arg.kind not in ("coend", "sum"):
            continue
        if sort == SET or (arg.kind == "sum" and table[sort].distributes(op, countable=True)):
            symbol, body = opened(arg, frozenset().union(*map(names, args)))
            rule = "product-coend" if arg.kind == "coend" else "distribute"
            return rule, bind(arg.kind, symbol, product(op, (*around[0], body, *around[1]), sort))
    return None


def _binder(term: Binder) -> Found | None:
    if term.variable == ONE:
        return "point", instantiate(term.body, Product("*", (), ONE))
    symbol, body = opened(term, names(term))
    if isinstance(body, Product) and sort_of(term) == SET:
        sums = body.op == "+" and term.kind in ("coend", "sum")
        if sums or (body.op == "*" and term.kind in ("end", "prod") and term.variable != NAT):
            rule = "coend-coproduct" if sums else "end-product"
            return rule, product(body.op, tuple(bind(term.kind, symbol, arg) for arg in body.args), SET)
    return None


def _copower(term: Copower, table: Table) -> Found | None:
    """In a category that is enriched over itself the copower by a hom is the tensor product with the internal hom."""
    sort = sort_of(term)
    if isinstance(sort, str) and isinstance(term.set, Hom) and term.set.category == sort:
        category = table[sort]
        op: Op = "*" if category.closed("*") else "(*)"
        if category.has("self enriched") and category.closed(op):
            return "tensor", product(op, (Inner(op, term.set.source, term.set.target, sort), term.base), sort)
    return None
