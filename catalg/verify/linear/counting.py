"""How many invariant diagrams there are, by the Cauchy-Frobenius (Burnside) lemma: for ends too large to write out.

The symmetries of the indices permute the diagrams with signs; the dimension of the sums that they preserve is the
average, over the group that the symmetries generate, of the signed number of diagrams that are fixed. For a permuted
basis a diagram with b blocks is the orbit of an index tuple with b different values, which exists exactly when there
are b points: so restricted to few blocks the same count is the dimension at a small size.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from catalg.model.ends import LinearEnd
from catalg.universes.slots import Block, NoSlots, blocks, dual, joined, theorems
from catalg.verify.linear.diagrams import Diagram, ill_formed, image, rules_out

SLOTS = 9
"""The largest number of indices whose partitions are listed."""
SYMMETRIES = 2000
"""The largest group of symmetries of the indices."""


def invariant_diagrams(end: LinearEnd, sizes: Mapping[int, int] | None = None) -> int | None:
    """The number of independent invariant sums of diagrams; with sizes, only of those with so many values at most.

    Without sizes it is the dimension in the stable range. With sizes it is the dimension there, for permuted bases without
    `standard` and `sign` whose permutations are not the even ones only; None for others, and where there is too much to list.
    """
    try:
        targets, sources = blocks(end.target), blocks(end.source)
    except NoSlots:
        return None
    tensors = [() if theorem is None else theorem.tensors for theorem in theorems(end.group)]
    total = 0
    known: list[tuple[Block, int]] = []
    for target in targets:
        for source in sources:
            block = joined(target, dual(source))
            if sizes is not None and not _permuted(block, tensors):
                return None
            count = next((n for other, n in known if other == block), None)
            if count is None:
                count = _count(block, tensors, sizes)
                if count is None:
                    return None
                known.append((block, count))
            total += count
    return total


def _permuted(block: Block, tensors: list[tuple[str, ...]]) -> bool:
    odd = any(exponent % 2 for _, exponent in block.characters)
    whole = [set(tensors[slot.sort]) for slot in block.slots if slot.kind == "point"]
    return not odd and len(whole) == len(block.slots) and all("diagonal" in t and "even" not in t for t in whole)


def _count(block: Block, tensors: list[tuple[str, ...]], sizes: Mapping[int, int] | None) -> int | None:
    if len(block.slots) > SLOTS:
        return None
    if any(rules_out(exponent, tensors[sort]) for sort, exponent in block.characters):
        return 0
    group = _generated(block)
    if group is None:
        return None
    listed = [d for d in partitions(len(block.slots)) if not ill_formed(block, d, tensors) and _fits(block, d, sizes)]
    total = Fraction(0)
    for images, sign in group.items():
        for diagram in listed:
            moved, turned = image(block, diagram, images, tensors)
            if moved == diagram:
                total += sign * turned
    result = total / len(group)
    return int(result)


def _fits(block: Block, diagram: Diagram, sizes: Mapping[int, int] | None) -> bool:
    if sizes is None:
        return True
    used: dict[int, int] = {}
    for part in diagram:
        sort = block.slots[part[0]].sort
        used[sort] = used.get(sort, 0) + 1
    return all(count <= sizes[sort] for sort, count in used.items())


def _generated(block: Block) -> dict[tuple[int, ...], int] | None:
    """The group that the symmetries generate, with the sign of each element.

    An element that comes with both signs (for example from Alt^2 of a one-dimensional space) leaves nothing invariant;
    then the identity is listed with sign 0.
    """
    identity = tuple(range(len(block.slots)))
    signs = {identity: 1}
    stack = [identity]
    while stack:
        here = stack.pop()
        for symmetry in block.symmetries:
            there = tuple(symmetry.images[i] for i in here)
            sign = signs[here] * symmetry.sign
            if there not in signs:
                if len(signs) == SYMMETRIES:
                    return None
                signs[there] = sign
                stack.append(there)
            elif signs[there] != sign:
                return {identity: 0}
    return signs


def partitions(count: int) -> Iterator[Diagram]:
    """All set partitions of 0..count-1, by restricted growth strings.

    >>> sum(1 for _ in partitions(5))
    52
    """
    def grow(string: list[int], most: int) -> Iterator[Diagram]:
        if len(string) == count:
            yield tuple(tuple(k for k, x in enumerate(string) if x == value) for value in range(most))
            return
        for value in range(most + 1):
            yield from grow([*string, value], max(most, value + 1))

    yield from grow([], 0)
