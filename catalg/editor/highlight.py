"""Every token of a text with what it is, told by the tables of the parser itself."""

from __future__ import annotations

from collections.abc import Iterator

from catalg.diagnostics import Span
from catalg.editor.vocabulary import UNIVERSES, families, library
from catalg.language.keywords import STATEMENTS, classify
from catalg.language.statements import split
from catalg.language.tokens import BAD, Token, tokenize

_PLAIN = {
    "BLANK": "blank",
    "NEWLINE": "blank",
    "COMMENT": "comment",
    "DOCSTRING": "documentation",
    "STRING": "string",
    "NUMBER": "number",
    "SUPERSCRIPT": "number",
    "INT": "keyword",
    "COINT": "keyword",
}
_PUNCTUATION = frozenset({"LPAR", "RPAR", "LSQB", "RSQB", "LBRACE", "RBRACE", "COMMA", "COLON", "DOT"})


def highlights(text: str) -> Iterator[tuple[Span, str]]:
    """The places of all tokens in order with what each is: `keyword`, `name`, `operator`, …

    >>> text = "group on = SO(3)"
    >>> [(text[span.start : span.end], kind) for span, kind in highlights(text) if kind != "blank"][:4]
    [('group', 'statement'), ('on', 'declared'), ('=', 'operator'), ('SO', 'family')]
    """
    tokens = tokenize(text)
    keywords: set[int] = set()
    declared: set[int] = set()
    for chunk in split(tokens):
        if not chunk.tokens:
            continue
        keywords |= {token.start for token in classify(chunk.tokens) if token.type != "NAME"}
        if chunk.keyword not in (None, "expect", "check", "refute", "derive") and len(chunk.tokens) > 1:
            declared.add(chunk.tokens[1].start)
    for token in tokens:
        yield Span(token.start, token.end), _kind(token, keywords, declared)


def _kind(token: Token, keywords: set[int], declared: set[int]) -> str:
    if token.type in BAD:
        return "bad"
    if token.type != "NAME":
        return _PLAIN.get(token.type) or ("punctuation" if token.type in _PUNCTUATION else "operator")
    if token.start in keywords:
        return "statement" if token.text in STATEMENTS else "keyword"
    if token.start in declared:
        return "declared"
    if token.text in UNIVERSES:
        return "universe"
    if token.text in families():
        return "family"
    return "word" if token.text in library() else "name"
