"""Certificates: right proposals pass, planted mistakes do not, and what is not known is not claimed."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from catalg.model.kernel_problem import (
    KernelArgument,
    KernelCovariant,
    KernelFunction,
    KernelInvariant,
    KernelProblem,
    KernelProposal,
    Letter,
    Poly,
)
from catalg.model.verdict import Verdict
from catalg.strategies.kernels.present import closed_form
from catalg.strategies.kernels.solve import propose_kernel
from catalg.terms import Call, Let, Name, num
from catalg.verify.kernels.certify import certify_kernel
from tests.kernel_cases import CASES, plane_irrep, rotations, vectors
from tests.kernel_problems import Rep, linear, problem, skewed, so_form, trivial, zero

NOT_SEPARATED = {"PGL2-3points", "PGL2-4points", "half-plane-pairs", "conformal-4points"}


def solved(given: KernelProblem) -> KernelProposal:
    proposal = propose_kernel(given)
    assert isinstance(proposal, KernelProposal)
    return proposal


def rewritten(proposal: KernelProposal) -> KernelProposal:
    """The proposal with its formula written anew from its invariants and covariants."""
    bindings = proposal.formula.bindings if isinstance(proposal.formula, Let) else ()
    names, arguments = proposal.functions[: proposal.free], [i.term for i in proposal.invariants]
    formula = closed_form(names, arguments, [c.term for c in proposal.covariants], bindings)
    return replace(proposal, formula=formula)


@pytest.mark.parametrize("name", sorted(CASES))
def test_numbers_are_proved(name: str) -> None:
    given = CASES[name].build()
    certificate = certify_kernel(given, solved(given))
    assert certificate.sound is Verdict.PROVED
    assert certificate.counts is Verdict.PROVED
    if name in NOT_SEPARATED:
        assert certificate.complete is Verdict.UNDECIDED and certificate.scope == "local" and certificate.reason
    else:
        assert certificate.complete is Verdict.PROVED
        assert any(s.sheets > 1 for s in certificate.strata) == (name == "Lorentz-pq-T2")


@pytest.mark.parametrize("name", ["SE2-End", "GL2-natural-gradient", "O13-pq-T2", "O3-Sym-vector-to-vector", "E3-1o-2e"])
def test_skew_bases_are_certified(name: str) -> None:
    given = skewed(CASES[name].build(), 5)
    certificate = certify_kernel(given, solved(given))
    assert certificate.counts is Verdict.PROVED and certificate.complete is Verdict.PROVED


@pytest.mark.parametrize("name", ["SE2-End", "SE3-1-1", "GL2-natural-gradient", "O13-pq-T2", "S3-Rn-to-Rn", "C4-R2-to-vector"])
def test_a_wrong_covariant_is_refuted(name: str) -> None:
    given = CASES[name].build()
    proposal = solved(given)
    first = proposal.covariants[0]
    bad = list(first.value.numerators)
    bad[0] = Poly.of({**dict(bad[0].terms), tuple(int(k == 0) for k in range(given.size)): Fraction(7)})
    wrong = replace(first, value=replace(first.value, numerators=tuple(bad)))
    certificate = certify_kernel(given, replace(proposal, covariants=(wrong, *proposal.covariants[1:])))
    assert certificate.sound is Verdict.REFUTED
    assert certificate.counts is not Verdict.PROVED and certificate.complete is not Verdict.PROVED


@pytest.mark.parametrize("name", ["SE2-End", "SE3-1-1", "SO3-S2xS2-End", "O13-pq-T2", "S4-Rn-to-Rn"])
def test_a_missing_covariant_is_noticed(name: str) -> None:
    given = CASES[name].build()
    proposal = solved(given)
    short = rewritten(replace(proposal, covariants=proposal.covariants[:-1], free=proposal.free - 1))
    certificate = certify_kernel(given, short)
    assert certificate.sound is Verdict.PROVED
    assert certificate.counts is not Verdict.PROVED and certificate.complete is not Verdict.PROVED


@pytest.mark.parametrize("name", ["SE2-End", "SE3-1-1", "O13-pq-T2"])
def test_a_dependent_covariant_is_noticed(name: str) -> None:
    given = CASES[name].build()
    proposal = solved(given)
    twice = rewritten(replace(proposal, covariants=(*proposal.covariants[:-1], proposal.covariants[0])))
    assert certify_kernel(given, twice).counts is not Verdict.PROVED


def test_a_missing_invariant_is_noticed() -> None:
    given = CASES["SO3-R3xR3-scalar"].build()
    proposal = solved(given)
    short = rewritten(replace(proposal, invariants=proposal.invariants[:-1], arguments=2))
    assert certify_kernel(given, short).counts is not Verdict.PROVED


@pytest.mark.parametrize("name", ["SO2-S1xS1", "SE2-triples", "SO2-pairs-End", "SE3-R3xS2-pairs", "C4-R2-to-vector"])
def test_invariants_that_do_not_separate_are_not_complete(name: str) -> None:
    given = CASES[name].build()
    proposal = solved(given)
    assert proposal.relations
    short = rewritten(replace(proposal, invariants=proposal.invariants[:-1], relations=()))
    certificate = certify_kernel(given, short)
    assert certificate.sound is Verdict.PROVED and certificate.counts is Verdict.PROVED
    assert certificate.complete is Verdict.UNDECIDED and certificate.scope == "local"


def test_a_false_relation_does_not_help() -> None:
    given = CASES["C4-R2-to-vector"].build()
    proposal = solved(given)
    (relation,) = proposal.relations
    middle = Poly.of({(0,) * len(relation.over): Fraction(1)})
    false = replace(relation, coefficients=(relation.coefficients[0], middle, relation.coefficients[2]))
    certificate = certify_kernel(given, replace(proposal, relations=(false,)))
    assert certificate.complete is Verdict.UNDECIDED


def test_a_formula_that_is_not_its_function_is_refuted() -> None:
    given = CASES["SE3-0-0"].build()
    proposal = solved(given)
    wrong = replace(proposal.invariants[0], term=Call("norm", (Name("k"),)))
    assert certify_kernel(given, replace(proposal, invariants=(wrong,))).sound is Verdict.REFUTED


def test_a_closed_form_that_is_not_assembled_from_its_parts_is_refuted() -> None:
    given = CASES["SE3-1-1"].build()
    proposal = solved(given)
    names = (proposal.functions[0], proposal.functions[0], proposal.functions[2])
    arguments = [i.term for i in proposal.invariants]
    formula = closed_form(names, arguments, [c.term for c in proposal.covariants])
    assert certify_kernel(given, replace(proposal, formula=formula)).sound is not Verdict.PROVED


def test_an_invented_group_element_is_not_accepted() -> None:
    given = CASES["O13-pq-T2"].build()
    proposal = solved(given)
    unknown = replace(proposal, stabilizers=(((Letter(name="nobody"),),),))
    certificate = certify_kernel(given, unknown)
    assert certificate.counts is Verdict.UNDECIDED and "nobody" in certificate.reason


def test_a_boost_is_no_rotation() -> None:
    """exp(i pi K) lies in the complexified Lorentz group only; it must not bound the number of real kernels."""
    given = CASES["Lorentz-pq-T2"].build()
    proposal = solved(given)
    boost = Letter(coefficients=tuple(int(k == 0) for k in range(6)), turns=2, scale=Fraction(-1))
    short = rewritten(replace(proposal, covariants=proposal.covariants[:5], free=5, stabilizers=(((boost,),),)))
    assert certify_kernel(given, short).counts is not Verdict.PROVED


def test_strata_of_a_noncompact_group_are_all_needed() -> None:
    """Time reversal alone fixes only pairs that span a spacelike plane: on other pairs six kernels remain."""
    v = Rep(tuple(so_form([1, -1, -1, -1])), ([[-1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]],))
    given = problem([("p", linear(v)), ("q", linear(v))], v * v, 4, 4)
    certificate = certify_kernel(given, solved(given))
    assert certificate.counts is Verdict.UNDECIDED


def test_a_domain_that_is_not_reduced_is_not_counted() -> None:
    """On (x^2 + y^2 - 1)^2 = 0 gradients vanish, and the dimension is not what they say."""
    given = vectors(rotations(2), 1, trivial(rotations(2)))
    square = {(4, 0): 1, (2, 2): 2, (0, 4): 1, (2, 0): -2, (0, 2): -2, (0, 0): 1}
    doubled = replace(given, equations=(Poly.of({e: Fraction(c) for e, c in square.items()}),))
    radius = KernelInvariant(Call("norm", (Name("x"),)), KernelFunction((Poly.constant(1, 2),), ((Poly.of({(2, 0): Fraction(1), (0, 2): Fraction(1)}), Fraction(1, 2)),)))  # fmt: skip
    one = KernelCovariant(num(1), KernelFunction((Poly.constant(1, 2),)))
    certificate = certify_kernel(doubled, rewritten(KernelProposal((radius,), (one,), (), 1, 1, num(0), ("f",))))
    assert certificate.sound is Verdict.PROVED and certificate.counts is Verdict.UNDECIDED
    assert "dimension" in certificate.reason


def test_a_reducible_domain_is_not_counted_from_one_component() -> None:
    """On x·y = 0 one rotation-free point says nothing about the other line."""
    still = Rep((zero(2),), ())
    given = problem([("x", linear(still))], trivial(still))
    cross = replace(given, equations=(Poly.of({(1, 1): Fraction(1)}),))
    proposal = propose_kernel(cross)
    if isinstance(proposal, KernelProposal):
        assert certify_kernel(cross, proposal).counts is not Verdict.PROVED


def test_the_centre_of_a_double_cover_kills_half_integral_values() -> None:
    """A full turn acts as -1 on V and trivially on X: only zero is left."""
    turn = Rep(tuple([[Fraction(0), Fraction(-2)], [Fraction(2), Fraction(0)]] for _ in range(1)), ())
    half = plane_irrep(1)
    given = problem([("x", linear(turn))], half)
    certificate = certify_kernel(given, solved(given))
    assert solved(given).free == 0 and certificate.complete is Verdict.PROVED


def test_argument_data_has_defaults() -> None:
    assert KernelArgument("x", 0, 2).shape == "vector"
