"""Whether two ends of kernels on one space are the same space of functions.

E1 lies in E2 when E1 is certified complete and its general kernel, with arbitrary functions, satisfies the condition of every
generator of E2 identically. (Where the functions of E1 are chosen on each region separately this holds for Lie generators, whose
conditions are local; a discrete generator of E2 may lead from region to region, and then it proves nothing.) E1 does not
lie in E2 when a smooth kernel of E1, a covariant or a product of it with an invariant, breaks a generator of E2: the
counterexample is that kernel, a group element and a point.
"""

from __future__ import annotations

from dataclasses import replace

from catalg.model.ends import KernelEnd
from catalg.model.goals import Unknown
from catalg.model.kernel_problem import KernelProblem, KernelProposal
from catalg.model.solution import Certificate, Solution
from catalg.model.verdict import Evidence, Judgement, Verdict
from catalg.terms import Term, num
from catalg.universes.man import NotRational, kernel_problem
from catalg.verify.kernels.candidates import Candidate, Candidates
from catalg.verify.kernels.formula import judge_sound
from catalg.verify.kernels.linear_form import Linear
from catalg.verify.kernels.setting import Setting


def judge_kernel_spaces(left: KernelEnd, first: Solution, right: KernelEnd, second: Solution) -> Judgement:
    """Whether two ends are the same space of kernels; refuted with a kernel of one that is not in the other."""
    try:
        problems = kernel_problem(left), kernel_problem(right)
    except NotRational as reason:
        return Judgement.undecided("no-strategy", detail=str(reason))
    if not _one_space(*problems):
        return Judgement.undecided("kernel-spaces-incomparable", left=left.name, right=right.name)
    sides = [(left, first, problems[0], right, problems[1]), (right, second, problems[1], left, problems[0])]
    held = []
    for end, solution, problem, other, outer in sides:
        kernel = solution.proposal.claims.get("kernel")
        if not isinstance(kernel, KernelProposal) or solution.certificate.sound is not Verdict.PROVED:
            return Judgement.undecided("space-not-certified")
        found = _outside(problem, kernel, outer)
        if found is not None:
            candidate, broken = found
            assert broken.counterexample is not None
            facts = (*broken.counterexample.facts, ("solution", candidate), ("inside", end.name), ("outside", other.name))
            witness = replace(broken.counterexample, rule="kernel-only-in-one", facts=facts)
            return Judgement.refuted("spaces-differ", witness, left=left.name, right=right.name)
        held.append(_inside(solution.certificate, kernel, problem, outer))
    if not all(held):
        return Judgement.undecided("kernel-spaces-open", left=left.name, right=right.name)
    numbers = [len(p.lie) + len(p.discrete) for p in problems]
    evidence = Evidence.of("kernel-spaces-included", left=left.name, right=right.name, first=numbers[0], second=numbers[1])
    return Judgement.proved("kernel-spaces-agree", evidence, left=left.name, right=right.name)


def _one_space(one: KernelProblem, two: KernelProblem) -> bool:
    """Whether both are functions on the same space, in the same coordinates, with values in the same vector space."""
    return (
        one.coordinates == two.coordinates
        and [(a.start, a.size) for a in one.arguments] == [(a.start, a.size) for a in two.arguments]
        and set(one.equations) == set(two.equations)
        and set(one.inequalities) == set(two.inequalities)
        and (one.target.dimension, one.target.field) == (two.target.dimension, two.target.field)
    )


def _outside(problem: KernelProblem, kernel: KernelProposal, other: KernelProblem) -> tuple[Term, Judgement] | None:
    """A smooth kernel of the first problem that breaks the condition of the other, with the refutation."""
    setting = Setting(problem, kernel, Linear((), tuple(num(0) for _ in range(problem.target.dimension))))
    known = Candidates(setting)
    candidates: list[Candidate] = list(known.covariants)
    candidates += [known.product(i, c.entries) for c in known.covariants for i in known.invariants]
    for candidate in candidates:
        judgement = judge_sound(other, setting.shaped(candidate.entries), ())
        if judgement.verdict is Verdict.REFUTED and judgement.counterexample is not None:
            return setting.readable(candidate.shown), judgement
    return None


def _inside(certificate: Certificate, kernel: KernelProposal, problem: KernelProblem, other: KernelProblem) -> bool:
    """Whether the general kernel of a certified space satisfies the other condition."""
    if certificate.complete is not Verdict.PROVED or certificate.scope == "local":
        return False
    if certificate.sheeted and other.discrete and _generators(other) != _generators(problem):
        return False
    if not kernel.covariants:
        return True
    arity = sum(len(i.value.numerators) for i in kernel.invariants)
    kind = "function" if arity else "constant"
    unknowns = [Unknown(name, kind, arity) for name in kernel.functions[: kernel.free]]
    return judge_sound(other, kernel.formula, unknowns).verdict is Verdict.PROVED


def _generators(problem: KernelProblem) -> set[object]:
    """The discrete generators as maps, without their names."""
    return {(g.images, g.rho) for g in problem.discrete}


__all__ = ["judge_kernel_spaces"]
