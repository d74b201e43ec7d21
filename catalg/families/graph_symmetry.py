"""Automorphisms of a graph: a strong generating set by individualisation, colour refinement and backtracking.

Down a base b_1, b_2, … of nodes, the stabilizer of b_1, …, b_(i-1) is searched for an element that moves b_i to each node of its
cell that is not reached yet; an orbit of a stabilizer that is known from below prunes the search (B. McKay, A. Piperno,
*Practical graph isomorphism II*, without its canonical labelling). The order is the product of the orbit lengths.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from catalg.families.permutations import Permutation, orbit

LARGEST_SEARCH = 200_000
"""How many refinements a search may take."""


class SearchTooLong(ValueError):
    """The automorphisms of this graph take more than `LARGEST_SEARCH` refinements."""


@dataclass(frozen=True, slots=True)
class Automorphisms:
    """Generators, and the number of all automorphisms."""

    generators: tuple[Permutation, ...]
    order: int


Colours = tuple[int, ...]


class _Search:
    def __init__(self, size: int, edges: Sequence[tuple[int, int]]) -> None:
        self.size = size
        self.neighbours: list[set[int]] = [set() for _ in range(size)]
        for a, b in edges:
            self.neighbours[a].add(b)
            self.neighbours[b].add(a)
        self.steps = 0

    def refine(self, left: Colours, right: Colours) -> tuple[Colours, Colours] | None:
        """The coarsest equitable refinements of two colourings in parallel; None where they cannot correspond."""
        count = len(set(left))
        while True:
            self.steps += 1
            if self.steps > LARGEST_SEARCH:
                raise SearchTooLong(f"the automorphisms take more than {LARGEST_SEARCH} refinements")
            signatures = [
                [(colours[v], tuple(sorted(colours[w] for w in self.neighbours[v]))) for v in range(self.size)]
                for colours in ((left, right) if left is not right else (left,))
            ]
            if sorted(signatures[0]) != sorted(signatures[-1]):
                return None
            number = {s: k for k, s in enumerate(sorted(set(signatures[0])))}
            renamed = [tuple(number[s] for s in listed) for listed in signatures]
            left, right = renamed[0], renamed[-1]
            if len(number) == count:
                return left, right
            count = len(number)

    def fixed(self, colours: Colours, node: int) -> Colours:
        """The colouring with one node in a colour of its own, just before that of its cell."""
        return tuple(2 * c + (v != node) for v, c in enumerate(colours))

    def mapping(self, left: Colours, right: Colours) -> Permutation | None:
        """An automorphism that carries one equitable colouring to the other, if there is one."""
        cells: dict[int, list[int]] = {}
        for v, c in enumerate(left):
            cells.setdefault(c, []).append(v)
        open_cells = [cell for _, cell in sorted(cells.items()) if len(cell) > 1]
        if not open_cells:
            place = {c: v for v, c in enumerate(right)}
            images = tuple(place[c] for c in left)
            for v in range(self.size):
                if {images[w] for w in self.neighbours[v]} != self.neighbours[images[v]]:
                    return None
            return images
        node = open_cells[0][0]
        for candidate in (v for v, c in enumerate(right) if c == left[node]):
            refined = self.refine(self.fixed(left, node), self.fixed(right, candidate))
            if refined is not None:
                found = self.mapping(*refined)
                if found is not None:
                    return found
        return None


def automorphisms(size: int, edges: Sequence[tuple[int, int]]) -> Automorphisms:
    """The automorphism group of an undirected graph on 0, …, size - 1. Raises SearchTooLong.

    >>> automorphisms(5, [(0, 1), (1, 2), (2, 3), (3, 4), (4, 0)]).order
    10
    """
    if size == 0:
        return Automorphisms((), 1)
    search = _Search(size, edges)
    start: Colours = (0,) * size
    base: list[tuple[Colours, int]] = []
    refined = search.refine(start, start)
    assert refined is not None
    colours = refined[0]
    while len(set(colours)) < size:
        cells: dict[int, list[int]] = {}
        for v, c in enumerate(colours):
            cells.setdefault(c, []).append(v)
        node = min((cell for cell in cells.values() if len(cell) > 1), key=lambda cell: cell[0])[0]
        base.append((colours, node))
        individual = search.fixed(colours, node)
        refined = search.refine(individual, individual)
        assert refined is not None
        colours = refined[0]
    generators: list[Permutation] = []
    order = 1
    for level in range(len(base) - 1, -1, -1):
        colours, node = base[level]
        reached = set(orbit(node, generators))
        rejected: set[int] = set()
        for candidate in range(size):
            if colours[candidate] != colours[node] or candidate in reached or candidate in rejected:
                continue
            pair = search.refine(search.fixed(colours, node), search.fixed(colours, candidate))
            found = search.mapping(*pair) if pair is not None else None
            if found is None:
                rejected.update(orbit(candidate, generators))
            else:
                generators.append(found)
                reached = set(orbit(node, generators))
        order *= len(reached)
    return Automorphisms(tuple(generators), order)
