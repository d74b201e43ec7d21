"""Coends counted by listing and union-find, against closed forms computed by hand; and where truncation is exact."""

from __future__ import annotations

from itertools import product as pairs

import pytest

from catalg.model.coends import Expression
from catalg.verify.calculus.cardinals import OO, Cardinal, Uncounted
from catalg.verify.calculus.counting import Counter
from catalg.verify.calculus.functors import Functor, Monotone, Sizes
from catalg.verify.calculus.interpretations import CHAINS, DIAMOND, HEYTING, MONOID, FiniteSets, Lattice
from tests.calculus.reading import space
from tests.calculus.test_optics import file
from tests.calculus.test_theorems import KAN

LENS, PRISM, GRATE = (space(file(name), "O").expression for name in ("lens", "prism", "grate"))


def count(term: Expression, bound: int, sizes: tuple[int, int, int, int]) -> int:
    """Sizes are of S, A, B, T."""
    return Counter({"C": FiniteSets(bound)}, dict(zip("SABT", sizes, strict=True)), {}, 3_000_000).count(term)


@pytest.mark.parametrize(
    ("sizes", "known"), [((2, 2, 1, 2), 16), ((2, 1, 2, 2), 16), ((1, 2, 2, 2), 8), ((2, 0, 1, 2), 0)]
)
@pytest.mark.parametrize("bound", [2, 3])
def test_lenses(sizes: tuple[int, int, int, int], known: int, bound: int) -> None:
    s, a, b, t = sizes
    assert count(LENS, bound, sizes) == known == a**s * t ** (s * b)


@pytest.mark.parametrize(
    ("sizes", "known"), [((2, 1, 1, 2), 18), ((1, 2, 1, 2), 8), ((2, 1, 2, 1), 4), ((2, 1, 0, 2), 9)]
)
def test_prisms(sizes: tuple[int, int, int, int], known: int) -> None:
    s, a, b, t = sizes
    assert count(PRISM, 2, sizes) == known == (t + a) ** s * t**b


@pytest.mark.parametrize(
    ("sizes", "known"), [((1, 2, 2, 2), 16), ((1, 1, 2, 2), 4), ((2, 1, 2, 3), 9), ((1, 2, 1, 3), 3**1)]
)
def test_grates(sizes: tuple[int, int, int, int], known: int) -> None:
    s, a, b, t = sizes
    value = t ** (b ** (a**s))
    assert value == known
    assert count(GRATE, a**s, sizes) == known


def test_truncation_is_not_exact_below_the_bound() -> None:
    """With sets of at most one element the rest M cannot hold S = 2, and lenses are missed."""
    assert count(LENS, 1, (2, 2, 1, 2)) != 16
    assert count(LENS, 1, (1, 2, 2, 2)) == 8


@pytest.mark.parametrize("model", [*CHAINS, HEYTING], ids=lambda model: model.name)
def test_lenses_in_lattices(model: Lattice) -> None:
    for s, t, a, b in pairs(model.objects, repeat=4):
        values = {"S": s, "T": t, "A": a, "B": b}
        meet = model.product("*", (s, b))
        closed = model.below[s][a] and model.below[meet][t]
        assert Counter({"C": model}, values, {}).count(LENS) == int(closed)


@pytest.mark.parametrize("model", [*CHAINS, HEYTING, DIAMOND, MONOID], ids=lambda model: model.name)
def test_interpretations_are_posets_with_a_product(model: Lattice) -> None:
    for a, b, c in pairs(model.objects, repeat=3):
        assert model.below[a][a] and (not (model.below[a][b] and model.below[b][a]) or a == b)
        assert not (model.below[a][b] and model.below[b][c]) or model.below[a][c]
        assert model.tensor[model.tensor[a][b]][c] == model.tensor[a][model.tensor[b][c]]
        assert model.tensor[a][model.unit] == a == model.tensor[model.unit][a]
        assert not model.below[a][b] or model.below[model.tensor[a][c]][model.tensor[b][c]]
        if model is not MONOID:
            assert model.tensor[a][b] == model.tensor[b][a]
        if model not in (MONOID, DIAMOND):
            for op in ("*", "(*)"):
                curried = model.below[a][model.inner(op, b, c)]  # type: ignore[arg-type]
                assert curried == model.below[model.product(op, (a, b))][c]  # type: ignore[arg-type]


def test_the_diamond_is_not_distributive_and_the_monoid_not_commutative() -> None:
    left = DIAMOND.product("*", (1, DIAMOND.product("+", (2, 3))))
    right = DIAMOND.product("+", (DIAMOND.product("*", (1, 2)), DIAMOND.product("*", (1, 3))))
    assert left != right
    assert MONOID.tensor[1][2] != MONOID.tensor[2][1]


def test_density_and_yoneda_by_listing() -> None:
    model = CHAINS[1]
    functors: dict[str, Functor] = {"F": Sizes(((1, 2, 3),))}
    for name in ("Density", "Yoneda"):
        for p in model.objects:
            term = space(KAN, name).expression
            assert Counter({"C": model}, {"P": p}, functors).count(term) == p + 1


def test_a_left_kan_extension_by_hand() -> None:
    """Lan along 0, 1 ↦ 0, 0 of a functor with sizes 1, 2: the colimit of F over {0, 1} is F(1)."""
    functors: dict[str, Functor] = {"F": Sizes(((1, 2),)), "K": Monotone((0, 0)), "L": Monotone((0, 1))}
    model = CHAINS[0]
    counter = Counter({"C": model, "D": model, "E": model}, {"Z": 0}, functors)
    assert counter.count(space(KAN, "Twice").expression) == 2


def test_exact_sizes_of_series() -> None:
    term = space(file("traversal"), "O").expression
    with pytest.raises(Uncounted):
        Cardinal({"S": 1, "T": 1, "A": 0, "B": 0}, {}).of(term)
    from tests.calculus.reading import proposal

    form = proposal(file("traversal"), "O").formula
    assert isinstance(form, Expression)
    assert Cardinal({"S": 1, "T": 3, "A": 0, "B": 0}, {}).of(form) == 3
    assert Cardinal({"S": 1, "T": 1, "A": 1, "B": 0}, {}).of(form) is OO
    with pytest.raises(Uncounted):
        Cardinal({"S": 1, "T": 1, "A": 2, "B": 0}, {}).of(form)
