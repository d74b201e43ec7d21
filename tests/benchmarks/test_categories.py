"""Seconds for the categorical part at size. The answers are checked; the times are only printed."""

import time
from collections.abc import Callable
from typing import TypeVar

import pytest

from catalg.model.category import Arrow, Category, Equation, SetFunctor, SetTransformation
from catalg.model.ends import Diagram, SetEnd
from catalg.model.verdict import Verdict
from catalg.strategies.sets import COLIMITS, ENDS
from catalg.universes.categories import hom_sets
from catalg.verify.categories.functoriality import functoriality
from catalg.verify.categories.naturality import naturality
from catalg.verify.categories.sets import certify_set
from tests.category_examples import complete, cycle, numbers, simplex

pytestmark = pytest.mark.benchmark
T = TypeVar("T")


def timed(what: str, goal: float, compute: Callable[[], T]) -> T:
    start = time.perf_counter()
    result = compute()
    print(f"{what}: {time.perf_counter() - start:.3f} s (goal {goal} s)")
    return result


def test_pentagon_to_triangle() -> None:
    end = SetEnd("N", cycle(5), complete(3))
    proposal = timed("C5 -> K3, 30 listed", 0.05, lambda: ENDS.solve(end))
    assert len(proposal.basis) == 30
    assert timed("its certificate", 0.05, lambda: certify_set(end, proposal)).verdict is Verdict.PROVED


def test_long_cycle_to_triangle() -> None:
    end = SetEnd("N", cycle(21), complete(3))
    assert timed("C21 -> K3, counted", 0.05, lambda: ENDS.solve(end)).size == 2**21 - 2


def test_functoriality_of_many_elements() -> None:
    size = 100_000
    category = Category(
        "C",
        ("A",),
        (Arrow("f", "A", "A"), Arrow("g", "A", "A")),
        tuple(Equation("A", "A", ("f",) * k + ("g",) * k, ()) for k in range(1, 11)),
    )
    functor = SetFunctor(
        "F",
        category,
        (("A", numbers(size)),),
        (
            ("f", tuple((i + 1) % size for i in range(size))),
            ("g", tuple((i - 1) % size for i in range(size))),
        ),
    )
    judgement = timed("100,000 elements, ten equations", 2, lambda: functoriality(functor))
    assert judgement.verdict is Verdict.PROVED


def test_naturality_on_a_million_elements() -> None:
    size = 1_000_000
    category = Category("C", ("A",), (Arrow("f", "A", "A"),))
    shift = tuple((i + 1) % size for i in range(size))
    functor = SetFunctor("F", category, (("A", numbers(size)),), (("f", shift),))
    judgement = timed(
        "naturality on 1,000,000 elements",
        5,
        lambda: naturality(SetTransformation("t", functor, functor, (("A", shift),))),
    )
    assert judgement.verdict is Verdict.PROVED


def test_colimit_of_a_million_elements() -> None:
    half = 500_000
    arrow = Category("Arrow", ("A", "B"), (Arrow("a", "A", "B"),))
    functor = SetFunctor(
        "N",
        arrow,
        (("A", numbers(half)), ("B", numbers(half))),
        (("a", tuple(7 * i % 1000 for i in range(half))),),
    )
    end = Diagram("C", "colimit", functor)
    proposal = timed("colimit of 1,000,000 elements", 5, lambda: COLIMITS.solve(end))
    assert proposal.size == half
    assert timed("its certificate", 5, lambda: certify_set(end, proposal)).verdict is Verdict.PROVED


def test_simplex_category() -> None:
    homs = timed("the simplex category on [0] … [4]", 0.1, lambda: hom_sets(simplex(4)))
    assert homs is not None
    assert homs.total == 456
