"""Certificates for kernels in symbolic dimension.

The general formula that the strategy proposes is judged like a user's: sound because it is made of dot products and
monomials, complete by the first fundamental theorem from a size on that the verifier finds itself. The first two sizes of that
range, solved concretely, must agree with the numbers; so must every smaller size, or it is listed as an exception.
"""

from __future__ import annotations

from catalg.model.ends import KernelEnd
from catalg.model.goals import Unknown
from catalg.model.solution import Certificate, Proposal
from catalg.model.verdict import Evidence, Verdict
from catalg.terms import Apply, Dim, Name
from catalg.terms.term import walk
from catalg.universes.abstract_spaces import NotAbstract, space_of
from catalg.universes.man import default_names
from catalg.universes.ranges import NoRange
from catalg.verify.symbolic_kernels.instances import instances, label, reaches, uniform_range, uniform_values
from catalg.verify.symbolic_kernels.proof import examine
from catalg.verify.symbolic_kernels.targets import argument_count, covariant_count, target_of


def certify(end: KernelEnd, proposal: Proposal) -> Certificate:
    """The certificate of a proposal. Never raises for a wrong one."""
    names = default_names(len(end.arguments))
    found = examine(end, names, proposal.formula, unknowns_of(end, proposal))
    try:
        span = uniform_range(end)
        space = space_of(end)
        free = end.target.dim if space.rigid else Dim.of(covariant_count(space, target_of(end.target)))
        arguments = argument_count(space)
    except (NotAbstract, NoRange) as reason:
        return _open(Evidence.of("abstract-no-range", why=str(reason)))
    if not found.sound:
        return _open(Evidence.of("abstract-open", why=found.why))
    if proposal.free_functions != free or proposal.claims.get("arguments") != arguments:
        return _open(Evidence.of("abstract-counts-wrong", free=free, arguments=arguments))
    evidence = [
        Evidence.of(
            "abstract-sound", vectors=len(space.letters), base=int(space.base is not None), rigid=int(space.rigid)
        ),
        Evidence.of(
            "abstract-complete", theorem=space.theorem.source, range=span.label(), free=free, arguments=arguments,
            admitted=int(reaches(end, span)),
        ),
    ]  # fmt: skip
    if space.form is not None:
        evidence.insert(0, Evidence.of("abstract-indices", metric=space.form))
    complete = Verdict.PROVED if found.complete else Verdict.UNDECIDED
    if not found.complete:
        evidence.append(Evidence.of("abstract-open", why=found.why))
    agreed, compared = _compare(end, proposal, uniform_values(end, span), free, arguments)
    if not agreed:
        complete = Verdict.UNDECIDED
    evidence.extend(compared)
    evidence.extend(exceptions(end, proposal, [case.values for case in span.cases], free, arguments))
    scope = "global" if space.rigid else "dense stratum"
    return Certificate(Verdict.PROVED, complete, scope, tuple(evidence))


def unknowns_of(end: KernelEnd, proposal: Proposal) -> tuple[Unknown, ...]:
    """The arbitrary functions and constants of a proposed formula."""
    taken = {*default_names(len(end.arguments)), *(p.name for p in end.group.parameters), *"ijkl"}
    whole = proposal.formula.head if isinstance(proposal.formula, Apply) else getattr(proposal.formula, "name", "")
    shape = () if end.target.dim == Dim.of(1) else (end.target.dim,)
    found: dict[str, Unknown] = {}
    for node in walk(proposal.formula):
        if isinstance(node, Apply):
            found[node.head] = Unknown(node.head, "function", len(node.args), shape if node.head == whole else ())
        elif isinstance(node, Name) and node.name not in taken:
            found[node.name] = Unknown(node.name, "constant", 0, shape if node.name == whole else ())
    return tuple(found.values())


def _compare(
    end: KernelEnd, proposal: Proposal, values: list[tuple[tuple[str, int], ...]], free: Dim, arguments: Dim
) -> tuple[bool, list[Evidence]]:
    """Whether the certified counts at sizes of the uniform range agree, as far as they were solved."""
    evidence: list[Evidence] = []
    for instance in instances(end, proposal, values):
        solution = instance.solution
        if solution is None or solution.certificate.counted is not Verdict.PROVED:
            continue
        numbers = dict(instance.values)
        wanted = (free.at(numbers), arguments.at(numbers))
        given = solution.proposal.free_functions
        counted = (given.constant() if given is not None else None, solution.proposal.rank)
        evidence.append(Evidence.of("abstract-agrees", where=instance.where, free=wanted[0], arguments=wanted[1]))
        if counted != wanted:
            return False, [Evidence.of("abstract-disagrees", where=instance.where, free=str(counted[0]), arguments=str(counted[1]))]
    return True, evidence


def exceptions(
    end: KernelEnd, proposal: Proposal, values: list[tuple[tuple[str, int], ...]], free: Dim, arguments: Dim
) -> list[Evidence]:
    """The certified counts below the uniform range where they differ, and the sizes where there are none."""
    evidence: list[Evidence] = []
    for point in values:
        try:
            listed = list(instances(end, proposal, [point]))
        except ValueError:
            evidence.append(Evidence.of("abstract-open-size", where=label(point)))
            continue
        for instance in listed:
            solution = instance.solution
            if solution is None or solution.certificate.counted is not Verdict.PROVED:
                evidence.append(Evidence.of("abstract-open-size", where=instance.where))
                continue
            given, rank = solution.proposal.free_functions, solution.proposal.rank
            if given != Dim.of(free.at(dict(point))) or rank != arguments.at(dict(point)):
                evidence.append(
                    Evidence.of(
                        "abstract-exception", where=instance.where, values=tuple(point), free=given or Dim.of(0),
                        arguments=rank or 0, formula=solution.formula,
                    )
                )  # fmt: skip
    return evidence


def _open(evidence: Evidence) -> Certificate:
    return Certificate(Verdict.UNDECIDED, Verdict.UNDECIDED, "local", (evidence,))
