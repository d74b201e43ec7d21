"""Derivations: split, eliminate one integral, split again, in all orders, until nothing can be eliminated.

The first derivation is the one with the fewest integrals left and then the shortest. Several are kept: two closed forms of
one set can differ by the order in which variables were solved for, and equality compares them all.
"""

from __future__ import annotations

from dataclasses import dataclass

from catalg.calculus.adjunctions import Blocked
from catalg.calculus.elimination import Link, eliminations
from catalg.calculus.splitting import Table, split_step
from catalg.model.abstract_category import AbstractCategory, category_table
from catalg.model.coend_equality import canonical, unordered
from catalg.model.coends import NAT, Binder, Expression, walk_expression

MOST_STATES = 240
MOST_SPLITS = 400
LARGEST = 4000
"""Terms with more nodes are not rewritten any further."""


@dataclass(frozen=True, slots=True)
class Derivation:
    """A chain of isomorphisms from an expression to a form of it, and the adjunctions that were blocked on the way."""

    start: Expression
    links: tuple[Link, ...]
    blocked: tuple[Blocked, ...] = ()

    @property
    def result(self) -> Expression:
        """Where the chain ends."""
        return self.links[-1].result if self.links else self.start

    @property
    def open(self) -> int:
        """How many ends and coends are left; sums and products over the natural numbers are closed forms."""
        return integrals(self.result)


def integrals(term: Expression) -> int:
    """The number of ends and coends in a term."""
    return sum(isinstance(node, Binder) and node.variable != NAT for node in walk_expression(term))


def derivations(expression: Expression, categories: tuple[AbstractCategory, ...]) -> tuple[Derivation, ...]:
    """Derivations to different forms, the best first; at least one, which may leave everything as it is."""
    table = category_table(categories)
    ordered = unordered(categories)
    first = _split(Derivation(expression, ()), table)
    frontier, seen, ends = [first], {canonical(first.result, ordered)}, list[Derivation]()
    blocked: dict[Blocked, None] = {}
    while frontier and len(seen) < MOST_STATES:
        current = frontier.pop(0)
        moved = False
        for found in eliminations(current.result, table):
            if isinstance(found, Blocked):
                blocked[found] = None
                continue
            moved = True
            fresh = _split(Derivation(expression, (*current.links, *found)), table)
            key = canonical(fresh.result, ordered)
            if key not in seen:
                seen.add(key)
                frontier.append(fresh)
        if not moved:
            ends.append(current)
    ends += frontier
    ends.sort(key=lambda d: (d.open, len(d.links)))
    return tuple(Derivation(d.start, d.links, tuple(blocked)) for d in ends)


def _split(derivation: Derivation, table: Table) -> Derivation:
    links = list(derivation.links)
    term = derivation.result
    for _ in range(MOST_SPLITS):
        found = split_step(term, table)
        if found is None or _size(found[1]) > LARGEST:
            break
        links.append(Link(*found))
        term = found[1]
    return Derivation(derivation.start, tuple(links))


def _size(term: Expression) -> int:
    return sum(1 for _ in walk_expression(term))
