"""Sentences in HTML: formulas in MathML, everything else escaped."""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import escape

from catalg.render.latex.formulas import visible
from catalg.render.prose import pieces
from catalg.render.report import printable
from catalg.render.terms_latex import PRINTER, code_latex, latex
from catalg.render.terms_mathml import math
from catalg.render.voices import is_construction, is_small, shape_text
from catalg.terms import Dim, Term


@dataclass(frozen=True, slots=True)
class HtmlVoice:
    """Sentences of the page."""

    def formula(self, term: Term) -> str:
        """The formula in line; large matrices by their shape."""
        return inline(latex(term)) if is_small(term, 100) else self.words(shape_text(term))

    def dimension(self, dim: Dim) -> str:
        """The dimension as a formula."""
        return inline(PRINTER.dimension(dim))

    def words(self, text: str) -> str:
        """Running text, escaped."""
        return words(text)

    def name(self, text: str) -> str:
        """A fact that is text: names and constructions as formulas, words as words."""
        return inline(code_latex(text)) if is_construction(text) else words(text)

    def code(self, text: str) -> str:
        """A word of the language."""
        return code(text)


HTML = HtmlVoice()

_MATH = "<math>(?:(?!</math>).)*</math>"
_GLUED = re.compile(rf"((?<= )\({_MATH}\)[.,;:)]*|{_MATH}[.,;:)]+)", re.DOTALL)
"""A formula in brackets, or one with a sign of punctuation behind it."""

NARROW = 30
"""About how many signs of a formula a phone shows side by side."""


def words(text: str) -> str:
    """Any text as character data; control characters and those that turn the reading direction are shown as such.

    >>> words("<b>&'")
    '&lt;b&gt;&amp;&#x27;'
    """
    return escape("\n".join(printable(line) for line in text.split("\n")))


def code(text: str) -> str:
    """Text in typewriter type."""
    return f"<code>{words(text)}</code>"


def sentence(text: str) -> str:
    """A sentence that was written in LaTeX; displayed formulas in blocks that scroll when they are wide."""
    parts = []
    for kind, inside in pieces(text):
        if kind == "words":
            parts.append(words(inside))
        else:
            parts.append(shown(inside) if kind == "display" else inline(inside))
    return _closed_up("".join(parts))


def inline(formula: str) -> str:
    """A formula in line; a number as words, and what is wider than a narrow line scrolls by itself."""
    if formula.isdigit():
        return formula
    return f'<span class="wide" tabindex="0">{math(formula)}</span>' if visible(formula) > NARROW else math(formula)


def shown(formula: str, kind: str = "display") -> str:
    """A displayed formula."""
    return f'<span class="{kind}" tabindex="0">{math(formula, display=True)}</span>'


def paragraphs(text: str) -> str:
    """A docstring in paragraphs; what stands between backquotes is code."""
    blocks = [" ".join(block.split()) for block in text.strip().split("\n\n")]
    return "".join(f"<p>{_prose(block)}</p>" for block in blocks if block)


def capitalised(text: str) -> str:
    """A sentence that begins with a capital, unless it begins with markup."""
    text = _closed_up(text)
    return text[:1].upper() + text[1:] if text[:2].isalpha() or text[:2] in ("a ", "A ") else text


def _prose(text: str) -> str:
    parts = text.split("`")
    if len(parts) % 2 == 0:
        return words(text)
    return "".join(code(part) if k % 2 else words(part) for k, part in enumerate(parts))


def _closed_up(text: str) -> str:
    """A formula stays on the line of the brackets around it and of the comma or full stop behind it."""
    text = re.sub(r"</math></span>([.,;:])(?= |$)", r"</math>\1</span>", text)
    return _GLUED.sub(r'<span class="nobreak">\1</span>', text)
