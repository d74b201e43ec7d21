"""The signs of the language: every Unicode spelling with its ASCII one.

This is the one table that the lexer and the formatter share. Greek letters in names are the same as their names:
`κ` is `kappa`, `κ1` is `kappa1`.
"""

from __future__ import annotations

import re

# ASCII spelling -> terminal of grammar/catalg.lark
ASCII_SIGNS: dict[str, str] = {
    "(": "LPAR", ")": "RPAR", "[": "LSQB", "]": "RSQB", "{": "LBRACE", "}": "RBRACE", ",": "COMMA", ":": "COLON",
    ".": "DOT", "..": "RANGE", "=": "EQUAL", "->": "ARROW", "=>": "DOUBLE_ARROW", "|->": "MAPS_TO", "<": "LESS",
    "<=": "AT_MOST", ">": "MORE", ">=": "AT_LEAST", "!=": "UNEQUAL", "@": "COMPOSE", ";": "THEN", "+": "PLUS",
    "-": "MINUS", "(+)": "OPLUS", "*": "STAR", "/": "SLASH", "(*)": "OTIMES", "^": "CARET", "'": "PRIME", "--": "EDGE",
}  # fmt: skip

# Unicode spelling -> ASCII spelling. The first entry for an ASCII sign is the one that the formatter writes.
UNICODE_SIGNS: dict[str, str] = {
    "→": "->", "⇒": "=>", "↦": "|->", "≤": "<=", "≥": ">=", "≠": "!=", "∘": "@", "⊕": "(+)", "×": "*", "⊗": "(*)",
    "ᵀ": "'", "−": "-", "⟶": "->", "⟹": "=>", "⟼": "|->", "⩽": "<=", "⩾": ">=", "′": "'", "∗": "*",
}  # fmt: skip

DOT_PRODUCTS = "·⋅∙"
INTEGRAL = "∫"
INFINITY = "∞"

SUPERSCRIPTS = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")

_GREEK_LETTERS = ["alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa", "lambda", "mu", "nu", "xi", "omicron", "pi", "rho", "sigma", "tau", "upsilon", "phi", "chi", "psi", "omega"]
# ς, the sigma at the end of a word, stands between rho and sigma.
_LOWER = [letter for letter in "αβγδεζηθικλμνξοπρστυφχψω"]
_UPPER = [letter for letter in "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ"]

GREEK: dict[str, str] = {
    **dict(zip(_LOWER, _GREEK_LETTERS, strict=True)),
    **dict(zip(_UPPER, (name.capitalize() for name in _GREEK_LETTERS), strict=True)),
    "ς": "sigma",
    "ϕ": "phi",
    "ϵ": "epsilon",
    "ϑ": "theta",
    "ϰ": "kappa",
    "ϱ": "rho",
    "ϖ": "pi",
    "µ": "mu",
}
_TO_ASCII = str.maketrans(GREEK)

# Capital letters that look like Latin ones are left spelt out: Α and A must not look the same after formatting.
_LOOKALIKES = "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧο"
_TO_GREEK = {name: letter for letter, name in reversed(GREEK.items()) if letter not in _LOOKALIKES}
_GREEK_NAME = re.compile(rf"({'|'.join(sorted(_TO_GREEK, key=len, reverse=True))})(?![A-Za-z])")


def ascii_name(text: str) -> str:
    """A name in its ASCII spelling, the one under which it is known.

    >>> ascii_name("κ1"), ascii_name("Δx"), ascii_name("x_α")
    ('kappa1', 'Deltax', 'x_alpha')
    """
    return text if text.isascii() else text.translate(_TO_ASCII)


def unicode_name(text: str) -> str:
    """A name with Greek letters where its ASCII spelling names one: at its beginning, and not followed by a letter.

    >>> unicode_name("kappa1"), unicode_name("phi"), unicode_name("Alpha"), unicode_name("alphabet")
    ('κ1', 'φ', 'Alpha', 'alphabet')
    """
    match = _GREEK_NAME.match(ascii_name(text))
    return text if match is None else _TO_GREEK[match[1]] + ascii_name(text)[match.end() :]
