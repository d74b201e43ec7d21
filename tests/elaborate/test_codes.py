"""What the pages of E03xx, E04xx, E05xx and the warnings of elaboration show is what happens."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import catalg
from catalg.diagnostics import codes, lookup
from catalg.diagnostics.catalogue import names, types, values
from catalg.diagnostics.codes import Code
from tests.elaborate.reading import read, told

GOLDEN = Path(__file__).with_name("golden.txt")
ENTRIES = [*names.ENTRIES, *types.ENTRIES, *values.ENTRIES, lookup("W0603"), lookup("W0604")]


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.code)
def test_the_wrong_text_shows_its_code_and_the_mended_one_nothing(entry: Code) -> None:
    assert [code for code, *_ in told(entry.wrong)] == [entry.code]
    assert told(entry.mended) == []


def test_golden_messages() -> None:
    """What each page's wrong text is answered with, word for word; `golden.txt` changes with the wording, on purpose."""
    lines = []
    for entry in ENTRIES:
        (found,) = read(entry.wrong)[1]
        line, column = entry.wrong.count("\n", 0, found.span.start) + 1, found.span.start - entry.wrong.rfind("\n", 0, found.span.start)
        parts = [found.message, found.label, found.help, *(label.text for label in found.secondary)]
        lines.append(f"{entry.code} {line}:{column} `{entry.wrong[found.span.start:found.span.end]}`")
        lines.extend(f"    {part}" for part in parts if part)
    assert "\n".join(lines) + "\n" == GOLDEN.read_text(encoding="utf-8")


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.code)
def test_the_mark_is_not_empty_and_the_words_are_the_users(entry: Code) -> None:
    (found,) = read(entry.wrong)[1]
    assert entry.wrong[found.span.start : found.span.end].strip()
    spoken = " ".join(filter(None, (found.message, found.label, found.help, *(l.text for l in found.secondary))))
    for inner in ("tree.", "None", "Dim(", "Fraction", "Opaque", "<catalg", "object at"):
        assert inner not in spoken
    assert not found.message.endswith(".")


def test_every_code_that_is_raised_has_a_page() -> None:
    package = Path(catalg.__file__).parent
    raised = {code for path in package.rglob("*.py") for code in re.findall(r'"([EW]0[1-6]\d\d)"', path.read_text(encoding="utf-8"))}
    assert raised - {entry.code for entry in codes()} == set()
