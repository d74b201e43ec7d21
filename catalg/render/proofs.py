"""Proofs of assertions that are worth reading: the evidence, line by line, below the verdict."""

from __future__ import annotations

from catalg.engine.outcome import ASSERTIONS, Result
from catalg.model.goals import Item
from catalg.model.isotypic import RepDecomposition
from catalg.model.verdict import Evidence, Verdict
from catalg.render import wording


def proof_of(result: Result) -> tuple[Evidence, ...]:
    """The evidence of a proved assertion, where the rule that proved it is told with its evidence."""
    judgement = result.judgement
    rule = wording.find(judgement.reason)
    shown = result.item.kind in ("check", "expect", "derive") and judgement.verdict is Verdict.PROVED
    return judgement.evidence if shown and rule is not None and rule.proof else ()


def is_asserted(item: Item) -> bool:
    """Whether documents list it among the assertions: what derives an end is told among the derivations."""
    return item.kind in ASSERTIONS and (item.kind != "derive" or isinstance(item.subject, RepDecomposition))
