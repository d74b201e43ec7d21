"""Kernels of the plane as heat maps: K at offsets z from one point, an entry of the matrix in each panel, vectors as arrows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from catalg.numeric.kernel import NumericKernel
from catalg.numeric.pictures.samples import bell, ring, two_bumps
from catalg.numeric.pictures.style import DIVERGING, INK, figure, lengths, title
from catalg.numeric.points import as_matrix, value_shape
from catalg.render.terms_text import PRETTY

REACH, POINTS = 3.0, 201
MARGIN, GAP, BETWEEN, ABOVE = 0.4, 0.1, 0.3, 0.34
"""Inches: left of all panels, between panels, between groups of panels, above a group for its name."""


def fits(numeric: NumericKernel) -> bool:
    """Whether the kernel is a function of one vector of the plane: its one point, or k - q."""
    shapes = numeric.shapes() if not numeric.parameters else ()
    flat = all(s.shape == (2,) for s in shapes)
    return bool(shapes) and flat and (len(shapes) == 1 or numeric.is_translational)


def heat_maps(numeric: NumericKernel, given: Mapping[str, Any]) -> Any:
    """The picture: one kernel where functions are given, else one group of panels for each covariant."""
    import numpy

    side = numpy.linspace(-REACH, REACH, POINTS)
    z = numpy.stack(numpy.meshgrid(side, side), axis=-1)
    points = [z] if len(numeric.names) == 1 else [numpy.zeros(2), z]
    rows, columns = as_matrix(value_shape(numeric.end.target, {}))
    if given or len(numeric.unknowns) != max(1, len(numeric.solution.proposal.basis)):
        values = numeric.kernel(given)(*points)
        groups, labels = [values.reshape(POINTS, POINTS, rows, columns)], [""]
    else:
        groups, labels = _covariants(numeric, points, z)
    return _drawn(numeric, groups, labels, side, bool(given))


def _covariants(numeric: NumericKernel, points: list[Any], z: Any) -> tuple[list[Any], list[str]]:
    import numpy

    basis = numpy.asarray(numeric.basis(*points))
    small = numpy.stack([numpy.cos(numpy.arange(8.0)), numpy.sin(numpy.arange(8.0))], axis=-1) * 1e-6
    near = numpy.asarray(numeric.basis(*([small] if len(points) == 1 else [numpy.zeros(2), small])))
    radius = numpy.linalg.norm(z, axis=-1)
    groups, labels = [], []
    for k, unknown in enumerate(numeric.unknowns):
        rigid = any(a.ndim > z.ndim - 1 for a in numeric.invariants(*points))
        if rigid:
            profile = two_bumps(z)
        else:
            turning = float(numpy.abs(near[:, k] - near[0, k]).max()) > 1e-9
            profile = ring(radius) if turning else bell(radius)
        groups.append(basis[..., k, :, :] * profile[..., None, None])
        labels.append(PRETTY.name(unknown.name))
    return groups, labels


def _drawn(numeric: NumericKernel, groups: list[Any], labels: list[str], side: Any, given: bool) -> Any:
    import numpy

    rows, columns = groups[0].shape[-2:]
    arrows = rows == 2 and columns == 1
    high, wide = (1, 1) if arrows else (rows, columns)
    panel = 1.5 if high * wide > 1 else 2.6
    across = min(len(groups), 4)
    down = -(-len(groups) // across)
    block = (wide * (panel + GAP) + BETWEEN, high * (panel + GAP) + ABOVE)
    size = (MARGIN + across * block[0] + 0.75, 0.45 + down * block[1] + 0.62)
    fig = figure(*size, arranged=False)
    limit = max(float(numpy.abs(g).max()) for g in groups) or 1.0
    image = None
    for n, (group, label) in enumerate(zip(groups, labels, strict=True)):
        left, top = MARGIN + (n % across) * block[0], size[1] - 0.45 - (n // across) * block[1]
        if label:
            middle = left + (wide * (panel + GAP) - GAP) / 2
            fig.text(middle / size[0], (top - 0.18) / size[1], label, fontsize=13, fontstyle="italic", ha="center", va="center")
        for i in range(high):
            for j in range(wide):
                corner = (left + j * (panel + GAP), top - ABOVE - (i + 1) * panel - i * GAP)
                ax = fig.add_axes((corner[0] / size[0], corner[1] / size[1], panel / size[0], panel / size[1]))
                value = numpy.linalg.norm(group[..., 0], axis=-1) if arrows else group[..., i, j]
                image = ax.imshow(value, origin="lower", extent=(-REACH, REACH, -REACH, REACH), interpolation="bilinear",
                                  vmin=0 if arrows else -limit, vmax=limit, cmap=lengths() if arrows else DIVERGING)  # fmt: skip
                if arrows:
                    _arrows(ax, group, side, limit)
                _frame(ax, corner=(i == high - 1 and j == 0))
    tall = min(2.4, 0.9 * block[1] - ABOVE)
    low = (size[1] - 0.45 - ABOVE + 0.62 - tall) / 2
    bar = fig.colorbar(image, cax=fig.add_axes(((size[0] - 0.68) / size[0], low / size[1], 0.12 / size[0], tall / size[1])))
    bar.outline.set_visible(False)
    bar.ax.tick_params(length=2, labelsize=8)
    offset = numeric.names[0]
    if len(numeric.names) == 2:
        offset = f"{numeric.names[1]} − {numeric.names[0]}"
    entry = " by entry of the matrix" if high * wide > 1 else ""
    example = (
        ""
        if given
        else "; drawn with an example" + (" for one function at a time" if len(groups) > 1 else "")
    )
    title(fig, numeric.end.name, f"over {offset} in the plane{entry}{example}")
    return fig


def _arrows(ax: Any, group: Any, side: Any, limit: float) -> None:
    step = POINTS // 12
    some = slice(step // 2, None, step)
    u, v = group[some, some, 0, 0], group[some, some, 1, 0]
    ax.quiver(
        side[some],
        side[some],
        u,
        v,
        color=INK,
        scale=limit * 13,
        width=0.009,
        headwidth=3.6,
        headlength=4,
        pivot="mid",
    )


def _frame(ax: Any, corner: bool) -> None:
    ax.set_xticks([-2, 0, 2])
    ax.set_yticks([-2, 0, 2])
    ax.tick_params(length=2, labelsize=8, labelbottom=corner, labelleft=corner)
    for spine in ax.spines.values():
        spine.set_visible(False)
