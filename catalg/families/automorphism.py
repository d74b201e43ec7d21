"""Aut(graph): the symmetries of a concrete graph, which permute its nodes."""

from __future__ import annotations

from functools import lru_cache

from catalg.families import arguments, refusals
from catalg.families.explicit import character, explicit
from catalg.families.finite import FiniteFamily
from catalg.families.graph_symmetry import Automorphisms, SearchTooLong, automorphisms
from catalg.families.permutations import parity
from catalg.families.tables import permutation
from catalg.model.ends import Graph
from catalg.model.group import Generator, Group, GroupFacts
from catalg.model.gset import ExplicitSet
from catalg.model.protocols import Argument
from catalg.model.representation import Rep
from catalg.model.scalars import BaseField
from catalg.terms import Dim, Parameter

LARGEST = 1000
SOURCE = "all automorphisms, by refinement and backtracking"


@lru_cache(maxsize=64)
def _automorphisms(size: int, edges: tuple[tuple[int, int], ...]) -> Automorphisms:
    return automorphisms(size, edges)


class GraphAutomorphisms(FiniteFamily):
    """Aut(graph)."""

    name = "Aut"
    representations = ("trivial", "vector", "sign", "regular")
    summary = (
        "Aut(Gamma), the symmetries of a declared graph. Generators a1, a2, …: a strong generating set, found by refinement and "
        "backtracking from the last nodes to the first. Points are the nodes; vector permutes the basis e_node; sign is the parity."
    )

    def group(self, name: str, given: tuple[Argument, ...], parameters: tuple[Parameter, ...]) -> Group:
        """The automorphisms of a concrete graph. Raises FamilyError."""
        graph = arguments.one(given, self.name, "a declared graph")
        if not isinstance(graph, Graph):
            raise refusals.arguments("Aut takes a declared graph", "for example graph Gamma { edges 0 -- 1, 1 -- 2 }, Aut(Gamma)")
        size = graph.size.constant()
        if graph.arbitrary or size is None:
            raise refusals.concrete(f"Aut({graph.name})", "the symmetries of an arbitrary graph on n nodes are not known")
        arguments.bounded(size, f"the number of nodes of {graph.name}", 0, LARGEST)
        try:
            found = _automorphisms(size, graph.edges)
        except SearchTooLong:
            raise refusals.label(
                f"the search for the symmetries of {graph.name} takes too long", "declare a group by generators, with a table"
            ) from None
        facts = GroupFacts(Dim.of(found.order), Dim.of(0), found.order, True, None, SOURCE)
        generators = tuple(Generator(f"a{k + 1}") for k in range(len(found.generators)))
        return Group(name, f"Aut({graph.name})", generators, (), facts, family=(self.name, (graph,)))

    def points(self, group: Group) -> ExplicitSet:
        """The nodes, with their labels."""
        assert group.family is not None
        graph = group.family[1][0]
        assert isinstance(graph, Graph)
        size = arguments.integer(graph.size, "the number of nodes")
        found = _automorphisms(size, graph.edges)
        table = tuple((g.name, p) for g, p in zip(group.generators, found.generators, strict=True))
        return ExplicitSet(group, size, table, graph.labels or None, "Points")

    def _representation(self, group: Group, name: str, given: tuple[Argument, ...], field: BaseField) -> Rep:
        if name == "regular":
            return super()._representation(group, name, given, field)
        arguments.none(given, f"`{name}`")
        points = self.points(group)
        if name == "vector":
            return explicit(group, field, points.count, tuple((g, permutation(p)) for g, p in points.permutations), name)
        return character(group, field, {g: parity(p) for g, p in points.permutations}, name)
