"""Diagram bases for symbolic sizes, with the sizes at which the dimension differs."""

from __future__ import annotations

import pytest

from catalg.model.ends import LinearEnd
from catalg.model.protocols import NotCovered
from catalg.model.solution import Solution
from catalg.model.verdict import Verdict
from catalg.strategies.diagrams import STRATEGY, strategy
from catalg.strategies.diagrams.elements import DiagramElement
from catalg.terms import Call, Identity, Index, Name, Ones, add, mul, num
from catalg.universes.slots import listing
from catalg.verify.linear import certify
from catalg.verify.linear.dimensions import counted
from tests.linear_ends import ends

A, B = Name("alpha"), Name("beta")


def space(body: str, group: str = "Sym(n)", least: int = 2) -> LinearEnd:
    """Hom(…) under a group of symbolic size, with V the natural representation."""
    v = "free(Points)" if group == "Sym(n)" else "vector"
    text = f"""
    param n : Nat where n >= {least}
    group G = {group}
    functor S : G -> {'Set = Points' if group == 'Sym(n)' else 'Vect = vector'}
    functor V : G -> Vect = {v}
    end E = int g : G. {body}
    """
    return ends(text)["E"]


# dimension in the stable range, then at n = 2, 3, …: exact nullspaces and character sums found elsewhere
RELABELLING = [
    ("Hom(T^2(V), R^1)", 2, (2, 2, 2)),
    ("Hom(T^2(V), T^2(V))", 15, (8, 14, 15, 15)),
    ("Hom(T^3(V), T^3(V))", 203, (32, 122, 187, 202, 203)),
    ("Hom(Sym^2(V), V)", 4, (3, 4, 4)),
    ("Hom(T^2(V) (+) V, T^2(V) (+) V)", 27, (18, 26, 27)),
    ("Hom(T^2(V) (+) V (+) V (+) V (+) R^1, T^2(V) (+) V (+) V (+) V (+) R^1)", 74, (61, 73, 74)),
    ("Hom(free(Arrangements(2)), free(Arrangements(2)))", 7, (2, 6, 7)),
    ("Hom(free(Arrangements(2)), V)", 3, (2, 3, 3)),
    ("Hom(free(Subsets(2)), free(Subsets(2)))", 3, (1, 2, 3, 3)),
    ("Hom(free(Subsets(2)), V)", 2, (1, 2, 2)),
    ("Hom(Alt^2(V), Alt^2(V))", 2, (1, 2, 2)),
    ("Hom(Sym^2(T^2(V)), T^2(V))", 117, (20, 70, 107, 116, 117)),
    ("Hom(standard, standard)", 1, (1, 1)),
    ("Hom(standard (*) standard, standard)", 1, (0, 1)),
    ("Hom(sign, T^2(V))", 0, (2, 1, 0)),
    ("Hom(standard, standard (*) sign)", 0, (0, 1, 0)),
]
CLASSICAL = [
    ("O(n)", "Hom(T^2(V), T^2(V))", 3, (3, 3)),
    ("O(n)", "Hom(T^3(V), T^3(V))", 15, (10, 15)),
    ("O(n)", "Hom(det, Alt^2(V))", 0, (1, 0)),
    ("SO(n)", "Hom(V, V)", 1, (2, 1)),
    ("SO(n)", "Hom(T^2(V), T^2(V))", 3, (6, 3, 4, 3)),
    ("SO(n)", "Hom(Alt^2(V), Alt^2(V))", 1, (1, 1, 2, 1)),
    ("GL(n)", "Hom(T^3(V), T^3(V))", 6, (5, 6)),
    ("GL(n)", "Hom(V, dual(V))", 0, (0, 0)),
    ("GL(n)", "Hom(V (*) dual(V), V (*) dual(V))", 2, (2, 2)),
    ("SL(n)", "Hom(V, dual(V))", 0, (1, 0)),
    ("SL(n)", "Hom(T^3(V), T^3(V))", 6, (5, 6)),
]


def check(end: LinearEnd, stable: int, small: tuple[int, ...]) -> None:
    proposal = STRATEGY.solve(end)
    assert proposal.dimension is not None and proposal.dimension.constant() == stable == len(proposal.basis)
    solution = Solution(proposal, certify(end, proposal))
    assert solution.certificate.verdict is Verdict.PROVED
    found = counted(solution)
    assert found is not None and not found.unknown
    special = {values["n"]: dimension for _, values, dimension in found.exceptions}
    assert special == {n: value for n, value in enumerate(small, 2) if value != stable}
    proposed = {dict(values)["n"]: value for values, _, value in proposal.claims["exceptions"]}  # type: ignore[attr-defined]
    assert proposed == special


@pytest.mark.parametrize("body, stable, small", RELABELLING)
def test_relabelling(body: str, stable: int, small: tuple[int, ...]) -> None:
    check(space(body), stable, small)


