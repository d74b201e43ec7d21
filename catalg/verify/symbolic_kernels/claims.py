"""What is claimed of kernels in symbolic dimension, for every admitted value of the parameters.

A proof is the symbolic argument of `proof` for the uniform range together with a concrete judgement at each smaller
size. A refutation is a concrete one at an admitted size, whose witness a reader can recompute.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from catalg.model.ends import KernelEnd
from catalg.model.goals import CountClaim, FormulaClaim
from catalg.model.solution import Proposal, Solution
from catalg.model.verdict import Counterexample, Evidence, Judgement, Verdict
from catalg.terms import Dim, Parameter, Term
from catalg.terms.term import free_names
from catalg.universes.abstract_spaces import NotAbstract
from catalg.universes.ranges import NoRange
from catalg.verify.symbolic_kernels.instances import (
    Instance,
    instances,
    label,
    reaches,
    uniform_range,
    uniform_values,
)
from catalg.verify.symbolic_kernels.proof import Found, examine

TRIED = 60


def judge_formula(
    end: KernelEnd, solution: Solution | None, claim: FormulaClaim, parameters: Sequence[Parameter] = ()
) -> Judgement:
    """Whether the instances of a formula are the kernels of the end, in every admitted dimension."""
    from catalg.verify.kernels.ends import judge_formula_end

    def concrete(instance: Instance) -> Judgement:
        return judge_formula_end(instance.end, instance.solution, instance.claim(claim))

    found = examine(end, claim.arguments, claim.formula, claim.unknowns)
    if foreign(end, claim.formula, parameters) and found.complete:
        found = Found(found.sound, False, "the formula depends on a parameter that the end does not know")
    return everywhere(end, solution, found, concrete, "abstract-formula-agrees")


def foreign(end: KernelEnd, formula: Term, parameters: Sequence[Parameter]) -> bool:
    """Whether a formula contains a parameter that is not one of the group's."""
    own = {p.name for p in end.group.parameters}
    return any(p.name in free_names(formula) for p in parameters if p.name not in own)


def everywhere(
    end: KernelEnd,
    solution: Solution | None,
    found: Found,
    concrete: Callable[[Instance], Judgement],
    reason: str,
    special: Sequence[int] = (),
) -> Judgement:
    """The judgement for all admitted values: symbolic in the uniform range, concrete below it.

    `concrete` judges one size. Without a symbolic proof the first sizes of the uniform range are looked at for a refutation.
    `special` are values of the only parameter in the uniform range to which the symbolic proof does not apply.
    """
    try:
        span = uniform_range(end)
    except (NotAbstract, NoRange) as why:
        return Judgement.undecided("abstract-no-range", why=str(why))
    proposal = solution.proposal if solution is not None else None
    open_sizes: list[str] = []
    evidence: list[Evidence] = []
    smaller: list[str] = []
    more = [((name, value),) for name, _ in span.bounds for value in special]
    for point in [*(case.values for case in span.cases), *more]:
        judgement, where = _at(end, proposal, point, concrete)
        if judgement is None:
            continue
        if judgement.verdict is Verdict.REFUTED:
            return refuted_at(judgement, where)
        if judgement.verdict is Verdict.PROVED:
            evidence.append(Evidence.of("abstract-holds-at", where=where))
            smaller.append(where)
        else:
            open_sizes.append(where)
    if not reaches(end, span):
        if open_sizes:
            return Judgement.undecided("abstract-open-at", where=tuple(open_sizes))
        return Judgement.proved(reason, *evidence, range="", smaller=tuple(smaller))
    certified = solution is not None and solution.certificate.verdict is Verdict.PROVED
    if found.complete and certified:
        if open_sizes:
            return Judgement.undecided("abstract-open-at", where=tuple(open_sizes))
        fact = Evidence.of("abstract-symbolic", range=span.label())
        return Judgement.proved(reason, fact, *evidence, range=span.label(), smaller=tuple(smaller))
    if found.missed is not None and certified:
        missed = Counterexample.of("solution-missed", solution=found.missed, where=span.label())
        return Judgement.refuted("abstract-narrow", missed, range=span.label())
    for point in uniform_values(end, span):
        judgement, where = _at(end, proposal, point, concrete)
        if judgement is not None and judgement.verdict is Verdict.REFUTED:
            return refuted_at(judgement, where)
    return Judgement.undecided("abstract-undecided", why=found.why or "the space itself is not certified")


def _at(
    end: KernelEnd, proposal: Proposal | None, point: tuple[tuple[str, int], ...], concrete: Callable[[Instance], Judgement]
) -> tuple[Judgement | None, str]:
    """The judgement at one size; None where there is no group of that size, undecided where it is out of reach."""
    try:
        listed = list(instances(end, proposal, [point]))
    except ValueError as why:
        return Judgement.undecided("abstract-undecided", why=str(why)), label(point)
    return (concrete(listed[0]), listed[0].where) if listed else (None, "")


