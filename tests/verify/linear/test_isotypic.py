"""Isotypic decompositions and equivalence: known decompositions, and planted wrong ones."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

import catalg
from catalg.engine.solve import Session
from catalg.exact.sparse import SparseMatrix
from catalg.model.isotypic import Constituent
from catalg.model.representation import Rep
from catalg.model.verdict import Judgement, Verdict
from catalg.render.json import document
from catalg.strategies.linear.irreps import constituents
from catalg.terms import Dim
from catalg.verify.linear.intertwiners import NotIrreducible, type_of
from catalg.verify.linear.isotypic import certify_constituents, rational_parts
from tests.edge_texts import claims
from tests.elaborate.reading import codes
from tests.linear_ends import specification

SPACE = "group G = SO(3)\nfunctor V : G -> Vect = vector (*) vector\n"
QUATERNIONS = (
    "group Q { generators i1, j1  relations i1^4 = 1, i1^2 = j1^2, j1*i1 = i1^3*j1 }\n"
    "functor V : Q -> Vect%s { i1 = [[0,-1,0,0],[1,0,0,0],[0,0,0,-1],[0,0,1,0]]  j1 = [[0,0,-1,0],[0,0,0,1],[1,0,0,0],[0,-1,0,0]] }\n"
)


def decomposed(text: str) -> Judgement:
    spec = specification(text + "derive V as irreps\n")
    return Session(spec).run(len(spec.items) - 1).judgement


def rep_of(text: str) -> Rep:
    rep = specification(text).item("V").subject
    return rep  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (SPACE, "irrep(0) (+) irrep(1) (+) irrep(2)"),
        ("group G = SO(3)\nfunctor V : G -> Vect = Sym^3(vector)\n", "irrep(1) (+) irrep(3)"),
        ("group G = O(3)\nfunctor V : G -> Vect = T^3(vector)\n", "irrep(0, odd) (+) 3*irrep(1, odd) (+) 2*irrep(2, odd) (+) irrep(3, odd)"),
        ("group G = SO(2)\nfunctor V : G -> Vect = T^2(vector)\n", "2*irrep(0) (+) irrep(2)"),
        ("group G = O(2)\nfunctor V : G -> Vect = T^2(vector)\n", "irrep(0) (+) det (+) irrep(2)"),
        ("group G = Cyclic(4)\nfunctor V : G -> Vect = regular\n", "irrep(0) (+) irrep(1) (+) irrep(2)"),
        ("group G = SU(2)\nfunctor V : G -> Vect(CC) = irrep(1/2) (*) irrep(1)\n", "irrep(1/2) (+) irrep(3/2)"),
        ("group G = SU(2)\nfunctor V : G -> Vect = irrep(1/2)\n", "irrep(1/2)"),
    ],
)
def test_with_labels(text: str, expected: str) -> None:
    judgement = decomposed(text)
    facts = dict(judgement.facts)
    assert judgement.verdict is Verdict.PROVED and facts["sum"] == expected
    assert claims(f"{text}expect V = {expected}\n") == ["proved"]


def test_the_notation_of_e3nn() -> None:
    text = "group G = O(3)\nfunctor V : G -> Vect = vector (*) vector (+) 2*vector\n"
    assert dict(decomposed(text).facts)["notation"] == "1x0e + 1x1e + 2x1o + 1x2e"
    assert claims(text + """
expect V = "0e + 1x1e + 2x1o + 2e"
refute V = "0o + 1x1e + 2x1o + 2e"
refute V = "0e + 3x1o + 2e"
""") == ["proved"] * 3


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (QUATERNIONS % "", {("quaternionic", 1, 4, 1)}),
        (QUATERNIONS % "(CC)", {("", 2, 2, 1)}),
        ("group C { generators r  relations r^5 = 1 }\nfunctor V : C -> Vect { r = [[0,0,0,0,1],[1,0,0,0,0],[0,1,0,0,0],[0,0,1,0,0],[0,0,0,1,0]] }\n",
         {("real", 1, 1, 1), ("complex", 1, 2, 2)}),
        ("group C { generators r  relations r^4 = 1 }\nfunctor V : C -> Vect { r = [[0,-1,0,0],[1,0,0,0],[0,0,0,-1],[0,0,1,0]] }\n",
         {("complex", 2, 2, 1)}),
        ("group A { lie generators a, b, c }\nfunctor V : A -> Vect { a = [[0,0,0],[0,0,-1],[0,1,0]]  b = [[0,0,1],[0,0,0],[-1,0,0]]  c = [[0,-1,0],[1,0,0],[0,0,0]] }\n",
         {("real", 1, 3, 1)}),
        ("group S = Sym(4)\nfunctor V : S -> Vect = T^2(free(Points))\n",
         {("real", 2, 1, 1), ("real", 3, 3, 1), ("real", 1, 2, 1), ("real", 1, 3, 1)}),
    ],
)  # fmt: skip
def test_without_labels(text: str, expected: set[tuple[str, int, int, int]]) -> None:
    rep = rep_of(text)
    parts, change = rational_parts(rep)
    assert {(p.type, p.copies, p.dimension, p.count) for p in parts} == expected
    assert sum(p.count * p.copies * p.dimension for p in parts) == rep.dim.constant() == change.rank()
    assert decomposed(text).verdict is Verdict.PROVED


def test_equivalence() -> None:
    assert claims(SPACE + """