@pytest.mark.parametrize("group, body, stable, small", CLASSICAL)
def test_classical_groups(group: str, body: str, stable: int, small: tuple[int, ...]) -> None:
    check(space(body, group), stable, small)


def test_symplectic_forms() -> None:
    text = """
    param n : Nat where n >= 1
    group G = Sp(2*n)
    functor V : G -> Vect = vector
    end E = int g : G. Hom(T^3(V), T^3(V))
    end S = int g : G. Hom(Sym^2(V), R^1)
    end A = int g : G. Hom(Alt^2(V), R^1)
    """
    found = ends(text)
    assert [len(STRATEGY.solve(found[name]).basis) for name in "ESA"] == [15, 0, 1]
    whole = STRATEGY.solve(found["E"])
    assert [(where, value) for _, where, value in whole.claims["exceptions"]] == [("n = 1", 5), ("n = 2", 14)]  # type: ignore[attr-defined]
    assert certify(found["E"], whole).verdict is Verdict.PROVED
    (form,) = STRATEGY.solve(found["A"]).basis
    assert Call("omega", (Name("p"), Name("q"))) in {form.term(), *getattr(form.term(), "args", ())}


def test_formulas_that_a_person_would_write() -> None:
    assert STRATEGY.solve(space("Hom(V, V)")).formula == add(mul(A, Identity()), mul(B, Ones()))
    assert STRATEGY.solve(space("Hom(V, V)", "O(n)")).formula == mul(A, Identity())
    delta = Call("delta", (Name("x"), Name("y")))
    assert STRATEGY.solve(space("Map(S * S, R^1)")).formula == add(mul(A, delta), B)
    first = Call("delta", (Index(Name("x"), (num(1),)), Name("y")))
    assert first in {e.term() for e in STRATEGY.solve(space("Map(Arrangements(2) * S, R^1)")).basis}


def test_message_passing_along_an_arbitrary_graph() -> None:
    text = """
    param n : Nat where n >= 2
    group G = Sym(n)
    graph A on n
    functor V : G -> Vect = free(Points)
    end E = int g : G. Hom(V, V) along A
    end T = int g : G. Hom(V, V)
    """
    end = ends(text)["E"]
    proposal = STRATEGY.solve(end)
    assert proposal.formula == add(mul(A, Identity()), mul(B, Call("adjacency", (Name("A"),))))
    assert certify(end, proposal).verdict is Verdict.PROVED


def test_products_of_symbolic_groups() -> None:
    text = """
    param n : Nat where n >= 1
    param m : Nat where m >= 1
    group P = Sym(n)
    group Q = Sym(m)
    group G = P * Q
    functor V : P -> Vect = free(Points)
    functor W : Q -> Vect = free(Points)
    end E = int g : G. Hom(V (*) W, V (*) W)
    """
    end = ends(text)["E"]
    proposal = STRATEGY.solve(end)
    assert len(proposal.basis) == 4
    solution = Solution(proposal, certify(end, proposal))
    found = counted(solution)
    assert found is not None
    assert {where: d for where, _, d in found.exceptions} == {"n = 1, m = 1": 1, "n = 1": 2, "m = 1": 2}


def test_elements_are_written_out_in_the_order_of_the_basis() -> None:
    end = space("Hom(V (*) (V (+) R^1), V)")
    assert [block for block, _, _ in listing(end.source, {0: 2})] == [0, 0, 1, 0, 0, 1]
    for element in STRATEGY.solve(end).basis:
        assert isinstance(element, DiagramElement)
        matrix = element.at(end, {0: 2})
        assert matrix is not None and matrix.shape == (2, 6)


def test_nothing_depends_on_the_name_of_the_family() -> None:
    from dataclasses import replace

    from catalg.families.registry import FAMILIES

    end = space("Hom(T^2(V), V)")
    assert end.group.family is not None
    other = replace(end.group, family=("Relabel", end.group.family[1]), label="Relabel(n)", name="H")
    from catalg.model.gset import SymbolicPoints
    from catalg.model.representation import FreeRep, TensorRep

    v = FreeRep(SymbolicPoints(other, other.facts.theorem.size), end.source.field, "V")  # type: ignore[union-attr]
    renamed = LinearEnd("E", other, TensorRep((v, v)), v)
    solved = strategy({"Relabel": FAMILIES["Sym"]}).solve(renamed)
    assert [e.term() for e in solved.basis] == [e.term() for e in STRATEGY.solve(end).basis]


def test_what_has_no_slots_is_left_to_others() -> None:
    text = """
    param n : Nat where n >= 2
    group P = Sym(n)
    group Q { generators s }
    group G = P * Q
    functor V : P -> Vect = free(Points)
    functor W : Q -> Vect { s = [[0, 1], [1, 0]] }
    end E = int g : G. Hom(V (*) W, V)
    """
    with pytest.raises(NotCovered, match="given by matrices"):
        STRATEGY.solve(ends(text)["E"])
