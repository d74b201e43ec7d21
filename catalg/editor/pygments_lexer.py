"""The Pygments lexer for `.cat` files, made of the language's own tokens: what it colours as a keyword is one there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pygments.lexer import Lexer
from pygments.token import Comment, Error, Keyword, Name, Number, Operator, Punctuation, String, Whitespace

from catalg.editor.highlight import highlights

COLOURS = {
    "blank": Whitespace,
    "comment": Comment.Single,
    "documentation": String.Doc,
    "string": String.Double,
    "number": Number,
    "statement": Keyword.Declaration,
    "keyword": Keyword,
    "universe": Keyword.Type,
    "family": Name.Class,
    "word": Name.Builtin,
    "declared": Name.Function,
    "name": Name,
    "operator": Operator,
    "punctuation": Punctuation,
    "bad": Error,
}


class CatalgLexer(Lexer):  # type: ignore[misc]
    """Specifications of category theory: catalg's language."""

    name = "catalg"
    aliases = ["catalg"]
    filenames = ["*.cat"]
    mimetypes = ["text/x-catalg"]

    def get_tokens_unprocessed(self, text: str) -> Iterator[tuple[int, Any, str]]:
        """Offset, colour and text of each token; together the tokens are the text."""
        for span, colour in highlights(text):
            yield span.start, COLOURS[colour], text[span.start : span.end]
