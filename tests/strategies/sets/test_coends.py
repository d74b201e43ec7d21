"""Coends and colimits in Set."""

from catalg.model.category import Arrow, Category, SetFunctor
from catalg.model.ends import Diagram, SetCoend
from catalg.model.verdict import Verdict
from catalg.strategies.sets import COENDS, COLIMITS
from catalg.strategies.sets.coends import glue
from catalg.universes.categories import hom_sets
from catalg.universes.sets import corepresentable, terminal_functor
from catalg.verify.categories.sets import certify_set
from tests.category_examples import GRAPH, graph, numbers

F = graph("F", 4, [(0, 1), (0, 2), (2, 3), (3, 3), (0, 0)])


def test_co_yoneda() -> None:
    homs = hom_sets(GRAPH)
    assert homs is not None
    for d, expected, pairs in (("E", 5, 5), ("V", 4, 14)):
        end = SetCoend("T", corepresentable(homs, d), F)
        proposal = COENDS.solve(end)
        assert certify_set(end, proposal).verdict is Verdict.PROVED
        assert proposal.size == expected
        facts = {step.rule: step.as_dict() for step in proposal.steps}
        assert facts["coend-as-quotient"]["pairs"] == pairs
        assert facts["co-yoneda"]["object"] == d


def test_coend_of_terminal_functors_is_the_set_of_components() -> None:
    chain = Category("Chain", numbers(3), (Arrow("a", "0", "1"), Arrow("b", "1", "2")))
    end = SetCoend("T", terminal_functor(chain.opposite()), terminal_functor(chain))
    proposal = COENDS.solve(end)
    assert (proposal.size, certify_set(end, proposal).verdict) == (1, Verdict.PROVED)


def test_pushout_classes() -> None:
    span = Category("Span", ("S", "A", "B"), (Arrow("a", "S", "A"), Arrow("b", "S", "B")))
    functor = SetFunctor(
        "P",
        span,
        (("S", numbers(3)), ("A", numbers(4)), ("B", numbers(3))),
        (("a", (0, 1, 1)), ("b", (0, 0, 2))),
    )
    end = Diagram("C", "colimit", functor)
    proposal = COLIMITS.solve(end)
    assert certify_set(end, proposal).verdict is Verdict.PROVED
    classes = [[m for m in element.members if m[0] != "S"] for element in proposal.basis]  # type: ignore[attr-defined]
    assert classes == [
        [("A", ("0",)), ("A", ("1",)), ("B", ("0",)), ("B", ("2",))],
        [("A", ("2",))],
        [("A", ("3",))],
        [("B", ("1",))],
    ]


def test_empty_colimits() -> None:
    nothing = SetFunctor("N", Category("Empty", (), ()), (), ())
    assert COLIMITS.solve(Diagram("C", "colimit", nothing)).size == 0
    parallel = Category("Parallel", ("A", "B"), (Arrow("f", "A", "B"), Arrow("g", "A", "B")))
    functor = SetFunctor("N", parallel, (("A", ()), ("B", numbers(5))), (("f", ()), ("g", ())))
    assert COLIMITS.solve(Diagram("C", "colimit", functor)).size == 5


def test_a_million_elements() -> None:
    half = 500_000
    arrow = Category("Arrow", ("A", "B"), (Arrow("a", "A", "B"),))
    functor = SetFunctor(
        "N",
        arrow,
        (("A", numbers(half)), ("B", numbers(half))),
        (("a", tuple(7 * i % 1000 for i in range(half))),),
    )
    proposal = COLIMITS.solve(Diagram("C", "colimit", functor))
    assert proposal.size == half


def test_glue_numbers_classes_by_their_first_members() -> None:
    gluing = glue(6, [((5, 2), (1, 4))])
    assert list(gluing.classes) == [0, 1, 2, 3, 2, 1]
    assert gluing.first == (0, 1, 2, 3)
