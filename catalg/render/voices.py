"""How sentences sound in text output: with Unicode formulas for people, or with formulas of the language itself."""

from __future__ import annotations

import re
from dataclasses import dataclass

from catalg.render.signs import SUPERSCRIPTS
from catalg.render.terms_text import PRETTY, SYNTAX, SyntaxPrinter
from catalg.terms import Dim, Matrix, Term, Vector, walk
from catalg.terms.term import ZERO

LARGE = 64
"""Matrices with more entries than this are told by their shape inside sentences."""


@dataclass(frozen=True, slots=True)
class TextVoice:
    """Sentences in plain text; `ticks` stand around code."""

    printer: SyntaxPrinter
    ticks: str = "`"

    def formula(self, term: Term) -> str:
        """The formula on one line; large matrices by their shape."""
        return self.printer.text(term) if is_small(term) else shape_text(term)

    def dimension(self, dim: Dim) -> str:
        """The dimension."""
        return self.printer.dimension(dim)

    def words(self, text: str) -> str:
        """The text itself."""
        return text

    def name(self, text: str) -> str:
        """A fact that is text, with the signs that its printer writes."""
        return construction_text(text) if self.printer is PRETTY and is_construction(text) else text

    def code(self, text: str) -> str:
        """The text between ticks."""
        return f"{self.ticks}{text}{self.ticks}"


_CONSTRUCTION = re.compile(r"[A-Za-z]\d*|\w+\^[-\w^]+|(?=.*(?:\^|\([*+]\)|\w\())[\w^()*+,./ \->{}]+")


def is_construction(text: str) -> bool:
    """Whether a text is a name of one letter or something built in the language, and not running text.

    >>> [is_construction(t) for t in ("V", "T^2(V) (*) W", "free(N * N)", "a word", "x1", "no generator (yet)")]
    [True, True, True, False, True, False]
    >>> is_construction("the size of Cyclic(n) needs a number")
    False
    """
    if re.search(r"[A-Za-z]{2,} [A-Za-z]{2,}", text):  # two words side by side
        return False
    return _CONSTRUCTION.fullmatch(text) is not None and " (" not in re.sub(r" \([*+]\) ", "", text)


def construction_text(text: str) -> str:
    """A construction with Unicode signs.

    >>> construction_text("Sym^2(V) (*) free(N * N)")
    'Sym²(V) ⊗ free(N × N)'
    """
    text = re.sub(r"\^(\d+)", lambda found: found[1].translate(SUPERSCRIPTS), text)
    return text.replace("(*)", "⊗").replace("(+)", "⊕").replace(" * ", " × ").replace(" -> ", " → ")


def is_small(term: Term, bound: int = LARGE) -> bool:
    """Whether no matrix or vector inside has more than `bound` entries."""
    for part in walk(term):
        match part:
            case Matrix(rows):
                if sum(len(row) for row in rows) > bound:
                    return False
            case Vector(entries):
                if len(entries) > bound:
                    return False
            case _:
                pass
    return True


def shape_text(term: Term) -> str:
    """What is said instead of a formula with large matrices in it."""
    match term:
        case Matrix(rows):
            filled = sum(1 for row in rows for entry in row if entry != ZERO)
            entries = "entry" if filled == 1 else "entries"
            return f"a {len(rows)} × {len(rows[0])} matrix with {filled} nonzero {entries}"
        case Vector(entries):
            return f"a vector of length {len(entries)}"
        case _:
            return "a formula with large matrices"


TEXT = TextVoice(PRETTY)
CODE = TextVoice(SYNTAX, "")
