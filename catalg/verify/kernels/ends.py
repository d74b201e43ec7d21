"""Certificates, counts and formulas for ends of kernels: the end's problem in coordinates, judged there.

The problem is built anew from the user's end; nothing of a strategy's reduction is used.
"""

from __future__ import annotations

from dataclasses import replace

from catalg.model.ends import KernelEnd
from catalg.model.goals import CountClaim, FormulaClaim
from catalg.model.kernel_problem import KernelProblem, KernelProposal, Stratum
from catalg.model.solution import Certificate, Proposal, Solution
from catalg.model.verdict import Counterexample, Evidence, Judgement, Verdict
from catalg.terms import Dim, Let, Name, Term, substitute
from catalg.terms.term import expand_lets
from catalg.universes.man import NotRational, kernel_problem
from catalg.verify.kernels.certify import certify_kernel
from catalg.verify.kernels.extent import is_exactly_free, is_infinite
from catalg.verify.kernels.formula import judge_formula, judge_natural
from catalg.verify.kernels.lattices import lattice_of

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
        certificate.strata,
    )


def judge_count(end: KernelEnd, solution: Solution, claim: CountClaim) -> Judgement:
    """`free` and `arguments`, read off the certified solution; `dim` counts what extends to all of X (`extent.py`)."""
    proposal, certificate = solution.proposal, solution.certificate
    if certificate.counted is not Verdict.PROVED:
        if claim.count == "free":
            differing = _stratum_differs(certificate, claim)
            if differing is not None:
                return differing
        periodic = _of_lattice(kernel_problem(end), claim)
        if periodic is not None:
            return periodic
        bounded = _by_bounds(certificate, claim)
        if bounded is not None:
            return bounded
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


def _stratum_differs(certificate: Certificate, claim: CountClaim) -> Judgement | None:
    """A refutation by an open stratum on which the number of functions is certainly another one."""
    for stratum in certificate.strata:
        if stratum.free is not None and Dim.of(stratum.free) != claim.value:
            positive, negative = stratum.signature
            listed = tuple(_listed(s) for s in certificate.strata)
            claimed: Dim | str = "oo" if claim.value is None else claim.value
            witness = Counterexample.of(
                "stratum-count", positive=positive, negative=negative, actual=stratum.free, claimed=claimed, strata=listed
            )
            return Judgement.refuted("strata-differ", witness, count=claim.count)
    return None


def _of_lattice(problem: KernelProblem, claim: CountClaim) -> Judgement | None:
    """The counts under a lattice of shifts: it acts freely and properly, so that kernels are all functions on the quotient."""
    shifts = lattice_of(problem)
    if shifts is None or claim.count not in ("free", "arguments"):
        return None
    actual = Dim.of(problem.size if claim.count == "arguments" else problem.target.dimension)
    if actual == claim.value:
        fact = Evidence.of("kernel-lattice-counts", shifts=len(shifts))
        return Judgement.proved("count-holds", fact, count=claim.count, value=actual)
    claimed: Dim | str = "oo" if claim.value is None else claim.value
    witness = Counterexample.of("count-differs", count=claim.count, actual=actual, claimed=claimed)
    return Judgement.refuted("count-differs", witness, count=claim.count, actual=actual, claimed=claimed)


def _by_bounds(certificate: Certificate, claim: CountClaim) -> Judgement | None:
    """One number where only the bounds for the other do not meet; or a refutation by a bound: it is another one on an open set.

    The values fixed by elements of a stabilizer bound the functions on the open set of orbits through points that they fix, on a
    linear space, once the dimension of generic orbits is known."""
    bounds = next((e.as_dict() for e in certificate.evidence if e.rule == "kernel-bounds"), None)
    if bounds is None or not bounds["irreducible"] or claim.count == "dim" or certificate.sound is not Verdict.PROVED:
        return None
    if claim.count == "free" and (bounds["arguments_at_least"] != bounds["arguments_at_most"] or not bounds["linear"]):
        return None
    least, most = (bounds[f"{claim.count}_at_{side}"] for side in ("least", "most"))
    value = None if claim.value is None else claim.value.constant()
    if not isinstance(least, int) or not isinstance(most, int) or (claim.value is not None and value is None):
        return None
    if value is not None and least <= value <= most:
        if least == most and claim.count == "arguments":
            return Judgement.proved("count-holds", *certificate.evidence, count=claim.count, value=Dim.of(least))
        return None
    claimed: Dim | str = "oo" if claim.value is None else claim.value
    if least == most:
        witness = Counterexample.of("count-differs", count=claim.count, actual=least, claimed=claimed)
        return Judgement.refuted("count-differs", witness, count=claim.count, actual=least, claimed=claimed)
    witness = Counterexample.of("count-bounded", count=claim.count, least=least, most=most, claimed=claimed)
    return Judgement.refuted("count-out-of-bounds", witness, count=claim.count, claimed=claimed)


def _listed(stratum: Stratum) -> str:
    positive, negative = stratum.signature
    return f"{'unknown' if stratum.free is None else stratum.free} on ({positive}, {negative})"


def judge_formula_end(end: KernelEnd, solution: Solution | None, claim: FormulaClaim) -> Judgement:
    """Whether the instances of a formula are the kernels of an end."""
    found = solution.proposal.claims.get("kernel") if solution is not None else None
    try:
        problem = kernel_problem(end, claim.arguments)
    except NotRational as reason:
        return Judgement.undecided("no-strategy", detail=str(reason))
    kernel = renamed_kernel(found, kernel_problem(end), problem) if isinstance(found, KernelProposal) else None
    return judge_formula(problem, claim.formula, claim.arguments, claim.unknowns, solution, kernel)


def renamed_kernel(kernel: KernelProposal, given: KernelProblem, wanted: KernelProblem) -> KernelProposal:
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
