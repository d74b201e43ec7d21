"""Full subcategories of finite sets: the sets {0, …, n-1} for some n, with all maps between them.

The category is given by its whole composition table, so every map but the identities is an arrow; `m->n(y0,y1,…)`
names the map that takes 0 to y0, 1 to y1 and so on.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from catalg.model.category import Arrow, Category, SetFunctor
from catalg.universes.constructions import LARGEST, TooLarge, tabulated

Map = tuple[int, ...]


def full_subcategory(sizes: Sequence[int]) -> Category:
    """The full subcategory of Set on the sets with these numbers of elements. Raises TooLarge.

    >>> len(full_subcategory((1, 2)).arrows)
    6
    """
    if any(n ** m > LARGEST for m in sizes for n in sizes):
        raise TooLarge("a full subcategory of sets with too many maps")
    maps = {
        _name(m, n, images): (m, n, images)
        for m in sizes
        for n in sizes
        for images in product(range(n), repeat=m)
        if not (m == n and images == tuple(range(m)))
    }
    leaving = {n: sum(1 for m, _, _ in maps.values() if m == n) for n in sizes}
    if sum(leaving[n] for _, n, _ in maps.values()) > LARGEST:
        raise TooLarge(f"a category with {len(maps)} maps and too many composites")

    def after(f: str, g: str) -> str | None:
        m, _, first = maps[f]
        _, n, second = maps[g]
        images = tuple(second[y] for y in first)
        return None if m == n and images == tuple(range(m)) else _name(m, n, images)

    return tabulated(
        f"finset({', '.join(map(str, sizes))})",
        tuple(map(str, sizes)),
        tuple(Arrow(name, str(m), str(n)) for name, (m, n, _) in maps.items()),
        after,
    )


def inclusion(category: Category) -> SetFunctor | None:
    """The inclusion of such a category into Set; None for another category.

    >>> inclusion(full_subcategory((0, 2))).elements("2")
    ('0', '1')
    """
    if not all(c.isdigit() for c in category.objects):
        return None
    sizes = tuple(map(int, category.objects))
    try:
        known = full_subcategory(sizes)
    except TooLarge:
        return None
    if (known.arrows, known.equations) != (category.arrows, category.equations):
        return None
    return SetFunctor(
        "inclusion",
        category,
        tuple((c, tuple(map(str, range(n)))) for c, n in zip(category.objects, sizes, strict=True)),
        tuple((a.name, _images(a.name)) for a in category.arrows),
    )


def _name(source: int, target: int, images: Map) -> str:
    return f"{source}->{target}({','.join(map(str, images))})"


def _images(name: str) -> Map:
    inside = name[name.index("(") + 1 : -1]
    return tuple(map(int, inside.split(","))) if inside else ()
