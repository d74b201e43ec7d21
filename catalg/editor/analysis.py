"""A text as an editor holds it: read and elaborated at every change, and judged when it is saved."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field, replace

from catalg.diagnostics import Diagnostic, Source, Span
from catalg.engine.outcome import Result
from catalg.language.parser import ParsedFile, parse
from catalg.language.tokens import TRIVIA, Token, tokenize
from catalg.language.tree import Statement
from catalg.model.goals import Specification


@dataclass(frozen=True, slots=True)
class Analysis:
    """What is known about a text. `results` are the verdicts on exactly this text, empty until it is judged."""

    parsed: ParsedFile
    tokens: tuple[Token, ...]
    diagnostics: tuple[Diagnostic, ...]
    specification: Specification | None
    results: tuple[Result, ...] = ()
    _starts: tuple[int, ...] = field(default=(), repr=False)

    @property
    def source(self) -> Source:
        """The text with its path and lines."""
        return self.parsed.source

    @property
    def statements(self) -> tuple[Statement, ...]:
        """The statements that could be read."""
        return self.parsed.statements

    def judged(self, results: tuple[Result, ...]) -> Analysis:
        """The same with verdicts."""
        return replace(self, results=results)

    def token_at(self, offset: int) -> Token | None:
        """The token that the cursor is on; at the end of a name the name."""
        for place in (offset, offset - 1):
            index = bisect_right(self._starts, place) - 1
            if index < 0 or place >= self.tokens[index].end:
                continue
            token = self.tokens[index]
            if token.type == "NAME" or place == offset and token.type not in TRIVIA:
                return token
        return None

    def statement_at(self, offset: int) -> Statement | None:
        """The statement around an offset."""
        for statement in self.statements:
            if statement.span.start <= offset <= statement.span.end:
                return statement
        return None

    def name_span(self, span: Span) -> Span:
        """The name itself in the span of its node, which brackets around it widen."""
        index = max(0, bisect_right(self._starts, span.start) - 1)
        for token in self.tokens[index:]:
            if token.start >= span.start and token.type in ("NAME", "STAR"):
                return Span(token.start, token.end)
            if token.start >= span.end:
                break
        return span


def analyse(text: str, path: str = "<input>") -> Analysis:
    """Read and elaborate a text; nothing is solved. Never raises for what the text holds.

    >>> [found.code for found in analyse("functor V : G -> Vect = vector").diagnostics]
    ['E0301']
    """
    from catalg.engine.check import elaborated

    parsed = parse(text, path)
    specification, found = elaborated(parsed)
    tokens = tuple(tokenize(text))
    diagnostics = tuple(sorted((*parsed.diagnostics, *found), key=lambda entry: entry.span))
    return Analysis(parsed, tokens, diagnostics, specification, (), tuple(token.start for token in tokens))
