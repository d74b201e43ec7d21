"""Functors between presented categories, and what they make of functors to Set: restriction, hom functors,
comma categories.

A functor sends objects to objects and generating arrows to paths. The end and coend of a profunctor T : op(C)
* C -> Set are the natural transformations Hom => T and the coend of Hom with T over op(C) * C, so that both
are ends and coends of pairs.
"""

from __future__ import annotations

from dataclasses import dataclass

from catalg.model.category import Arrow, Category, Path, SetFunctor
from catalg.universes.categories import HomSets, NotFinite, path_text
from catalg.universes.constructions import TooLarge, pair, product, tabulated
from catalg.universes.sets import evaluate

COMMA_PAIRS = 100_000
"""How many pairs of arrows may be looked at for the squares of a comma category."""


@dataclass(frozen=True, slots=True)
class PresentedFunctor:
    """A functor by the object of each object and the path of each generating arrow."""

    name: str
    source: Category
    target: Category
    objects: tuple[tuple[str, str], ...]
    arrows: tuple[tuple[str, Path], ...]

    def object(self, name: str) -> str:
        """The image of an object. Raises KeyError."""
        return dict(self.objects)[name]

    def path(self, path: Path) -> Path:
        """The image of a path. Raises KeyError."""
        images = dict(self.arrows)
        return tuple(arrow for name in path for arrow in images[name])


def identity_functor(category: Category) -> PresentedFunctor:
    """The identity."""
    return PresentedFunctor(
        f"id({category.name})",
        category,
        category,
        tuple((c, c) for c in category.objects),
        tuple((a.name, (a.name,)) for a in category.arrows),
    )


def composite(first: PresentedFunctor, second: PresentedFunctor) -> PresentedFunctor:
    """`second @ first`. Raises ValueError when they do not fit."""
    if first.target != second.source:
        raise ValueError(
            f"{first.name} ends at {first.target.name}, {second.name} starts at {second.source.name}"
        )
    return PresentedFunctor(
        f"{second.name} @ {first.name}",
        first.source,
        second.target,
        tuple((c, second.object(d)) for c, d in first.objects),
        tuple((f, second.path(path)) for f, path in first.arrows),
    )


def restrict(functor: SetFunctor, along: PresentedFunctor) -> SetFunctor:
    """`functor @ along`: the restriction of a functor to Set."""
    return SetFunctor(
        f"{functor.name} @ {along.name}",
        along.source,
        tuple((c, functor.elements(d)) for c, d in along.objects),
        tuple(
            (f.name, evaluate(functor, along.path((f.name,)), along.object(f.source)))
            for f in along.source.arrows
        ),
    )


def hom_under(homs: HomSets, start: str, along: PresentedFunctor) -> SetFunctor:
    """c |-> Hom(start, K c) as a functor on the source of K, its elements paths in normal form. Raises
    NotFinite.
    """
    paths: dict[str, tuple[Path, ...]] = {}
    for c, d in along.objects:
        if homs.count(start, d) is None:
            raise NotFinite(f"there are infinitely many arrows {start} -> {d}", True)
        paths[c] = tuple(homs.paths(start, d))
    index = {c: {path: i for i, path in enumerate(paths[c])} for c in paths}
    return SetFunctor(
        f"Hom({start}, {along.name} -)",
        along.source,
        tuple((c, tuple(path_text(path, start) for path in paths[c])) for c in along.source.objects),
        tuple(
            (
                f.name,
                tuple(index[f.target][homs.normal(path + along.path((f.name,)))] for path in paths[f.source]),
            )
            for f in along.source.arrows
        ),
    )


def hom_profunctor(homs: HomSets) -> SetFunctor:
    """Hom on op(C) * C. Raises NotFinite."""
    category = homs.encoding.category
    opposite = category.opposite()
    paths = _all_paths(homs)
    index = {ends: {path: i for i, path in enumerate(found)} for ends, found in paths.items()}
    tables = [
        (
            pair(f.name, b),
            tuple(index[f.source, b][homs.normal((f.name, *path))] for path in paths[f.target, b]),
        )
        for f in category.arrows
        for b in category.objects
    ]
    tables += [
        (
            pair(a, g.name),
            tuple(index[a, g.target][homs.normal((*path, g.name))] for path in paths[a, g.source]),
        )
        for a in category.objects
        for g in category.arrows
    ]
    labels = tuple(
        (pair(a, b), tuple(path_text(p, a) for p in paths[a, b]))
        for a in category.objects
        for b in category.objects
    )
    return SetFunctor("Hom", product(opposite, category), labels, tuple(tables))


