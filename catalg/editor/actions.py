"""Remedies that can be carried out: each help line that names one becomes an edit.

A remedy is offered only if the text after it was read again and the mistake is gone, with no new one in its place.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from catalg.diagnostics import Diagnostic, Span
from catalg.editor.analysis import Analysis, analyse
from catalg.editor.names import replaced

_INSTEAD = re.compile(r"(?:exists|is written):? `([^`]+)`")
_DECLARE = re.compile(r"^declare `(param [^`]+)`$")
_CLOSE = re.compile(r"^close the bracket with `([)\]}])`$")


@dataclass(frozen=True, slots=True)
class Remedy:
    """An edit with its title and the mistake that it mends."""

    title: str
    diagnostic: Diagnostic
    span: Span
    text: str


def remedies(analysis: Analysis, span: Span) -> list[Remedy]:
    """The remedies of the mistakes that touch a span."""
    found = []
    for diagnostic in analysis.diagnostics:
        if diagnostic.span.start <= span.end and span.start <= diagnostic.span.end:
            found += [remedy for remedy in _proposed(analysis, diagnostic) if _mends(analysis, remedy)]
    return found


def _proposed(analysis: Analysis, diagnostic: Diagnostic) -> Iterator[Remedy]:
    help = diagnostic.help or ""
    if instead := _INSTEAD.search(help):
        place = analysis.name_span(diagnostic.span) if "exists" in instead[0] else diagnostic.span
        yield Remedy(f"replace by `{instead[1]}`", diagnostic, place, instead[1])
    if declare := _DECLARE.search(help):
        statement = analysis.statement_at(diagnostic.span.start)
        start = 0 if statement is None else statement.span.start
        line = analysis.source.position(start).line
        yield Remedy(help, diagnostic, Span(*[analysis.source.line_starts[line - 1]] * 2), declare[1] + "\n")
    if close := _CLOSE.search(help):
        yield Remedy(help, diagnostic, Span(*[diagnostic.span.start] * 2), close[1])


def _mends(analysis: Analysis, remedy: Remedy) -> bool:
    text = replaced(analysis.source.text, [(remedy.span, remedy.text)])
    before, after = _mistakes(analysis), _mistakes(analyse(text, analysis.source.path))
    kind = (remedy.diagnostic.code, remedy.diagnostic.message)
    return after[kind] < before[kind] and after.total() < before.total()


def _mistakes(analysis: Analysis) -> Counter[tuple[str, str]]:
    return Counter((found.code, found.message) for found in analysis.diagnostics)
