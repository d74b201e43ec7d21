"""The expressions of a file, typeset as they are written: categories in bold, constructions in their usual notation.

This is about statements, whose meaning the elaborator knows; formulas of solutions are terms and go through
`terms_latex`. The sign of a product depends on what is multiplied: spaces take ×, scalars and group elements none.
"""

from __future__ import annotations

from collections.abc import Sequence

from catalg.language import tree
from catalg.render.latex.escape import escape
from catalg.render.terms_latex import PRINTER

ADDITIVE, MULTIPLICATIVE, UNARY, POWER, ATOM = range(1, 6)

_CATEGORIES = {"Set": r"\mathbf{Set}", "Vect": r"\mathbf{Vect}", "Man": r"\mathbf{Man}"}
_FIELDS = {"RR": r"\mathbb{R}", "CC": r"\mathbb{C}", "QQ": r"\mathbb{Q}", "ZZ": r"\mathbb{Z}"}
_KINDS = {"Nat": r"\mathbb{N}", "Real": r"\mathbb{R}", "Complex": r"\mathbb{C}"}
_WORDS = {"oo": r"\infty", "pi": r"\pi", "R": r"\mathbb{R}", "*": r"\ast"}
_OPERATORS = {
    "+": (" + ", ADDITIVE), "-": (" - ", ADDITIVE), "(+)": (r" \oplus ", ADDITIVE), "*": ("*", MULTIPLICATIVE),
    "/": ("/", MULTIPLICATIVE), "(*)": (r" \otimes ", MULTIPLICATIVE), "@": (r" \circ ", 0), ";": (";", 0),
}  # fmt: skip
LONG, BREAKING = 8, r", \allowbreak "
"""Sets and tables with more entries than this may be broken between them."""

_COMPARISONS = {"<": "<", "<=": r"\leq", ">": ">", ">=": r"\geq", "!=": r"\neq"}
POWERS = frozenset({"T", "Sym", "Alt", "R", "Z"})


