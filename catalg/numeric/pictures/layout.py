"""Where the objects of a category stand: stress majorisation on the distances of the graph, turned upright.

E. Gansner, Y. Koren, S. North, Graph drawing by stress majorization, 2004. The start is a circle in declared order, so
that the layout is the same every time. A triangle becomes equilateral and a commuting square a square.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any


def layout(nodes: Sequence[str], edges: Sequence[tuple[str, str]]) -> Mapping[str, tuple[float, float]]:
    """Coordinates with edges about 1 long; edges as level or upright as can be, and pointing right or down.

    >>> found = layout(["A", "B"], [("A", "B")])
    >>> [round(found[n][0], 2) for n in "AB"], [abs(round(found[n][1], 2)) for n in "AB"]
    ([-0.5, 0.5], [0.0, 0.0])
    """
    import numpy

    count = len(nodes)
    index = {name: k for k, name in enumerate(nodes)}
    joined = [(index[a], index[b]) for a, b in edges if a != b]
    distance = _distances(count, joined)
    starts = [_scaling(distance), _circle(count)] if count > 1 else [numpy.zeros((1, 2))]
    settled = [_settled(start, distance) for start in starts]
    place = min(settled, key=lambda found: round(_stress(found, distance), 6))
    place = place - place.mean(axis=0)
    if joined:
        lengths = [float(numpy.linalg.norm(place[a] - place[b])) for a, b in joined]
        place = place / (sum(lengths) / len(lengths))
        place = _upright(place, joined)
    return {name: (float(place[k, 0]), float(place[k, 1])) for name, k in index.items()}


def _circle(count: int) -> Any:
    import numpy

    turn = 2 * numpy.pi * numpy.arange(count) / count
    return numpy.stack([numpy.cos(turn), numpy.sin(turn)], axis=-1) * max(1.0, count / 6)


def _scaling(distance: Any) -> Any:
    """Classical scaling (W. Torgerson, 1952): the two leading axes of the distances, a little off so that none coincide."""
    import numpy

    count = len(distance)
    centre = numpy.eye(count) - 1.0 / count
    values, vectors = numpy.linalg.eigh(-0.5 * centre @ distance**2 @ centre)
    found = vectors[:, [-1, -2]] * numpy.sqrt(numpy.maximum(values[[-1, -2]], 0.0))
    return found + 0.01 * _circle(count)


def _settled(place: Any, distance: Any) -> Any:
    """Majorise the stress until it rests."""
    import numpy

    weight = numpy.where(distance > 0, 1 / numpy.maximum(distance, 1) ** 2, 0.0)
    inverse = numpy.linalg.pinv(numpy.diag(weight.sum(axis=1)) - weight)
    for _ in range(300):
        apart = place[:, None, :] - place[None, :, :]
        length = numpy.sqrt((apart**2).sum(axis=-1))
        ratio = numpy.where(length > 1e-9, weight * distance / numpy.maximum(length, 1e-9), 0.0)
        place = inverse @ ((numpy.diag(ratio.sum(axis=1)) - ratio) @ place)
    return place


def _stress(place: Any, distance: Any) -> float:
    import numpy

    apart = place[:, None, :] - place[None, :, :]
    length = numpy.sqrt((apart**2).sum(axis=-1))
    return float((((length - distance) / numpy.maximum(distance, 1)) ** 2).sum())


def _distances(count: int, joined: Sequence[tuple[int, int]]) -> Any:
    """All distances along undirected edges; pieces that hang apart are put two steps beyond the largest distance."""
    import numpy

    far = numpy.full((count, count), numpy.inf)
    numpy.fill_diagonal(far, 0.0)
    for a, b in joined:
        far[a, b] = far[b, a] = 1.0
    for k in range(count):
        far = numpy.minimum(far, far[:, k, None] + far[None, k, :])
    finite = far[numpy.isfinite(far)]
    return numpy.where(numpy.isfinite(far), far, (finite.max() if finite.size else 0.0) + 2.0)


def _upright(place: Any, joined: Sequence[tuple[int, int]]) -> Any:
    """Of all turns and mirror images, the one whose edges lie best along the axes, rightwards first and downwards next."""
    import numpy

    best = max(
        ((mirror, numpy.pi * k / 180) for mirror in (1.0, -1.0) for k in range(360)),
        key=lambda turn: round(_uprightness(_turned(place, *turn), joined), 9),
    )
    near = ((best[0], best[1] + numpy.pi * k / 18_000) for k in range(-100, 101))
    return _turned(place, *max(near, key=lambda turn: _levelness(_turned(place, *turn), joined)))


def _turned(place: Any, mirror: float, angle: float) -> Any:
    import numpy

    turn = numpy.array([[numpy.cos(angle), -numpy.sin(angle)], [numpy.sin(angle), numpy.cos(angle)]])
    return place @ numpy.diag([1.0, mirror]) @ turn.T


def _levelness(place: Any, joined: Sequence[tuple[int, int]]) -> float:
    import numpy

    ways = numpy.array([place[t] - place[s] for s, t in joined])
    ways = ways / numpy.maximum(1e-9, numpy.linalg.norm(ways, axis=1, keepdims=True))
    return float(numpy.maximum(ways[:, 0] ** 8, ways[:, 1] ** 8).sum())


def _uprightness(place: Any, joined: Sequence[tuple[int, int]]) -> float:
    import numpy

    ways = numpy.array([place[t] - place[s] for s, t in joined])
    ways = ways / numpy.maximum(1e-9, numpy.linalg.norm(ways, axis=1, keepdims=True))
    return _levelness(place, joined) + float((0.02 * ways[:, 0] - 0.015 * ways[:, 1]).sum() + 0.01 * ways[0, 0])
