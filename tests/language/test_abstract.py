"""Abstract categories and functors without a value: what is read, and that formatting keeps it."""

from __future__ import annotations

from pathlib import Path

import pytest

from catalg.language import parse
from catalg.language.formatter import format_source
from catalg.language.tree import AbstractCategory, Functor

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_a_category_with_structure_and_objects() -> None:
    (statement,) = parse("category C with cartesian closed, coproducts { objects S, T }").statements
    assert isinstance(statement, AbstractCategory)
    assert [[word.text for word in feature.words] for feature in statement.features] == [["cartesian", "closed"], ["coproducts"]]
    assert [name.text for name in statement.objects] == ["S", "T"]


def test_a_functor_without_a_value() -> None:
    (statement,) = parse("functor K : op(C) * D -> Set").statements
    assert isinstance(statement, Functor)
    assert statement.value is None and statement.body is None and statement.domain is None


@pytest.mark.parametrize("text", ["category with { objects with  f : with -> with }", "group with = SO(3)", "param with : Nat"])
def test_with_is_still_a_name(text: str) -> None:
    assert not parse(text).diagnostics


@pytest.mark.parametrize("text", ["category C with", "category C with products {", "category C with products { f : A -> B }"])
def test_what_is_broken_leaves_one_diagnostic(text: str) -> None:
    assert len(parse(text).diagnostics) == 1


@pytest.mark.parametrize("name", ["optics.cat", "coends.cat"])
def test_formatting_keeps_the_meaning_and_comes_to_rest(name: str) -> None:
    text = (EXAMPLES / name).read_text(encoding="utf-8")
    unicode = format_source(text)
    assert format_source(unicode) == unicode
    assert format_source(unicode, ascii=True) == format_source(text, ascii=True)
    assert len(parse(unicode).statements) == len(parse(text).statements)
