"""What is shown at a name: the declaration, its documentation, its verdict and its closed form; or what a word means."""

from __future__ import annotations

import re

from catalg.diagnostics import Span
from catalg.editor import names
from catalg.editor.analysis import Analysis
from catalg.editor.vocabulary import KEYWORDS, families, library
from catalg.engine.outcome import Result
from catalg.language import tree
from catalg.model.goals import DECLARATIONS
from catalg.model.verdict import Verdict

LONGEST = 400
"""Declarations are shown up to so many characters."""

STEPS = 20
"""The first so many steps of a derivation are shown."""

MARKS = {Verdict.PROVED: "✓", Verdict.REFUTED: "✗", Verdict.UNDECIDED: "?"}


def hover(analysis: Analysis, offset: int) -> tuple[str, Span] | None:
    """Markdown about what stands at an offset, and the place that it is about; None where there is nothing to say."""
    token = analysis.token_at(offset)
    if token is None or token.type != "NAME":
        return None
    place = Span(token.start, token.end)
    statement = analysis.statement_at(offset)
    if statement is not None and place.start == statement.span.start:
        result = _result_of(analysis, statement)
        return None if result is None else (verdict_text(result), place)
    found = names.definitions(analysis, offset)
    known = names.declarations(analysis).get(token.text)
    if found and known is not None and _declares(analysis, known, found[0]):
        return _declaration(analysis, known), place
    if found:
        line = analysis.source.position(found[0].start).line
        return f"`{analysis.source.line(line).strip()}`\n\nbound in line {line}", place
    if token.text in KEYWORDS:
        return None
    told = families().get(token.text) or library().get(token.text)
    return None if told is None else (f"**{token.text}**: {told}", place)


def verdict_text(result: Result) -> str:
    """A verdict with its reason, and the closed form with its derivation where there is one, as Markdown."""
    from catalg.render.abbreviate import abbreviated
    from catalg.render.sentence import tell
    from catalg.render.solution import left_side, summary
    from catalg.render.terms_text import pretty
    from catalg.render.voices import TEXT

    judgement, solution = result.judgement, result.solution
    reason = tell(TEXT, judgement)
    if solution is not None and judgement.verdict is Verdict.PROVED:
        reason = summary(solution, result.item) or reason
    parts = [
        f"{MARKS[judgement.verdict]} **{judgement.verdict.value}**"
        + (f": {escaped(reason)}" if reason else "")
    ]
    if solution is not None:
        parts.append(
            f"```text\n{left_side(result.item, solution)} = {pretty(abbreviated(solution.formula))}\n```"
        )
        steps = [
            f"{number}. {tell(TEXT, step)}" for number, step in enumerate(solution.proposal.steps[:STEPS], 1)
        ]
        if len(solution.proposal.steps) > STEPS:
            steps.append("…")
        if steps:
            parts.append("```text\n" + "\n".join(steps) + "\n```")
    if judgement.counterexample is not None and judgement.verdict is Verdict.REFUTED:
        parts.append(escaped(tell(TEXT, judgement.counterexample)))
    return "\n\n".join(parts)


def escaped(text: str) -> str:
    """Text in which Markdown sees nothing but the code between ticks.

    >>> print(escaped("a_1 * b, see `a * b`"))
    a\\_1 \\* b, see `a * b`
    """
    return re.sub(r"(`[^`]*`)|([\\*_<>\[\]#|])", lambda found: found[1] or "\\" + found[2], text)


def _declaration(analysis: Analysis, statement: tree.Statement) -> str:
    text = analysis.source.slice(statement.span)
    shown = text if len(text) <= LONGEST else text[:LONGEST] + " …"
    parts = [f"```catalg\n{shown}\n```"]
    if statement.doc:
        parts.append(statement.doc)
    result = _result_of(analysis, statement)
    if result is not None:
        parts.append(verdict_text(result))
    elif statement.keyword in DECLARATIONS and not analysis.results:
        parts.append("*not judged since the last change: save the file*")
    return "\n\n".join(parts)


def _result_of(analysis: Analysis, statement: tree.Statement) -> Result | None:
    for result in analysis.results:
        if result.item.span[0] == statement.span.start:
            return result
    return None


def _declares(analysis: Analysis, statement: tree.Statement, place: Span) -> bool:
    return isinstance(statement, names.DECLARING) and analysis.name_span(statement.name.span) == place
