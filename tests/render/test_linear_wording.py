"""Every rule that the linear strategies and their verifier use is told in words, with facts that exist."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import catalg
from catalg.render.wording import find

ROOT = Path(catalg.__file__).parent
FOLDERS = ("strategies/linear", "strategies/orbits", "strategies/diagrams", "verify/linear")
FILES = sorted([*(p for f in FOLDERS for p in (ROOT / f).glob("*.py")), ROOT / "verify/functoriality.py"])
MAKERS = {"of", "proved", "refuted", "undecided"}


def uses() -> Iterator[tuple[str, str, set[str] | None]]:
    """(file, rule, names of facts or None where they are not literal) of every rule in the sources."""
    for path in FILES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in MAKERS):
                continue
            owner = node.func.value
            if not (isinstance(owner, ast.Name) and owner.id in ("Step", "Evidence", "Counterexample", "Judgement")):
                continue
            choices = [node.args[0]] if not isinstance(node.args[0], ast.IfExp) else [node.args[0].body, node.args[0].orelse]
            names = {k.arg for k in node.keywords if k.arg}
            literal = None if any(k.arg is None for k in node.keywords) else names
            for choice in choices:
                assert isinstance(choice, ast.Constant) and isinstance(choice.value, str), path
                yield path.name, choice.value, literal


def test_every_rule_has_its_words() -> None:
    assert len({rule for _, rule, _ in uses()}) > 60
    assert [(file, rule) for file, rule, _ in uses() if find(rule) is None] == []


def test_sentences_name_only_facts_that_are_given() -> None:
    for file, rule, given in uses():
        entry = find(rule)
        if entry is None or given is None:
            continue
        wanted = set(re.findall(r"\{(\w+)", entry.text)) - set(re.findall(r"\{(\w+)!", entry.text))
        assert wanted <= given, (file, rule, wanted - given)
