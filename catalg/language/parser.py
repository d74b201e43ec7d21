"""Text to syntax trees, statement by statement.

Statements are isolated on the tokens and parsed one by one, so that each broken one leaves exactly one diagnostic and the
others are read as if it were not there.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from catalg.diagnostics.diagnostic import Diagnostic, diagnostic
from catalg.diagnostics.source import NOWHERE, Source, Span
from catalg.language.build import Malformed
from catalg.language.build_statements import StatementBuilder
from catalg.language.errors import (
    MAX_DEPTH,
    bad_token,
    before_parsing,
    too_deep,
    unexpected,
    unknown_statement,
)
from catalg.language.keywords import classify
from catalg.language.lalr import Automaton, Unexpected
from catalg.language.statements import Chunk, split
from catalg.language.tables import load_tables
from catalg.language.tokens import Token, docstring, tokenize
from catalg.language.tree import Broken, Node, Statement, children

CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")


@dataclass(frozen=True, slots=True)
class ParsedFile:
    """What was read: the statements in order, what is wrong, and what could not be read.

    `doc` is the file's own docstring: the first of several that stand before the first statement.
    """

    source: Source
    statements: tuple[Statement, ...]
    diagnostics: tuple[Diagnostic, ...]
    broken: tuple[Broken, ...] = ()
    doc: str | None = None


def parse(text: str, path: str = "<input>") -> ParsedFile:
    """Read a specification. Never raises: what is wrong is in the result's `diagnostics`.

    >>> parsed = parse("group G = SO(3)\\nend K = int g : G. Hom(V, )")
    >>> [statement.keyword for statement in parsed.statements], parsed.broken[0].name
    (['group'], 'K')
    >>> parsed.diagnostics[0].message
    'expected an expression, found `)`'
    """
    source = Source(path, text)
    control = CONTROL.search(text)
    if control is not None:
        problem = diagnostic(
            "E0103",
            f"this is not a text file: it holds the control character U+{ord(control[0]):04X}",
            Span(control.start(), control.end()),
        )
        return ParsedFile(source, (), (problem,))

    statements: list[Statement] = []
    broken: list[Broken] = []
    problems: list[Diagnostic] = []
    parser = StatementParser(text)
    chunks = split(tokenize(text))
    for chunk in chunks:
        problems += [bad_token(doc, "") for doc in chunk.docs if doc.type == "OPEN_DOCSTRING"]
        if not chunk.tokens:
            continue
        result = parser.parse(chunk)
        if isinstance(result, Diagnostic):
            problems.append(result)
            broken.append(_broken(chunk))
        else:
            statements.append(result)
    if chunks and not chunks[-1].tokens:
        problems += [
            diagnostic("W0602", "this docstring documents nothing", Span(doc.start, doc.end), "no statement follows")
            for doc in chunks[-1].docs
            if doc.type == "DOCSTRING"
        ]
    if not statements and not problems:
        problems.append(diagnostic("W0601", "this file states nothing", NOWHERE))
    return ParsedFile(source, tuple(statements), tuple(problems), tuple(broken), _file_doc(chunks))


class StatementParser:
    """Parses the statements of one text."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._tables = load_tables()
        self._builder = StatementBuilder(text)
        self._automaton = Automaton(self._tables, self._builder)

    def parse(self, chunk: Chunk) -> Statement | Diagnostic:
        """The statement of a chunk, or the one thing that is wrong with it."""
        text, tokens = self._text, chunk.tokens
        problem = before_parsing(tokens, text)
        if problem is not None:
            return problem
        if chunk.keyword is None:
            return unknown_statement(tokens[0], text[tokens[0].start : tokens[0].end])
        terminals = classify(tokens)
        builder = self._builder
        builder.whole = Span(tokens[0].start, tokens[-1].end)
        docs = [doc for doc in chunk.docs if doc.type == "DOCSTRING"]
        builder.doc = docstring(text[docs[-1].start : docs[-1].end]) if docs else None
        try:
            statement: Statement = self._automaton.run(terminals)
        except Unexpected as error:
            return unexpected(error, terminals, text, self._tables.spellings)
        except Malformed as error:
            return error.problem
        if len(terminals) > MAX_DEPTH:
            deep = _deeper_than(statement, MAX_DEPTH)
            if deep is not None:
                return too_deep(deep.span)
        return statement


def _deeper_than(root: Node, limit: int) -> Node | None:
    """A node that lies more than `limit` levels below the root."""
    level: list[Node] = [root]
    for _ in range(limit + 1):
        level = [child for node in level for child in children(node)]
        if not level:
            return None
    return level[0]


def _broken(chunk: Chunk) -> Broken:
    tokens: Sequence[Token] = chunk.tokens
    name = tokens[1].text if chunk.keyword and len(tokens) > 1 and tokens[1].type == "NAME" else None
    return Broken(chunk.keyword, name, span=Span(tokens[0].start, tokens[-1].end))


def _file_doc(chunks: Sequence[Chunk]) -> str | None:
    docs = [doc for doc in chunks[0].docs if doc.type == "DOCSTRING"] if chunks else []
    return docstring(docs[0].text) if len(docs) > 1 else None
