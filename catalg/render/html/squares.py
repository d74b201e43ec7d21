"""Naturality squares as inline SVG, in the colours of the page: the square of the functors and the element chased around it."""

from __future__ import annotations

import re

from catalg.model.verdict import Counterexample
from catalg.render.html.voice import words
from catalg.render.squares import Square, squares

SIGN = 9.2
"""About the width of a sign at 17 px."""

ZERO_WIDTH = "\u200b"

MARGIN, HEIGHT, GAP = 14, 150, 12


def square_svg(counterexample: Counterexample) -> str | None:
    """The broken square and its chase as a figure; None for a counterexample that is no square."""
    drawn = squares(counterexample)
    if drawn is None:
        return None
    return f'<figure class="squares">{"".join(svg(square) for square in drawn)}</figure>'


def svg(square: Square) -> str:
    """One square.

    >>> svg(Square(("F", "F", "<b>", "H"), ("f", "", "", "")))[:4], "<b>" in svg(Square(("F", "F", "<b>", "H"), ("f", "", "", "")))
    ('<svg', False)
    """
    upper_left, upper_right, lower_left, lower_right = square.corners
    top, left, right, bottom = square.sides
    broken = square.ends is not None
    if square.ends is not None:
        lower_right = f"{square.ends[0]} ≠ {square.ends[1]}"
    first, second = _width(upper_left, lower_left), _width(upper_right, lower_right)
    run = max(90.0, _width(top, bottom) + 30)
    x0 = MARGIN + max(first / 2, _width(left) + 8)
    x1 = x0 + first / 2 + run + second / 2
    y0, y1 = 34.0, 34.0 + HEIGHT - 50
    width, height = x1 + max(second / 2, _width(right) + 8) + MARGIN, y1 + 34
    parts = [
        _text(x0, y0, upper_left), _text(x1, y0, upper_right), _text(x0, y1, lower_left),
        _text(x1, y1, lower_right, "end broken" if broken else "end"),
        _text((x0 + x1) / 2, y0 - 12, top, "side"), _text((x0 + x1) / 2, y1 + 22, bottom, "side"),
        _text(x0 - 9, (y0 + y1) / 2, left, "side left"), _text(x1 + 9, (y0 + y1) / 2, right, "side right"),
    ]  # fmt: skip
    for y, start, end in ((y0, upper_left, upper_right), (y1, lower_left, lower_right)):
        parts.append(_arrow(x0 + _width(start) / 2 + GAP, y, x1 - _width(end) / 2 - GAP, y, broken))
    parts += [_arrow(x, y0 + 18, x, y1 - 18, broken) for x in (x0, x1)]
    kind = "an element chased around the square" if broken else "square of functors"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" '
        f'height="{height:.0f}" role="img"><title>{kind}</title>{"".join(parts)}</svg>'
    )


def _width(*texts: str) -> float:
    return max(max(map(len, texts)) * SIGN, SIGN)


def _text(x: float, y: float, text: str, kind: str = "corner") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" class="{kind}">{_lowered(text)}</text>' if text else ""


def _lowered(text: str) -> str:
    """A label with the numbers and subscripts of its names below the line.

    >>> _lowered("a_V")
    'a<tspan dy="5" class="low">V</tspan><tspan dy="-5">\u200b</tspan>'
    """
    parts = re.split(r"(?<=\w)_(\w+)|(?<=\b[A-Za-z])(\d+)\b", text)
    out = words(parts[0])
    for below, digits, after in zip(parts[1::3], parts[2::3], parts[3::3], strict=True):
        out += f'<tspan dy="5" class="low">{words(below or digits)}</tspan><tspan dy="-5">{words(after) or ZERO_WIDTH}</tspan>'
    return out


def _arrow(x0: float, y0: float, x1: float, y1: float, barred: bool) -> str:
    across = y0 == y1
    head = f"M{x1 - 6:.1f} {y1 - 4:.1f}L{x1:.1f} {y1:.1f}L{x1 - 6:.1f} {y1 + 4:.1f}"
    bar = f"M{x0:.1f} {y0 - 4:.1f}V{y0 + 4:.1f}"
    if not across:
        head = f"M{x1 - 4:.1f} {y1 - 6:.1f}L{x1:.1f} {y1:.1f}L{x1 + 4:.1f} {y1 - 6:.1f}"
        bar = f"M{x0 - 4:.1f} {y0:.1f}H{x0 + 4:.1f}"
    return f'<path class="arrow" d="M{x0:.1f} {y0:.1f}L{x1:.1f} {y1:.1f}{head}{bar if barred else ""}"/>'
