"""Certificates, counts and formulas for ends of kernels: the end's problem in coordinates, judged there.

The problem is built anew from the user's end; nothing of a strategy's reduction is used.
"""

from __future__ import annotations

from dataclasses import replace

from catalg.model.ends import KernelEnd
from catalg.model.goals import CountClaim, FormulaClaim
from catalg.model.kernel_problem import KernelProblem, KernelProposal
from catalg.model.solution import Certificate, Proposal, Solution
from catalg.model.verdict import Counterexample, Judgement, Verdict
from catalg.terms import Dim, Let, Name, Term, substitute
from catalg.terms.term import expand_lets
from catalg.universes.man import NotRational, kernel_problem
from catalg.verify.kernels.certify import certify_kernel
from catalg.verify.kernels.extent import is_exactly_free, is_infinite
from catalg.verify.kernels.formula import judge_formula, judge_natural

MISSING = Certificate(Verdict.UNDECIDED, Verdict.UNDECIDED, "local")


def certify_end(end: KernelEnd, proposal: Proposal) -> Certificate:
    """The certificate of a proposal that carries a `KernelProposal` among its claims."""
    found = proposal.claims.get("kernel")
    if not isinstance(found, KernelProposal):
        return MISSING
    certificate = certify_kernel(kernel_problem(end), found)
    return Certificate(
        certificate.sound,
        certificate.complete,
        certificate.scope,
        certificate.evidence,
        found.locus,
        certificate.counts,
        certificate.reason,
    )


def judge_count(end: KernelEnd, solution: Solution, claim: CountClaim) -> Judgement:
    """`free` and `arguments`, read off the certified solution; `dim` counts what extends to all of X (`extent.py`)."""
    proposal, certificate = solution.proposal, solution.certificate
    if certificate.counted is not Verdict.PROVED:
        return Judgement.undecided("counts-not-certified", why=certificate.reason)
    if claim.count == "arguments":
        actual: Dim | None = Dim.of(proposal.rank or 0)
    elif claim.count == "free":
        actual = proposal.free_functions
    elif proposal.free_functions == Dim.of(0):
        actual = Dim.of(0)
    else:
        found = proposal.claims.get("kernel")
        if not isinstance(found, KernelProposal):
            return Judgement.undecided("counts-not-certified", why=certificate.reason)
        problem = kernel_problem(end)
        if is_infinite(problem, found):
            actual = None
        elif is_exactly_free(problem, found, certificate):
            actual = proposal.free_functions
        else:
            why = certificate.reason or "not shown which of the generic kernels are smooth on all of X"
            return Judgement.undecided("counts-not-certified", why=why)
    shown: Dim | str = "oo" if actual is None else actual
    if actual == claim.value:
        return Judgement.proved("count-holds", *certificate.evidence, count=claim.count, value=shown)
    claimed: Dim | str = "oo" if claim.value is None else claim.value
    witness = Counterexample.of("count-differs", count=claim.count, actual=shown, claimed=claimed)
    return Judgement.refuted("count-differs", witness, count=claim.count, actual=shown, claimed=claimed)


def judge_formula_end(end: KernelEnd, solution: Solution | None, claim: FormulaClaim) -> Judgement:
    """Whether the instances of a formula are the kernels of an end."""
    found = solution.proposal.claims.get("kernel") if solution is not None else None
    try:
        problem = kernel_problem(end, claim.arguments)
    except NotRational as reason:
        return Judgement.undecided("no-strategy", detail=str(reason))
    kernel = _renamed(found, kernel_problem(end), problem) if isinstance(found, KernelProposal) else None
    return judge_formula(problem, claim.formula, claim.arguments, claim.unknowns, solution, kernel)


def _renamed(kernel: KernelProposal, given: KernelProblem, wanted: KernelProblem) -> KernelProposal:
    """The proposal with its invariants and covariants written in the names of a claim's arguments."""
    names: dict[str, Term] = {
        a.name: Name(b.name) for a, b in zip(given.arguments, wanted.arguments, strict=True) if a.name != b.name
    }
    if not names:
        return kernel
    bindings = kernel.formula.bindings if isinstance(kernel.formula, Let) else ()

    def named(term: Term) -> Term:
        return substitute(expand_lets(Let(bindings, term)) if bindings else term, names)

    return replace(
        kernel,
        invariants=tuple(replace(i, term=named(i.term)) for i in kernel.invariants),
        covariants=tuple(replace(c, term=named(c.term)) for c in kernel.covariants),
        formula=named(kernel.formula.body if isinstance(kernel.formula, Let) else kernel.formula),
    )


def judge_natural_end(end: KernelEnd, names: tuple[str, ...], formula: Term) -> Judgement:
    """Whether one formula is an element of an end."""
    try:
        problem = kernel_problem(end, names)
    except NotRational as reason:
        return Judgement.undecided("no-strategy", detail=str(reason))
    return judge_natural(problem, formula, names)
