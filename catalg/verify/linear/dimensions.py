"""Counts of a linear end, as a function of the parameters: the stable value and the certified exceptions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from catalg.exact.counts import differ_at, same
from catalg.model.ends import LinearEnd
from catalg.model.goals import CountClaim
from catalg.model.solution import Solution
from catalg.model.verdict import Counterexample, Evidence, Judgement, Verdict
from catalg.terms import Dim, Parameter


@dataclass(frozen=True, slots=True)
class Counted:
    """The dimension of an end: `stable` in the stable range (which the declared ranges reach if `admitted`), and elsewhere
    as listed; `unknown` sizes were out of reach.
    """

    stable: Dim
    bounds: str
    admitted: bool
    exceptions: tuple[tuple[str, dict[str, int], int], ...]
    unknown: tuple[str, ...]
    least: tuple[tuple[str, int], ...] = ()


def counted(solution: Solution) -> Counted | None:
    """What the certificate says about the dimension; None when it is not certified."""
    if solution.certificate.verdict is not Verdict.PROVED or solution.proposal.dimension is None:
        return None
    exceptions: list[tuple[str, dict[str, int], int]] = []
    unknown: list[str] = []
    bounds, admitted = "", True
    least: tuple[tuple[str, int], ...] = ()
    for evidence in solution.certificate.evidence:
        facts = evidence.as_dict()
        if evidence.rule == "size-exception":
            values = facts["values"]
            dimension = facts["dimension"]
            assert isinstance(values, tuple) and isinstance(dimension, int)
            pairs = {str(v[0]): int(str(v[1])) for v in values if isinstance(v, tuple)}
            exceptions.append((str(facts["where"]), pairs, dimension))
        elif evidence.rule == "open-size":
            unknown.append(str(facts["where"]))
        elif evidence.rule == "stable-range":
            bounds, admitted = str(facts["range"]), bool(facts["admitted"])
            least = tuple((str(b[0]), int(str(b[1]))) for b in facts["bounds"] if isinstance(b, tuple)) if isinstance(
                facts["bounds"], tuple) else ()
    return Counted(solution.proposal.dimension, bounds, admitted, tuple(exceptions), tuple(unknown), least)


def count_judgement(
    end: LinearEnd, solution: Solution, claim: CountClaim, parameters: Sequence[Parameter]
) -> Judgement:
    """The judgement on a count; every admitted value of every parameter counts."""
    found = counted(solution)
    if found is None:
        return Judgement.undecided("space-not-certified")
    if claim.count == "size":
        return _size(claim, found, end.source.field.characteristic)
    if claim.value is None:
        fact = Counterexample.of("dimension-finite", value=str(found.stable))
        return Judgement.refuted("dimension-differs", fact, count=claim.count, stated="oo", value=str(found.stable))
    if claim.count == "arguments":
        found = Counted(Dim.of(0), found.bounds, found.admitted, (), ())
    difference = _where_different(claim.value, found, parameters)
    if difference is not None:
        where, value, stated = difference
        whole = claim.value is None or not claim.value.is_constant or claim.value.constant() is not None
        shown = stated if whole else str(claim.value)
        fact = Counterexample.of("dimension-at-size", where=where, value=value, stated=shown, count=claim.count)
        return Judgement.refuted("dimension-differs", fact, count=claim.count, stated=str(claim.value), value=value, where=where)
    if found.unknown:
        return Judgement.undecided("dimension-open", count=claim.count, value=str(claim.value), where=found.unknown)
    if found.admitted and claim.value != found.stable and not _agree(claim.value, found, parameters):
        return Judgement.undecided("dimension-open", count=claim.count, value=str(claim.value), where=())
    evidence = Evidence.of("dimension-certified", count=claim.count, value=str(found.stable), range=found.bounds)
    return Judgement.proved("dimension-agrees", evidence, count=claim.count, value=str(claim.value))


def _where_different(
    stated: Dim, found: Counted, parameters: Sequence[Parameter]
) -> tuple[str, int | str, int | str] | None:
    """(where, the true value, the stated one) for the first admitted values at which they differ."""
    for where, values, dimension in found.exceptions:
        claimed = _at(stated, values, parameters)
        if claimed is not None and claimed != dimension:
            return where, dimension, claimed
    if stated == found.stable or not found.admitted:
        return None
    if stated.is_constant and found.stable.is_constant:
        return found.bounds, found.stable.constant() or 0, stated.constant() or 0
    return _search(stated, found, parameters)


def _search(stated: Dim, found: Counted, parameters: Sequence[Parameter]) -> tuple[str, int | str, int | str] | None:
    """Values of the parameters, none of them exceptional or unknown, at which two counts differ."""
    excluded = [values for _, values, _ in found.exceptions]
    excluded += [dict(_read(item) for item in where.split(", ")) for where in found.unknown]
    difference = differ_at(stated, found.stable, {p.name: p for p in parameters}, tuple(excluded))
    if difference is None:
        return None
    values, claimed, true = difference
    return ", ".join(f"{n} = {v}" for n, v in values.items()), _number(true), _number(claimed)


def _read(item: str) -> tuple[str, int]:
    name, value = item.split(" = ")
    return name, int(value)


def _number(value: Fraction) -> int | str:
    return int(value) if value.denominator == 1 else str(value)


def _agree(stated: Dim, found: Counted, parameters: Sequence[Parameter]) -> bool:
    """Whether two counts are proved to agree at all values that are not exceptional; those were compared one by one."""
    known = {p.name: p for p in parameters}
    if same(stated, found.stable, known):
        return True
    names = stated.parameters | found.stable.parameters
    bounds = dict(found.least)
    if len(names) != 1 or not names <= bounds.keys():
        return False
    (name,) = names
    listed = {values[name]: dimension for _, values, dimension in found.exceptions}
    try:
        for value in (v for v in range(bounds[name]) if known[name].admits(v)):
            if stated.value_at({name: value}) != listed.get(value, found.stable.value_at({name: value})):
                return False
    except ValueError:
        return False
    return same(stated, found.stable, {**known, name: replace(known[name], lower=Fraction(bounds[name]))})


def _at(stated: Dim, values: dict[str, int], parameters: Sequence[Parameter]) -> int | None:
    if stated.is_constant:
        return stated.constant()
    if not stated.parameters <= values.keys():
        return None
    try:
        value = stated.value_at(values)
    except ValueError:
        return None
    return int(value) if value.denominator == 1 else None


def _size(claim: CountClaim, found: Counted, characteristic: int) -> Judgement:
    stable = found.stable.constant()
    if characteristic and stable is not None and stable < 1000:
        size = characteristic**stable
        if claim.value is not None and claim.value.constant() == size:
            return Judgement.proved("dimension-agrees", count="size", value=str(size))
        other = Counterexample.of("dimension-at-size", where="", value=str(size), stated=_shown(claim), count="size")
        return Judgement.refuted("dimension-differs", other, count="size", stated=_shown(claim), value=str(size), where="")
    zero = not found.stable.terms and not found.exceptions and not found.unknown
    if claim.value is None and not zero:
        if found.exceptions or found.unknown:
            return Judgement.undecided("dimension-open", count="size", value="oo", where=found.unknown)
        return Judgement.proved("dimension-agrees", count="size", value="oo")
    if zero and claim.value is not None and claim.value.constant() == 1:
        return Judgement.proved("dimension-agrees", count="size", value="1")
    true = "1" if zero else "oo"
    fact = Counterexample.of("dimension-at-size", where=found.bounds, value=true, stated=_shown(claim), count="size")
    return Judgement.refuted("dimension-differs", fact, count="size", stated=_shown(claim), value=true, where=found.bounds)


def _shown(claim: CountClaim) -> str:
    return "oo" if claim.value is None else str(claim.value)
