"""Coends and colimits in Set: a disjoint union, glued by union-find.

The coend of H(c) x F(c) identifies (H(f)(y), x) with (y, F(f)(x)) for every arrow f : c -> d, y in H(d), x in
F(c); a colimit is the case H = 1. Classes are numbered by their first pairs. Cost: almost linear in the
number of gluings (R. Tarjan, 1975).
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from catalg.model.category import SetFunctor
from catalg.model.ends import Diagram, End, SetCoend
from catalg.model.protocols import NotCovered
from catalg.model.solution import BasisElement, Proposal
from catalg.model.verdict import Step
from catalg.strategies.sets.ends import LISTED, SHOWN, set_term
from catalg.strategies.sets.yoneda import universal_element
from catalg.terms import Call, Dim, Name
from catalg.universes.sets import ClassElement

PAIRS = 8_000_000
"""How many pairs may be glued."""

MEMBERS = 12
"""How many members of a class are named."""

Describe = Callable[[int], tuple[str, tuple[str, ...]]]
"""From a pair's number to its object and labels."""


@dataclass(frozen=True, slots=True)
class Gluing:
    """A glued disjoint union: `classes[k]` is the class of pair k, `first` the first pair of each class."""

    classes: Sequence[int]
    first: tuple[int, ...]
    identifications: int


def glue(count: int, identified: Sequence[tuple[Sequence[int], Sequence[int]]]) -> Gluing:
    """The quotient of 0..count-1 by pairwise identifications, given as pairs of equally long index sequences.

    >>> glue(4, [((0, 1), (1, 3))]).first
    (0, 2)
    """
    parent = list(range(count))
    total = 0
    for left, right in identified:
        total += len(left)
        for a, b in zip(left, right, strict=True):
            while parent[a] != a:
                parent[a] = parent[parent[a]]
                a = parent[a]
            while parent[b] != b:
                parent[b] = parent[parent[b]]
                b = parent[b]
            if a < b:
                parent[b] = a
            elif b < a:
                parent[a] = b
    classes = array("q", bytes(8 * count))
    first: list[int] = []
    for k in range(count):
        p = parent[k]
        if p == k:
            classes[k] = len(first)
            first.append(k)
        else:
            classes[k] = classes[p]
    return Gluing(classes, tuple(first), total)


def coend_gluings(
    right: SetFunctor, left: SetFunctor
) -> tuple[int, dict[str, int], list[tuple[Sequence[int], Sequence[int]]]]:
    """The number of pairs, where those of each object start, and the identifications. Raises NotCovered."""
    above = {c: len(labels) for c, labels in right.objects}
    below = {c: len(labels) for c, labels in left.objects}
    start: dict[str, int] = {}
    count = 0
    for c in left.category.objects:
        start[c] = count
        count += above[c] * below[c]
    work = count + sum(above[arrow.target] * below[arrow.source] for arrow in left.category.arrows)
    if work > PAIRS:
        raise NotCovered(f"{work} pairs to glue, more than {PAIRS}")
    pull, push = dict(right.arrows), dict(left.arrows)
    gluings: list[tuple[Sequence[int], Sequence[int]]] = []
    for arrow in left.category.arrows:
        c, d = arrow.source, arrow.target
        width, height = below[c], below[d]
        along, back = push[arrow.name], pull[arrow.name]
        one: list[int] = []
        other: list[int] = []
        for y, z in enumerate(back):
            one.extend(range(start[c] + z * width, start[c] + (z + 1) * width))
            base = start[d] + y * height
            other.extend([base + x for x in along])
        gluings.append((one, other))
    return count, start, gluings


