"""Where one statement ends and the next begins, found on the tokens alone.

A statement begins at one of the fifteen keywords outside of brackets. Inside brackets a keyword that is followed by a name
begins one too: a keyword is never a name, so that a bracket must be missing, and the statements after it stay whole. A
line that begins at the margin of the statement before it with a word that cannot continue it is a statement whose keyword
is misspelt. Text in quotation marks is one token, so that a docstring may contain the word `end`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from catalg.language.keywords import CLAIMS, ENDS_EXPRESSION, INFIX, STATEMENTS
from catalg.language.tokens import TRIVIA, Token


@dataclass(frozen=True, slots=True)
class Chunk:
    """The tokens of one statement, without blanks and comments, and the docstrings before it."""

    docs: tuple[Token, ...]
    tokens: tuple[Token, ...]

    @property
    def keyword(self) -> str | None:
        """The statement keyword at its head, if there is one."""
        head = self.tokens[0] if self.tokens else None
        return head.text if head is not None and head.type == "NAME" and head.text in STATEMENTS else None


_OPEN = frozenset({"LPAR", "LSQB", "LBRACE"})
_CLOSE = frozenset({"RPAR", "RSQB", "RBRACE"})


def split(tokens: Sequence[Token]) -> list[Chunk]:
    """The statements of a token stream. Only the last chunk can be without tokens: docstrings at the end of the file."""
    significant: list[Token] = []
    columns: list[int] = []  # of a token that is first on its line, else -1
    indent, first = 0, True
    for token in tokens:
        kind = token.type
        if kind == "NEWLINE":
            indent, first = 0, True
        elif kind == "BLANK" and first:
            indent = len(token.text.strip("\ufeff").expandtabs(8))
        elif kind not in TRIVIA:
            significant.append(token)
            columns.append(indent if first else -1)
            first = False

    chunks: list[Chunk] = []
    docs: list[Token] = []
    current: list[Token] = []
    depth = margin = 0
    prose = False
    for index, token in enumerate(significant):
        kind = token.type
        if prose:  # what follows an open docstring on its own lines is text, up to the next statement
            if columns[index] < 0 or token.text not in STATEMENTS:
                continue
            prose = False
        if kind == "NAME" or kind == "DOCSTRING" or kind == "OPEN_DOCSTRING":
            if current and _begins(significant, columns, index, current, depth, margin):
                chunks.append(Chunk(tuple(docs), tuple(current)))
                docs, current, depth = [], [], 0
            if not current:
                if kind != "NAME":
                    docs.append(token)
                    prose = kind == "OPEN_DOCSTRING"
                    continue
                margin = max(columns[index], 0)
        elif kind in _OPEN:
            depth += 1
        elif kind in _CLOSE:
            depth = max(0, depth - 1)
        current.append(token)
    if current or docs:
        chunks.append(Chunk(tuple(docs), tuple(current)))
    return chunks


def _begins(
    tokens: Sequence[Token], columns: Sequence[int], index: int, current: Sequence[Token], depth: int, margin: int
) -> bool:
    token = tokens[index]
    on_new_line = columns[index] >= 0
    following = tokens[index + 1] if index + 1 < len(tokens) else None
    if token.type != "NAME":
        if depth == 0 and (on_new_line or tokens[index - 1].type in ENDS_EXPRESSION and len(current) > 2):
            return True
        return on_new_line and following is not None and following.text in STATEMENTS
    if token.text in STATEMENTS:
        if on_new_line and depth == 0:
            return True
        if following is None:
            return False
        continues = following.type == "NAME" or token.text in CLAIMS and following.type == "LPAR"
        return continues and (on_new_line or len(current) > 1)
    return (
        on_new_line
        and depth == 0
        and columns[index] <= margin
        and token.text not in INFIX
        and current[-1].type in ENDS_EXPRESSION
    )
