"""Properties that the verifier decides: what it accepts, and planted mistakes that it must reject."""

from __future__ import annotations

from dataclasses import replace

import pytest

from catalg.engine.extensions import EXTENSIONS
from catalg.exact.automaton import Automaton
from catalg.exact.sparse import SparseMatrix
from catalg.exact.words import Presentation
from catalg.model.category import Arrow, Category, Equation, SetFunctor, VectFunctor
from catalg.model.goals import MorphismCount, PropertyClaim, ShapeClaim
from catalg.model.scalars import RATIONAL
from catalg.model.verdict import Verdict
from catalg.terms import Dim
from catalg.universes.constructions import discrete, elements, pair
from catalg.universes.dinatural import Dinatural
from catalg.universes.extensions import Kan, LinearKan, UnlistedKan
from catalg.universes.path_transformations import PathTransformation
from catalg.universes.presented_functors import PresentedFunctor, hom_profunctor, identity_functor
from catalg.verify.categories.dinaturality import dinaturality
from catalg.verify.categories.extensions import judge_extension
from catalg.verify.categories.fibrations import judge_fibration
from catalg.verify.categories.homs import checked_homs
from catalg.verify.categories.linear_extensions import judge_linear_extension
from catalg.verify.categories.path_naturality import path_naturality
from catalg.verify.categories.properties import judge_property
from catalg.verify.categories.shapes import judge_shape
from tests.category_examples import COMMUTING, graph, monoid

ARROW = Category("Arrow", ("A", "B"), (Arrow("f", "A", "B"),))
ONE = Category("One", ("pt",), ())
LOOP = Category("Loop", ("X",), (Arrow("l", "X", "X"),))
PROJECTION = "discrete opfibration"


def sizes(category: Category, value: int | None) -> Verdict:
    claim = ShapeClaim("size", MorphismCount(category), "morphisms", None if value is None else Dim.of(value))
    return judge_shape(claim).verdict


@pytest.mark.parametrize(
    ("category", "value"),
    [(ARROW, 3), (COMMUTING, 9), (monoid("st", [("ss", ""), ("tt", ""), ("sts", "tst")]), 6), (LOOP, None)],
)
def test_morphism_counts(category: Category, value: int | None) -> None:
    assert sizes(category, value) is Verdict.PROVED
    assert sizes(category, 7) is Verdict.REFUTED


def test_a_quotient_shows_that_a_category_is_infinite() -> None:
    endless = monoid("ab", [("bab", "ba")])
    assert checked_homs(endless) is None
    assert sizes(endless, None) is Verdict.PROVED
    assert sizes(endless, 100) is Verdict.REFUTED


def test_a_loop_of_the_automaton_can_be_repeated() -> None:
    """Two loops a, b with ab -> 1: b goes round."""
    automaton = Automaton(Presentation(1, (0, 0), (0, 0)), (((0, 1), ()),))
    found = automaton.loop(0, 0)
    assert found is not None
    before, around, after = found
    words = [before + around * n + after for n in range(4)]
    assert around and all((0, 1) not in set(zip(w, w[1:])) for w in words)
    assert Automaton(Presentation(1, (0,), (0,)), (((0, 0), (0,)),)).loop(0, 0) is None


def test_planted_mistakes_in_kan_extensions_are_rejected() -> None:
    along = PresentedFunctor("K", discrete("Two", ("a", "b")), ONE, (("a", "pt"), ("b", "pt")), ())
    base = SetFunctor("F", along.source, (("a", ("1", "2")), ("b", ("u", "v", "w"))), ())
    for side, size in (("left", 5), ("right", 6)):
        found = EXTENSIONS.extend(side, "L", base, along)  # type: ignore[arg-type]
        assert isinstance(found, Kan) and len(found.functor.elements("pt")) == size
        assert judge_extension(found).verdict is Verdict.PROVED
        labels = (*found.functor.elements("pt"), "more")
        larger = replace(found.functor, objects=(("pt", labels),))
        unit = found.unit
        if side == "left":
            unit = replace(unit, target=replace(unit.target, objects=tuple((c, labels) for c, _ in unit.target.objects)))
        else:
            unit = replace(
                unit,
                source=replace(unit.source, objects=tuple((c, labels) for c, _ in unit.source.objects)),
                components=tuple((c, (*images, 0)) for c, images in unit.components),
            )
        assert judge_extension(replace(found, functor=larger, unit=unit)).verdict is Verdict.UNDECIDED
        constant = replace(found.unit, components=tuple((c, (0,) * len(m)) for c, m in found.unit.components))
        assert judge_extension(replace(found, unit=constant)).verdict is Verdict.UNDECIDED


def test_infinite_extensions_are_confirmed_and_finite_ones_not_called_infinite() -> None:
    along = PresentedFunctor("K", ONE, LOOP, (("pt", "X"),), ())
    point = SetFunctor("P", ONE, (("pt", ("x",)),), ())
    infinite = EXTENSIONS.extend("left", "L", point, along)
    assert isinstance(infinite, UnlistedKan) and judge_extension(infinite).verdict is Verdict.PROVED
    onto = PresentedFunctor("K", ONE, ARROW, (("pt", "A"),), ())
    lie = UnlistedKan("left", "L", point, onto, "planted", True)
    assert judge_extension(lie).verdict is Verdict.UNDECIDED


