"""A representation of a group with a fundamental theorem as index slots, modulo signed symmetries of the slots.

V (x) V (x) V has three slots, Sym^2(V) two that may be swapped, Alt^2(V) two that change sign when swapped, Subsets(2)
two that must differ and may be swapped. A direct sum is a list of such blocks. Invariants of a block are combinations of
diagrams on its slots (set partitions for a permuted basis, pairings for the classical groups), symmetrised.

`listing` says which index tuple stands for each basis vector, so that a diagram can be written out as a matrix.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement, product
from itertools import permutations as arrangements

from catalg.model.group import FundamentalTheorem, Group
from catalg.model.gset import ChosenSet, ExplicitSet, GSet, ProductSet, PulledSet, SymbolicPoints
from catalg.model.representation import (
    DualRep,
    ExplicitRep,
    FreeRep,
    HomRep,
    PowerRep,
    PulledRep,
    Rep,
    RestrictedRep,
    SumRep,
    SymbolicRep,
    TensorRep,
    TrivialRep,
)
from catalg.universes.monomial import parity

LARGEST = 200
"""The largest number of blocks of one representation."""


class NoSlots(ValueError):
    """The representation is not made of slots; the message says which part."""


@dataclass(frozen=True, slots=True)
class Slot:
    """An index: `point` and `reduced` (a vector that sums to zero) of a permuted basis, `vector` and `covector` else.

    `sort` is the number of the factor of the group to which it belongs.
    """

    sort: int
    kind: str


@dataclass(frozen=True, slots=True)
class Symmetry:
    """A permutation of the slots with its sign; `dual` where it comes from a power inside a dual space."""

    images: tuple[int, ...]
    sign: int
    dual: bool = False


@dataclass(frozen=True, slots=True)
class Block:
    """Slots, those that must take different values (`apart`), and symmetries.

    `characters` are the sorts of the one-dimensional factors `sign` and `det`, each as often as it occurs (negative in a
    dual): (sort, exponent) pairs.
    """

    slots: tuple[Slot, ...] = ()
    apart: tuple[tuple[int, ...], ...] = ()
    symmetries: tuple[Symmetry, ...] = ()
    characters: tuple[tuple[int, int], ...] = ()

    def exponent(self, sort: int) -> int:
        """The exponent of the character of a sort."""
        return dict(self.characters).get(sort, 0)


def theorems(group: Group) -> tuple[FundamentalTheorem | None, ...]:
    """The fundamental theorem of each sort: of each factor of a product, else of the group."""
    return tuple(g.facts.theorem for g in (group.factors or (group,)))


def joined(left: Block, right: Block) -> Block:
    """The tensor product of two blocks: the slots of the left one come first."""
    shift, width = len(left.slots), len(right.slots)
    moved = tuple(
        Symmetry((*range(shift), *(shift + i for i in s.images)), s.sign, s.dual) for s in right.symmetries
    )
    kept = tuple(Symmetry((*s.images, *range(shift, shift + width)), s.sign, s.dual) for s in left.symmetries)
    apart = left.apart + tuple(tuple(shift + i for i in group) for group in right.apart)
    sorts = sorted({s for s, _ in left.characters + right.characters})
    characters = tuple((s, left.exponent(s) + right.exponent(s)) for s in sorts)
    return Block(left.slots + right.slots, apart, kept + moved, characters)


def blocks(rep: Rep, sort: int = 0) -> list[Block]:
    """The blocks of a representation. Raises NoSlots."""
    result = _blocks(rep, sort)
    if len(result) > LARGEST:
        raise NoSlots(f"there are {len(result)} summands")
    return result


def _blocks(rep: Rep, sort: int) -> list[Block]:
    match rep:
        case FreeRep(base=base):
            return [_set_block(base, sort)]
        case SymbolicRep(kind=kind):
            return [_named(rep, kind, sort)]
        case TrivialRep(dim=dim):
            count = dim.constant()
            if count is None:
                raise NoSlots(f"there are {dim} copies of the trivial representation")
            return [Block()] * count
        case TensorRep(factors):
            result = [Block()]
            for factor in factors:
                result = [joined(a, b) for a, b in product(result, blocks(factor, sort))]
            return result
        case SumRep(summands):
            return [block for summand in summands for block in blocks(summand, sort)]
        case PowerRep(kind=kind, order=order, base=base):
            parts = blocks(base, sort)
            choices = combinations_with_replacement(range(len(parts)), order)
            return [_power(kind, [parts[i] for i in choice], choice) for choice in choices]
        case DualRep(base=base):
            return [dual(block) for block in blocks(base, sort)]
        case HomRep(source=source, target=target):
            return [joined(b, dual(a)) for b, a in product(blocks(target, sort), blocks(source, sort))]
        case PulledRep(base=base, factor=factor):
            return blocks(base, factor)
        case ExplicitRep():
            raise NoSlots(f"{rep.name or 'a factor'} is given by matrices")
        case RestrictedRep():
            raise NoSlots(f"{rep.name or 'a factor'} is restricted along a homomorphism")


def _named(rep: SymbolicRep, kind: str, sort: int) -> Block:
    theorem = rep.group.facts.theorem
    if kind in ("sign", "det") and rep.group.facts.circle is not None:
        return Block(characters=((sort, 1),))
    if theorem is None:
        raise NoSlots(f"no fundamental theorem is known for {rep.group.label}")
    permuted = "diagonal" in theorem.tensors
    match kind:
        case "vector":
            return Block((Slot(sort, "point" if permuted else "vector"),))
        case "standard" if permuted:
            return Block((Slot(sort, "reduced"),))
        case "sign" | "det":
            return Block(characters=((sort, 1),))
        case _:
            raise NoSlots(f"{rep.name or kind} has no slots")


def _set_block(gset: GSet, sort: int) -> Block:
    match gset:
        case SymbolicPoints():
            return Block((Slot(sort, "point"),))
        case ChosenSet(kind=kind, order=order, base=base):
            inner = _set_block(base, sort)
            if len(inner.slots) != 1:
                raise NoSlots("a choice from a set that is not a set of points")
            symmetries = tuple(Symmetry(swap(order, i), 1) for i in range(order - 1)) if kind == "subsets" else ()
            return Block(inner.slots * order, (tuple(range(order)),) if order > 1 else (), symmetries)
        case ProductSet(factors):
            result = Block()
            for factor in factors:
                result = joined(result, _set_block(factor, sort))
            return result
        case PulledSet(base=base, factor=factor):
            return _set_block(base, factor)
        case ExplicitSet():
            raise NoSlots(f"{gset.name or 'a set'} is given by permutations")


def swap(size: int, first: int) -> tuple[int, ...]:
    """The exchange of two neighbouring places.

    >>> swap(3, 1)
    (0, 2, 1)
    """
    images = list(range(size))
    images[first], images[first + 1] = first + 1, first
    return tuple(images)


def _power(kind: str, parts: list[Block], choice: tuple[int, ...]) -> Block:
    """One block of Sym^k or Alt^k of a sum: equal neighbours may be exchanged."""
    result = Block()
    starts = []
    for part in parts:
        starts.append(len(result.slots))
        result = joined(result, part)
    extra = []
    for place in range(len(parts) - 1):
        if choice[place] != choice[place + 1]:
            continue
        width = len(parts[place].slots)
        images = list(range(len(result.slots)))
        for i in range(width):
            a, b = starts[place] + i, starts[place + 1] + i
            images[a], images[b] = b, a
        extra.append(Symmetry(tuple(images), -1 if kind == "alternating" else 1))
    return Block(result.slots, result.apart, result.symmetries + tuple(extra), result.characters)


def dual(block: Block) -> Block:
    """The block of the dual representation."""
    flip = {"vector": "covector", "covector": "vector"}
    slots = tuple(Slot(s.sort, flip.get(s.kind, s.kind)) for s in block.slots)
    symmetries = tuple(Symmetry(s.images, s.sign, not s.dual) for s in block.symmetries)
    return Block(slots, block.apart, symmetries, tuple((s, -e) for s, e in block.characters))


Listed = tuple[int, tuple[int, ...], int]
"""The block of a basis vector, the index tuple that stands for it, and a sign."""


def listing(rep: Rep, sizes: Mapping[int, int], sort: int = 0) -> list[Listed]:
    """For each basis vector, in order, where it stands among the blocks, at concrete sizes of the sorts.

    Raises NoSlots also for `standard`, whose basis is not made of index tuples.
    """
    match rep:
        case FreeRep(base=base):
            return [(0, point, 1) for point in _points(base, sizes, sort)]
        case SymbolicRep(kind="vector"):
            return [(0, (i,), 1) for i in range(sizes[sort])]
        case SymbolicRep(kind="sign" | "det"):
            return [(0, (), 1)]
        case TrivialRep(dim=dim):
            return [(k, (), 1) for k in range(dim.constant() or 0)]
        case TensorRep(factors):
            result: list[Listed] = [(0, (), 1)]
            for factor in factors:
                result = _paired(result, listing(factor, sizes, sort), len(blocks(factor, sort)))
            return result
        case SumRep(summands):
            result, start = [], 0
            for summand in summands:
                result.extend((start + block, point, sign) for block, point, sign in listing(summand, sizes, sort))
                start += len(blocks(summand, sort))
            return result
        case PowerRep():
            return _listed_power(rep, sizes, sort)
        case DualRep(base=base):
            return listing(base, sizes, sort)
        case HomRep(source=source, target=target):
            return _paired(listing(target, sizes, sort), listing(source, sizes, sort), len(blocks(source, sort)))
        case PulledRep(base=base, factor=factor):
            return listing(base, sizes, factor)
        case _:
            raise NoSlots("the basis is not made of index tuples")


def _paired(left: list[Listed], right: list[Listed], count: int) -> list[Listed]:
    return [(a * count + b, p + q, s * t) for a, p, s in left for b, q, t in right]


def _listed_power(rep: PowerRep, sizes: Mapping[int, int], sort: int) -> list[Listed]:
    inner = listing(rep.base, sizes, sort)
    count = len(blocks(rep.base, sort))
    index = {c: k for k, c in enumerate(combinations_with_replacement(range(count), rep.order))}
    choose = combinations_with_replacement if rep.kind == "symmetric" else combinations
    result: list[Listed] = []
    for item in choose(range(len(inner)), rep.order):
        order = sorted(range(rep.order), key=lambda place: (inner[item[place]][0], place))
        sign = parity(order) if rep.kind == "alternating" else 1
        chosen = [inner[item[place]] for place in order]
        for _, _, s in chosen:
            sign *= s
        result.append((index[tuple(b for b, _, _ in chosen)], sum((p for _, p, _ in chosen), ()), sign))
    return result


def _points(gset: GSet, sizes: Mapping[int, int], sort: int) -> list[tuple[int, ...]]:
    match gset:
        case SymbolicPoints():
            return [(i,) for i in range(sizes[sort])]
        case ChosenSet(kind=kind, order=order, base=base):
            inner = _points(base, sizes, sort)
            choose = combinations if kind == "subsets" else arrangements
            return [sum(item, ()) for item in choose(inner, order)]
        case ProductSet(factors):
            return [sum(item, ()) for item in product(*(_points(factor, sizes, sort) for factor in factors))]
        case PulledSet(base=base, factor=factor):
            return _points(base, sizes, factor)
        case ExplicitSet():
            raise NoSlots("the points are given by number")
