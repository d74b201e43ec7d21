"""Kan extensions: sizes, unit and counit, the universal property, and infinite answers."""

import pytest

from catalg.model.category import Category, SetFunctor
from catalg.model.ends import SetEnd
from catalg.model.verdict import Verdict
from catalg.strategies.presented.kan import left_kan, right_kan, right_kan_size
from catalg.strategies.sets import ENDS
from catalg.universes.categories import NotFinite
from catalg.universes.constructions import discrete, poset
from catalg.universes.presented_functors import PresentedFunctor, identity_functor, restrict
from catalg.verify.categories.functoriality import functoriality
from catalg.verify.categories.naturality import naturality
from tests.category_examples import graph, monoid, numbers

POINT = discrete("One", ("*",))
C2 = monoid("s", [("ss", "")], "C2")
C3 = monoid("r", [("rrr", "")], "C3")
S3 = monoid("st", [("ss", ""), ("tt", ""), ("sts", "tst")], "S3")
LOOP = monoid("l", [], "N")


def size(functor: SetFunctor) -> list[int]:
    return [len(labels) for _, labels in functor.objects]


def at_star(source: Category, *sizes: int, **tables: tuple[int, ...]) -> SetFunctor:
    return SetFunctor(
        "F",
        source,
        tuple((c, numbers(n)) for c, n in zip(source.objects, sizes, strict=True)),
        tuple(tables.items()),
    )


TO_POINT = PresentedFunctor("K", discrete("Two", ("a", "b")), POINT, (("a", "*"), ("b", "*")), ())
INTO_C3 = PresentedFunctor("K", POINT, C3, (("*", "*"),), ())
INTO_S3 = PresentedFunctor("K", C2, S3, (("*", "*"),), (("s", ("s",)),))
CASES = [
    (at_star(TO_POINT.source, 2, 3), TO_POINT, 5, 6),
    (at_star(POINT, 2), INTO_C3, 6, 8),
    (at_star(C2, 2, s=(1, 0)), INTO_S3, 6, 8),
    (at_star(C2, 2, s=(0, 1)), INTO_S3, 6, 8),
]


@pytest.mark.parametrize(("functor", "along", "left", "right"), CASES)
def test_known_sizes(functor: SetFunctor, along: PresentedFunctor, left: int, right: int) -> None:
    lan, ran = left_kan(functor, along), right_kan(functor, along)
    assert size(lan.functor) == [left]
    assert size(ran.functor) == [right]
    assert right_kan_size(functor, along) == {along.target.objects[0]: right}
    for extension in (lan.functor, ran.functor):
        assert functoriality(extension).verdict is Verdict.PROVED
    assert naturality(lan.unit).verdict is Verdict.PROVED
    assert naturality(ran.counit).verdict is Verdict.PROVED


@pytest.mark.parametrize(("functor", "along"), [case[:2] for case in CASES[1:]])
def test_universal_property(functor: SetFunctor, along: PresentedFunctor) -> None:
    lan, ran = left_kan(functor, along).functor, right_kan(functor, along).functor
    for other in (lan, ran):
        pulled = restrict(other, along)
        assert ENDS.solve(SetEnd("N", lan, other)).size == ENDS.solve(SetEnd("N", functor, pulled)).size
        assert ENDS.solve(SetEnd("N", other, ran)).size == ENDS.solve(SetEnd("N", pulled, functor)).size


def test_infinite_extensions() -> None:
    along = PresentedFunctor("K", POINT, LOOP, (("*", "*"),), ())
    with pytest.raises(NotFinite) as caught:
        left_kan(at_star(POINT, 1), along)
    assert caught.value.infinite
    for compute in (right_kan, right_kan_size):
        with pytest.raises(NotFinite) as caught:
            compute(at_star(POINT, 2), along)
        assert caught.value.infinite
    assert size(left_kan(at_star(POINT, 0), along).functor) == [0]


def test_left_extension_can_be_finite_over_an_infinite_category() -> None:
    # Along the identity of the free monoid the extension is the functor itself.
    functor = SetFunctor("F", LOOP, (("*", numbers(4)),), (("l", (1, 2, 3, 1)),))
    lan = left_kan(functor, identity_functor(LOOP))
    assert size(lan.functor) == [4]
    assert sorted(lan.unit.component("*")) == [0, 1, 2, 3]
    with pytest.raises(NotFinite) as caught:
        right_kan(functor, identity_functor(LOOP))
    assert not caught.value.infinite


def test_along_a_functor_between_posets() -> None:
    # Extending along 0 -> 2 into the chain: Lan is constant above, empty below; Ran is the other way round a point.
    chain = poset("Chain", "012", [("0", "1"), ("1", "2")])
    along = PresentedFunctor("K", POINT, chain, (("*", "1"),), ())
    functor = at_star(POINT, 3)
    assert size(left_kan(functor, along).functor) == [0, 3, 3]
    assert size(right_kan(functor, along).functor) == [3, 3, 1]


def test_labels_that_clash_with_arrows() -> None:
    functor = graph("F", 2, [(0, 1)])
    renamed = SetFunctor("F", functor.category, (("E", ("src",)), ("V", ("src", "tgt"))), functor.arrows)
    lan = left_kan(renamed, identity_functor(functor.category))
    assert size(lan.functor) == [1, 2]
    assert functoriality(lan.functor).verdict is Verdict.PROVED
