"""Whether cones and cocones are universal, with what they miss."""

import pytest

from catalg.model.category import Arrow, Category, SetFunctor
from catalg.model.verdict import Verdict
from catalg.verify.categories.functoriality import Malformed
from catalg.verify.categories.universal import Legs, is_colimit, is_limit
from tests.category_examples import numbers

COSPAN = Category("Cospan", ("A", "B", "C"), (Arrow("f", "A", "C"), Arrow("g", "B", "C")))
SPAN = Category("Span", ("S", "A", "B"), (Arrow("a", "S", "A"), Arrow("b", "S", "B")))
PAIR = SetFunctor(
    "F", COSPAN, (("A", numbers(2)), ("B", numbers(2)), ("C", ("*",))), (("f", (0, 0)), ("g", (0, 0)))
)


def test_a_square_that_is_not_a_pullback() -> None:
    judgement = is_limit(PAIR, Legs(("p", "q"), (("A", (0, 1)), ("B", (0, 1)), ("C", (0, 0)))))
    assert judgement.reason == "not-a-limit"
    assert judgement.counterexample is not None
    facts = judgement.counterexample.as_dict()
    assert facts["size"] == 4
    assert facts["missed"] == (("0", "1", "*"), ("1", "0", "*"))


def test_pullbacks() -> None:
    apex = tuple("abcd")
    judgement = is_limit(PAIR, Legs(apex, (("A", (0, 0, 1, 1)), ("B", (0, 1, 0, 1)), ("C", (0,) * 4))))
    assert judgement.verdict is Verdict.PROVED
    twice = is_limit(PAIR, Legs(apex, (("A", (0, 0, 1, 1)), ("B", (0, 1, 0, 0)), ("C", (0,) * 4))))
    assert twice.counterexample is not None
    assert twice.counterexample.as_dict()["second"] == "d"
    with pytest.raises(Malformed):
        is_limit(PAIR, Legs(apex, (("A", (0, 0, 1, 2)), ("B", (0, 1, 0, 1)), ("C", (0,) * 4))))


def test_not_even_a_cone() -> None:
    functor = SetFunctor(
        "F", COSPAN, (("A", numbers(2)), ("B", numbers(2)), ("C", numbers(2))), (("f", (0, 1)), ("g", (0, 1)))
    )
    judgement = is_limit(functor, Legs(("p",), (("A", (0,)), ("B", (1,)), ("C", (0,)))))
    assert judgement.reason == "no-cone"
    assert judgement.counterexample is not None
    assert judgement.counterexample.as_dict()["arrow"] == "g"


def test_pushouts() -> None:
    functor = SetFunctor(
        "F", SPAN, (("S", numbers(1)), ("A", numbers(2)), ("B", numbers(2))), (("a", (0,)), ("b", (0,)))
    )
    good = Legs(("x", "y", "z"), (("S", (0,)), ("A", (0, 1)), ("B", (0, 2))))
    assert is_colimit(functor, good).verdict is Verdict.PROVED
    glued = is_colimit(functor, Legs(("x", "y"), (("S", (0,)), ("A", (0, 1)), ("B", (0, 1)))))
    assert glued.counterexample is not None
    assert glued.counterexample.rule == "glued-without-reason"
    missing = is_colimit(functor, Legs(("x", "y", "z", "w"), good.maps))
    assert missing.counterexample is not None
    assert missing.counterexample.as_dict()["missed"] == ("w",)
    broken = is_colimit(functor, Legs(("x", "y", "z"), (("S", (1,)), ("A", (0, 1)), ("B", (0, 2)))))
    assert broken.reason == "no-cocone"
