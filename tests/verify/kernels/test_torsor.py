"""Groups acting on themselves: every kernel is a function of x^-1 y, on all of the group, whatever its components."""

from __future__ import annotations

from dataclasses import replace

import pytest

from catalg.model.verdict import Verdict
from catalg.verify.kernels.certify import certify_kernel
from tests.edge_texts import kernels

GROUPS = {
    "SO(2)": 1, "O(2)": 1, "SO(3)": 3, "SL(2)": 3, "GL(2)": 4, "Sp(2)": 3, "SU(2)": 3, "U(1)": 1, "Torus(2)": 2,
    "Scale": 1, "Aff(1)": 2, "SOplus(1,1)": 1, "SO(1,2)": 3,
}  # fmt: skip


@pytest.mark.parametrize("group", GROUPS)
def test_functions_of_the_quotient(group: str) -> None:
    _, proposal, certificate = kernels(
        f"group G = {group}\nfunctor X : G -> Man = self\nend K = int g : G. Map(X * X, R^1)\n"
    )
    assert certificate.complete is Verdict.PROVED, certificate
    assert (proposal.free, proposal.arguments) == (1, GROUPS[group])


def test_values_in_a_representation_are_free() -> None:
    _, proposal, certificate = kernels(
        "group G = SO(3)\nfunctor X : G -> Man = self\nfunctor V : G -> Vect = vector\n"
        "end K = int g : G. Map(X * space(V), V)\n"
    )
    assert certificate.complete is Verdict.PROVED
    assert (proposal.free, proposal.arguments) == (3, 3)


def test_too_few_invariants_do_not_determine_the_rest() -> None:
    """On the torus the two cosines alone do not tell an angle from its opposite."""
    problem, proposal, certificate = kernels(
        "group G = Torus(2)\nfunctor X : G -> Man = self\nend K = int g : G. Map(X * X, R^1)\n"
    )
    assert certificate.complete is Verdict.PROVED
    cosines = proposal.invariants[:2]
    fewer = replace(proposal, invariants=cosines, relations=(), auxiliary=())
    assert certify_kernel(problem, fewer).complete is not Verdict.PROVED


