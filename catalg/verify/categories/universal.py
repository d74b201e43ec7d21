"""Is this cone a limit? Is this cocone a colimit? The comparison map tells, element by element.

A cone with apex P over F compares P with the limit: x goes to the family of its images. It is universal
exactly when that map is a bijection onto the matching families. A cocone is universal exactly when every
element of the apex is hit and elements of the F(c) have the same image only if a zigzag of arrows joins them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from catalg.model.category import SetFunctor
from catalg.model.verdict import Counterexample, Evidence, Judgement
from catalg.universes.sets import terminal_functor
from catalg.verify.categories.counting import recount
from catalg.verify.categories.functoriality import Malformed, check_tables

SEARCHED = 200_000
"""How many partial families are looked at for missed elements."""

SHOWN = 8
"""How many missed elements a counterexample names."""


@dataclass(frozen=True, slots=True)
class Legs:
    """An apex with a map for each object: to F(c) in a cone, from F(c) in a cocone."""

    apex: tuple[str, ...]
    maps: tuple[tuple[str, tuple[int, ...]], ...]


def is_limit(functor: SetFunctor, cone: Legs) -> Judgement:
    """Whether a cone is a limit of the functor. Raises Malformed."""
    check_tables(functor)
    legs = _checked(cone, {c: (len(cone.apex), len(found)) for c, found in functor.objects})
    labels = dict(functor.objects)
    for arrow in functor.category.arrows:
        table = functor.table(arrow.name)
        for x, y in enumerate(legs[arrow.source]):
            if table[y] != legs[arrow.target][x]:
                return Judgement.refuted(
                    "no-cone",
                    Counterexample.of(
                        "broken-cone",
                        functor=functor.name,
                        arrow=arrow.name,
                        element=cone.apex[x],
                        left=labels[arrow.target][table[y]],
                        right=labels[arrow.target][legs[arrow.target][x]],
                    ),
                )
    objects = functor.category.objects
    images = [tuple(legs[c][x] for c in objects) for x in range(len(cone.apex))]
    first: dict[tuple[int, ...], int] = {}
    for x, image in enumerate(images):
        if image in first:
            return Judgement.refuted(
                "not-a-limit",
                Counterexample.of(
                    "same-family", functor=functor.name, first=cone.apex[first[image]], second=cone.apex[x]
                ),
            )
        first[image] = x
    size = recount(terminal_functor(functor.category), functor).size
    if size is None:
        return Judgement.undecided("limit-not-counted", functor=functor.name)
    if size == len(images):
        return Judgement.proved(
            "limit-cone", Evidence.of("comparison-bijective", size=size), functor=functor.name
        )
    missed = [
        tuple(labels[c][x] for c, x in zip(objects, family, strict=True))
        for family in _families(functor, SEARCHED)
        if family not in first
    ]
    return Judgement.refuted(
        "not-a-limit",
        Counterexample.of(
            "missed-families",
            functor=functor.name,
            apex=len(images),
            size=size,
            missed=tuple(missed[:SHOWN]),
            objects=tuple(objects),
        ),
    )


def is_colimit(functor: SetFunctor, cocone: Legs) -> Judgement:
    """Whether a cocone is a colimit of the functor. Raises Malformed."""
    check_tables(functor)
    legs = _checked(cocone, {c: (len(found), len(cocone.apex)) for c, found in functor.objects})
    labels = dict(functor.objects)
    for arrow in functor.category.arrows:
        for x, y in enumerate(functor.table(arrow.name)):
            if legs[arrow.target][y] != legs[arrow.source][x]:
                return Judgement.refuted(
                    "no-cocone",
                    Counterexample.of(
                        "broken-cocone",
                        functor=functor.name,
                        arrow=arrow.name,
                        element=labels[arrow.source][x],
                        left=cocone.apex[legs[arrow.target][y]],
                        right=cocone.apex[legs[arrow.source][x]],
                    ),
                )
    hit = {value for images in legs.values() for value in images}
    if len(hit) < len(cocone.apex):
        missed = [label for k, label in enumerate(cocone.apex) if k not in hit]
        return Judgement.refuted(
            "not-a-colimit",
            Counterexample.of("missed-elements", functor=functor.name, missed=tuple(missed[:SHOWN])),
        )
    owner: dict[int, tuple[str, int]] = {}
    joined = _zigzags(functor)
    for c in functor.category.objects:
        for x, value in enumerate(legs[c]):
            first = owner.setdefault(value, (c, x))
            if joined[first] != joined[c, x]:
                return Judgement.refuted(
                    "not-a-colimit",
                    Counterexample.of(
                        "glued-without-reason",
                        functor=functor.name,
                        first=labels[first[0]][first[1]],
                        first_object=first[0],
                        second=labels[c][x],
                        second_object=c,
                        value=cocone.apex[value],
                    ),
                )
    return Judgement.proved(
        "colimit-cocone", Evidence.of("comparison-bijective", size=len(cocone.apex)), functor=functor.name
    )


def _checked(legs: Legs, shapes: Mapping[str, tuple[int, int]]) -> Mapping[str, tuple[int, ...]]:
    """The legs by object; `shapes` gives the sizes between which each must map. Raises Malformed."""
    maps = dict(legs.maps)
    for c, (length, bound) in shapes.items():
        images = maps.get(c)
        if images is None or len(images) != length or any(not 0 <= y < bound for y in images):
            raise Malformed(f"a leg at {c} is needed, with an image of each element")
    return maps


def _families(functor: SetFunctor, most: int) -> Iterator[tuple[int, ...]]:
    """Matching families in lexicographic order, by plain backtracking over at most `most` partial ones."""
    objects = functor.category.objects
    place = {c: k for k, c in enumerate(objects)}
    sizes = [len(functor.elements(c)) for c in objects]
    checks: list[list[tuple[int, int, tuple[int, ...]]]] = [[] for _ in objects]
    for arrow in functor.category.arrows:
        u, v = place[arrow.source], place[arrow.target]
        checks[max(u, v)].append((u, v, functor.table(arrow.name)))
    family: list[int] = [-1]
    while family and most:
        if len(family) > len(objects):
            yield tuple(family[:-1])
            family.pop()
            continue
        at = len(family) - 1
        family[at] += 1
        most -= 1
        if family[at] == sizes[at]:
            family.pop()
        elif all(table[family[u]] == family[v] for u, v, table in checks[at]):
            family.append(-1)


def _zigzags(functor: SetFunctor) -> dict[tuple[str, int], int]:
    """The connected component of each element, by search."""
    near: dict[tuple[str, int], list[tuple[str, int]]] = {
        (c, x): [] for c, labels in functor.objects for x in range(len(labels))
    }
    for arrow in functor.category.arrows:
        for x, y in enumerate(functor.table(arrow.name)):
            near[arrow.source, x].append((arrow.target, y))
            near[arrow.target, y].append((arrow.source, x))
    component: dict[tuple[str, int], int] = {}
    for number, seed in enumerate(near):
        if seed in component:
            continue
        component[seed] = number
        stack = [seed]
        while stack:
            for other in near[stack.pop()]:
                if other not in component:
                    component[other] = number
                    stack.append(other)
    return component
