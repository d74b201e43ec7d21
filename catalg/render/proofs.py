"""Proofs of assertions that are worth reading: the evidence, line by line, below the verdict."""

from __future__ import annotations

from catalg.engine.outcome import Result
from catalg.model.verdict import Evidence, Verdict
from catalg.render import wording


def proof_of(result: Result) -> tuple[Evidence, ...]:
    """The evidence of a proved assertion, where the rule that proved it is told with its evidence."""
    judgement = result.judgement
    rule = wording.find(judgement.reason)
    shown = result.item.kind in ("check", "expect", "derive") and judgement.verdict is Verdict.PROVED
    return judgement.evidence if shown and rule is not None and rule.proof else ()
