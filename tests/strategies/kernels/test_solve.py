"""Proposals: the numbers, the shape of the formula, and independence of the basis of the Lie algebra."""

from __future__ import annotations

import pytest

from catalg.model.kernel_problem import KernelProblem, KernelProposal
from catalg.render.terms_text import syntax
from catalg.strategies.kernels.solve import propose_kernel
from tests.kernel_cases import CASES
from tests.kernel_problems import skewed

FORMULAS = {
    "R2-translations": "kappa(k - q)",
    "scale-pairs": "f(y/x)",
    "SE3-0-0": "f(norm(k - q))",
    "SO3-left-self": "f(a'*b)",
    "O3-R3-vector": "f(norm(x))*x",
    "GL3-natural-gradient": "f(dot(g, inverse(F)*g))*inverse(F)*g",
    "GL2-vector-covector": "f(dot(v, a))",
    "PGL2-4points": "f((y - w)*(x - z)/(y - z)/(x - w))",
    "E2-0-det": "0",
    "GL2-pair-scalar": "a",
}


def solved(problem: KernelProblem) -> KernelProposal:
    proposal = propose_kernel(problem)
    assert isinstance(proposal, KernelProposal)
    return proposal


@pytest.mark.parametrize("name", sorted(CASES))
def test_numbers(name: str) -> None:
    case = CASES[name]
    proposal = solved(case.build())
    assert (proposal.free, proposal.arguments) == (case.free, case.arguments)
    assert len(proposal.covariants) == proposal.free


@pytest.mark.parametrize("name", sorted(n for n, c in CASES.items() if len(c.build().lie) > 1))
@pytest.mark.parametrize("seed", [1, 2])
def test_the_formula_does_not_depend_on_the_basis_of_the_lie_algebra(name: str, seed: int) -> None:
    given = CASES[name].build()
    assert solved(skewed(given, seed)).formula == solved(given).formula


@pytest.mark.parametrize("name", sorted(FORMULAS))
def test_closed_form(name: str) -> None:
    assert syntax(solved(CASES[name].build()).formula) == FORMULAS[name]


def test_plane_kernels_are_harmonics_in_radius_and_angle() -> None:
    text = syntax(solved(CASES["SE2-End"].build()).formula)
    assert "cos(2*phi)" in text and "cos(phi)" not in text
    assert text.endswith("where r = norm(k - q), phi = arg(k - q)")


def test_a_second_invariant_is_listed_with_its_relation() -> None:
    proposal = solved(CASES["SO2-S1xS1"].build())
    assert len(proposal.invariants) == 2 and proposal.arguments == 1
    (relation,) = proposal.relations
    assert relation.index == 1 and len(relation.coefficients) == 3
