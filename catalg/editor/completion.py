"""What may be written at a place: keywords where a statement begins, else names and words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from catalg.editor import names
from catalg.editor.analysis import Analysis
from catalg.editor.vocabulary import FORMS, KEYWORDS, UNIVERSES, actions_of, families, library
from catalg.language import tree
from catalg.language.keywords import STATEMENTS
from catalg.language.tokens import TRIVIA, Token

Sort = Literal["keyword", "declaration", "variable", "family", "universe", "word", "action"]
_DARK = frozenset({"COMMENT", "STRING", "DOCSTRING", "OPEN_STRING", "OPEN_DOCSTRING"})


@dataclass(frozen=True, slots=True)
class Completion:
    """A word with its sort and a few words about it."""

    text: str
    sort: Sort
    detail: str


def completions(analysis: Analysis, offset: int) -> list[Completion]:
    """The words that may stand at an offset, each once; nothing inside comments and quotation marks.

    >>> from catalg.editor.analysis import analyse
    >>> [found.text for found in completions(analyse("gro"), 3) if found.text.startswith("gr")]
    ['graph', 'group']
    """
    before = [token for token in analysis.tokens if token.start < offset]
    if (
        before
        and before[-1].type in _DARK
        and (offset < before[-1].end or before[-1].type in ("COMMENT", "OPEN_STRING"))
    ):
        return []
    if before and before[-1].type == "NAME" and before[-1].end >= offset:
        before.pop()  # the word that is being written
    if not any(token.type not in TRIVIA for token in _line(before)):
        keywords = [Completion(word, "keyword", "begins a statement") for word in sorted(STATEMENTS)]
        return keywords if not _inside(before) else _unique([*_names(analysis, offset), *keywords])
    previous = next((token for token in reversed(before) if token.type not in TRIVIA), None)
    if previous is not None and previous.text == "as":
        return [Completion(word, "word", "a form of a derivation") for word in FORMS]
    return _unique(_names(analysis, offset))


def _names(analysis: Analysis, offset: int) -> Iterator[Completion]:
    known = names.declarations(analysis)
    statement = analysis.statement_at(offset)
    if statement is not None:
        yield from (
            Completion(name, "variable", "bound in this statement") for name in names.bound(statement)
        )
    for name, declared in known.items():
        yield Completion(name, "declaration", declared.keyword)
    for holder, declared in known.items():
        if isinstance(declared, tree.Group | tree.Category | tree.AbstractCategory):
            yield from (Completion(name, "variable", f"of {holder}") for name in names.bound(declared))
    for declared in known.values():
        if isinstance(declared, tree.Group) and declared.value is not None:
            for node in tree.walk(declared.value):
                if isinstance(node, tree.Name):
                    yield from (
                        Completion(word, "action", f"of {node.text}(…)") for word in actions_of(node.text)
                    )
    yield from (Completion(name, "family", told) for name, told in sorted(families().items()))
    yield from (Completion(word, "universe", "a category, kind or field") for word in UNIVERSES)
    yield from (Completion(word, "word", told) for word, told in sorted(library().items()))
    yield from (Completion(word, "keyword", "keyword") for word in KEYWORDS if word not in STATEMENTS)


def _line(before: list[Token]) -> Iterator[Token]:
    for token in reversed(before):
        if token.type == "NEWLINE":
            return
        yield token


def _inside(before: list[Token]) -> bool:
    """Whether a bracket is open."""
    depth = 0
    for token in before:
        depth += (token.type in ("LPAR", "LSQB", "LBRACE")) - (token.type in ("RPAR", "RSQB", "RBRACE"))
    return depth > 0


def _unique(found: Iterator[Completion] | list[Completion]) -> list[Completion]:
    by_text: dict[str, Completion] = {}
    for entry in found:
        by_text.setdefault(entry.text, entry)
    return list(by_text.values())
