"""Every term of art has its page, under the spellings that outputs and files have."""

from __future__ import annotations

import pytest

from catalg.render.explain import UnknownTopic, explain, overview
from catalg.render.glossary import ALIASES, GLOSSARY, entry

WORDS = (
    "dense stratum", "Hom", "Map", "Sym^2", "Sym^k(V)", "Alt^3", "T^2(V)", "Z^n", "Z^2", "isotypic", "stabilizer", "stabilizers",
    "Casimir", "Schur", "schur", "orbital(4, 1)", "unit", "epsilon", "symmetric", "antisymmetric", "causal", "intersection", "kernel",
    "locus", "functional rank", "intertwiner", "Yoneda", "Frobenius", "commutant",
)  # fmt: skip


@pytest.mark.parametrize("word", WORDS)
def test_words_have_pages(word: str) -> None:
    assert len(explain(word).splitlines()) > 1


def test_aliases_lead_to_pages_and_shadow_none() -> None:
    assert set(ALIASES.values()) <= set(GLOSSARY) and not set(ALIASES) & set(GLOSSARY)
    listed = overview()
    assert all(word in listed for word in GLOSSARY)


@pytest.mark.parametrize("word", ["Symm^2", "hom of something else entirely", ""])
def test_other_words_have_none(word: str) -> None:
    assert entry(word) is None
    if word:
        with pytest.raises(UnknownTopic):
            explain(word)
