"""Sections through the orbits, level by level: the proposed proof that invariants separate.

Each level takes coordinates that the group moves among themselves (an argument, or a column of one), a point v in them, and the
complement of its orbit directions: G moves generic points into it. What is left of the group, the elements that fix the
section so far, goes on with the next level. A finite group W of words maps the section to itself; if the invariants,
restricted to the section, take each value only on one W-orbit (a degree count), then they separate.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from catalg.exact.field import Scalar
from catalg.exact.modular import reduce_scalar
from catalg.exact.nullspace import nullspace
from catalg.exact.sparse import SparseMatrix
from catalg.model.kernel_problem import Section
from catalg.strategies.kernels.components import Bounds, Symmetry
from catalg.strategies.kernels.system import LieElement, System, canonical_basis, combination


@dataclass(frozen=True, slots=True)
class Level:
    """Coordinates `positions`, a point `origin` in them (zero for a linear section), spanning vectors of the section."""

    positions: tuple[int, ...]
    origin: tuple[Scalar, ...]
    directions: tuple[tuple[Scalar, ...], ...]


def atoms(system: System) -> list[tuple[int, ...]]:
    """The finest partition of the coordinates that every field, map and equation respects, in order of the arguments."""
    parent = list(range(system.size))

    def find(k: int) -> int:
        while parent[k] != k:
            k = parent[k]
        return k

    ring = system.ring
    images = [e.images for e in system.lie]
    for s in system.discrete:
        images.append(tuple(num for num, _ in s.images))
        images.append(tuple(den for _, den in s.images))
    for row in images:
        for k, image in enumerate(row):
            for exponents in ring.table(image):
                for j, e in enumerate(exponents):
                    if e:
                        parent[max(find(j), find(k))] = min(find(j), find(k))
    for equation in system.equations:
        used = [k for k in range(system.size) if ring.degree(equation, k)]
        for j in used[1:]:
            parent[max(find(j), find(used[0]))] = min(find(j), find(used[0]))
    groups: dict[int, list[int]] = {}
    for k in range(system.size):
        groups.setdefault(find(k), []).append(k)
    return [tuple(g) for g in groups.values()]


def build_section(system: System, bounds: Bounds) -> tuple[list[Level], list[LieElement]]:
    """The levels, arguments with a distinguished point first, and the elements left over at the levels on the way."""
    parts: list[tuple[tuple[int, ...], tuple[Scalar, ...] | None]] = []
    based: set[int] = set()
    for block in system.blocks:
        base: tuple[Scalar, ...] | None = system.bases.get(block.source)
        if base is not None and len(base) == len(block.positions) and _transitive_at(system, bounds, block.positions, base):
            parts.append((block.positions, base))
            based |= set(block.positions)
    first = len(parts)
    if first > 1:
        for positions, _ in parts[1:]:
            based -= set(positions)
        parts = parts[:1]
    parts += [(atom, None) for atom in atoms(system) if not set(atom) & based]
    current = list(system.lie)
    levels: list[Level] = []
    left: list[LieElement] = []
    for positions, base in parts:
        levels.append(_level(system, bounds, current, positions, base))
        residual = _residual(system, current, levels)
        if len(residual) < len(current):
            left += canonical_basis(system.ring, residual)
        current = residual
    return levels, left


def _transitive_at(system: System, bounds: Bounds, positions: Sequence[int], base: Sequence[Scalar]) -> bool:
    """Whether the orbit of a distinguished point is open in its argument, or open in a ray of forms through it."""
    rank = _rank_at(system, bounds, system.lie, positions, base)
    free = len(positions) - _codimension(system, bounds, positions, base)
    definite = any(block.positive_definite and block.positions == tuple(positions) for block in system.blocks)
    return rank == free or (definite and rank == free - 1)


def _level(
    system: System,
    bounds: Bounds,
    current: Sequence[LieElement],
    positions: tuple[int, ...],
    base: tuple[Scalar, ...] | None,
) -> Level:
    n = len(positions)
    if base is not None:
        candidates: list[tuple[Scalar, ...]] = [base]
    else:
        candidates = list(_sparse_vectors(n))
    target = _block_rank(system, bounds, current, positions)
    best: tuple[tuple[int, ...], tuple[Scalar, ...]] | None = None
    for candidate in candidates:
        found = _rank_at(system, bounds, current, positions, candidate)
        if found < target and candidate is not candidates[-1]:
            continue
        directions = _complement(system, current, positions, candidate)
        size = sum(1 for c in candidate if c != 0)
        score = (-found, sum(1 for d in directions for c in d if c != 0), size)
        if best is None or score < best[0]:
            best = (score, candidate)
    assert best is not None
    v, rank = best[1], -best[0][0]
    velocities = _velocities(system, current, positions, v)
    directions = _complement(system, current, positions, v)
    if base is not None and rank == n - _codimension(system, bounds, positions, v):
        return Level(positions, v, ())
    linear = all(sum((a * b for a, b in zip(row, v, strict=True)), 0) == 0 for row in velocities)
    origin: tuple[Scalar, ...] = (0,) * n if linear else v
    return Level(positions, origin, directions)


def _complement(
    system: System, current: Sequence[LieElement], positions: Sequence[int], v: Sequence[Scalar]
) -> tuple[tuple[Scalar, ...], ...]:
    """A basis of the orthogonal complement of the velocities at v."""
    rows = [{j: c for j, c in enumerate(row) if c != 0} for row in _velocities(system, current, positions, v)]
    complement = nullspace(SparseMatrix.of([r for r in rows if r], len(positions), system.ring.field))
    return tuple(tuple(w.get(j, 0) for j in range(len(positions))) for w in complement)


def _codimension(system: System, bounds: Bounds, positions: Sequence[int], v: Sequence[Scalar]) -> int:
    """The rank of the equations' gradients at a point of one argument."""
    prime, root = bounds.source.prime, bounds.source.root
    point = [0] * system.size
    for k, value in zip(positions, v, strict=True):
        point[k] = reduce_scalar(value, prime, root)
    return bounds.source.rank([[row[k] for k in positions] for row in bounds.normals(point)])


