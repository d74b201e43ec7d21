"""The Pygments lexer, the TextMate grammar, and the extension's folder."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from catalg.editor import textmate

EXTENSION = textmate.TARGET.parents[1]
EXAMPLES = sorted((Path(__file__).resolve().parents[2] / "examples").glob("*.cat"))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_pygments_keeps_the_text(path):
    pytest.importorskip("pygments")
    from catalg.editor.pygments_lexer import CatalgLexer

    text = path.read_text(encoding="utf-8")
    tokens = list(CatalgLexer(ensurenl=False, stripnl=False).get_tokens(text))
    assert "".join(piece for _, piece in tokens) == text


def test_pygments_tells_keywords_from_names():
    token = pytest.importorskip("pygments.token")
    from catalg.editor.pygments_lexer import CatalgLexer

    found = {piece: kind for kind, piece in CatalgLexer().get_tokens("end on = ∫ g : SO. Map(where, R^2) along A  # end\n$")}
    assert found["end"] is token.Keyword.Declaration and found["on"] is token.Name.Function
    assert found["along"] is token.Keyword and found["where"] is token.Name
    assert found["# end"] is token.Comment.Single and found["$"] is token.Error


@pytest.mark.extras
def test_pygments_finds_the_lexer():
    pytest.importorskip("pygments")
    from importlib.metadata import entry_points

    from pygments.lexers import get_lexer_by_name, get_lexer_for_filename

    if not any(entry.name == "catalg" for entry in entry_points(group="pygments.lexers")):
        pytest.skip("catalg was installed before it had a lexer")
    assert get_lexer_by_name("catalg").name == get_lexer_for_filename("a.cat").name == "catalg"


def test_the_textmate_grammar_is_that_of_the_tables():
    assert textmate.TARGET.read_text(encoding="utf-8") == textmate.text(), "run python -m catalg.editor.textmate"


def test_the_textmate_patterns_match():
    rules = {rule["name"]: re.compile(rule["match"]) for rule in textmate.grammar()["patterns"] if "name" in rule and "match" in rule}
    assert rules["keyword.control.catalg"].search("x = end1 spend") is None
    assert rules["keyword.control.catalg"].search("  refute K")[0] == "refute"
    assert rules["support.class.catalg"].search("group G = SO(3)")[0] == "SO"
    assert rules["keyword.operator.catalg"].match("|->")[0] == "|->"
    assert rules["constant.numeric.catalg"].search("x1 = 0.25")[0] == "0.25"


def test_the_extension_is_whole():
    package = json.loads((EXTENSION / "package.json").read_text(encoding="utf-8"))
    paths = [package["main"], *(entry["path"] for entry in package["contributes"]["grammars"])]
    paths += [entry["configuration"] for entry in package["contributes"]["languages"]]
    assert all((EXTENSION / path).exists() for path in paths)
    json.loads((EXTENSION / "language-configuration.json").read_text(encoding="utf-8"))
    import catalg

    assert catalg.__version__.startswith(package["version"])