def test_the_projection_from_elements_is_a_discrete_opfibration() -> None:
    found = elements(graph("F", 3, [(0, 1), (1, 2), (2, 2)]))
    base = graph("F", 1, []).category
    functor = PresentedFunctor("p", found.category, base, found.objects, tuple((a, (f,)) for a, f in found.arrows))
    assert judge_fibration(functor, PROJECTION).verdict is Verdict.PROVED
    assert judge_fibration(functor, "opfibration").verdict is Verdict.PROVED
    assert judge_fibration(functor, "fibration").verdict is Verdict.REFUTED
    assert judge_fibration(identity_functor(LOOP), "fibration").verdict is Verdict.UNDECIDED


def test_codomains_and_domains() -> None:
    """The codomain functor of the arrow category of a poset with meets is a fibration; that of a cospan's has none."""
    meet = Category("V", ("x", "y", "z"), (Arrow("f", "x", "z"), Arrow("g", "y", "z")))
    functor = PresentedFunctor("p", meet, ARROW, (("x", "A"), ("y", "A"), ("z", "B")), (("f", ("f",)), ("g", ("f",))))
    judged = judge_fibration(functor, "fibration")
    assert judged.counterexample is not None and judged.counterexample.rule == "no-cartesian-lift"


def test_adjunctions_need_natural_transformations() -> None:
    idempotent = monoid("e", [("ee", "e")])
    same = identity_functor(idempotent)
    good = PathTransformation("eta", same, same, (("*", ()),))
    bad = PathTransformation("eta", same, same, (("*", ("e",)),))
    assert judge_property(PropertyClaim("adjunction", (same, same, good, good), "")).verdict is Verdict.PROVED
    assert judge_property(PropertyClaim("adjunction", (same, same, bad, good), "")).verdict is Verdict.REFUTED
    free = monoid("ab", [])
    identity = identity_functor(free)
    not_natural = PathTransformation("eta", identity, identity, (("*", ("a",)),))
    assert path_naturality(not_natural).verdict is Verdict.REFUTED
    claim = PropertyClaim("adjunction", (identity, identity, not_natural, not_natural), "")
    assert judge_property(claim).verdict is Verdict.UNDECIDED


def test_the_identities_are_dinatural_and_others_not() -> None:
    homs = checked_homs(monoid("ab", [("aa", "a"), ("ab", "b"), ("ba", "a"), ("bb", "b")]))
    assert homs is not None
    base, hom = homs.encoding.category, hom_profunctor(homs)
    labels = hom.elements(pair("*", "*"))
    for label, verdict in (("1", Verdict.PROVED), ("a", Verdict.REFUTED)):
        constant = SetFunctor(
            "x", hom.category, tuple((c, ("x",)) for c in hom.category.objects),
            tuple((a.name, (0,)) for a in hom.category.arrows),
        )
        family = Dinatural("w", base, constant, hom, (("*", (labels.index(label),)),))
        assert dinaturality(family).verdict is verdict


def test_representables() -> None:
    nodes = graph("V", 1, [])
    assert judge_property(PropertyClaim("representable", (nodes,), "")).verdict is Verdict.PROVED
    assert judge_property(PropertyClaim("representable", (graph("F", 2, []),), "")).verdict is Verdict.REFUTED
    cyclic = Category("C", ("*",), (Arrow("r", "*", "*"),), (Equation("*", "*", ("r", "r"), ()),))
    for table, verdict in (((1, 0), Verdict.PROVED), ((0, 1), Verdict.REFUTED)):
        functor = SetFunctor("F", cyclic, (("*", ("x", "y")),), (("r", table),))
        assert judge_property(PropertyClaim("representable", (functor,), "")).verdict is verdict


def test_planted_mistakes_in_linear_extensions_are_rejected() -> None:
    """Along A -> B that includes one of two parallel arrows; dimensions 2, 3 on the left and 3, 1 on the right."""
    parallel = Category("B", ("x", "y"), (Arrow("u", "x", "y"), Arrow("v", "x", "y")))
    along = PresentedFunctor("K", ARROW, parallel, (("A", "x"), ("B", "y")), (("f", ("u",)),))
    matrix = SparseMatrix.from_dense([[1, 1]])
    base = VectFunctor("W", ARROW, RATIONAL, (("A", 2), ("B", 1)), (("f", matrix),))
    for side, dimensions in (("left", (2, 3)), ("right", (3, 1))):
        found = EXTENSIONS.extend(side, "L", base, along)  # type: ignore[arg-type]
        assert isinstance(found, LinearKan)
        assert tuple(n for _, n in found.functor.objects) == dimensions
        assert judge_linear_extension(found).verdict is Verdict.PROVED
        nothing = tuple((c, SparseMatrix.zero(m.nrows, m.ncols)) for c, m in found.unit.components)
        assert judge_linear_extension(replace(found, unit=replace(found.unit, components=nothing))).verdict is Verdict.UNDECIDED
        wrong = replace(found, base=replace(base, arrows=(("f", SparseMatrix.from_dense([[1, 2]])),)))
        assert judge_linear_extension(wrong).verdict is Verdict.UNDECIDED
