"""Files about abstract categories, checked in this process."""

from __future__ import annotations

from catalg.elaborate import elaborate
from catalg.engine.outcome import Outcome
from catalg.engine.solve import Session
from catalg.families.registry import FAMILIES
from catalg.language import parse
from catalg.model.coends import CoendSpace
from catalg.model.goals import Specification
from catalg.model.solution import Proposal


def specification(text: str) -> Specification:
    """The specification of a text without mistakes."""
    parsed = parse(text)
    assert not parsed.diagnostics, parsed.diagnostics
    found, diagnostics = elaborate(parsed, FAMILIES)
    assert not diagnostics, diagnostics
    return found


def codes(text: str) -> list[str]:
    """The codes of the mistakes in a text."""
    parsed = parse(text)
    return [found.code for found in (*parsed.diagnostics, *elaborate(parsed, FAMILIES)[1])]


def outcomes(text: str) -> list[tuple[str, Outcome]]:
    """The answers to all items, in order."""
    found = specification(text)
    session = Session(found)
    return [(item.name, session.run(k)) for k, item in enumerate(found.items)]


def verdicts(text: str) -> list[str]:
    """The verdicts on the assertions of a text."""
    found = specification(text)
    session = Session(found)
    return [session.run(k).judgement.verdict.value for k, item in enumerate(found.items) if item.asserted]


def space(text: str, name: str) -> CoendSpace:
    """The declared set of that name."""
    found = specification(text).item(name).subject
    assert isinstance(found, CoendSpace)
    return found


def proposal(text: str, name: str) -> Proposal:
    """What the strategy proposes for it."""
    from catalg.strategies.calculus import STRATEGY

    return STRATEGY.solve(space(text, name))
