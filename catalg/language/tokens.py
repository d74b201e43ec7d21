"""The lexer: text to lossless tokens. The tokens of a text, one after the other, are the text.

Blanks, line ends and comments are tokens too (`TRIVIA`), which the parser skips and the formatter keeps. What is not part
of the language becomes a token of one of the kinds in `BAD`, so that a wrong character spoils its statement and no other.
The `text` of a token is its normalised spelling; how it was written is in the source.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from catalg.language.signs import (
    ASCII_SIGNS,
    DOT_PRODUCTS,
    GREEK,
    INFINITY,
    INTEGRAL,
    SUPERSCRIPTS,
    UNICODE_SIGNS,
    ascii_name,
)

MAX_DIGITS = 1000
MAX_NAME = 255


class Token(NamedTuple):
    """A piece of text: its terminal, its normalised spelling, and where it stands."""

    type: str
    text: str
    start: int
    end: int


TRIVIA = frozenset({"BLANK", "NEWLINE", "COMMENT"})
BAD = frozenset({"BAD", "OPEN_STRING", "OPEN_DOCSTRING", "TOO_LONG"})

_SIGNS: dict[str, tuple[str, str]] = {sign: (terminal, sign) for sign, terminal in ASCII_SIGNS.items()}
_SIGNS |= {sign: (ASCII_SIGNS[spelling], spelling) for sign, spelling in UNICODE_SIGNS.items()}
_SIGNS |= {sign: ("INNER", "·") for sign in DOT_PRODUCTS}
_SIGNS[INTEGRAL] = ("INT", "int")
_SIGNS[INFINITY] = ("NAME", "oo")

_LETTERS = "A-Za-z_" + "".join(GREEK)
_TOKEN = re.compile(
    "|".join(
        (
            r"(?P<BLANK>\A\ufeff|[ \t\f\v\u00a0]+)",
            r"(?P<NEWLINE>\r\n|\n|\r)",
            rf"(?P<NAME>[{_LETTERS}][{_LETTERS}0-9]*)",
            r"(?P<NUMBER>[0-9]+(?:\.[0-9]+)?)",
            rf"(?P<INTEGRAL>{INTEGRAL}[ \t]*\^)",
            f"(?P<SIGN>{'|'.join(re.escape(sign) for sign in sorted(_SIGNS, key=len, reverse=True))})",
            r"(?P<COMMENT>\#[^\r\n]*)",
            r'(?P<DOCSTRING>"""[\s\S]*?""")',
            r'(?P<OPEN_DOCSTRING>"""[^\r\n]*)',
            r'(?P<STRING>"[^"\r\n]*")',
            r'(?P<OPEN_STRING>"[^\r\n]*)',
            r"(?P<SUPERSCRIPT>⁻?[⁰¹²³⁴⁵⁶⁷⁸⁹]+)",
            r"(?P<BAD>[^\W\d_]\w*|\ufeff|[\s\S])",
        )
    )
)


def tokenize(text: str) -> list[Token]:
    """All tokens of a text. Never fails, and loses nothing.

    >>> [token.type for token in tokenize("group G = SO(3)  # rotations")]
    ['NAME', 'BLANK', 'NAME', 'BLANK', 'EQUAL', 'BLANK', 'NAME', 'LPAR', 'NUMBER', 'RPAR', 'BLANK', 'COMMENT']
    """
    tokens: list[Token] = []
    append = tokens.append
    make = Token._make
    signs = _SIGNS
    for match in _TOKEN.finditer(text):
        kind = match.lastgroup
        assert kind is not None
        raw = match[0]
        start, end = match.span()
        if kind == "SIGN":
            kind, raw = signs[raw]
        elif kind == "NAME":
            raw = ascii_name(raw)
            if len(raw) > MAX_NAME:
                kind = "TOO_LONG"
        elif kind == "NUMBER":
            if len(raw) > MAX_DIGITS:
                kind = "TOO_LONG"
        elif kind == "INTEGRAL":
            kind, raw = "COINT", "int^"
        elif kind == "SUPERSCRIPT":
            raw = raw.translate(SUPERSCRIPTS)
            if len(raw) > MAX_DIGITS:
                kind = "TOO_LONG"
        append(make((kind, raw, start, end)))
    return tokens


def docstring(raw: str) -> str:
    """The text of a docstring token: without the quotation marks, the common indentation and the blank ends.

    >>> docstring('\"\"\"One.\\n   Two.\\n     Three.\\n\"\"\"')
    'One.\\nTwo.\\n  Three.'
    """
    lines = re.split(r"\r\n|\n|\r", raw[3:-3].expandtabs())
    margins = [len(line) - len(line.lstrip()) for line in lines[1:] if line.strip()]
    margin = min(margins, default=0)
    return "\n".join([lines[0].strip(), *(line[margin:].rstrip() for line in lines[1:])]).strip()
