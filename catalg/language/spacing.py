"""The blanks between two tokens on one line, and the place of a line's first one."""

from __future__ import annotations

from dataclasses import dataclass

from catalg.language.keywords import ENDS_EXPRESSION

_OPEN = frozenset({"LPAR", "LSQB", "LBRACE"})
_CLOSE = frozenset({"RPAR", "RSQB", "RBRACE"})
_TIGHT = frozenset({"CARET", "RANGE"})
ITEM_GAP = 3  # between the items of a body on one line
COMMENT_GAP = 2


@dataclass(slots=True)
class Piece:
    """A token as it is written, with what spacing and layout need to know about it.

    `role` is "statement" for the first of a statement, "item" for the first of an item in a body, "open" and "close" for
    the braces of a body, "unary" for a sign in front of an expression, "tight" for the sign of a product that is written
    without blanks. `column` is where the token stood in the source, -1 if it is new; `padding` counts the blanks before it
    there, and `new_lines` the line ends. `depth` counts the brackets around it; that of a comment is -1.
    """

    type: str
    text: str
    role: str = ""
    column: int = -1
    padding: int = 0
    new_lines: int = 0
    depth: int = -1
    indent: int = 0  # of a comment that has a line to itself, or of a statement


def gap(before: Piece, piece: Piece) -> int:
    """How many blanks stand between two neighbours."""
    kind, previous = piece.type, before.type
    if kind == "COMMENT":
        return COMMENT_GAP
    if before.role == "open":
        return 0 if piece.role == "close" else 1
    if piece.role in ("open", "close"):
        return 1
    if previous in _OPEN or kind in _CLOSE or kind in ("COMMA", "DOT", "PRIME", "SUPERSCRIPT"):
        return 0
    if kind in _TIGHT or previous in _TIGHT or before.role == "unary" or "tight" in (before.role, piece.role):
        return 0
    if kind in ("LPAR", "LSQB") and previous in ENDS_EXPRESSION:
        return 0
    return ITEM_GAP if piece.role == "item" else 1


def assign_roles(pieces: list[Piece]) -> None:
    """Find the roles of the pieces of one statement, comments not among them."""
    depth = 0
    body_depth = -1
    for index, piece in enumerate(pieces):
        kind = piece.type
        previous = pieces[index - 1].type if index else ""
        piece.depth = depth
        if not index:
            piece.role = "statement"
        elif kind in _OPEN:
            if kind == "LBRACE" and depth == 0 and previous in ENDS_EXPRESSION:
                piece.role, body_depth = "open", 1
            depth += 1
        elif kind in _CLOSE:
            if depth == body_depth:
                piece.role, body_depth = "close", -1
            depth -= 1
        elif kind == "MINUS" and previous not in ENDS_EXPRESSION:
            piece.role = "unary"
        elif depth == body_depth and _begins_item(piece, pieces[index - 1]):
            piece.role = "item"


def _begins_item(piece: Piece, before: Piece) -> bool:
    """Names, keywords, numbers and text never follow an expression but at the beginning of an item."""
    word = piece.type in ("OBJECT", "NUMBER", "STRING") or piece.text[0].isalpha() or piece.text[0] == "_"
    return word and (before.type in ENDS_EXPRESSION or before.role == "open")
