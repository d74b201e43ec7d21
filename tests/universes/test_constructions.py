"""Products, posets, elements, comma categories, profunctors, and the algebra of transformations."""

import pytest

from catalg.model.category import Arrow, Category, SetTransformation
from catalg.model.ends import SetCoend, SetEnd
from catalg.model.group import Generator, Group, WordRelation
from catalg.model.gset import ExplicitSet
from catalg.model.verdict import Verdict
from catalg.strategies.sets import COENDS, ENDS
from catalg.universes.categories import NotFinite, group_category, hom_sets, morphisms
from catalg.universes.constructions import TooLarge, discrete, elements, poset, product
from catalg.universes.presented_functors import (
    PresentedFunctor,
    comma,
    composite,
    hom_profunctor,
    hom_weight,
    identity_functor,
    restrict,
)
from catalg.universes.sets import as_functor
from catalg.universes.transformations import identity_transformation, inverse, vertical, whisker
from catalg.verify.categories.functoriality import Malformed, functoriality
from catalg.verify.categories.mappings import mapping_functoriality
from catalg.verify.categories.naturality import naturality
from catalg.verify.categories.sets import certify_set
from tests.category_examples import COMMUTING, GRAPH, SQUARE, graph, monoid

S3 = monoid("st", [("ss", ""), ("tt", ""), ("sts", "tst")], "S3")
D4 = monoid("rs", [("rrrr", ""), ("ss", ""), ("rsrs", "")], "D4")
Q8 = monoid("ij", [("iiii", ""), ("ii", "jj"), ("iji", "j")], "Q8")
A4 = monoid("ab", [("aa", ""), ("bbb", ""), ("ababab", "")], "A4")
CHAIN = poset("Chain", "012", [("0", "1"), ("1", "2")])
IDEMPOTENT = monoid("e", [("ee", "e")])
SPLIT = Category("Split", ("A", "B"), (Arrow("r", "A", "B"), Arrow("s", "B", "A")))


def hom_end_and_coend(category: Category) -> tuple[int | None, int | None, list[int]]:
    homs = hom_sets(category)
    assert homs is not None
    hom, weight = hom_profunctor(homs), hom_weight(homs)
    for functor in (hom, weight):
        assert functoriality(functor).verdict is Verdict.PROVED
    end, coend = SetEnd("E", hom, hom), SetCoend("C", weight, hom)
    sizes = []
    for unknown, strategy in ((end, ENDS), (coend, COENDS)):
        proposal = strategy.solve(unknown)
        assert certify_set(unknown, proposal).verdict is Verdict.PROVED
        sizes.append(proposal.size)
    classes = COENDS.solve(coend)
    return sizes[0], sizes[1], sorted(e.size for e in classes.basis)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("group", "centre", "classes"),
    [(S3, 1, [1, 2, 3]), (D4, 2, [1, 1, 2, 2, 2]), (Q8, 2, [1, 1, 2, 2, 2]), (A4, 1, [1, 3, 4, 4])],
)
def test_hom_of_a_group(group: Category, centre: int, classes: list[int]) -> None:
    end, coend, sizes = hom_end_and_coend(group)
    order = len(morphisms(group))
    assert (end, coend) == (centre, len(classes))
    assert sizes == [order * size for size in classes]


def test_hom_of_a_poset_is_not_its_components() -> None:
    assert hom_end_and_coend(CHAIN)[:2] == (1, 3)


def test_morita_invariance() -> None:
    from catalg.model.category import Equation

    split = Category(SPLIT.name, SPLIT.objects, SPLIT.arrows, (Equation("B", "B", ("s", "r"), ()),))
    assert len(morphisms(split)) == 5
    assert hom_end_and_coend(IDEMPOTENT)[:2] == hom_end_and_coend(split)[:2] == (2, 2)


def test_products() -> None:
    assert len(morphisms(product(S3, IDEMPOTENT))) == 12
    assert len(morphisms(product(COMMUTING, CHAIN))) == 9 * 6
    assert len(morphisms(product(CHAIN, CHAIN))) == 36
    assert product(S3, discrete("Two", "ab")).objects == ("(*, a)", "(*, b)")
    large = discrete("D", [str(i) for i in range(500)])
    arrows = Category("L", ("A",), tuple(Arrow(f"f{i}", "A", "A") for i in range(500)))
    with pytest.raises(TooLarge):
        product(product(large, arrows), arrows)


def test_posets_are_thin() -> None:
    cube = [f"{i}" for i in range(8)]
    covers = [(str(i), str(i | 1 << k)) for i in range(8) for k in range(3) if not i >> k & 1]
    assert len(morphisms(poset("Cube", cube, covers))) == 27
    with pytest.raises(ValueError, match="cycle"):
        poset("P", "ab", [("a", "b"), ("b", "a")])


