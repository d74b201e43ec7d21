"""Formulas as text, in two ways: `SYNTAX` is the language itself and can be read back, `PRETTY` is Unicode for people.

Both walk the tree once, bracketing by precedence; they differ in the signs and in what they do with neighbours.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import ClassVar

from catalg.render.notation import (
    ATOM,
    FORMS,
    INDEXED,
    POWER,
    PRODUCT,
    RELATION,
    SUM,
    Form,
    Quotient,
    columns_of,
    is_matrix,
    name_parts,
    plain_denominator,
    quotients,
    root_degree,
    split_sign,
)
from catalg.render.signs import GREEK, SUBSCRIPTS, SUPERSCRIPTS
from catalg.terms import (
    Add,
    Apply,
    Call,
    Const,
    Derived,
    Dim,
    Identity,
    Index,
    Let,
    Matrix,
    Mul,
    Name,
    Num,
    Ones,
    Pow,
    Relation,
    Series,
    Term,
    Vector,
)


class SyntaxPrinter:
    """The language's own ASCII spelling. Reading the text back gives the term again."""

    minus = "-"
    relations: ClassVar[dict[str, str]] = {op: op for op in ("=", "!=", "<", "<=", ">", ">=")}
    signs: ClassVar[dict[str, str]] = {
        ",": ", ", ":": ": ", "...": ", ..., ", "|->": " |-> ", "->": " -> ", "=": " = ", "@": " @ ", "<": "<", ">": ">",
    }  # fmt: skip

    def text(self, term: Term, level: int = 0) -> str:
        """The term, in brackets where it binds less tightly than `level`."""
        text, binding = self.bound(term)
        return f"({text})" if binding < level else text

    def dimension(self, dim: Dim) -> str:
        """A dimension."""
        return str(dim)

    def name(self, name: str) -> str:
        """A variable, parameter or function."""
        return name

    def bound(self, term: Term) -> tuple[str, int]:
        """The text of a term and how tightly it binds."""
        match term:
            case Num(value):
                return self.number(value)
            case Const(name):
                return self.constant(name), ATOM
            case Name(name):
                return self.name(name), ATOM
            case Identity():
                return "I", ATOM
            case Ones():
                return self.ones(), ATOM
            case Add(args):
                return self.sum(args), SUM
            case Mul():
                return self.product(term)
            case Pow(base, exponent):
                return self.power(base, exponent)
            case Call(head, args):
                return self.formed(FORMS[head], args) if head in FORMS else self.call(head, args)
            case Apply(head, args):
                return f"{self.name(head)}({self.list(args)})", ATOM
            case Derived(head, component, order, args):
                return self.derivative(head, component, order, args), ATOM
            case Index(base, indices):
                return self.index(base, indices), ATOM
            case Vector(entries):
                return f"[{self.list(entries)}]", ATOM
            case Matrix(rows):
                return f"[{', '.join(f'[{self.list(row)}]' for row in rows)}]", ATOM
            case Series():
                return self.series(term)
            case Let(bindings, body):
                return f"{self.text(body)} where {self.bindings(bindings)}", 0
            case Relation(op, left, right):
                return f"{self.text(left, SUM)} {self.relations[op]} {self.text(right, SUM)}", RELATION
            case _:
                from catalg.render.coends import spelled

                return spelled(self, term)

    def list(self, terms: Sequence[Term]) -> str:
        """Terms with commas between them."""
        return ", ".join(self.text(term, SUM) for term in terms)

    def bindings(self, bindings: Sequence[tuple[str, Term]]) -> str:
        """What follows `where`."""
        return ", ".join(f"{self.name(name)} = {self.text(value, SUM)}" for name, value in bindings)

    # --- arithmetic -------------------------------------------------------------------------------------------------------

    def number(self, value: Fraction) -> tuple[str, int]:
        """An exact rational number."""
        sign = self.minus if value < 0 else ""
        size = abs(value)
        if size.denominator == 1:
            return f"{sign}{size.numerator}", SUM if sign else ATOM
        return f"{sign}{size.numerator}/{size.denominator}", SUM if sign else PRODUCT

    def sum(self, args: Sequence[Term]) -> str:
        """A sum, with minus signs taken out of its terms."""
        parts: list[str] = []
        for position, term in enumerate(args):
            negative, size = split_sign(term)
            text = self.text(size, PRODUCT if negative or position else SUM)
            if position:
                parts.append(f" {self.minus if negative else '+'} {text}")
            else:
                parts.append(f"{self.minus if negative else ''}{text}")
        return "".join(parts)

    def quotients(self, term: Mul) -> tuple[Fraction, tuple[Quotient, ...]]:
        """The coefficient and the quotients of a product, as they are read back."""
        return quotients(term, plain_denominator)

    def product(self, term: Mul) -> tuple[str, int]:
        """A product; a negative coefficient makes it bind as a sum does."""
        coefficient, runs = self.quotients(term)
        size = abs(coefficient)
        halved = size.denominator > 1 and len(runs) == 1 and not any(is_matrix(f) for f in runs[0].above)
        pieces: list[str] = []
        whole = Fraction(size.numerator) if halved else size
        if whole != 1 or not runs:
            pieces.append(self.number(whole)[0])
        for position, run in enumerate(runs):
            last = position == len(runs) - 1
            below = size.denominator if halved else 1
            pieces.append(self.quotient(run, below, bare=not pieces, last=last, whole=whole))
        text = self.join(pieces)
        return (f"{self.minus}{text}", SUM) if coefficient < 0 else (text, PRODUCT)

    def quotient(self, run: Quotient, below: int, bare: bool, last: bool, whole: Fraction) -> str:
        """One quotient inside a product; `below` is a further divisor, `bare` tells that nothing stands before it."""
        above = "*".join(self.text(factor, POWER) for factor in run.above)
        divisors = [self.text(factor, POWER) for factor in run.below]
        if below > 1:
            divisors.append(str(below))
        if not above:
            return "1" + "".join(f"/{d}" for d in divisors) if bare else "".join(f"/{d}" for d in divisors)
        return above + "".join(f"/{d}" for d in divisors)

    def join(self, pieces: Sequence[str]) -> str:
        """The pieces of a product with their signs between them."""
        text = pieces[0]
        for piece in pieces[1:]:
            text += piece if piece.startswith("/") else f"*{piece}"
        return text

    def power(self, base: Term, exponent: Term) -> tuple[str, int]:
        """A power."""
        return f"{self.text(base, ATOM)}^{self.exponent(exponent)}", POWER

    def exponent(self, exponent: Term) -> str:
        """What stands behind `^`."""
        if isinstance(exponent, Num) and exponent.value.denominator == 1:
            return str(exponent.value)
        return self.text(exponent, ATOM)

    # --- words ------------------------------------------------------------------------------------------------------------

    def constant(self, name: str) -> str:
        """A constant of the vocabulary."""
        return name

    def ones(self) -> str:
        """The matrix of ones."""
        return "ones"

    def index(self, base: Term, indices: Sequence[Term]) -> str:
        """A coordinate or an indexed constant."""
        return f"{self.text(base, ATOM)}[{self.list(indices)}]"

    def call(self, head: str, args: Sequence[Term]) -> tuple[str, int]:
        """A function of the vocabulary."""
        if head == "kron" and len(args) > 1:
            return " (*) ".join(self.text(arg, POWER) for arg in args), PRODUCT
        if head == "transpose" and len(args) == 1:
            return f"{self.text(args[0], ATOM)}'", POWER
        if head == "adjacency" and len(args) == 1:
            return self.text(args[0], ATOM), ATOM
        return f"{head}({self.list(args)})", ATOM

    def formed(self, form: Form, args: Sequence[Term]) -> tuple[str, int]:
        """A set, a table, a path and the like."""
        level = POWER if form.level == PRODUCT else 0 if form.left else SUM
        inside = self.signs[form.sign].join(self.text(arg, level) for arg in args)
        return f"{self.signs.get(form.left, form.left)}{inside}{self.signs.get(form.right, form.right)}", form.level

    def derivative(self, head: str, component: Sequence[int], order: Sequence[int], args: Sequence[Term]) -> str:
        """A partial derivative: `d1^2 f(x, y)` by the first argument, twice."""
        signs = "".join(f"d{k}{'' if times == 1 else f'^{times}'} " for k, times in enumerate(order, 1) if times)
        entry = f"[{', '.join(map(str, component))}]" if component else ""
        return f"({signs}{self.name(head)}{entry})({self.list(args)})"

    def series(self, term: Series) -> tuple[str, int]:
        """A sum over an index."""
        return f"sum({self.name(term.index)}, {self.list((term.lower, term.upper, term.body))})", ATOM


