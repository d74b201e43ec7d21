"""Formulas over several lines: matrices in tall brackets, sums broken where the line ends.

A block is a rectangle of text with a base line at which neighbours are aligned, as in a typesetter's boxes.
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass

from catalg.render.abbreviate import abbreviated, replaced
from catalg.render.notation import split_sign
from catalg.render.terms_text import PRETTY
from catalg.render.voices import is_small, shape_text
from catalg.terms import Add, Call, Let, Matrix, Mul, Name, Num, Relation, Term, Vector, walk

GLUE = "\u2060"
"""Stands for a blank at which a line must not be broken."""


@dataclass(frozen=True, slots=True)
class Block:
    """Lines of equal length; line `base` is the one that neighbours are aligned with."""

    lines: tuple[str, ...]
    base: int = 0

    @property
    def width(self) -> int:
        """The length of each line."""
        return len(self.lines[0]) if self.lines else 0


def beside(blocks: Sequence[Block]) -> Block:
    """Blocks side by side.

    >>> print(*beside([Block(("a + ",)), Block(("⎡1⎤", "⎣2⎦"), 0)]).lines, sep="|")
    a + ⎡1⎤|    ⎣2⎦
    """
    above = max((block.base for block in blocks), default=0)
    below = max((len(block.lines) - block.base for block in blocks), default=1)
    rows = [""] * (above + below)
    for block in blocks:
        offset = above - block.base
        for position in range(len(rows)):
            inside = 0 <= position - offset < len(block.lines)
            rows[position] += block.lines[position - offset] if inside else " " * block.width
    return Block(tuple(rows), above)


def formula_lines(term: Term, width: int, left: str = "") -> list[str]:
    """A formula in lines of at most `width` signs where it can be broken, after `left` (such as `Ker(x, y) = `).

    Matrices that are too wide are named and follow row by row.
    """
    body, bindings = (term.body, term.bindings) if isinstance(term, Let) else (term, ())
    body, wide = _without_wide(body, width - len(left) - 3)
    rows = _rows(_summands(body), width - len(left))
    lines: list[str] = []
    for number, row in enumerate(rows):
        block = beside([Block((left if number == 0 else " " * len(left),)), *row])
        lines += [line.rstrip() for line in block.lines]
        if len(block.lines) > 1 and number + 1 < len(rows):
            lines.append("")
    if bindings:
        lines += textwrap.wrap(
            f"where {PRETTY.bindings(bindings)}", width, initial_indent="  ", subsequent_indent="        ", break_long_words=False
        )
    for name, matrix in wide:
        lines += ["", *_row_by_row(name, matrix, width)]
    return lines


def _without_wide(term: Term, width: int) -> tuple[Term, list[tuple[str, Matrix]]]:
    """The formula with names for the matrices that are wider than the line."""
    wide: list[tuple[str, Matrix]] = []
    for part in walk(term):
        if isinstance(part, Matrix) and _matrix(part.rows).width > width and all(part != matrix for _, matrix in wide):
            wide.append((f"M_{len(wide) + 1}", part))
    for name, matrix in wide:
        term = replaced(term, matrix, Name(name))
    return term, wide


def _row_by_row(name: str, matrix: Matrix, width: int) -> list[str]:
    lines = [f"{PRETTY.name(name)} has the rows"]
    for row in matrix.rows:
        text = ",  ".join(PRETTY.text(entry).replace(" ", GLUE) for entry in row)
        wrapped = textwrap.wrap(f"[{text}]", width, initial_indent="  ", subsequent_indent="   ", break_long_words=False)
        lines += [part.replace(GLUE, " ") for line in wrapped for part in _broken(line, width)]
    return lines


def _broken(line: str, width: int) -> list[str]:
    """A line whose one long entry is broken at its signs."""
    if len(line) <= width:
        return [line]
    return textwrap.wrap(
        line.replace(GLUE, " "), width, subsequent_indent="     ", break_long_words=False, drop_whitespace=True
    ) or [line]


def _rows(pieces: Sequence[Block], width: int) -> list[list[Block]]:
    rows: list[list[Block]] = [[]]
    used = 0
    for piece in pieces:
        if rows[-1] and used + piece.width > width:
            rows.append([])
            used = 0
        rows[-1].append(piece)
        used += piece.width
    return rows


def _summands(term: Term) -> list[Block]:
    if not isinstance(term, Add):
        return [block(term)]
    pieces = []
    for position, summand in enumerate(term.args):
        negative, size = split_sign(summand)
        sign = (" − " if negative else " + ") if position else ("−" if negative else "")
        pieces.append(beside([Block((sign,)), block(size)]) if sign else block(size))
    return pieces


def block(term: Term) -> Block:
    """A formula as a block: tall where it holds matrices with several rows, else one line."""
    if not _tall(term):
        return Block((PRETTY.text(term),))
    match term:
        case Matrix(rows):
            return _matrix(rows)
        case Vector(entries):
            return _matrix(tuple((entry,) for entry in entries))
        case Add():
            return beside(_summands(term))
        case Mul(args):
            return _product(args)
        case Call("transpose", (inner,)):
            return beside([_bracketed(inner), Block(("ᵀ",))])
        case Call("kron", args):
            return _separated(args, " ⊗ ")
        case Relation(op, left, right):
            return beside([block(left), Block((f" {PRETTY.relations[op]} ",)), block(right)])
        case _:
            return Block((PRETTY.text(term),))


def _product(args: Sequence[Term]) -> Block:
    pieces: list[Block] = []
    for factor in args:
        if isinstance(factor, Num) and factor.value == -1 and not pieces:
            pieces.append(Block(("−",)))
            continue
        if pieces and pieces[-1].lines != ("−",):
            pieces.append(Block((" ",)))
        pieces.append(_bracketed(factor))
    return beside(pieces)


def _separated(args: Sequence[Term], sign: str) -> Block:
    pieces: list[Block] = []
    for factor in args:
        if pieces:
            pieces.append(Block((sign,)))
        pieces.append(_bracketed(factor))
    return beside(pieces)


def _bracketed(term: Term) -> Block:
    if not _tall(term):
        return Block((PRETTY.text(term, 4),))
    inner = block(term)
    if not isinstance(term, Add | Relation):
        return inner
    return beside([_bracket("⎛⎜⎝", inner), inner, _bracket("⎞⎟⎠", inner)])


def _bracket(signs: str, inner: Block) -> Block:
    count = len(inner.lines)
    return Block((signs[0], *(signs[1],) * (count - 2), signs[2]), inner.base)


def _matrix(rows: tuple[tuple[Term, ...], ...]) -> Block:
    cells = [[PRETTY.text(entry) for entry in row] for row in rows]
    widths = [max(len(row[k]) for row in cells) for k in range(len(cells[0]))]
    lines = ["  ".join(text.rjust(size) for text, size in zip(row, widths, strict=True)) for row in cells]
    if len(lines) == 1:
        return Block((f"[{lines[0]}]",))
    ends = [("⎡", "⎤"), *[("⎢", "⎥")] * (len(lines) - 2), ("⎣", "⎦")]
    return Block(tuple(f"{a}{line}{b}" for (a, b), line in zip(ends, lines, strict=True)), (len(lines) - 1) // 2)


def _tall(term: Term) -> bool:
    return any(
        (isinstance(part, Matrix) and len(part.rows) > 1) or (isinstance(part, Vector) and len(part.entries) > 1)
        for part in walk(term)
    )


def shown(term: Term, width: int, left: str, unicode: bool, bound: int = 256) -> list[str]:
    """A formula for output: in blocks where Unicode may be written, in the language itself otherwise."""
    if not is_small(term, bound):
        return [left + shape_text(term)]
    if unicode:
        return formula_lines(abbreviated(term), width, left)
    from catalg.render.terms_text import SYNTAX

    return [left + SYNTAX.text(term)]
