"""Finite groups against independent oracles: coset enumeration, tables of crystal classes, known automorphism groups."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import pytest
from sympy.combinatorics.fp_groups import FpGroup
from sympy.combinatorics.free_groups import free_group
from sympy.combinatorics.perm_groups import PermutationGroup
from sympy.combinatorics.permutations import Permutation

from catalg.exact.field import sqrt_rational
from catalg.exact.sparse import SparseMatrix
from catalg.families.graph_symmetry import automorphisms
from catalg.families.permutations import compose
from catalg.families.point_group import CLASSES
from catalg.families.registry import find
from catalg.model.ends import Graph
from catalg.model.group import Group, WordRelation
from catalg.model.gset import ChosenSet, SymbolicPoints
from catalg.model.protocols import FamilyError
from catalg.model.representation import ExplicitRep
from catalg.model.scalars import RATIONAL, REAL
from catalg.terms import Dim, Parameter
from tests.families.laws import broken_matrix_relations, broken_set_relations
from tests.families.test_all import explicit, gset, make

DATA = json.loads((Path(__file__).parent / "data" / "point_groups.json").read_text())


def presented_order(group: Group) -> int:
    """The order of the group that the relations present, by coset enumeration."""
    if not group.generators:
        return 1
    free, *letters = free_group(", ".join(g.name for g in group.generators))
    table = {g.name: letter for g, letter in zip(group.generators, letters, strict=True)}
    relators = []
    for relation in group.relations:
        assert isinstance(relation, WordRelation)
        word = free.identity
        for name, exponent in relation.left:
            word = word * table[name] ** exponent
        for name, exponent in reversed(relation.right):
            word = word * table[name] ** -exponent
        relators.append(word)
    return int(FpGroup(free, relators).order())


@pytest.mark.parametrize("which", [
    *(("Sym", n) for n in range(6)), *(("Alt", n) for n in range(1, 7)), ("Cyclic", 6), ("Dihedral", 1), ("Dihedral", 5),
    *(("PointGroup", symbol) for symbol in CLASSES),
], ids=str)  # fmt: skip
def test_relations_are_complete_presentations(which: tuple[object, ...]) -> None:
    group = make(str(which[0]), which[1])
    assert group.facts.order == Dim.of(presented_order(group))


def _entry(text: object) -> object:
    if isinstance(text, int):
        return text
    sign = -1 if str(text).startswith("-") else 1
    body = str(text).lstrip("-")
    if body.startswith("sqrt(3)"):
        return sqrt_rational(3) * Fraction(sign, 2)
    return sign * Fraction(body)


def _closure(matrices: list[SparseMatrix]) -> set[tuple[tuple[object, ...], ...]]:
    elements = {SparseMatrix.identity(3).to_dense()}
    frontier = [SparseMatrix.identity(3)]
    while frontier:
        current = frontier.pop()
        for m in matrices:
            image = m @ current
            if image.to_dense() not in elements:
                elements.add(image.to_dense())
                frontier.append(image)
    return elements  # type: ignore[return-value]


@pytest.mark.parametrize("symbol", CLASSES)
def test_crystal_classes_are_those_of_the_table(symbol: str) -> None:
    group = make("PointGroup", symbol)
    vector = explicit(group, "vector")
    ours = _closure([m for _, m in vector.matrices])
    listed = [SparseMatrix.from_dense([[_entry(v) for v in row] for row in m]) for m in DATA[symbol]["bases"]["V"]]
    assert ours == _closure(listed)
    assert len(ours) == DATA[symbol]["order"] == CLASSES[symbol].order
    assert broken_matrix_relations(vector) == []
    assert broken_matrix_relations(explicit(group, "det")) == []
    from catalg.exact.dense import determinant

    for name, matrix in vector.matrices:
        assert explicit(group, "det").matrix(name)[0, 0] == determinant(matrix.to_dense())
    assert gset(group, "regular").count == len(ours)


def test_all_32_classes_are_there() -> None:
    assert set(CLASSES) == set(DATA) and len(CLASSES) == 32


PETERSEN = [(a, b) for a, b in combinations(range(10), 2)
            if not set(list(combinations(range(5), 2))[a]) & set(list(combinations(range(5), 2))[b])]
CUBE = [(a, b) for a, b in combinations(range(8), 2) if (a ^ b).bit_count() == 1]
ROOK = [(a, b) for a, b in combinations(range(16), 2) if a // 4 == b // 4 or a % 4 == b % 4]
SHRIKHANDE = [(a, b) for a, b in combinations(range(16), 2)
              if ((a // 4 - b // 4) % 4, (a % 4 - b % 4) % 4) in {(0, 1), (0, 3), (1, 0), (3, 0), (1, 1), (3, 3)}]
FRUCHT = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 6), (6, 0), (0, 7), (1, 7), (2, 8), (3, 9), (4, 9), (5, 10), (6, 10),
          (7, 11), (8, 11), (8, 9), (10, 11)]
GRAPHS = {
    "petersen": (10, PETERSEN, 120), "cube": (8, CUBE, 48), "rook 4x4": (16, ROOK, 1152), "shrikhande": (16, SHRIKHANDE, 192),
    "frucht": (12, FRUCHT, 1), "empty": (5, [], 120), "complete": (6, list(combinations(range(6), 2)), 720), "none": (0, [], 1),
    "path": (6, [(k, k + 1) for k in range(5)], 2), "two triangles": (6, [(0, 1), (1, 2), (0, 2), (3, 4), (4, 5), (3, 5)], 72),
    "cycle 30": (30, [(k, (k + 1) % 30) for k in range(30)], 60), "loop": (2, [(0, 0)], 1),
}  # fmt: skip


@pytest.mark.parametrize("name", GRAPHS)
def test_automorphisms_of_known_graphs(name: str) -> None:
    size, edges, order = GRAPHS[name]
    found = automorphisms(size, edges)
    assert found.order == order
    undirected = {frozenset(e) for e in edges}
    for g in found.generators:
        assert {frozenset((g[a], g[b])) for a, b in edges} == undirected
    if found.generators:
        assert PermutationGroup([Permutation(list(g)) for g in found.generators]).order() == order


def test_automorphism_family() -> None:
    graph = Graph("Gamma", Dim.of(6), tuple("abcdef"), ((0, 1), (1, 2), (2, 3), (3, 4), (4, 5)))
    group = find("Aut").group("G", (graph,), ())
    points = gset(group, "Points")
    assert points.labels == tuple("abcdef") and points.count == 6
    assert gset(group, "self").count == 2
    with pytest.raises(FamilyError):
        find("Aut").group("G", (Graph("A", Dim.parameter("n"), arbitrary=True),), ())


@pytest.mark.parametrize(("inner", "n", "order"), [
    (("Cyclic", 3), 4, 3**4 * 24), (("Sym", 3), 3, 6**3 * 6), (("Cyclic", 2), 1, 2), (("Dihedral", 2), 2, 32), (("Sym", 2), 3, 48),
    (("Trivial",), 3, 6),
], ids=str)  # fmt: skip
def test_wreath_products(inner: tuple[object, ...], n: int, order: int) -> None:
    group = find("wr").group("G", (make(str(inner[0]), *inner[1:]), make("Sym", n)), ())
    assert group.facts.order == Dim.of(order)
    assert broken_set_relations(gset(group, "self")) == []
    if inner[0] != "Trivial":
        points = gset(group, "Points")
        assert broken_set_relations(points) == []
        generated = PermutationGroup([Permutation(list(p)) for _, p in points.permutations])
        if inner != ("Dihedral", 2):
            assert generated.order() == order == gset(group, "self").count
    if order <= 100:
        assert presented_order(group) == order


def test_wreath_product_of_a_lie_group() -> None:
    group = find("wr").group("G", (make("O", 2), make("Sym", 3)), ())
    found = explicit(group, "vector")
    assert found.size == 6 and broken_matrix_relations(found) == []
    assert group.facts.dimension == Dim.of(3) and group.facts.components == 48
    with pytest.raises(FamilyError):
        gset(group, "Points")
    with pytest.raises(FamilyError):
        gset(group, "self")


def test_symbolic_points_and_choices() -> None:
    n = Parameter("n", lower=Fraction(2))
    group = find("Sym").group("G", (Dim.parameter("n"),), (n, Parameter("k")))
    assert group.symbolic and group.parameters == (n,)
    points = find("Sym").gset(group, "Points", ())
    assert isinstance(points, SymbolicPoints)
    pairs = find("Sym").gset(group, "Subsets", (Dim.of(2),))
    assert isinstance(pairs, ChosenSet) and str(pairs.size) == "(n^2 - n)/2"
    assert find("Sym").representation(group, "standard", (), REAL).dim == Dim.parameter("n") - 1
    with pytest.raises(FamilyError):
        find("Sym").gset(group, "self", ())


def test_points_of_polygons() -> None:
    points = gset(make("Dihedral", 5), "Points")
    r, s = points.permutation("r"), points.permutation("s")
    assert compose(s, r) == compose(tuple(sorted(range(5), key=lambda p: r[p])), s)


def test_words_act_right_factor_first() -> None:
    points = gset(make("Sym", 5), "Points")
    s, r = points.permutation("s"), points.permutation("r")
    assert compose(s, r)[0] == 0 and compose(s, r)[1] == 2


def test_standard_of_alternating_groups() -> None:
    for n in range(2, 6):
        found = explicit(make("Alt", n), "standard", field=RATIONAL)
        assert isinstance(found, ExplicitRep) and broken_matrix_relations(found) == []


def test_a_hundred_points_are_quick() -> None:
    group = make("Cyclic", 100)
    assert gset(group, "Points").count == 100
    assert explicit(group, "irrep", 50).size == 1
