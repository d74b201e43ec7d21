"""Presented categories, functors from them, and the naturality squares of a transformation."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from catalg.model.category import (
    Category,
    SetFunctor,
    SetTransformation,
    VectFunctor,
    VectTransformation,
)
from catalg.numeric.pictures.layout import layout
from catalg.numeric.pictures.style import INK, PALE, PALETTE, figure, title

LISTED = 5
"""Sets with more elements are told by their number."""


def category(
    found: Category, values: Mapping[str, str] | None = None, name: str = "", below: str = ""
) -> Any:
    """The graph of a category, with a sign inside every pair of equal paths; `values` are written under the objects."""
    place = layout(found.objects, [(a.source, a.target) for a in found.arrows])
    xs, ys = [p[0] for p in place.values()], [p[1] for p in place.values()]
    wide, high = max(xs, default=0) - min(xs, default=0), max(ys, default=0) - min(ys, default=0)
    fig = figure(max(3.2, 2.1 * wide + 2.2), 2.1 * high + 1.7)
    ax = fig.add_subplot()
    for equation in found.equations:
        _commutes(ax, found, place, equation.start, equation.left, equation.right)
    _arrows(ax, found, place)
    for obj, (x, y) in place.items():
        _object(ax, x, y, obj, (values or {}).get(obj, ""))
    ax.set_xlim(min(xs, default=0) - 0.55, max(xs, default=0) + 0.55)
    ax.set_ylim(min(ys, default=0) - 0.5, max(ys, default=0) + 0.5)
    ax.set_aspect("equal")
    ax.axis("off")
    title(fig, name or found.name, below)
    return fig


def _object(ax: Any, x: float, y: float, text: str, value: str) -> None:
    ax.plot([x], [y], "o", color="white", markersize=22, zorder=3)
    ax.text(x, y, text, ha="center", va="center", fontsize=13, color=INK, zorder=4)
    if value:
        ax.annotate(value, (x, y), xytext=(0, -16), textcoords="offset points", ha="center", va="top", fontsize=9,
                    color=PALETTE[0], zorder=4, bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.8})  # fmt: skip


def _arrows(ax: Any, found: Category, place: Mapping[str, tuple[float, float]]) -> None:
    between = Counter(frozenset((a.source, a.target)) for a in found.arrows)
    seen: Counter[frozenset[str]] = Counter()
    loops: dict[str, list[float]] = {}
    for arrow in found.arrows:
        if arrow.source == arrow.target:
            taken = loops.setdefault(arrow.source, [-math.pi / 2])
            taken.append(_free_direction(found, place, arrow.source, taken))
            _loop(ax, place[arrow.source], arrow.name, taken[-1])
            continue
        pair = frozenset((arrow.source, arrow.target))
        count, number = between[pair], seen[pair]
        seen[pair] += 1
        bend = (number - (count - 1) / 2) * 0.42
        first = min(arrow.source, arrow.target, key=found.objects.index)
        arrow_between(
            ax, place[arrow.source], place[arrow.target], arrow.name, bend if arrow.source == first else -bend
        )


def arrow_between(ax: Any, start: Any, end: Any, text: str, bend: float = 0.0, colour: str = INK) -> None:
    """An arrow with its name beside it; `bend` is how far its middle leaves the straight line, to the left."""
    from matplotlib.patches import FancyArrowPatch

    ax.add_patch(FancyArrowPatch(start, end, arrowstyle="-|>,head_length=5,head_width=2.6", connectionstyle=f"arc3,rad={-bend}",
                                 shrinkA=15, shrinkB=15, color=colour, linewidth=1.3, zorder=2))  # fmt: skip
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = max(1e-9, (dx * dx + dy * dy) ** 0.5)
    normal = (-dy / length, dx / length)
    side = 1 if bend >= 0 else -1
    middle = [(start[k] + end[k]) / 2 + normal[k] * (bend * length / 2) for k in (0, 1)]
    ax.annotate(text, middle, xytext=(normal[0] * 11 * side, normal[1] * 11 * side), textcoords="offset points",
                ha="center", va="center", fontsize=11, fontstyle="italic", color=colour, zorder=5)  # fmt: skip


def _loop(ax: Any, at: Sequence[float], text: str, away: float) -> None:
    """A loop in a direction, its name outside."""
    from matplotlib.patches import FancyArrowPatch

    ends = [(at[0] + 0.19 * math.cos(away + s), at[1] + 0.19 * math.sin(away + s)) for s in (0.5, -0.5)]
    ax.add_patch(FancyArrowPatch(ends[0], ends[1], arrowstyle="-|>,head_length=5,head_width=2.6", connectionstyle="arc3,rad=-2.4",
                                 shrinkA=0, shrinkB=0, color=INK, linewidth=1.3, zorder=2))  # fmt: skip
    ax.text(at[0] + 0.53 * math.cos(away), at[1] + 0.53 * math.sin(away), text, ha="center", va="center", fontsize=11,
            fontstyle="italic", color=INK, zorder=5)  # fmt: skip


def _free_direction(
    found: Category, place: Mapping[str, tuple[float, float]], obj: str, taken: list[float]
) -> float:
    """The direction at an object that is farthest from its arrows, its other loops and what is written below it."""
    x, y = place[obj]
    busy = [*taken]
    for arrow in found.arrows:
        if obj in (arrow.source, arrow.target) and arrow.source != arrow.target:
            other = place[arrow.target if arrow.source == obj else arrow.source]
            busy.append(math.atan2(other[1] - y, other[0] - x))

    def room(angle: float) -> float:
        return min((abs(math.remainder(angle - b, 2 * math.pi)) for b in busy), default=math.pi)

    return max(
        (math.pi * k / 12 for k in range(24)), key=lambda angle: (round(room(angle), 6), math.sin(angle))
    )


def _commutes(
    ax: Any,
    found: Category,
    place: Mapping[str, tuple[float, float]],
    start: str,
    left: Sequence[str],
    right: Sequence[str],
) -> None:
    """Shade the region between two equal paths, where they enclose one."""
    from matplotlib.patches import Polygon

    corners = [start, *(found.arrow(a).target for a in left)]
    back = [start, *(found.arrow(a).target for a in right)]
    ring = [*corners, *back[-2:0:-1]]
    if len(set(ring)) < 3 or len(set(ring)) != len(ring):
        return
    points = [place[obj] for obj in ring]
    ax.add_patch(Polygon(points, closed=True, facecolor=PALETTE[4], alpha=0.16, edgecolor="none", zorder=0))
    x, y = sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points)
    ax.text(x, y, "=", ha="center", va="center", fontsize=15, color=PALETTE[0], zorder=1)


def functor(found: SetFunctor | VectFunctor) -> Any:
    """The category with the value of the functor at each object."""
    if isinstance(found, SetFunctor):
        values = {obj: _set(labels) for obj, labels in found.objects}
        kind = "Set"
    else:
        values = {obj: f"dimension {size}" for obj, size in found.objects}
        kind = "Vect"
    return category(found.category, values, f"{found.name} : {found.category.name} → {kind}")


def _set(labels: Sequence[str]) -> str:
    return "{" + ", ".join(labels) + "}" if len(labels) <= LISTED else f"{len(labels)} elements"


def squares(found: SetTransformation | VectTransformation) -> Any:
    """One naturality square for each arrow: the functors' maps across, the components down."""
    arrows = found.source.category.arrows
    across = min(3, max(1, len(arrows)))
    down = max(1, -(-len(arrows) // across))
    fig = figure(3.0 * across + 0.4, 2.7 * down + 0.6)
    axes = fig.subplots(down, across, squeeze=False)
    for ax in axes.flat:
        ax.axis("off")
    for ax, arrow in zip(axes.flat, arrows, strict=False):
        corner = {(0, 1): f"{found.source.name}({arrow.source})", (1, 1): f"{found.source.name}({arrow.target})",
                  (0, 0): f"{found.target.name}({arrow.source})", (1, 0): f"{found.target.name}({arrow.target})"}  # fmt: skip
        ways = [((0, 1), (1, 1), f"{found.source.name}({arrow.name})"), ((0, 0), (1, 0), f"{found.target.name}({arrow.name})"),
                ((0, 1), (0, 0), f"{found.name}  "), ((1, 1), (1, 0), f"  {found.name}")]  # fmt: skip
        good = _is_natural(found, arrow)
        sign, colour = ("=", PALETTE[0]) if good else ("≠", PALETTE[5])
        for start, end, text in ways:
            vertical = start[0] == end[0]
            _square_arrow(ax, start, end, text, vertical)
        for (x, y), text in corner.items():
            ax.text(x, y, text, ha="center", va="center", fontsize=12, color=INK, zorder=4,
                    bbox={"facecolor": "white", "edgecolor": "none", "pad": 3})  # fmt: skip
        ax.text(0.5, 0.5, sign, ha="center", va="center", fontsize=20, color=colour)
        ax.set_xlim(-0.42, 1.42)
        ax.set_ylim(-0.3, 1.3)
        ax.set_aspect("equal")
    title(fig, f"{found.name} : {found.source.name} ⇒ {found.target.name}")
    return fig


def _square_arrow(ax: Any, start: Any, end: Any, text: str, vertical: bool) -> None:
    from matplotlib.patches import FancyArrowPatch

    ax.add_patch(FancyArrowPatch(start, end, arrowstyle="-|>,head_length=5,head_width=2.6", shrinkA=24 if not vertical else 14,
                                 shrinkB=24 if not vertical else 14, color=INK, linewidth=1.3))  # fmt: skip
    x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    if vertical:
        ax.text(x + (-0.06 if x < 0.5 else 0.06), y, text.strip(), ha="right" if x < 0.5 else "left", va="center",
                fontsize=11, fontstyle="italic", color=PALE if not text.strip() else INK)  # fmt: skip
    else:
        ax.text(
            x,
            y + (0.09 if y > 0.5 else -0.09),
            text,
            ha="center",
            va="center",
            fontsize=10,
            fontstyle="italic",
            color=INK,
        )


def _is_natural(found: Any, arrow: Any) -> bool:
    """Whether the square of an arrow commutes."""
    if isinstance(found, SetTransformation):
        up, down = found.component(arrow.source), found.component(arrow.target)
        one, two = found.source.table(arrow.name), found.target.table(arrow.name)
        return all(down[one[k]] == two[up[k]] for k in range(len(one)))
    first = found.component(arrow.target) @ found.source.matrix(arrow.name)
    return bool(first == found.target.matrix(arrow.name) @ found.component(arrow.source))
