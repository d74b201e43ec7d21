"""How the tokens of a statement are spelt: with Unicode signs or in ASCII.

Most signs change by themselves. Two need the tree: `x · y` and `dot(x, y)` are the same call, written with and without
brackets; and `*` becomes `×` between objects, but stays as it is between numbers, matrices and group elements.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from catalg.language.signs import UNICODE_SIGNS, unicode_name
from catalg.language.tokens import Token
from catalg.language.tree import (
    Binary,
    Call,
    Category,
    Coend,
    Colimit,
    Comparison,
    Cycles,
    End,
    Expr,
    Functor,
    Group,
    Index,
    Integral,
    Limit,
    ListExpr,
    Name,
    Negate,
    Node,
    Number,
    SetExpr,
    Statement,
    TableExpr,
    Transformation,
    Transpose,
    TupleExpr,
    children,
    walk,
)


@dataclass(slots=True)
class Edits:
    """What happens to the tokens of a statement, by the offsets at which they begin and end."""

    before: dict[int, list[Token]] = field(default_factory=dict)  # tokens to write before the one that begins here
    after: dict[int, list[Token]] = field(default_factory=dict)  # … and after the one that ends here
    replaced: dict[int, Token | None] = field(default_factory=dict)  # the token that begins here, or None for nothing


class Style(Protocol):
    """A way of spelling."""

    def edits(self, statement: Statement, tokens: Sequence[Token], text: str, params: frozenset[str]) -> Edits:
        """What to insert, replace and leave out in a statement."""

    def spell(self, token: Token, raw: str) -> str:
        """A token as it is written; `raw` is how it stands in the source."""


class AsciiStyle:
    """Every sign in ASCII."""

    def edits(self, statement: Statement, tokens: Sequence[Token], text: str, params: frozenset[str]) -> Edits:
        edits = Edits()
        _space_products(statement, tokens, params, "*", edits)
        brackets = _brackets(tokens)
        for node in walk(statement):
            if isinstance(node, Call) and _is_infix(node):
                sign = node.function.span
                left, right = node.arguments
                name = Token("NAME", "dot", sign.start, sign.start)
                edits.before.setdefault(left.span.start, []).extend((name, Token("LPAR", "(", sign.start, sign.start)))
                edits.replaced[sign.start] = Token("COMMA", ",", *sign)
                edits.after.setdefault(right.span.end, []).append(Token("RPAR", ")", sign.end, sign.end))
                for part in (node, left, right):
                    if _is_grouped(part, brackets):
                        edits.replaced[part.span.start] = edits.replaced[part.span.end - 1] = None
        return edits

    def spell(self, token: Token, raw: str) -> str:
        return "^" + token.text if token.type == "SUPERSCRIPT" else token.text


class UnicodeStyle:
    """The signs of the whiteboard."""

    def edits(self, statement: Statement, tokens: Sequence[Token], text: str, params: frozenset[str]) -> Edits:
        edits = Edits()
        _space_products(statement, tokens, params, "×", edits)
        _raise_inverses(tokens, text, edits)
        brackets = _brackets(tokens)
        stack: list[tuple[Node, Node]] = [(statement, statement)]
        while stack:
            node, parent = stack.pop()
            stack += [(child, node) for child in children(node)]
            if _is_dot(node) and "#" not in text[node.span.start : node.span.end]:
                assert isinstance(node, Call)
                _write_infix(node, parent, tokens, brackets, edits)
        return edits

    def spell(self, token: Token, raw: str) -> str:
        kind = token.type
        if kind == "NAME":
            return "∞" if token.text == "oo" else unicode_name(token.text)
        if kind in ("INT", "COINT"):
            return token.text.replace("int", "∫")
        if kind == "SUPERSCRIPT":
            return raw
        return _TO_UNICODE.get(token.text, token.text) if kind not in ("STRING", "MINUS") else token.text


ASCII = AsciiStyle()
UNICODE = UnicodeStyle()

_TO_UNICODE = {spelling: sign for sign, spelling in reversed(UNICODE_SIGNS.items())}
_TO_UNICODE.pop("*")


def _raise_inverses(tokens: Sequence[Token], text: str, edits: Edits) -> None:
    """`^-1` is written `⁻¹`, but for where something follows that would seem to belong to the exponent."""
    for index, (caret, minus, one) in enumerate(zip(tokens, tokens[1:], tokens[2:], strict=False)):
        if (caret.type, minus.type, one.text) != ("CARET", "MINUS", "1") or text[caret.start] != "^":
            continue
        if index + 3 < len(tokens) and tokens[index + 3].type in ("CARET", "LPAR", "LSQB"):
            continue
        edits.replaced[caret.start] = Token("SUPERSCRIPT", "⁻¹", caret.start, one.end)
        edits.replaced[minus.start] = edits.replaced[one.start] = None


# --- dot products -----------------------------------------------------------------------------------------------------


def _is_infix(call: Call) -> bool:
    """Whether a call is written `x · y`."""
    return len(call.arguments) == 2 and call.function.span.start >= call.arguments[0].span.end


def _is_dot(node: Node) -> bool:
    """Whether a node is written `dot(x, y)`."""
    return (
        isinstance(node, Call)
        and isinstance(node.function, Name)
        and node.function.text == "dot"
        and len(node.arguments) == 2
        and not _is_infix(node)
    )


def _write_infix(call: Call, parent: Node, tokens: Sequence[Token], brackets: dict[int, int], edits: Edits) -> None:
    left, right = call.arguments
    name = bisect_left(tokens, call.function.span.start, key=_start)
    opener = tokens[name + 1]
    if opener.type != "LPAR":  # (dot)(x, y)
        return
    comma = tokens[bisect_left(tokens, left.span.end, key=_start)]
    edits.replaced[call.function.span.start] = None
    edits.replaced[comma.start] = Token("INNER", "·", comma.start, comma.end)
    if _is_grouped(call, brackets) or not _binds(parent, call):
        edits.replaced[opener.start] = edits.replaced[brackets[opener.start] - 1] = None
    for side in (left, right):
        loose = isinstance(side, Negate | Comparison | Integral) or isinstance(side, Binary) and side.operator != "^"
        if loose and not _is_grouped(side, brackets):
            start, end = side.span
            edits.before.setdefault(start, []).insert(0, Token("LPAR", "(", start, start))
            edits.after.setdefault(end, []).append(Token("RPAR", ")", end, end))


def _binds(parent: Node, child: Node) -> bool:
    """Whether a product of vectors needs brackets below a node."""
    if isinstance(parent, Binary):
        return parent.operator in ("*", "/", "(*)", "^")
    if isinstance(parent, Call):
        return parent.function is child or _is_dot(parent) or _is_infix(parent)
    return isinstance(parent, Negate | Transpose) or isinstance(parent, Index) and parent.base is child


def _start(token: Token) -> int:
    return token.start


def _brackets(tokens: Sequence[Token]) -> dict[int, int]:
    """Where each opening bracket begins, and where its partner ends."""
    pairs: dict[int, int] = {}
    stack: list[int] = []
    for token in tokens:
        if token.type in ("LPAR", "LSQB", "LBRACE"):
            stack.append(token.start)
        elif token.type in ("RPAR", "RSQB", "RBRACE"):
            pairs[stack.pop()] = token.end
    return pairs


def _is_grouped(node: Expr, brackets: dict[int, int]) -> bool:
    """Whether brackets around an expression do nothing but group."""
    displays = TupleExpr | Cycles | ListExpr | SetExpr | TableExpr
    return not isinstance(node, displays) and brackets.get(node.span.start) == node.span.end


# --- products of objects ----------------------------------------------------------------------------------------------


def _space_products(
    statement: Statement, tokens: Sequence[Token], params: frozenset[str], spelling: str, edits: Edits
) -> None:
    for left_end in _object_products(statement, params):
        sign = tokens[bisect_left(tokens, left_end, key=_start)]
        edits.replaced[sign.start] = Token("TIMES", spelling, sign.start, sign.end)


def _object_products(statement: Statement, params: frozenset[str]) -> Iterator[int]:
    """The ends of the left operands of the products between objects."""
    for root in _objects(statement):
        stack: list[Node] = [root]
        while stack:
            node = stack.pop()
            stack += children(node)
            if isinstance(node, Binary) and node.operator == "*" and not _is_numeric(node, params):
                yield node.left.span.end


def _objects(statement: Statement) -> Iterator[Expr]:
    parts: tuple[Expr | None, ...] = ()
    if isinstance(statement, End | Coend):
        parts = (statement.category, statement.integrand)
    elif isinstance(statement, Functor):
        parts = (statement.source, statement.target, statement.value)
    elif isinstance(statement, Transformation):
        parts = (statement.source, statement.target)
    elif isinstance(statement, Group | Category):
        parts = (statement.value,)
    elif isinstance(statement, Limit | Colimit):
        parts = (statement.functor,)
    return (part for part in parts if part is not None)


def _is_numeric(node: Expr, params: frozenset[str]) -> bool:
    if isinstance(node, Name):
        return node.text in params
    if isinstance(node, Binary):
        if node.operator in ("+", "-", "/"):
            return True
        if node.operator == "^":
            return _is_numeric(node.left, params)
        return node.operator == "*" and (_is_numeric(node.left, params) or _is_numeric(node.right, params))
    return isinstance(node, Number | Negate)