def _sparse_vectors(n: int) -> Sequence[tuple[Scalar, ...]]:
    found: list[tuple[Scalar, ...]] = [(0,) * n] if n == 0 else []
    for size in range(1, min(n, 3 if n <= 10 else 2) + 1):
        for support in combinations(range(n), size):
            values = list(range(1, size + 1))
            vector: list[Scalar] = [0] * n
            for k, value in zip(support, values, strict=True):
                vector[k] = value
            found.append(tuple(vector))
    found += [tuple(range(start, start + n)) for start in (2, 3, 4)]
    found.append(tuple(range(1, n + 1)))
    return found


def _velocities(
    system: System, current: Sequence[LieElement], positions: Sequence[int], v: Sequence[Scalar]
) -> list[list[Scalar]]:
    """The exact velocities of linear or polynomial fields at v (the other coordinates do not matter: atoms)."""
    ring = system.ring
    images = [ring.zero] * ring.size
    for k, value in zip(positions, v, strict=True):
        images[k] = ring.scalar(value)
    return [
        [ring.table(ring.substitute(e.images[k], images)).get((0,) * ring.size, 0) for k in positions] for e in current
    ]


def _rank_at(
    system: System, bounds: Bounds, current: Sequence[LieElement], positions: Sequence[int], v: Sequence[Scalar]
) -> int:
    prime, root = bounds.source.prime, bounds.source.root
    rows = [[reduce_scalar(c, prime, root) for c in row] for row in _velocities(system, current, positions, v)]
    return bounds.source.rank(rows)


def _block_rank(system: System, bounds: Bounds, current: Sequence[LieElement], positions: Sequence[int]) -> int:
    point = bounds.source.point()
    if point is None:
        return len(positions)
    rows = [[bounds.source.compiled(e.images[k])(point) for k in positions] for e in current]
    return bounds.source.rank(rows)


def _residual(system: System, current: Sequence[LieElement], levels: Sequence[Level]) -> list[LieElement]:
    """The elements whose fields vanish at every point of the last level's section."""
    if not current:
        return []
    ring = system.ring
    level = levels[-1]
    images = [ring.coordinates[k] for k in range(ring.size)]
    for place, k in enumerate(level.positions):
        image = ring.scalar(level.origin[place])
        for j, direction in enumerate(level.directions):
            if direction[place] != 0:
                image = image + ring.scalar(direction[place]) * ring.coordinates[level.positions[j]]
        images[k] = image
    rows: dict[object, dict[int, Scalar]] = {}
    for index, element in enumerate(current):
        for k in level.positions:
            for exponents, c in ring.table(ring.substitute(element.images[k], images)).items():
                rows.setdefault((k, exponents), {})[index] = c
    found = nullspace(SparseMatrix.of(list(rows.values()), len(current), ring.field))
    return [combination(ring, current, [v.get(k, 0) for k in range(len(current))]) for v in found]


def section_symmetries(system: System, levels: Sequence[Level], group: Sequence[Symmetry]) -> list[Symmetry]:
    """The symmetries that map the section to itself, one for each way of acting on it."""
    size = system.size
    origin: dict[int, Scalar] = {}
    spans: list[dict[int, Scalar]] = []
    for level in levels:
        for k, c in zip(level.positions, level.origin, strict=True):
            if c != 0:
                origin[k] = c
        for direction in level.directions:
            spans.append({k: c for k, c in zip(level.positions, direction, strict=True) if c != 0})
    homogeneous = SparseMatrix.of(spans, size, system.ring.field) if spans else None
    everything: list[dict[int, Scalar]] = [{k: 1} for k in range(size)]
    normal = nullspace(homogeneous) if homogeneous is not None else everything
    offsets = [_pair(n, origin) for n in normal]
    kept: list[Symmetry] = []
    seen: set[object] = set()
    for s in sorted(group, key=lambda s: not s.real):
        image = s.matrix.apply(origin)
        if any(_pair(n, image) != offset for n, offset in zip(normal, offsets, strict=True)):
            continue
        moved = [s.matrix.apply(v) for v in spans]
        if any(_pair(n, v) != 0 for n in normal for v in moved):
            continue
        key = (_frozen(image), tuple(map(_frozen, moved)))
        if key not in seen and key != (_frozen(origin), tuple(map(_frozen, spans))):
            seen.add(key)
            kept.append(s)
    return kept


def _pair(a: dict[int, Scalar], b: dict[int, Scalar]) -> Scalar:
    return sum((c * b[k] for k, c in a.items() if k in b), 0)


def _frozen(v: dict[int, Scalar]) -> object:
    return tuple(sorted((k, c) for k, c in v.items() if c != 0))


def as_sections(levels: Sequence[Level], place: Sequence[int], owners: Sequence[int]) -> tuple[Section, ...]:
    """The levels in the coordinates of the original problem."""
    result = []
    for level in levels:
        positions = tuple(place[k] for k in level.positions)
        arguments = tuple(sorted({owners[k] for k in positions}))
        result.append(Section(arguments, positions, level.origin, level.directions, "orbit complement"))
    return tuple(result)


__all__ = ["Level", "as_sections", "atoms", "build_section", "section_symmetries"]
