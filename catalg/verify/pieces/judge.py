"""Whether a transformation of tuples is natural: for all lengths by its pieces, or broken at a small length.

The proof types the formula (see `typing`). A refutation writes the formula out for two or three entries and finds either a
group element that breaks it, or two places whose exchange changes its value, at a rational point.
"""

from __future__ import annotations

from collections.abc import Iterator

from catalg.exact.zero import decide_zero
from catalg.learning.tuples import Instance, NotUnrolled, TupleTransformation, entry
from catalg.model.verdict import Counterexample, Evidence, Judgement, Verdict
from catalg.terms import Name, Term, num, sub, substitute
from catalg.terms.term import expand_lets
from catalg.universes.man import NotRational, kernel_problem
from catalg.verify.algebras.laws import decimal, point_text
from catalg.verify.kernels.ends import judge_natural_end
from catalg.verify.kernels.terms import conditions, entries_of, target_shape
from catalg.verify.pieces.laws import argument_laws
from catalg.verify.pieces.typing import Typing, Unnatural, blank

LENGTHS = (2, 3)
LISTED = 24


def judge_tuples(transformation: TupleTransformation) -> Judgement:
    """Whether the transformation commutes with the group and with every permutation of places, for every length."""
    try:
        return _composed(transformation)
    except NotRational as reason:
        return Judgement.undecided("no-strategy", detail=str(reason))
    except Unnatural as stopped:
        refuted = _broken(transformation)
        if refuted is not None:
            return refuted
        return Judgement.undecided("pieces-without-law", piece=stopped.term, why=str(stopped))


def _composed(transformation: TupleTransformation) -> Judgement:
    arguments = transformation.arguments
    one = transformation.instance(dict.fromkeys(transformation.sizes, 1))
    problem, laws, target = argument_laws(one.end, [a.name for a in arguments])
    typing = Typing(transformation, laws, blank(len(problem.discrete), len(problem.discrete) + len(problem.lie)))
    formula = expand_lets(transformation.formula)
    law = target if formula == num(0) else typing.law(formula, {})
    if law != target:
        raise Unnatural(formula, "the whole transforms in another way than its target")
    if formula != num(0) and not _is_defined(transformation):
        return Judgement.undecided("pieces-nowhere-defined")
    pieces = list(typing.evidence.values())
    evidence = [*pieces[:LISTED]]
    if len(pieces) > LISTED:
        evidence.append(Evidence.of("more-pieces", count=len(pieces) - LISTED))
    evidence.append(Evidence.of("piece-target", target=transformation.name))
    return Judgement.proved(
        "natural-by-pieces", *evidence, transformation=transformation.name, group=transformation.group.name,
        sizes=transformation.sizes, pieces=len(pieces), generators=len(law.linear) or "",
    )


def _is_defined(transformation: TupleTransformation) -> bool:
    """Whether some instance is defined at some point."""
    for instance, _ in _instances(transformation):
        problem = kernel_problem(instance.end, instance.names)
        entries = entries_of(instance.formula, problem, target_shape(problem))
        domain = conditions(problem)
        if all(
            decide_zero(sub(e, e), problem.coordinates, equations=domain.equations, inequalities=domain.inequalities).kind == "zero"
            for e in entries
        ):
            return True
    return False


def _instances(transformation: TupleTransformation) -> Iterator[tuple[Instance, dict[str, int]]]:
    """Small instances, each with the number of entries for every size."""
    for length in LENGTHS:
        values = {}
        for size in transformation.sizes:
            parameter = next(p for p in transformation.parameters if p.name == size)
            values[size] = next((k for k in range(length, length + 8) if parameter.admits(k)), None)
        known = {name: value for name, value in values.items() if value is not None}
        if len(known) == len(values):
            try:
                yield transformation.instance(known), known
            except NotUnrolled:
                continue


def _broken(transformation: TupleTransformation) -> Judgement | None:
    """A refutation in an instance, or None."""
    for instance, lengths in _instances(transformation):
        judged = judge_natural_end(instance.end, instance.names, instance.formula)
        if judged.verdict is Verdict.REFUTED:
            return judged
        swapped = _exchanged(transformation, instance, lengths)
        if swapped is not None:
            return Judgement.refuted("places-matter", swapped, transformation=transformation.name)
    return None


def _exchanged(
    transformation: TupleTransformation, instance: Instance, lengths: dict[str, int]
) -> Counterexample | None:
    """Two neighbouring places whose exchange changes the value at a rational point."""
    problem = kernel_problem(instance.end, instance.names)
    domain = conditions(problem)
    entries = entries_of(instance.formula, problem, target_shape(problem))
    for size in transformation.sizes:
        tuples = [a.name for a in transformation.arguments if a.size == size]
        for first in range(1, lengths[size]):
            names: dict[str, str] = {}
            for name in tuples:
                one, other = entry(name, first), entry(name, first + 1)
                names |= {one: other, other: one}
            table: dict[str, Term] = {
                c: Name(_renamed(c, names)) for c in problem.coordinates if _renamed(c, names) != c
            }
            for e in entries:
                answer = decide_zero(
                    sub(e, substitute(e, table)), problem.coordinates, equations=domain.equations,
                    inequalities=domain.inequalities,
                )
                if answer.kind == "nonzero":
                    return Counterexample.of(
                        "places-exchanged", transformation=transformation.name, first=first, second=first + 1,
                        tuples=tuple(tuples), size=size, length=lengths[size], point=point_text(problem, answer.witness or {}), value=decimal(str(answer.value)),
                    )
    return None


def _renamed(coordinate: str, names: dict[str, str]) -> str:
    head, bracket, rest = coordinate.partition("[")
    return names.get(head, head) + bracket + rest
