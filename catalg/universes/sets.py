"""The universe Set: functors to finite sets, their standard examples, and the elements of ends and coends.

Elements are numbers 0, 1, … with the user's labels; a map is the tuple of its image indices. The pairs of a
coend are numbered object by object, `y * |F(c)| + x` within H(c) x F(c).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from catalg.model.category import Category, SetFunctor, SetTransformation
from catalg.model.ends import SetEnd
from catalg.model.gset import ExplicitSet
from catalg.terms import Call, Name, Term
from catalg.universes.categories import HomSets, NotFinite, group_category, inverse_name, path_text

Map = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TransformationElement:
    """A natural transformation as an element of an end, by its components."""

    transformation: SetTransformation

    def term(self) -> Term:
        """`family(component(A, table(mapsto(x, y), …)), …)`; one table alone where there is one object."""
        eta = self.transformation
        sources, targets = dict(eta.source.objects), dict(eta.target.objects)
        tables = [
            (
                c,
                Call(
                    "table",
                    tuple(
                        Call("mapsto", (Name(sources[c][x]), Name(targets[c][y])))
                        for x, y in enumerate(images)
                    ),
                ),
            )
            for c, images in eta.components
        ]
        if len(tables) == 1:
            return tables[0][1]
        return Call("family", tuple(Call("component", (Name(c), table)) for c, table in tables))


@dataclass(frozen=True, slots=True)
class ConeElement:
    """An element of a limit: one element of each F(c), matching along every arrow. `values` are indices by
    object.
    """

    functor: SetFunctor
    values: tuple[tuple[str, int], ...]

    def term(self) -> Term:
        """`tuple(x_A, x_B, …)` in the order of the objects."""
        labels = dict(self.functor.objects)
        return Call("tuple", tuple(Name(labels[c][x]) for c, x in self.values))


@dataclass(frozen=True, slots=True)
class ClassElement:
    """An element of a coend or colimit: the class of a representative at an object.

    `labels` is (x,) in a colimit and (y, x), y in H(c) and x in F(c), in a coend; `size` counts the members.
    """

    object: str
    labels: tuple[str, ...]
    size: int
    index: int
    members: tuple[tuple[str, tuple[str, ...]], ...] = ()

    def term(self) -> Term:
        """`class(c, y, x)`: the class of the representative."""
        return Call("class", (Name(self.object), *(Name(label) for label in self.labels)))


def compose(first: Sequence[int], second: Sequence[int]) -> Map:
    """`second @ first`.

    >>> compose((1, 0), (5, 7))
    (7, 5)
    """
    return tuple(map(second.__getitem__, first))


def identity_map(size: int) -> Map:
    """The identity on 0..size-1."""
    return tuple(range(size))


def evaluate(functor: SetFunctor, path: Sequence[str], start: str) -> Map:
    """F(path), as image indices. Raises KeyError for an unknown arrow."""
    tables = dict(functor.arrows)
    result = identity_map(len(functor.elements(start)))
    for arrow in path:
        result = compose(result, tables[arrow])
    return result


def terminal_functor(category: Category) -> SetFunctor:
    """The functor with one element everywhere.

    >>> terminal_functor(Category("C", ("A",), ())).elements("A")
    ('*',)
    """
    return SetFunctor(
        "1",
        category,
        tuple((c, ("*",)) for c in category.objects),
        tuple((a.name, (0,)) for a in category.arrows),
    )


def limit_end(functor: SetFunctor, name: str = "lim") -> SetEnd:
    """The limit of F as the end of Set(1, F)."""
    return SetEnd(name, terminal_functor(functor.category), functor)


def representable(homs: HomSets, source: str) -> SetFunctor:
    """Hom(source, -) as a functor, its elements the paths in normal form. Raises NotFinite.

    >>> from catalg.model.category import Arrow
    >>> from catalg.universes.categories import hom_sets
    >>> homs = hom_sets(Category("Arrow", ("A", "B"), (Arrow("f", "A", "B"),)))
    >>> representable(homs, "A").elements("B")
    ('f',)
    """
    category = homs.encoding.category
    paths = {}
    for c in category.objects:
        if homs.count(source, c) is None:
            raise NotFinite(f"there are infinitely many arrows {source} -> {c}", True)
        paths[c] = tuple(homs.paths(source, c))
    index = {c: {path: i for i, path in enumerate(paths[c])} for c in category.objects}
    tables = tuple(
        (a.name, tuple(index[a.target][homs.normal((*path, a.name))] for path in paths[a.source]))
        for a in category.arrows
    )
    labels = tuple((c, tuple(path_text(path, source) for path in paths[c])) for c in category.objects)
    return SetFunctor(f"Hom({source}, -)", category, labels, tables)


def corepresentable(homs: HomSets, target: str) -> SetFunctor:
    """Hom(-, target) as a functor on the opposite category, its elements the paths in normal form. Raises
    NotFinite.
    """
    category = homs.encoding.category
    paths = {}
    for c in category.objects:
        if homs.count(c, target) is None:
            raise NotFinite(f"there are infinitely many arrows {c} -> {target}", True)
        paths[c] = tuple(homs.paths(c, target))
    index = {c: {path: i for i, path in enumerate(paths[c])} for c in category.objects}
    tables = tuple(
        (a.name, tuple(index[a.source][homs.normal((a.name, *path))] for path in paths[a.target]))
        for a in category.arrows
    )
    labels = tuple((c, tuple(path_text(path, c) for path in paths[c])) for c in category.objects)
    return SetFunctor(f"Hom(-, {target})", category.opposite(), labels, tables)


def as_functor(points: ExplicitSet) -> SetFunctor:
    """A finite G-set as a functor from the one-object category of its group.

    Raises ValueError when the group has Lie generators (a connected group moves no point of a finite set, but
    its generators are no arrows).
    """
    if points.group.lie:
        raise ValueError(f"{points.group.name} has Lie generators: its category is not finitely presented")
    category = group_category(points.group)
    tables = dict(points.permutations)
    for name, images in points.permutations:
        inverse = [0] * points.count
        for x, y in enumerate(images):
            inverse[y] = x
        tables[inverse_name(name)] = tuple(inverse)
    labels = points.labels if points.labels is not None else tuple(map(str, range(points.count)))
    return SetFunctor(
        points.name, category, (("*", labels),), tuple((a.name, tables[a.name]) for a in category.arrows)
    )
