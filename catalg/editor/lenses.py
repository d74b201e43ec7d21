"""Code lenses: above what was solved, what was found, and the derivation on request."""

from __future__ import annotations

from dataclasses import dataclass

from catalg.diagnostics import Span
from catalg.editor.analysis import Analysis
from catalg.engine.outcome import FileReport, Result
from catalg.engine.selection import UNKNOWNS
from catalg.model.verdict import Verdict
from catalg.render.solution import derivation_text, summary

MARKS = {Verdict.PROVED: "✓", Verdict.REFUTED: "✗", Verdict.UNDECIDED: "?"}


@dataclass(frozen=True, slots=True)
class Lens:
    """A line above the statement at `span`; `index` is the result whose derivation it shows."""

    span: Span
    title: str
    index: int


def lenses(analysis: Analysis) -> list[Lens]:
    """One lens for each unknown and each `derive` statement that has a solution; none before the text was judged."""
    found = []
    for index, result in enumerate(analysis.results):
        if result.solution is not None and result.item.kind in (*UNKNOWNS, "derive"):
            told = summary(result.solution, result.item) or result.judgement.verdict.value
            count = len(result.solution.proposal.steps)
            more = f" · derivation, {count} step{'' if count == 1 else 's'}" if count else " · certificate"
            title = f"{MARKS[result.judgement.verdict]} {told}{more}"
            found.append(Lens(Span(*result.item.span), title, index))
    return found


def derivation(analysis: Analysis, index: int) -> str | None:
    """The derivation with its certificate as text; None where the text has no such result any more."""
    from catalg.render.look import Look

    if not 0 <= index < len(analysis.results):
        return None
    result: Result = analysis.results[index]
    if result.solution is None:
        return None
    report = FileReport(analysis.source.path, analysis.source, analysis.diagnostics, analysis.results)
    return derivation_text(result, report, Look()) + "\n"
