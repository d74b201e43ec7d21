"""Formulas in MathML Core: our printer's mathematical notation, read back into its boxes and set by the browser.

There is one notation, that of `terms_latex`. What it prints is a small closed language (letters, numbers, groups, scripts,
fractions, roots, arrays, fences and the words below), read here by recursive descent. Every sign of the input becomes escaped
character data in an element chosen here, so that no name can reach the page as markup; words outside the language are
shown as text.
"""

from __future__ import annotations

import re
from html import escape

from catalg.render.latex.escape import escape as escape_latex
from catalg.render.signs import GREEK
from catalg.render.terms_latex import latex
from catalg.terms import Term

_LETTERS = {f"\\{name}": sign for name, sign in GREEK.items()} | {r"\varepsilon": "ε", r"\varphi": "φ", r"\ell": "ℓ"}
_OPERATORS = {
    r"\times": "×", r"\otimes": "⊗", r"\oplus": "⊕", r"\cdot": "·", r"\circ": "∘", r"\to": "→", r"\mapsto": "↦", r"\in": "∈",
    r"\Rightarrow": "⇒", r"\leq": "≤", r"\geq": "≥", r"\neq": "≠", r"\cong": "≅", r"\colon": ":", r"\ldots": "…", r"\ast": "∗",
    r"\bullet": "•", r"\partial": "∂", r"\angle": "∠", r"\rtimes": "⋊", r"\cup": "∪", r"\cap": "∩", r"\cdots": "⋯", r"\pm": "±",
    r"\approx": "≈", r"\equiv": "≡", r"\subset": "⊂", r"\subseteq": "⊆", r"\notin": "∉", r"\forall": "∀", r"\exists": "∃",
    r"\perp": "⊥", r"\wedge": "∧", r"\longrightarrow": "⟶", r"\leftarrow": "←", r"\downarrow": "↓", r"\uparrow": "↑",
    r"\checkmark": "✓", r"\surd": "√",
}  # fmt: skip
_FENCES = {
    r"\{": "{", r"\}": "}", r"\langle": "⟨", r"\rangle": "⟩", r"\lVert": "‖", r"\rVert": "‖", r"\lvert": "|", r"\rvert": "|",
    r"\lfloor": "⌊", r"\rfloor": "⌋", r"\Vert": "‖", "(": "(", ")": ")", "[": "[", "]": "]", "|": "|",
}  # fmt: skip
_LARGE = {r"\sum": "∑", r"\prod": "∏", r"\int": "∫"}
_SPACES = {r"\,": "0.167em", r"\;": "0.278em", r"\ ": "0.25em", "~": "0.25em", r"\quad": "1em", r"\qquad": "2em", r"\allowbreak": "0"}
_SYMBOLS = {r"\infty": "∞", r"\emptyset": "∅"}
_FUNCTIONS = frozenset({
    r"\exp", r"\log", r"\sin", r"\cos", r"\tan", r"\cot", r"\sec", r"\csc", r"\sinh", r"\cosh", r"\tanh", r"\det", r"\max", r"\min",
    r"\arg", r"\arcsin", r"\arccos", r"\arctan", r"\lim",
})  # fmt: skip
_BLACKBOARD = dict(zip("RCQZNTF1", "ℝℂℚℤℕ𝕋𝔽𝟙", strict=True))
_FONTS = {r"\mathrm": "", r"\operatorname": "", r"\operatorname*": "", r"\mathbf": "bf", r"\boldsymbol": "bf", r"\mathsf": "sf"}
_ALPHABETS = {"bf": (0x1D400, 0x1D41A, 0x1D7CE), "sf": (0x1D5A0, 0x1D5BA, 0x1D7E2)}
"""Where capitals, small letters and digits of a font begin."""