def test_category_of_elements() -> None:
    functor = graph("F", 2, [(0, 1), (1, 1)])
    el = elements(functor)
    assert el.category.objects == ("(E, e0)", "(E, e1)", "(V, 0)", "(V, 1)")
    assert len(el.category.arrows) == 4
    assert [c for _, c in el.objects] == ["E", "E", "V", "V"]
    regular = as_functor(
        ExplicitSet(
            Group("C2", "C2", (Generator("s"),), (WordRelation((("s", 2),), ()),)), 2, (("s", (1, 0)),)
        )
    )
    # The category of elements of a regular action is equivalent to the point: one arrow between any two objects.
    assert len(morphisms(elements(regular).category)) == 4


def test_comma_categories() -> None:
    homs = hom_sets(CHAIN)
    assert homs is not None
    identity = identity_functor(CHAIN)
    arrows = comma(identity, identity, homs, homs, homs)
    # The arrow category of a chain of three is the poset of its six intervals.
    assert len(arrows.objects) == 6
    assert len(morphisms(arrows)) == 20
    point = discrete("One", ("*",))
    at = PresentedFunctor("at1", point, CHAIN, (("*", "1"),), ())
    points = hom_sets(point)
    assert points is not None
    assert len(comma(identity, at, homs, homs, points).objects) == 2


def test_functors_between_presented_categories() -> None:
    fold = PresentedFunctor(
        "K",
        SQUARE,
        CHAIN,
        (("A", "0"), ("B", "1"), ("C", "1"), ("D", "2")),
        (("f", ("0<1",)), ("g", ("1<2",)), ("h", ("0<1",)), ("k", ("1<2",))),
    )
    assert mapping_functoriality(fold).verdict is Verdict.PROVED
    into = PresentedFunctor(
        "L",
        COMMUTING,
        SQUARE,
        tuple((c, c) for c in SQUARE.objects),
        tuple((a.name, (a.name,)) for a in SQUARE.arrows),
    )
    judgement = mapping_functoriality(into)
    assert judgement.verdict is Verdict.REFUTED
    assert judgement.counterexample is not None
    assert judgement.counterexample.rule == "broken-image"
    assert composite(fold, identity_functor(CHAIN)).arrows == fold.arrows
    with pytest.raises(Malformed):
        mapping_functoriality(PresentedFunctor("M", SQUARE, CHAIN, fold.objects, (("f", ("1<2",)),)))
    with pytest.raises(ValueError, match="starts"):
        composite(fold, fold)


def test_restriction_and_whiskering() -> None:
    line = Category("Line", ("A", "B"), (Arrow("f", "A", "B"),))
    source = PresentedFunctor("K", line, GRAPH, (("A", "E"), ("B", "V")), (("f", ("src",)),))
    c3 = graph("C3", 3, [(0, 1), (1, 2), (2, 0)])
    turn = SetTransformation("turn", c3, c3, (("E", (1, 2, 0)), ("V", (1, 2, 0))))
    assert restrict(c3, source).table("f") == (0, 1, 2)
    assert naturality(whisker(turn, source)).verdict is Verdict.PROVED
    third = vertical(turn, vertical(turn, turn))
    assert third.components == identity_transformation(c3).components
    back = inverse(turn)
    assert back is not None
    assert vertical(turn, back).components == identity_transformation(c3).components
    assert inverse(SetTransformation("t", c3, c3, (("E", (0, 0, 0)), ("V", (0, 0, 0))))) is None
    with pytest.raises(ValueError, match="starts"):
        vertical(turn, identity_transformation(graph("C2", 2, [(0, 1), (1, 0)])))


def test_groups_as_categories() -> None:
    free = Group("F", "F", (Generator("a"), Generator("b")))
    category = group_category(free)
    assert [a.name for a in category.arrows] == ["a", "b", "a^-1", "b^-1"]
    with pytest.raises(NotFinite):
        morphisms(category)
    # Relations with exponents of both signs in the middle of a word: the quaternion group.
    quaternions = Group(
        "Q",
        "Q",
        (Generator("i"), Generator("j")),
        (WordRelation((("i", 2),), (("j", 2),)), WordRelation((("j", -1), ("i", 1), ("j", 1)), (("i", -1),))),
    )
    assert len(morphisms(group_category(quaternions))) == 8
    triangle = ExplicitSet(Group("C3", "C3", (Generator("r"),)), 3, (("r", (1, 2, 0)),), name="T")
    functor = as_functor(triangle)
    assert functoriality(functor).verdict is Verdict.PROVED
    assert ENDS.solve(SetEnd("E", functor, functor)).size == 3
    with pytest.raises(ValueError, match="Lie"):
        as_functor(ExplicitSet(Group("SO2", "SO(2)", (Generator("x", "lie"),)), 1, ()))
