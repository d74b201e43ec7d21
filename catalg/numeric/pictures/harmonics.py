"""Harmonics: curves over their variable, and zonal kernels on the sphere in orthographic view."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from catalg.numeric.errors import NotNumeric
from catalg.numeric.kernel import NumericKernel
from catalg.numeric.namespace import Arrays
from catalg.numeric.pictures.style import DIVERGING, INK, LINES, PALE, colours, figure, formula, title
from catalg.numeric.series import Summand, recurrence
from catalg.numeric.special import polynomials
from catalg.terms import Call, Name, mul

VIEW = (0.35, 0.65, 0.68)
"""The direction towards the viewer, in coordinates with the fixed point at the north pole."""


def on_sphere(numeric: NumericKernel, sizes: Mapping[str, int]) -> bool:
    """Whether both points are unit vectors of space."""
    shapes = numeric.shapes(sizes or None)
    if len(shapes) != 2 or any(s.shape != (3,) for s in shapes):
        return False
    import numpy

    x = numpy.array([[0.0, 0.0, 1.0], [0.6, 0.0, 0.8]])
    return numeric.series is not None and _is_cosine(numeric, x)


def _is_cosine(numeric: NumericKernel, x: Any) -> bool:
    """Whether the variable of the series is the dot product of the points."""
    assert numeric.series is not None
    found = numeric.series[0].variable
    pair = {Name(n) for n in numeric.names}
    return isinstance(found, Call) and found.head == "dot" and set(found.args) == pair


def curves(numeric: NumericKernel, degree: int, sizes: Mapping[str, int]) -> Any:
    """The first harmonics over their variable; beside the sphere where the points lie on one."""
    if numeric.series is None:
        raise NotNumeric(
            f"there is no picture for {numeric.end.name}: it is neither a kernel of the plane nor a series"
        )
    if on_sphere(numeric, sizes):
        return _sphere(numeric, degree, sizes)
    fig = figure(6.4, 3.6)
    _lines(fig.add_subplot(), numeric, numeric.series[0], degree, sizes)
    title(fig, f"{numeric.end.name}: harmonics")
    return fig


def _lines(ax: Any, numeric: NumericKernel, part: Summand, degree: int, sizes: Mapping[str, int]) -> None:
    import numpy

    turning = part.head in ("cos", "sin")
    t = numpy.linspace(-numpy.pi, numpy.pi, 601) if turning else numpy.linspace(-1, 1, 601)
    if turning:
        values = [getattr(numpy, part.head)(l * t) for l in range(degree)]
    else:
        values = polynomials(recurrence(part.head, _parameters(numeric, part, sizes)), degree, t)
    for l, (value, colour) in enumerate(zip(values, colours(degree), strict=True)):
        ax.plot(t, value, color=colour, linestyle=LINES[l % 4], linewidth=1.8, label=f"l = {l}")
    ax.axhline(0, color=PALE, linewidth=0.8, zorder=0)
    ax.set_xlim(t[0], t[-1])
    if turning:
        ax.set_xticks([-numpy.pi, 0, numpy.pi], ["−π", "0", "π"])
    else:
        low = min(float(v.min()) for v in values)
        high = max(float(v.max()) for v in values)
        ax.set_ylim(max(low, -2.2) * 1.08, min(high, 4.0) * 1.08)
    ax.set_xlabel(formula(part.variable))
    t_name = mul(Name("l"), Name("t")) if turning else Name("t")
    harmonic = Call(part.head, (t_name,) if turning else (Name("l"), *part.parameters, t_name))
    ax.set_ylabel(formula(harmonic))
    ax.legend(loc="center left", bbox_to_anchor=(1.01, 0.5), frameon=False)


def _parameters(numeric: NumericKernel, part: Summand, sizes: Mapping[str, int]) -> list[Any]:
    from catalg.numeric.evaluate import Evaluation, Value

    arrays, _ = Arrays.of(0.0)
    at = Evaluation(arrays, {name: Value(size) for name, size in sizes.items()}, {})
    return [at.value(p).data for p in part.parameters]


def _sphere(numeric: NumericKernel, degree: int, sizes: Mapping[str, int]) -> Any:
    import numpy

    fig = figure(9.6, 4.6)
    left, right = fig.subfigures(1, 2, width_ratios=(1.25, 1))
    across = 3
    shown = min(degree, 6)
    axes = left.subplots(-(-shown // across), across, squeeze=False)
    points, inside = _orthographic(260)
    north = numpy.array([0.0, 0.0, 1.0])
    basis = numpy.asarray(numeric.basis(north, points, degree=shown))[..., 0, 0]
    for ax in axes.flat:
        ax.axis("off")
    for l in range(shown):
        ax = axes.flat[l]
        value = basis[..., l] / max(1e-12, float(numpy.abs(basis[inside][..., l]).max()))
        image = numpy.where(inside, value, numpy.nan)
        ax.imshow(
            image,
            origin="lower",
            extent=(-1, 1, -1, 1),
            cmap=DIVERGING,
            vmin=-1,
            vmax=1,
            interpolation="bilinear",
        )
        _globe(ax)
        ax.set_title(f"l = {l}", pad=3)
    _lines(right.add_subplot(), numeric, numeric.series[0] if numeric.series else _none(), degree, sizes)
    title(
        fig,
        f"{numeric.end.name}: the harmonics of the symmetry",
        "on the sphere, seen from outside; the dot is the fixed point",
    )
    return fig


def _none() -> Summand:
    raise NotNumeric("there is no series")


def _frame() -> tuple[Any, Any, Any]:
    """Right, up and towards the viewer."""
    import numpy

    out = numpy.array(VIEW) / numpy.linalg.norm(VIEW)
    right = numpy.cross([0.0, 0.0, 1.0], out)
    right /= numpy.linalg.norm(right)
    return right, numpy.cross(out, right), out


def _orthographic(count: int) -> tuple[Any, Any]:
    """The points of the near hemisphere over a square of pixels, and which pixels lie on the disc."""
    import numpy

    side = numpy.linspace(-1, 1, count)
    u, v = numpy.meshgrid(side, side)
    depth = 1 - u**2 - v**2
    right, up, out = _frame()
    w = numpy.sqrt(numpy.maximum(depth, 0))
    points = u[..., None] * right + v[..., None] * up + w[..., None] * out
    points = points / numpy.linalg.norm(points, axis=-1, keepdims=True)
    return points, depth >= 0


def _globe(ax: Any) -> None:
    """Outline, parallels and meridians, faint, and the pole."""
    import numpy

    right, up, out = _frame()
    turn = numpy.linspace(0, 2 * numpy.pi, 361)
    for latitude in (-60, -30, 0, 30, 60):
        a = numpy.radians(latitude)
        circle = numpy.stack(
            [numpy.cos(a) * numpy.cos(turn), numpy.cos(a) * numpy.sin(turn), 0 * turn + numpy.sin(a)], axis=-1
        )
        _arc(ax, circle, right, up, out)
    for longitude in range(0, 180, 30):
        a = numpy.radians(longitude)
        circle = numpy.stack(
            [numpy.cos(turn) * numpy.cos(a), numpy.cos(turn) * numpy.sin(a), numpy.sin(turn)], axis=-1
        )
        _arc(ax, circle, right, up, out)
    ax.plot(numpy.cos(turn), numpy.sin(turn), color=INK, linewidth=1.0)
    north = numpy.array([0.0, 0.0, 1.0])
    ax.plot([north @ right], [north @ up], "o", color=INK, markersize=3.2)
    ax.set_xlim(-1.03, 1.03)
    ax.set_ylim(-1.03, 1.03)


def _arc(ax: Any, circle: Any, right: Any, up: Any, out: Any) -> None:
    import numpy

    near = circle @ out > 0
    x, y = numpy.where(near, circle @ right, numpy.nan), numpy.where(near, circle @ up, numpy.nan)
    ax.plot(x, y, color=INK, linewidth=0.35, alpha=0.35)
