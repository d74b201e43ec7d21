"""Which entries an end `along` a graph may have: those on the diagonal and on edges, in both directions.

A representation lives over the nodes when its basis does: functions on the nodes, possibly tensored with channels, and
sums of such. Entry (i, j) of a matrix is allowed when the nodes under its indices are equal or joined.
"""

from __future__ import annotations

from dataclasses import dataclass

from catalg.model.ends import Graph
from catalg.model.representation import ExplicitRep, FreeRep, PulledRep, Rep, SumRep, TensorRep
from catalg.universes.monomial import monomial
from catalg.universes.permutations import permutation


@dataclass(frozen=True, slots=True)
class OverNodes:
    """The node under each basis vector, and how the discrete generators permute the nodes."""

    nodes: tuple[int, ...]
    moves: tuple[tuple[str, tuple[int, ...]], ...]


def over_nodes(rep: Rep, count: int) -> OverNodes | None:
    """How a representation lives over `count` nodes; None if its basis does not say."""
    size = rep.dim.constant()
    if size is None:
        return None
    match rep:
        case FreeRep(base=base) if size == count:
            return OverNodes(tuple(range(count)), tuple((g.name, permutation(base, g.name)) for g in rep.group.discrete))
        case ExplicitRep() if size == count:
            found = {g.name: monomial(rep, g.name) for g in rep.group.discrete}
            if rep.group.lie or any(move is None or move.signs is not None for move in found.values()):
                return None
            return OverNodes(
                tuple(range(count)), tuple((name, move.images) for name, move in found.items() if move is not None)
            )
        case PulledRep(base=base) if size == count and isinstance(base, FreeRep):
            moves = {g.name: monomial(rep, g.name) for g in rep.group.discrete}
            listed = tuple((name, move.images) for name, move in moves.items() if move is not None)
            return OverNodes(tuple(range(count)), listed)
        case TensorRep(factors):
            before, after = 1, size
            for factor in factors:
                width = factor.dim.constant() or 0
                after = after // width if width else 0
                inner = over_nodes(factor, count)
                if inner is not None:
                    nodes = tuple(node for _ in range(before) for node in inner.nodes for _ in range(after))
                    return OverNodes(nodes, inner.moves)
                before *= width
            return None
        case SumRep(summands):
            parts = [over_nodes(summand, count) for summand in summands]
            known = [part for part in parts if part is not None]
            if len(known) < len(parts) or len({part.moves for part in known}) != 1:
                return None
            return OverNodes(tuple(node for part in known for node in part.nodes), known[0].moves)
        case _:
            return None


def neighbours(graph: Graph) -> list[set[int]]:
    """For each node the nodes that are equal or joined to it."""
    size = graph.size.constant() or 0
    near: list[set[int]] = [{node} for node in range(size)]
    for a, b in graph.edges:
        near[a].add(b)
        near[b].add(a)
    return near


def broken_edge(graph: Graph, moves: tuple[tuple[str, tuple[int, ...]], ...]) -> tuple[str, tuple[int, int]] | None:
    """A generator and an edge that it moves to a non-edge, or None when the graph is preserved.

    >>> from catalg.terms import Dim
    >>> broken_edge(Graph("P", Dim.of(3), edges=((0, 1), (1, 2))), (("s", (1, 2, 0)),))
    ('s', (1, 2))
    """
    near = neighbours(graph)
    for name, images in moves:
        for a, b in graph.edges:
            if images[b] not in near[images[a]] or (a != b and images[a] == images[b]):
                return name, (a, b)
    return None