@dataclass(frozen=True, slots=True)
class SetCoends:
    """Coends of a right functor with a left one in Set."""

    name: str = "gluing"

    def solve(self, end: End) -> Proposal:
        """The classes of pairs, with the canonical map in the claim `classes`. Raises NotCovered."""
        if not isinstance(end, SetCoend):
            raise NotCovered
        right, left = end.right, end.left
        if right.category != left.category.opposite():
            raise NotCovered(f"{right.name} is not a functor on the opposite of {left.category.name}")
        count, start, gluings = coend_gluings(right, left)
        gluing = glue(count, gluings)
        steps = [
            Step.of(
                "coend-as-quotient",
                coend=end.name,
                right=right.name,
                left=left.name,
                category=left.category.name,
                pairs=count,
                identifications=gluing.identifications,
            )
        ]
        for functor, other in ((right, left), (left, right)):
            universal = universal_element(functor)
            if universal is not None:
                steps.append(
                    Step.of(
                        "co-yoneda",
                        functor=functor.name,
                        other=other.name,
                        object=universal.object,
                        element=functor.elements(universal.object)[universal.element],
                        size=len(other.elements(universal.object)),
                    )
                )
                break
        above, below = dict(right.objects), dict(left.objects)

        def describe(k: int) -> tuple[str, tuple[str, ...]]:
            c = _object_at(left.category.objects, start, k)
            y, x = divmod(k - start[c], len(below[c]))
            return c, (above[c][y], below[c][x])

        basis = class_elements(gluing, describe)
        size = len(gluing.first)
        formula = set_term(basis, size, Call("coend", (Name(right.name), Name(left.name))))
        return Proposal(
            self.name,
            basis,
            formula,
            tuple(steps),
            size=size,
            free_functions=Dim.of(0),
            claims={"classes": gluing.classes},
        )


@dataclass(frozen=True, slots=True)
class SetColimits:
    """Colimits of functors to Set."""

    name: str = "gluing of elements"

    def solve(self, end: End) -> Proposal:
        """The classes of elements, with the cocone in the claim `classes`. Raises NotCovered."""
        if not (isinstance(end, Diagram) and end.kind == "colimit" and isinstance(end.functor, SetFunctor)):
            raise NotCovered
        functor = end.functor
        labels, tables = dict(functor.objects), dict(functor.arrows)
        start: dict[str, int] = {}
        count = 0
        for c in functor.category.objects:
            start[c] = count
            count += len(labels[c])
        if count + sum(map(len, tables.values())) > PAIRS:
            raise NotCovered(f"{count} elements to glue, more than {PAIRS}")
        gluing = glue(
            count,
            [
                (
                    range(start[a.source], start[a.source] + len(tables[a.name])),
                    [start[a.target] + y for y in tables[a.name]],
                )
                for a in functor.category.arrows
            ],
        )

        def describe(k: int) -> tuple[str, tuple[str, ...]]:
            c = _object_at(functor.category.objects, start, k)
            return c, (labels[c][k - start[c]],)

        basis = class_elements(gluing, describe)
        size = len(gluing.first)
        formula = set_term(basis, size, Call("colim", (Name(functor.name),)))
        steps = [
            Step.of(
                "colimit-as-quotient",
                colimit=end.name,
                functor=functor.name,
                category=functor.category.name,
                elements=count,
                identifications=gluing.identifications,
            ),
        ]
        listed = [_told(element) for element in basis if isinstance(element, ClassElement)]
        if 0 < size <= SHOWN and size == len(listed) and all(listed):
            steps.append(Step.of("colimit-cocone-listed", colimit=end.name, classes=" | ".join(listed)))
        elif size:
            steps.append(Step.of("colimit-cocone", colimit=end.name, functor=functor.name))
        return Proposal(
            self.name,
            basis,
            formula,
            tuple(steps),
            size=size,
            free_functions=Dim.of(0),
            claims={"classes": gluing.classes},
        )


def _told(element: ClassElement) -> str:
    """A class by its members, object by object; empty where they are too many to be named."""
    if element.size > len(element.members):
        return ""
    by_object: dict[str, list[str]] = {}
    for c, labels in element.members:
        by_object.setdefault(c, []).append(labels[-1])
    return "; ".join(f"{', '.join(found)} of {c}" for c, found in by_object.items())


def _object_at(objects: tuple[str, ...], start: dict[str, int], k: int) -> str:
    """The object whose block of pairs holds number k."""
    at = bisect_right([start[c] for c in objects], k) - 1
    return objects[at]


def class_elements(gluing: Gluing, describe: Describe) -> tuple[BasisElement, ...]:
    """The first classes as elements, each with its size and some members."""
    shown = min(len(gluing.first), LISTED)
    sizes = [0] * len(gluing.first)
    members: list[list[int]] = [[] for _ in range(shown)]
    for k, c in enumerate(gluing.classes):
        sizes[c] += 1
        if c < shown and len(members[c]) < MEMBERS:
            members[c].append(k)
    elements = []
    for c in range(shown):
        where, labels = describe(gluing.first[c])
        elements.append(ClassElement(where, labels, sizes[c], c, tuple(describe(k) for k in members[c])))
    return tuple(elements)
