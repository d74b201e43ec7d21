"""Completeness from a quotient by right translations: functions on SO(n) that are the same on the cosets of SO(n-1).

The quotient is built from the declared generators (`universes/quotients.py` says when), its proposal certified like any other, and
the proposal in question must be that one in u = y·v. Every kernel is a kernel of the quotient in u, so nothing is missed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from catalg.exact.poly import PolynomialRing
from catalg.model.kernel_problem import KernelCertificate, KernelFunction, KernelProblem, KernelProposal, Poly
from catalg.model.verdict import Evidence, Verdict
from catalg.universes.quotients import quotient_problem
from catalg.universes.slices import NoSlice
from catalg.verify.kernels.frame import Frame
from catalg.verify.kernels.slices import is_everything

Certify = Callable[[KernelProblem, KernelProposal], KernelCertificate]


def complete_on_quotient(
    frame: Frame, proposal: KernelProposal, evidence: Sequence[Evidence], certify: Certify
) -> KernelCertificate | None:
    """The certificate of a sound proposal that names its quotient, or None where the quotient does not prove it."""
    index, found = proposal.claims.get("quotient"), proposal.claims.get("on quotient")
    if not isinstance(index, int) or not 0 <= index < len(frame.problem.arguments) or not isinstance(found, KernelProposal):
        return None
    try:
        quotient = quotient_problem(frame.problem, index)
    except NoSlice:
        return None
    little = PolynomialRing(quotient.problem.size, frame.problem.number_field)
    images = [frame.lift(p) for p in quotient.images]

    def same(poly: Poly, part: Poly) -> bool:
        return frame.vanishes(frame.lift(poly) - frame.ring.substitute(little.element(dict(part.terms)), images, frame.ring))

    def agree(whole: KernelFunction, part: KernelFunction) -> bool:
        if len(whole.numerators) != len(part.numerators) or [c for _, c in whole.factors] != [c for _, c in part.factors]:
            return False
        if whole.exponent is not None or part.exponent is not None:
            return False
        pairs = [*zip(whole.numerators, part.numerators, strict=True)]
        pairs += [(p, q) for (p, _), (q, _) in zip(whole.factors, part.factors, strict=True)]
        return all(same(p, q) for p, q in pairs)

    if proposal.free != found.free or proposal.arguments != found.arguments:
        return None
    if len(proposal.invariants) != len(found.invariants) or len(proposal.covariants) != len(found.covariants):
        return None
    if not all(agree(a.value, b.value) for a, b in zip(proposal.invariants, found.invariants, strict=True)):
        return None
    if not all(agree(a.value, b.value) for a, b in zip(proposal.covariants, found.covariants, strict=True)):
        return None
    if not quotient.problem.lie and not quotient.problem.discrete and is_everything(quotient.problem, found):
        proved = Verdict.PROVED
        return KernelCertificate(proved, proved, proved, "global", (*evidence, Evidence.of("kernel-quotient")))
    inner = certify(quotient.problem, found)
    if inner.sound is not Verdict.PROVED:
        return None
    return KernelCertificate(
        Verdict.PROVED, inner.counts, inner.complete, inner.scope,
        (*evidence, Evidence.of("kernel-quotient"), *inner.evidence), inner.reason,
    )


__all__ = ["complete_on_quotient"]