functor W : G -> Vect = 2*irrep(1) (+) 3*irrep(0)
functor D : G -> Vect = dual(vector)
expect D = vector
expect V = dual(V)
refute V = W
refute V = 9*trivial
refute V = vector
group C = Cyclic(3)
functor A : C -> Vect(CC) = irrep(1)
expect A = irrep(4)
refute A = irrep(2)
refute A = dual(A)
""") == ["proved"] * 8


def test_what_is_not_semisimple() -> None:
    text = """
group B { lie generators x }
functor V : B -> Vect { x = [[0, 1], [0, 0]] }
functor Z : B -> Vect { x = [[0, 0], [0, 0]] }
"""
    assert claims(text + "refute V = Z\nexpect V = dual(V)\n") == ["proved"] * 2
    assert decomposed(text).verdict is Verdict.UNDECIDED


def test_groups_without_listed_generators_are_undecided() -> None:
    text = "param n : Nat where n >= 3\ngroup G = SO(n)\nfunctor V : G -> Vect = vector (*) det\n"
    assert claims(text + "expect V = vector\n") == ["undecided"]
    assert claims("param n : Nat where n >= 3\ngroup G = O(n)\nfunctor V : G -> Vect = det\nexpect V = trivial\n") == ["undecided"]
    assert decomposed(text).verdict is Verdict.UNDECIDED


def test_planted_decompositions_are_not_certified() -> None:
    rep = rep_of(SPACE)
    right = constituents(rep)
    assert right is not None and certify_constituents(rep, right) is not None
    zero, one, two = right
    noise = SparseMatrix.from_entries({(0, 0): 1}, 9, 3)
    wrong = {
        "missing": [zero, one],
        "a copy twice": [zero, one, replace(one, copies=one.copies * 2), two],
        "dependent copies": [replace(zero, copies=zero.copies * 4), two],
        "another label": [zero, replace(one, given=(Dim.of(2),)), two],
        "no intertwiner": [zero, replace(one, copies=(one.copies[0] + noise,)), two],
        "zero": [zero, replace(one, copies=(SparseMatrix.zero(9, 3),)), two],
        "reducible": [Constituent("nothing", (), right[0].copies), one, two],
    }
    for name, proposal in wrong.items():
        assert certify_constituents(rep, proposal) is None, name


def test_reducible_constituents_are_not_certified() -> None:
    """For O(3) the word irrep also makes sums: a proposal that calls one irreducible is refused."""
    rep = rep_of("group G = O(3)\nfunctor V : G -> Vect = 2*vector\n")
    identity = SparseMatrix.identity(6)
    assert certify_constituents(rep, [Constituent("irrep", ("2x1o",), (identity,))]) is None
    whole = rep_of("group G = O(3)\nfunctor V : G -> Vect = vector (+) det\n")
    assert certify_constituents(whole, [Constituent("irrep", ("1o + 0o",), (SparseMatrix.identity(4),))]) is None


@pytest.mark.parametrize("text", [
    "group G = SO(2)\nfunctor V : G -> Vect = irrep(1) (+) irrep(2)\n",
    "group G = SO(3)\nfunctor V : G -> Vect = irrep(0) (+) irrep(1)\n",
    "group G = Dihedral(3)\nfunctor V : G -> Vect = 2*irrep(1)\n",
    "group G = Cyclic(2)\nfunctor V : G -> Vect = regular\n",
], ids=["two complex", "commutant of dimension 2", "matrices", "two real"])  # fmt: skip
def test_a_commutant_with_zero_divisors_has_no_type(text: str) -> None:
    with pytest.raises(NotIrreducible):
        type_of(rep_of(text))


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("expect V = 4*3", "E0412"),
        ("expect V = V*V", "E0412"),
        ("expect V = 5000*trivial", "E0506"),
        ("expect V = 2.5*vector", ""),
        ('expect V = "1o"', ""),
        ("derive V(x) as irreps", "E0410"),
        ("derive V as irrep", ""),
        ("derive G as irreps", "E0303"),
    ],
)
def test_what_means_nothing_is_invalid(text: str, code: str) -> None:
    found = codes(SPACE + text + "\n")
    assert code in found if code else found


def test_the_change_of_basis_is_exhibited_in_full(tmp_path: Path) -> None:
    path = tmp_path / "matrices.cat"
    path.write_text(SPACE + "derive V as irreps\n")
    report = json.loads(document([catalg.check(path)]))
    evidence = report["files"][0]["results"][-1]["evidence"]
    (shown,) = [e["facts"]["matrix"] for e in evidence if e["rule"] == "irreps-basis"]
    assert shown.startswith("[[1, ") and shown.count("sqrt(3)") == 8  # two for each of xy, yz, xz, x^2 - y^2
