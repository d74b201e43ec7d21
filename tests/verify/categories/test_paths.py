"""Equality of paths: the three verdicts, each with something to check."""

import pytest

from catalg.model.category import Category
from catalg.model.goals import PathClaim
from catalg.model.verdict import Judgement, Verdict
from catalg.universes.categories import NotFinite, hom_sets, morphisms
from catalg.verify.categories.functoriality import Malformed
from catalg.verify.categories.paths import decide_path_equality
from tests.category_examples import COMMUTING, SQUARE, monoid, simplex

S3 = monoid("st", [("ss", ""), ("tt", ""), ("sts", "tst")], "S3")
DIVERGENT = monoid("ab", [("bab", "ba")])
BICYCLIC = monoid("pq", [("pq", "")])


def ask(category: Category, left: str, right: str, start: str = "*", end: str = "*") -> Judgement:
    return decide_path_equality(category, PathClaim(category, start, end, tuple(left), tuple(right)))


@pytest.mark.parametrize(
    ("category", "left", "right", "equal"),
    [
        (S3, "ststst", "", True),
        (S3, "st", "ts", False),
        (DIVERGENT, "babb", "ba", True),
        (DIVERGENT, "ab", "ba", False),
        (DIVERGENT, "baab", "baa", True),
        (BICYCLIC, "qp", "", False),
        (BICYCLIC, "qpqp", "qp", True),
        (BICYCLIC, "qppq", "qp", True),
        (monoid("l", []), "ll", "lll", False),
        (monoid("a", [("aa", ""), ("aaa", "")]), "a", "", True),
        (monoid("ab", [("ab", "ba")]), "aabb", "bbaa", True),
        (monoid("ab", [("ab", "ba")]), "aab", "abb", False),
    ],
)
def test_monoids(category: Category, left: str, right: str, equal: bool) -> None:
    judgement = ask(category, left, right)
    assert judgement.verdict is (Verdict.PROVED if equal else Verdict.REFUTED)
    if equal:
        assert judgement.evidence[-1].rule in ("rewrite-chain", "rewrite-chain-with-lemmas")
    else:
        assert judgement.counterexample is not None


def test_squares() -> None:
    assert ask(COMMUTING, "fg", "hk", "A", "D").verdict is Verdict.PROVED
    judgement = ask(SQUARE, "fg", "hk", "A", "D")
    assert judgement.verdict is Verdict.REFUTED
    assert judgement.counterexample is not None
    assert judgement.counterexample.rule == "nothing-applies"


def test_the_same_path() -> None:
    assert ask(SQUARE, "fg", "fg", "A", "D").reason == "same-path"


def test_separating_functor_of_s3_has_three_elements() -> None:
    counterexample = ask(S3, "st", "ts").counterexample
    assert counterexample is not None
    assert counterexample.rule == "separating-functor"
    assert counterexample.as_dict()["sets"] == (("*", (0, 1, 2)),)


def test_normal_forms_refute_where_no_small_functor_does() -> None:
    counterexample = ask(BICYCLIC, "qp", "").counterexample
    assert counterexample is not None
    assert counterexample.rule == "normal-forms"


def test_a_hard_question_is_undecided_and_says_where_it_stopped() -> None:
    # The two differ in the number of a's, but a functor with few elements only sees it modulo a divisor of 840.
    judgement = ask(DIVERGENT, "b" + "a" * 840, "b" + "a" * 1680)
    assert judgement.verdict is Verdict.UNDECIDED
    facts = dict(judgement.facts)
    assert facts["limit"] in ("pairs", "rules", "steps", "length")
    assert facts["pairs"]


def test_a_deep_word_of_a_triangle_group_is_separated() -> None:
    triangle = monoid("xy", [("xx", ""), ("yyy", ""), ("xy" * 7, "")])
    counterexample = ask(triangle, "xyxyy" * 6, "").counterexample
    assert counterexample is not None
    assert counterexample.rule == "separating-functor"


def test_lemmas_are_told_when_no_short_chain_exists() -> None:
    fibonacci = monoid("abcde", [("ab", "c"), ("bc", "d"), ("cd", "e"), ("de", "a"), ("ea", "b")], "F(2,5)")
    judgement = ask(fibonacci, "a" * 12, "a")
    assert judgement.verdict is Verdict.PROVED
    *lemmas, last = judgement.evidence
    assert last.rule == "rewrite-chain-with-lemmas"
    assert [e.as_dict()["number"] for e in lemmas] == list(range(1, len(lemmas) + 1))
    for evidence in lemmas:
        facts = evidence.as_dict()
        assert all(k < facts["number"] for k in facts["lemmas"])  # type: ignore[operator, union-attr]
        assert facts["steps"] != 1
    # An abelian quotient of order 11 tells the same: the group is cyclic of order 11.
    assert ask(fibonacci, "a", "b").verdict is Verdict.REFUTED


def test_not_parallel() -> None:
    with pytest.raises(Malformed):
        ask(SQUARE, "fg", "h", "A", "D")
    with pytest.raises(Malformed):
        ask(SQUARE, "fx", "hk", "A", "D")


def test_numbers_of_morphisms() -> None:
    assert len(morphisms(S3)) == 6
    assert len(morphisms(SQUARE)) == 10
    assert len(morphisms(COMMUTING)) == 9
    assert len(morphisms(simplex(2))) == 31
    assert [len(morphisms(monoid("l", [e]))) for e in (("lll", "l"), ("ll", "l"), ("lll", ""))] == [3, 2, 3]
    assert len(morphisms(monoid("a", [("aa", ""), ("aaa", "")]))) == 1
    inverse = [("ab", ""), ("ba", ""), ("aba", "bb")]
    assert len(morphisms(monoid("ab", inverse))) == 3
    assert len(morphisms(monoid("ab", [*inverse, ("aab", "b")]))) == 1


def test_hom_matrix_of_the_simplex_category() -> None:
    homs = hom_sets(simplex(2))
    assert homs is not None
    assert [[homs.count(str(m), str(n)) for n in range(3)] for m in range(3)] == [
        [1, 2, 3],
        [1, 3, 6],
        [1, 4, 10],
    ]


def test_infinite_and_unfinished() -> None:
    for category in (BICYCLIC, monoid("l", [])):
        with pytest.raises(NotFinite) as caught:
            morphisms(category)
        assert caught.value.infinite
    with pytest.raises(NotFinite) as caught:
        morphisms(DIVERGENT)
    assert not caught.value.infinite
    with pytest.raises(NotFinite) as caught:
        morphisms(S3, most=5)
    assert not caught.value.infinite
