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


def coloured(text: str) -> list[tuple[int, int, str]]:
    """The scopes that an editor gives to places, by the rules of TextMate: line by line, the first and longest rule wins."""
    patterns = textmate.grammar()["patterns"]
    found, inside, start = [], None, 0
    for line in text.splitlines(keepends=True):
        at = 0
        while at < len(line):
            if inside is not None:
                end = re.compile(inside["end"]).search(line, at)
                stop = end.end() if end else len(line)
                found.append((start + at, start + stop, inside["name"]))
                inside, at = (None if end else inside), stop
                continue
            hits = [(hit.start(), order, hit, rule) for order, rule in enumerate(patterns)
                    if (hit := re.compile(rule.get("match", rule.get("begin"))).search(line, at)) and hit.end() > hit.start()]  # fmt: skip
            if not hits:
                break
            _, _, hit, rule = min(hits, key=lambda entry: entry[:2])
            if "captures" in rule:
                found += [(start + hit.start(int(k)), start + hit.end(int(k)), v["name"]) for k, v in rule["captures"].items()]
            else:
                found.append((start + hit.start(), start + hit.end(), rule["name"]))
            if "begin" in rule:
                inside = rule
            at = hit.end()
        start += len(line)
    return found


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_textmate_grammar_agrees_with_the_parser_on_examples(path):
    from catalg.editor.highlight import highlights

    text = path.read_text(encoding="utf-8")
    scopes = [""] * len(text)
    for begin, end, scope in coloured(text):
        scopes[begin:end] = [scope] * (end - begin)
    expected = {
        "statement": ("storage.type", "keyword.control"), "keyword": ("keyword", "support", "variable"), "comment": ("comment",),
        "documentation": ("string.quoted.docstring",), "string": ("string",), "declared": ("entity.name", "variable", "support"),
        "family": ("support.class",), "universe": ("support.type",),
    }  # fmt: skip
    for span, kind in highlights(text):
        if kind in expected and kind != "declared":
            assert all(scope.startswith(expected[kind]) for scope in scopes[span.start : span.end]), (text[span.start : span.end], kind)
        elif kind in ("name", "number", "operator"):
            assert not any(scope.startswith(("comment", "string")) for scope in scopes[span.start : span.end])


@pytest.mark.extras
def test_the_extension_packages(tmp_path):
    """By its own script, where Node and its registry can be reached."""
    import shutil
    import subprocess
    import zipfile

    if shutil.which("npm") is None:
        pytest.skip("Node is not installed")
    folder = tmp_path / "extension"
    shutil.copytree(EXTENSION, folder, ignore=shutil.ignore_patterns("node_modules", "*.vsix"))
    for command in (["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts"], ["npm", "run", "package"]):
        try:
            done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=240, stdin=subprocess.DEVNULL)
        except subprocess.TimeoutExpired:
            pytest.skip("the registry does not answer")
        if done.returncode and re.search("ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|E40[0-9]|network", done.stdout + done.stderr):
            pytest.skip("the registry cannot be reached")
        assert done.returncode == 0, done.stdout + done.stderr
    (package,) = folder.glob("*.vsix")
    with zipfile.ZipFile(package) as opened:
        names = set(opened.namelist())
    assert {"extension/package.json", "extension/extension.js", "extension/syntaxes/catalg.tmLanguage.json"} <= names
    assert any("vscode-languageclient" in name for name in names)
