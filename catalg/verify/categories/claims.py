"""Claims about solutions in Set and Vect: a count is read off a certified solution, never off a formula for
it.
"""

from __future__ import annotations

from catalg.model.goals import CountClaim
from catalg.model.solution import Solution
from catalg.model.verdict import Counterexample, Judgement, Verdict


def judge_count(claim: CountClaim, solution: Solution) -> Judgement:
    """Whether `size E = value` or `dim E = value` holds for a solved end, coend, limit or colimit."""
    proposal = solution.proposal
    dimension = proposal.dimension.constant() if proposal.dimension is not None else None
    found = {"size": proposal.size, "dim": dimension}.get(claim.count)
    if found is None:
        return Judgement.undecided("set-count-unknown", count=claim.count, end=claim.end)
    if solution.certificate.verdict is not Verdict.PROVED:
        return Judgement.undecided("set-count-not-certified", count=claim.count, end=claim.end, found=found)
    if claim.value is not None and not claim.value.is_constant:
        return Judgement.undecided(
            "set-count-with-parameters", count=claim.count, end=claim.end, value=claim.value
        )
    value = claim.value.constant() if claim.value is not None else None
    if value == found:
        return Judgement(
            Verdict.PROVED,
            "set-count",
            (("count", claim.count), ("end", claim.end), ("value", found)),
            None,
            solution.certificate.evidence,
        )
    return Judgement.refuted(
        "set-count-differs",
        Counterexample.of(
            "set-count-found",
            count=claim.count,
            end=claim.end,
            found=found,
            value="oo" if claim.value is None else claim.value,
        ),
        count=claim.count,
        end=claim.end,
    )
