"""The Čech groupoid: coboundaries are cocycles, a changed transition breaks exactly the triple overlaps through it."""

from __future__ import annotations

import random

import pytest

from catalg.elaborate import elaborate
from catalg.engine.solve import Session
from catalg.families.registry import FAMILIES
from catalg.language import parse
from catalg.learning.covers import cech
from catalg.model.ends import Graph
from catalg.model.verdict import Verdict
from catalg.terms import Dim
from catalg.universes.categories import hom_sets

EDGES = [(1, 2), (1, 3), (2, 3), (2, 4), (3, 4)]
HEAD = "graph G { edges " + ", ".join(f"{a} -- {b}" for a, b in EDGES) + " }\ncategory C = cech(G)\n"


def times(a, b):
    return [[sum(a[i][k] * b[k][j] for k in range(2)) for j in range(2)] for i in range(2)]


def unimodular(rng):
    """A random integer matrix of determinant 1, and its inverse."""
    a, b = rng.randint(-2, 2), rng.randint(-2, 2)
    m = times([[1, a], [0, 1]], [[1, 0], [b, 1]])
    return m, [[m[1][1], -m[0][1]], [-m[1][0], m[0][0]]]


def bundle(name, transitions):
    stalks = " ".join(f"{k} = R^2" for k in range(1, 5))
    return f"functor {name} : C -> Vect(QQ) {{ {stalks} " + " ".join(f'"{a}--{b}" = {m}' for (a, b), m in transitions.items()) + " }\n"


def run(text):
    specification, diagnostics = elaborate(parse(HEAD + text, "t.cat"), FAMILIES)
    assert not diagnostics, diagnostics
    session = Session(specification)
    return {item.name or str(k): session.run(k) for k, item in enumerate(specification.items)}


@pytest.mark.parametrize("seed", range(6))
def test_frames_give_cocycles_and_gauge_transformations(seed):
    rng = random.Random(seed)
    frames = {k: unimodular(rng) for k in range(1, 5)}
    transitions = {(a, b): times(frames[b][0], frames[a][1]) for a, b in EDGES}
    text = bundle("P", transitions) + "functor Q : C -> Vect(QQ) = R^2\n"
    text += "transformation h : Q => P { " + " ".join(f"{k} = {frames[k][0]}" for k in frames) + " }\n"
    text += "limit L = lim P\ncolimit K = colim P\n"
    found = run(text)
    assert found["P"].judgement.verdict is Verdict.PROVED and found["h"].judgement.verdict is Verdict.PROVED
    assert found["L"].solution.proposal.dimension.constant() == found["K"].solution.proposal.dimension.constant() == 2


@pytest.mark.parametrize("edge", EDGES)
def test_a_changed_transition_is_found_at_a_triple_overlap_through_it(edge):
    rng = random.Random(3)
    frames = {k: unimodular(rng) for k in range(1, 5)}
    transitions = {(a, b): times(frames[b][0], frames[a][1]) for a, b in EDGES}
    transitions[edge] = times([[1, 1], [0, 1]], transitions[edge])
    judged = run(bundle("P", transitions))["P"].judgement
    assert judged.verdict is Verdict.REFUTED and judged.counterexample.rule == "broken-linear-equation"
    assert f"{edge[0]}--{edge[1]}" in str(judged.counterexample.facts)


def test_the_groupoid_of_a_full_triangle_is_contractible_and_of_a_square_is_not():
    three = Graph("T", Dim.of(3), ("1", "2", "3"), ((0, 1), (0, 2), (1, 2)))
    homs = hom_sets(cech(three))
    assert homs is not None and {homs.count(a, b) for a in "123" for b in "123"} == {1}
    four = Graph("S", Dim.of(4), ("1", "2", "3", "4"), ((0, 1), (1, 2), (2, 3), (0, 3)))
    loops = hom_sets(cech(four))
    assert loops is None or loops.count("1", "1") is None


def test_a_body_leaves_the_inverses_out():
    text = HEAD + 'functor P : C -> Vect(QQ) { 1 = R^1  2 = R^1  3 = R^1  4 = R^1  "1--2" = [[0]]  "1--3" = [[1]]  "2--3" = [[1]]  "2--4" = [[1]]  "3--4" = [[1]] }\n'
    assert [d.code for d in elaborate(parse(text, "t.cat"), FAMILIES)[1]] == ["E0503"]
