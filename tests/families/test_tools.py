"""The tools around the library: bare groups, explanations, e3nn's notation."""

from __future__ import annotations

import pytest

from catalg.families.explain import describe
from catalg.families.notation import parse
from catalg.families.withheld import Withheld, bare, random_basis
from catalg.model.action import ExplicitAction
from catalg.model.group import Group, GroupFacts
from catalg.model.protocols import FamilyError
from catalg.model.representation import DualRep, ExplicitRep, FreeRep, HomRep, PulledRep, SumRep, TensorRep
from catalg.terms import Dim
from tests.families.laws import to_sympy
from tests.families.test_all import act, commutant, explicit, gset, make, rep


def test_a_bare_group_keeps_only_generators() -> None:
    group, (vector,) = bare(make("O", 3), rep(make("O", 3), "vector"))
    assert isinstance(group, Group) and group.relations == () and group.facts == GroupFacts() and group.family is None
    assert [g.name for g in group.generators] == ["g1", "u1", "u2", "u3"]
    assert isinstance(vector, ExplicitRep) and vector.group == group and vector.name == ""


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_bare_generators_have_the_same_intertwiners(seed: int) -> None:
    for group, first, second in (
        (make("SO", 3), ("vector",), ("irrep", 1)), (make("O", 2), ("vector",), ("irrep", 2)), (make("SL", 2), ("vector",), ("vector",)),
        (make("E", 2), ("vector",), ("irrep", 1)),
    ):
        a, b = explicit(group, *first), explicit(group, *second)
        _, (c, d) = bare(group, a, b, seed=seed)
        assert isinstance(c, ExplicitRep) and isinstance(d, ExplicitRep)
        assert commutant(a, b) == commutant(c, d)


def test_bare_fields_are_the_same_combinations() -> None:
    action = act(make("SE", 2), "R", 2)
    change = Withheld.of(action.group, 1)
    carried = change.action(action)
    assert isinstance(carried, ExplicitAction)
    for k, row in enumerate(change.basis):
        for i in range(2):
            expected = sum(to_sympy(action.map(g.name)[i]) * c for c, g in zip(row, action.group.lie, strict=True))
            assert (to_sympy(carried.map(f"u{k + 1}")[i]) - expected).expand() == 0


def test_constructions_and_sets_are_carried_over() -> None:
    group = make("Sym", 4)
    points = gset(group, "Points")
    from catalg.model.scalars import REAL

    free = FreeRep(points, REAL)
    tree = HomRep(TensorRep((free, free)), SumRep((DualRep(free), explicit(group, "standard"))))
    new, (carried, bare_points) = bare(group, tree, points)
    assert isinstance(carried, HomRep) and carried.dim == tree.dim and carried.group == new
    assert bare_points == carried.source.factors[0].base  # type: ignore[union-attr]


def test_products_are_laid_bare_factor_by_factor() -> None:
    left, right = make("O", 2), make("Sym", 3)
    from catalg.model.group import Generator

    whole = Group("G", "G", tuple(Generator(f"{f}.{g.name}", g.kind) for f, h in (("A", left), ("B", right)) for g in h.generators),
                  factors=(left, right))
    new, (pulled,) = bare(whole, PulledRep(explicit(left, "vector"), whole, 0))
    assert [g.name for g in new.generators] == ["K1.g1", "K1.u1", "K2.g1", "K2.g2"]
    assert isinstance(pulled, PulledRep) and pulled.base.group == new.factors[0]


def test_symbolic_groups_cannot_be_laid_bare() -> None:
    with pytest.raises(ValueError, match="symbolic"):
        bare(make("SO", Dim.parameter("n")))


def test_random_bases_are_the_same_everywhere() -> None:
    assert random_basis(2, 1) == random_basis(2, 1) != random_basis(2, 2)


def test_descriptions() -> None:
    lines = describe("SO(3)")
    assert lines[0].kind == "summary"
    matrix = [line for line in lines if line.kind == "matrix"]
    assert matrix[2].rows == (("0", "-1", "0"), ("1", "0", "0"), ("0", "0", "0"))
    assert any("order" in line.text and "24" in line.text for line in describe('PointGroup("432")'))
    assert any(line.text == "t1, a group element" for line in describe("Z^2"))
    assert any(line.kind == "fact" and "1944" in line.text for line in describe("wr(Cyclic(3), Sym(4))"))
    assert describe("SO")[0].kind == "summary" and describe("Scale")[-1].kind == "matrix"
    assert any(line.kind == "fact" for line in describe("SO(n)"))


@pytest.mark.parametrize("text", ["", "SO(", "SO)", "Foo(3)", "SO(3) x", "n", "SO(1/0)", "(" * 500, "SO(3", "__import__('os')"])
def test_nonsense_is_refused(text: str) -> None:
    with pytest.raises(FamilyError):
        describe(text)


def test_notation() -> None:
    assert parse("2x0e + 1x1o") == ((2, 0, 1), (1, 1, -1))
    assert parse("0x3e + 1o") == ((1, 1, -1),)
    for bad in ("", "1", "x1o", "1o +", "1z", "9999x1o"):
        with pytest.raises(FamilyError):
            parse(bad)


def test_restriction_along_a_homomorphism() -> None:
    """SO(2) -> SO(3) by X |-> Z: the matrices of the carried restriction are the carried matrices."""
    from fractions import Fraction

    from catalg.model.group import Bracket, Homomorphism, LieCombination
    from catalg.model.representation import RestrictedRep
    from tests.families.laws import lie_matrix

    circle, rotations = make("SO", 2), make("SO", 3)
    vector = explicit(rotations, "vector")
    for image in (((Fraction(1), "Z"),), ((Fraction(1), Bracket("X", "Y")),)):
        along = Homomorphism("i", circle, rotations, (("X", LieCombination(image)),))
        change = Withheld.of(circle, 1)
        carried = change.rep(RestrictedRep(vector, along))
        assert isinstance(carried, RestrictedRep) and isinstance(carried.base, ExplicitRep)
        element = carried.along.image("u1")
        assert isinstance(element, LieCombination)
        ours = lie_matrix(element, dict(carried.base.matrices), 3)
        assert (ours - vector.matrix("Z").scale(change.basis[0][0])).is_zero