def refuted_at(judgement: Judgement, where: str) -> Judgement:
    """A refutation at one size, told as one of the claim for all sizes."""
    counterexample = judgement.counterexample
    assert counterexample is not None
    if any(name == "where" for name, _ in counterexample.facts):
        counterexample = replace(counterexample, facts=tuple(f for f in counterexample.facts if f[0] != "where"))
    located = Counterexample(counterexample.rule, (*counterexample.facts, ("where", where)))
    return Judgement.refuted("abstract-refuted-at", located, where=where)


def judge_natural(end: KernelEnd, names: tuple[str, ...], formula: Term) -> Judgement:
    """Whether one formula is a kernel of the end in every admitted dimension."""
    from catalg.verify.kernels.ends import judge_natural_end

    found = examine(end, names, formula, ())
    if found.sound:
        return Judgement.proved("abstract-natural", Evidence.of("abstract-symbolic", range="every dimension"))
    try:
        span = uniform_range(end)
    except (NotAbstract, NoRange) as why:
        return Judgement.undecided("abstract-no-range", why=str(why))
    for point in (*(case.values for case in span.cases), *uniform_values(end, span)):
        judgement, where = _at(end, None, point, lambda i: judge_natural_end(i.end, names, i.at(formula)))
        if judgement is not None and judgement.verdict is Verdict.REFUTED:
            return refuted_at(judgement, where)
    return Judgement.undecided("abstract-undecided", why=found.why)


# -- counts ------------------------------------------------------------------------------------------------------------
def judge_count(solution: Solution, claim: CountClaim, parameters: Sequence[Parameter] = ()) -> Judgement:
    """Whether `free`, `arguments`, `dim` or `size` has the claimed value at every admitted value of the parameters."""
    if solution.certificate.verdict is not Verdict.PROVED:
        return Judgement.undecided("space-not-certified")
    stable, bounds, admitted = None, "", True
    cases: list[tuple[str, dict[str, int], Dim | None]] = []
    unknown: list[str] = []
    for evidence in solution.certificate.evidence:
        facts = evidence.as_dict()
        if evidence.rule == "abstract-complete":
            stable = _number(claim.count, facts["free"], facts["arguments"])
            bounds, admitted = str(facts["range"]), bool(facts["admitted"])
        elif evidence.rule == "abstract-exception":
            values = facts["values"]
            assert isinstance(values, tuple)
            numbers = {str(v[0]): int(str(v[1])) for v in values if isinstance(v, tuple)}
            cases.append((str(facts["where"]), numbers, _number(claim.count, facts["free"], facts["arguments"])))
        elif evidence.rule == "abstract-open-size":
            unknown.append(str(facts["where"]))
    for where, numbers, value in cases:
        claimed = None if claim.value is None else _at_numbers(claim.value, numbers)
        if claimed is not None and claim.value is not None and Dim.of(claimed) == value or (claim.value is None and value is None):
            continue
        return _differs(claim, where, value)
    if admitted and claim.value != stable:
        place = _where(claim.value, stable, cases, parameters, bounds)
        if place is None:
            return Judgement.undecided("dimension-open", count=claim.count, value=str(claim.value), where=())
        return _differs(claim, place, stable)
    if unknown:
        return Judgement.undecided("dimension-open", count=claim.count, value=str(claim.value), where=tuple(unknown))
    shown = "oo" if claim.value is None else str(claim.value)
    fact = Evidence.of("dimension-certified", count=claim.count, value=shown, range=bounds)
    return Judgement.proved("dimension-agrees", fact, count=claim.count, value=shown)


def _number(count: str, free: object, arguments: object) -> Dim | None:
    """The value of a count; None is infinite."""
    functions, rank = (Dim.of(x) if isinstance(x, int | Dim) else Dim.of(0) for x in (free, arguments))
    if count == "free":
        return functions
    if count == "arguments":
        return rank
    if functions == Dim.of(0):
        return Dim.of(0 if count == "dim" else 1)
    if rank == Dim.of(0) and count == "dim":
        return functions
    return None


def _at_numbers(value: Dim, numbers: dict[str, int]) -> int | None:
    try:
        return value.at(numbers)
    except (KeyError, ValueError):
        return None


def _where(
    claimed: Dim | None, stable: Dim | None, cases: Sequence[tuple[str, dict[str, int], object]],
    parameters: Sequence[Parameter], bounds: str,
) -> str | None:
    """A size at which the two differ."""
    if claimed is None or stable is None or (claimed.is_constant and stable.is_constant):
        return bounds
    names = sorted(claimed.parameters | stable.parameters)
    by_name = {p.name: p for p in parameters}
    for step in range(TRIED):
        numbers = {n: step for n in names}
        admitted = all(n in by_name and by_name[n].admits(step) for n in names)
        exceptional = any(numbers == {k: v for k, v in case[1].items() if k in numbers} for case in cases)
        if admitted and not exceptional and claimed.value_at(numbers) != stable.value_at(numbers):
            return label(tuple(numbers.items()))
    return None


def _differs(claim: CountClaim, where: str, value: Dim | None) -> Judgement:
    shown = "oo" if value is None else str(value)
    stated = "oo" if claim.value is None else str(claim.value)
    fact = Counterexample.of("dimension-at-size", where=where, value=shown, stated=stated, count=claim.count)
    return Judgement.refuted("dimension-differs", fact, count=claim.count, stated=stated, value=shown, where=where)
