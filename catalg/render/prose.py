"""Sentences that hold formulas, taken apart: the statements of a paper are written once, and every output sets its pieces.

`statements`, `display` and the lists of basis matrices speak LaTeX, with formulas between dollars or in display brackets. The
page and the Markdown text split their sentences here and write words and formulas in their own way.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

from catalg.engine.outcome import FileReport, Result
from catalg.model.coends import CoendSpace
from catalg.model.goals import FormulaTransformation
from catalg.render.latex.statements import Statements
from catalg.render.terms_mathml import plain
from catalg.terms import Term

Kind = Literal["words", "formula", "display"]

UNKNOWN_KINDS = ("end", "coend", "limit", "colimit")


def pieces(text: str) -> Iterator[tuple[Kind, str]]:
    """Words as bare text, formulas in line and displayed ones as their LaTeX.

    >>> list(pieces(r"Let $n = 3$, 50\\%.\\[\\catalgfit{x}\\]"))
    [('words', 'Let '), ('formula', 'n = 3'), ('words', ', 50%.'), ('display', 'x')]
    """
    position, start = 0, 0
    while position < len(text):
        if text.startswith(r"\[", position):
            end = text.find(r"\]", position + 2)
            end = len(text) if end < 0 else end
            kind: Kind = "display"
            inside, after = _unfitted(text[position + 2 : end]), end + 2
        elif text[position] == "$":
            end = _closing(text, position + 1)
            kind, inside, after = "formula", text[position + 1 : end], end + 1
        else:
            position += 2 if text[position] == "\\" else 1
            continue
        if text[start:position].strip(" \n") or " " in text[start:position]:
            yield "words", plain(text[start:position]).replace("\n", " ")
        yield kind, inside
        position = start = after
    if text[start:].strip():
        yield "words", plain(text[start:]).replace("\n", " ")


def _closing(text: str, position: int) -> int:
    """The dollar that ends a formula; those inside brackets belong to words in it."""
    depth = 0
    while position < len(text):
        sign = text[position]
        if sign == "\\":
            position += 1
        elif sign == "$" and depth == 0:
            return position
        else:
            depth += (sign == "{") - (sign == "}")
        position += 1
    return len(text)


def _unfitted(text: str) -> str:
    """A displayed formula without the box that shrinks it to the line."""
    found = re.fullmatch(r"\\catalgfit\{(.*)\}", text.strip(), re.DOTALL)
    return found[1] if found else text.strip()


def statements_of(report: FileReport) -> Statements:
    """The sentences for the declarations of a report."""
    items = report.specification.items if report.specification else ()
    formulas: dict[str, Term] = {i.name: i.subject.formula for i in items if isinstance(i.subject, FormulaTransformation)}
    formulas |= {i.name: i.subject.expression for i in items if isinstance(i.subject, CoendSpace)}
    return Statements(report.statements, formulas)


def derivations(report: FileReport) -> Iterator[tuple[Result, Result]]:
    """Each unknown with the result that was asked for: that of its `derive` statement, or its own."""
    for result in report.results:
        if result.item.kind in UNKNOWN_KINDS:
            yield result, next(
                (r for r in report.results if r.item.kind == "derive" and r.item.name == result.item.name and r.solution), result
            )


def file_name(report: FileReport) -> str:
    """The last part of the path."""
    return report.path.replace("\\", "/").rsplit("/", 1)[-1]
