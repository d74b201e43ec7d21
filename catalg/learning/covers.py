"""Covers by charts: the Čech groupoid, on which transition functions are a functor.

Functors on it are descent data, natural isomorphisms of them gauge transformations, limits their global sections and
colimits the glued spaces (A. Grothendieck, *Fondements de la géométrie algébrique*, 1962; S. Mac Lane and I. Moerdijk,
*Sheaves in Geometry and Logic*, II).
"""

from __future__ import annotations

from catalg.model.category import Arrow, Category, Equation
from catalg.model.ends import Graph
from catalg.universes.categories import inverse_name


def cech(graph: Graph) -> Category:
    """The Čech groupoid of a cover with this nerve: patches, invertible transitions, one equation for each triple overlap.

    Patches are the nodes, an edge `1--2` is the transition from patch 1 to patch 2 on their overlap, `1--2^-1` its inverse;
    three patches overlap when each two do. A functor is a family of transition functions with the cocycle condition.

    >>> from catalg.terms import Dim
    >>> three = Graph("T", Dim.of(3), ("1", "2", "3"), ((0, 1), (0, 2), (1, 2)))
    >>> [(e.left, e.right) for e in cech(three).equations if len(e.right) == 1]
    [(('1--2', '2--3'), ('1--3',))]
    """
    labels = graph.labels
    names = {(a, b): f"{labels[a]}--{labels[b]}" for a, b in graph.edges}
    arrows: list[Arrow] = []
    equations: list[Equation] = []
    for (a, b), name in names.items():
        back = inverse_name(name)
        arrows += (Arrow(name, labels[a], labels[b]), Arrow(back, labels[b], labels[a]))
        equations += (Equation(labels[a], labels[a], (name, back), ()), Equation(labels[b], labels[b], (back, name), ()))
    for (a, b), first in names.items():
        for c in range(b + 1, len(labels)):
            if (b, c) in names and (a, c) in names:
                equations.append(Equation(labels[a], labels[c], (first, names[b, c]), (names[a, c],)))
    return Category(f"cech({graph.name})", labels, tuple(arrows), tuple(equations))
