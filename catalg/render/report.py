"""The report of `check`: one line for each declaration and assertion, counterexamples below theirs, then a summary."""

from __future__ import annotations

import re
import textwrap
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence

from catalg.diagnostics import Diagnostic, Source
from catalg.engine.outcome import ASSERTIONS, FileReport, Result
from catalg.model.goals import Item
from catalg.model.verdict import Counterexample, Verdict
from catalg.render.diagnostics import ANSI, PLAIN, render_diagnostics
from catalg.render.look import Look
from catalg.render.proofs import proof_of
from catalg.render.sentence import tell
from catalg.render.solution import summary
from catalg.render.squares import square_text
from catalg.render.voices import TEXT

LABEL_WIDTH = 44
SLOW_SECONDS = 1.0
NARROW = 36
"""Reasons need a column of at least this width beside the labels, or they go below them."""

_NOISE = re.compile(r'"""(?:.|\n)*?"""|#[^\n]*|("[^"\n]*")')


def report_text(report: FileReport, look: Look) -> str:
    """The whole report on one file, without a line end at its end."""
    parts = []
    if report.diagnostics:
        parts.append(diagnostics_text(report.diagnostics, report.source, look))
    lines = [look.paint(printable(report.path), "bold")]
    labels = [label(result.item, report.source) for result in report.results]
    column = max((len(text) for text in labels if len(text) <= LABEL_WIDTH), default=0)
    for result, text in zip(report.results, labels, strict=True):
        lines += _lines(result, text, column, look)
    lines.append(f"  {_summary((report,), look)}")
    parts.append("\n".join(line.rstrip() for line in lines))
    return "\n\n".join(parts) + "\n"


def total_text(reports: Sequence[FileReport], look: Look) -> str:
    """The last line when there are several files."""
    return f"{len(reports)} files: {_summary(reports, look)}"


def diagnostics_text(diagnostics: Iterable[Diagnostic], source: Source, look: Look) -> str:
    """Diagnostics with their places, in the colours of the stream."""
    return render_diagnostics(diagnostics, source, ANSI if look.colour else PLAIN)


def label(item: Item, source: Source) -> str:
    """What a line is about: an assertion as it is written, a declaration by its kind and name.

    >>> label(Item("expect", "", (0, 26), None), Source("a", "expect dim A\\n  =   2 # two"))
    'expect dim A = 2'
    """
    if item.kind not in ASSERTIONS and item.kind != "derive":
        return f"{item.kind} {item.name}"
    return statement(source.text[item.span[0] : item.span[1]])


def statement(text: str) -> str:
    """A statement on one line, without its comments and docstring."""
    return printable(" ".join(_NOISE.sub(lambda found: found[1] or " ", text).split()))


def printable(text: str) -> str:
    """Text without characters that could steer a terminal."""
    return "".join("�" if unicodedata.category(sign) in ("Cc", "Cf", "Cs", "Co") else sign for sign in text)


def _lines(result: Result, text: str, column: int, look: Look) -> list[str]:
    judgement = result.judgement
    reason = tell(TEXT, judgement)
    if result.solution is not None and judgement.verdict is Verdict.PROVED:
        reason = summary(result.solution, result.item) or reason
    verdict = judgement.verdict.value
    told = reason if reason.startswith(verdict) else f"{verdict}: {reason}" if reason else verdict
    slow = f"  ({result.seconds:.1f} s)" if result.seconds >= SLOW_SECONDS else ""
    mark = look.mark(judgement.verdict)
    if not result.counts and judgement.verdict is not Verdict.PROVED:
        mark = look.paint("·" if look.unicode else "..", "dim")
    pad = 2 + (1 if look.unicode else 2) + 1
    left = pad + column + 2
    if len(text) > column or look.width - left < NARROW:  # the reason goes below the label
        first, *more = textwrap.wrap(text, look.width - pad - 2) or [""]
        lines = [f"  {mark} {first}", *(" " * (pad + 2) + line for line in more)]
        left, start = pad + 2, " " * (pad + 2)
    else:
        lines, start = [], f"  {mark} {text:<{column}}  "
    first, *more = textwrap.wrap(told + slow, look.width - left) or [""]
    lines.append(start + look.mark(judgement.verdict, first[: len(verdict)]) + first[len(verdict) :])
    lines += [" " * left + line for line in more]
    for evidence in proof_of(result):
        first, *more = _wrapped(tell(TEXT, evidence), look.width - pad - 4)
        lines += [f"{' ' * (pad + 2)}{'•' if look.unicode else '*'} {first}", *(" " * (pad + 4) + line for line in more)]
    witness = judgement.counterexample
    repeated = witness is not None and tell(TEXT, witness) in told
    if witness is not None and witness.rule != "claim-holds" and result.counts and not repeated:
        lines += [" " * (pad + 2) + line for line in _witness(witness, look, pad)]
    return lines


def _witness(witness: Counterexample, look: Look, pad: int) -> list[str]:
    lines = _wrapped(tell(TEXT, witness), look.width - pad - 2)
    drawn = square_text(witness) if look.unicode else None
    if drawn is not None and max(map(len, drawn.split("\n"))) <= look.width - pad - 4:
        lines += ["", *(f"  {line}" for line in drawn.split("\n")), ""]
    return lines


def _wrapped(text: str, width: int) -> list[str]:
    """Lines of at most that width; line ends in the text stay."""
    lines: list[str] = []
    for line in text.split("\n"):
        lines += textwrap.wrap(line, max(20, width), subsequent_indent="  ", break_long_words=False) or [""]
    return lines


def _summary(reports: Sequence[FileReport], look: Look) -> str:
    counts = Counter(result.judgement.verdict for report in reports for result in report.results if result.counts)
    errors = sum(found.is_error for report in reports for found in report.diagnostics)
    warnings = sum(found.severity == "warning" for report in reports for found in report.diagnostics)
    parts = [look.mark(verdict, f"{counts[verdict]} {verdict.value}") for verdict in Verdict if counts[verdict]]
    if errors:
        parts.insert(0, look.paint(f"{errors} error{'' if errors == 1 else 's'}", "red"))
    if warnings:
        parts.append(look.paint(f"{warnings} warning{'' if warnings == 1 else 's'}", "yellow"))
    return ", ".join(parts) or "nothing asserted"
