"""Slices at a homogeneous argument: what is certified there, and planted answers that must not be."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from catalg.model.ends import KernelEnd
from catalg.model.kernel_problem import KernelCertificate, KernelProblem, KernelProposal, Stratum
from catalg.model.verdict import Verdict
from catalg.strategies.kernels.strategy import propose
from catalg.universes.man import kernel_problem
from catalg.universes.slices import slice_problem
from catalg.verify.kernels.certify import certify_kernel
from catalg.verify.kernels.frame import Frame
from catalg.verify.kernels.slices import complete_on_slice
from tests.elaborate.reading import item

AXIS = """
group G = SE(3)
group H = SO(2)
functor i : H -> G { X = Z }
functor P : G -> Man = R^3
end K = int g : G. Map(cosets(i) * P, vector)
"""
PLANE = "group G = SE(2)\nend K = int g : G. Map(self * self, vector)\n"
TWIST = """
group G = O(3)
group H { generators h  lie generators X }
functor i : H -> G { h = s^-1  X = Z }
functor V : G -> Vect = vector
end K = int g : G. Map(cosets(i) * space(V), R^1)
"""


def problem_of(text: str) -> KernelProblem:
    end = item(text, "K").subject
    assert isinstance(end, KernelEnd)
    return kernel_problem(end)


def proposed(text: str) -> tuple[KernelProblem, KernelProposal]:
    problem = problem_of(text)
    found = propose(problem)
    assert isinstance(found, KernelProposal) and "slice" in found.claims
    return problem, found


def on_slice(proposal: KernelProposal) -> KernelProposal:
    found = proposal.claims["on slice"]
    assert isinstance(found, KernelProposal)
    return found


@pytest.mark.parametrize("text", [AXIS, PLANE], ids=["axis", "plane"])
def test_the_whole_answer_is_certified(text: str) -> None:
    certificate = certify_kernel(*proposed(text))
    assert certificate.sound is certificate.counts is certificate.complete is Verdict.PROVED


@pytest.mark.parametrize("text", [AXIS, PLANE], ids=["axis", "plane"])
@pytest.mark.parametrize("part", ["invariants", "covariants"])
def test_a_missing_part_is_noticed(text: str, part: str) -> None:
    """With one invariant or covariant left out on both sides, the slice must not prove that nothing is missing."""
    problem, found = proposed(text)
    small = on_slice(found)
    if part == "covariants":
        small = replace(small, covariants=small.covariants[:-1], free=small.free - 1)
        found = replace(found, covariants=found.covariants[:-1], free=found.free - 1)
    else:
        small, found = replace(small, invariants=small.invariants[:-1]), replace(found, invariants=found.invariants[:-1])
    certificate = certify_kernel(problem, replace(found, claims={**found.claims, "on slice": small}))
    assert certificate.complete is not Verdict.PROVED


def test_a_slice_that_is_another_one_proves_nothing() -> None:
    """The claim on the slice must be what the proposal restricts to."""
    problem, found = proposed(PLANE)
    small = on_slice(found)
    swapped = replace(small, covariants=tuple(reversed(small.covariants)))
    for claims in ({"on slice": swapped}, {"slice": 7}, {"slice": "x"}, {"on slice": None}):
        certificate = certify_kernel(problem, replace(found, claims={**found.claims, **claims}))
        assert all(evidence.rule not in ("kernel-slice",) for evidence in certificate.evidence)
    fewer = replace(found, arguments=found.arguments - 1)
    assert certify_kernel(problem, fewer).complete is not Verdict.PROVED


POINT = """
group G = SO(3)
group H = SO(2)
functor i : H -> G { X = Z }
functor V : G -> Vect = {rep}
end K = int g : G. Map(cosets(i), V)
"""


@pytest.mark.parametrize(("rep", "fixed"), [("vector", 1), ("irrep(3)", 1), ("T^2(vector)", 3)])
def test_one_orbit_has_the_values_that_its_stabilizer_fixes(rep: str, fixed: int) -> None:
    """Map_G(G/H, V) = V^H; one value less, one twice, or one that is not fixed is not accepted."""
    problem, found = proposed(POINT.replace("{rep}", rep))
    certificate = certify_kernel(problem, found)
    assert found.free == fixed and certificate.complete is Verdict.PROVED and certificate.scope == "global"
    small = on_slice(found)
    less = replace(small, covariants=small.covariants[1:], free=fixed - 1)
    planted = replace(found, covariants=found.covariants[1:], free=fixed - 1, claims={**found.claims, "on slice": less})
    assert certify_kernel(problem, planted).complete is not Verdict.PROVED
    again = replace(small, covariants=(*small.covariants, small.covariants[0]), free=fixed + 1)
    twice = (*found.covariants, found.covariants[0])
    planted = replace(found, covariants=twice, free=fixed + 1, claims={**found.claims, "on slice": again})
    assert certify_kernel(problem, planted).complete is not Verdict.PROVED


def test_an_orbit_that_is_not_declared_free_has_no_slice() -> None:
    problem, found = proposed(PLANE)
    first = replace(problem.arguments[0], free_transitive=False)
    bare = replace(problem, arguments=(first, *problem.arguments[1:]))
    assert all(e.rule != "kernel-yoneda" for e in certify_kernel(bare, found).evidence)


def test_components_of_the_subgroup_act_on_the_slice() -> None:
    """A reflection with the rotations of its mirror: a discrete generator of the subgroup moves the rest by its word, also by the inverse of a generator."""
    small = slice_problem(problem_of(TWIST), 0)
    assert [g.name for g in small.discrete] == ["x/h"] and [g.name for g in small.lie] == ["x/X"]
    problem, found = proposed(TWIST)
    assert found.arguments == 2 and certify_kernel(problem, found).complete is Verdict.PROVED
    problem, odd = proposed(TWIST.replace("R^1", "det"))  # odd in the coordinate along the axis, which the reflection turns
    assert odd.free == 1 and certify_kernel(problem, odd).complete is Verdict.PROVED


def test_the_slice_has_the_generators_of_the_subgroup() -> None:
    """SO(2) as the stabilizer of an axis turns the offset about that axis; the position is fixed, so nothing is shifted."""
    small = slice_problem(problem_of(AXIS), 0)
    assert [g.name for g in small.lie] == ["x/X"] and not small.discrete and small.size == 3
    x, y, z = (r.numerator.terms for r in small.lie[0].images)
    assert sorted(map(str, (x, y))) and not z


def test_regions_on_the_slice_are_regions() -> None:
    """Where orbits share their invariants on the slice they do so on the whole space: one formula is not all of it."""
    problem, proposal = proposed(AXIS)

    def certify(small: KernelProblem, found: KernelProposal) -> KernelCertificate:
        stratum = Stratum((1, 0), 2, 1, ((Fraction(-1),),), ((Fraction(1),),), ((0,),))
        return replace(certify_kernel(small, found), strata=(stratum,))

    certificate = complete_on_slice(Frame(problem), proposal, (), certify)
    assert certificate is not None and [s.sheets for s in certificate.strata] == [2]
