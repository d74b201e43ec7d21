"""Relations of groups: words, brackets, the action of components, and loops that must close."""

from __future__ import annotations

from fractions import Fraction

import pytest

from catalg.exact.field import I
from catalg.exact.sparse import SparseMatrix
from catalg.families.registry import FAMILIES
from catalg.model.group import Generator, Group, LieCombination, PeriodRelation, WordRelation
from catalg.model.gset import ExplicitSet
from catalg.model.representation import ExplicitRep
from catalg.model.scalars import COMPLEX, REAL
from catalg.model.verdict import Verdict
from catalg.terms import Dim, Matrix, num
from catalg.verify.functoriality import exponential, functoriality, integral_spectrum, show_relation
from tests.linear_ends import ROTATION, specification

HALF = Fraction(1, 2)


def relations(text: str) -> object:
    """The first functor of a text."""
    return next(item.subject for item in specification(text).items if item.kind == "functor")


def test_a_power_that_is_not_the_identity() -> None:
    judgement = functoriality(relations("""
    group D3 { generators r, s  relations s^2 = 1, r^3 = 1 }
    functor V : D3 -> Vect { r = [[0, -1], [1, 0]]  s = [[1, 0], [0, -1]] }
    """))  # type: ignore[arg-type]
    assert judgement.verdict is Verdict.REFUTED and judgement.counterexample is not None
    facts = judgement.counterexample.as_dict()
    assert facts["left"] == "r^3" and facts["left_value"] == Matrix(((num(0), num(1)), (num(-1), num(0))))


def test_a_bracket_that_fails() -> None:
    text = """
    group H {{ lie generators x, y, z  relations [x, y] = z, [x, z] = 0, [y, z] = 0 }}
    functor V : H -> Vect {{ x = [[0, 1, 0], [0, 0, 0], [0, 0, 0]]  y = [[0, 0, 0], [0, 0, 1], [0, 0, 0]]  z = [[0, 0, {}], [0, 0, 0], [0, 0, 0]] }}
    """
    assert functoriality(relations(text.format(1))).verdict is Verdict.PROVED  # type: ignore[arg-type]
    wrong = functoriality(relations(text.format(2)))  # type: ignore[arg-type]
    assert wrong.verdict is Verdict.REFUTED and dict(wrong.facts)["relation"] == "[x, y] = z"


@pytest.mark.parametrize("name, size", [("SO", 2), ("SO", 3), ("O", 3), ("SO", 4), ("SL", 2), ("GL", 3), ("SU", 2), ("U", 2), ("Sp", 4)])
def test_defining_representations_of_families_are_functors(name: str, size: int) -> None:
    group = FAMILIES[name].group("G", (Dim.of(size),), ())
    rep = FAMILIES[name].representation(group, "vector", (), COMPLEX)
    assert isinstance(rep, ExplicitRep) and len(group.relations) > 0
    assert functoriality(rep).verdict is Verdict.PROVED


def test_spin_one_half_does_not_integrate_to_the_rotation_group() -> None:
    group = FAMILIES["SO"].group("G", (Dim.of(3),), ())
    tables = ([[0, -I * HALF], [-I * HALF, 0]], [[0, -HALF], [HALF, 0]], [[-I * HALF, 0], [0, I * HALF]])
    named = tuple((g.name, SparseMatrix.from_dense(t)) for g, t in zip(group.generators, tables, strict=True))
    judgement = functoriality(ExplicitRep(group, COMPLEX, 2, named))
    assert judgement.verdict is Verdict.REFUTED and judgement.counterexample is not None
    assert judgement.counterexample.as_dict()["left_value"] == Matrix(((num(-1), num(0)), (num(0), num(-1))))


@pytest.mark.parametrize(
    "rows, closes",
    [
        (ROTATION, True), ([[0, -3], [3, 0]], True), ([[0, -HALF], [HALF, 0]], False), ([[0, 1], [0, 0]], False),
        ([[1, 0], [0, -1]], False), ([[0, -1, 0], [1, 0, 0], [0, 0, 0]], True), ([[0, 0], [0, 0]], True),
        ([[0, -1, 1, 0], [1, 0, 0, 1], [0, 0, 0, -1], [0, 0, 1, 0]], False), ([[I, 0], [0, -2 * I]], True),
    ],
)
def test_loops(rows: list[list[object]], closes: bool) -> None:
    assert integral_spectrum(SparseMatrix.from_dense(rows)) is closes


def test_exponentials_at_roots_of_unity() -> None:
    half = exponential(SparseMatrix.from_dense([[0, -HALF], [HALF, 0]]))
    assert half is not None and half == SparseMatrix.identity(2).scale(-1)
    quarter = exponential(SparseMatrix.from_dense([[0, -Fraction(1, 4)], [Fraction(1, 4), 0]]))
    assert quarter is not None and quarter.to_dense() == ((0, -1), (1, 0))
    assert exponential(SparseMatrix.from_dense([[0, 1], [0, 0]])) is None


def test_a_loop_that_ends_at_a_word() -> None:
    group = Group("G", "G", (Generator("m"), Generator("X", "lie")), (
        PeriodRelation(LieCombination(((HALF, "X"),)), (("m", 1),)),
    ))

    def rep(sign: int) -> ExplicitRep:
        m = SparseMatrix.identity(2).scale(sign)
        return ExplicitRep(group, REAL, 2, (("m", m), ("X", SparseMatrix.from_dense(ROTATION))))

    assert functoriality(rep(-1)).verdict is Verdict.PROVED
    assert functoriality(rep(1)).verdict is Verdict.REFUTED
    assert show_relation(group.relations[0]) == "exp(2*pi*(1/2*X)) = m"


def test_permutations() -> None:
    good = relations("group C { generators r  relations r^1000000 = 1 }\nfunctor S : C -> Set { * = {1..4}  r = (1 2 3 4) }")
    assert functoriality(good).verdict is Verdict.PROVED  # type: ignore[arg-type]
    group = Group("C", "C", (Generator("r"), Generator("s")), (WordRelation((("r", 1), ("s", 1)), (("s", 1), ("r", 1))),))
    judgement = functoriality(ExplicitSet(group, 3, (("r", (1, 2, 0)), ("s", (1, 0, 2))), ("a", "b", "c")))
    assert judgement.verdict is Verdict.REFUTED and judgement.counterexample is not None
    facts = judgement.counterexample.as_dict()
    assert (facts["point"], facts["left_value"], facts["right_value"]) == ("a", "c", "a")


def test_no_relations() -> None:
    judgement = functoriality(ExplicitSet(Group("Z", "Z", (Generator("t"),)), 2, (("t", (1, 0)),)))
    assert judgement.verdict is Verdict.PROVED and judgement.reason == "no-relations"
