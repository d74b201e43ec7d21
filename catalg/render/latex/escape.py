"""Any text as LaTeX that prints it: no character of the input is ever read by TeX as a command.

Works in text mode and in math mode inside \\mathrm and \\text. Characters that no common font has are shown by their code.
"""

from __future__ import annotations

import unicodedata

from catalg.render.signs import GREEK

_SPECIAL = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "%": r"\%", "_": r"\_",
    "^": r"\textasciicircum{}", "~": r"\textasciitilde{}", "<": r"\ensuremath{<}", ">": r"\ensuremath{>}",
    "|": r"\ensuremath{|}", '"': "''", "`": r"\char96{}", "'": "'", "\n": " ", "\t": " ", "\r": " ",
    "–": "--", "—": "---", "“": "``", "”": "''", "‘": "`", "’": "'", "…": r"\ldots{}", "\u00a0": "~", "°": r"\ensuremath{^\circ}",
    "[": "{[}", "]": "{]}", "*": "*", "-": "-", "=": "=", "\u2009": r"\,",
}  # fmt: skip

_MATH = {
    "−": "-", "·": r"\cdot", "×": r"\times", "⊗": r"\otimes", "⊕": r"\oplus", "∘": r"\circ", "→": r"\to", "⇒": r"\Rightarrow",
    "↦": r"\mapsto", "≥": r"\geq", "≤": r"\leq", "≠": r"\neq", "≅": r"\cong", "≈": r"\approx", "∞": r"\infty", "∫": r"\int",
    "∑": r"\sum", "∏": r"\prod", "√": r"\surd", "‖": r"\Vert", "∠": r"\angle", "∈": r"\in", "∉": r"\notin", "⊂": r"\subset",
    "⊆": r"\subseteq", "∪": r"\cup", "∩": r"\cap", "∅": r"\emptyset", "∂": r"\partial", "⟨": r"\langle", "⟩": r"\rangle",
    "∀": r"\forall", "∃": r"\exists", "⋊": r"\rtimes", "≡": r"\equiv", "ℓ": r"\ell", "⊥": r"\perp", "±": r"\pm",
    "ℝ": r"\mathbb{R}", "ℂ": r"\mathbb{C}", "ℚ": r"\mathbb{Q}", "ℤ": r"\mathbb{Z}", "ℕ": r"\mathbb{N}", "𝔽": r"\mathbb{F}",
    "←": r"\leftarrow", "↓": r"\downarrow", "↑": r"\uparrow", "⟶": r"\longrightarrow", "⋅": r"\cdot", "ᵀ": r"^{\mathsf{T}}",
    "𝟏": r"\mathbf{1}", "⋯": r"\cdots", "½": r"\tfrac{1}{2}", "′": "'", "″": "''", "⁻": "^{-}", "⁺": "^{+}", "ⁿ": "^{n}", "₊": "_{+}",
    "₋": "_{-}", "•": r"\bullet", "✓": r"\checkmark", "✗": r"\times", "⌊": r"\lfloor", "⌋": r"\rfloor", "∧": r"\wedge",
}  # fmt: skip
_MATH |= {chr(ord("₀") + digit): f"_{{{digit}}}" for digit in range(10)}
_MATH |= {sign: f"^{{{digit}}}" for digit, sign in enumerate("⁰¹²³⁴⁵⁶⁷⁸⁹")}

_ACCENTS = {"\u030b": "H", "\u030c": "v", "\u0301": "'", "\u0306": "u", "\u0307": ".", "\u0304": "=", "\u0327": "c"}
"""Combining marks and the commands that put them on a letter."""

_GREEK = {
    sign: (rf"\ensuremath{{\{name}}}" if name not in ("omicron",) else "o")
    for name, sign in GREEK.items()
    if name not in ("Alpha", "Beta", "Epsilon", "Zeta", "Eta", "Iota", "Kappa", "Mu", "Nu", "Omicron", "Rho", "Tau", "Chi")
}


def escape(text: str) -> str:
    """The text as LaTeX.

    >>> escape("50% of $x_1$ & \\\\input{secret}")
    '50\\\\% of \\\\$x\\\\_1\\\\$ \\\\& \\\\textbackslash{}input\\\\{secret\\\\}'
    >>> escape("κ ∈ ℝ, 中")
    '\\\\ensuremath{\\\\kappa} \\\\ensuremath{\\\\in} \\\\ensuremath{\\\\mathbb{R}}, \\\\texttt{U+4E2D}'
    >>> escape("Szegő, Dvořák")
    'Szeg{\\\\H{o}}, Dvo{\\\\v{r}}ák'
    """
    return "".join(_character(sign) for sign in text)


def _character(sign: str) -> str:
    if sign in _SPECIAL:
        return _SPECIAL[sign]
    if sign.isascii():
        return sign if sign.isprintable() else rf"\texttt{{U+{ord(sign):04X}}}"
    if sign in _MATH:
        return rf"\ensuremath{{{_MATH[sign]}}}"
    if sign in _GREEK:
        return _GREEK[sign]
    if "À" <= sign <= "ÿ" and sign.isalpha() and sign not in "ÐðÞþ":  # the four that TeX's own fonts lack
        return sign
    parts = unicodedata.normalize("NFD", sign)
    if len(parts) == 2 and parts[1] in _ACCENTS and parts[0].isascii() and parts[0].isalpha():
        return rf"{{\{_ACCENTS[parts[1]]}{{{parts[0]}}}}}"
    return rf"\texttt{{U+{ord(sign):04X}}}"


def typewriter(text: str) -> str:
    """The text in typewriter type, sign by sign: no ligatures, straight quotation marks.

    >>> typewriter('0 -- 1')
    '\\\\texttt{0 -{}-{} 1}'
    """
    return rf"\texttt{{{''.join(_typed(sign) for sign in text)}}}"


def _typed(sign: str) -> str:
    """Signs that a typewriter font has by their number, so that none is taken from a mathematical font."""
    if sign == "-":
        return "-{}"
    return rf"\char{ord(sign)}{{}}" if sign in "\\{}_^~<>|\"'`[]" else _character(sign)
