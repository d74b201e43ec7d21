"""The verifier of couplings refuses wrong, missing and dependent covariants, whatever the strategy says."""

from __future__ import annotations

from dataclasses import replace

import pytest

from catalg.model.coupled import CoupledKernel
from catalg.model.ends import KernelEnd
from catalg.model.solution import Proposal
from catalg.model.verdict import Verdict
from catalg.strategies.wigner import STRATEGY
from catalg.terms import Call, Index, Term, add, mul, num
from catalg.verify.wigner import certify
from tests.linear_ends import specification

TEXT = """
group G = {group}
functor X : G -> Man = {space}
functor A : G -> Vect = irrep(2{parity})
end K = int g : G. Map({arguments}, Hom(A, A))
"""
CASES = {
    "pairs": TEXT.format(group="SE(3)", space="R^3", parity="", arguments="X * X"),
    "parity": TEXT.format(group="E(3)", space="R^3", parity=", odd", arguments="X * X"),
    "sphere": TEXT.format(group="SO(3)", space="Sphere(2)", parity="", arguments="X"),
}


def solved(name: str) -> tuple[KernelEnd, Proposal, CoupledKernel]:
    end = next(i.subject for i in specification(CASES[name]).items if isinstance(i.subject, KernelEnd))
    proposal = STRATEGY.solve(end)
    kernel = proposal.claims["coupled"]
    assert isinstance(kernel, CoupledKernel)
    return end, proposal, kernel


def planted(name: str, covariants: tuple[Term, ...], odd: tuple[Term, ...] = ()) -> Verdict:
    """The verdict on a proposal whose formula says what its covariants say."""
    from catalg.strategies.kernels.present import closed_form

    end, proposal, kernel = solved(name)
    names = tuple(f"f{k}" for k in range(len(covariants)))
    formula = closed_form(names, [] if kernel.radius is None else [kernel.radius], covariants)
    wrong = replace(kernel, covariants=covariants, odd=odd)
    return certify(end, replace(proposal, formula=formula, parameters=names, claims={"coupled": wrong})).verdict


@pytest.mark.parametrize("name", CASES)
def test_the_right_answer_is_certified(name: str) -> None:
    end, proposal, kernel = solved(name)
    assert certify(end, proposal).verdict is Verdict.PROVED
    assert planted(name, kernel.covariants, kernel.odd) is Verdict.PROVED


@pytest.mark.parametrize("name", CASES)
def test_missing_dependent_and_wrong_ones_are_not(name: str) -> None:
    _, _, kernel = solved(name)
    first, second, *rest = kernel.covariants
    assert planted(name, (second, *rest), kernel.odd) is not Verdict.PROVED
    assert planted(name, (second, second, *rest), kernel.odd) is not Verdict.PROVED
    assert planted(name, (first, add(first, second), *rest), kernel.odd) in (Verdict.PROVED, Verdict.UNDECIDED)
    crooked = mul(Index(kernel.vector, (num(1),)), second)
    assert planted(name, (first, crooked, *rest), kernel.odd) is Verdict.REFUTED


def test_parity_cannot_be_ignored() -> None:
    _, _, kernel = solved("parity")
    assert kernel.odd
    assert planted("parity", (*kernel.covariants, *kernel.odd)) is Verdict.REFUTED
    assert planted("parity", kernel.covariants[1:], (*kernel.odd, kernel.covariants[0])) is not Verdict.PROVED
    assert planted("parity", kernel.covariants, kernel.odd[1:]) is not Verdict.PROVED


def test_a_formula_must_be_its_functions() -> None:
    end, proposal, kernel = solved("pairs")
    swapped = replace(proposal, parameters=(*proposal.parameters[1:], proposal.parameters[0]))
    assert certify(end, swapped).verdict is not Verdict.PROVED
    other = replace(kernel, radius=Call("dot", (kernel.vector, kernel.vector)))
    assert certify(end, replace(proposal, claims={"coupled": other})).verdict is not Verdict.PROVED
    assert certify(end, replace(proposal, claims={})).verdict is not Verdict.PROVED
