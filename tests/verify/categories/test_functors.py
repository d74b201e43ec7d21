"""Functoriality and naturality, with the exact witnesses."""

from dataclasses import replace

import pytest

from catalg.exact.sparse import SparseMatrix
from catalg.model.category import (
    Arrow,
    Category,
    Equation,
    SetFunctor,
    SetTransformation,
    VectFunctor,
    VectTransformation,
)
from catalg.model.scalars import RATIONAL
from catalg.model.verdict import Verdict
from catalg.terms import Call, Name
from catalg.verify.categories.functoriality import Malformed, broken_equations, functoriality
from catalg.verify.categories.naturality import naturality, naturality_failures
from tests.category_examples import COMMUTING, SQUARE, cycle, graph, monoid, numbers

C3 = graph("C3", 3, [(0, 1), (1, 2), (2, 0)])


def square_functor(category: Category, k: tuple[int, ...]) -> SetFunctor:
    two = numbers(2)
    return SetFunctor(
        "S",
        category,
        tuple((c, two) for c in category.objects),
        (("f", (0, 1)), ("g", (0, 1)), ("h", (0, 1)), ("k", k)),
    )


def test_functor_that_breaks_an_equation() -> None:
    broken = square_functor(COMMUTING, (0, 0))
    judgement = functoriality(broken)
    assert judgement.verdict is Verdict.REFUTED
    assert judgement.counterexample is not None
    facts = judgement.counterexample.as_dict()
    assert (facts["element"], facts["left_value"], facts["right_value"]) == ("1", "1", "0")
    assert facts["left"] == Call("compose", (Name("g"), Name("f")))
    assert facts["left_chase"] == ("1", "1", "1")
    assert [(b.element, b.left, b.right) for b in broken_equations(broken)] == [(1, 1, 0)]
    assert functoriality(square_functor(COMMUTING, (0, 1))).verdict is Verdict.PROVED
    assert functoriality(square_functor(SQUARE, (0, 0))).verdict is Verdict.PROVED


def test_identity_sides() -> None:
    involution = monoid("s", [("ss", "")])
    good = SetFunctor("X", involution, (("*", numbers(3)),), (("s", (1, 0, 2)),))
    assert functoriality(good).verdict is Verdict.PROVED
    bad = replace(good, arrows=(("s", (1, 2, 0)),))
    judgement = functoriality(bad)
    assert judgement.counterexample is not None
    assert judgement.counterexample.as_dict()["right_value"] == "0"


@pytest.mark.parametrize(
    "arrows",
    [(("src", (0, 1, 2)),), (("src", (0, 1, 2)), ("tgt", (1, 2))), (("src", (0, 1, 2)), ("tgt", (1, 2, 3)))],
)
def test_malformed_functors(arrows: tuple[tuple[str, tuple[int, ...]], ...]) -> None:
    with pytest.raises(Malformed):
        functoriality(replace(C3, arrows=arrows))


def test_transformation_with_both_failures() -> None:
    alpha = SetTransformation("alpha", C3, C3, (("E", (0, 1, 2)), ("V", (0, 1, 1))))
    failures = [(f.arrow.name, f.element, f.right, f.left) for f in naturality_failures(alpha)]
    assert failures == [("src", 2, 2, 1), ("tgt", 1, 2, 1)]
    judgement = naturality(alpha)
    assert judgement.verdict is Verdict.REFUTED
    assert judgement.counterexample is not None
    facts = judgement.counterexample.as_dict()
    assert (facts["arrow"], facts["element"], facts["left"], facts["right"]) == ("src", "e2", "1", "2")
    assert facts["others"] == (("tgt", "e1", "1", "2"),)


def test_natural_transformation() -> None:
    turn = SetTransformation("turn", C3, C3, (("E", (1, 2, 0)), ("V", (1, 2, 0))))
    judgement = naturality(turn)
    assert judgement.verdict is Verdict.PROVED
    assert [e.as_dict()["arrow"] for e in judgement.evidence] == ["src", "tgt"]


def test_not_parallel_or_not_total() -> None:
    other = SetFunctor("X", monoid("s", []), (("*", numbers(1)),), (("s", (0,)),))
    with pytest.raises(Malformed, match="parallel"):
        naturality(SetTransformation("t", C3, other, ()))
    with pytest.raises(Malformed, match="image of each element"):
        naturality(SetTransformation("t", C3, C3, (("E", (0, 1, 2)),)))
    with pytest.raises(Malformed, match="leaves"):
        naturality(SetTransformation("t", C3, cycle(3), (("E", (0, 1, 2)), ("V", (0, 1, 3)))))


def test_linear_functors_and_transformations() -> None:
    involution = monoid("s", [("ss", "")])
    flip = SparseMatrix.from_dense([[1, 0], [0, -1]])
    functor = VectFunctor("V", involution, RATIONAL, (("*", 2),), (("s", flip),))
    assert functoriality(functor).verdict is Verdict.PROVED
    shear = replace(functor, arrows=(("s", SparseMatrix.from_dense([[1, 1], [0, -2]])),))
    judgement = functoriality(shear)
    assert judgement.counterexample is not None
    assert judgement.counterexample.as_dict()["element"] == 2
    assert naturality(VectTransformation("t", functor, functor, (("*", flip),))).verdict is Verdict.PROVED
    swap = VectTransformation("t", functor, functor, (("*", SparseMatrix.permutation((1, 0))),))
    judgement = naturality(swap)
    assert judgement.verdict is Verdict.REFUTED
    assert judgement.counterexample is not None
    assert judgement.counterexample.as_dict()["arrow"] == "s"
    with pytest.raises(Malformed):
        naturality(replace(swap, components=(("*", SparseMatrix.identity(3)),)))


def test_large_tables() -> None:
    size = 100_000
    category = Category(
        "C",
        ("A",),
        (Arrow("f", "A", "A"), Arrow("g", "A", "A")),
        tuple(Equation("A", "A", ("f",) * k + ("g",) * k, ()) for k in range(1, 11)),
    )
    forward = tuple((i + 1) % size for i in range(size))
    backward = tuple((i - 1) % size for i in range(size))
    functor = SetFunctor("F", category, (("A", numbers(size)),), (("f", forward), ("g", backward)))
    assert functoriality(functor).verdict is Verdict.PROVED
    shift = SetTransformation("t", functor, functor, (("A", forward),))
    assert naturality(shift).verdict is Verdict.PROVED
    spoiled = replace(functor, arrows=(("f", forward), ("g", (*backward[:-1], 0))))
    judgement = functoriality(spoiled)
    assert judgement.counterexample is not None
    assert judgement.counterexample.as_dict()["element"] == str(size - 2)
