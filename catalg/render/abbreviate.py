"""Formulas as people write them: what recurs gets a name, explained behind `where`.

Only for showing; the term itself stays as it is. Named are, in this order: a compound vector of which coordinates are taken
(z = y − x), lengths, angles, products and determinants of compound things (r = ‖z‖), and a long list of arguments
that several arbitrary functions share (s = (‖x‖, ‖y‖, x·y)). Nothing that depends on the index of a sum is named.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from catalg.terms import (
    Add,
    Apply,
    Call,
    Index,
    Let,
    Matrix,
    Name,
    Series,
    Term,
    Vector,
    free_names,
    rebuild,
    walk,
)
from catalg.terms.term import children

LETTERS = {"norm": "r", "arg": "phi", "angle": "theta", "dot": "t", "det": "w"}
POOL = ("u", "v", "w", "p", "h", "m")
NODES = 20_000
"""Larger formulas are left alone."""

Count = Counter[Term]


def abbreviated(term: Term) -> Term:
    """The term with names for what recurs; itself where nothing does.

    >>> from catalg.terms import mul, sub, add
    >>> from catalg.render.terms_text import pretty
    >>> r = Call("norm", (sub(Name("y"), Name("x")),))
    >>> pretty(abbreviated(add(Apply("a", (r,)), mul(Apply("b", (r,)), r))))
    'a(r) + b(r) r where r = ‖y − x‖'
    """
    if isinstance(term, Let) or sum(1 for _ in walk(term)) > NODES:
        return term
    taken = set(free_names(term)) | {part.index for part in walk(term) if isinstance(part, Series)}
    bound = {part.index for part in walk(term) if isinstance(part, Series)}
    bindings: list[tuple[str, Term]] = []

    def name_all(term: Term, found: Count, least: int, letter: Callable[[Term], str]) -> Term:
        for value, times in found.items():
            if times >= least and not bound & free_names(value):
                name = _fresh(letter(value), taken)
                taken.add(name)
                bindings.append((name, value))
                term = replaced(term, value, Name(name))
        return term

    body = name_all(term, Counter(_vectors(term)), 2, lambda value: "z")
    body = name_all(body, Counter(_measures(body, {name for name, _ in bindings})), 3, _letter)
    body = name_all(body, Counter(_lists(body)), 2, lambda value: "s")
    return Let(tuple(bindings), body) if bindings else term


def replaced(term: Term, old: Term, new: Term) -> Term:
    """The term with every occurrence of a subterm, or of a list of arguments, replaced."""
    if term == old:
        return new
    if isinstance(term, Apply) and old == Call("tuple", term.args):
        return Apply(term.head, (new,))
    return rebuild(term, [replaced(part, old, new) for part in children(term)])


def _vectors(term: Term) -> Iterator[Term]:
    """Compound vectors of which coordinates are taken."""
    return (part.base for part in walk(term) if isinstance(part, Index) and isinstance(part.base, Add))


def _measures(term: Term, named: set[str]) -> Iterator[Term]:
    """Lengths, angles, products and determinants of compound things."""
    for part in walk(term):
        if isinstance(part, Call) and part.head in LETTERS:
            inside = [below for arg in part.args for below in walk(arg)]
            if any(isinstance(b, Add | Matrix | Vector) or (isinstance(b, Name) and b.name in named) for b in inside):
                yield part


def _lists(term: Term) -> Iterator[Term]:
    """Long lists of arguments of arbitrary functions."""
    return (Call("tuple", part.args) for part in walk(term) if isinstance(part, Apply) and len(part.args) >= 3)


def _letter(value: Term) -> str:
    return LETTERS[value.head] if isinstance(value, Call) else "u"


def _fresh(name: str, taken: set[str]) -> str:
    for candidate in (name, *POOL):
        if candidate not in taken:
            return candidate
    number = 1
    while f"{name}_{number}" in taken:
        number += 1
    return f"{name}_{number}"
