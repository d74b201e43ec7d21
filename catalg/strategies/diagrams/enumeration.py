"""Diagrams on slots, and their signed orbits under the symmetries of the slots.

A diagram is a partition of the slots into blocks, each within one sort. For a permuted basis any blocks do, except that
slots `apart` stay apart and a slot for vectors that sum to zero never stands alone; for a classical group blocks are
pairs that an invariant tensor can contract. The symmetrised diagrams of the orbits without a sign conflict span the
invariants: V. F. R. Jones, *The Potts model and the symmetric group* (1994), for set partitions; R. Brauer, *On algebras
which are connected with the semisimple continuous groups* (1937), for pairings.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from catalg.model.group import FundamentalTheorem
from catalg.universes.slots import Block, NoSlots, Slot

Diagram = tuple[tuple[int, ...], ...]
"""Blocks of slot numbers, each ascending, in the order of their least slots."""

LARGEST = 10
"""The largest number of slots whose diagrams are enumerated."""


@dataclass(frozen=True, slots=True)
class Rules:
    """What the blocks of one sort may be, from its fundamental theorem."""

    tensors: tuple[str, ...]

    @property
    def permuted(self) -> bool:
        """Whether the group permutes a basis, so that any index may repeat any number of times."""
        return "diagonal" in self.tensors

    @property
    def even(self) -> bool:
        """Whether only the even permutations of the basis act."""
        return "even" in self.tensors

    @property
    def skew(self) -> bool:
        """Whether two equal slots are contracted by a symplectic form."""
        return "omega" in self.tensors

    def pairs(self, left: Slot, right: Slot) -> bool:
        """Whether two slots can be contracted."""
        return left.kind != right.kind or "delta" in self.tensors or self.skew


def rules_of(theorem: FundamentalTheorem | None, label: str) -> Rules:
    """The rules of a sort. Raises NoSlots when no theorem is known."""
    if theorem is None:
        raise NoSlots(f"no fundamental theorem is known for {label}")
    return Rules(theorem.tensors)


def diagrams(block: Block, rules: tuple[Rules | None, ...]) -> Iterator[Diagram]:
    """All diagrams, without symmetrising. Raises NoSlots for too many slots.

    >>> list(diagrams(Block((Slot(0, "point"),) * 2), (Rules(("diagonal",)),)))
    [((0, 1),), ((0,), (1,))]
    """
    if len(block.slots) > LARGEST:
        raise NoSlots(f"{len(block.slots)} indices are more than {LARGEST}")
    conflicts = {(a, b) for group in block.apart for a in group for b in group if a != b}
    yield from _extend(block, rules, conflicts, 0, [])


def _extend(
    block: Block, rules: tuple[Rules | None, ...], conflicts: set[tuple[int, int]], slot: int, parts: list[list[int]]
) -> Iterator[Diagram]:
    if slot == len(block.slots):
        if all(_closed(block, rules, part) for part in parts):
            yield tuple(tuple(part) for part in parts)
        return
    here = block.slots[slot]
    rule = _rule(rules, here)
    for part in parts:
        first = block.slots[part[0]]
        if first.sort != here.sort or any((slot, other) in conflicts for other in part):
            continue
        if not rule.permuted and (len(part) > 1 or not rule.pairs(first, here)):
            continue
        part.append(slot)
        yield from _extend(block, rules, conflicts, slot + 1, parts)
        part.pop()
    parts.append([slot])
    yield from _extend(block, rules, conflicts, slot + 1, parts)
    parts.pop()


def _rule(rules: tuple[Rules | None, ...], slot: Slot) -> Rules:
    rule = rules[slot.sort]
    assert rule is not None
    return rule


def _closed(block: Block, rules: tuple[Rules | None, ...], part: list[int]) -> bool:
    if _rule(rules, block.slots[part[0]]).permuted:
        return len(part) > 1 or block.slots[part[0]].kind != "reduced"
    return len(part) == 2


Signed = tuple[tuple[int, Diagram], ...]
"""A signed sum of diagrams."""


def moved(diagram: Diagram, images: tuple[int, ...], block: Block, rules: tuple[Rules | None, ...]) -> tuple[Diagram, int]:
    """The image of a diagram under a permutation of the slots, and the sign that skew pairs contribute."""
    sign = 1
    parts = []
    for part in diagram:
        image = [images[slot] for slot in part]
        first = block.slots[part[0]]
        rule = _rule(rules, first)
        if rule.skew and not rule.permuted and first.kind == block.slots[part[1]].kind and image[0] > image[1]:
            sign = -sign
        parts.append(tuple(sorted(image)))
    return tuple(sorted(parts)), sign


def symmetrised(block: Block, rules: tuple[Rules | None, ...]) -> list[Signed]:
    """One signed sum for each orbit of diagrams that carries an invariant; joined diagrams before split ones."""
    found: list[Signed] = []
    seen: set[Diagram] = set()
    for start in sorted(diagrams(block, rules), key=lambda d: (len(d), d)):
        if start in seen:
            continue
        signs: dict[Diagram, int] = {start: 1}
        stack, consistent = [start], True
        while stack:
            diagram = stack.pop()
            for symmetry in block.symmetries:
                image, sign = moved(diagram, symmetry.images, block, rules)
                value = signs[diagram] * sign * symmetry.sign
                if image not in signs:
                    signs[image] = value
                    stack.append(image)
                elif signs[image] != value:
                    consistent = False
        seen.update(signs)
        if consistent:
            found.append(tuple((sign, diagram) for diagram, sign in sorted(signs.items(), key=lambda x: (len(x[0]), x[0]))))
    return found


def stable_size(block: Block, sort: int, rules: Rules) -> int:
    """A size from which on the symmetrised diagrams are a basis, for the slots of one sort.

    Set partitions: as many points as slots (two more with `sign`, which then occurs nowhere, and for even permutations). Pairings for O(n): half as
    many dimensions as slots; for Sp(n): as many; for GL(n): as many as slots of one kind. A determinant, or for SO(n) the
    volume form, needs as many slots as dimensions, so one more rules it out; SL(n) has the scalars of roots of unity, so
    that a volume form needs n to divide the excess (H. Weyl, *The Classical Groups*, II.A, II.B and VI).
    """
    slots = [slot for slot in block.slots if slot.sort == sort]
    exponent = block.exponent(sort)
    count = len(slots)
    if rules.permuted:
        return count + 2 if exponent % 2 or rules.even else count
    covectors = sum(1 for slot in slots if slot.kind == "covector")
    if "evaluation" in rules.tensors:
        excess = abs(count - 2 * covectors)
        if "epsilon" in rules.tensors:
            return excess + 1 if excess else covectors
        return count + 1 if exponent else (0 if excess else covectors)
    if rules.skew:
        return 0 if count % 2 else count
    if "epsilon" in rules.tensors or exponent % 2:
        return count + 1
    return (count + 1) // 2


def has_character(block: Block, sort: int, rules: Rules) -> bool:
    """Whether a one-dimensional factor rules out all invariants in the stable range."""
    exponent = block.exponent(sort)
    if rules.permuted:
        return exponent % 2 == 1
    if "epsilon" in rules.tensors or rules.skew:
        return False
    return exponent != 0 if "evaluation" in rules.tensors else exponent % 2 == 1
