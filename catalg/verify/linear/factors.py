"""The certificate of an end over a product of groups, one of them of symbolic size: factor by factor.

The verifier splits the end itself, certifies each factor by its own route, and reads the dimension off as their product: that Hom of
external tensor products is the tensor product of the Homs holds for any groups, over any field. Each element must be the Kronecker product
of one element of every factor, every choice once. In addition all are checked in full at one concrete size.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

from catalg.model.ends import LinearEnd
from catalg.model.solution import Certificate, Proposal
from catalg.model.verdict import Evidence, Verdict
from catalg.terms import Dim
from catalg.universes.factors import ExternalElement, NotExternal, parts
from catalg.universes.instances import Instantiate
from catalg.verify.linear.certificate import check_matrices

ENTRIES = 4000
"""The largest instance that is checked in addition, in entries of a matrix."""

Certify = Callable[[LinearEnd, Proposal], Certificate]


def certify_factors(end: LinearEnd, proposal: Proposal, instantiate: Instantiate, certify: Certify) -> Certificate:
    """The certificate of a proposal made of one for each factor of the group."""
    found = proposal.claims.get("factors")
    try:
        ends = parts(end)
    except NotExternal as reason:
        return _open(Evidence.of("no-stable-range", why=str(reason)))
    if not isinstance(found, tuple) or len(found) != len(ends) or not all(isinstance(p, Proposal) for p in found):
        return _open(Evidence.of("no-whole-space"))
    evidence: list[Evidence] = [Evidence.of("external-tensor-product", factors=tuple(own.group.label for own in ends))]
    constant = 1
    for own, part in zip(ends, found, strict=True):
        certificate = certify(own, part)
        if certificate.verdict is not Verdict.PROVED or part.dimension != Dim.of(len(part.basis)):
            return Certificate(Verdict.UNDECIDED, Verdict.UNDECIDED, evidence=certificate.evidence)
        if own.group.symbolic:
            evidence += certificate.evidence
        else:
            constant *= len(part.basis)
    expected = [choice for choice in product(*(part.basis for part in found))]
    made = [e.parts for e in proposal.basis if isinstance(e, ExternalElement) and e.ends == ends]
    if made != expected or len(made) != len(proposal.basis) or proposal.dimension != Dim.of(len(expected)):
        return _open(Evidence.of("element-count-wrong", stated=str(proposal.dimension), elements=len(expected)))
    evidence = [_scaled(fact, constant) for fact in evidence if constant or fact.rule not in ("size-exception", "open-size")]
    checked = _instance(end, proposal, instantiate)
    if checked is not None and checked.rule != "checked-at":
        return Certificate(Verdict.REFUTED, Verdict.UNDECIDED, evidence=(checked,))
    return Certificate(Verdict.PROVED, Verdict.PROVED, evidence=(*evidence, *([checked] if checked is not None else [])))


def _scaled(fact: Evidence, constant: int) -> Evidence:
    """An exceptional size of the symbolic factor, as one of the product."""
    facts = fact.as_dict()
    if fact.rule != "size-exception":
        return fact
    dimension = facts["dimension"]
    assert isinstance(dimension, int)
    return Evidence.of("size-exception", where=facts["where"], values=facts["values"], dimension=dimension * constant)


def _instance(end: LinearEnd, proposal: Proposal, instantiate: Instantiate) -> Evidence | None:
    """All elements at the least size that is not exceptional and small enough; what fails, or where they were checked."""
    if len(end.group.parameters) != 1:
        return None
    (parameter,) = end.group.parameters
    factor = next(k for k, g in enumerate(end.group.factors) if g.symbolic)
    theorem = end.group.factors[factor].facts.theorem
    if theorem is None:
        return None
    for value in range(12, 0, -1):
        if not parameter.admits(value):
            continue
        try:
            instance = instantiate(end, {parameter.name: value})
        except ValueError:
            continue
        if ((instance.source.dim * instance.target.dim).constant() or 0) > ENTRIES:
            continue
        matrices = [e.at(end, {factor: theorem.size.at({parameter.name: value})}) for e in proposal.basis if isinstance(e, ExternalElement)]
        if any(m is None for m in matrices):
            return None
        sound, _, evidence = check_matrices(instance, [m for m in matrices if m is not None])
        return Evidence.of("checked-at", where=f"{parameter.name} = {value}") if sound is Verdict.PROVED else evidence[0]
    return None


def _open(evidence: Evidence) -> Certificate:
    return Certificate(Verdict.UNDECIDED, Verdict.UNDECIDED, evidence=(evidence,))
