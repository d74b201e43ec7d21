"""Displayed formulas: broken at their sums, wide matrices in blocks of columns or entry by entry, and shrunk at the very last.

Widths are counted in visible signs, which is rough; what is still too wide for its line when TeX sets it is shrunk to it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from catalg.render.abbreviate import abbreviated, replaced
from catalg.render.latex.escape import escape
from catalg.render.terms_latex import PRINTER, latex
from catalg.render.voices import is_small, shape_text
from catalg.terms import Add, Call, Index, Let, Matrix, Name, Term, num, walk
from catalg.terms.term import ZERO

WIDTH = 72
"""Visible signs that fit on a line, roughly."""

BLOCKS = 4
"""Matrices that need more blocks of columns than these are told entry by entry."""

FITTED = r"\providecommand{\catalgfit}[1]{\resizebox{\ifdim\width>\linewidth\linewidth\else\width\fi}{!}{$\displaystyle #1$}}"


def display(term: Term, left: str) -> str:
    """A displayed formula: broken at the terms of its sum where it is long, and shrunk to the line if it must be.

    What recurs gets a name; matrices that would be too small to read are named and follow in blocks of columns, or entry
    by entry.
    """
    if not is_small(term, 900):
        return rf"\[{left}\text{{{escape(shape_text(term))}}}\]"
    term = abbreviated(term)
    inner, bindings = (term.body, term.bindings) if isinstance(term, Let) else (term, ())
    if isinstance(inner, Matrix) and not bindings and visible(left) + visible(latex(inner)) > WIDTH:
        return _told(left.rstrip().removesuffix("="), inner)
    inner, wide = _without_wide(inner)
    lines = _broken(inner, WIDTH - visible(left))
    text = left + lines[0] if len(lines) == 1 else _aligned(left, lines)
    return rf"\[\catalgfit{{{text}}}\]{_where(bindings)}" + "".join(_told(latex(name), matrix, "Here ") for name, matrix in wide)


def _where(bindings: Sequence[tuple[str, Term]]) -> str:
    """What the formula names, on one line or, where that is too long, one name after the other."""
    if not bindings:
        return ""
    whole = rf"\text{{where }} {PRINTER.bindings(bindings)}"
    if visible(whole) <= WIDTH:
        return rf"\[{whole}\]"
    rows = []
    for number, (name, value) in enumerate(bindings):
        head = (r"\text{where } " if number == 0 else "") + f"{PRINTER.name(name)} {{}} & = "
        lines = _broken(value, WIDTH - visible(head))
        lines[-1] += "," if number < len(bindings) - 1 else ""
        rows.append(head + r" \\ & \quad ".join(lines))
    aligned = r" \\ ".join(rows)
    return rf"\[\catalgfit{{\begin{{aligned}} {aligned} \end{{aligned}}}}\]"


def _without_wide(term: Term) -> tuple[Term, list[tuple[Name, Matrix]]]:
    wide: list[tuple[Name, Matrix]] = []
    for part in walk(term):
        if isinstance(part, Matrix) and visible(latex(part)) > WIDTH and all(part != matrix for _, matrix in wide):
            wide.append((Name(f"M_{len(wide) + 1}"), part))
    for name, matrix in wide:
        term = replaced(term, matrix, name)
    return term, wide


def _told(name: str, matrix: Matrix, before: str = "") -> str:
    """A matrix in blocks of columns, or in running text entry by entry, what is zero being left out."""
    head = rf"{before}${name.strip()}$ is the ${len(matrix.rows)} \times {len(matrix.rows[0])}$ matrix with"
    blocks = list(_blocks(matrix))
    if 1 < len(blocks) <= BLOCKS:
        spans = [rf"the columns ${first}$ to ${last}$ \[{latex(block)}{'.' if last == len(matrix.rows[0]) else ','}\]" for first, last, block in blocks]
        return f"\n{head} {' and '.join(spans)}\n"
    entries = [
        f"${latex(Index(Name('M'), (num(i), num(j))))} = {latex(entry)}$".replace("M_{", f"({name.strip()})_{{", 1)
        for i, row in enumerate(matrix.rows, 1)
        for j, entry in enumerate(row, 1)
        if entry != ZERO
    ]
    return f"\n{head} {', '.join(entries)}, and $0$ elsewhere.\n"


def _blocks(matrix: Matrix) -> Iterator[tuple[int, int, Matrix]]:
    """Neighbouring columns that fit on a line together, with their numbers from 1 on; about equally many in each."""
    widths = [max(visible(latex(row[k])) for row in matrix.rows) + 2 for k in range(len(matrix.rows[0]))]
    count = -(-sum(widths) // WIDTH)
    while True:
        size = -(-len(widths) // count)
        starts = range(0, len(widths), size)
        if size == 1 or all(sum(widths[start : start + size]) <= WIDTH for start in starts):
            break
        count += 1
    for start in starts:
        rows = tuple(row[start : start + size] for row in matrix.rows)
        yield start + 1, min(start + size, len(widths)), Matrix(rows)


def _aligned(left: str, lines: Sequence[str]) -> str:
    rows = r" \\ & \quad ".join(lines)
    return rf"\begin{{aligned}} {left} {{}} & {rows} \end{{aligned}}"


def _broken(term: Term, width: int) -> list[str]:
    """A sum in lines that begin with a sign, a set element by element; each line about as wide as asked for."""
    whole = latex(term)
    if visible(whole) <= width:
        return [whole]
    if isinstance(term, Call) and term.head == "set" and len(term.args) > 1:
        first, *rest = (latex(element) for element in term.args)
        return [rf"\{{ {first},", *(f"{text}," for text in rest[:-1]), rf"{rest[-1]} \}}"]
    if not isinstance(term, Add):
        return [whole]
    lines: list[str] = []
    for position in range(len(term.args)):
        text = PRINTER.sum(term.args[position : position + 1])
        piece = text if position == 0 or text.startswith("-") else f"+ {text}"
        if lines and visible(lines[-1]) + visible(piece) <= width:
            lines[-1] += f" {piece}"
        else:
            lines.append(piece)
    return lines


def visible(text: str) -> int:
    """About how many signs of a formula are seen side by side; the rows of an array count once."""
    text = re.sub(r"\\begin\{array\}\{(c*)\}(.*?)\\end\{array\}", lambda found: _columns(found[1], found[2]), text, flags=re.DOTALL)
    text = re.sub(r"\\(frac|sqrt|sum|left|right|mathrm|quad|text|,|;)", "", text)
    text = re.sub(r"\\[A-Za-z]+", "x", text)
    return len(re.sub(r"[{}\s_^&\\]", "", text))


def _columns(columns: str, rows: str) -> str:
    cells = [[visible(cell) for cell in row.split("&")] for row in rows.split(r"\\")]
    widths = [max((row[k] for row in cells if k < len(row)), default=0) + 2 for k in range(len(columns))]
    return "x" * sum(widths)


__all__ = ["FITTED", "WIDTH", "display", "visible"]
