"""Certificates in Set: planted mistakes are found, counts are confirmed by another method, limits are
admitted.
"""

from array import array
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from catalg.model.category import Arrow, Category, SetFunctor, SetTransformation
from catalg.model.ends import Diagram, SetEnd
from catalg.model.goals import CountClaim
from catalg.model.solution import Solution
from catalg.model.verdict import Verdict
from catalg.strategies.sets import COLIMITS, ENDS, LIMITS
from catalg.terms import Dim
from catalg.universes.sets import TransformationElement
from catalg.verify.categories import counting
from catalg.verify.categories.claims import judge_count
from catalg.verify.categories.counting import recount
from catalg.verify.categories.sets import certify_set
from tests.category_examples import complete, cycle, graph, homomorphisms, numbers

END = SetEnd("N", cycle(5), complete(3))
PROPOSAL = ENDS.solve(END)
SPAN = Category("Span", ("S", "A", "B"), (Arrow("a", "S", "A"), Arrow("b", "S", "B")))
PUSHOUT = SetFunctor(
    "P", SPAN, (("S", numbers(3)), ("A", numbers(4)), ("B", numbers(3))), (("a", (0, 1, 1)), ("b", (0, 0, 2)))
)


def test_wrong_elements_are_found() -> None:
    first = PROPOSAL.basis[0]
    assert isinstance(first, TransformationElement)
    (edges, vertices) = first.transformation.components
    moved = ("V", tuple((v + 1) % 3 for v in vertices[1]))
    wrong = TransformationElement(SetTransformation("w", END.source, END.target, (edges, moved)))
    certificate = certify_set(END, replace(PROPOSAL, basis=(wrong, *PROPOSAL.basis[1:])))
    assert certificate.sound is Verdict.REFUTED
    assert certify_set(END, replace(PROPOSAL, basis=(*PROPOSAL.basis[:-1], first))).sound is Verdict.REFUTED
    outside = TransformationElement(SetTransformation("w", END.source, END.target, (edges, ("V", (9,) * 5))))
    assert certify_set(END, replace(PROPOSAL, basis=(outside,))).sound is Verdict.REFUTED


def test_wrong_counts_are_found() -> None:
    for size in (29, 31):
        assert certify_set(END, replace(PROPOSAL, size=size)).complete is Verdict.REFUTED
    assert certify_set(END, PROPOSAL).verdict is Verdict.PROVED


def test_a_count_beyond_the_limit_stays_undecided() -> None:
    big = SetEnd("N", complete(4), complete(6))
    proposal = ENDS.solve(big)
    assert proposal.size == 6 * 5 * 4 * 3
    work = counting.WORK
    try:
        counting.WORK = 50
        certificate = certify_set(big, proposal)
    finally:
        counting.WORK = work
    assert certificate.sound is Verdict.PROVED
    assert certificate.complete is Verdict.UNDECIDED
    claim = CountClaim("size", "N", Dim.of(360))
    assert judge_count(claim, Solution(proposal, certificate)).verdict is Verdict.UNDECIDED


def test_limits_are_checked_as_cones() -> None:
    end = Diagram("L", "limit", graph("G", 2, [(0, 1), (1, 1)]))
    proposal = LIMITS.solve(end)
    assert proposal.size == 1
    assert certify_set(end, proposal).verdict is Verdict.PROVED
    assert certify_set(end, replace(proposal, size=2)).complete is Verdict.REFUTED
    assert certify_set(end, replace(proposal, basis=PROPOSAL.basis[:1])).sound is Verdict.REFUTED


def test_quotients_that_glue_too_little_or_too_much() -> None:
    end = Diagram("C", "colimit", PUSHOUT)
    proposal = COLIMITS.solve(end)
    assert certify_set(end, proposal).verdict is Verdict.PROVED
    classes = list(proposal.claims["classes"])  # type: ignore[call-overload]
    apart = [*classes]
    apart[0] = 4
    too_little = replace(proposal, claims={"classes": array("q", apart)})
    assert certify_set(end, too_little).sound is Verdict.REFUTED
    merged = [0 if c == 1 else c for c in classes]
    assert (
        certify_set(end, replace(proposal, claims={"classes": array("q", merged)})).complete
        is Verdict.REFUTED
    )
    assert certify_set(end, replace(proposal, claims={})).verdict is Verdict.UNDECIDED
    assert certify_set(end, replace(proposal, size=3)).complete is Verdict.REFUTED


def test_claims_about_counts() -> None:
    solution = Solution(PROPOSAL, certify_set(END, PROPOSAL))
    assert judge_count(CountClaim("size", "N", Dim.of(30)), solution).verdict is Verdict.PROVED
    refuted = judge_count(CountClaim("size", "N", Dim.of(31)), solution)
    assert refuted.counterexample is not None
    assert refuted.counterexample.as_dict()["found"] == 30
    assert judge_count(CountClaim("size", "N", None), solution).verdict is Verdict.REFUTED
    assert judge_count(CountClaim("dim", "N", Dim.of(30)), solution).verdict is Verdict.UNDECIDED
    assert judge_count(CountClaim("size", "N", Dim.parameter("n")), solution).verdict is Verdict.UNDECIDED


def test_shared_tables_with_different_targets() -> None:
    # Both arrows have the empty table, into sets of different sizes.
    category = Category("C", ("A", "B", "D"), (Arrow("f", "A", "B"), Arrow("g", "A", "D")))
    source = SetFunctor(
        "F", category, (("A", ()), ("B", numbers(1)), ("D", numbers(1))), (("f", ()), ("g", ()))
    )
    target = SetFunctor(
        "G", category, (("A", ()), ("B", numbers(2)), ("D", numbers(3))), (("f", ()), ("g", ()))
    )
    assert recount(source, target).size == homomorphisms(source, target) == 6


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), max_size=5),
    st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2)), max_size=5),
)
def test_recount_agrees_with_brute_force(first: list[tuple[int, int]], second: list[tuple[int, int]]) -> None:
    source, target = graph("F", 4, first), graph("G", 3, second)
    if len(second) ** len(first) <= 300:
        assert recount(source, target).size == homomorphisms(source, target)
