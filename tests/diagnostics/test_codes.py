"""The registry: every code has a page, and what the reading and syntax pages show is what happens."""

from __future__ import annotations

import re

import pytest

from catalg.diagnostics import codes, diagnostic, explain, lookup
from catalg.diagnostics.catalogue import reading, syntax
from catalg.diagnostics.codes import Code
from catalg.diagnostics.source import NOWHERE
from catalg.language import parse

SHOWN = [entry for entry in (*reading.ENTRIES, *syntax.ENTRIES, lookup("W0601"), lookup("W0602")) if entry.wrong]


@pytest.mark.parametrize("entry", list(codes()), ids=lambda entry: entry.code)
def test_pages(entry: Code) -> None:
    assert re.fullmatch(r"E0[1-5]\d\d|W06\d\d", entry.code)
    assert entry.severity == ("error" if entry.code[0] == "E" else "warning")
    assert entry.title and entry.meaning and not entry.title.endswith(".")
    page = explain(entry.code)
    assert page.startswith(f"{entry.code}: {entry.title}\n")
    assert bool(entry.wrong) == bool(entry.mended)
    assert ("\nWrong:\n" in page) == bool(entry.wrong)
    assert diagnostic(entry.code, "…", NOWHERE).severity == entry.severity


def test_codes_come_in_order_and_unknown_ones_are_errors() -> None:
    listed = [entry.code for entry in codes()]
    assert listed == sorted(set(listed))
    with pytest.raises(KeyError):
        lookup("E9999")


@pytest.mark.parametrize("entry", SHOWN, ids=lambda entry: entry.code)
def test_the_examples_show_their_code(entry: Code) -> None:
    assert [item.code for item in parse(entry.wrong).diagnostics] == [entry.code]
    assert not parse(entry.mended).diagnostics
