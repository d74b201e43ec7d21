"""Products of a group of symbolic size with concrete ones: counts against the conditions alone, and rejected proposals."""

from __future__ import annotations

from dataclasses import replace

import pytest

from catalg.model.ends import LinearEnd
from catalg.model.protocols import NotCovered
from catalg.model.verdict import Verdict
from catalg.strategies.factors import STRATEGY
from catalg.terms import Dim
from catalg.universes.instances import from_library
from catalg.verify.linear import certify
from catalg.verify.linear.symbolic import exact_dimension
from tests.edge_texts import claims
from tests.linear_ends import specification

TEXT = """
param n : Nat where n >= 1
group S = Sym(n)
group R = O(3)
group G = S * R
functor P : S -> Vect = free(Points)
functor X : R -> Vect = vector
end One = int g : G. Hom(P (*) X, P (*) X)
end None = int g : G. Hom(P (*) X, P (*) X (*) X)
end Form = int g : G. Hom(P (*) T^2(X), trivial)
end Two = int g : G. Hom(T^2(P) (*) X, P (*) X)
end Turned = int g : G. Hom(X (*) P, P (*) X)
"""


def end(name: str) -> LinearEnd:
    found = specification(TEXT).item(name).subject
    assert isinstance(found, LinearEnd)
    return found


@pytest.mark.parametrize("name", ["One", "None", "Form", "Two"])
def test_every_size_has_the_dimension_of_the_conditions_alone(name: str) -> None:
    space = end(name)
    proposal = STRATEGY.solve(space)
    certificate = certify(space, proposal)
    assert certificate.verdict is Verdict.PROVED
    facts = [e.as_dict() for e in certificate.evidence if e.rule == "size-exception"]
    special = {str(fact["where"]): fact["dimension"] for fact in facts}
    for n in range(1, 5):
        assert special.get(f"n = {n}", len(proposal.basis)) == exact_dimension(from_library(space, {"n": n}))


def test_spoiled_proposals_are_rejected() -> None:
    space = end("One")
    proposal = STRATEGY.solve(space)
    inner = proposal.claims["factors"]
    assert isinstance(inner, tuple)
    fewer = replace(inner[0], basis=inner[0].basis[:1], dimension=Dim.of(1))
    bad = [
        replace(proposal, basis=proposal.basis[:1], dimension=Dim.of(1)),
        replace(proposal, basis=proposal.basis[:1] * 2),
        replace(proposal, dimension=Dim.of(3)),
        replace(proposal, basis=proposal.basis[:1], dimension=Dim.of(1), claims={**proposal.claims, "factors": (fewer, inner[1])}),
        replace(proposal, claims={**proposal.claims, "factors": inner[::-1]}),
        replace(proposal, claims={**proposal.claims, "factors": inner[:1]}),
    ]
    for spoiled in bad:
        assert certify(space, spoiled).verdict is not Verdict.PROVED


def test_factors_out_of_order_are_not_covered() -> None:
    with pytest.raises(NotCovered):
        STRATEGY.solve(end("Turned"))


def test_claims_for_all_sizes() -> None:
    assert claims(TEXT + "expect dim One = 2 - delta(n, 1)\nrefute dim One = 2\nexpect dim None = 0\n") == ["proved"] * 3


ALT = """
param n : Nat where n >= 1
group A = Alt(n)
functor V : A -> Vect = vector
functor s : A -> Vect = standard
end L = int g : A. Hom(V, V)
end T = int g : A. Hom(T^2(V), V)
end W = int g : A. Hom(Alt^2(s), s)
end D = int g : A. Map(Subsets(2) * Points, trivial)
"""


@pytest.mark.parametrize("name", ["L", "T", "W", "D"])
def test_alternating_groups_at_every_size(name: str) -> None:
    from catalg.strategies.diagrams import STRATEGY as DIAGRAMS

    space = specification(ALT).item(name).subject
    assert isinstance(space, LinearEnd)
    proposal = DIAGRAMS.solve(space)
    certificate = certify(space, proposal)
    assert certificate.verdict is Verdict.PROVED
    facts = [e.as_dict() for e in certificate.evidence if e.rule == "size-exception"]
    special = {str(fact["where"]): fact["dimension"] for fact in facts}
    for n in range(1, 8 if name != "T" else 7):
        assert special.get(f"n = {n}", len(proposal.basis)) == exact_dimension(from_library(space, {"n": n}))


def test_sums_of_stirling_numbers_for_all_sizes() -> None:
    text = "param n : Nat where n >= 1\ngroup S = Sym(n)\nfunctor W : S -> Vect = free(Points)\nend M = int g : S. Hom(T^2(W), T^2(W))\n"
    assert claims(text + "expect dim M = sum(j, 0, n, stirling(4, j))\nexpect dim M = sum(j, 1, n, stirling(4, j))\n") == ["proved"] * 2
    assert claims(text + "refute dim M = sum(j, 0, n, stirling(5, j))\nrefute dim M = bell(4)\n") == ["proved"] * 2
