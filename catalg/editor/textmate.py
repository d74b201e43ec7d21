"""The TextMate grammar of the VS Code extension, written from the language's tables by `python -m catalg.editor.textmate`.

A TextMate grammar sees one line at a time and has no parser: words that are keywords only in some places are coloured
as keywords where a name would be unusual. The language server and the Pygments lexer know better.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from catalg.editor.vocabulary import KEYWORDS, UNIVERSES, families, library
from catalg.language.keywords import STATEMENTS
from catalg.language.signs import ASCII_SIGNS, DOT_PRODUCTS, GREEK, INFINITY, INTEGRAL, UNICODE_SIGNS

TARGET = Path(__file__).parent / "vscode" / "syntaxes" / "catalg.tmLanguage.json"


def grammar() -> dict[str, Any]:
    """The grammar as JSON data."""
    import re

    letters = "A-Za-z_" + "".join(sorted(GREEK))
    name = rf"[{letters}][{letters}0-9]*"
    edge, end = rf"(?<![{letters}0-9])", rf"(?![{letters}0-9])"

    def words(scope: str, group: Iterable[str]) -> dict[str, Any]:
        return {"name": f"{scope}.catalg", "match": f"{edge}(?:{'|'.join(sorted(group))}){end}"}

    signs = sorted(
        (sign for sign in {*ASCII_SIGNS, *UNICODE_SIGNS, *DOT_PRODUCTS} if sign not in "()[]{},:."),
        key=lambda s: (-len(s), s),
    )
    declaring = sorted(STATEMENTS - {"derive", "expect", "check", "refute"})
    return {
        "$schema": "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
        "name": "catalg",
        "scopeName": "source.catalg",
        "fileTypes": ["cat"],
        "patterns": [
            {"name": "string.quoted.docstring.catalg", "begin": '"""', "end": '"""'},
            {"name": "comment.line.number-sign.catalg", "match": "#.*$"},
            {"name": "string.quoted.double.catalg", "match": '"[^"\\r\\n]*"'},
            {
                "match": f"{edge}({'|'.join(declaring)})[ \\t]+({name})",
                "captures": {"1": {"name": "storage.type.catalg"}, "2": {"name": "entity.name.type.catalg"}},
            },
            words("keyword.control", STATEMENTS),
            words("keyword.other", set(KEYWORDS) - STATEMENTS),
            {"name": "keyword.operator.integral.catalg", "match": f"{INTEGRAL}[ \\t]*\\^?|{edge}int\\^"},
            words("support.type", UNIVERSES),
            words("support.class", families()),
            words("support.function", library().keys() - families().keys() - set(UNIVERSES) - set(KEYWORDS)),
            {
                "name": "constant.numeric.catalg",
                "match": rf"{edge}[0-9]+(?:\.[0-9]+)?|{INFINITY}|⁻?[⁰¹²³⁴⁵⁶⁷⁸⁹]+",
            },
            {"name": "variable.other.catalg", "match": name},
            {"name": "keyword.operator.catalg", "match": "|".join(re.escape(sign) for sign in signs)},
        ],
    }


def text() -> str:
    """The grammar as the text of its file."""
    return json.dumps(grammar(), indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    TARGET.write_text(text(), encoding="utf-8")
