"""Whether a group preserves the graph along which an end is cut."""

from __future__ import annotations

from catalg.model.ends import LinearEnd
from catalg.model.verdict import Counterexample, Evidence, Judgement
from catalg.universes.support import OverNodes, broken_edge, over_nodes


def graph_preserved(end: LinearEnd) -> Judgement:
    """Proved when every generator sends edges to edges; refuted with an edge that is sent to none.

    Undecided when the representations do not say how the group permutes the nodes. Raises ValueError without a graph.
    """
    graph = end.along
    if graph is None:
        raise ValueError("the end has no graph")
    if graph.arbitrary:
        return Judgement.proved("graph-relabelled", graph=graph.name)
    count = graph.size.constant() or 0
    sides: list[OverNodes] = []
    for rep in (end.source, end.target):
        side = over_nodes(rep, count)
        if side is None:
            return Judgement.undecided("not-over-nodes", graph=graph.name)
        sides.append(side)
    labels = graph.labels or tuple(str(node) for node in range(count))
    for side in sides:
        broken = broken_edge(graph, side.moves)
        if broken is not None:
            name, (a, b) = broken
            images = dict(side.moves)[name]
            return Judgement.refuted(
                "graph-not-preserved",
                Counterexample.of(
                    "edge-moved-off-graph", generator=name, edge=f"{labels[a]} -- {labels[b]}",
                    image=f"{labels[images[a]]} -- {labels[images[b]]}", graph=graph.name,
                ),
                graph=graph.name,
            )
    if sides[0].moves != sides[1].moves:
        return Judgement.undecided("nodes-moved-differently", graph=graph.name)
    return Judgement.proved(
        "graph-preserved", Evidence.of("edges-to-edges", graph=graph.name, edges=len(graph.edges)), graph=graph.name
    )
