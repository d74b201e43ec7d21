"""Characters that only an exponential cancels."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from catalg.model.kernel_problem import KernelFunction, Poly
from catalg.model.verdict import Verdict
from catalg.verify.kernels.certify import certify_kernel
from tests.edge_texts import claims, kernels

LINE = """
group R { lie generators t }
functor X : R -> Man on (x) { t = (1) }
functor W : R -> Vect { t = [[1, 1, 0], [0, 1, 0], [0, 0, -2]] }
end K = int g : R. Map(X * X, W)
"""


def test_a_fibre_with_two_eigenvalues_and_a_jordan_block() -> None:
    assert claims(LINE + """
expect free K = 3
expect arguments K = 1
expect K(x, y) = [[exp(x), x*exp(x), 0], [0, exp(x), 0], [0, 0, exp(-2*x)]]*[a(s), b(s), c(s)] where s = x - y
refute K(x, y) = [[exp(x), x*exp(x), 0], [0, exp(x), 0], [0, 0, exp(2*x)]]*[a(s), b(s), c(s)] where s = x - y
refute K(x, y) = [[exp(x), x*exp(x), 0], [0, exp(x), 0], [0, 0, exp(-2*x)]]*[a(s), b(s), 0] where s = x - y
""") == ["proved"] * 5


def test_a_wrong_exponent_is_rejected() -> None:
    problem, proposal, certificate = kernels(LINE)
    assert certificate.complete is Verdict.PROVED
    first = proposal.covariants[0]
    assert first.value.exponent is not None
    doubled = Poly(tuple((e, c * 2) for e, c in first.value.exponent.terms))
    for wrong in (None, doubled, Poly.of({(0, 1): Fraction(-1)})):
        value = KernelFunction(first.value.numerators, first.value.factors, wrong)
        planted = replace(proposal, covariants=(replace(first, value=value), *proposal.covariants[1:]))
        assert certify_kernel(problem, planted).sound is not Verdict.PROVED


def test_a_reflection_forbids_the_exponential() -> None:
    """x -> -x inverts the shifts, so the character has to be its own inverse."""
    text = LINE.replace("{ lie generators t }", "{ generators m  lie generators t }").replace("{ t = (1) }", "{ m = (-x)  t = (1) }")
    text = text.replace("{ t = [[1, 1, 0], [0, 1, 0], [0, 0, -2]] }", "{ m = [[0, 1], [1, 0]]  t = [[1, 0], [0, -1]] }")
    problem, proposal, certificate = kernels(text)
    assert certificate.sound is Verdict.PROVED
    for covariant in proposal.covariants:
        assert certify_kernel(problem, proposal).complete in (Verdict.PROVED, Verdict.UNDECIDED), covariant