class UnicodePrinter(SyntaxPrinter):
    """Unicode on one line, for people: Greek letters, sub- and superscripts, products without signs."""

    minus = "−"
    relations: ClassVar[dict[str, str]] = {"=": "=", "!=": "≠", "<": "<", "<=": "≤", ">": ">", ">=": "≥"}
    signs: ClassVar[dict[str, str]] = {
        ",": ", ", ":": ": ", "...": ", …, ", "|->": " ↦ ", "->": " → ", "=": " = ", "@": " ∘ ", "<": "⟨", ">": "⟩",
    }  # fmt: skip

    def name(self, name: str) -> str:
        """Greek letters as signs; numbers at the end as subscripts."""
        stem, below = name_parts(name)
        letter = GREEK.get(stem, stem)
        if not below:
            return letter
        return letter + self.below([GREEK.get(part, part) for part in below])

    def below(self, parts: Sequence[str]) -> str:
        """Subscripts: digits as small signs, everything else behind `_`."""
        text = ",".join(parts)
        if text.isdigit():
            return text.translate(SUBSCRIPTS)
        return f"_{text}" if len(text) == 1 or (len(parts) == 1 and text.isalpha()) else f"_{{{text}}}"

    def above(self, text: str) -> str:
        """A superscript: small signs where they exist."""
        if text and all(c.isdigit() or c in "n−" for c in text):
            return text.replace("−", "-").translate(SUPERSCRIPTS)
        return f"^{text}" if len(text) == 1 else f"^({text})"

    def quotients(self, term: Mul) -> tuple[Fraction, tuple[Quotient, ...]]:
        """Every negative power of a scalar divides."""
        return quotients(term)

    def dimension(self, dim: Dim) -> str:
        """A dimension with its powers as superscripts."""
        text = str(dim)
        for digit in "23456789":
            text = text.replace(f"^{digit}", digit.translate(SUPERSCRIPTS))
        return text.replace("*", "").replace("-", "−")

    def quotient(self, run: Quotient, below: int, bare: bool, last: bool, whole: Fraction) -> str:
        """A quotient with its divisors in brackets together; in brackets itself where something follows it."""
        divisors = [self.text(factor, POWER) for factor in run.below]
        if below > 1:
            divisors.insert(0, str(below))
        if not divisors:
            return self._side_by_side(run.above)
        one = len(run.above) == 1 and not divisors[1:]
        above = self.text(run.above[0], PRODUCT) if one else self._side_by_side(run.above) or "1"
        under = divisors[0] if len(divisors) == 1 else f"({' '.join(divisors)})"
        text = f"{above}/{under}"
        return text if last and (bare or run.above) else f"({text})"

    def join(self, pieces: Sequence[str]) -> str:
        """Number and letter touch; a letter before a bracket needs a dot, so as not to look like a function."""
        text = pieces[0]
        for piece in pieces[1:]:
            text += self._gap(text, piece) + piece
        return text

    def _side_by_side(self, factors: Sequence[Term]) -> str:
        last = len(factors) - 1
        pieces = [self.text(f, POWER) if k < last or not isinstance(f, Series) else self.text(f) for k, f in enumerate(factors)]
        return self.join(pieces) if pieces else ""

    @staticmethod
    def _gap(left: str, right: str) -> str:
        if left[-1:].isdigit() and left.replace("/", "").isdigit():
            if "/" in left:
                return " "
            return " · " if right[0].isdigit() else ""
        if right[0] == "(" and (left[-1:].isalnum() or left[-1] in "₀₁₂₃₄₅₆₇₈₉"):
            return "·"
        if right in ("I", "𝟏𝟏ᵀ") and len(left) == 1:
            return ""
        return " "

    def power(self, base: Term, exponent: Term) -> tuple[str, int]:
        """Roots by their sign, small exponents as superscripts."""
        degree = root_degree(exponent)
        if degree is not None:
            return self.root(base, degree)
        negative, size = split_sign(exponent)
        if negative and isinstance(size, Num) and not is_matrix(base):
            if size.value == 1:
                return f"1/{self.text(base, POWER)}", PRODUCT
            degree = root_degree(size)
            under = self.root(base, degree)[0] if degree else f"{self.text(base, ATOM)}{self.above(self.text(size))}"
            return f"1/{under}", PRODUCT
        return f"{self.text(base, ATOM)}{self.above(self.text(exponent))}", POWER

    def root(self, base: Term, degree: int) -> tuple[str, int]:
        """A square, cubic, fourth or higher root."""
        sign = {2: "√", 3: "∛", 4: "∜"}.get(degree)
        if sign is None:
            return f"{self.text(base, ATOM)}^(1/{degree})", POWER
        return f"{sign}{self.text(base, ATOM)}", ATOM

    def constant(self, name: str) -> str:
        """π, i, ∞."""
        return {"pi": "π", "oo": "∞"}.get(name, name)

    def ones(self) -> str:
        """The matrix of ones as a product of columns of ones."""
        return "𝟏𝟏ᵀ"

    def index(self, base: Term, indices: Sequence[Term]) -> str:
        """Indices below the line."""
        if isinstance(base, Name) and name_parts(base.name)[1]:
            return f"{self.name(base.name)}[{self.list(indices)}]"
        return self.text(base, ATOM) + self.below([self.text(index) for index in indices])

    def call(self, head: str, args: Sequence[Term]) -> tuple[str, int]:
        """The usual signs for the usual functions."""
        if head in INDEXED and len(args) == INDEXED[head].below + INDEXED[head].above + 1:
            form = INDEXED[head]
            below = self.below([self.text(arg) for arg in args[: form.below]])
            upper = ", ".join(self.text(arg) for arg in args[form.below : -1])
            return f"{form.letter}{below}{f'^({upper})' if upper else ''}({self.text(args[-1])})", ATOM
        match head, tuple(args):
            case "dot", (x, y):
                return f"{self.text(x, ATOM)}·{self.text(y, ATOM)}", POWER
            case "norm", (x,):
                return f"‖{self.text(x)}‖", ATOM
            case "abs", (x,):
                return f"|{self.text(x)}|", ATOM
            case "angle", (x, y):
                return f"∠({self.text(x)}, {self.text(y)})", ATOM
            case "sqrt", (x,):
                return self.root(x, 2)
            case "transpose", (x,):
                return f"{self.text(x, ATOM)}ᵀ", POWER
            case "inverse", (x,):
                return f"{self.text(x, ATOM)}⁻¹", POWER
            case "kron", (_, *_):
                return " ⊗ ".join(self.text(arg, POWER) for arg in args), PRODUCT
            case "adjacency", (x,):
                return self.text(x, ATOM), ATOM
            case "det", (matrix,) if columns_of(matrix):
                return f"det({self.list(columns_of(matrix) or ())})", ATOM
            case "trace", (x,):
                return f"tr({self.text(x)})", ATOM
            case "delta", _:
                return f"δ({self.list(args)})", ATOM
            case "class", (place, *members):
                return f"[{self.list(members)}]{self.below([self.text(place)])}", ATOM
            case ("omega" | "epsilon" | "eta"), _:
                return f"{GREEK[head]}({self.list(args)})", ATOM
            case "id", (x,):
                return f"id{self.below([self.text(x)])}", ATOM
            case _:
                return f"{head}({self.list(args)})", ATOM

    def derivative(self, head: str, component: Sequence[int], order: Sequence[int], args: Sequence[Term]) -> str:
        """∂₁²f(x, y)."""
        signs = "".join(f"∂{self.below([str(k)])}{self.above(str(n)) if n > 1 else ''}" for k, n in enumerate(order, 1) if n)
        entry = self.below([str(part) for part in component]) if component else ""
        return f"{signs}{self.name(head)}{entry}({self.list(args)})"

    def series(self, term: Series) -> tuple[str, int]:
        """Σ with its bounds; the summand reaches as far as it can."""
        index, lower, upper = self.name(term.index), self.text(term.lower), self.text(term.upper)
        top = upper if len(upper) == 1 else f"{{{upper}}}"
        return f"Σ_{{{index}={lower}}}^{top} {self.text(term.body, PRODUCT)}", SUM


SYNTAX = SyntaxPrinter()
PRETTY = UnicodePrinter()


def syntax(term: Term) -> str:
    """A term in the language itself.

    >>> from catalg.terms import Name, add, mul, num, power
    >>> syntax(add(mul(num(2), Name("kappa")), power(Name("x"), num(-1))))
    '2*kappa + x^-1'
    """
    return SYNTAX.text(term)


def pretty(term: Term) -> str:
    """A term for people, on one line.

    >>> from catalg.terms import Apply, Identity, Name, Ones, add, mul, sub
    >>> pretty(add(mul(Name("alpha"), Identity()), mul(Name("beta"), Ones())))
    'αI + β𝟏𝟏ᵀ'
    >>> pretty(Apply("kappa", (sub(Name("k"), Name("q")),)))
    'κ(k − q)'
    """
    return PRETTY.text(term)