_TEXTS = frozenset({r"\text", r"\texttt"})
_PLAIN = {
    r"\textbackslash": "\\", r"\textasciicircum": "^", r"\textasciitilde": "~", r"\ldots": "…", r"\{": "{", r"\}": "}", r"\$": "$",
    r"\&": "&", r"\#": "#", r"\%": "%", r"\_": "_", r"\,": " ", r"\ ": " ", "~": " ",
}  # fmt: skip
_SIGNS = {
    escaped.removeprefix(r"\ensuremath{")[:-1]: sign
    for sign in "⁰¹²³⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉⁻⁺ⁿ₊₋½ᵀ𝟏′″"
    if (escaped := escape_latex(sign)).startswith(r"\ensuremath{")
}
_PLAIN_MATH = _LETTERS | _OPERATORS | _FENCES | _LARGE | _SYMBOLS

_TOKEN = re.compile(r"\\(?:operatorname\*|[A-Za-z]+|.)|\s+|\d+(?:\.\d+)?|.", re.DOTALL)
_DEPTH = 200
"""Deeper nesting is shown as it is written."""


def mathml(term: Term, display: bool = False) -> str:
    """A term as a `<math>` element; `where` follows in words.

    >>> from catalg.terms import Index, Name, num
    >>> mathml(Index(Name("a"), (num(10),)))
    '<math><msub><mi>a</mi><mn>10</mn></msub></math>'
    """
    return math(latex(term), display)


def math(text: str, display: bool = False) -> str:
    """What our printers write for math mode, as a `<math>` element.

    >>> math(r"\\frac{1}{2}")
    '<math><mfrac><mn>1</mn><mn>2</mn></mfrac></math>'
    """
    opening = '<math display="block">' if display else "<math>"
    try:
        body = _Reader(text).whole()
    except RecursionError:
        body = f"<mtext>{escape(text)}</mtext>"
    return f"{opening}{body}</math>"


def plain(text: str) -> str:
    """The characters behind escaped text: what `escape` of LaTeX was given.

    >>> plain(r"50\\% of \\textbackslash{}x\\_1")
    '50% of \\\\x_1'
    """
    text = re.sub(r"\\texttt\{U\+([0-9A-F]{4,6})\}", lambda found: chr(int(found[1], 16)), text)
    text = re.sub(r"\\char(\d+)(?:\{\})?", lambda found: escape_sign(int(found[1])), text)
    text = re.sub(r"\\ensuremath\{((?:[^{}]|\{[^{}]*\})*)\}", lambda found: _sign(found[1]), text)
    text = text.replace("{[}", "[").replace("{]}", "]").replace("-{}", "-").replace("''", '"')
    return re.sub(
        r"\\[A-Za-z]+(?:\{\})?|\\.|~|[\ue000-\uf8ff]",
        lambda found: _word(found[0]),
        text,
    )


def escape_sign(code: int) -> str:
    """A character by its number, kept apart from the commands around it until they are read."""
    return chr(0xE000 + code) if code < 256 else chr(code)


def _word(found: str) -> str:
    if "\ue000" <= found <= "\ue0ff":
        return chr(ord(found) - 0xE000)
    return _PLAIN.get(found.removesuffix("{}"), found)


def _sign(text: str) -> str:
    if text in _SIGNS:
        return _SIGNS[text]
    inner = re.sub(r"[\^_{}]", "", text) if not text.startswith("\\") else text
    if inner.startswith(r"\mathbb"):
        return "".join(_BLACKBOARD.get(letter, letter) for letter in inner.removeprefix(r"\mathbb").strip("{}"))
    return _PLAIN_MATH.get(inner, inner).replace("\\", "\ue05c")


