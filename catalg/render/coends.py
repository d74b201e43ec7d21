"""(Co)end expressions in every output: the language itself, Unicode for people, and LaTeX.

Bound variables get names that nothing free and nothing around them has.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from catalg.model.coends import (
    NAT,
    ONE,
    SET,
    At,
    Binder,
    Copower,
    Expression,
    FunctorSort,
    Hom,
    Inner,
    Lambda,
    Power,
    Product,
    Sort,
    Symbol,
    lambda_opened,
    names,
    opened,
)
from catalg.model.display_coends import Chained
from catalg.render.notation import ATOM, POWER, PRODUCT, SUM
from catalg.render.terms_latex import LatexPrinter
from catalg.render.terms_text import SyntaxPrinter, UnicodePrinter
from catalg.terms import Term


@dataclass(frozen=True, slots=True)
class Signs:
    """How one output writes things; `{v}` is a variable, `{s}` what it runs over, `{b}` a body."""

    products: Mapping[str, str]
    units: Mapping[str, str]
    coend: str
    end: str
    sum: str
    prod: str
    power: str
    copower: str
    value: str
    chained: str
    transformations: str
    nat: str
    member: str


SYNTAX_SIGNS = Signs(
    {"*": " * ", "+": " + ", "(*)": " (*) "}, {"*": "1", "+": "0", "(*)": "I"},
    "int^ {v} : {s}. {b}", "int {v} : {s}. {b}", "sum({v}, 0, oo, {b})", "prod({v}, 0, oo, {b})",
    "{b}^{e}", "dot({e}, {b})", "{v} |-> {b}", "= {b}", "Nat({x}, {y})", "Nat", "{v}",
)  # fmt: skip
PRETTY_SIGNS = Signs(
    {"*": " × ", "+": " + ", "(*)": " ⊗ "}, {"*": "1", "+": "0", "(*)": "I"},
    "∫^{v} {b}", "∫_{v} {b}", "Σ_{v} {b}", "Π_{v} {b}", "{b}^{e}", "{e} · {b}", "{v} ↦ {b}", "≅ {b}",
    "Nat({x}, {y})", "ℕ", "{{{v} ∈ {s}}}",
)  # fmt: skip
LATEX_SIGNS = Signs(
    {"*": r" \times ", "+": " + ", "(*)": r" \otimes "}, {"*": "1", "+": "0", "(*)": "I"},
    r"\int^{{{v}}} {b}", r"\int_{{{v}}} {b}", r"\sum_{{{v}}} {b}", r"\prod_{{{v}}} {b}", "{b}^{{{e}}}",
    r"{e} \cdot {b}", r"{v} \mapsto {b}", r"\overset{{\text{{{r}}}}}{{\cong}} {b}", r"\mathrm{{Nat}}({x}, {y})",
    r"\mathbb{N}", r"{v} \in {s}",
)  # fmt: skip


def spelled(printer: SyntaxPrinter, term: Term) -> tuple[str, int]:
    """The text of a term and how tightly it binds. Raises TypeError for what is no expression."""
    if isinstance(printer, LatexPrinter):
        signs = LATEX_SIGNS
    else:
        signs = PRETTY_SIGNS if isinstance(printer, UnicodePrinter) else SYNTAX_SIGNS
    if isinstance(term, Chained):
        body = _Speller(printer, signs, names(term.result)).text(term.result)
        return signs.chained.format(b=body, r=RULE_NAMES.get(term.rule, term.rule)), 0
    if not isinstance(term, Expression):
        raise TypeError(f"not a term: {term!r}")
    return _Speller(printer, signs, names(term)).bound(term)


class _Speller:
    def __init__(self, printer: SyntaxPrinter, signs: Signs, taken: frozenset[str]) -> None:
        self.printer, self.signs, self.taken = printer, signs, taken

    def text(self, term: Expression, level: int = 0) -> str:
        text, binding = self.bound(term)
        return f"({text})" if binding < level else text

    def bound(self, term: Expression) -> tuple[str, int]:
        signs = self.signs
        match term:
            case Symbol(name):
                return self.printer.name(name), ATOM
            case At(functor, args):
                return f"{self.text(functor, ATOM)}({self._list(args)})", ATOM
            case Hom(str() as category, source, target):
                return f"{self.printer.name(category)}({self._list((source, target))})", ATOM
            case Hom(_, source, target):
                return signs.transformations.format(x=self.text(source, SUM), y=self.text(target, SUM)), ATOM
            case Inner(_, source, target, sort):
                inside = self._list((source, target))
                if sort != SET:
                    return f"[{inside}]", ATOM
                return f"{self.printer.name(SET)}({inside})", ATOM
            case Product(op, ()):
                return signs.units[op], ATOM
            case Product(op, args):
                level = SUM if op == "+" else PRODUCT
                return signs.products[op].join(self._factor(arg, op, level) for arg in args), level
            case Power(base, exponent):
                return signs.power.format(b=self.text(base, ATOM), e=self.text(exponent, ATOM)), POWER
            case Copower(elements, base):
                level = 0 if signs is SYNTAX_SIGNS else POWER
                shown = (self.text(elements, level), self.text(base, level))
                return signs.copower.format(e=shown[0], b=shown[1]), ATOM if signs is SYNTAX_SIGNS else PRODUCT
            case Binder():
                return self._binder(term)
            case Lambda():
                symbols, value = lambda_opened(term, self.taken)
                below = self._below(frozenset(symbol.name for symbol in symbols))
                return signs.value.format(v=", ".join(self.printer.name(s.name) for s in symbols), b=below.text(value)), 0
            case _:
                return "?", ATOM

    def _factor(self, arg: Expression, op: str, level: int) -> str:
        """A factor; × and ⊗ beside each other get brackets."""
        text, binding = self.bound(arg)
        mixed = op != "+" and isinstance(arg, Product) and arg.op != op and bool(arg.args)
        return f"({text})" if binding < level or mixed or isinstance(arg, Copower) and binding <= level else text

    def _below(self, more: frozenset[str]) -> _Speller:
        return _Speller(self.printer, self.signs, self.taken | more)

    def _binder(self, term: Binder) -> tuple[str, int]:
        symbol, body = opened(term, self.taken)
        below = self._below(frozenset({symbol.name}))
        form = {"coend": self.signs.coend, "end": self.signs.end, "sum": self.signs.sum, "prod": self.signs.prod}[term.kind]
        is_call = self.signs is SYNTAX_SIGNS and term.kind in ("sum", "prod")
        inside = below.text(body, 0 if is_call or term.kind in ("coend", "end") else PRODUCT)
        variable = self.printer.name(symbol.name)
        if isinstance(term.variable, FunctorSort) or term.variable == ONE:
            variable = self.signs.member.format(v=variable, s=self._sort(term.variable))
        shown = form.format(v=variable, s=self._sort(term.variable), b=inside)
        return shown, ATOM if is_call else 0

    def _sort(self, sort: Sort) -> str:
        if isinstance(sort, FunctorSort):
            if sort.kind == "applicatives":
                return f"{self.printer.name('Applicative')}({self._sort(sort.target)})"
            named = [self._sort(name) if way > 0 else f"op({self._sort(name)})" for name, way in sort.sources]
            return f"[{self.signs.products['*'].join(named)}, {self._sort(sort.target)}]"
        return self.signs.nat if sort == NAT else sort if sort == ONE else self.printer.name(sort)

    def _list(self, terms: tuple[Expression, ...]) -> str:
        return ", ".join(self.text(term) if not isinstance(term, Lambda) else f"({self.text(term)})" for term in terms)


RULE_NAMES = {
    "hom-product": r"hom into $\times$", "hom-coproduct": "hom out of $+$", "hom-sum": "hom out of a sum", "hom-copower": "copower",
    "hom-end": "hom into an end", "hom-coend": "hom out of a coend", "product-coend": r"$\times$ with a coend",
    "coend-coproduct": "coend of a sum", "end-product": "end of a product", "free-applicative": "free applicative",
    "solved-by-co-yoneda": "co-Yoneda", "solved-by-yoneda": "Yoneda", "transformations": "transformations", "factor-out": "distribute", "tensor": "enrichment",
}  # fmt: skip
"""What is written over the sign ≅, where it is not the rule's own name."""
