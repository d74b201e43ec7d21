"""Verdicts of short specifications, for tests that start from the language."""

from __future__ import annotations

from catalg.engine.solve import Session
from catalg.model.ends import KernelEnd
from catalg.model.kernel_problem import KernelCertificate, KernelProblem, KernelProposal
from catalg.model.verdict import Judgement
from catalg.strategies.kernels.solve import propose_kernel
from catalg.universes.man import kernel_problem
from catalg.verify.kernels.certify import certify_kernel
from tests.linear_ends import specification


def judged(text: str) -> list[tuple[str, Judgement]]:
    """The kind and judgement of every line of a text."""
    spec = specification(text)
    session = Session(spec)
    return [(item.kind, session.run(index).judgement) for index, item in enumerate(spec.items)]


def claims(text: str) -> list[str]:
    """The verdicts of the assertions of a text."""
    return [str(judgement.verdict) for kind, judgement in judged(text) if kind in ("expect", "refute", "check")]


def kernels(text: str) -> tuple[KernelProblem, KernelProposal, KernelCertificate]:
    """The first end of kernels of a text: its problem, a proposal, and the certificate."""
    end = next(item.subject for item in specification(text).items if isinstance(item.subject, KernelEnd))
    problem = kernel_problem(end)
    proposal = propose_kernel(problem)
    assert isinstance(proposal, KernelProposal)
    return problem, proposal, certify_kernel(problem, proposal)


__all__ = ["claims", "judged", "kernels"]
