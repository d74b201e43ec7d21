"""Kernels along an arbitrary graph: cut entrywise to the diagonal and to A.

An equivariant K : V -> V for the relabelling group is alpha I + beta ones; with the graph relabelled too, its cut
K o (I + A) is again equivariant, and the cuts of all K form the span of I and A: one step of message passing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from catalg.exact.sparse import SparseMatrix
from catalg.model.ends import Graph, LinearEnd
from catalg.model.protocols import NotCovered
from catalg.model.solution import Proposal
from catalg.model.verdict import Step
from catalg.strategies.linear.display import coefficients, combination
from catalg.terms import Call, Dim, Identity, Name, Term
from catalg.universes.slots import blocks


@dataclass(frozen=True, slots=True)
class CutElement:
    """The part of a kernel on the diagonal (`diagonal`) or on the edges of a graph."""

    graph: str
    diagonal: bool

    def term(self) -> Term:
        """I or A."""
        return Identity() if self.diagonal else Call("adjacency", (Name(self.graph),))

    def on(self, graph: Graph) -> SparseMatrix:
        """The matrix for a concrete graph."""
        size = graph.size.constant() or 0
        if self.diagonal:
            return SparseMatrix.identity(size)
        entries = {pair: 1 for a, b in graph.edges if a != b for pair in ((a, b), (b, a))}
        return SparseMatrix.from_entries(entries, size, size)


def along_arbitrary(end: LinearEnd, solve: Callable[[LinearEnd], Proposal]) -> Proposal:
    """The cuts of all equivariant kernels on the nodes to the diagonal and to the edges of an arbitrary graph.

    Raises NotCovered unless both sides are functions on the nodes.
    """
    assert end.along is not None
    sides = (blocks(end.source), blocks(end.target))
    if any(len(side) != 1 or [slot.kind for slot in side[0].slots] != ["point"] for side in sides):
        raise NotCovered("along an arbitrary graph only kernels between functions on its nodes are known")
    if end.source.dim != end.along.size or end.target.dim != end.along.size:
        raise NotCovered("the representations do not live over the nodes of the graph")
    whole = solve(replace(end, along=None))
    names = coefficients(2, {p.name for p in end.group.parameters})
    basis = (CutElement(end.along.name, True), CutElement(end.along.name, False))
    step = Step.of("cut-to-graph", graph=end.along.name)
    return Proposal(
        strategy=whole.strategy,
        basis=basis,
        formula=combination([element.term() for element in basis], names),
        steps=(*whole.steps, step),
        dimension=Dim.of(2),
        free_constants=Dim.of(2),
        parameters=whole.parameters,
        claims={"whole": whole, "stable": whole.claims.get("stable", ()), "exceptions": ()},
    )
