"""The category of functors from a finitely presented category to a finite one.

Its objects are the functors, found by backtracking over the images of objects and generating arrows with each equation
tested as soon as its arrows have images; its arrows are the natural transformations, all of them but the identities, with
their whole composition table (S. Mac Lane, *Categories for the Working Mathematician*, II.4).
"""

from __future__ import annotations

from collections.abc import Iterator

from catalg.model.category import Arrow, Category, Path
from catalg.universes.categories import HomSets, NotFinite, path_text
from catalg.universes.constructions import TooLarge, tabulated

LARGEST = 100_000
"""How many partial functors or transformations are looked at."""

Values = tuple[tuple[str, str], ...]
Family = tuple[Path, ...]


def functor_category(source: Category, homs: HomSets) -> Category:
    """The functors from `source` to the category of `homs`, which must be finite. Raises NotFinite or TooLarge.

    A functor is called by its values on objects and generating arrows, `(A, B; f)`.

    >>> from catalg.universes.categories import hom_sets
    >>> arrow = Category("Arrow", ("A", "B"), (Arrow("f", "A", "B"),))
    >>> len(functor_category(arrow, hom_sets(arrow)).objects)
    3
    """
    target = homs.encoding.category
    paths: dict[tuple[str, str], tuple[Path, ...]] = {}
    for a in target.objects:
        for b in target.objects:
            if homs.count(a, b) is None:
                raise NotFinite(f"there are infinitely many arrows {a} -> {b}", True)
            paths[a, b] = tuple(homs.paths(a, b))
    functors = list(_functors(source, homs, paths))
    names = {k: _called(source, f) for k, f in enumerate(functors)}
    arrows: list[Arrow] = []
    parts: dict[str, tuple[int, int, Family]] = {}
    known: dict[tuple[int, int, Family], str] = {}
    work = 0
    for i, (on_objects, on_arrows) in enumerate(functors):
        for j, (to_objects, to_arrows) in enumerate(functors):
            families: list[Family] = [()]
            for c in source.objects:
                families = [(*f, p) for f in families for p in paths[on_objects[c], to_objects[c]]]
                work += len(families)
                if work > LARGEST:
                    raise TooLarge(f"a functor category with more than {LARGEST} families to look at")
            for family in families:
                at = dict(zip(source.objects, family, strict=True))
                if any(
                    homs.normal(on_arrows[g.name] + at[g.target]) != homs.normal(at[g.source] + to_arrows[g.name])
                    for g in source.arrows
                ):
                    continue
                identity = i == j and not any(family)
                name = f"t{len(parts) + 1}"
                known[i, j, family] = "" if identity else name
                if not identity:
                    parts[name] = (i, j, family)
                    arrows.append(Arrow(name, names[i], names[j]))

    def after(f: str, g: str) -> str | None:
        i, _, first = parts[f]
        _, k, second = parts[g]
        return known[i, k, tuple(homs.normal(p + q) for p, q in zip(first, second, strict=True))] or None

    return tabulated(f"functors({source.name}, {target.name})", tuple(names.values()), arrows, after)


def _functors(
    source: Category, homs: HomSets, paths: dict[tuple[str, str], tuple[Path, ...]]
) -> Iterator[tuple[dict[str, str], dict[str, Path]]]:
    """All functors, each arrow as soon as its ends have images and each equation as soon as its arrows have."""
    target = homs.encoding.category
    objects: dict[str, str] = {}
    images: dict[str, Path] = {}
    order: list[str | Arrow] = []
    placed: set[str] = set()
    for c in source.objects:
        order.append(c)
        placed.add(c)
        order += [a for a in source.arrows if c in (a.source, a.target) and {a.source, a.target} <= placed]
    place = {step.name: k for k, step in enumerate(order) if isinstance(step, Arrow)}
    due: dict[int, list[tuple[Path, Path]]] = {}
    for e in source.equations:
        due.setdefault(max((place[a] for a in (*e.left, *e.right)), default=-1), []).append((e.left, e.right))
    work = LARGEST

    def spend() -> None:
        nonlocal work
        work -= 1
        if work < 0:
            raise TooLarge(f"a functor category with more than {LARGEST} partial functors to look at")

    def extend(k: int) -> Iterator[tuple[dict[str, str], dict[str, Path]]]:
        if k == len(order):
            yield dict(objects), dict(images)
            return
        step = order[k]
        if not isinstance(step, Arrow):
            for d in target.objects:
                spend()
                objects[step] = d
                yield from extend(k + 1)
            return
        for path in paths[objects[step.source], objects[step.target]]:
            images[step.name] = path
            for left, right in due.get(k, ()):
                spend()
                if not _holds(left, right, images, homs):
                    break
            else:
                spend()
                yield from extend(k + 1)

    yield from extend(0)


def _holds(left: Path, right: Path, images: dict[str, Path], homs: HomSets) -> bool:
    one = homs.normal(tuple(step for a in left for step in images[a]))
    return one == homs.normal(tuple(step for a in right for step in images[a]))


def _called(source: Category, functor: tuple[dict[str, str], dict[str, Path]]) -> str:
    objects, images = functor
    values = ", ".join(objects[c] for c in source.objects)
    arrows = ", ".join(path_text(images[a.name], objects[a.source]) for a in source.arrows)
    return f"({values}; {arrows})" if arrows else f"({values})"
