"""Whether the instances of a formula with sums over an index are exactly the kernels of an end.

Coefficients are arbitrary as long as the series converges smoothly, so the instances are the closed span of the terms.
Sound: the variable of each family is invariant, or odd under a reflection in such a way that the terms are not. Complete:
`complete`. A term that is not invariant is refuted at a definite index, with a group element and a point.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from catalg.model.action import SymbolicAction
from catalg.model.ends import KernelEnd
from catalg.model.goals import FormulaClaim, Unknown
from catalg.model.kernel_problem import KernelProposal
from catalg.model.solution import Solution
from catalg.model.verdict import Counterexample, Evidence, Judgement, Verdict
from catalg.terms import Apply, Dim, Num, Parameter, mul, num, power
from catalg.terms.term import ZERO, free_names
from catalg.universes.man import NotRational, kernel_problem
from catalg.verify.harmonic.complete import Answer, Member, complete, members, tied, variables
from catalg.verify.harmonic.families import Group, Harmonic, SharedConstant, Unread, folded, harmonic, read
from catalg.verify.harmonic.ground import Ground, plane_parts
from catalg.verify.kernels.candidates import Candidates
from catalg.verify.kernels.ends import judge_formula_end, renamed_kernel
from catalg.verify.kernels.extent import is_infinite
from catalg.verify.kernels.formula import judge_sound
from catalg.verify.kernels.linear_form import Linear
from catalg.verify.kernels.setting import Setting

TRIED = 4
"""How many indices are tried for a term that is not invariant."""


def judge_series(
    end: KernelEnd, solution: Solution | None, claim: FormulaClaim, parameters: Sequence[Parameter] = ()
) -> Judgement:
    """Whether the instances of the formula are the kernels of the end; for symbolic dimensions in each of them."""
    if any(isinstance(action, SymbolicAction) for action in end.arguments):
        from catalg.verify.harmonic.symbolic import judge_symbolic

        return judge_symbolic(end, solution, claim, parameters)
    try:
        ground = Ground(end, claim.arguments, solution)
    except NotRational as reason:
        return Judgement.undecided("no-strategy", detail=str(reason))
    try:
        groups = read(claim.formula, claim.unknowns)
    except SharedConstant as reason:
        return few_constants(end, solution, claim) or Judgement.undecided("series-unread", why=str(reason))
    except Unread as reason:
        return Judgement.undecided("series-unread", why=str(reason))
    if not ground.scalar_target:
        return Judgement.undecided("series-unread", why="the values are not scalars of the trivial representation")
    harmonics = [harmonic(group, ground.arguments) for group in groups]
    sound = [legal(ground, g, h) for g, h in zip(groups, harmonics, strict=True)]
    for group, fine in zip(groups, sound, strict=True):
        if not fine:
            refutation = illegal_term(ground, group)
            if refutation is not None:
                return refutation
    if not all(sound) and not _whole(ground, claim):
        return Judgement.undecided("series-sound-open")
    certified = solution is not None and solution.certificate.verdict is Verdict.PROVED and not solution.certificate.sheeted
    if not certified or solution is None:
        return Judgement.undecided("space-not-certified")
    if solution.proposal.free_functions != Dim.of(1):
        return Judgement.undecided("series-unread", why="there is not one arbitrary function")
    found = members(groups, harmonics)
    if isinstance(found, str):
        answer = tied(ground, groups[0]) if len(groups) == 1 else None
        return told(answer or Answer(False, found), ())
    answer = shifted(complete(ground, found), groups)
    if answer.complete or answer.missed is not None:
        return told(answer, found)
    if any(g.fixed and free_names(g.body) & ground.arguments for g in groups):
        return told(answer, found)
    return narrower(end, solution, claim, found) or told(answer, found)


def few_constants(end: KernelEnd, solution: Solution | None, claim: FormulaClaim) -> Judgement | None:
    """A refutation where N constants and nothing else are undeclared: 1, J, …, J^N are N + 1 independent kernels for a smooth invariant
    J that is not constant, and a formula with N real numbers in it has no more than N independent ones near a point."""
    kernel = solution.proposal.claims.get("kernel") if solution is not None else None
    if solution is None or solution.certificate.sound is not Verdict.PROVED or not isinstance(kernel, KernelProposal):
        return None
    if any(u.kind != "constant" or u.shape for u in claim.unknowns):
        return None
    problem = kernel_problem(end, claim.arguments)
    if problem.target.dimension != 1 or not is_infinite(problem, kernel) or any(c.value.factors for c in kernel.covariants):
        return None
    kernel = renamed_kernel(kernel, kernel_problem(end), problem)
    setting = Setting(problem, kernel, Linear((), (ZERO,)))
    known = Candidates(setting)
    if not known.covariants or not known.invariants:
        return None
    count, (first, j) = len(claim.unknowns), (known.covariants[0].shown, known.invariants[0].shown)
    solutions = tuple(setting.readable(mul(first, power(j, num(k)))) for k in range(count + 1))
    witness = Counterexample.of("series-few-constants", solutions=solutions, constants=count)
    return Judgement.refuted("series-few", witness)


def narrower(end: KernelEnd, solution: Solution, claim: FormulaClaim, found: Sequence[Member]) -> Judgement | None:
    """A refutation by way of all functions of what the terms contain, which all instances are: they may already miss one."""
    seen = variables(found)
    if not seen:
        return None
    name = next(n for n in ("f", "g", "h", "f_0", "f_1") if n not in claim.arguments)
    wider = replace(claim, formula=Apply(name, seen), unknowns=(Unknown(name, "function", len(seen)),))
    judgement = judge_formula_end(end, solution, wider)
    if judgement.verdict is not Verdict.REFUTED or judgement.counterexample is None:
        return None
    if judgement.counterexample.rule != "kernel-missed":
        return None
    return Judgement.refuted("series-too-narrow", judgement.counterexample)


def shifted(answer: Answer, groups: Sequence[Group]) -> Answer:
    """The answer for instances that all have a summand without coefficient: then zero may be what is missed."""
    fixed = [folded(g.body) for g in groups if g.fixed]
    if answer.missed is None or not fixed:
        return answer
    if not all(isinstance(body, Num) for body in fixed):
        return Answer(False, "a summand without coefficient that is not a number")
    total = sum((body.value for body in fixed if isinstance(body, Num)), Fraction(0))
    return replace(answer, missed=ZERO) if answer.degree == 0 and total != 0 else answer


def told(answer: Answer, found: Sequence[Member]) -> Judgement:
    """The judgement on a sound series."""
    if answer.complete:
        kinds = {m.harmonic.kind for m in found}
        rule = "series-characters" if kinds & {"cos", "sin"} else "series-degrees"
        assert answer.variable is not None
        return Judgement.proved("series-agrees", Evidence.of(rule, variable=answer.variable))
    if answer.missed is not None:
        assert answer.degree is not None and answer.variable is not None
        witness = Counterexample.of("series-missed", solution=answer.missed, degree=answer.degree, variable=answer.variable)
        return Judgement.refuted("series-too-narrow", witness, degree=answer.degree)
    return Judgement.undecided("series-open", why=answer.why)


def legal(ground: Ground, group: Group, found: Harmonic | None) -> bool:
    """Whether every term of a group is visibly invariant, for all indices at once."""
    if found is None or not all(ground.legal(r).verdict is Verdict.PROVED for r in group.radii):
        return False
    parts = [found.variable] if found.kind not in ("cos", "sin") else list(plane_parts(found.variable) or ())
    if not parts or not all(ground.fixed_by_flows(part) for part in (*parts, found.weight)):
        return False
    signs = [ground.signs(part) for part in parts]
    weights = ground.signs(found.weight)
    sizes = found.degree
    if sizes.slope.denominator != 1 or sizes.shift.denominator != 1:
        return False
    parities = {int(sizes.at(l)) % 2 for l in group.indices(2)}
    for k in range(len(ground.problem.discrete)):
        for parity in parities:
            sign = weights[k] * _sign(found, [s[k] for s in signs], parity)
            if sign != 1:
                return False
    return True


def _sign(found: Harmonic, signs: Sequence[int], parity: int) -> int:
    """How the function of one degree changes when its variable changes by a sign; 0 where that is not known."""
    match found.kind:
        case "cos":
            return signs[0] if parity else abs(signs[0])
        case "sin":
            return signs[1] * (abs(signs[0]) if parity else signs[0])
        case "constant":
            return 1
        case _:
            if signs[0] == -1 and found.kind == "polynomial" and found.alpha != found.beta:
                return 0
            return signs[0] if parity else abs(signs[0])


def illegal_term(ground: Ground, group: Group) -> Judgement | None:
    """A term of a group that is not invariant, with a group element and a point; None where none is seen."""
    for l in group.indices(TRIED):
        term = group.at(l)
        judgement = ground.legal(term)
        if judgement.verdict is Verdict.REFUTED and judgement.counterexample is not None:
            found = judgement.counterexample
            label = f"{group.unknown}[{l}]" if group.index and not group.radii else group.unknown
            extra = (("term", term), ("coefficient", label)) if not group.fixed else (("term", term),)
            witness = replace(found, facts=(*found.facts, *extra))
            return Judgement.refuted("series-illegal", witness, term=term, coefficient=label or "1")
    return None


def _whole(ground: Ground, claim: FormulaClaim) -> bool:
    """Whether the formula as a whole is visibly sound, the coefficients being arbitrary."""
    return judge_sound(ground.problem, claim.formula, claim.unknowns).verdict is Verdict.PROVED
