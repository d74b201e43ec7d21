"""Completeness of a formula: is every equivariant kernel an instance?

The formula must be sum f_i(A_i) C_i. It is complete when there are as many C_i as covariants, independent at a point, whose f_i
occur nowhere else, and the arguments A_i of each of them determine every invariant of a certified, complete solution
(`determined.py`). An f that occurs twice is not free: f(t) + f(-t) is even.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from catalg.exact.functions import Shape
from catalg.model.goals import Unknown
from catalg.model.kernel_problem import KernelProblem, KernelProposal
from catalg.model.solution import Certificate
from catalg.model.verdict import Evidence, Judgement, Verdict
from catalg.terms import Term
from catalg.verify.kernels.defined import defined_densely
from catalg.verify.kernels.dense import independent_densely
from catalg.verify.kernels.determined import Known
from catalg.verify.kernels.frame import Frame
from catalg.verify.kernels.lattices import is_all, lattice_of, missed_wave
from catalg.verify.kernels.narrow import missed_solution
from catalg.verify.kernels.setting import Setting
from catalg.verify.kernels.sheets import missed_sheet
from catalg.verify.kernels.terms import entries_of, target_shape
from catalg.verify.kernels.unwinding import unwound
from catalg.verify.kernels.values import read_values

MOST_MONOMIALS = 120


def judge_complete(
    problem: KernelProblem, formula: Term, unknowns: Sequence[Unknown], kernel: KernelProposal | None,
    certificate: Certificate | None, evidence: Sequence[Evidence] = (),
) -> Judgement:  # fmt: skip
    """Whether every equivariant kernel is an instance of a formula that is known to be sound."""
    shapes: dict[str, Shape] = {u.name: u.shape for u in unknowns if u.shape}
    frame = Frame(problem)
    entries = tuple(unwound(frame, entry) for entry in entries_of(formula, problem, target_shape(problem), shapes))
    linear = read_values(problem, entries, unknowns)
    if linear is None:
        return Judgement.undecided("formula-not-linear")
    shifts = lattice_of(problem)
    if shifts is not None:
        if is_all(problem, linear, shifts):
            fact = Evidence.of("kernel-lattice", shifts=len(shifts))
            return Judgement.proved("formula-is-space", *evidence, fact, functions=len(linear.atoms))
        wave = missed_wave(problem, linear, shifts)
        if wave is not None:
            return Judgement.refuted("formula-too-narrow", wave)
    if kernel is None or certificate is None or certificate.sound is not Verdict.PROVED:
        return Judgement.undecided("formula-no-solution")
    setting = Setting(problem, kernel, linear)
    if certificate.separates and covers(setting):
        return Judgement.proved("formula-is-space", *evidence, *certificate.evidence, functions=len(linear.atoms))
    missed = missed_solution(setting) or missed_sheet(setting, certificate.strata)
    if missed is not None:
        return Judgement.refuted("formula-too-narrow", missed)
    if not certificate.separates:
        return Judgement.undecided("formula-solution-not-complete", why=certificate.reason)
    return Judgement.undecided("formula-arguments-undecided")


def covers(setting: Setting) -> bool:
    """Whether enough unknowns that occur once have independent coefficients and arguments that determine all invariants."""
    count = setting.kernel.free
    if count == 0:
        return True
    atoms = setting.linear.atoms
    if not defined_densely(setting, [*setting.linear.offset, *(t for a in atoms for t in (*a.arguments, *a.coefficient))]):
        return False
    heads = [a.head for a in atoms]
    good = [a for a in atoms if a.surjective and heads.count(a.head) == 1 and _determines(setting, a.arguments)]
    return any(independent_densely(setting, [a.coefficient for a in chosen]) for chosen in combinations(good, count))


def _determines(setting: Setting, arguments: Sequence[Term]) -> bool:
    """Whether every invariant is a function of the arguments."""
    if not setting.invariants:
        return setting.kernel.arguments == 0
    known = Known(setting, arguments)
    return all(map(known.determines_function, setting.invariants))
