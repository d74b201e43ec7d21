"""The stored tables are those of the grammar, the grammar is LALR(1), and lark's own parser agrees with ours."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest
from lark import Lark, logger
from lark.exceptions import UnexpectedToken
from lark.lexer import Lexer

from catalg.language import tables
from catalg.language.build_statements import StatementBuilder
from catalg.language.keywords import STATEMENTS, classify
from catalg.language.make_tables import build_tables, to_json
from catalg.language.parser import StatementParser
from catalg.language.signs import ASCII_SIGNS
from catalg.language.statements import split
from catalg.language.tokens import tokenize

GRAMMAR = (tables.grammar_folder() / tables.GRAMMAR).read_text(encoding="utf-8")
SPECS = sorted((Path(__file__).parents[1] / "specs").glob("**/*.cat"))


class Prepared(Lexer):
    """Hands over tokens that are there already."""

    def __init__(self, conf: object) -> None:
        pass

    def lex(self, state: object) -> object:  # type: ignore[override]
        return iter(())


def lark() -> Lark:
    return Lark(GRAMMAR, parser="lalr", lexer=Prepared, keep_all_tokens=True, maybe_placeholders=False, debug=True)


def test_the_stored_tables_are_up_to_date() -> None:
    stored = (tables.grammar_folder() / tables.TABLES).read_text(encoding="utf-8")
    assert stored == to_json(GRAMMAR, build_tables(GRAMMAR)), "run python -m catalg.language.make_tables"


def test_tables_are_built_where_none_are_stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / tables.GRAMMAR).write_text(GRAMMAR, encoding="utf-8")
    (tmp_path / tables.TABLES).write_text('{"grammar": 0}', encoding="utf-8")
    stored = tables.load_tables()
    monkeypatch.setattr(tables, "grammar_folder", lambda: tmp_path)
    tables.load_tables.cache_clear()
    try:
        assert tables.load_tables() == stored
    finally:
        tables.load_tables.cache_clear()


def test_the_grammar_has_no_conflicts(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG, logger.name):
        lark()
    assert not [record.message for record in caplog.records if "onflict" in record.message]


def test_every_sign_and_keyword_is_a_terminal() -> None:
    spellings = tables.load_tables().spellings
    for spelling, terminal in ASCII_SIGNS.items():
        assert spellings[terminal] == spelling
    for word in STATEMENTS:
        assert spellings[word.upper()] == word


def test_every_rule_has_its_method() -> None:
    for rule in tables.load_tables().rules:
        if not rule.splices and not (rule.passes and not rule.flattens):
            assert callable(getattr(StatementBuilder, rule.build))


@pytest.mark.parametrize("path", SPECS, ids=lambda path: path.stem)
def test_lark_accepts_and_refuses_the_same(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    peer, ours = lark(), StatementParser(text)
    for chunk in split(tokenize(text)):
        terminals = classify(chunk.tokens)
        for length in range(1, len(terminals) + 1):
            prefix = terminals[:length]
            interactive = peer.parse_interactive("")
            try:
                for token in prefix:
                    interactive.feed_token(token)  # type: ignore[arg-type]
                interactive.feed_eof()
                accepted = True
            except UnexpectedToken:
                accepted = False
            assert accepted == _accepts(ours, prefix)


def _accepts(parser: StatementParser, terminals: list[object]) -> bool:
    from catalg.language.lalr import Unexpected

    try:
        parser._automaton.run(terminals)  # type: ignore[arg-type]
    except Unexpected:
        return False
    except Exception:  # refused by the builder: the grammar accepts it
        return True
    return True
