"""Diagrams counted by the Cauchy-Frobenius lemma, against orbits and exact nullspaces at small sizes."""

from __future__ import annotations

import pytest

from catalg.model.verdict import Verdict
from catalg.universes.instances import from_library
from catalg.verify.linear import certify
from catalg.verify.linear.counting import invariant_diagrams
from catalg.verify.linear.symbolic import exact_dimension
from tests.linear_ends import ends, propose

TEXT = """
param n : Nat where n >= 2
group G = {group}
functor V : G -> Vect = {vector}
end E = int g : G. {body}
"""
PERMUTED = [
    "Hom(T^2(V), T^2(V))", "Hom(Sym^2(T^2(V)), V)", "Hom(Alt^2(V), Alt^2(V))", "Hom(free(Subsets(2)), T^2(V))",
    "Hom(Alt^2(Sym^2(V)), V)", "Hom(free(Arrangements(2)) (+) V, Sym^2(V) (+) R^1)", "Hom(Alt^3(V), T^2(V))",
]
CLASSICAL = [
    ("O(n)", "Hom(Sym^2(Sym^2(V)), R^1)"), ("O(n)", "Hom(T^2(V), Alt^2(V))"), ("SO(n)", "Hom(T^3(V), V)"),
    ("GL(n)", "Hom(Sym^2(V) (*) dual(V), V)"), ("SL(n)", "Hom(V (*) dual(V), V (*) dual(V))"), ("Sp(2*n)", "Hom(T^2(V), Sym^2(V))"),
]


@pytest.mark.parametrize("body", PERMUTED)
def test_relabelling_at_every_size(body: str) -> None:
    end = ends(TEXT.format(group="Sym(n)", vector="free(Points)", body=body))["E"]
    assert invariant_diagrams(end) == len(propose(end).basis)
    for n in range(2, 6):
        assert invariant_diagrams(end, {0: n}) == exact_dimension(from_library(end, {"n": n}))


@pytest.mark.parametrize("group, body", CLASSICAL)
def test_classical_groups_in_the_stable_range(group: str, body: str) -> None:
    end = ends(TEXT.format(group=group, vector="vector", body=body))["E"]
    size = 5 if group != "Sp(2*n)" else 2
    assert invariant_diagrams(end) == len(propose(end).basis) == exact_dimension(from_library(end, {"n": size}))
    assert invariant_diagrams(end, {0: size}) is None


def test_standard_and_sign_are_not_counted_at_small_sizes() -> None:
    for body in ("Hom(standard, V)", "Hom(sign, T^2(V))"):
        end = ends(TEXT.format(group="Sym(n)", vector="free(Points)", body=body))["E"]
        assert invariant_diagrams(end) == len(propose(end).basis)
        assert invariant_diagrams(end, {0: 3}) is None


def test_an_end_that_is_too_large_to_write_out() -> None:
    end = ends(TEXT.format(group="Sym(n)", vector="free(Points)", body="Hom(T^4(V), T^4(V))"))["E"]
    proposal = propose(end)
    certificate = certify(end, proposal)
    assert len(proposal.basis) == 4140 and certificate.verdict is Verdict.PROVED
    special = {e.as_dict()["where"]: e.as_dict()["dimension"] for e in certificate.evidence if e.rule == "size-exception"}
    assert special == {"n = 2": 128, "n = 3": 1094, "n = 4": 2795, "n = 5": 3845, "n = 6": 4111, "n = 7": 4139}
