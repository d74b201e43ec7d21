"""The pattern of a space of matrices: entries that are tied together have one colour, and a letter says their value."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from catalg.numeric.errors import NotNumeric
from catalg.numeric.linear import NumericLinear
from catalg.numeric.pictures.style import INK, PALE, colours, figure, ink_on, title
from catalg.render.terms_text import PRETTY
from catalg.strategies.linear.display import coefficients

LETTERED = 14
"""Larger matrices are coloured only."""
LEGEND = 16
COLUMN = 4
SUMMANDS = 5


def pattern(numeric: NumericLinear, sizes: Mapping[str, int]) -> Any:
    """The picture of the general element."""
    import numpy

    basis = numpy.asarray(numeric.basis(sizes or None))
    count, rows, columns = basis.shape
    if not rows or not columns:
        raise NotNumeric(f"{numeric.end.name} is a space of empty matrices")
    names = [PRETTY.text(t) for t in coefficients(count, {p.name for p in numeric.end.group.parameters})]
    cells = numpy.round(basis.reshape(count, -1).T, 9)
    kinds: dict[tuple[Any, ...], int] = {}
    place = numpy.full(rows * columns, -1)
    sign = numpy.ones(rows * columns)
    for k, cell in enumerate(cells.tolist()):
        if any(cell):
            lead = next(v for v in cell if v)
            negative = not isinstance(lead, complex) and lead < 0
            key = tuple(-v for v in cell) if negative else tuple(cell)
            place[k] = kinds.setdefault(key, len(kinds))
            sign[k] = -1 if negative else 1
    texts = [_expression(key, names) for key in kinds]
    return _drawn(numeric, place.reshape(rows, columns), sign.reshape(rows, columns), texts, sizes)


def _expression(cell: tuple[Any, ...], names: list[str]) -> str:
    parts: list[str] = []
    for value, name in zip(cell, names, strict=True):
        if value == 0:
            continue
        size = abs(value) if not isinstance(value, complex) else value
        number = "" if size == 1 else f"{size:.3g} " if not isinstance(size, complex) else f"({size:.3g}) "
        minus = not isinstance(value, complex) and value < 0
        parts.append((("−" if minus else "+") if parts else ("−" if minus else "")) + number + name)
    return (
        "".join(parts)
        if len(parts) <= SUMMANDS
        else f"{parts[0]}{parts[1]}+…{parts[-1]}  ({len(parts)} terms)"
    )


def _drawn(numeric: NumericLinear, place: Any, sign: Any, texts: list[str], sizes: Mapping[str, int]) -> Any:
    from matplotlib.patches import Patch, Rectangle

    turned = place.shape[1] == 1 and place.shape[0] > COLUMN
    if turned:  # a long column is drawn as a row
        place, sign = place.T, sign.T
    rows, columns = place.shape
    palette = colours(len(texts))
    cell = min(0.62, 7.5 / max(rows, columns))
    legend = 0.75 + 0.1 * max((len(t) for t in texts), default=0) if len(texts) <= LEGEND else 0.2
    high = max(cell * rows, 0.24 * len(texts) if len(texts) <= LEGEND else 0.0)
    fig = figure(max(3.2, cell * columns + 0.7 + legend), max(1.8, high + 0.9))
    ax = fig.add_subplot()
    lettered = max(rows, columns) <= LETTERED and cell * 72 > 6.5 * max((len(t) for t in texts), default=1)
    for i in range(rows):
        for j in range(columns):
            kind = int(place[i, j])
            if kind < 0:
                continue
            negative = sign[i, j] < 0
            face = palette[kind]
            ax.add_patch(Rectangle((j, i), 1, 1, facecolor=face, edgecolor="white", linewidth=1.2 if rows <= 30 else 0,
                                   hatch="////" if negative and not lettered else None))  # fmt: skip
            if lettered:
                text = (
                    f"−({texts[kind]})"
                    if negative and "+" in texts[kind]
                    else ("−" if negative else "") + texts[kind]
                )
                ax.text(
                    j + 0.5,
                    i + 0.5,
                    text,
                    ha="center",
                    va="center",
                    fontsize=min(13, 40 * cell),
                    color=ink_on(face),
                )
    ax.set_xlim(0, columns)
    ax.set_ylim(rows, 0)
    ax.set_aspect("equal")
    ax.set_xticks([])
    ax.set_yticks([])
    for spine in ax.spines.values():
        spine.set_visible(True)
        spine.set_color(PALE)
    across, down = ("output", "input") if turned else ("input", "output")
    ax.set_xlabel(f"{across}, {columns}", color=INK)
    ax.set_ylabel(f"{down}, {rows}", color=INK)
    if texts and len(texts) <= LEGEND:
        handles = [
            Patch(facecolor=palette[k], label=f"{text}   ×{int((place == k).sum())}")
            for k, text in enumerate(texts)
        ]
        ax.legend(
            handles=handles,
            loc="center left",
            bbox_to_anchor=(1.02, 0.5),
            frameon=False,
            handlelength=1,
            handleheight=1,
        )
    at = ", ".join(f"{name} = {value}" for name, value in sizes.items())
    title(fig, numeric.end.name + (f"  at {at}" if at else ""))
    return fig
