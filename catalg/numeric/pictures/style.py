"""The look of all pictures: one palette, one font, thin lines, no clutter."""

from __future__ import annotations

import colorsys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from catalg.terms import Term

INK, PALE, PAPER = "#1f2933", "#9aa5b1", "#ffffff"
PALETTE = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#f0e442")
"""Okabe and Ito's colours, those that differ most first."""
DIVERGING = "RdBu_r"
LINES = ("-", "--", "-.", ":")

_SETTINGS: Any = {
    "font.family": "DejaVu Sans", "font.size": 10, "mathtext.fontset": "dejavusans", "axes.titlesize": 10,
    "axes.edgecolor": PALE, "axes.labelcolor": INK, "text.color": INK, "xtick.color": INK, "ytick.color": INK,
    "axes.linewidth": 0.8, "svg.hashsalt": "catalg", "svg.fonttype": "path", "pdf.fonttype": 42, "savefig.dpi": 160,
    "axes.spines.top": False, "axes.spines.right": False,
}  # fmt: skip


@contextmanager
def styled() -> Iterator[None]:
    """The settings of all pictures, for a while."""
    import matplotlib

    with matplotlib.rc_context(_SETTINGS):
        yield


def figure(width: float, height: float, arranged: bool = True) -> Any:
    """An empty figure, sizes in inches; `arranged` lets matplotlib find places for its axes."""
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height), facecolor=PAPER, layout="constrained" if arranged else None)


def colours(count: int) -> Sequence[str]:
    """So many colours: the palette, then hues at golden-ratio steps with alternating lightness."""
    found = list(PALETTE[:count])
    for k in range(len(found), count):
        hue = (0.13 + k * 0.61803398875) % 1.0
        red, green, blue = colorsys.hls_to_rgb(hue, (0.45, 0.65, 0.8)[k % 3], 0.55)
        found.append(f"#{round(255 * red):02x}{round(255 * green):02x}{round(255 * blue):02x}")
    return found


def lengths() -> Any:
    """Colours for lengths of arrows: from white to a blue on which dark arrows still stand out."""
    from matplotlib.colors import LinearSegmentedColormap

    return LinearSegmentedColormap.from_list("lengths", [PAPER, PALETTE[4]])


def ink_on(colour: str) -> str:
    """Dark or white letters, whichever reads better on a colour.

    >>> ink_on("#0072b2"), ink_on("#f0e442")
    ('#ffffff', '#1f2933')
    """
    red, green, blue = (int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5))
    light = sum(w * (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4)
                for w, c in ((0.2126, red), (0.7152, green), (0.0722, blue)))  # fmt: skip
    return INK if (light + 0.05) / 0.065 > 1.05 / (light + 0.05) else PAPER


def title(fig: Any, text: str, below: str = "") -> None:
    """The title of a figure, and a line in smaller letters under the picture."""
    fig.suptitle(text, fontsize=12, color=INK)
    if below:
        fig.supxlabel(below, fontsize=8.5, color="#52606d")


def formula(term: Term) -> str:
    """A formula for a label: set by matplotlib where it knows every sign, else as text."""
    from matplotlib.mathtext import MathTextParser

    from catalg.render.terms_latex import latex
    from catalg.render.terms_text import PRETTY

    text = f"${latex(term)}$"
    try:
        MathTextParser("path").parse(text)
    except ValueError:
        return PRETTY.text(term)
    return text
