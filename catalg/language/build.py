"""From the parser's reductions to expressions: one method for each rule of the grammar's lower half.

A method receives the values of the rule's symbols, tokens among them, and returns a node whose span runs from the first
to the last. What the grammar lets through for the sake of a better message is refused here: `@` beside `;`, points without
commas between them where arguments are wanted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Literal, TypeAlias, cast

from catalg.diagnostics.diagnostic import Diagnostic, Label, diagnostic
from catalg.diagnostics.source import Span
from catalg.language.tokens import Token
from catalg.language.tree import (
    Binary,
    BinaryOperator,
    Call,
    Comparison,
    ComparisonOperator,
    Cycles,
    Equation,
    Expr,
    Index,
    Integral,
    ListExpr,
    Name,
    Negate,
    Number,
    Range,
    SetExpr,
    String,
    TableExpr,
    Transpose,
    TupleExpr,
)

Parts: TypeAlias = list[Any]


class Malformed(Exception):
    """A statement that the grammar accepts and the language does not."""

    def __init__(self, problem: Diagnostic) -> None:
        super().__init__(problem.message)
        self.problem = problem


def between(parts: Sequence[Any]) -> Span:
    """The span from the first to the last of some tokens and nodes."""
    first, last = parts[0], parts[-1]
    start = first.start if type(first) is Token else first.span.start
    return Span(start, last.end if type(last) is Token else last.span.end)


def to_name(token: Token) -> Name:
    """The name that a token spells."""
    return Name(token.text, span=Span(token.start, token.end))


def to_point(token: Token) -> Name | Number:
    """The name or number that a token spells."""
    make = Number if token.type == "NUMBER" else Name
    return make(token.text, span=Span(token.start, token.end))


class ExpressionBuilder:
    """Builds expressions. `text` is the source, in which a bracket around a number is looked up."""

    def __init__(self, text: str) -> None:
        self.text = text

    # --- atoms ---

    def name(self, parts: Parts) -> Name:
        return to_name(parts[0])

    def number(self, parts: Parts) -> Number:
        token = parts[0]
        return Number(token.text, span=Span(token.start, token.end))

    def string(self, parts: Parts) -> String:
        token = parts[0]
        return String(token.text[1:-1], span=Span(token.start, token.end))

    def identity(self, parts: Parts) -> Cycles:
        return Cycles((), span=between(parts))

    def cycle(self, parts: Parts) -> Cycles:
        return Cycles((tuple(to_point(token) for token in parts[1:-1]),), span=between(parts))

    def grouped(self, parts: Parts) -> Expr:
        return cast(Expr, replace(parts[1], span=between(parts)))

    def tuple_display(self, parts: Parts) -> TupleExpr:
        return TupleExpr(tuple(parts[1:-1:2]), span=between(parts))

    def list_display(self, parts: Parts) -> ListExpr:
        return ListExpr(tuple(parts[1:-1:2]), span=between(parts))

    def set_display(self, parts: Parts) -> SetExpr:
        return SetExpr(tuple(parts[1:-1:2]), span=between(parts))

    def interval(self, parts: Parts) -> Range:
        return Range(parts[0], parts[2], span=between(parts))

    def table(self, parts: Parts) -> TableExpr:
        return TableExpr(tuple(parts[1:-1:2]), span=between(parts))

    def row(self, parts: Parts) -> tuple[Expr, Expr]:
        return parts[0], parts[2]

    # --- application, indexing, prime ---

    def call(self, parts: Parts) -> Expr:
        function, arguments = parts[0], tuple(parts[2:-1:2])
        if isinstance(function, Cycles):
            if len(arguments) == 1 and isinstance(arguments[0], Name | Number):
                return Cycles((*function.cycles, arguments), span=between(parts))
            raise Malformed(
                diagnostic(
                    "E0213",
                    "expected a cycle after a cycle",
                    Span(parts[1].start, parts[-1].end),
                    "not a cycle",
                    help="a permutation is a product of cycles of points, such as `(1 2 3)(4 5)`",
                )
            )
        return Call(function, arguments, span=between(parts))

    def permute(self, parts: Parts) -> Expr:
        left, cycle = parts
        if isinstance(left, Cycles):
            return Cycles(left.cycles + cycle.cycles, span=between(parts))
        if isinstance(left, Number) and self.text[left.span.start] == "(":
            return Cycles(((left,), *cycle.cycles), span=between(parts))
        first, second = cycle.cycles[0][:2]
        raise Malformed(
            diagnostic(
                "E0207",
                f"an operator or a comma is missing between `{first.text}` and `{second.text}`",
                second.span,
                "a second argument begins here",
                help=f"write `{first.text}*{second.text}` or `{first.text}, {second.text}`",
            )
        )

    def index(self, parts: Parts) -> Index:
        return Index(parts[0], tuple(parts[2:-1:2]), span=between(parts))

    def transpose(self, parts: Parts) -> Transpose:
        return Transpose(parts[0], span=between(parts))

    # --- operations ---

    def power(self, parts: Parts) -> Expr:
        """A prime in the exponent of a number belongs to the power: `F^-1'` is the transpose of `F^-1`."""
        base, _, exponent = parts
        primes = 0
        inner = exponent
        if isinstance(inner, Negate):
            inner = inner.operand
        while isinstance(inner, Transpose):
            inner, primes = inner.operand, primes + 1
        if not primes or not isinstance(inner, Number):
            return Binary("^", base, exponent, span=between(parts))
        number: Expr = inner
        if isinstance(exponent, Negate):
            number = Negate(inner, span=Span(exponent.span.start, inner.span.end))
        result: Expr = Binary("^", base, number, span=between((base, number)))
        for prime in range(1, primes + 1):
            end = parts[-1].span.end if prime == primes else inner.span.end + prime
            result = Transpose(result, span=Span(base.span.start, end))
        return result

    def negate(self, parts: Parts) -> Negate:
        return Negate(parts[1], span=between(parts))

    def binary(self, parts: Parts) -> Binary:
        return Binary(parts[1].text, parts[0], parts[2], span=between(parts))

    def inner(self, parts: Parts) -> Call:
        """`x · y` is a call of `dot` whose name is written `·`."""
        sign = parts[1]
        dot = Name("dot", span=Span(sign.start, sign.end))
        return Call(dot, (parts[0], parts[2]), span=between(parts))

    def composite(self, parts: Parts) -> Expr:
        first = parts[1]
        result: Expr = parts[0]
        for sign, operand in zip(parts[1::2], parts[2::2], strict=True):
            if sign.text != first.text:
                raise Malformed(
                    diagnostic(
                        "E0206",
                        "`@` and `;` stand side by side without brackets",
                        Span(sign.start, sign.end),
                        f"`{sign.text}` here",
                        help="brackets say what is composed first: `f ; g` is f, then g, and `g @ f` is g after f",
                        secondary=(Label(Span(first.start, first.end), f"`{first.text}` here"),),
                    )
                )
            operator = cast(BinaryOperator, sign.text)
            result = Binary(operator, result, operand, span=Span(result.span.start, operand.span.end))
        return result

    def comparison(self, parts: Parts) -> Comparison:
        operators = tuple(cast(ComparisonOperator, sign.text) for sign in parts[1::2])
        return Comparison(tuple(parts[::2]), operators, span=between(parts))

    relation = comparison  # a comparison that must compare

    def equation(self, parts: Parts) -> Equation:
        return Equation(parts[0], parts[2], span=between(parts))

    def integral(self, parts: Parts) -> Integral:
        kind: Literal["end", "coend"] = "end" if parts[0].type == "INT" else "coend"
        return Integral(kind, to_name(parts[1]), parts[3], parts[5], span=between(parts))
