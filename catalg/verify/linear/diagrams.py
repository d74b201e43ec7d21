"""Whether elements given by diagrams are sound and independent for every size of the stable range, by their form.

A product of invariant tensors is invariant. So a signed sum of diagrams is equivariant when each of its blocks is one of
the contractions that the group's fundamental theorem names, and when the symmetries of the indices (of powers and
subsets) take the sum to itself. Sums without a common diagram are independent where distinct diagrams are.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from catalg.model.ends import LinearEnd
from catalg.model.verdict import Evidence
from catalg.universes.slots import Block, NoSlots, blocks, dual, joined, theorems

Diagram = tuple[tuple[int, ...], ...]


@runtime_checkable
class Diagrammatic(Protocol):
    """A signed sum of diagrams on the slots of one block of the target, followed by those of one block of the source."""

    @property
    def terms(self) -> tuple[tuple[int, Diagram], ...]:
        """(sign, diagram) pairs."""
        ...

    @property
    def places(self) -> tuple[int, int]:
        """The numbers of the target's and of the source's block."""
        ...


def failure_of_form(end: LinearEnd, elements: Sequence[object]) -> Evidence | None:
    """Why elements are not independent sums of invariant diagrams, or None when they are."""
    try:
        targets, sources = blocks(end.target), blocks(end.source)
    except NoSlots as reason:
        return Evidence.of("element-without-form", element=0, why=str(reason))
    tensors = [() if theorem is None else theorem.tensors for theorem in theorems(end.group)]
    used: set[tuple[int, int, Diagram]] = set()
    for number, element in enumerate(elements, 1):
        why = _failure(element, targets, sources, tensors, used)
        if why:
            return Evidence.of("element-without-form", element=number, why=why)
    return None


def _failure(
    element: object, targets: list[Block], sources: list[Block], tensors: list[tuple[str, ...]],
    used: set[tuple[int, int, Diagram]],
) -> str:
    if not isinstance(element, Diagrammatic):
        return "it is not a sum of diagrams"
    j, i = element.places
    if not (0 <= j < len(targets) and 0 <= i < len(sources)):
        return "there is no such block"
    block = joined(targets[j], dual(sources[i]))
    if any(rules_out(exponent, tensors[sort]) for sort, exponent in block.characters):
        return "a one-dimensional factor rules it out"
    table = {diagram: sign for sign, diagram in element.terms}
    if not table or len(table) < len(element.terms) or any(sign not in (1, -1) for sign in table.values()):
        return "it is not a signed sum of different diagrams"
    for diagram in table:
        key = (j, i, diagram)
        if key in used:
            return "it shares a diagram with another element"
        used.add(key)
        why = ill_formed(block, diagram, tensors)
        if why:
            return why
    for symmetry in block.symmetries:
        for diagram, sign in table.items():
            moved, turned = image(block, diagram, symmetry.images, tensors)
            if table.get(moved, 0) != sign * turned * symmetry.sign:
                return "a symmetry of the indices does not take it to itself"
    return ""


def rules_out(exponent: int, tensors: tuple[str, ...]) -> bool:
    """Whether a power of `sign` or `det` is not the trivial character."""
    if "epsilon" in tensors or "omega" in tensors:
        return False
    return exponent != 0 if "evaluation" in tensors else exponent % 2 == 1


def ill_formed(block: Block, diagram: Diagram, tensors: list[tuple[str, ...]]) -> str:
    """Why a diagram is no product of invariant tensors, or the empty text."""
    if sorted(slot for part in diagram for slot in part) != list(range(len(block.slots))):
        return "its blocks are not a partition of the indices"
    for part in diagram:
        slots = [block.slots[k] for k in part]
        allowed = tensors[slots[0].sort]
        if len({slot.sort for slot in slots}) != 1:
            return "a block joins indices of different groups"
        if "diagonal" in allowed:
            if len(part) == 1 and slots[0].kind == "reduced":
                return "an index of a vector that sums to zero stands alone"
            if any(len(set(apart) & set(part)) > 1 for apart in block.apart):
                return "a block joins indices that must differ"
        elif len(part) != 2 or not _contracts(slots[0].kind, slots[1].kind, allowed):
            return "a block is no contraction by an invariant tensor"
    return ""


def _contracts(left: str, right: str, tensors: tuple[str, ...]) -> bool:
    if {left, right} == {"vector", "covector"}:
        return True
    return left == right and ("delta" in tensors or "omega" in tensors)


def image(
    block: Block, diagram: Diagram, images: tuple[int, ...], tensors: list[tuple[str, ...]]
) -> tuple[Diagram, int]:
    """A diagram after a permutation of the slots, and the sign that symplectic pairs contribute."""
    sign = 1
    parts: list[tuple[int, ...]] = []
    for part in diagram:
        first = block.slots[part[0]]
        skew = "omega" in tensors[first.sort] and len(part) == 2 and first.kind == block.slots[part[1]].kind
        if skew and images[part[0]] > images[part[1]]:
            sign = -sign
        parts.append(tuple(sorted(images[slot] for slot in part)))
    return tuple(sorted(parts)), sign
