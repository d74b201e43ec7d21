"""Letters and signs: Greek by name, sub- and superscripts, and an ASCII spelling for every sign that output uses."""

from __future__ import annotations

GREEK = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "zeta": "ζ", "eta": "η", "theta": "θ",
    "iota": "ι", "kappa": "κ", "lambda": "λ", "mu": "μ", "nu": "ν", "xi": "ξ", "omicron": "ο", "pi": "π", "rho": "ρ",
    "sigma": "σ", "tau": "τ", "upsilon": "υ", "phi": "φ", "chi": "χ", "psi": "ψ", "omega": "ω",
    "Alpha": "Α", "Beta": "Β", "Gamma": "Γ", "Delta": "Δ", "Epsilon": "Ε", "Zeta": "Ζ", "Eta": "Η", "Theta": "Θ",
    "Iota": "Ι", "Kappa": "Κ", "Lambda": "Λ", "Mu": "Μ", "Nu": "Ν", "Xi": "Ξ", "Omicron": "Ο", "Pi": "Π", "Rho": "Ρ",
    "Sigma": "Σ", "Tau": "Τ", "Upsilon": "Υ", "Phi": "Φ", "Chi": "Χ", "Psi": "Ψ", "Omega": "Ω",
}  # fmt: skip

SUPERSCRIPTS = str.maketrans("0123456789+-()n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾ⁿ")
SUBSCRIPTS = str.maketrans("0123456789+-()", "₀₁₂₃₄₅₆₇₈₉₊₋₍₎")

_ASCII = {
    "−": "-", "–": "-", "—": "--", "·": "*", "×": "*", "⊗": "(*)", "⊕": "(+)", "∘": "@", "→": "->", "⇒": "=>", "↦": "|->",
    "≥": ">=", "≤": "<=", "≠": "!=", "≅": "~=", "≈": "~", "∞": "oo", "∫": "int ", "∑": "sum", "∏": "prod", "√": "sqrt",
    "‖": "|", "∠": "angle", "∈": "in", "∉": "not in", "⊂": "<", "⊆": "<=", "∪": "u", "∩": "n", "∅": "{}", "ᵀ": "'",
    "⁻": "^-", "𝟏": "1", "…": "...", "‘": "'", "’": "'", "“": '"', "”": '"', "•": "*", "✓": "ok", "✗": "NO", "⋯": "...",
    "⎡": "[", "⎢": "[", "⎣": "[", "⎤": "]", "⎥": "]", "⎦": "]", "│": "|", "┌": "+", "┐": "+", "└": "+", "┘": "+",
    "─": "-", "ℝ": "RR", "ℂ": "CC", "ℚ": "QQ", "ℤ": "ZZ", "ℕ": "NN", "𝔽": "FF", "∂": "d", "⟨": "<", "⟩": ">", "∀": "all ",
    "∃": "exists ", "∧": "^", "⋊": "x|", "≡": "==", "½": "1/2", "ℓ": "l", "′": "'", "″": "''", "⊥": "_|_", "⌊": "[", "⌋": "]",
    "↓": "v", "↑": "^", "←": "<-", "↔": "<->", "⟶": "-->", "⟹": "==>", "±": "+-", "°": "deg", "⋅": "*",
    "²": "^2", "³": "^3", "¹": "^1", "⁰": "^0", "⁺": "^+", "ⁿ": "^n", "₊": "+", "₋": "-", "⁽": "(", "⁾": ")", "₍": "(",
    "₎": ")", "ß": "ss", "ø": "o", "Ø": "O", "ł": "l", "\u00a0": " ", "\u2009": " ",
}  # fmt: skip
_ASCII |= {sign: name for name, sign in GREEK.items()}
_ASCII |= {chr(ord("₀") + digit): str(digit) for digit in range(10)}
_ASCII |= {chr(ord("⁴") + digit): f"^{digit + 4}" for digit in range(6)}
_TABLE = str.maketrans(_ASCII)


def to_ascii(text: str) -> str:
    """The text in ASCII: signs by their spelling, accents dropped, what remains as `?`.

    >>> to_ascii("κ(k − q) ≤ ∞, Schrödinger")
    'kappa(k - q) <= oo, Schrodinger'
    """
    if text.isascii():
        return text
    import unicodedata

    spelled = unicodedata.normalize("NFKD", text.translate(_TABLE))
    return "".join(c for c in spelled if not unicodedata.combining(c)).encode("ascii", "replace").decode("ascii")
