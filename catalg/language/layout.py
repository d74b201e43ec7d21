"""Columns: what stood aligned in neighbouring lines of the source stands aligned afterwards.

A token before which there are more blanks than the spacing asks for was put there to align it. If a token of the line
above or below began in the same column, the two are tied; tied tokens get the leftmost common column that leaves every one
of them its blanks. Blanks that align nothing go. This least solution satisfies its own ties, so that a second run changes
nothing.
"""

from __future__ import annotations

from collections.abc import Sequence


class Cell:
    """A token in a line: its text, the blanks that it needs before it, and the column in which it stood.

    For the first of a line `need` is the least indentation. `padded` says that it was put where it stood on purpose. Only
    cells of one `level`, the depth of brackets, are tied to each other. Numbers are aligned at their right ends: what is
    tied is the column `column + anchor`. A negative column is none.
    """

    __slots__ = ("anchor", "column", "level", "need", "padded", "place", "text", "tie")

    def __init__(self, text: str, need: int, column: int, level: int, padded: bool, anchor: int = 0) -> None:
        self.text = text
        self.need = need
        self.column = column
        self.level = level
        self.padded = padded
        self.anchor = anchor
        self.tie = self
        self.place = 0

    def root(self) -> Cell:
        """The representative of all cells that are tied to this one; its `place` is the common column."""
        cell = self
        while cell.tie is not cell:
            cell.tie = cell.tie.tie
            cell = cell.tie
        return cell


def align(lines: Sequence[Sequence[Cell]]) -> list[str]:
    """The texts of neighbouring lines."""
    columns = [_by_column(line) for line in lines]
    for number, line in enumerate(lines):
        first = line[0]
        neighbours = columns[max(0, number - 1) : number] + columns[number + 1 : number + 2]
        if first.padded and not any(_partner(first, other) for other in neighbours):
            first.need = max(first.need, first.column)
        for cell in columns[number].values() if number else ():
            other = _partner(cell, columns[number - 1])
            if other is not None and (cell.padded or other.padded):
                cell.root().tie = other.root()
    changed = True
    while changed:
        changed = False
        for line in lines:
            end = 0
            for cell in line:
                root = cell.root()
                least = end + cell.need + cell.anchor
                if root.place < least:
                    root.place = least
                    changed = True
                end = root.place - cell.anchor + len(cell.text)
    return [_text(line) for line in lines]


def _by_column(line: Sequence[Cell]) -> dict[int, Cell]:
    """One cell for each column. A number and what touches it behind end and begin in one: the last of them counts, so that
    ties never cross, and never tie a line to itself; else no columns would satisfy them."""
    return {cell.column + cell.anchor: cell for cell in line if cell.column >= 0}


def _partner(cell: Cell, other: dict[int, Cell]) -> Cell | None:
    """The cell of a neighbouring line that stands where this one does."""
    found = other.get(cell.column + cell.anchor) if cell.column >= 0 else None
    return found if found is not None and found.level == cell.level else None


def _text(line: Sequence[Cell]) -> str:
    parts: list[str] = []
    end = 0
    for cell in line:
        place = cell.root().place - cell.anchor
        parts.append(" " * (place - end) + cell.text)
        end = place + len(cell.text)
    return "".join(parts)
