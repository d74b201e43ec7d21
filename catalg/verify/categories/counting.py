"""Counting natural transformations a second way: a sweep with a frontier.

Elements of F are given values one after another, an element touched by many already valued ones first; only
the values on the frontier (elements that still have an unvalued neighbour) tell partial families apart, so
equal frontiers are counted together (the transfer-matrix method, R. Stanley, *Enumerative Combinatorics* I,
section 4.7). It starts from the tables of F and G themselves and shares no code with the strategies.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import dataclass

from catalg.model.category import SetFunctor

WORK = 3_000_000
"""How many extensions of partial families are tried before the count is given up."""


@dataclass(frozen=True, slots=True)
class Recount:
    """The number of natural transformations (None beyond the limit), and the widest frontier."""

    size: int | None
    width: int


@dataclass(frozen=True, slots=True)
class Over:
    """G(f) on one arrow: its table and the fibres of its table."""

    table: tuple[int, ...]
    fibres: tuple[tuple[int, ...], ...]


Link = tuple[int, Over, bool]
"""A neighbour, G(f) between the two values, and whether it leads from here to the neighbour."""


def recount(source: SetFunctor, target: SetFunctor) -> Recount:
    """The number of natural transformations between two functors on one category."""
    sizes = {c: len(labels) for c, labels in target.objects}
    start: dict[str, int] = {}
    domain: list[int] = []
    for c, labels in source.objects:
        start[c] = len(domain)
        domain.extend([sizes[c]] * len(labels))
    links: list[list[Link]] = [[] for _ in domain]
    loops: list[list[tuple[int, ...]]] = [[] for _ in domain]
    above, below = dict(source.arrows), dict(target.arrows)
    for arrow in source.category.arrows:
        table = below[arrow.name]
        fibres: list[list[int]] = [[] for _ in range(sizes[arrow.target])]
        for a, b in enumerate(table):
            fibres[b].append(a)
        over = Over(table, tuple(map(tuple, fibres)))
        for x, y in enumerate(above[arrow.name]):
            u, v = start[arrow.source] + x, start[arrow.target] + y
            if u == v:
                loops[u].append(table)
            else:
                links[u].append((v, over, True))
                links[v].append((u, over, False))
    product, width, work = 1, 0, WORK
    seen = [False] * len(domain)
    for first in range(len(domain)):
        if seen[first]:
            continue
        count, wide, work = _component(first, seen, domain, links, loops, work)
        width = max(width, wide)
        if count is None:
            return Recount(None, width)
        product *= count
        if product == 0:
            return Recount(0, width)
    return Recount(product, width)


def _component(
    first: int,
    seen: list[bool],
    domain: list[int],
    links: list[list[Link]],
    loops: list[list[tuple[int, ...]]],
    work: int,
) -> tuple[int | None, int, int]:
    """The count of one connected component, its frontier's width, and the work left."""
    placed: dict[int, int] = {}
    queue = [(0, domain[first], first)]
    known = {first: 0}
    states: dict[tuple[int, ...], int] = {(): 1}
    frontier: list[int] = []
    open_links = {}
    width = 0
    while queue:
        negative, _, u = heapq.heappop(queue)
        if seen[u] or negative != -known[u]:
            continue
        seen[u] = True
        placed[u] = len(placed)
        position = {v: i for i, v in enumerate(frontier)}
        inward = [(position[v], over, forward) for v, over, forward in links[u] if v in position]
        open_links[u] = 0
        for v, _, _ in links[u]:
            if v in position:
                open_links[v] -= 1
            else:
                open_links[u] += 1
                known[v] = known.get(v, 0) + 1
                heapq.heappush(queue, (-known[v], domain[v], v))
        keep = [i for i, v in enumerate(frontier) if open_links[v]]
        stay = open_links[u] > 0
        frontier = [frontier[i] for i in keep] + ([u] if stay else [])
        width = max(width, len(frontier))
        after: dict[tuple[int, ...], int] = {}
        for state, ways in states.items():
            options = _options(state, inward, domain[u])
            work -= len(options) + 1 + len(frontier) // 8
            rest = tuple([state[i] for i in keep])
            for value in options:
                if all(table[value] == value for table in loops[u]):
                    key = (*rest, value) if stay else rest
                    after[key] = after.get(key, 0) + ways
        if work < 0:
            return None, width, work
        states = after
        if not states:
            return 0, width, work
    return states.get((), 0), width, work


def _options(state: tuple[int, ...], inward: list[Link], size: int) -> Sequence[int]:
    """The values that agree with the frontier; a link's number is a position in the state."""
    if not inward:
        return range(size)
    for position, over, forward in inward:
        if not forward:
            value = over.table[state[position]]
            return (value,) if _agrees(value, state, inward) else ()
    position, over, _ = inward[0]
    return [value for value in over.fibres[state[position]] if _agrees(value, state, inward)]


def _agrees(value: int, state: tuple[int, ...], inward: list[Link]) -> bool:
    return all(
        over.table[value] == state[position] if forward else value == over.table[state[position]]
        for position, over, forward in inward
    )
