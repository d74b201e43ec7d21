"""Formulas in LaTeX: amsmath only, every name escaped, nothing of the user's text can reach TeX as a command."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from catalg.render.latex.escape import escape, typewriter
from catalg.render.notation import (
    ATOM,
    INDEXED,
    POWER,
    PRODUCT,
    Quotient,
    columns_of,
    is_matrix,
    name_parts,
    quotients,
    root_degree,
    split_sign,
)
from catalg.render.signs import GREEK
from catalg.render.terms_text import SyntaxPrinter
from catalg.render.voices import is_construction, is_small, shape_text
from catalg.terms import Atom, Dim, Matrix, Mul, Name, Num, Series, Term, Vector

_OPERATORS = frozenset({
    "exp", "log", "sin", "cos", "tan", "cot", "sec", "csc", "sinh", "cosh", "tanh", "det", "max", "min", "arg",
})  # fmt: skip
_NAMED = {"asin": r"\arcsin", "acos": r"\arccos", "atan": r"\arctan", "trace": r"\operatorname{tr}"}
_VARIANTS = {"epsilon": r"\varepsilon", "phi": r"\varphi"}


class LatexPrinter(SyntaxPrinter):
    """The LaTeX printer; brackets grow with what they hold."""

    minus = "-"
    relations: ClassVar[dict[str, str]] = {"=": "=", "!=": r"\neq", "<": "<", "<=": r"\leq", ">": ">", ">=": r"\geq"}

    signs: ClassVar[dict[str, str]] = {
        ",": ", ", ":": r"\colon ", "...": r", \ldots, ", "|->": r" \mapsto ", "->": r" \to ", "=": " = ", "@": r" \circ ",
        "<": r"\langle ", ">": r"\rangle", "{": r"\{", "}": r"\}",
    }  # fmt: skip

    def text(self, term: Term, level: int = 0) -> str:
        """The term, in brackets where it binds less tightly than `level`."""
        text, binding = self.bound(term)
        return self.brackets(text) if binding < level else text

    def brackets(self, text: str, left: str = "(", right: str = ")") -> str:
        """Brackets that are as tall as they must be."""
        if any(tall in text for tall in (r"\frac", r"\sum", r"\begin", r"\left")):
            return rf"\left{left}{text}\right{right}"
        return f"{left}{text}{right}"

    def list(self, terms: Sequence[Term]) -> str:
        """Terms with commas between them."""
        return ", ".join(self.text(term, 2) for term in terms)

    def bound(self, term: Term) -> tuple[str, int]:
        """The LaTeX of a term and how tightly it binds."""
        match term:
            case Matrix(rows):
                return self.array(rows), ATOM
            case Vector(entries):
                return self.array(tuple((entry,) for entry in entries)), ATOM
            case _:
                return super().bound(term)

    def array(self, rows: Sequence[Sequence[Term]]) -> str:
        """A matrix in square brackets, of any width and without packages."""
        columns = "c" * (len(rows[0]) if rows else 1)
        body = r" \\ ".join(" & ".join(self.text(entry) for entry in row) for row in rows)
        return rf"\left[\begin{{array}}{{{columns}}} {body} \end{{array}}\right]"

    def name(self, name: str) -> str:
        """A name: one letter in italics, Greek letters as signs, words upright, the rest as subscripts."""
        if any(sign in "\\^~`{}% " for sign in name):  # the label of an element, which is any text
            return rf"\text{{{escape(name)}}}"
        stem, below = name_parts(name)
        if not below:
            return self.word(stem)
        return f"{self.word(stem)}_{{{','.join(self.word(part) for part in below)}}}"

    def word(self, word: str) -> str:
        """A name without subscripts."""
        if word in GREEK_LATIN:
            return rf"\mathrm{{{GREEK_LATIN[word]}}}"
        if word in GREEK:
            return _VARIANTS.get(word, f"\\{word}")
        if word.isascii() and word.isalnum() and (len(word) == 1 or word.isdigit()):
            return word
        return rf"\mathrm{{{escape(word)}}}"

    def bindings(self, bindings: Sequence[tuple[str, Term]]) -> str:
        """What follows `where`."""
        return r",\; ".join(f"{self.name(name)} = {self.text(value, 2)}" for name, value in bindings)

    # --- arithmetic -------------------------------------------------------------------------------------------------------

    def number(self, value: Fraction) -> tuple[str, int]:
        """An exact rational number."""
        sign = "-" if value < 0 else ""
        size = abs(value)
        if size.denominator == 1:
            return f"{sign}{size.numerator}", 2 if sign else ATOM
        return rf"{sign}\frac{{{size.numerator}}}{{{size.denominator}}}", 2 if sign else POWER

    def product(self, term: Mul) -> tuple[str, int]:
        """A product of fractions."""
        coefficient, runs = quotients(term)
        size = abs(coefficient)
        pieces = []
        merged = len(runs) == 1 and (runs[0].below or size.denominator > 1) and not any(map(_stays, runs[0].above))
        if merged:
            run = runs[0]
            above = self._side_by_side(run.above, Fraction(size.numerator)) or "1"
            below = self._side_by_side(run.below, Fraction(size.denominator))
            pieces.append(rf"\frac{{{above}}}{{{below}}}")
        else:
            if size != 1 or not runs:
                pieces.append(self.number(size)[0])
            pieces += [self._fraction(run) for run in runs]
        text = self.join(pieces)
        return (f"-{text}", 2) if coefficient < 0 else (text, PRODUCT)

    def _fraction(self, run: Quotient) -> str:
        if not run.below:
            return self._factors(run.above)
        return rf"\frac{{{self._side_by_side(run.above) or '1'}}}{{{self._side_by_side(run.below)}}}"

    def _side_by_side(self, factors: Sequence[Term], coefficient: Fraction = Fraction(1)) -> str:
        """Factors above or below a line of fraction, where a single one needs no brackets."""
        if coefficient == 1:
            return self.text(factors[0]) if len(factors) == 1 else self._factors(factors)
        number = self.number(coefficient)[0]
        return self.join([number, self._factors(factors)]) if factors else number

    def _factors(self, factors: Sequence[Term]) -> str:
        last = len(factors) - 1
        pieces = [self.text(f) if k == last and isinstance(f, Series) else self.text(f, POWER) for k, f in enumerate(factors)]
        return self.join(pieces) if pieces else ""

    def join(self, pieces: Sequence[str]) -> str:
        """Neighbours with a thin space where names would run together."""
        text = pieces[0]
        for piece in pieces[1:]:
            if text[-1:].isdigit() and piece[:1].isdigit():
                text += rf" \cdot {piece}"
            elif text.isdigit() or (len(piece) == 1 and text[-1] not in ")]}"):
                text += f" {piece}"
            else:
                text += rf" \, {piece}"
        return text

    def power(self, base: Term, exponent: Term) -> tuple[str, int]:
        """Roots by their sign, negative powers of scalars as fractions."""
        degree = root_degree(exponent)
        if degree is not None and not is_matrix(base):
            return self.root(base, degree), ATOM
        negative, size = split_sign(exponent)
        if negative and isinstance(size, Num) and not is_matrix(base):
            degree = root_degree(size)
            if size.value == 1:
                under = self.text(base)
            else:
                under = self.root(base, degree) if degree else self._raised(base, size)
            return rf"\frac{{1}}{{{under}}}", POWER
        return self._raised(base, exponent), POWER

    def _raised(self, base: Term, exponent: Term) -> str:
        text, binding = self.bound(base)
        below = self.brackets(text) if binding < ATOM or text.startswith(r"\frac") else f"{{{text}}}" if "^" in text else text
        return f"{below}^{{{self.text(exponent)}}}"

    def root(self, base: Term, degree: int) -> str:
        """A root of any degree."""
        return rf"\sqrt{'' if degree == 2 else f'[{degree}]'}{{{self.text(base)}}}"

    # --- words ------------------------------------------------------------------------------------------------------------

    def constant(self, name: str) -> str:
        """π, i, ∞."""
        return {"pi": r"\pi", "oo": r"\infty", "i": r"\mathrm{i}"}.get(name, self.name(name))

    def ones(self) -> str:
        """The matrix of ones as a product of columns of ones."""
        return r"\mathbf{1}\mathbf{1}^{\mathsf{T}}"

    def index(self, base: Term, indices: Sequence[Term]) -> str:
        """Indices below the line; a name with subscripts of its own gets brackets."""
        inside = ",".join(self.text(index) for index in indices)
        text = self.text(base, ATOM)
        return f"({text})_{{{inside}}}" if "_" in text and isinstance(base, Name) else f"{text}_{{{inside}}}"

    def call(self, head: str, args: Sequence[Term]) -> tuple[str, int]:
        """The usual signs for the usual functions."""
        if head in INDEXED and len(args) == INDEXED[head].below + INDEXED[head].above + 1:
            form = INDEXED[head]
            below = ",".join(self.text(arg) for arg in args[: form.below])
            upper = ",".join(self.text(arg) for arg in args[form.below : -1])
            raised = f"^{{({upper})}}" if upper else ""
            return f"{form.letter}_{{{below}}}{raised}{self.brackets(self.text(args[-1]))}", ATOM
        match head, tuple(args):
            case "clebsch_gordan", (source, target, degree, x):
                below = rf"{self.text(source)} \to {self.text(target)}"
                return f"C^{{({self.text(degree)})}}_{{{below}}}{self.brackets(self.text(x))}", ATOM
            case "dot", (x, y):
                return rf"{self.text(x, POWER)} \cdot {self.text(y, POWER)}", PRODUCT
            case "norm", (x,):
                return rf"\lVert {self.text(x)} \rVert", ATOM
            case "abs", (x,):
                return rf"\lvert {self.text(x)} \rvert", ATOM
            case "angle", (x, y):
                return rf"\angle{self.brackets(f'{self.text(x)}, {self.text(y)}')}", ATOM
            case "sqrt", (x,):
                return self.root(x, 2), ATOM
            case "exp", (x,) if "frac" not in self.text(x) and len(self.text(x)) < 24:
                return f"e^{{{self.text(x)}}}", POWER
            case "transpose", (x,):
                return self._suffixed(x, r"\mathsf{T}"), POWER
            case "inverse", (x,):
                return self._suffixed(x, "-1"), POWER
            case "kron", (_, *_):
                return r" \otimes ".join(self.text(arg, POWER) for arg in args), PRODUCT
            case "adjacency", (x,):
                return self.text(x, ATOM), ATOM
            case "delta", (x, y):
                return rf"\delta_{{{self.text(x)},{self.text(y)}}}", ATOM
            case "class", (place, *members):
                return f"{self.brackets(self.list(members), '[', ']')}_{{{self.text(place)}}}", ATOM
            case ("omega" | "epsilon" | "eta"), _:
                return f"{self.word(head)}_{{{self.list(args)}}}", ATOM
            case "det", (matrix,) if columns_of(matrix):
                return rf"\det{self.brackets(self.list(columns_of(matrix) or ()))}", ATOM
            case "id", (x,):
                return rf"\mathrm{{id}}_{{{self.text(x)}}}", ATOM
            case "lim", (x,):
                return rf"\lim {self.text(x, POWER)}", POWER
            case "colim", (x,):
                return rf"\operatorname*{{colim}} {self.text(x, POWER)}", POWER
            case _:
                return f"{self.operator(head)}{self.brackets(self.list(args))}", ATOM

    def operator(self, head: str) -> str:
        """The name of a function of the vocabulary."""
        if head in _OPERATORS:
            return f"\\{head}"
        return _NAMED.get(head, rf"\operatorname{{{escape(head)}}}")

    def _suffixed(self, term: Term, sign: str) -> str:
        text, binding = self.bound(term)
        if binding < ATOM:
            text = self.brackets(text)
        return f"{text}^{{{sign}}}"

    def derivative(self, head: str, component: Sequence[int], order: Sequence[int], args: Sequence[Term]) -> str:
        """∂₁²f(x, y)."""
        signs = "".join(
            rf"\partial_{{{k}}}{f'^{{{times}}}' if times > 1 else ''} " for k, times in enumerate(order, 1) if times
        )
        entry = f"_{{{','.join(map(str, component))}}}" if component else ""
        return f"{signs}{self.name(head)}{entry}{self.brackets(self.list(args))}"

    def series(self, term: Series) -> tuple[str, int]:
        """A sum over an index; the summand reaches as far as it can."""
        lower, upper = self.text(term.lower), self.text(term.upper)
        return rf"\sum_{{{self.name(term.index)}={lower}}}^{{{upper}}} {self.text(term.body, PRODUCT)}", 2

    def dimension(self, dim: Dim) -> str:
        """A dimension: a polynomial in parameters."""
        parts: list[str] = []
        for monomial, coefficient in dim.terms:
            body = " ".join(self.symbol(p) if e == 1 else f"{self.symbol(p)}^{{{e}}}" for p, e in monomial)
            size = abs(coefficient)
            number = "" if size == 1 and body else self.number(size)[0]
            sign = "-" if coefficient < 0 else "+"
            lead = f" {sign} " if parts else sign.replace("+", "")
            parts.append(f"{lead}{number}{' ' if number and body else ''}{body}")
        return "".join(parts) or "0"

    def symbol(self, symbol: str | Atom) -> str:
        """A parameter, or a counting function of parameters."""
        if isinstance(symbol, str):
            return self.name(symbol)
        args = [self.dimension(a) for a in symbol.args]
        if symbol.head == "power":
            base = args[0] if args[0].isalnum() else rf"\left({args[0]}\right)"
            return f"{{{base}^{{{args[1]}}}}}"
        if symbol.head in COUNTS:
            shape = COUNTS[symbol.head]
            for place, arg in enumerate(args):
                shape = shape.replace(f"@{place}", arg)
            return f"{{{shape}}}"
        return rf"\operatorname{{{symbol.head}}}\left({', '.join(args)}\right)"


def _stays(factor: Term) -> bool:
    """Whether a factor looks wrong above a line of fraction: matrices and sums over an index."""
    return is_matrix(factor) or isinstance(factor, Series)


COUNTS = {
    "floor": r"\left\lfloor @0 \right\rfloor", "ceiling": r"\left\lceil @0 \right\rceil", "binomial": r"\binom{@0}{@1}",
    "stirling": r"{@0 \brace @1}", "bell": "B_{@0}", "catalan": "C_{@0}", "factorial": r"\left(@0\right)!",
    "delta": r"\delta_{@0,\,@1}", "mod": r"\left(@0 \bmod @1\right)", "sum": r"\sum_{@0=@1}^{@2} \left(@3\right)",
}  # fmt: skip

GREEK_LATIN = {
    "Alpha": "A", "Beta": "B", "Epsilon": "E", "Zeta": "Z", "Eta": "H", "Iota": "I", "Kappa": "K", "Mu": "M", "Nu": "N",
    "Omicron": "O", "Rho": "P", "Tau": "T", "Chi": "X", "omicron": "o",
}  # fmt: skip

PRINTER = LatexPrinter()


def latex(term: Term) -> str:
    """A term in LaTeX, for math mode; `where` follows in words.

    >>> from catalg.terms import Apply, Call, Name, Pow, mul, num, sub
    >>> latex(Apply("kappa", (sub(Name("k"), Name("q")),)))
    '\\\\kappa(k - q)'
    >>> latex(mul(num(3), Name("a_10"), Pow(Name("max_rate"), num(-1))))
    '\\\\frac{3 a_{10}}{\\\\mathrm{max}_{\\\\mathrm{rate}}}'
    """
    from catalg.terms import Let

    if isinstance(term, Let):
        return rf"{latex(term.body)} \quad\text{{where }} {PRINTER.bindings(term.bindings)}"
    return PRINTER.text(term)


_SIGNS = {"(*)": r" \otimes ", "(+)": r" \oplus ", "*": r" \times ", "->": r" \to ", "@": r" \circ ", ",": ", ", "{": r"\{", "}": r"\}"}


def code_latex(text: str) -> str:
    """A construction such as `Sym^2(V) (*) dual(V)`, written in the language, in math mode.

    >>> code_latex("T^2(V) (*) W")
    'T^{2}(V) \\\\otimes W'
    """
    out = ""
    tokens = re.findall(r"\(\*\)|\(\+\)|->|\^-?\w+|\w+|\S", text)
    for token, after in zip(tokens, [*tokens[1:], ""], strict=True):
        if token in ("R", "Z") and after.startswith("^"):
            out += rf"\mathbb{{{token}}}"
        elif token[0] == "^" and len(token) > 1:
            out += f"^{{{PRINTER.name(token[1:]) if token[1:].isidentifier() else token[1:]}}}"
        elif token in _SIGNS:
            out += _SIGNS[token]
        elif token.isidentifier():
            out += PRINTER.name(token)
        else:
            out += escape(token)
    return re.sub(r"  +", " ", out).strip()


@dataclass(frozen=True, slots=True)
class LatexVoice:
    """Sentences in LaTeX: formulas between dollars, words escaped, code in typewriter type."""

    def formula(self, term: Term) -> str:
        """The formula in line; large matrices by their shape."""
        return f"${latex(term)}$" if is_small(term, 100) else escape(shape_text(term))

    def dimension(self, dim: Dim) -> str:
        """The dimension in math mode."""
        return f"${PRINTER.dimension(dim)}$"

    def words(self, text: str) -> str:
        """Running text, escaped."""
        return escape(text)

    def name(self, text: str) -> str:
        """A fact that is text: names and constructions in math mode, words as words."""
        return f"${code_latex(text)}$" if is_construction(text) else escape(text)

    def code(self, text: str) -> str:
        """A word of the language, in typewriter type."""
        return typewriter(text)


LATEX = LatexVoice()