class _Reader:
    """Reads one formula; `position` is the next token."""

    def __init__(self, text: str) -> None:
        self.text, self.position, self.depth = text, 0, 0
        self.tokens = [found[0] for found in _TOKEN.finditer(text) if not found[0].isspace()]
        self.starts = [found.start() for found in _TOKEN.finditer(text) if not found[0].isspace()]

    def whole(self) -> str:
        parts = []
        while self.position < len(self.tokens):
            parts += self.row(frozenset())
            if self.position < len(self.tokens):  # a bracket of groups that was never opened
                parts.append(f"<mtext>{escape(self.take())}</mtext>")
        return _joined(parts, wrap=False)

    def peek(self) -> str:
        return self.tokens[self.position] if self.position < len(self.tokens) else ""

    def take(self) -> str:
        token = self.peek()
        self.position += 1
        return token

    def row(self, stops: frozenset[str]) -> list[str]:
        parts: list[str] = []
        while self.position < len(self.tokens) and self.peek() not in stops and self.peek() != "}":
            parts.append(self.scripted())
        return parts

    def scripted(self) -> str:
        large = self.peek() in (r"\sum", r"\prod", r"\operatorname*", r"\lim")
        base = self.atom()
        below = above = ""
        while self.peek() in ("_", "^", "'"):
            sign = self.take()
            if sign == "_":
                below += self.argument()
            else:
                above += "<mo>′</mo>" if sign == "'" else self.argument()
        below, above = _grouped(below), _grouped(above)
        if not below and not above:
            return base
        kind = "munder" if large else "msub"
        if below and above:
            return f"<{'munderover' if large else 'msubsup'}>{base}{below}{above}</{'munderover' if large else 'msubsup'}>"
        if below:
            return f"<{kind}>{base}{below}</{kind}>"
        kind = "mover" if large else "msup"
        return f"<{kind}>{base}{above}</{kind}>"

    def argument(self) -> str:
        """A group, or one atom without scripts."""
        return self.group() if self.peek() == "{" else self.atom()

    def group(self) -> str:
        self.take()
        self.depth += 1
        if self.depth > _DEPTH:
            raise RecursionError
        parts = self.row(frozenset())
        self.depth -= 1
        self.take()
        return _joined(parts)

    def raw(self) -> str:
        """The text of a group as it is written, by its balanced brackets."""
        if self.peek() != "{":
            return self.take()
        begin, level = self.position, 0
        while self.position < len(self.tokens):
            token = self.take()
            level += (token == "{") - (token == "}")
            if level == 0:
                break
        end = self.starts[self.position - 1] if self.position <= len(self.tokens) else len(self.text)
        return self.text[self.starts[begin] + 1 : end]

    def atom(self) -> str:
        token = self.take()
        if token == "{":
            self.position -= 1
            return self.group()
        if token in _FONTS:
            return _identifier(plain(self.raw()), _FONTS[token])
        if token in _TEXTS:
            return f"<mtext>{escape(_kept(_words(self.raw())))}</mtext>"
        if token == r"\mathbb":
            return f'<mi mathvariant="normal">{escape("".join(_BLACKBOARD.get(c, c) for c in self.raw()))}</mi>'
        if token == r"\frac":
            return f"<mfrac>{_grouped(self.argument())}{_grouped(self.argument())}</mfrac>"
        if token == r"\overset":
            above, base = self.argument(), self.argument()
            return f"<mover>{_grouped(base)}{_grouped(above)}</mover>"
        if token == r"\sqrt":
            return self.root()
        if token == r"\left":
            return self.fenced()
        if token == r"\begin":
            return self.array()
        if token == r"\catalgfit":
            return self.argument()
        if token == r"\ensuremath":
            return self.argument()
        return _sign_element(token)

    def root(self) -> str:
        if self.peek() != "[":
            return f"<msqrt>{self.argument()}</msqrt>"
        self.take()
        degree = _joined(self.row(frozenset("]")))
        self.take()
        return f"<mroot>{_grouped(self.argument())}{_grouped(degree)}</mroot>"

    def fenced(self) -> str:
        opening = _FENCES.get(self.take(), "")
        parts = self.row(frozenset({r"\right"}))
        self.take()
        closing = _FENCES.get(self.take(), "")
        return f"<mrow><mo>{escape(opening)}</mo>{''.join(parts)}<mo>{escape(closing)}</mo></mrow>"

    def array(self) -> str:
        kind = self.raw()
        if kind == "array":
            self.raw()
        stops = frozenset({"&", "\\\\", r"\end"})
        rows: list[list[str]] = [[]]
        while self.position < len(self.tokens):
            cell = "".join(self.row(stops))
            rows[-1].append(f"<mtd>{cell}</mtd>")
            stop = self.take()
            if stop == "\\\\":
                rows.append([])
            elif stop != "&":
                break
        self.raw()
        body = "".join(f"<mtr>{''.join(row)}</mtr>" for row in rows)
        look = ' class="aligned" displaystyle="true"' if kind == "aligned" else ' class="array"'
        return f"<mtable{look}>{body}</mtable>"


