"""Tokens: lossless, and the same for Unicode and ASCII spellings."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from catalg.language import parse
from catalg.language.signs import ascii_name, unicode_name
from catalg.language.tokens import docstring, tokenize
from tests.language.generate import soups


@given(st.text() | soups)
@settings(deadline=None, derandomize=True)
def test_tokens_are_the_text(text: str) -> None:
    assert "".join(text[token.start : token.end] for token in tokenize(text)) == text


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("end K = ∫ g : G. Map(X × X, V ⊗ W ⊕ U)", "end K = int g : G. Map(X * X, V (*) W (+) U)"),
        ("coend T = ∫^ c : C. H × F", "coend T = int^ c : C. H * F"),
        ("check g ∘ f = k ∘ h in C", "check g @ f = k @ h in C"),
        ("functor F : C → Set { f = {1 ↦ u} }", "functor F : C -> Set { f = {1 |-> u} }"),
        ("transformation η : F ⇒ H { A = {} }", "transformation eta : F => H { A = {} }"),
        ("param n : Nat where n ≥ 2, n ≤ 9, n ≠ 4", "param n : Nat where n >= 2, n <= 9, n != 4"),
        ("expect K(x) = sum(l, 0, ∞, κ1(x)⁻¹)", "expect K(x) = sum(l, 0, oo, kappa1(x)^-1)"),
        ("expect K(x, y) = (x − y)·x * xᵀ", "expect K(x, y) = dot(x - y, x) * x'"),
        ("expect K(x) = x² + x⁻¹²", "expect K(x) = x^2 + x^-12"),
        ("expect K(F) = F⁻¹ᵀ", "expect K(F) = (F^-1)'"),
        ("expect K(F) = F^-1'", "expect K(F) = (F^-1)'"),
    ],
)
def test_unicode_and_ascii_are_one(one: str, other: str) -> None:
    assert not parse(one).diagnostics
    assert parse(one).statements == parse(other).statements


def test_every_greek_letter_is_its_name() -> None:
    for letter in "αβγδεζηθικλμνξοπρστυφχψωΓΔΘΛΞΠΣΦΨΩ":
        assert unicode_name(ascii_name(letter)) in (letter, "omicron")
    assert ascii_name("ϕ") == ascii_name("φ") == "phi"
    assert ascii_name("µ") == ascii_name("μ") == "mu"
    assert unicode_name("Alpha") == "Alpha", "a capital alpha would look like a Latin A"


def test_docstrings_lose_their_common_indentation() -> None:
    assert docstring('"""One.\n\n    Two.\n      Three.\n    """') == "One.\n\nTwo.\n  Three."
