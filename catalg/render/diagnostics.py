"""Diagnostics as text with the place marked, and as JSON.

The text is plain or ANSI, by the palette that is handed over; both can be printed through rich (`Text.from_ansi`) or
straight. Columns on the screen are not characters: a tab runs to the next multiple of four, a wide sign takes two cells, a
combining one none; the carets stand under what they mean all the same. Long lines are cut around the marked place, and
characters that could steer a terminal are shown as a replacement sign.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from catalg.diagnostics.diagnostic import Diagnostic, Label
from catalg.diagnostics.source import Source

TAB = 4
WIDTH = 116


@dataclass(frozen=True, slots=True)
class Palette:
    """What is written before a piece of text of each role, and `reset` after it; empty strings leave the text plain."""

    error: str = ""
    warning: str = ""
    note: str = ""
    secondary: str = ""
    frame: str = ""
    strong: str = ""
    reset: str = ""

    def paint(self, role: str, text: str) -> str:
        """The text in the colours of a role."""
        return f"{getattr(self, role)}{text}{self.reset}" if text else text


PLAIN = Palette()
ANSI = Palette("\x1b[1;31m", "\x1b[1;33m", "\x1b[1;36m", "\x1b[1;34m", "\x1b[34m", "\x1b[1m", "\x1b[0m")


def render_diagnostic(item: Diagnostic, source: Source, palette: Palette = PLAIN) -> str:
    """One diagnostic as lines of text, without a line end at its end.

    >>> from catalg.language import parse
    >>> parsed = parse("group G = SO(3", "a.cat")
    >>> print(render_diagnostic(parsed.diagnostics[0], parsed.source))
    error[E0202]: the bracket `(` is never closed
     --> a.cat:1:15
      |
    1 | group G = SO(3
      |               ^ expected `)`
      |             - the bracket opened here
      |
      = help: close the bracket with `)`
    """
    place = source.position(item.span.start)
    marks = [_Mark(Label(item.span, item.label or ""), "^", item.severity)]
    marks += [_Mark(label, "-", "secondary") for label in item.secondary]
    numbers = [source.position(mark.label.span.start).line for mark in marks]
    gutter = len(str(max(numbers))) if source.text else 1
    bar = palette.paint("frame", " " * gutter + " |")

    head = palette.paint(item.severity, f"{item.severity}[{item.code}]") + palette.paint("strong", f": {_safe(item.message)}")
    where = f"{_safe(source.path)}:{place.line}:{place.column}" if source.text else _safe(source.path)
    lines = [head, palette.paint("frame", " " * gutter + "--> ") + where]
    if source.text:
        lines.append(bar)
        previous = None
        for number in sorted(set(numbers)):
            if previous is not None and number > previous + 1:
                lines.append(palette.paint("frame", " " * gutter + "..."))
            previous = number
            here = [mark for mark, line in zip(marks, numbers, strict=True) if line == number]
            shown, rows = _annotate(source, number, here, palette)
            lines.append(palette.paint("frame", f"{number:>{gutter}} |") + (f" {shown}" if shown else ""))
            lines += [f"{bar} {row}" for row in rows]
    remarks = [("help", item.help)] if item.help else []
    remarks += [("note", note) for note in item.notes]
    if remarks and source.text:
        lines.append(bar)
    for kind, text in remarks:
        lines.append(palette.paint("frame", " " * gutter + " = ") + palette.paint("strong", kind) + f": {_safe(text)}")
    return "\n".join(lines)


def render_diagnostics(items: Iterable[Diagnostic], source: Source, palette: Palette = PLAIN) -> str:
    """Several diagnostics with a blank line between them."""
    return "\n\n".join(render_diagnostic(item, source, palette) for item in items)


def diagnostic_to_json(item: Diagnostic, source: Source) -> dict[str, Any]:
    """A diagnostic as the JSON object of the command line's output; lines and columns count characters from 1.

    >>> from catalg.language import parse
    >>> parsed = parse("group G = SO(3")
    >>> sorted(diagnostic_to_json(parsed.diagnostics[0], parsed.source))
    ['code', 'column', 'end_column', 'end_line', 'help', 'line', 'message', 'severity']
    """
    start, end = source.position(item.span.start), source.position(item.span.end)
    return {
        "code": item.code,
        "severity": item.severity,
        "message": item.message,
        "help": item.help,
        "line": start.line,
        "column": start.column,
        "end_line": end.line,
        "end_column": end.column,
    }


@dataclass(frozen=True, slots=True)
class _Mark:
    label: Label
    sign: str
    role: str


def _annotate(source: Source, number: int, marks: list[_Mark], palette: Palette) -> tuple[str, list[str]]:
    """The line as shown, and a row below it for each mark, cut to the window that holds the first one."""
    text = source.line(number)
    cells = _cells(text)
    line_start = source.line_starts[number - 1]

    def column(offset: int) -> int:
        return cells[max(0, min(offset - line_start, len(text)))]

    total = cells[-1]
    left, right = 0, total
    if total > WIDTH:
        left = max(0, min(column(marks[0].label.span.start) - WIDTH // 3, total - WIDTH))
        right = left + WIDTH
    shown = _cut(text, cells, left, right).rstrip()
    rows = []
    for mark in marks:
        begin, end = column(mark.label.span.start), column(mark.label.span.end)
        begin = min(max(begin, left), right)
        width = max(1, min(end, right) - begin)
        sign = palette.paint(mark.role, mark.sign * width + (f" {_safe(mark.label.text)}" if mark.label.text else ""))
        rows.append(" " * (begin - left) + sign)
    return shown, rows


def _cells(text: str) -> list[int]:
    """The screen column at which each character begins, and the one after the last."""
    columns = [0]
    for sign in text:
        here = columns[-1]
        columns.append(here + (TAB - here % TAB if sign == "\t" else _width(sign)))
    return columns


def _width(sign: str) -> int:
    if sign.isascii():
        return 1
    if unicodedata.combining(sign):
        return 0
    return 2 if unicodedata.east_asian_width(sign) in "WF" else 1


def _cut(text: str, cells: list[int], left: int, right: int) -> str:
    parts: list[str] = []
    for index, sign in enumerate(text):
        begin, end = cells[index], cells[index + 1]
        if begin >= right:
            break
        if begin >= left:
            parts.append(" " * (end - begin) if sign == "\t" else _safe(sign))
    shown = "".join(parts)
    if left > 0:
        shown = "…" + shown[1:]
    if right < cells[-1]:
        shown = shown[:-1] + "…"
    return shown


def _safe(text: str) -> str:
    """Text without characters that could steer a terminal or turn the direction of writing."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        "\N{REPLACEMENT CHARACTER}" if unicodedata.category(sign) in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp") else sign
        for sign in text
    )
