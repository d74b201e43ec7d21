"""Profunctors T : op(C) * D -> Set: their composition, and their ends and coends as limits and colimits.

The composite of P : op(C) * D -> Set and Q : op(D) * E -> Set has at (c, e) the coend of P(c, d) x Q(d, e) over d (J.
Benabou, 1973). The end of T : op(C) * C -> Set is a limit over the subdivision of C, which has an object for each object
and each arrow of C (S. Mac Lane, *Categories for the Working Mathematician*, IX.5); generating arrows are enough, since
wedges compose. So C need not be finite.
"""

from __future__ import annotations

from catalg.model.category import Arrow, Category, SetFunctor
from catalg.model.ends import Diagram
from catalg.universes.constructions import TooLarge, pair, product

LARGEST = 2_000_000
"""How many pairs a composition may glue."""


def diagonal_end(name: str, functor: SetFunctor, base: Category) -> Diagram:
    """The end of T(c, c), as a limit: an element of each T(c, c) and, for each generating f : a -> b, the common image in
    T(a, b).

    >>> from catalg.universes.pointwise import constant_set
    >>> point = Category("C", ("A",), ())
    >>> diagonal_end("E", constant_set(product(point.opposite(), point), ("x",)), point).functor.elements("A")
    ('x',)
    """
    labels, tables = dict(functor.objects), dict(functor.arrows)
    places = _places(base)
    objects = [(c, labels[pair(c, c)]) for c in base.objects]
    objects += [(places[f.name], labels[pair(f.source, f.target)]) for f in base.arrows]
    arrows: list[tuple[Arrow, tuple[int, ...]]] = []
    for f in base.arrows:
        at = places[f.name]
        arrows.append((Arrow(f"{f.name} after", f.source, at), tables[pair(f.source, f.name)]))
        arrows.append((Arrow(f"{f.name} before", f.target, at), tables[pair(f.name, f.target)]))
    return Diagram(name, "limit", _subdivided(functor, base, objects, arrows))


def diagonal_coend(name: str, functor: SetFunctor, base: Category) -> Diagram:
    """The coend of T(c, c), as a colimit: for each generating f : a -> b both images of an element of T(b, a) are glued."""
    labels, tables = dict(functor.objects), dict(functor.arrows)
    places = _places(base)
    objects = [(c, labels[pair(c, c)]) for c in base.objects]
    objects += [(places[f.name], labels[pair(f.target, f.source)]) for f in base.arrows]
    arrows: list[tuple[Arrow, tuple[int, ...]]] = []
    for f in base.arrows:
        at = places[f.name]
        arrows.append((Arrow(f"{f.name} before", at, f.source), tables[pair(f.name, f.source)]))
        arrows.append((Arrow(f"{f.name} after", at, f.target), tables[pair(f.target, f.name)]))
    return Diagram(name, "colimit", _subdivided(functor, base, objects, arrows))


def _places(base: Category) -> dict[str, str]:
    """The object of the subdivision that stands for each arrow, called by it where no object is."""
    places = {}
    for f in base.arrows:
        name = f.name
        while name in base.objects:
            name += "'"
        places[f.name] = name
    return places


def _subdivided(
    functor: SetFunctor,
    base: Category,
    objects: list[tuple[str, tuple[str, ...]]],
    arrows: list[tuple[Arrow, tuple[int, ...]]],
) -> SetFunctor:
    shape = Category(f"the subdivision of {base.name}", tuple(c for c, _ in objects), tuple(a for a, _ in arrows))
    return SetFunctor(functor.name, shape, tuple(objects), tuple((a.name, table) for a, table in arrows))


def composed(first: SetFunctor, second: SetFunctor, c: Category, d: Category, e: Category) -> SetFunctor:
    """P : op(C) * D -> Set, then Q : op(D) * E -> Set. Raises TooLarge.

    Elements are the classes of pairs, called by the first pair of their class.
    """
    p, q = dict(first.objects), dict(second.objects)
    objects: list[tuple[str, tuple[str, ...]]] = []
    place: dict[tuple[str, str], dict[tuple[str, int, int], int]] = {}
    work = 0
    for a in c.objects:
        for b in e.objects:
            cells = [
                (m, x, y)
                for m in d.objects
                for x in range(len(p[pair(a, m)]))
                for y in range(len(q[pair(m, b)]))
            ]
            work += len(cells)
            if work > LARGEST:
                raise TooLarge(f"a composite of profunctors with more than {LARGEST} pairs")
            parent = {cell: cell for cell in cells}

            def root(cell: tuple[str, int, int], parent: dict[tuple[str, int, int], tuple[str, int, int]] = parent) -> tuple[str, int, int]:
                while parent[cell] != cell:
                    parent[cell] = parent[parent[cell]]
                    cell = parent[cell]
                return cell

            order = {cell: k for k, cell in enumerate(cells)}
            for g in d.arrows:
                push, pull = first.table(pair(a, g.name)), second.table(pair(g.name, b))
                for x, moved in enumerate(push):
                    for y, back in enumerate(pull):
                        one, other = root((g.target, moved, y)), root((g.source, x, back))
                        low, high = sorted((one, other), key=order.__getitem__)
                        parent[high] = low
            classes: dict[tuple[str, int, int], int] = {}
            labels: list[str] = []
            where: dict[tuple[str, int, int], int] = {}
            for cell in cells:
                top = root(cell)
                if top not in classes:
                    classes[top] = len(labels)
                    m, x, y = top
                    labels.append(pair(p[pair(a, m)][x], q[pair(m, b)][y]))
                where[cell] = classes[top]
            objects.append((pair(a, b), tuple(_distinct(labels))))
            place[a, b] = where
    base = product(c.opposite(), e)
    tables = dict[str, tuple[int, ...]]()
    for f in c.arrows:
        for b in e.objects:
            tables[pair(f.name, b)] = _moved(
                place[f.target, b], place[f.source, b], {m: first.table(pair(f.name, m)) for m in d.objects}, 1
            )
    for a in c.objects:
        for g in e.arrows:
            tables[pair(a, g.name)] = _moved(
                place[a, g.source], place[a, g.target], {m: second.table(pair(m, g.name)) for m in d.objects}, 2
            )
    return SetFunctor(
        f"{second.name} after {first.name}", base, tuple(objects), tuple((a.name, tables[a.name]) for a in base.arrows)
    )


def _moved(
    source: dict[tuple[str, int, int], int],
    target: dict[tuple[str, int, int], int],
    maps: dict[str, tuple[int, ...]],
    side: int,
) -> tuple[int, ...]:
    """The map of classes that acts on the first or second entry of the pairs."""
    images: dict[int, int] = {}
    for (m, x, y), number in source.items():
        cell = (m, maps[m][x], y) if side == 1 else (m, x, maps[m][y])
        images.setdefault(number, target[cell])
    return tuple(images[k] for k in range(len(images)))


def _distinct(labels: list[str]) -> list[str]:
    seen: dict[str, int] = {}
    result = []
    for label in labels:
        seen[label] = seen.get(label, 0) + 1
        result.append(label if labels.count(label) == 1 else f"{label}#{seen[label]}")
    return result
