"""New categories from old: discrete ones, posets, products, tables, and categories of elements, each as a
presentation.

Products of names are written as the language writes pairs: `(A, B)` for an object, `(f, B)` and `(A, g)` for
the generating arrows of a product (S. Mac Lane, *Categories for the Working Mathematician*, II.3 and II.6).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from catalg.model.category import Arrow, Category, Equation, Path, SetFunctor

LARGEST = 200_000
"""How many arrows or equations a construction may have."""


class TooLarge(ValueError):
    """A construction would have more generators or equations than `LARGEST`."""


def pair(first: str, second: str) -> str:
    """The name of a pair.

    >>> pair("A", "f")
    '(A, f)'
    """
    return f"({first}, {second})"


def discrete(name: str, objects: Sequence[str]) -> Category:
    """The category with these objects and only identities."""
    return Category(name, tuple(objects), ())


def poset(name: str, elements: Sequence[str], covers: Sequence[tuple[str, str]]) -> Category:
    """A poset by its elements and the pairs a < b that generate its order, all parallel paths equal.

    Arrows are called `a<b`. Raises ValueError when the pairs have a cycle.

    >>> len(poset("Diamond", "abcd", [("a", "b"), ("a", "c"), ("b", "d"), ("c", "d")]).equations)
    1
    """
    above: dict[str, list[str]] = {x: [] for x in elements}
    for low, high in dict.fromkeys(covers):
        above[low].append(high)
    reach: dict[str, dict[str, Path]] = {}
    equations: list[Equation] = []
    for x in reversed(_topological(elements, above)):
        paths: dict[str, Path] = {x: ()}
        for y in above[x]:
            for z, rest in reach[y].items():
                path = (f"{x}<{y}", *rest)
                if z in paths:
                    equations.append(Equation(x, z, paths[z], path))
                else:
                    paths[z] = path
        reach[x] = paths
        _bounded(len(equations))
    arrows = tuple(Arrow(f"{x}<{y}", x, y) for x in elements for y in above[x])
    return Category(name, tuple(elements), arrows, tuple(equations))


def _topological(elements: Sequence[str], above: Mapping[str, Sequence[str]]) -> list[str]:
    pending = {x: 0 for x in elements}
    for highs in above.values():
        for y in highs:
            pending[y] += 1
    ready = [x for x in elements if not pending[x]]
    order: list[str] = []
    while ready:
        x = ready.pop()
        order.append(x)
        for y in above[x]:
            pending[y] -= 1
            if not pending[y]:
                ready.append(y)
    if len(order) < len(pending):
        raise ValueError("the relation has a cycle")
    return order


def product(first: Category, second: Category) -> Category:
    """The product: both kinds of generators, the equations of both factors, and a commuting square for each
    pair of arrows.
    """
    _bounded(
        len(first.arrows) * len(second.arrows)
        + len(first.equations) * len(second.objects)
        + len(first.objects) * len(second.equations)
    )
    objects = tuple(pair(a, b) for a in first.objects for b in second.objects)
    arrows = [
        Arrow(pair(f.name, b), pair(f.source, b), pair(f.target, b))
        for f in first.arrows
        for b in second.objects
    ]
    arrows += [
        Arrow(pair(a, g.name), pair(a, g.source), pair(a, g.target))
        for a in first.objects
        for g in second.arrows
    ]
    equations = [
        Equation(
            pair(f.source, g.source),
            pair(f.target, g.target),
            (pair(f.name, g.source), pair(f.target, g.name)),
            (pair(f.source, g.name), pair(f.name, g.target)),
        )
        for f in first.arrows
        for g in second.arrows
    ]
    equations += [
        Equation(
            pair(e.start, b),
            pair(e.end, b),
            tuple(pair(f, b) for f in e.left),
            tuple(pair(f, b) for f in e.right),
        )
        for e in first.equations
        for b in second.objects
    ]
    equations += [
        Equation(
            pair(a, e.start),
            pair(a, e.end),
            tuple(pair(a, g) for g in e.left),
            tuple(pair(a, g) for g in e.right),
        )
        for a in first.objects
        for e in second.equations
    ]
    return Category(f"{first.name} * {second.name}", objects, tuple(arrows), tuple(equations))


def tabulated(
    name: str, objects: Sequence[str], arrows: Sequence[Arrow], after: Callable[[str, str], str | None]
) -> Category:
    """A finite category by all its arrows but the identities and its composition.

    `after(f, g)` is the name of g @ f, None for an identity; it is asked for composable pairs only.
    """
    leaving: dict[str, list[Arrow]] = {c: [] for c in objects}
    for arrow in arrows:
        leaving[arrow.source].append(arrow)
    equations: list[Equation] = []
    for f in arrows:
        for g in leaving[f.target]:
            composite = after(f.name, g.name)
            equations.append(
                Equation(f.source, g.target, (f.name, g.name), () if composite is None else (composite,))
            )
        _bounded(len(equations))
    return Category(name, tuple(objects), tuple(arrows), tuple(equations))


@dataclass(frozen=True, slots=True)
class Elements:
    """The category of elements of F : C -> Set, and its projection: the object and arrow of C under each of
    its own.
    """

    category: Category
    objects: tuple[tuple[str, str], ...]
    arrows: tuple[tuple[str, str], ...]


def elements(functor: SetFunctor) -> Elements:
    """The category of elements: an object `(c, x)` for each x in F(c), an arrow `(f, x)` for each f : c -> d
    and x in F(c).
    """
    labels, tables = dict(functor.objects), dict(functor.arrows)
    base = functor.category
    _bounded(sum(len(labels[e.start]) for e in base.equations) + sum(map(len, tables.values())))
    objects = tuple((pair(c, x), c) for c in base.objects for x in labels[c])
    arrows = tuple(
        Arrow(
            pair(f.name, labels[f.source][x]),
            pair(f.source, labels[f.source][x]),
            pair(f.target, labels[f.target][y]),
        )
        for f in base.arrows
        for x, y in enumerate(tables[f.name])
    )
    under = tuple((pair(f.name, x), f.name) for f in base.arrows for x in labels[f.source])

    def lift(path: Path, x: int, start: str) -> Path:
        lifted, at = [], start
        for name in path:
            lifted.append(pair(name, labels[at][x]))
            x, at = tables[name][x], base.arrow(name).target
        return tuple(lifted)

    def end(path: Path, x: int) -> int:
        for name in path:
            x = tables[name][x]
        return x

    equations = tuple(
        Equation(
            pair(e.start, label),
            pair(e.end, labels[e.end][end(e.left, x)]),
            lift(e.left, x, e.start),
            lift(e.right, x, e.start),
        )
        for e in base.equations
        for x, label in enumerate(labels[e.start])
    )
    return Elements(
        Category(f"el({functor.name})", tuple(name for name, _ in objects), arrows, equations), objects, under
    )


def _bounded(count: int) -> None:
    if count > LARGEST:
        raise TooLarge(f"a category with {count} generators or equations, more than {LARGEST}")
