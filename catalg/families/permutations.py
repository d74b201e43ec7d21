"""Permutations as tuples of images counted from 0, the finite groups that they generate, and regular G-sets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from catalg.families import refusals
from catalg.model.group import Group
from catalg.model.gset import ExplicitSet

Permutation = tuple[int, ...]
LARGEST_REGULAR = 50_000
"""Largest order of a group whose elements are listed."""


def from_cycles(size: int, *cycles: Sequence[int]) -> Permutation:
    """A product of disjoint cycles of points counted from 1.

    >>> from_cycles(4, (1, 2, 3))
    (1, 2, 0, 3)
    """
    images = list(range(size))
    for cycle in cycles:
        for point, image in zip(cycle, (*cycle[1:], cycle[0]), strict=True):
            images[point - 1] = image - 1
    return tuple(images)


def compose(left: Permutation, right: Permutation) -> Permutation:
    """The right factor first, then the left one."""
    return tuple(left[p] for p in right)


def invert(permutation: Permutation) -> Permutation:
    """The inverse."""
    images = [0] * len(permutation)
    for point, image in enumerate(permutation):
        images[image] = point
    return tuple(images)


def orbit(point: int, generators: Iterable[Permutation]) -> list[int]:
    """The orbit of a point, in the order found."""
    moves = tuple(generators)
    found, seen = [point], {point}
    for p in found:
        for move in moves:
            if move[p] not in seen:
                seen.add(move[p])
                found.append(move[p])
    return found


def parity(permutation: Permutation) -> int:
    """The sign, by cycles."""
    sign, seen = 1, [False] * len(permutation)
    for start in range(len(permutation)):
        length, point = 0, start
        while not seen[point]:
            seen[point] = True
            point, length = permutation[point], length + 1
        if length and length % 2 == 0:
            sign = -sign
    return sign


def regular(group: Group, generators: Mapping[str, Permutation], name: str) -> ExplicitSet:
    """Left translation on the elements of the group that the permutations generate, the identity first.

    Elements are numbered breadth first, by generators in their order. Raises FamilyError for more than `LARGEST_REGULAR`.
    """
    size = len(next(iter(generators.values()))) if generators else 0
    one = tuple(range(size))
    elements, position = [one], {one: 0}
    for element in elements:
        for g in generators.values():
            image = compose(g, element)
            if image not in position:
                position[image] = len(elements)
                elements.append(image)
        if len(elements) > LARGEST_REGULAR:
            raise refusals.too_large(f"the order of {group.label}", LARGEST_REGULAR)
    table = tuple((n, tuple(position[compose(g, e)] for e in elements)) for n, g in generators.items())
    return ExplicitSet(group, len(elements), table, None, name)
