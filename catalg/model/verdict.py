"""Verdicts, evidence and steps, as data. Their wording lives in `render/`.

`Evidence` and `Step` carry a rule's name and its facts; a table in `render/` turns each rule into a sentence, so that
text, LaTeX and JSON tell the same story.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

from catalg.terms import Dim, Term

Fact = str | int | Fraction | Term | Dim | tuple["Fact", ...]


class Verdict(StrEnum):
    """The three verdicts, and never a fourth."""

    PROVED = "proved"
    REFUTED = "refuted"
    UNDECIDED = "undecided"

    def also(self, other: Verdict) -> Verdict:
        """Conjunction: refuted wins, then undecided."""
        for verdict in (Verdict.REFUTED, Verdict.UNDECIDED):
            if verdict in (self, other):
                return verdict
        return Verdict.PROVED


@dataclass(frozen=True, slots=True)
class Evidence:
    """One checkable fact: `rule` names its kind, `facts` holds primes, points, ranks, names of theorems."""

    rule: str
    facts: tuple[tuple[str, Fact], ...] = ()

    @staticmethod
    def of(rule: str, **facts: Fact) -> Evidence:
        """Evidence from keyword facts."""
        return Evidence(rule, tuple(facts.items()))

    def as_dict(self) -> Mapping[str, Fact]:
        """The facts by name."""
        return dict(self.facts)


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a derivation: the rule applied and what it gave."""

    rule: str
    facts: tuple[tuple[str, Fact], ...] = ()

    @staticmethod
    def of(rule: str, **facts: Fact) -> Step:
        """A step from keyword facts."""
        return Step(rule, tuple(facts.items()))

    def as_dict(self) -> Mapping[str, Fact]:
        """The facts by name."""
        return dict(self.facts)


@dataclass(frozen=True, slots=True)
class Counterexample:
    """What a reader can recompute by hand: `rule` names the kind of failure, `facts` its data."""

    rule: str
    facts: tuple[tuple[str, Fact], ...] = ()

    @staticmethod
    def of(rule: str, **facts: Fact) -> Counterexample:
        """A counterexample from keyword facts."""
        return Counterexample(rule, tuple(facts.items()))

    def as_dict(self) -> Mapping[str, Fact]:
        """The facts by name."""
        return dict(self.facts)


@dataclass(frozen=True, slots=True)
class Judgement:
    """The answer to one goal.

    `reason` is a rule of the wording table with `facts`, or a plain sentence when no rule of that name exists.
    """

    verdict: Verdict
    reason: str
    facts: tuple[tuple[str, Fact], ...] = ()
    counterexample: Counterexample | None = None
    evidence: tuple[Evidence, ...] = field(default=())

    @staticmethod
    def proved(reason: str, *evidence: Evidence, **facts: Fact) -> Judgement:
        """A proof, with its evidence."""
        return Judgement(Verdict.PROVED, reason, tuple(facts.items()), None, evidence)

    @staticmethod
    def refuted(reason: str, counterexample: Counterexample, **facts: Fact) -> Judgement:
        """A refutation; it always has a counterexample."""
        return Judgement(Verdict.REFUTED, reason, tuple(facts.items()), counterexample)

    @staticmethod
    def undecided(reason: str, **facts: Fact) -> Judgement:
        """Neither, with what was tried and where it stopped."""
        return Judgement(Verdict.UNDECIDED, reason, tuple(facts.items()))
