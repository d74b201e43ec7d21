"""Certificates of derivations, and whether two (co)ends over abstract categories are isomorphic.

A proof is two checked chains that end in one form. A refutation is a count: isomorphic sets have equally many elements, in
every category with the declared structure.
"""

from __future__ import annotations

from catalg.model.abstract_category import AbstractCategory
from catalg.model.coends import CoendSpace
from catalg.model.ends import End
from catalg.model.solution import Certificate, Proposal, Solution
from catalg.model.verdict import Evidence, Fact, Judgement, Verdict
from catalg.verify.calculus.chain import Chain, broken_link
from catalg.verify.calculus.crosscheck import Mismatch, crosscheck
from catalg.verify.calculus.differences import Form, difference
from catalg.verify.calculus.rules import Reader


def certify_coend(end: CoendSpace, proposal: Proposal) -> Certificate:
    """The certificate of a derivation: its chain checked, and both its ends counted in small interpretations."""
    reader = Reader(end.categories)
    chain = _chains(proposal)[0]
    broken = broken_link(end.expression, chain, reader)
    if broken is not None:
        return Certificate(
            Verdict.UNDECIDED, Verdict.UNDECIDED, reason=f"step {broken} of the chain is not an instance of its rule"
        )
    evidence = [Evidence.of("chain-checked", links=len(chain))] if chain else []
    try:
        evidence += crosscheck(end, chain)
    except Mismatch:
        return Certificate(Verdict.REFUTED, Verdict.UNDECIDED)
    left = proposal.claims["left"]
    complete = Verdict.UNDECIDED if left else Verdict.PROVED
    why = [str(dict(step.facts)["missing"]) for step in proposal.steps if step.rule == "blocked"]
    reason = f"{left} integral{'' if left == 1 else 's'} left, and no rule applies{'' if not why else ': ' + '; '.join(dict.fromkeys(why))}"
    return Certificate(Verdict.PROVED, complete, "global", tuple(evidence), reason=reason if left else "")


def judge_isomorphic(left: CoendSpace, first: Solution, right: End, second: Solution) -> Judgement:
    """Whether two sets are isomorphic in every category with the declared structure, naturally in everything."""
    assert isinstance(right, CoendSpace)
    categories = _union(left.categories, right.categories)
    reader = Reader(categories)
    ours, theirs = _forms(left, first.proposal, reader), _forms(right, second.proposal, reader)
    for one in ours:
        for other in theirs:
            if reader.same(one.result, other.result):
                links = one.links + other.links
                evidence = Evidence.of("chain-checked", links=links)
                facts: dict[str, Fact] = {"via": one.result} if links else {}
                return Judgement.proved("isomorphic", evidence, **facts)
    witness = difference(ours, theirs, categories)
    if witness is not None:
        return Judgement.refuted("counts-differ", witness)
    return Judgement.undecided("forms-differ", left=ours[0].result, right=theirs[0].result)


def _chains(proposal: Proposal) -> tuple[Chain, ...]:
    chains = proposal.claims["chains"]
    assert isinstance(chains, tuple)
    return chains


def _forms(space: CoendSpace, proposal: Proposal, reader: Reader) -> list[Form]:
    """The forms of a set to which a checked chain leads, the best first, and the set as declared."""
    found = [
        Form(chain[-1][1], len(chain))
        for chain in _chains(proposal)
        if chain and broken_link(space.expression, chain, reader) is None
    ]
    return [*found, Form(space.expression, 0)]


def _union(left: tuple[AbstractCategory, ...], right: tuple[AbstractCategory, ...]) -> tuple[AbstractCategory, ...]:
    table = {category.name: category for category in (*left, *right)}
    return tuple(table[name] for name in sorted(table))
