"""Seconds for constructions of categories at size. The answers are checked; the times are only printed."""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import combinations
from typing import TypeVar

import pytest

from catalg.engine.extensions import EXTENSIONS
from catalg.model.category import Arrow, Category, Equation, SetFunctor
from catalg.model.verdict import Verdict
from catalg.universes.categories import hom_sets
from catalg.universes.constructions import elements, poset, product
from catalg.universes.extensions import Kan
from catalg.universes.finset import full_subcategory
from catalg.universes.presented_functors import PresentedFunctor
from catalg.verify.categories.fibrations import judge_fibration
from catalg.verify.categories.homs import checked_homs
from tests.category_examples import numbers

pytestmark = pytest.mark.benchmark
T = TypeVar("T")


def timed(what: str, compute: Callable[[], T]) -> T:
    start = time.perf_counter()
    result = compute()
    print(f"{what}: {time.perf_counter() - start:.3f} s")
    return result


def coxeter(letters: int) -> Category:
    """The symmetric group on one letter more, by its Coxeter presentation."""
    names = [f"s{k}" for k in range(letters)]
    equations = [Equation("*", "*", (a, a), ()) for a in names]
    for i, j in combinations(range(letters), 2):
        a, b = names[i], names[j]
        equations.append(Equation("*", "*", (a, b, a), (b, a, b)) if j == i + 1 else Equation("*", "*", (a, b), (b, a)))
    return Category("S", ("*",), tuple(Arrow(a, "*", "*") for a in names), tuple(equations))


def test_checked_counts() -> None:
    homs = timed("S_6, 720 arrows, counted and checked", lambda: checked_homs(coxeter(5)))
    assert homs is not None and homs.total == 720
    sets = timed("maps between sets of at most 3 elements", lambda: checked_homs(full_subcategory((0, 1, 2, 3))))
    assert sets is not None and sets.total == 60


def test_products_of_chains() -> None:
    chain = poset("Chain", numbers(12), [(str(k), str(k + 1)) for k in range(11)])
    homs = timed("the square of a chain of 12", lambda: hom_sets(product(chain, chain)))
    assert homs is not None and homs.total == 78**2


def test_induction() -> None:
    """Induction of a set of 2 elements from a subgroup of order 2 of S_5: 120 elements."""
    group = coxeter(4)
    order_two = Category("C2", ("*",), (Arrow("h", "*", "*"),), (Equation("*", "*", ("h", "h"), ()),))
    along = PresentedFunctor("i", order_two, group, (("*", "*"),), (("h", ("s0",)),))
    base = SetFunctor("X", order_two, (("*", ("x", "y")),), (("h", (1, 0)),))
    found = timed("induction from C_2 to S_5, with its certificate", lambda: EXTENSIONS.extend("left", "L", base, along))
    assert isinstance(found, Kan) and len(found.functor.elements("*")) == 120


def test_fibrations() -> None:
    size = 60
    chain = poset("Chain", numbers(5), [(str(k), str(k + 1)) for k in range(4)])
    shift = tuple((x + 1) % size for x in range(size))
    functor = SetFunctor(
        "F", chain, tuple((c, numbers(size)) for c in chain.objects), tuple((a.name, shift) for a in chain.arrows)
    )
    found = elements(functor)
    projection = PresentedFunctor(
        "p", found.category, chain, found.objects, tuple((a, (f,)) for a, f in found.arrows)
    )
    judged = timed("300 elements over a chain of 5", lambda: judge_fibration(projection, "discrete opfibration"))
    assert judged.verdict is Verdict.PROVED
