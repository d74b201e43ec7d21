"""Reads texts for the tests: the specification, the diagnostics, and where they point."""

from __future__ import annotations

from catalg.diagnostics import Diagnostic
from catalg.elaborate import elaborate
from catalg.families.registry import FAMILIES
from catalg.language import parse
from catalg.model.goals import Item, Specification


def read(text: str) -> tuple[Specification, tuple[Diagnostic, ...]]:
    """The specification and all diagnostics, of the parser and of elaboration."""
    parsed = parse(text, "test.cat")
    specification, found = elaborate(parsed, FAMILIES)
    return specification, tuple(sorted((*parsed.diagnostics, *found), key=lambda entry: entry.span))


def codes(text: str) -> list[str]:
    """The codes in the order of the text."""
    return [entry.code for entry in read(text)[1]]


def told(text: str) -> list[tuple[str, int, str, str]]:
    """Code, line, marked text and message of each diagnostic."""
    return [
        (entry.code, text.count("\n", 0, entry.span.start) + 1, text[entry.span.start : entry.span.end], entry.message)
        for entry in read(text)[1]
    ]


def only(text: str) -> tuple[str, int, str, str]:
    """The one diagnostic of a text."""
    found = told(text)
    assert len(found) == 1, found
    return found[0]


def item(text: str, name: str) -> Item:
    """The declaration of that name in a text without errors."""
    specification, found = read(text)
    assert not [entry for entry in found if entry.is_error], found
    return specification.item(name)