def _sign_element(token: str) -> str:
    if token in _LETTERS:
        upper = token[1:2].isupper()
        return f"<mi{' mathvariant=' + chr(34) + 'normal' + chr(34) if upper else ''}>{_LETTERS[token]}</mi>"
    if token in _FUNCTIONS:
        return f"<mi>{token[1:]}</mi>"
    if token in _LARGE:
        return f"<mo>{_LARGE[token]}</mo>"
    if token in _SYMBOLS:
        return f"<mi>{_SYMBOLS[token]}</mi>"
    if token in _SPACES:
        return f'<mspace width="{_SPACES[token]}"></mspace>'
    if token in _FENCES:
        return f'<mo stretchy="false">{escape(_FENCES[token])}</mo>'
    if token in _OPERATORS:
        return f"<mo>{_OPERATORS[token]}</mo>"
    if token[:1].isdigit():
        return f"<mn>{token}</mn>"
    if len(token) == 1 and token.isalpha():
        return f"<mi>{escape(token)}</mi>"
    if token == "-":
        return "<mo>−</mo>"
    if len(token) == 1:
        return f"<mo>{escape(token)}</mo>"
    return f"<mtext>{escape(_PLAIN.get(token, token))}</mtext>"


def _identifier(text: str, font: str) -> str:
    if text.isascii() and text.isdigit():
        return f"<mn>{_in_font(text, font)}</mn>"
    upright = ' mathvariant="normal"' if len(text) == 1 and not font else ""
    return f"<mi{upright}>{escape(_in_font(text, font))}</mi>"


def _in_font(text: str, font: str) -> str:
    """Letters and digits as the mathematical alphabets of Unicode have them.

    >>> _in_font("Man1", "bf")
    '𝐌𝐚𝐧𝟏'
    """
    if font not in _ALPHABETS:
        return text
    upper, lower, digits = _ALPHABETS[font]
    return "".join(
        chr(ord(c) - ord("A") + upper) if "A" <= c <= "Z"
        else chr(ord(c) - ord("a") + lower) if "a" <= c <= "z"
        else chr(ord(c) - ord("0") + digits) if "0" <= c <= "9"
        else c
        for c in text
    )  # fmt: skip


def _joined(parts: list[str], wrap: bool = True) -> str:
    """Elements side by side: one stands alone, several in an `<mrow>` where one is wanted."""
    return parts[0] if len(parts) == 1 else f"<mrow>{''.join(parts)}</mrow>" if wrap else "".join(parts)


def _grouped(text: str) -> str:
    """Scripts that came in pieces, as one element."""
    return f"<mrow>{text}</mrow>" if "><mo>′" in text or text.startswith("<mo>′</mo><") else text


def _words(text: str) -> str:
    """Text with single signs of mathematics between its dollars."""
    parts = re.split(r"(?<!\\)\$", text)
    return "".join(_sign(part) if k % 2 else plain(part) for k, part in enumerate(parts))


def _kept(text: str) -> str:
    """Blanks at the ends of a text, which MathML would drop."""
    return re.sub(r"^ | $", "\u00a0", text)
