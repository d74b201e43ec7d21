"""What restrictions of linear ends mean, entry by entry.

Positions: a basis vector stands at its own number, one of a tensor product at that of its first factor (so that channels may
follow), and a point of a set at its number. Functions K(x, y) of two points are restricted as the matrices of x and y.
"""

from __future__ import annotations

from collections.abc import Callable

from catalg.exact.sparse import Vector
from catalg.model.ends import Graph, LinearEnd, Restriction
from catalg.model.representation import DualRep, HomRep, PulledRep, Rep, TensorRep

SUPPORTS = ("causal", "local", "distance")
SYMMETRIES = {"symmetric": 1, "antisymmetric": -1}


class NoMeaning(ValueError):
    """A restriction that says nothing about such an end; the message says why."""


def allowed(end: LinearEnd, restriction: Restriction) -> frozenset[int]:
    """The flat entries i * ncols + j that a restriction of the support allows. Raises NoMeaning."""
    near = _near(restriction)
    rows, columns = end.target.dim.constant() or 0, end.source.dim.constant() or 0
    if end.points:
        first, second = two_points(end)
        return frozenset(i * columns + x * second + y for i in range(rows) for x in range(first) for y in range(second) if near(x, y))
    up, down = positions(end.target), positions(end.source)
    if max(up, default=0) != max(down, default=0):
        raise NoMeaning(f"rows have {max(up, default=0) + 1} positions and columns {max(down, default=0) + 1}")
    return frozenset(i * columns + j for i, a in enumerate(up) for j, b in enumerate(down) if near(a, b))


def _near(restriction: Restriction) -> Callable[[int, int], bool]:
    reach = restriction.reach
    if restriction.kind == "causal":
        return lambda a, b: b <= a
    if restriction.kind == "local":
        return lambda a, b: abs(a - b) <= reach
    assert restriction.kind == "distance" and restriction.graph is not None
    distances = graph_distances(restriction.graph)
    return lambda a, b: distances[a].get(b, reach + 1) <= reach if a < len(distances) else False


def graph_distances(graph: Graph) -> list[dict[int, int]]:
    """For each node the nodes that it is joined to by a path, with the length of the shortest, by breadth-first search.

    >>> from catalg.terms import Dim
    >>> graph_distances(Graph("P", Dim.of(3), edges=((0, 1), (1, 2))))[0]
    {0: 0, 1: 1, 2: 2}
    """
    size = graph.size.constant() or 0
    near: list[list[int]] = [[] for _ in range(size)]
    for a, b in graph.edges:
        near[a].append(b)
        near[b].append(a)
    result = []
    for start in range(size):
        found, layer = {start: 0}, [start]
        while layer:
            following = []
            for node in layer:
                for other in near[node]:
                    if other not in found:
                        found[other] = found[node] + 1
                        following.append(other)
            layer = following
        result.append(found)
    return result


def positions(rep: Rep) -> list[int]:
    """The position of each basis vector."""
    size = rep.dim.constant() or 0
    while isinstance(rep, PulledRep | DualRep):
        rep = rep.base
    if isinstance(rep, TensorRep):
        count = rep.factors[0].dim.constant() or 0
        return [k * count // size for k in range(size)] if size else []
    return list(range(size))


def two_points(end: LinearEnd) -> tuple[int, int]:
    """The sizes of the two sets. Raises NoMeaning for functions of another number of points."""
    if len(end.points) != 2:
        raise NoMeaning(f"a function of {len(end.points)} point{'s' * (len(end.points) != 1)}, where two are needed")
    first, second = (point.size.constant() or 0 for point in end.points)
    if first != second:
        raise NoMeaning("the two points come from different sets")
    return first, second


def transposed(end: LinearEnd) -> list[int]:
    """Where the transpose of an element has each flat entry: an involution of the entries. Raises NoMeaning."""
    rows, columns = end.target.dim.constant() or 0, end.source.dim.constant() or 0
    if not end.points:
        if rows != columns:
            raise NoMeaning(f"a {rows} x {columns} matrix has no transpose of its own shape")
        return [j * columns + i for i in range(rows) for j in range(columns)]
    first, second = two_points(end)
    value = transposed_value(end.target)
    return [value[i] * columns + y * second + x for i in range(rows) for x in range(first) for y in range(second)]


def transposed_value(rep: Rep) -> list[int]:
    """Where the transpose of a value has each coordinate: square matrices are transposed, all else stays."""
    size = rep.dim.constant() or 0
    while isinstance(rep, PulledRep):
        rep = rep.base
    if isinstance(rep, HomRep):
        sides = rep.target.dim.constant() or 0, rep.source.dim.constant() or 0
    elif isinstance(rep, TensorRep) and len(rep.factors) == 2:
        sides = rep.factors[0].dim.constant() or 0, rep.factors[1].dim.constant() or 0
    else:
        return list(range(size))
    if sides[0] != sides[1]:
        raise NoMeaning(f"values are {sides[0]} x {sides[1]} matrices, which have no transpose of their own shape")
    return [j * sides[0] + i for i in range(sides[0]) for j in range(sides[1])]


def exchanged(end: LinearEnd, kind: str, x: Vector) -> Vector:
    """What is left of an element after its transpose, or the negative, is taken away: zero iff it is (anti)symmetric."""
    places, sign = transposed(end), SYMMETRIES[kind]
    rest = dict(x)
    for place, value in x.items():
        image = places[place]
        rest[image] = rest.get(image, 0) - sign * value
    return {place: value for place, value in rest.items() if value}


def check_meaning(end: LinearEnd, restriction: Restriction) -> None:
    """Raises NoMeaning where a restriction says nothing about an end of concrete size."""
    if restriction.kind in SUPPORTS:
        allowed(end, restriction)
    elif restriction.kind in SYMMETRIES:
        transposed(end)