class Typesetter:
    """Expressions of one kind; `product` is the sign between factors, `words` what some names are shown as."""

    def __init__(self, product: str, declared: frozenset[str] = frozenset()) -> None:
        self.product, self.declared = product, declared

    def __call__(self, expr: tree.Expr, level: int = 0) -> str:
        """The LaTeX of an expression, in brackets where it binds less tightly than `level`."""
        text, binding = self._bound(expr)
        return rf"({text})" if binding < level else text

    def name(self, text: str) -> str:
        """A name: what the file declares keeps its letters, the rest of the vocabulary its usual signs."""
        if text not in self.declared:
            for table in (_CATEGORIES, _FIELDS, _WORDS):
                if text in table:
                    return table[text]
        return PRINTER.name(text)

    def _list(self, items: Sequence[tree.Expr], sign: str = ", ") -> str:
        return sign.join(self(item) for item in items)

    def _bound(self, expr: tree.Expr) -> tuple[str, int]:
        match expr:
            case tree.Name(text):
                return self.name(text), ATOM
            case tree.Number(text):
                return escape(text), ATOM
            case tree.String(text):
                return rf"\text{{{escape(text)}}}", ATOM
            case tree.Call():
                return self._call(expr), ATOM
            case tree.Index(base, indices):
                inner = self(base, ATOM)
                inner = f"{{{inner}}}" if "_" in inner else inner
                return f"{inner}_{{{self._list(indices, ',')}}}", ATOM
            case tree.TupleExpr(items):
                return f"({self._list(items)})", ATOM
            case tree.ListExpr(items):
                return self._array(items), ATOM
            case tree.SetExpr(elements):
                return rf"\{{{self._list(elements, BREAKING if len(elements) > LONG else ', ')}\}}", ATOM
            case tree.Range(low, high):
                return rf"{self(low)}, \ldots, {self(high)}", 0
            case tree.TableExpr(rows):
                pairs = (rf"{self(a)} \mapsto {self(b)}" for a, b in rows)
                return rf"\{{{(BREAKING if len(rows) > LONG else ', ').join(pairs)}\}}", ATOM
            case tree.Cycles(cycles):
                return r"\allowbreak ".join(f"({self._cycle(cycle)})" for cycle in cycles) or "()", ATOM
            case tree.Negate(operand):
                return f"-{self(operand, UNARY)}", MULTIPLICATIVE
            case tree.Transpose(operand):
                return rf"{self(operand, ATOM)}^{{\mathsf{{T}}}}", POWER
            case tree.Binary():
                return self._binary(expr)
            case tree.Comparison(operands, operators):
                text = self(operands[0], ADDITIVE)
                for operator, operand in zip(operators, operands[1:], strict=True):
                    text += f" {_COMPARISONS[operator]} {self(operand, ADDITIVE)}"
                return text, 0
            case tree.Equation(left, right):
                return f"{self(left)} = {self(right)}", 0
            case tree.Integral(kind, variable, category, body):
                return integral(self, kind, variable, category, body), ADDITIVE

    def _cycle(self, points: Sequence[tree.Expr]) -> str:
        return r"\;".join(self(point) for point in points)

    def _call(self, call: tree.Call) -> str:
        inside = self._list(call.arguments)
        match call.function:
            case tree.Name("op"):
                return rf"{self(call.arguments[0], ATOM)}^{{\mathrm{{op}}}}"
            case tree.Name("dual"):
                return f"{self(call.arguments[0], ATOM)}^{{*}}"
            case tree.Name("Vect"):
                return rf"\mathbf{{Vect}}_{{{inside}}}"
            case tree.Name("sqrt"):
                return rf"\sqrt{{{inside}}}"
            case tree.Name("norm") if self._is_word("norm", call, 1):
                return rf"\lVert {inside} \rVert"
            case tree.Name("dot") if self._is_word("dot", call, 2):
                return rf"({self(call.arguments[0], MULTIPLICATIVE)} \cdot {self(call.arguments[1], MULTIPLICATIVE)})"
            case tree.Name("sum") if self._is_word("sum", call, 4):
                index, lower, upper, body = call.arguments
                return rf"\sum_{{{self(index)} = {self(lower)}}}^{{{self(upper)}}} {self(body, MULTIPLICATIVE)}"
            case tree.Name("Sphere"):
                return f"S^{{{inside}}}"
            case function:
                return f"{self._head(function)}({inside})"

    def _is_word(self, word: str, call: tree.Call, count: int) -> bool:
        """Whether a call is one of the vocabulary of formulas."""
        return word not in self.declared and len(call.arguments) == count

    def _head(self, function: tree.Expr) -> str:
        return self(function, ATOM)

    def _binary(self, expr: tree.Binary) -> tuple[str, int]:
        if expr.operator == "^":
            if isinstance(expr.right, tree.Call) and isinstance(expr.right.function, tree.Number):  # T^2(V) is T^(2(V))
                return self._functional(expr.left, expr.right), ATOM
            return f"{self(expr.left, ATOM)}^{{{self(expr.right)}}}", POWER
        if expr.operator == "/" and any(_is_sum(side) for side in (expr.left, expr.right)):
            return rf"\frac{{{self(expr.left)}}}{{{self(expr.right)}}}", MULTIPLICATIVE
        sign, level = _OPERATORS[expr.operator]
        left, right = self(expr.left, level), self(expr.right, level + (1 if expr.operator in "-*/" else 0))
        if expr.operator == "*":
            sign = self.product
        if expr.operator == ";":
            return f"{right} \\circ {left}", 0
        return f"{left}{sign}{right}", level

    def _functional(self, left: tree.Expr, right: tree.Call) -> str:
        head = self(left)
        if isinstance(left, tree.Name) and left.text in POWERS and left.text not in self.declared:
            head = {"T": "T", "R": r"\mathbb{R}", "Z": r"\mathbb{Z}"}.get(left.text, rf"\mathrm{{{left.text}}}")
        return f"{head}^{{{self(right.function)}}}({self._list(right.arguments)})"

    def _array(self, items: Sequence[tree.Expr]) -> str:
        rows = [item.items if isinstance(item, tree.ListExpr) else (item,) for item in items]
        if not all(isinstance(item, tree.ListExpr) for item in items) and any(isinstance(item, tree.ListExpr) for item in items):
            return f"[{self._list(items)}]"
        columns = "c" * max((len(row) for row in rows), default=1)
        body = r" \\ ".join(" & ".join(self(entry) for entry in row) for row in rows)
        return rf"\left[\begin{{array}}{{{columns}}} {body} \end{{array}}\right]"


def _is_sum(expr: tree.Expr) -> bool:
    return isinstance(expr, tree.Call) and expr.function == tree.Name("sum")


def integral(typeset: Typesetter, kind: str, variable: tree.Name, category: tree.Expr, body: tree.Expr) -> str:
    """An end or a coend."""
    bound = f"{PRINTER.name(variable.text)} : {typeset(category)}"
    place = f"_{{{bound}}}" if kind == "end" else f"^{{{bound}}}"
    return rf"\int{place} {typeset(body, MULTIPLICATIVE)}"


def kind(expr: tree.Expr) -> str:
    """The kind of a parameter."""
    return _KINDS.get(expr.text, PRINTER.name(expr.text)) if isinstance(expr, tree.Name) else "?"
