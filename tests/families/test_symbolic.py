"""Families with a symbolic size: facts, theorems, spaces and representations without generators."""

from __future__ import annotations

from fractions import Fraction

import pytest

from catalg.families.registry import FAMILIES, find
from catalg.model.action import SymbolicAction
from catalg.model.group import Group
from catalg.model.protocols import FamilyError
from catalg.model.representation import SymbolicRep, TrivialRep
from catalg.model.scalars import COMPLEX, REAL
from catalg.terms import Dim, Parameter

N = Dim.parameter("n")


def symbolic(family: str, *sizes: Dim) -> Group:
    return find(family).group("G", sizes, (Parameter("n", lower=Fraction(1)),))


TENSORS = {
    "SO": ("delta", "epsilon"), "O": ("delta",), "SE": ("delta", "epsilon"), "E": ("delta",), "GL": ("evaluation",),
    "SL": ("evaluation", "epsilon", "epsilon_dual"), "Aff": ("evaluation",), "Translations": ("basis",), "Sym": ("diagonal",),
    "U": ("evaluation",), "SU": ("evaluation", "epsilon", "epsilon_dual"),
}  # fmt: skip


@pytest.mark.parametrize("family", TENSORS)
def test_theorems(family: str) -> None:
    group = symbolic(family, N)
    assert group.symbolic and group.generators == () and [p.name for p in group.parameters] == ["n"]
    theorem = group.facts.theorem
    assert theorem is not None and theorem.tensors == TENSORS[family] and theorem.size == N and theorem.source


@pytest.mark.parametrize("family", TENSORS)
def test_dimensions_agree_with_the_generators(family: str) -> None:
    """The polynomial dim G(n) at n = 1, …, 5 is the number of Lie generators."""
    formula = symbolic(family, N).facts.dimension
    assert formula is not None
    for n in range(1, 6):
        assert formula.at({"n": n}) == len(find(family).group("G", (Dim.of(n),), ()).lie)


def test_symplectic_sizes_are_visibly_even() -> None:
    group = symbolic("Sp", N * 2)
    assert group.facts.theorem is not None and group.facts.theorem.size == N * 2
    with pytest.raises(FamilyError):
        symbolic("Sp", N)
    with pytest.raises(FamilyError):
        symbolic("Sp", N * 2 + 1)


def test_indefinite_groups_claim_no_theorem() -> None:
    group = symbolic("O", N, Dim.of(1))
    assert group.facts.theorem is None and str(group.facts.dimension) == "(n^2 + n)/2"
    assert group.facts.components is None
    vector = find("O").representation(group, "vector", (), REAL)
    assert isinstance(vector, SymbolicRep) and vector.dim == N + 1
    with pytest.raises(FamilyError):
        find("O").action(group, "R", (N + 1,))


@pytest.mark.parametrize(("family", "name", "size", "kind"), [
    ("SO", "R", N, "linear"), ("SO", "Sphere", N - 1, "sphere"), ("SE", "R", N, "affine"), ("E", "Sphere", N - 1, "sphere"),
    ("Translations", "R", N, "affine"), ("GL", "R", N, "linear"), ("Aff", "R", N, "affine"),
])  # fmt: skip
def test_spaces(family: str, name: str, size: Dim, kind: str) -> None:
    action = find(family).action(symbolic(family, N), name, (size,))
    assert isinstance(action, SymbolicAction) and (action.kind, action.dim) == (kind, N)
    with pytest.raises(FamilyError):
        find(family).action(symbolic(family, N), name, (size + 1,))


def test_representations() -> None:
    for family in ("SO", "O", "GL", "SL", "E", "Sp"):
        group = symbolic(family, N * 2)
        found = find(family).representation(group, "vector", (), REAL)
        assert isinstance(found, SymbolicRep) and found.dim == N * 2
    assert isinstance(find("SO").representation(symbolic("SO", N), "det", (), REAL), TrivialRep)
    determinant = find("O").representation(symbolic("O", N), "det", (), REAL)
    assert isinstance(determinant, SymbolicRep) and determinant.kind == "det"
    assert isinstance(find("U").representation(symbolic("U", N), "vector", (), COMPLEX), SymbolicRep)
    for family, name in (("SO", "irrep"), ("O", "irrep"), ("E", "irrep")):
        with pytest.raises(FamilyError):
            find(family).representation(symbolic(family, N), name, (Dim.of(1),), REAL)
    with pytest.raises(FamilyError):
        find("U").representation(symbolic("U", N), "vector", (), REAL)


@pytest.mark.parametrize("family", ["SO", "GL", "SL", "SE"])
def test_spaces_that_need_a_concrete_size(family: str) -> None:
    """GL(n) alone moves every metric to the unit form, for symbolic n too."""
    assert find("GL").action(symbolic("GL", N), "SPD", ()).dim == N * (N + 1) / 2
    for name in {"self", "HalfPlane", *(["SPD"] if family != "GL" else [])} & set(find(family).actions):
        with pytest.raises(FamilyError):
            find(family).action(symbolic(family, N), name, ())


def test_every_family_documents_itself() -> None:
    for name, family in FAMILIES.items():
        assert family.name == name and family.summary.startswith(f"{name}") or name == "Z"
        assert "trivial" in family.representations
