"""The order of a permutation group, by a base and strong generating set.

Products of generators, drawn by product replacement from a fixed seed, build the stabilizer chain; the deterministic
Schreier-Sims pass then sifts every Schreier generator of every level and repairs the chain until all of them sift to the
identity, so the result is proved (A. Seress, *Permutation Group Algorithms*, chapter 4).  Two shortcuts end the work earlier,
both proofs: an order that reaches the product of the symmetric (or even) groups on the orbits, and Jordan's theorem
(a primitive group with a cycle of prime length p <= n - 3 contains the alternating group).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import factorial, gcd, prod
from random import Random

import flint

Perm = tuple[int, ...]

MAX_CHAIN_CELLS = 60_000_000
"""Bound on the memory (in numbers) of the explicit transversals."""


class GroupTooLarge(ValueError):
    """A computation with a group would exceed its stated limit."""


def multiply(p: Perm, q: Perm) -> Perm:
    """The permutation x -> p[q[x]]."""
    return tuple(map(p.__getitem__, q))


def invert(p: Perm) -> Perm:
    """The inverse permutation."""
    out = [0] * len(p)
    for x, y in enumerate(p):
        out[y] = x
    return tuple(out)


def cycle_lengths(p: Perm) -> list[int]:
    """The lengths of the cycles, fixed points included, ascending."""
    seen = bytearray(len(p))
    lengths = []
    for start in range(len(p)):
        length, x = 0, start
        while not seen[x]:
            seen[x] = 1
            x = p[x]
            length += 1
        if length:
            lengths.append(length)
    return sorted(lengths)


def is_even(p: Perm) -> bool:
    """Whether the permutation is even."""
    return (len(p) - len(cycle_lengths(p))) % 2 == 0


@dataclass(slots=True)
class _Level:
    """A point of the base, generators of the group that fixes the earlier points, and its orbit with a transversal.

    `inverses[y]` maps the orbit point y back to the base point.
    """

    point: int
    generators: list[Perm]
    transversal: dict[int, Perm] = field(default_factory=dict)
    inverses: dict[int, Perm] = field(default_factory=dict)

    def extend(self, generator: Perm | None, identity: Perm) -> None:
        """Adds a generator and closes the orbit."""
        if generator is not None:
            self.generators.append(generator)
        if not self.transversal:
            self.transversal[self.point] = self.inverses[self.point] = identity
        queue = list(self.transversal)
        first = True
        while queue:
            following = []
            for y in queue:
                fresh = self.generators if not first or generator is None else [generator]
                for g in fresh:
                    z = g[y]
                    if z not in self.transversal:
                        u = multiply(g, self.transversal[y])
                        self.transversal[z] = u
                        self.inverses[z] = invert(u)
                        following.append(z)
            queue, first = following, False


class _Chain:
    """A stabilizer chain under construction."""

    def __init__(self, generators: list[Perm], n: int, base: Sequence[int]) -> None:
        self.n = n
        self.identity: Perm = tuple(range(n))
        self.levels: list[_Level] = []
        for point in base:
            self._append(point)
        for g in generators:
            self.insert(g, 0)

    def _append(self, point: int) -> None:
        level = _Level(point, [])
        level.extend(None, self.identity)
        self.levels.append(level)

    def order(self) -> int:
        return prod(len(level.transversal) for level in self.levels)

    def sift(self, p: Perm, start: int = 0) -> tuple[Perm, int]:
        """The residue of p, and the level at which sifting stopped."""
        for i in range(start, len(self.levels)):
            level = self.levels[i]
            back = level.inverses.get(p[level.point])
            if back is None:
                return p, i
            p = multiply(back, p)
        return p, len(self.levels)

    def insert(self, p: Perm, start: int) -> bool:
        """Adds p (which fixes the base points before `start`) unless it sifts through; whether the chain grew."""
        residue, stop = self.sift(p, start)
        if residue == self.identity:
            return False
        if stop == len(self.levels):
            self._append(next(x for x in range(self.n) if residue[x] != x))
        for i in range(start, stop + 1):
            self.levels[i].extend(residue, self.identity)
        if self.n * sum(2 * len(level.transversal) for level in self.levels) > MAX_CHAIN_CELLS:
            raise GroupTooLarge(f"the stabilizer chain of a group on {self.n} points needs too much memory")
        return True

    def randomize(self, generators: list[Perm], quiet: int) -> None:
        """Inserts random products until `quiet` of them in a row sift through."""
        random = Random(len(generators))
        slots = [generators[i % len(generators)] for i in range(max(10, len(generators)))]
        accumulator = self.identity
        still, step = 0, 0
        while still < quiet:
            i, j = random.sample(range(len(slots)), 2)
            factor = slots[j] if random.random() < 0.5 else invert(slots[j])
            slots[i] = multiply(slots[i], factor) if random.random() < 0.5 else multiply(factor, slots[i])
            accumulator = multiply(accumulator, slots[i])
            step += 1
            if step > 20:
                still = 0 if self.insert(accumulator, 0) else still + 1

    def verify(self) -> None:
        """The deterministic Schreier-Sims pass, from the last level to the first."""
        i = len(self.levels) - 1
        while i >= 0:
            if self._schreier_generators_sift(i):
                i -= 1
            else:
                i = len(self.levels) - 1

    def _schreier_generators_sift(self, i: int) -> bool:
        level = self.levels[i]
        for y, u in list(level.transversal.items()):
            for g in list(level.generators):
                schreier = multiply(level.inverses[g[y]], multiply(g, u))
                if self.insert(schreier, i + 1):
                    return False
        return True


def _orbits(generators: Sequence[Perm], n: int) -> list[list[int]]:
    seen = [False] * n
    found = []
    for start in range(n):
        if seen[start]:
            continue
        seen[start] = True
        orbit = [start]
        for x in orbit:
            for g in generators:
                if not seen[g[x]]:
                    seen[g[x]] = True
                    orbit.append(g[x])
        found.append(orbit)
    return found


def is_primitive(generators: Sequence[Perm], n: int) -> bool:
    """Whether a transitive group preserves no partition of range(n) but the trivial ones (Atkinson's algorithm)."""
    for other in range(1, n):
        parent = list(range(n))

        def find(x: int, parent: list[int] = parent) -> int:
            while parent[x] != x:
                parent[x] = parent[parent[x]]
                x = parent[x]
            return x

        parent[other] = 0
        queue, blocks = [(0, other)], n - 1
        while queue:
            a, b = queue.pop()
            for g in generators:
                x, y = find(g[a]), find(g[b])
                if x != y:
                    parent[max(x, y)] = min(x, y)
                    blocks -= 1
                    queue.append((x, y))
        if blocks > 1:
            return False
    return True


def _contains_alternating(generators: list[Perm], n: int) -> bool:
    """A proof that a transitive group on n points contains the alternating group; False when none is found."""
    if n < 10 or not is_primitive(generators, n):
        return False
    random = Random(n)
    slots = [generators[i % len(generators)] for i in range(max(10, len(generators)))]
    for _ in range(60 + 10 * n.bit_length()):
        i, j = random.sample(range(len(slots)), 2)
        slots[i] = multiply(slots[i], slots[j])
        lengths = cycle_lengths(slots[i])
        for p in set(lengths):
            if p <= n - 3 and flint.fmpz(p).is_prime():
                others = list(lengths)
                others.remove(p)
                if all(gcd(length, p) == 1 for length in others):
                    return True  # a power of this element is a single cycle of length p
    return False


class PermutationGroup:
    """The group that permutations of range(n) generate; `base` may prescribe the first base points.

    >>> PermutationGroup([[1, 2, 3, 4, 0], [1, 0, 2, 3, 4]], 5).order
    120
    >>> PermutationGroup([[1, 2, 3, 0]], 4).stabilizer(0)
    ()
    """

    def __init__(self, generators: Iterable[Sequence[int]], n: int, base: Sequence[int] = ()) -> None:
        self.degree = n
        self.generators: tuple[Perm, ...] = tuple(tuple(g) for g in generators)
        self._base = tuple(base)
        for g in self.generators:
            if sorted(g) != list(range(n)):
                raise ValueError(f"not a permutation of {n} points")

    @cached_property
    def _moving(self) -> list[Perm]:
        identity = tuple(range(self.degree))
        return list(dict.fromkeys(g for g in self.generators if g != identity))

    @cached_property
    def _chain(self) -> _Chain:
        moving = self._moving
        chain = _Chain(moving, self.degree, self._base)
        if moving:
            chain.randomize(moving, 12)
            if chain.order() != self._largest_order:
                chain.verify()
        return chain

    @cached_property
    def _largest_order(self) -> int:
        """The order of the product of the symmetric groups on the orbits (its even part if all generators are even)."""
        bound = prod(factorial(len(orbit)) for orbit in _orbits(self._moving, self.degree))
        return bound // 2 if bound > 1 and all(map(is_even, self._moving)) else bound

    @cached_property
    def order(self) -> int:
        """The number of elements."""
        moving = self._moving
        moved = [x for x in range(self.degree) if any(g[x] != x for g in moving)]
        if len(moved) >= 10 and len(_orbits(moving, self.degree)) == self.degree - len(moved) + 1:
            place = {x: k for k, x in enumerate(moved)}
            restricted = [tuple(place[g[x]] for x in moved) for g in moving]
            if _contains_alternating(restricted, len(moved)):
                return self._largest_order
        return self._chain.order()

    def __contains__(self, images: Sequence[int]) -> bool:
        p = tuple(images)
        return len(p) == self.degree and self._chain.sift(p)[0] == self._chain.identity

    def stabilizer(self, point: int) -> tuple[Perm, ...]:
        """Generators of the subgroup that fixes a point (none for the trivial group)."""
        if self._base[:1] != (point,):
            return PermutationGroup(self.generators, self.degree, (point,)).stabilizer(point)
        levels = self._chain.levels
        return tuple(levels[1].generators) if len(levels) > 1 else ()

    def least_in_coset(self, images: Sequence[int]) -> Perm:
        """The element gk, k in the group, of least images of the base, one base point after the other: a name for the coset gK.

        >>> group = PermutationGroup([[1, 0, 2]], 3)
        >>> group.least_in_coset((1, 2, 0)) == group.least_in_coset((2, 1, 0))
        True
        """
        element = tuple(images)
        for level in self._chain.levels:
            best = min(level.transversal, key=element.__getitem__)
            element = multiply(element, level.transversal[best])
        return element

    def orbits(self) -> tuple[tuple[int, ...], ...]:
        """The orbits, each ascending, by smallest point."""
        return tuple(tuple(sorted(orbit)) for orbit in _orbits(self.generators, self.degree))


def permutation_group_order(generators: Iterable[Sequence[int]]) -> int:
    """The exact order of the group generated by permutations of range(n); 1 for no generators.

    >>> permutation_group_order([[1, 2, 3, 4, 0], [0, 4, 3, 2, 1]])
    10
    """
    found = [tuple(g) for g in generators]
    return PermutationGroup(found, len(found[0])).order if found else 1
