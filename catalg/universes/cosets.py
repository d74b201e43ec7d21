"""The G-set G/i(H) of a homomorphism i : H -> G: left cosets of its image, with G acting from the left.

In a group given by permutations a coset gK is known by its least element in the order of the images of a base of K, found
with a stabilizer chain of K, so that neither G nor K is listed. In a group by generators and relations the cosets are
enumerated from the relations.
"""

from __future__ import annotations

from typing import Any

from catalg.exact.cosets import TooManyCosets, enumerate_cosets
from catalg.exact.schreier_sims import GroupTooLarge, PermutationGroup, multiply
from catalg.families.permutations import LARGEST_REGULAR, Permutation, invert
from catalg.families.registry import FAMILIES
from catalg.model.group import Group, Homomorphism, LieCombination, Word, WordRelation
from catalg.model.gset import ExplicitSet
from catalg.model.protocols import FamilyError


class NoCosets(ValueError):
    """Cosets that cannot be listed; the message says why, and completes `not covered yet: …`."""


def coset_set(along: Homomorphism) -> ExplicitSet:
    """The cosets of the image of a homomorphism between discrete groups, the subgroup itself first. Raises NoCosets."""
    group = along.target
    if group.lie or group.symbolic or along.source.symbolic:
        raise NoCosets(f"cosets in {group.label} as a set")
    words = [image for _, image in along.images if not isinstance(image, LieCombination)]
    permutations = faithful_permutations(group)
    try:
        if permutations is not None:
            moved = _by_permutations(group, permutations, words)
        else:
            moved = _by_relations(group, words)
    except (TooManyCosets, GroupTooLarge) as reason:
        raise NoCosets(f"the cosets of {along.name} in {group.label}: {reason}") from None
    count = len(next(iter(moved.values()))) if moved else 1
    return ExplicitSet(group, count, tuple(moved.items()), name=f"cosets({along.name})")


def faithful_permutations(group: Group) -> dict[str, Permutation] | None:
    """The generators as permutations of a set on which the group acts faithfully; None where the library knows no such set."""
    if group.factors:
        parts: list[dict[str, Permutation]] = []
        for factor in group.factors:
            found = faithful_permutations(factor)
            if found is None:
                return None
            parts.append(found)
        sizes = [len(next(iter(part.values()), ())) for part in parts]
        images: list[Permutation] = []
        for k, part in enumerate(parts):
            before, after = sum(sizes[:k]), sum(sizes[: k + 1])
            for permutation in part.values():
                tail = range(after, sum(sizes))
                images.append((*range(before), *(before + p for p in permutation), *tail))
        return dict(zip((g.name for g in group.generators), images, strict=True))
    family: Any = FAMILIES.get(group.family[0]) if group.family is not None else None
    if group.symbolic or not callable(getattr(family, "faithful_set", None)):
        return None
    try:
        permutations: dict[str, Permutation] = family.faithful_set(group)
        return permutations
    except FamilyError as error:
        raise NoCosets(str(error)) from None


def evaluated(permutations: dict[str, Permutation], word: Word, size: int) -> Permutation:
    """The permutation of a word, the right factor first."""
    result: Permutation = tuple(range(size))
    for name, exponent in reversed(word):
        step = permutations[name] if exponent > 0 else invert(permutations[name])
        for _ in range(abs(exponent)):
            result = multiply(step, result)
    return result


def _by_permutations(
    group: Group, permutations: dict[str, Permutation], words: list[Word]
) -> dict[str, tuple[int, ...]]:
    size = len(next(iter(permutations.values()), ()))
    subgroup = PermutationGroup([evaluated(permutations, word, size) for word in words], size, tuple(range(size)))
    start = subgroup.least_in_coset(tuple(range(size)))
    found, place = [start], {start: 0}
    images: dict[str, list[int]] = {name: [] for name in permutations}
    for element in found:
        for name, step in permutations.items():
            target = subgroup.least_in_coset(multiply(step, element))
            if target not in place:
                if len(found) >= LARGEST_REGULAR:
                    raise TooManyCosets(f"more than {LARGEST_REGULAR:,}")
                place[target] = len(found)
                found.append(target)
            images[name].append(place[target])
    return {g.name: tuple(images[g.name]) for g in group.generators}


def _by_relations(group: Group, words: list[Word]) -> dict[str, tuple[int, ...]]:
    if group.family is not None:
        raise NoCosets(f"cosets in {group.label}")
    relators = []
    for relation in group.relations:
        if isinstance(relation, WordRelation):
            back = tuple((name, -exponent) for name, exponent in reversed(relation.right))
            relators.append((*relation.left, *back))
    return enumerate_cosets([g.name for g in group.generators], relators, words)