def hom_weight(homs: HomSets) -> SetFunctor:
    """(a, b) |-> Hom(b, a) on the opposite of op(C) * C: the weight whose coend with T is the coend of T.
    Raises NotFinite.
    """
    category = homs.encoding.category
    paths = _all_paths(homs)
    index = {ends: {path: i for i, path in enumerate(found)} for ends, found in paths.items()}
    tables = [
        (
            pair(f.name, b),
            tuple(index[b, f.target][homs.normal((*path, f.name))] for path in paths[b, f.source]),
        )
        for f in category.arrows
        for b in category.objects
    ]
    tables += [
        (
            pair(a, g.name),
            tuple(index[g.source, a][homs.normal((g.name, *path))] for path in paths[g.target, a]),
        )
        for a in category.objects
        for g in category.arrows
    ]
    labels = tuple(
        (pair(a, b), tuple(path_text(p, b) for p in paths[b, a]))
        for a in category.objects
        for b in category.objects
    )
    return SetFunctor("Hom", product(category.opposite(), category).opposite(), labels, tuple(tables))


def comma(
    first: PresentedFunctor, second: PresentedFunctor, homs: HomSets, left: HomSets, right: HomSets
) -> Category:
    """The comma category of K : C -> E and L : D -> E, from the hom-sets of E, C and D, all finite. Raises
    NotFinite.

    Raises TooLarge. Its objects are `(c, (d, h))` with h : K c -> L d in normal form; all its arrows are listed.
    """
    objects = [
        (c, d, h) for c, kc in first.objects for d, ld in second.objects for h in _finite(homs, kc, ld)
    ]
    work = sum(
        (left.count(x[0], y[0]) or 0) * (right.count(x[1], y[1]) or 0) for x in objects for y in objects
    ) if len(objects) <= COMMA_PAIRS else COMMA_PAIRS + 1
    if work > COMMA_PAIRS:
        raise TooLarge(f"a comma category with more than {COMMA_PAIRS} pairs of arrows to look at")
    names = {
        triple: pair(triple[0], pair(triple[1], path_text(triple[2], first.object(triple[0]))))
        for triple in objects
    }
    arrows: list[Arrow] = []
    parts: dict[str, tuple[tuple[str, str, Path], tuple[str, str, Path], Path, Path]] = {}
    known: dict[tuple[object, ...], str] = {}
    for x in objects:
        for y in objects:
            for u in _finite(left, x[0], y[0]):
                for v in _finite(right, x[1], y[1]):
                    if homs.normal(first.path(u) + y[2]) != homs.normal(x[2] + second.path(v)):
                        continue
                    identity = x == y and not u and not v
                    name = f"a{len(parts) + 1}"
                    known[x, y, u, v] = "" if identity else name
                    if not identity:
                        parts[name] = (x, y, u, v)
                        arrows.append(Arrow(name, names[x], names[y]))

    def after(f: str, g: str) -> str | None:
        x, _, u, v = parts[f]
        _, z, s, t = parts[g]
        return known[x, z, left.normal(u + s), right.normal(v + t)] or None

    return tabulated(f"({first.name} / {second.name})", tuple(names.values()), arrows, after)


def _all_paths(homs: HomSets) -> dict[tuple[str, str], tuple[Path, ...]]:
    objects = homs.encoding.category.objects
    return {(a, b): _finite(homs, a, b) for a in objects for b in objects}


def _finite(homs: HomSets, source: str, target: str) -> tuple[Path, ...]:
    if homs.count(source, target) is None:
        raise NotFinite(f"there are infinitely many arrows {source} -> {target}", True)
    return tuple(homs.paths(source, target))
