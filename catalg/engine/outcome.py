"""What the engine answers: outcomes, results and the report on a file, with the status that the exit code follows.

The status of a file is `invalid` when a diagnostic is an error; else `refuted` when something asserted is; else
`undecided` when something asserted is; else `proved`. What asserts nothing never counts, and neither do warnings.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal, Protocol

from catalg.diagnostics import Diagnostic, Source
from catalg.language.tree import Statement
from catalg.model.goals import Item, Specification
from catalg.model.solution import Solution
from catalg.model.verdict import Counterexample, Judgement, Verdict

Status = Literal["proved", "refuted", "undecided", "invalid"]

EXIT_CODES: dict[Status, int] = {"proved": 0, "refuted": 1, "invalid": 2, "undecided": 3}


@dataclass(frozen=True, slots=True)
class Outcome:
    """The answer to one item: a judgement, and the certified solution where the item is an unknown that was solved."""

    judgement: Judgement
    solution: Solution | None = None


class Solver(Protocol):
    """Answers the items of one specification; lives in the worker process."""

    def run(self, index: int) -> Outcome:
        """The answer to `specification.items[index]`; deterministic, may take long, may be killed."""
        ...

    def adopt(self, index: int, outcome: Outcome) -> None:
        """Take over an answer that was found before this process was started, so that nothing is solved twice."""
        ...


@dataclass(frozen=True, slots=True)
class Result:
    """One line of the report: an item with its answer and the seconds that it took."""

    item: Item
    judgement: Judgement
    solution: Solution | None = None
    seconds: float = 0.0

    @property
    def counts(self) -> bool:
        """Whether the verdict takes part in the status of the file."""
        return self.item.asserted


@dataclass(frozen=True, slots=True)
class FileReport:
    """Everything that was found out about one file.

    `specification` is None when the file could not be read; `source` then holds an empty text. `documentation` is the
    docstring of the file as a whole, `statements` its syntax trees.
    """

    path: str
    source: Source
    diagnostics: tuple[Diagnostic, ...]
    results: tuple[Result, ...] = ()
    specification: Specification | None = None
    documentation: str = ""
    statements: tuple[Statement, ...] = ()

    @property
    def status(self) -> Status:
        """The one word for the whole file."""
        if any(found.is_error for found in self.diagnostics):
            return "invalid"
        verdicts = {result.judgement.verdict for result in self.results if result.counts}
        if Verdict.REFUTED in verdicts:
            return "refuted"
        return "undecided" if Verdict.UNDECIDED in verdicts else "proved"

    def result(self, name: str) -> Result:
        """The result of the declaration of that name. Raises KeyError."""
        for found in self.results:
            if found.item.name == name and found.item.kind not in ASSERTIONS:
                return found
        raise KeyError(name)


ASSERTIONS = frozenset({"expect", "check", "refute", "derive", "equation"})
"""Kinds of items that say something about declarations and declare nothing themselves."""


def exit_code(reports: Iterable[FileReport]) -> int:
    """2 when any input is invalid, else 1 when anything is refuted, else 3 when anything is undecided, else 0.

    >>> exit_code([])
    0
    """
    found = {report.status for report in reports}
    status: Status
    for status in ("invalid", "refuted", "undecided"):
        if status in found:
            return EXIT_CODES[status]
    return 0


def negated(outcome: Outcome) -> Outcome:
    """The answer to `refute X` from the answer to X: it holds when X is refuted, and the witness is kept.

    >>> negated(Outcome(Judgement.undecided("no strategy"))).judgement.verdict
    <Verdict.UNDECIDED: 'undecided'>
    """
    judgement = outcome.judgement
    if judgement.verdict is Verdict.REFUTED:
        return replace(outcome, judgement=replace(judgement, verdict=Verdict.PROVED))
    if judgement.verdict is Verdict.PROVED:
        witness = Counterexample("claim-holds", (("reason", judgement.reason),))
        flipped = Judgement(Verdict.REFUTED, "claim-holds", judgement.facts, witness, judgement.evidence)
        return replace(outcome, judgement=flipped)
    return outcome
