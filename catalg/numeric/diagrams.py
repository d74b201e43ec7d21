"""Diagram maps without matrices: contraction, then broadcasting.

A diagram is a partition of the indices of source and target. Its matrix has n^(k+l) entries and is never built: blocks inside
the source take diagonals and sums of x, blocks that reach the target carry an axis over, blocks inside the target repeat
it (C. Pan, R. Kondor, Permutation equivariant layers, 2022, count the same operations). Diagonals are strided slices of
a reshaped array, so that every step is a function of arrays and can be differentiated. Cost: O(n^max(k, l)) for each diagram.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from catalg.model.representation import Rep, SumRep
from catalg.numeric.namespace import Array, Arrays
from catalg.strategies.diagrams.elements import DiagramElement
from catalg.universes.slots import Block, NoSlots, blocks, listing

Partition = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Part:
    """Where the index tuples of one block stand in a vector.

    `start`, `stop` for a full row-major tensor; else for each basis vector the flat index of its tuple, its place in
    the vector, and its sign.
    """

    shape: tuple[int, ...]
    start: int = 0
    stop: int = 0
    flat: tuple[int, ...] | None = None
    places: tuple[int, ...] = ()
    weights: tuple[int, ...] = ()

    def tensor(self, arrays: Arrays, x: Array) -> Array:
        """From (..., dimension) to (..., *shape), zero at tuples that stand for no basis vector."""
        lead = tuple(x.shape[:-1])
        if self.flat is None:
            own = x if (self.start, self.stop) == (0, x.shape[-1]) else x[..., self.start : self.stop]
            return arrays.xp.reshape(own, lead + self.shape)
        import numpy

        zero = x[..., :1] * 0
        where = numpy.full(math.prod(self.shape), x.shape[-1], dtype=numpy.int64)
        where[list(self.flat)] = self.places
        full = arrays.xp.take(arrays.xp.concat([x, zero], axis=-1), arrays.indices(where), axis=-1)
        if any(w != 1 for w in self.weights):
            weight = numpy.ones(math.prod(self.shape))
            weight[list(self.flat)] = self.weights
            full = full * arrays.constant(weight)
        return arrays.xp.reshape(full, lead + self.shape)

    def vector(self, arrays: Arrays, tensor: Array, lead: tuple[int, ...]) -> Array:
        """From (..., *shape) to the entries at the basis vectors of the block, in order of `places`."""
        xp = arrays.xp
        whole = xp.reshape(xp.broadcast_to(tensor, lead + self.shape), (*lead, math.prod(self.shape)))
        if self.flat is None:
            return whole
        found = xp.take(whole, arrays.indices(list(self.flat)), axis=-1)
        return (
            found
            if all(w == 1 for w in self.weights)
            else found * arrays.constant([float(w) for w in self.weights])
        )


def layout(rep: Rep, sizes: Mapping[int, int], dual: bool) -> list[Part]:
    """The blocks of a representation as parts. Raises NoSlots.

    `dual` is true for a source: then a tuple of Sym^k inside a dual counts as often as it has rearrangements.
    """
    parts: list[Part] = []
    start = 0
    for summand in rep.summands if isinstance(rep, SumRep) else (rep,):
        found = _layout(summand, sizes, dual, start)
        parts.extend(found)
        start += sum(len(p.flat) if p.flat is not None else p.stop - p.start for p in found)
    return parts


def _layout(rep: Rep, sizes: Mapping[int, int], dual: bool, start: int) -> list[Part]:
    found = blocks(rep)
    shapes = [tuple(sizes[slot.sort] for slot in block.slots) for block in found]
    if any(slot.kind == "reduced" for block in found for slot in block.slots):
        raise NoSlots("the basis of `standard` is not made of index tuples")
    if len(found) == 1 and not found[0].symmetries and not found[0].apart:
        return [Part(shapes[0], start, start + math.prod(shapes[0]))]
    listed = listing(rep, sizes)
    parts = []
    for number, (block, shape) in enumerate(zip(found, shapes, strict=True)):
        own = [(start + place, point, sign) for place, (b, point, sign) in enumerate(listed) if b == number]
        flat = tuple(_flat(point, shape) for _, point, _ in own)
        weights = tuple(sign * _rearrangements(point, block, dual) for _, point, sign in own)
        parts.append(Part(shape, flat=flat, places=tuple(p for p, _, _ in own), weights=weights))
    return parts


def _flat(point: Sequence[int], shape: Sequence[int]) -> int:
    total = 0
    for index, size in zip(point, shape, strict=True):
        total = total * size + index
    return total


def _rearrangements(point: tuple[int, ...], block: Block, dual: bool) -> int:
    symmetries = [s for s in block.symmetries if s.dual == dual]
    seen, stack = {point}, [point]
    while stack:
        here = stack.pop()
        for symmetry in symmetries:
            image = tuple(here[i] for i in symmetry.images)
            if image not in seen:
                seen.add(image)
                stack.append(image)
    return len(seen)


@dataclass(frozen=True, slots=True)
class Wiring:
    """One diagram, ready to run.

    `source`: the groups of source slots, each with the target group that it reaches (-1: it is summed). `target`: the groups
    of target slots. `twisted`: source slots along which the symplectic form acts first, and target slots along which
    it acts last.
    """

    source: tuple[tuple[tuple[int, ...], int], ...]
    target: Partition
    twisted: tuple[tuple[int, ...], tuple[int, ...]]


def wiring(element: DiagramElement, diagram: Partition) -> Wiring:
    """The wiring of a diagram of an element."""
    count = len(element.target.slots)
    tops = sorted(tuple(s for s in part if s < count) for part in diagram if any(s < count for s in part))
    source: list[tuple[tuple[int, ...], int]] = []
    before: list[int] = []
    after: list[int] = []
    for part in diagram:
        up, down = tuple(s for s in part if s < count), tuple(s - count for s in part if s >= count)
        if element._is_skew(part):
            (before if down else after).append(max(down) if down else max(up))
        if down:
            source.append((down, tops.index(up) if up else -1))
    return Wiring(tuple(sorted(source)), tuple(tops), (tuple(sorted(before)), tuple(sorted(after))))


class Contraction:
    """All diagrams between one block of the source and one of the target, applied together; partial results are shared."""

    def __init__(self, arrays: Arrays, x: Array, lead: int, shape: tuple[int, ...]) -> None:
        self.arrays, self.xp, self.x, self.lead, self.shape = arrays, arrays.xp, x, lead, shape
        self._reduced: dict[Any, Array] = {}
        self._turned: dict[Any, bool] = {}
        self._gathered: dict[tuple[Partition, tuple[int, ...]], dict[tuple[bool, ...], Array]] = {}

    def add(self, wire: Wiring, mix: Any) -> None:
        """Add a diagram; `mix` multiplies the contracted array: a scaling, or a map of channels."""
        reduced = self.reduced(wire.source, wire.twisted[0])
        kept = [top for _, top in wire.source if top >= 0]
        base = self.lead
        order = sorted(range(len(kept)), key=lambda k: kept[k])
        turned = order != list(range(len(kept)))
        if turned:
            reduced = self.xp.permute_dims(reduced, (*range(base), *(base + k for k in order)))
        filled = tuple(k in kept for k in range(len(wire.target)))
        axes = iter(reduced.shape[base:])
        mixed = mix(reduced, base)
        lead = tuple(mixed.shape[:base])
        mixed = self.xp.reshape(mixed, lead + tuple(next(axes) if f else 1 for f in filled))
        key = (wire.target, wire.twisted[1])
        table = self._gathered.setdefault(key, {})
        if filled not in table:
            table[filled] = mixed
            self._turned[key, filled] = turned
        elif self._turned[key, filled] and not turned:  # keep the memory whose order is that of the result
            table[filled] = _plus(mixed, table[filled])
            self._turned[key, filled] = False
        else:
            table[filled] = _plus(table[filled], mixed)

    def reduced(self, groups: tuple[tuple[tuple[int, ...], int], ...], twisted: tuple[int, ...]) -> Array:
        """x with diagonals taken over each group, and the groups summed that reach no target."""
        key = (tuple((g, top >= 0) for g, top in groups), twisted)
        if key not in self._reduced:
            merged_key = (tuple(g for g, _ in groups), twisted, "merged")
            if merged_key not in self._reduced:
                x = self.x
                for slot in twisted:
                    x = _symplectic(self.xp, x, self.lead + slot)
                self._reduced[merged_key] = self._diagonals(x, tuple(g for g, _ in groups))
            merged = self._reduced[merged_key]
            away = tuple(self.lead + k for k, (_, top) in enumerate(groups) if top < 0)
            if len(away) > 1:  # a sum of sums that others need as well
                first = away[0] - self.lead
                merged = self.reduced(tuple((g, -1 if k == first else 0) for k, (g, _) in enumerate(groups)), twisted)
                away = tuple(axis - 1 for axis in away[1:])
            self._reduced[key] = self.xp.sum(merged, axis=away) if away else merged
        return self._reduced[key]

    def _diagonals(self, x: Array, groups: Partition) -> Array:
        flat = [slot for g in groups for slot in g]
        lead = tuple(x.shape[: self.lead])
        if flat != list(range(len(flat))):
            x = self.xp.permute_dims(x, (*range(self.lead), *(self.lead + s for s in flat)))
        if all(len(g) == 1 for g in groups):
            return x
        sizes = [self.shape[g[0]] for g in groups]
        x = self.xp.reshape(x, lead + tuple(n ** len(g) for n, g in zip(sizes, groups, strict=True)))
        steps = [slice(None, None, _stride(n, len(g))) for n, g in zip(sizes, groups, strict=True)]
        return x[(..., *steps)]

    def result(self, shape: tuple[int, ...]) -> Array | None:
        """The sum of all diagrams, broadcastable to (..., *shape); None where there were none."""
        total = None
        for (groups, twisted), table in sorted(self._gathered.items(), key=lambda item: -len(item[0][0])):
            part = _folded(table)
            if total is not None and not twisted and tuple(total.shape[self.lead :]) == shape:
                total = self._onto_diagonals(total, part, groups, shape)
                continue
            part = self._spread(part, groups, shape)
            for slot in twisted:
                part = -_symplectic(self.xp, part, self.lead + slot)
            total = part if total is None else _plus(total, part)
        return total

    def _onto_diagonals(self, total: Array, part: Array, groups: Partition, shape: tuple[int, ...]) -> Array:
        """total plus part on its diagonals: in place where the library allows it, else spread out first."""
        if all(len(group) == 1 for group in groups):
            return _plus(total, self._spread(part, groups, shape))
        places: list[Any] = [None] * len(shape)
        for k, group in enumerate(groups):
            axes = tuple(shape[group[0]] if m == k else 1 for m in range(len(groups)))
            for slot in group:
                places[slot] = self.xp.reshape(self.arrays.indices(list(range(shape[group[0]]))), axes)
        try:
            total[(..., *places)] += part
        except (TypeError, IndexError, NotImplementedError):
            return _plus(total, self._spread(part, groups, shape))
        return total

    def _spread(self, x: Array, groups: Partition, shape: tuple[int, ...]) -> Array:
        """From one axis for each group of target slots to one for each slot: nonzero on the diagonals only."""
        lead = tuple(x.shape[: self.lead])
        for k, group in enumerate(groups):
            if len(group) > 1:
                x = self._embedded(x, self.lead + k, shape[group[0]], len(group))
        if any(len(group) > 1 for group in groups):
            sizes = tuple(n for k, g in enumerate(groups) for n in self._axis_sizes(x, lead, k, g, shape))
            x = self.xp.reshape(x, lead + sizes)
        flat = [slot for g in groups for slot in g]
        if flat != list(range(len(flat))):
            x = self.xp.permute_dims(
                x, (*range(len(lead)), *(len(lead) + flat.index(s) for s in range(len(flat))))
            )
        return x

    def _axis_sizes(
        self, x: Array, lead: tuple[int, ...], k: int, group: tuple[int, ...], shape: tuple[int, ...]
    ) -> tuple[int, ...]:
        return tuple(shape[s] for s in group) if len(group) > 1 else (x.shape[len(lead) + k],)

    def _embedded(self, x: Array, axis: int, n: int, times: int) -> Array:
        """The axis of length n (or 1) as the diagonal of n^times entries."""
        xp = self.xp
        x = xp.broadcast_to(x, (*x.shape[:axis], n, *x.shape[axis + 1 :]))
        if times == 2:
            place = self.arrays.indices(list(range(n)))
            diagonal = place[:, None] == place[None, :]
            diagonal = xp.reshape(diagonal, (n, n) + (1,) * (x.ndim - axis - 1))
            nothing = x[(slice(0, 1),) * x.ndim + (None,)] * 0
            found = xp.where(diagonal, xp.expand_dims(x, axis=axis + 1), nothing)
            return xp.reshape(found, (*x.shape[:axis], n * n, *x.shape[axis + 1 :]))
        gap = _stride(n, times) - 1
        before, after = tuple(x.shape[:axis]), tuple(x.shape[axis + 1 :])
        zeros = self.arrays.zeros_like(x, (*before, n, gap, *after))
        wide = xp.concat([xp.expand_dims(x, axis=axis + 1), zeros], axis=axis + 1)
        whole = xp.reshape(wide, (*before, n * (gap + 1), *after))
        return whole[(slice(None),) * axis + (slice(0, n**times),)]


def _folded(table: Mapping[tuple[bool, ...], Array]) -> Array:
    """The sum of arrays with axes of full length (true) or length one, each small one added into the next that holds it."""
    left = sorted(table.items(), key=lambda item: sum(item[0]))
    while len(left) > 1:
        filled, small = left.pop(0)
        for k, (other, array) in enumerate(left):
            if all(b for a, b in zip(filled, other, strict=True) if a):
                left[k] = (other, _plus(array, small))
                break
        else:
            other, array = left.pop(0)
            both = tuple(a or b for a, b in zip(filled, other, strict=True))
            left.append((both, array + small))
            left.sort(key=lambda item: sum(item[0]))
    return left[0][1]


def _plus(left: Array, right: Array) -> Array:
    """The sum, in the memory of whichever side has the shape of the result; both are results of this contraction."""
    if left.shape != right.shape and all(a in (1, b) for a, b in zip(left.shape, right.shape, strict=True)):
        left, right = right, left
    if all(b in (1, a) for a, b in zip(left.shape, right.shape, strict=True)):
        left += right
        return left
    return left + right


def _stride(n: int, times: int) -> int:
    """The distance of neighbours on the diagonal of a cube: 1 + n + … + n^(times - 1)."""
    return sum(n**k for k in range(times))


def _symplectic(xp: Any, x: Array, axis: int) -> Array:
    """J x along an axis, for J = [[0, I], [-I, 0]]."""
    half = x.shape[axis] // 2
    lower = x[(slice(None),) * axis + (slice(half, None),)]
    upper = x[(slice(None),) * axis + (slice(0, half),)]
    return xp.concat([lower, -upper], axis=axis)
