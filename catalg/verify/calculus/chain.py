"""Chains of isomorphisms: where two neighbours differ, they must differ by an instance of the named rule.

The place is found by comparing the two expressions: equal factors cancel, binders are matched up to Fubini, and exactly one
subterm may differ. Every rule is natural in its free variables, so that it may be applied anywhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations

from catalg.model.coends import (
    SET,
    At,
    Binder,
    Expression,
    FunctorSort,
    Hom,
    Inner,
    Lambda,
    Product,
    Symbol,
    factors,
    fresh,
    instantiate,
    lambda_opened,
    names,
    parts,
    product,
    sort_of,
    substituted,
)
from catalg.verify.calculus.rules import RULES, Reader

Chain = Sequence[tuple[str, Expression, Symbol | None, Expression | None]]
SUBSTITUTIONS = ("solved-by-co-yoneda", "solved-by-yoneda")
MOST_BINDERS = 5


def broken_link(start: Expression, chain: Chain, reader: Reader) -> int | None:
    """The number of the first link that is no instance of its rule, counted from 1; None when all are."""
    before = start
    for number, (rule, after, _, _) in enumerate(chain, 1):
        if not is_instance(rule, before, after, reader):
            return number
        before = after
    return None


def is_instance(rule: str, before: Expression, after: Expression, reader: Reader) -> bool:
    """Whether two expressions differ in one place, by an instance of the rule."""
    if reader.same(before, after):
        return True
    if rule in RULES and RULES[rule](before, after, reader):
        return True
    if isinstance(before, Binder) and _binders(rule, before, after, reader):
        return True
    if isinstance(before, Product) and isinstance(after, Product) and before.sort != after.sort:
        return False
    if isinstance(before, Product):
        shorter = _cancelled(before, after, reader)
        if shorter is not None:
            return is_instance(rule, *shorter, reader)
    if isinstance(before, Lambda) and isinstance(after, Lambda) and before.sort == after.sort:
        symbols, value = lambda_opened(before, names(before) | names(after))
        from catalg.model.coends import at

        return is_instance(rule, value, at(after, symbols, after.sort.target), reader)
    return _inside(rule, before, after, reader)


def _inside(rule: str, before: Expression, after: Expression, reader: Reader) -> bool:
    """The one subterm that differs, below two nodes of one kind."""
    if type(before) is not type(after) or isinstance(before, Binder | Lambda) or not _same_node(before, after):
        return False
    left, right = parts(before), parts(after)
    if len(left) != len(right):
        return False
    changed = [(a, b) for a, b in zip(left, right, strict=True) if not reader.same(a, b)]
    return len(changed) == 1 and is_instance(rule, *changed[0], reader)


def _same_node(before: Expression, after: Expression) -> bool:
    match before, after:
        case Hom(category, _, _), Hom(other, _, _):
            return category == other
        case Inner(op, _, _, sort), Inner(again, _, _, place):
            return (op, sort) == (again, place)
        case Product(op, _, sort), Product(again, _, place):
            return (op, sort) == (again, place)
        case At(_, _, sort), At(_, _, place):
            return sort == place
        case _:
            return True


def _cancelled(before: Product, after: Expression, reader: Reader) -> tuple[Expression, Expression] | None:
    """The factors that two products do not share; None where they share none."""
    op, sort = before.op, before.sort
    if sort_of(after) != sort:
        return None
    left, right = list(before.args), list(factors(after, op))
    count = len(left)
    if op == "(*)" and sort in reader.ordered:
        while left and right and reader.same(left[0], right[0]):
            left, right = left[1:], right[1:]
        while left and right and reader.same(left[-1], right[-1]):
            left, right = left[:-1], right[:-1]
    else:
        for factor in tuple(left):
            twin = next((k for k, other in enumerate(right) if reader.same(factor, other)), None)
            if twin is not None:
                left.remove(factor)
                del right[twin]
    if len(left) == count:
        return None
    return product(op, tuple(left), sort), product(op, tuple(right), sort)


# --- binders ----------------------------------------------------------------------------------------------------------


def _binders(rule: str, before: Binder, after: Expression, reader: Reader) -> bool:
    """Both sides below their binders, matched in every way that keeps what each variable runs over."""
    taken = names(before) | names(after)
    for outer, body in _opened(before, taken):
        here = taken | {symbol.name for _, symbol in outer}
        if rule in SUBSTITUTIONS:
            for k, (kind, variable) in enumerate(outer):
                rest = outer[:k] + outer[k + 1 :]
                for right in _matched(after, rest, here):
                    if _substitution(rule, kind, variable, body, right, reader):
                        return True
            continue
        for right in _matched(after, outer, here):
            if is_instance(rule, body, right, reader):
                return True
    return False


def _opened(term: Binder, taken: frozenset[str]) -> Iterator[tuple[list[tuple[str, Symbol]], Expression]]:
    """The outermost binders of one kind as symbols, and the body: all of them first, then fewer."""
    found: list[tuple[list[tuple[str, Symbol]], Expression]] = []
    body: Expression = term
    outer: list[tuple[str, Symbol]] = []
    while isinstance(body, Binder) and _group(body.kind) == _group(term.kind) and len(outer) < MOST_BINDERS:
        symbol = Symbol(fresh(f"x{len(outer)}", taken | {known.name for _, known in outer}), body.variable)
        outer = [*outer, (body.kind, symbol)]
        body = instantiate(body.body, symbol)
        found.append((outer, body))
    yield from reversed(found)


def _matched(after: Expression, outer: list[tuple[str, Symbol]], taken: frozenset[str]) -> Iterator[Expression]:
    """The other side below as many binders, with their variables named by the given symbols."""
    if not outer:
        yield after
        return
    placeholders: list[tuple[str, Symbol]] = []
    body = after
    for _ in outer:
        if not isinstance(body, Binder):
            return
        symbol = Symbol(fresh(f"y{len(placeholders)}", taken | {known.name for _, known in placeholders}), body.variable)
        placeholders.append((body.kind, symbol))
        body = instantiate(body.body, symbol)
    for order in permutations(outer):
        if all(
            kind == other and given.sort == symbol.sort
            for (kind, given), (other, symbol) in zip(order, placeholders, strict=True)
        ):
            named = body
            for (_, given), (_, symbol) in zip(order, placeholders, strict=True):
                named = substituted(named, symbol, given)
            yield named


def _group(kind: str) -> str:
    return "coend" if kind in ("coend", "sum") else "end"


# --- co-Yoneda and Yoneda ---------------------------------------------------------------------------------------------


def _substitution(
    rule: str, kind: str, variable: Symbol, body: Expression, after: Expression, reader: Reader
) -> bool:
    if kind == "coend" and rule == "solved-by-co-yoneda":
        premises, conclusion = body, None
    elif kind == "end" and rule == "solved-by-yoneda" and isinstance(body, Inner) and body.sort == SET:
        premises, conclusion = body.source, body.target
    else:
        return False
    listed = factors(premises)
    for k, factor in enumerate(listed):
        if not (isinstance(factor, Hom) and factor.category == variable.sort):
            continue
        kept = product("*", (*listed[:k], *listed[k + 1 :]), SET)
        rest = kept if conclusion is None else Inner("*", kept, conclusion, SET)
        if conclusion is not None and kept == Product("*", (), SET):
            rest = conclusion
        for value, other, way in ((factor.source, factor.target, 1), (factor.target, factor.source, -1)):
            if other != variable or variable.name in names(value):
                continue
            wanted = -way if kind == "coend" else way
            if places(rest, variable) <= {wanted} and reader.same(substituted(rest, variable, value), after):
                return True
    return False


def places(term: Expression, variable: Symbol) -> frozenset[int]:
    """The variances in which a variable occurs, counted by the number of contravariant places around it."""
    found: set[int] = set()
    stack: list[tuple[Expression, int]] = [(term, 1)]
    while stack:
        node, sign = stack.pop()
        if node == variable:
            found.add(sign)
        elif isinstance(node, Hom | Inner):
            stack += [(node.source, -sign), (node.target, sign)]
        elif isinstance(node, At):
            sort = sort_of(node.functor)
            assert isinstance(sort, FunctorSort)
            stack.append((node.functor, sign))
            stack += [(arg, sign * way) for arg, (_, way) in zip(node.args, sort.sources, strict=True)]
        else:
            stack += [(part, sign) for part in parts(node)]
    return frozenset(found)
