"""Constructions of categories and functors, against counts that are known by other means."""

from __future__ import annotations

from itertools import product as pairs

import pytest

from catalg.model.category import Arrow, Category, Equation, SetFunctor
from catalg.model.verdict import Verdict
from catalg.universes import pointwise
from catalg.universes.categories import NotFinite, hom_sets
from catalg.universes.constructions import TooLarge, pair, poset, product
from catalg.universes.finset import full_subcategory, inclusion
from catalg.universes.functor_categories import functor_category
from catalg.universes.group_categories import inverse_path
from catalg.universes.presented_functors import hom_profunctor
from catalg.universes.profunctors import composed, diagonal_coend, diagonal_end
from catalg.universes.shapes import NoDiagram, diagram, square
from catalg.verify.categories.functoriality import functoriality
from catalg.verify.categories.homs import checked_homs
from tests.category_examples import COMMUTING, GRAPH, SQUARE, graph

ARROW = Category("Arrow", ("A", "B"), (Arrow("f", "A", "B"),))


def total(category: Category) -> int | None:
    homs = checked_homs(category)
    assert homs is not None
    return homs.total


@pytest.mark.parametrize("sizes", [(0,), (1,), (2,), (0, 1, 2), (1, 3)])
def test_full_subcategories_of_sets_have_all_maps(sizes: tuple[int, ...]) -> None:
    category = full_subcategory(sizes)
    assert total(category) == sum(n**m for m, n in pairs(sizes, repeat=2))
    functor = inclusion(category)
    assert functor is not None and functoriality(functor).verdict is Verdict.PROVED
    assert functoriality(pointwise.powerset(functor)).verdict is Verdict.PROVED


def test_inclusions_are_of_full_subcategories_only() -> None:
    assert inclusion(GRAPH) is None
    assert inclusion(Category("C", ("2",), ())) is None
    with pytest.raises(TooLarge):
        full_subcategory((9,))


@pytest.mark.parametrize("length", [1, 2, 3])
def test_functors_between_chains_are_monotone_maps(length: int) -> None:
    """Monotone maps of chains with m and n elements, (m+n-1 choose m) of them, and the pairs f <= g."""
    chain = poset("Chain", tuple(map(str, range(length))), [(str(k), str(k + 1)) for k in range(length - 1)])
    homs = hom_sets(chain)
    assert homs is not None
    found = functor_category(chain, homs)
    monotone = [m for m in pairs(range(length), repeat=length) if list(m) == sorted(m)]
    assert len(found.objects) == len(monotone)
    assert total(found) == sum(all(x <= y for x, y in zip(f, g)) for f in monotone for g in monotone)


def test_functors_to_an_infinite_category() -> None:
    homs = hom_sets(Category("N", ("*",), (Arrow("l", "*", "*"),)))
    assert homs is not None
    with pytest.raises(NotFinite):
        functor_category(ARROW, homs)


def test_pointwise_constructions_are_functors() -> None:
    one, other = graph("F", 3, [(0, 1), (1, 2)]), graph("G", 2, [(0, 1), (1, 0), (1, 1)])
    for made, edges, nodes in (
        (pointwise.set_product(one, other), 6, 6),
        (pointwise.set_sum(one, other), 5, 5),
        (pointwise.set_power(one, 3), 8, 27),
        (pointwise.set_power(one, 0), 1, 1),
        (pointwise.powerset(one), 4, 8),
    ):
        assert (len(made.elements("E")), len(made.elements("V"))) == (edges, nodes)
        assert functoriality(made).verdict is Verdict.PROVED
        assert len(set(made.elements("V"))) == nodes
    spread = pointwise.outer(one, other)
    assert functoriality(spread).verdict is Verdict.PROVED
    assert len(spread.elements(pair("E", "V"))) == 4


def test_sections_of_the_hom_profunctor() -> None:
    """The end of Hom has the natural endomorphisms of the identity, the coend the endomorphisms up to conjugacy."""
    idempotent = Category("I", ("A",), (Arrow("e", "A", "A"),), (Equation("A", "A", ("e", "e"), ("e",)),))
    homs = hom_sets(idempotent)
    assert homs is not None
    hom = hom_profunctor(homs)
    assert diagonal_end("E", hom, idempotent).functor.elements("A") == ("id(A)", "e")
    assert functoriality(diagonal_coend("W", hom, idempotent).functor).verdict is Verdict.PROVED  # type: ignore[arg-type]


def test_hom_is_the_unit_of_composition() -> None:
    homs = hom_sets(COMMUTING)
    assert homs is not None
    hom = hom_profunctor(homs)
    twice = composed(hom, hom, COMMUTING, COMMUTING, COMMUTING)
    assert {c: len(found) for c, found in twice.objects} == {c: len(found) for c, found in hom.objects}
    assert functoriality(twice).verdict is Verdict.PROVED
    assert twice.category == product(COMMUTING.opposite(), COMMUTING)


def test_inverses() -> None:
    cyclic = Category("C", ("*",), (Arrow("r", "*", "*"),), (Equation("*", "*", ("r",) * 4, ()),))
    assert inverse_path(cyclic, "r") == ("r", "r", "r")
    assert inverse_path(SQUARE, "f") is None


def test_shapes() -> None:
    found = diagram("pushout", SQUARE, ("f", "h"))
    assert found.objects == (("S", "A"), ("A", "B"), ("B", "C"))
    with pytest.raises(NoDiagram, match="needs one end"):
        diagram("pullback", SQUARE, ("f", "h"))
    assert square(SQUARE) is None
    assert square(COMMUTING) is not None


def test_opposite_names() -> None:
    twice = product(ARROW.opposite(), ARROW)
    assert twice.name == "op(Arrow) * Arrow"
    assert twice.opposite().name == "op(op(Arrow) * Arrow)"
    assert twice.opposite().opposite() == twice


def test_constant_functors() -> None:
    assert pointwise.is_constant(pointwise.constant_set(SQUARE, ("x", "y")))
    assert not pointwise.is_constant(graph("F", 2, [(0, 1)]))
    swap = SetFunctor("S", Category("C", ("A",), (Arrow("s", "A", "A"),)), (("A", ("x", "y")),), (("s", (1, 0)),))
    assert not pointwise.is_constant(swap)
