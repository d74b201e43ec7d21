"""Places in a text: spans of characters, and the source that turns them into lines and columns.

A span is two character offsets and nothing else, so that every node of a syntax tree can carry one and cross a process
boundary cheaply. The text itself, its path and its line table live once, in `Source`.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field
from typing import NamedTuple


class Span(NamedTuple):
    """The characters from `start` up to but not including `end`, counted from 0.

    >>> Span(2, 5).join(Span(7, 9))
    Span(start=2, end=9)
    """

    start: int
    end: int

    def join(self, other: Span) -> Span:
        """The smallest span that holds both."""
        return Span(min(self.start, other.start), max(self.end, other.end))


NOWHERE = Span(0, 0)


class Position(NamedTuple):
    """A line and a column, both counted from 1; columns count characters, a tab or a wide sign as one."""

    line: int
    column: int


# Lines end as editors end them: at \n, \r\n or a lone \r. (str.splitlines also splits at form feeds and U+2028.)
_LINE_END = re.compile(r"\r\n|\n|\r")


@dataclass(frozen=True, slots=True)
class Source:
    """A text with its path and its line table.

    >>> source = Source("a.cat", "group G\\n  = SO(3)\\n")
    >>> source.position(10)
    Position(line=2, column=3)
    >>> source.line(2)
    '  = SO(3)'
    """

    path: str
    text: str
    line_starts: tuple[int, ...] = field(default=(), repr=False, compare=False)

    def __post_init__(self) -> None:
        starts = (0, *(match.end() for match in _LINE_END.finditer(self.text)))
        object.__setattr__(self, "line_starts", starts)

    def position(self, offset: int) -> Position:
        """Line and column of a character offset; offsets past the end count as the end."""
        offset = max(0, min(offset, len(self.text)))
        line = bisect_right(self.line_starts, offset)
        return Position(line, offset - self.line_starts[line - 1] + 1)

    def line(self, number: int) -> str:
        """The text of a line (from 1) without its line end; empty for a line that does not exist."""
        if not 1 <= number <= len(self.line_starts):
            return ""
        start = self.line_starts[number - 1]
        end = self.line_starts[number] if number < len(self.line_starts) else len(self.text)
        return self.text[start:end].rstrip("\r\n")

    def slice(self, span: Span) -> str:
        """The characters of a span."""
        return self.text[span.start : span.end]
