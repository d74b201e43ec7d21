"""Mature libraries as oracles, where they are installed: libsemigroups for completion, networkx for graph
maps.
"""

import random

import pytest

from catalg.exact.automaton import Automaton
from catalg.exact.completion import Completion, Limits
from catalg.exact.words import Presentation
from catalg.model.ends import SetEnd
from catalg.strategies.sets.ends import transformations
from tests.category_examples import both_ways, graph


def random_monoid(seed: int) -> list[tuple[str, str]]:
    source = random.Random(seed)

    def word(most: int) -> str:
        return "".join(source.choice("ab") for _ in range(source.randint(0, most)))

    return [(word(4), word(3)) for _ in range(source.randint(2, 4))]


def test_completion_agrees_with_libsemigroups(capfd: pytest.CaptureFixture[str]) -> None:
    library = pytest.importorskip("libsemigroups_pybind11")
    compared = 0
    for seed in range(60):
        equations = random_monoid(seed)
        presentation = Presentation(
            1,
            (0, 0),
            (0, 0),
            tuple(
                (0, tuple(map("ab".index, left)), tuple(map("ab".index, right))) for left, right in equations
            ),
        )
        completion = Completion(presentation, Limits(pairs=500, rules=60, steps=50_000, length=30))
        completion.run()
        if not completion.complete:
            continue
        other = library.Presentation("ab")
        other.contains_empty_word(True)
        for left, right in equations:
            library.presentation.add_rule(other, left, right)
        oracle = library.KnuthBendix(library.congruence_kind.twosided, other)
        oracle.run()
        # A reduced complete system for a fixed order is unique.
        rules = {
            ("".join("ab"[i] for i in left), "".join("ab"[i] for i in right))
            for left, right in completion.system.rules()
        }
        assert rules == set(oracle.active_rules())
        count = Automaton(presentation, completion.system.rules()).count(0, 0)
        size = oracle.number_of_classes()
        assert size == count if count is not None else not isinstance(size, int)
        compared += 1
    capfd.readouterr()
    assert compared > 30


def test_automorphisms_agree_with_networkx() -> None:
    networkx = pytest.importorskip("networkx")
    for seed in range(12):
        source = random.Random(seed)
        nodes = 5
        edges = [(i, j) for i in range(nodes) for j in range(i) if source.random() < 0.5]
        ours = graph("G", nodes, both_ways(edges))
        count = sum(len(set(eta.component("V"))) == nodes for eta in transformations(SetEnd("N", ours, ours)))
        model = networkx.Graph(edges)
        model.add_nodes_from(range(nodes))
        matcher = networkx.algorithms.isomorphism.GraphMatcher(model, model)
        assert count == sum(1 for _ in matcher.isomorphisms_iter())
