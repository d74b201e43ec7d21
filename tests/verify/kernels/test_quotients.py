"""Cosets of SO(n-1) in SO(n) as points of a sphere: what is certified there, and planted answers that must not be."""

from __future__ import annotations

from dataclasses import replace

import pytest

import catalg
from catalg.model.ends import KernelEnd
from catalg.model.kernel_problem import KernelProblem, KernelProposal, Poly
from catalg.model.verdict import Verdict
from catalg.strategies.kernels.strategy import propose
from catalg.universes.man import kernel_problem
from catalg.universes.quotients import quotient_problem
from catalg.universes.slices import NoSlice, slice_problem
from catalg.verify.kernels.certify import certify_kernel
from tests.elaborate.reading import item

SPHERE = """
group G = SO(3)
group H = SO(2)
functor i : H -> G { X = {axis} }
functor V : G -> Vect = vector
end K = int g : G. Map(cosets(i) * {other}, {target})
"""
BARE = """
group G = SO(4)
group L { lie generators A, B, C }
functor i : L -> G { A = X12  B = X13  C = X23 }
end K = int g : G. Map(cosets(i) * cosets(i), trivial)
"""


def text(other: str = "cosets(i)", target: str = "trivial", axis: str = "Z") -> str:
    return SPHERE.replace("{axis}", axis).replace("{other}", other).replace("{target}", target)


def problem_of(source: str) -> KernelProblem:
    end = item(source, "K").subject
    assert isinstance(end, KernelEnd)
    return kernel_problem(end)


def proposed(source: str) -> tuple[KernelProblem, KernelProposal]:
    problem = problem_of(source)
    found = propose(problem)
    assert isinstance(found, KernelProposal)
    return problem, found


@pytest.mark.parametrize(
    ("source", "arguments", "free"),
    [
        (text(), 1, 1),
        (text(axis="X + Y"), 1, 1),
        (text(target="V"), 1, 3),
        (text(other="self"), 2, 1),
        (BARE, 1, 1),
    ],
    ids=["pairs", "another axis", "vectors", "with the group", "SO(4)/SO(3)"],
)
def test_double_cosets(source: str, arguments: int, free: int) -> None:
    problem, found = proposed(source)
    certificate = certify_kernel(problem, found)
    assert certificate.sound is certificate.counts is certificate.complete is Verdict.PROVED
    assert (found.arguments, found.free) == (arguments, free)


def test_planted_answers_on_the_sphere() -> None:
    """On the slice the claim about the quotient must be the proposal itself, and complete."""
    problem, found = proposed(text())
    small = slice_problem(problem, 0)
    inner = found.claims["on slice"]
    assert isinstance(inner, KernelProposal) and certify_kernel(small, inner).complete is Verdict.PROVED
    sphere = inner.claims["on quotient"]
    assert isinstance(sphere, KernelProposal)
    square = replace(
        sphere, invariants=tuple(replace(i, value=replace(i.value, numerators=(_squared(i.value.numerators[0]),))) for i in sphere.invariants)
    )
    for claims in ({"on quotient": square}, {"quotient": 3}, {"on quotient": None}, {"quotient": None}):
        planted = replace(inner, claims={**inner.claims, **claims})
        assert all(e.rule != "kernel-quotient" for e in certify_kernel(small, planted).evidence)


def _squared(poly: Poly) -> Poly:
    ((exponents, c),) = poly.terms
    return Poly.of({tuple(2 * e for e in exponents): c * c})


def test_what_has_no_sphere_as_quotient() -> None:
    """A right translation less, an equation less, or one that is not the stabilizer of a vector."""
    small = slice_problem(problem_of(text()), 0)
    assert quotient_problem(small, 0).vector == (0, 0, 1)
    kept = tuple(g for g in small.lie if not g.name.startswith("y/"))
    for broken in (replace(small, lie=kept), replace(small, equations=small.equations[1:])):
        with pytest.raises(NoSlice):
            quotient_problem(broken, 0)
    torus = BARE.replace("A, B, C", "A, B").replace("B = X13  C = X23", "B = X34")
    with pytest.raises(NoSlice):
        quotient_problem(slice_problem(problem_of(torus), 0), 0)


def test_claims_about_pairs_of_cosets() -> None:
    source = text() + "expect K(a, b) = f((a' * b)[3,3])\nrefute K(a, b) = f((a * b)[3,3])\nrefute K(a, b) = f((a' * b)[1,3])\n"
    with catalg.loads(source) as file:
        found = [str(r.judgement.verdict.value) for r in file.check().results]
    assert set(found) == {"proved"}
