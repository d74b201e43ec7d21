"""G-sets as permutations of 0..size-1, one for each generator.

Orderings: `Subsets(k)` lists increasing k-tuples and `Arrangements(k)` ordered k-tuples of distinct points, both
lexicographically; a product has its last index fastest. A Lie generator moves no point: the component of the identity
acts trivially on a discrete set.
"""

from __future__ import annotations

from itertools import combinations
from itertools import permutations as arrangements

from catalg.model.group import Group
from catalg.model.gset import ChosenSet, ExplicitSet, GSet, ProductSet, PulledSet, SymbolicPoints


def is_concrete_set(gset: GSet) -> bool:
    """Whether the points can be listed."""
    match gset:
        case ExplicitSet():
            return True
        case SymbolicPoints():
            return False
        case ChosenSet(base=base) | PulledSet(base=base):
            return is_concrete_set(base)
        case ProductSet(factors):
            return all(is_concrete_set(factor) for factor in factors)


def factor_generator(group: Group, factor: int, generator: str) -> str | None:
    """The generator of a factor that a product's generator is, or None if it belongs to another factor.

    A product lists the generators of its factors one factor after the other.

    Raises ValueError when the group is not the product of its factors.
    """
    if sum(len(f.generators) for f in group.factors) != len(group.generators):
        raise ValueError(f"{group.label} is not listed as the product of its factors")
    position = [g.name for g in group.generators].index(generator)
    start = sum(len(f.generators) for f in group.factors[:factor])
    names = group.factors[factor].generators
    return names[position - start].name if start <= position < start + len(names) else None


def points(gset: ChosenSet) -> list[tuple[int, ...]]:
    """The points of a chosen set as tuples of points of its base, in order."""
    size = gset.base.size.constant()
    if size is None:
        raise ValueError(f"the size {gset.base.size} is symbolic")
    choose = combinations if gset.kind == "subsets" else arrangements
    return list(choose(range(size), gset.order))


def permutation(gset: GSet, generator: str) -> tuple[int, ...]:
    """The images of the points under a generator. Raises ValueError for a set of symbolic size.

    >>> from catalg.model.group import Generator, Group
    >>> s = ExplicitSet(Group("G", "G", (Generator("s"),)), 3, (("s", (1, 2, 0)),))
    >>> permutation(ChosenSet("subsets", 2, s), "s")
    (2, 0, 1)
    """
    match gset:
        case ExplicitSet(group=group, count=count):
            kinds = {g.name: g.kind for g in group.generators}
            return tuple(range(count)) if kinds.get(generator) == "lie" else gset.permutation(generator)
        case SymbolicPoints(size=size):
            raise ValueError(f"the size {size} is symbolic")
        case ChosenSet(kind=kind, base=base):
            images = permutation(base, generator)
            listed = points(gset)
            index = {point: position for position, point in enumerate(listed)}
            if kind == "subsets":
                return tuple(index[tuple(sorted(images[i] for i in point))] for point in listed)
            return tuple(index[tuple(images[i] for i in point)] for point in listed)
        case ProductSet(factors):
            result: tuple[int, ...] = (0,)
            for factor in factors:
                images = permutation(factor, generator)
                width = len(images)
                result = tuple(head * width + tail for head in result for tail in images)
            return result
        case PulledSet(base=base, group=group, factor=factor):
            name = factor_generator(group, factor, generator)
            if name is not None:
                return permutation(base, name)
            still = base.size.constant()
            if still is None:
                raise ValueError(f"the size {base.size} is symbolic")
            return tuple(range(still))
