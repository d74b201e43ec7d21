"""Wrong claims made from right ones: small changes of a solution's term tree.

Each change is a rule applied at one place: a term dropped, a sign or a number changed, an argument swapped, repeated, squared or
left out, two arbitrary functions merged, one made a constant, a polynomial family or a trigonometric function replaced, a
variable scaled, a covariant squared, a transpose removed, `I` and `ones` exchanged. Some of the results say the same as the
original in other words; telling these apart is the oracle's task.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from catalg.terms import (
    Add,
    Apply,
    Call,
    Identity,
    Index,
    Let,
    Matrix,
    Mul,
    Name,
    Num,
    Ones,
    Pow,
    Series,
    Term,
    Vector,
    add,
    mul,
    num,
    power,
)
from catalg.terms.term import children, rebuild, transform, walk

OTHER_FUNCTION = {
    "legendre": "chebyshev", "chebyshev": "legendre", "cos": "sin", "sin": "cos", "norm": "trace", "trace": "det", "det": "trace",
}  # fmt: skip


@dataclass(frozen=True)
class Change:
    """A changed formula and the rule that changed it."""

    rule: str
    formula: Term


def changes(formula: Term, variables: tuple[str, ...], limit: int) -> list[Change]:
    """At most `limit` different changes of a formula, evenly from all rules; `variables` are the kernel's arguments."""
    by_rule: dict[str, list[Change]] = {}
    seen = {formula}
    for change in _all(formula, variables):
        if change.formula not in seen:
            seen.add(change.formula)
            by_rule.setdefault(change.rule, []).append(change)
    spread = {rule: _spread(found, 4) for rule, found in by_rule.items()}
    result: list[Change] = []
    while len(result) < limit and any(spread.values()):
        for found in spread.values():
            if found and len(result) < limit:
                result.append(found.pop(0))
    return result


def _spread(items: list[Change], count: int) -> list[Change]:
    """The first, the last and some between."""
    if len(items) <= count:
        return items
    return [items[k * (len(items) - 1) // (count - 1)] for k in range(count)]


def _all(formula: Term, variables: tuple[str, ...]) -> Iterator[Change]:
    yield from _everywhere(formula, variables)
    heads = list(dict.fromkeys(node.head for node in walk(formula) if isinstance(node, Apply)))
    for first, second in zip(heads, heads[1:], strict=False):
        yield Change("merge functions", _merged(formula, first, second))
    for head in heads:
        yield Change("function to constant", transform(formula, lambda t, h=head: Name(h) if _applies(t, h) else t))
    for name in variables:
        yield Change("scale a variable", _scaled(formula, name))
    if len(variables) > 1:
        yield Change("identify variables", _renamed(formula, variables[1], variables[0]))
    constants = [n.name for n in walk(formula) if isinstance(n, Name) and n.name not in variables]
    names = [n for n in dict.fromkeys(constants) if n not in _bound(formula)]
    for first, second in zip(names, names[1:], strict=False):
        yield Change("merge constants", _renamed(formula, second, first))
    for name in names:
        yield Change("constant to number", transform(formula, lambda t, n=name: num(2) if t == Name(n) else t))


def _bound(formula: Term) -> set[str]:
    bound = {name for node in walk(formula) if isinstance(node, Let) for name, _ in node.bindings}
    return bound | {node.index for node in walk(formula) if isinstance(node, Series)}


def _applies(term: Term, head: str) -> bool:
    return isinstance(term, Apply) and term.head == head


def _merged(formula: Term, first: str, second: str) -> Term:
    return transform(formula, lambda t: Apply(first, t.args) if isinstance(t, Apply) and t.head == second else t)


def _renamed(formula: Term, old: str, new: str) -> Term:
    return transform(formula, lambda t: Name(new) if t == Name(old) else t)


def _scaled(formula: Term, name: str) -> Term:
    return transform(formula, lambda t: mul(num(2), t) if t == Name(name) else t)


def _everywhere(term: Term, variables: tuple[str, ...]) -> Iterator[Change]:
    """The changes of one node, at every node."""
    yield from _here(term, variables)
    parts = children(term)
    for position, part in enumerate(parts):
        for change in _everywhere(part, variables):
            whole = (*parts[:position], change.formula, *parts[position + 1 :])
            yield Change(change.rule, rebuild(term, whole))


def _here(term: Term, variables: tuple[str, ...]) -> Iterator[Change]:
    match term:
        case Add(args):
            for k in range(len(args)):
                yield Change("drop a term", add(*args[:k], *args[k + 1 :]))
                yield Change("change a sign", add(*args[:k], mul(num(-1), args[k]), *args[k + 1 :]))
        case Mul(args):
            for k, arg in enumerate(args):
                if isinstance(arg, Matrix) and len(arg.rows) == len(arg.rows[0]):
                    yield Change("square a covariant", mul(*args[:k], arg, *args[k:]))
                if isinstance(arg, Apply):
                    yield Change("drop an arbitrary factor", mul(*args[:k], *args[k + 1 :]))
        case Pow(base, Num(exponent)):
            yield Change("change an exponent", power(base, num(exponent + 1)))
        case Num(value) if value not in (0, 1, -1):
            yield Change("change a number", num(value + Fraction(1)))
        case Apply(head, args):
            yield from _arguments(head, args)
        case Call("transpose", (inner,)):
            yield Change("drop a transpose", inner)
        case Call("gegenbauer", (degree, order, t)):
            yield Change("another polynomial family", Call("gegenbauer", (degree, add(order, num(1)), t)))
            yield Change("another polynomial family", Call("legendre", (degree, t)))
        case Call(head, args) if head in OTHER_FUNCTION:
            yield Change("another function", Call(OTHER_FUNCTION[head], args))
        case Call(head, args) if head in ("delta", "inverse"):
            yield Change(f"drop {head}", num(1) if head == "delta" else args[0])
        case Index(base, (Num(k),)) if isinstance(base, Name) and base.name in variables:
            yield Change("another coordinate", Index(base, (num(k + 1 if k == 1 else k - 1),)))
        case Matrix(rows):
            for i, row in enumerate(rows):
                for j, entry in enumerate(row):
                    if entry != num(0):
                        changed = (*row[:j], mul(num(-1), entry), *row[j + 1 :])
                        yield Change("change a sign in a matrix", Matrix((*rows[:i], changed, *rows[i + 1 :])))
        case Vector(entries) if len(entries) > 1:
            yield Change("swap entries", Vector((entries[1], entries[0], *entries[2:])))
            yield Change("change a sign in a vector", Vector((mul(num(-1), entries[0]), *entries[1:])))
        case Series(index, lower, upper, body):
            yield Change("start a series later", Series(index, add(lower, num(1)), upper, body))
            doubled = transform(body, lambda t: mul(num(2), Name(index)) if t == Name(index) else t)
            yield Change("every other term", Series(index, lower, upper, doubled))
        case Identity():
            yield Change("ones for I", Ones())
        case Ones():
            yield Change("I for ones", Identity())


def _arguments(head: str, args: tuple[Term, ...]) -> Iterator[Change]:
    for k, arg in enumerate(args):
        if len(args) > 1:
            yield Change("drop an argument", Apply(head, (*args[:k], *args[k + 1 :])))
            yield Change("repeat an argument", Apply(head, (*args[:k], args[k - 1], *args[k + 1 :])))
        if not isinstance(arg, Add):
            yield Change("square an argument", Apply(head, (*args[:k], power(arg, num(2)), *args[k + 1 :])))
    if len(args) > 1:
        yield Change("swap arguments", Apply(head, (args[1], args[0], *args[2:])))
