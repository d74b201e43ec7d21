"""The certificate of a linear end, concrete or symbolic: the only door to this folder's checks of solutions."""

from __future__ import annotations

from catalg.model.ends import LinearEnd
from catalg.model.solution import Certificate, Proposal
from catalg.model.verdict import Evidence, Verdict
from catalg.universes.instances import Instantiate, from_library
from catalg.universes.vect import is_concrete
from catalg.verify.linear.certificate import certify_concrete
from catalg.verify.linear.circular import certify_circular
from catalg.verify.linear.factors import certify_factors
from catalg.verify.linear.restricted import certify_restricted
from catalg.verify.linear.symbolic import certify_symbolic


def certify(end: LinearEnd, proposal: Proposal, instantiate: Instantiate = from_library) -> Certificate:
    """Check a proposed basis against the end and its generators alone.

    `instantiate` makes concrete instances of a symbolic end, from the library of families unless another one is given.
    """
    if end.restrictions:
        return certify_restricted(end, proposal)
    symbolic = end.along is not None and end.along.arbitrary
    if not symbolic and is_concrete(end.source) and is_concrete(end.target):
        return certify_concrete(end, proposal)
    if end.source.field.characteristic:
        evidence = Evidence.of("no-stable-range", why="fundamental theorems hold in characteristic 0")
        return Certificate(Verdict.UNDECIDED, Verdict.UNDECIDED, evidence=(evidence,))
    if end.group.facts.circle is not None and end.along is None:
        return certify_circular(end, proposal, instantiate)
    if "factors" in proposal.claims:
        return certify_factors(end, proposal, instantiate, lambda own, part: certify(own, part, instantiate))
    return certify_symbolic(end, proposal, instantiate)
