"""Certificates for the first cohomology of a sheaf: the diagram is that of its coboundary, and the quotient is right.

The coboundary is built again from the restrictions, block by block; the rest is the certificate of a colimit.
"""

from __future__ import annotations

from catalg.learning.cellular import CochainFunctor
from catalg.model.ends import Diagram
from catalg.model.solution import Certificate, Proposal
from catalg.model.verdict import Evidence, Verdict
from catalg.verify.categories.vect import certify_vect
from catalg.verify.sheaves.values import coboundary_by_blocks


def certify_cohomology(end: Diagram, proposal: Proposal) -> Certificate:
    """Check a proposed basis of coker delta from the sheaf alone."""
    functor = end.functor
    assert isinstance(functor, CochainFunctor)
    delta = coboundary_by_blocks(functor.sheaf)
    sizes = (("C0", delta.ncols), ("C1", delta.nrows))
    zero = functor.matrix("zero")
    if functor.matrix("delta") != delta or functor.objects != sizes or not zero.is_zero:
        return Certificate(Verdict.UNDECIDED, Verdict.UNDECIDED, evidence=(Evidence.of("no-coboundary"),))
    certificate = certify_vect(end, proposal)
    first = Evidence.of("coboundary-rebuilt", rows=delta.nrows, columns=delta.ncols)
    return Certificate(certificate.sound, certificate.complete, evidence=(first, *certificate.evidence))
