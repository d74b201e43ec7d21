"""The section's levels, checked one by one: how the group moves points into it.

A level is *dominant* when T(h·v) together with the section's directions fill the tangent space at one of its points: then
generic complex orbits meet it. It is *real* when every generic real orbit does, for one of these reasons:

- `open`: the section is one point, X there is connected, and the Gram determinant of the velocities vanishes nowhere outside
  of a set of codimension two (so there is one orbit; connectedness needs at least two dimensions or no zero at all);
- `inertia`: positive definite forms under all of gl(n) or sl(n) (Sylvester), the section a ray or a point;
- `compact`: what is left preserves a positive definite form and the section contains the normal space (h·v)^⊥ of a point v:
  the point of an orbit nearest to the direction v lies in it; or the section is a point of an orbit that is open and closed;
- `shear`: elements that move some coordinates by amounts depending on the others only.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

import flint

from catalg.exact.field import Scalar
from catalg.exact.modular_points import ModularPoints
from catalg.exact.nullspace import nullspace, rank, row_space_rref
from catalg.exact.poly import PolynomialRing
from catalg.exact.sparse import SparseMatrix
from catalg.model.kernel_problem import Section
from catalg.verify.kernels.connected import graph_coordinate, inside, is_tower, positive_functions, without
from catalg.verify.kernels.domain import disjoint_spheres, invariant_form, positive_definite
from catalg.verify.kernels.frame import Element, Frame, Sample, Unreadable
from catalg.verify.kernels.projections import projections

Weights = dict[int, Scalar]


@dataclass(frozen=True, slots=True)
class CheckedLevel:
    """A level, the Lie elements used (over the declared generators), and why real orbits meet it ('' if not shown)."""

    section: Section
    residual: tuple[Weights, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Chain:
    """The section as an affine space: its own ring, the images of the ambient coordinates, each level's coordinate range."""

    levels: tuple[CheckedLevel, ...]
    ring: PolynomialRing
    images: tuple[Element, ...]
    spans: tuple[range, ...]
    left: tuple[Weights, ...]

    @property
    def real(self) -> bool:
        """Whether every generic real orbit was shown to meet the section."""
        return all(level.reason for level in self.levels)


def check_chain(frame: Frame, sample: Sample, sections: Sequence[Section]) -> Chain:
    """The levels with their reasons. Raises Unreadable when one does not fit or is not dominant."""
    if not frame.polynomial_fields():
        raise Unreadable("a section is only checked for polynomial vector fields")
    seen: set[int] = set()
    total = sum(len(s.directions) for s in sections)
    ring = PolynomialRing(total, frame.ring.field)
    images = [ring.zero] * frame.size
    spans: list[range] = []
    current: list[Weights] = [{j: 1} for j in range(len(frame.fields))]
    levels = []
    start = 0
    for section in sections:
        positions = section.positions
        if seen & set(positions) or len(set(positions)) != len(positions):
            raise Unreadable("two levels of the section share coordinates")
        seen |= set(positions)
        spans.append(range(start, start + len(section.directions)))
        local = _parametrise(ring, section, start)
        for k, value in zip(positions, local, strict=True):
            images[k] = value
        start += len(section.directions)
        fields = [frame.combination(w) for w in current]
        _autonomous(frame, fields, positions)
        _dominant(frame, sample, fields, section)
        reason = _reason(frame, sample, fields, section)
        levels.append(CheckedLevel(section, tuple(current), reason))
        current = _residual(frame, current, fields, section)
    if len(seen) != frame.size:
        raise Unreadable("the section does not reach all coordinates")
    return Chain(tuple(levels), ring, tuple(images), tuple(spans), tuple(current))


def _parametrise(ring: PolynomialRing, section: Section, start: int) -> list[Element]:
    values = []
    for place in range(len(section.positions)):
        value = ring.scalar(section.origin[place])
        for j, direction in enumerate(section.directions):
            if direction[place] != 0:
                value = value + ring.scalar(direction[place]) * ring.coordinates[start + j]
        values.append(value)
    return values


def _autonomous(frame: Frame, fields: Sequence[Sequence[Element]], positions: Sequence[int]) -> None:
    """The fields on these coordinates must depend on these coordinates alone."""
    inside = set(positions)
    for field in fields:
        for k in positions:
            for exponents in frame.ring.table(field[k]):
                if any(d and j not in inside for j, d in enumerate(exponents)):
                    raise Unreadable("a level of the section is not moved by itself")


def _local_point(section: Section, values: Sequence[Scalar]) -> list[Scalar]:
    point: list[Scalar] = list(section.origin)
    for value, direction in zip(values, section.directions, strict=True):
        point = [a + value * b for a, b in zip(point, direction, strict=True)]
    return point


def _local_equations(frame: Frame, positions: Sequence[int]) -> list[Element]:
    inside = set(positions)
    found = []
    for equation in frame.equations:
        used = {k for e in frame.ring.table(equation) for k, d in enumerate(e) if d}
        if used & inside:
            if not used <= inside:
                raise Unreadable("an equation of the domain couples levels of the section")
            found.append(equation)
    return found


def _dominant(frame: Frame, sample: Sample, fields: Sequence[Sequence[Element]], section: Section) -> None:
    """At a point of the section, velocities and directions span the tangent space of X in these coordinates."""
    positions = section.positions
    equations = _local_equations(frame, positions)
    ring = PolynomialRing(len(section.directions), frame.ring.field)
    local = dict(zip(positions, _parametrise(ring, section, 0), strict=True))
    images = [local.get(k, ring.zero) for k in range(frame.size)]
    pulled = [p for p in (frame.ring.substitute(e, images, ring) for e in equations) if p != 0]
    inner = ModularPoints(ring, pulled, sample.prime, sample.root, 31).point()
    if inner is None:
        raise Unreadable("the section has no point")
    point = [0] * frame.size
    for place, k in enumerate(positions):
        moved = sum(sample.scalar(d[place]) * v for d, v in zip(section.directions, inner, strict=True))
        point[k] = (sample.scalar(section.origin[place]) + moved) % sample.prime
    velocities = [[sample.compiled(field[k])(point) for k in positions] for field in fields]
    directions = [[sample.scalar(c) for c in d] for d in section.directions]
    normals = []
    for equation in equations:
        gradient = sample.compiled(equation).gradient(point)
        normals.append([gradient[k] for k in positions])
    tangent = len(positions) - sample.rank(normals)
    if sample.rank([*velocities, *_tangential(sample, directions, normals)]) < tangent:
        raise Unreadable("generic orbits do not meet the section")


def _tangential(
    sample: Sample, directions: list[list[int]], normals: Sequence[Sequence[int]]
) -> list[list[int]]:
    """The combinations of the directions that the gradients annihilate."""
    if not directions or not normals:
        return directions
    prime = sample.prime
    products = [
        [sum(a * b for a, b in zip(normal, d, strict=True)) % prime for d in directions] for normal in normals
    ]
    matrix = flint.nmod_mat(len(products), len(directions), [c for row in products for c in row], prime)
    kernel, nullity = matrix.nullspace()
    weights = [[int(kernel[i, j]) for i in range(len(directions))] for j in range(int(nullity))]
    return [
        [sum(w * d[k] for w, d in zip(row, directions, strict=True)) % prime for k in range(len(directions[0]))]
        for row in weights
    ]


def _residual(
    frame: Frame, current: Sequence[Weights], fields: Sequence[Sequence[Element]], section: Section
) -> list[Weights]:
    """The combinations whose fields vanish on the whole section of this level."""
    if not current:
        return []
    ring = PolynomialRing(len(section.directions), frame.ring.field)
    local = dict(zip(section.positions, _parametrise(ring, section, 0), strict=True))
    images = [local.get(k, ring.zero) for k in range(frame.size)]
    rows: dict[object, dict[int, Scalar]] = {}
    for index, field in enumerate(fields):
        for k in section.positions:
            for exponents, c in ring.table(frame.ring.substitute(field[k], images, ring)).items():
                rows.setdefault((k, exponents), {})[index] = c
    if not rows:
        return list(current)
    result = []
    for vector in nullspace(SparseMatrix.of(list(rows.values()), len(current), frame.field)):
        weights: Weights = {}
        for index, c in vector.items():
            for j, w in current[index].items():
                weights[j] = weights.get(j, 0) + c * w
        result.append({j: c for j, c in weights.items() if c != 0})
    return result


def _reason(frame: Frame, sample: Sample, fields: Sequence[Sequence[Element]], section: Section) -> str:
    """Why every generic real orbit meets this level, or ''."""
    positions = section.positions
    equations = _local_equations(frame, positions)
    if not equations and len(section.directions) == len(positions):
        return "whole"
    argument = next(
        (a for a in frame.problem.arguments if tuple(range(a.start, a.start + a.size)) == tuple(positions)), None
    )
    if argument is not None and argument.positive_definite and inertia(frame, fields, section, argument.rows):
        return "inertia"
    if not section.directions and _open(frame, fields, section, equations):
        return "open"
    if _compact(frame, sample, fields, section, equations):
        return "compact"
    if not equations and _shear(frame, sample, fields, section):
        return "shear"
    return ""


def _open(
    frame: Frame, fields: Sequence[Sequence[Element]], section: Section, equations: Sequence[Element]
) -> bool:
    """One orbit outside of a set of codimension two: a maximal minor, or the Gram determinant, without real zeros on a
    connected space. Coordinates on a graph are those that it lies over."""
    ring, positions = frame.ring, section.positions
    positives = positive_functions(frame, positions)
    if positives is None or not inside(frame, positions, section.origin, positives):
        return False
    if equations:
        height = graph_coordinate(frame, positions, equations, positives)
        if height is None:
            return False
        positions = tuple(k for k in positions if k != height)
    elif not is_tower(frame, positives):
        return False
    n = len(positions)
    rows = _canonical(frame, [[field[k] for k in positions] for field in fields])
    if len(rows) < n:
        return False
    for tried, chosen in enumerate(combinations(rows, n)):
        if tried > 60:
            break
        minor = without(_determinant(frame, chosen), positives)
        if minor != 0 and minor.is_constant():
            return True
    if positives or equations or n < 2 or n > 4:
        return False
    gram = [[ring.reduce(sum((r[i] * r[j] for r in rows), ring.zero)) for j in range(n)] for i in range(n)]
    return _definite_away_from_zero(frame, _determinant(frame, gram), positions)


def _canonical(frame: Frame, rows: Sequence[Sequence[Element]]) -> list[list[Element]]:
    """The reduced echelon basis of the span of polynomial rows, constant terms first."""
    ring = frame.ring
    tables = [[ring.table(e) for e in row] for row in rows]
    found = {(k, m) for row in tables for k, table in enumerate(row) for m in table}
    keys = sorted(found, key=lambda km: (sum(km[1]), km[0], km[1]))
    place = {key: j for j, key in enumerate(keys)}
    vectors = [{place[(k, m)]: c for k, table in enumerate(row) for m, c in table.items()} for row in tables]
    result = []
    for vector in row_space_rref([v for v in vectors if v]):
        images: list[dict[tuple[int, ...], Scalar]] = [{} for _ in rows[0]]
        for j, c in vector.items():
            k, m = keys[j]
            images[k][m] = c
        result.append([ring.element(table) for table in images])
    return result


def _determinant(frame: Frame, rows: Sequence[Sequence[Element]]) -> Element:
    ring = frame.ring
    if not rows:
        return ring.one
    total = ring.zero
    for j, entry in enumerate(rows[0]):
        if entry != 0:
            minor = _determinant(frame, [[e for k, e in enumerate(row) if k != j] for row in rows[1:]])
            total = total + entry * minor * (-1) ** j
    return ring.reduce(total)


def _definite_away_from_zero(frame: Frame, element: Element, positions: Sequence[int]) -> bool:
    """A form with even exponents and positive coefficients that contains a power of each coordinate: zero only at 0."""
    table = frame.ring.table(element)
    pure = set()
    for e, c in table.items():
        if not isinstance(c, Fraction) or c <= 0 or any(d % 2 for d in e):
            return False
        used = [k for k, d in enumerate(e) if d]
        if len(used) == 1:
            pure.add(used[0])
    return pure == set(positions)


def inertia(frame: Frame, fields: Sequence[Sequence[Element]], section: Section, n: int) -> bool:
    """Whether the fields on a positive definite argument span all F -> -(A'F + FA), A in sl(n), and the section is a
    definite ray (for sl(n)) or a point (for gl(n))."""
    ring, positions = frame.ring, section.positions
    index = {}
    for place, (one, two) in enumerate((row, column) for row in range(n) for column in range(row, n)):
        index[(one, two)] = index[(two, one)] = positions[place]
    keys: dict[object, int] = {}

    def vector(images: Sequence[Element]) -> dict[int, Scalar]:
        out: dict[int, Scalar] = {}
        for place, image in enumerate(images):
            for e, c in ring.table(image).items():
                out[keys.setdefault((place, e), len(keys))] = c
        return out

    def natural(a: Sequence[Sequence[int]]) -> dict[int, Scalar]:
        x = ring.coordinates
        images = []
        for i in range(n):
            for j in range(i, n):
                value = ring.zero
                for k in range(n):
                    if a[k][i]:
                        value = value - x[index[(k, j)]] * a[k][i]
                    if a[k][j]:
                        value = value - x[index[(i, k)]] * a[k][j]
                images.append(value)
        return vector(images)

    declared = [vector([field[k] for k in positions]) for field in fields]
    basis = []
    for i in range(n):
        for j in range(n):
            if (i, j) == (n - 1, n - 1):
                continue
            a = [[int((r, c) == (i, j)) for c in range(n)] for r in range(n)]
            if i == j:
                a[n - 1][n - 1] -= 1
            basis.append(natural(a))
    scaling = natural([[int(r == c) for c in range(n)] for r in range(n)])
    width = len(keys) + 1

    def spanned(vectors: list[dict[int, Scalar]]) -> bool:
        own = [v for v in declared if v]
        return bool(own) and rank(SparseMatrix.of(own, width)) == rank(SparseMatrix.of([*own, *vectors], width))

    if not spanned(basis):
        return False
    origin = [[section.origin[positions.index(index[(i, j)])] for j in range(n)] for i in range(n)]
    if not section.directions:
        return spanned([scaling]) and positive_definite(origin)
    if len(section.directions) != 1 or any(c != 0 for c in section.origin):
        return False
    ray = [[section.directions[0][positions.index(index[(i, j)])] for j in range(n)] for i in range(n)]
    return positive_definite(ray)


def linear_matrix(frame: Frame, field: Sequence[Element], positions: Sequence[int]) -> list[list[Scalar]] | None:
    """The matrix of a field that is linear in these coordinates, or None."""
    place = {k: i for i, k in enumerate(positions)}
    rows: list[list[Scalar]] = [[Fraction(0)] * len(positions) for _ in positions]
    for i, k in enumerate(positions):
        for e, c in frame.ring.table(field[k]).items():
            if sum(e) != 1:
                return None
            j = e.index(1)
            if j not in place:
                return None
            rows[i][place[j]] = c
    return rows


def _compact(
    frame: Frame, sample: Sample, fields: Sequence[Sequence[Element]], section: Section, equations: Sequence[Element]
) -> bool:
    positions, n = section.positions, len(section.positions)
    matrices = []
    for field in fields:
        matrix = linear_matrix(frame, field, positions)
        if matrix is None:
            return False
        matrices.append(matrix)
    form = invariant_form(matrices, [], n)
    if form is None:
        return False
    if not section.directions:
        return _one_orbit(frame, sample, section, matrices, equations)
    if any(c != 0 for c in section.origin):
        return False
    rng = random.Random(5)
    v = _local_point(section, [Fraction(rng.randint(-99, 99), 7) for _ in section.directions])
    rows: list[dict[int, Scalar]] = []
    for a in matrices:
        velocity = [sum((a[i][j] * v[j] for j in range(n)), Fraction(0)) for i in range(n)]
        row = [sum((form[i][j] * velocity[j] for j in range(n)), Fraction(0)) for i in range(n)]
        if any(c != 0 for c in row):
            rows.append({k: c for k, c in enumerate(row) if c != 0})
    normal = nullspace(SparseMatrix.of(rows, n)) if rows else [{k: 1} for k in range(n)]
    spans = [{k: c for k, c in enumerate(d) if c != 0} for d in section.directions]
    return rank(SparseMatrix.of([*spans, *normal], n)) == len(spans)


def _one_orbit(
    frame: Frame,
    sample: Sample,
    section: Section,
    matrices: Sequence[Sequence[Sequence[Scalar]]],
    equations: Sequence[Element],
) -> bool:
    """A point whose orbit under a compact group is open in a connected set, hence all of it."""
    positions = section.positions
    argument = next(
        (a for a in frame.problem.arguments if tuple(range(a.start, a.start + a.size)) == tuple(positions)), None
    )
    if argument is None or not equations:
        return False
    spheres = disjoint_spheres(frame, equations, positions)
    declared = (argument.free_transitive or argument.orbit is not None) and argument.connected
    if not spheres and not declared and projections(frame, positions) is None:
        return False
    point = [0] * frame.size
    for k, c in zip(positions, section.origin, strict=True):
        point[k] = sample.scalar(c)
    for equation in equations:
        images = [frame.ring.zero] * frame.size
        for k, c in zip(positions, section.origin, strict=True):
            images[k] = frame.ring.scalar(c)
        if frame.ring.substitute(equation, images) != 0:
            return False
    normals = [[sample.compiled(e).gradient(point)[k] for k in positions] for e in equations]
    origin = list(section.origin)
    velocities = [
        [sample.scalar(sum((r[j] * origin[j] for j in range(len(origin))), Fraction(0))) for r in a] for a in matrices
    ]
    return sample.rank(velocities) == len(positions) - sample.rank(normals)


def _shear(frame: Frame, sample: Sample, fields: Sequence[Sequence[Element]], section: Section) -> bool:
    """The section is a coordinate subspace A, and elements that fix A's coordinates move the others freely."""
    positions = section.positions
    if any(c != 0 for c in section.origin):
        return False
    kept = [i for i in range(len(positions)) if any(d[i] != 0 for d in section.directions)]
    if len(kept) != len(section.directions):
        return False
    a = [positions[i] for i in kept]
    b = [positions[i] for i in range(len(positions)) if i not in kept]
    rows: dict[object, dict[int, Scalar]] = {}
    for index, field in enumerate(fields):
        for k in a:
            for e, c in frame.ring.table(field[k]).items():
                rows.setdefault((k, e), {})[index] = c
        for k in b:
            for e, c in frame.ring.table(field[k]).items():
                if any(e[j] for j in b):
                    rows.setdefault((k, e), {})[index] = c
    space = nullspace(SparseMatrix.of(list(rows.values()), len(fields), frame.field)) if rows else [
        {k: 1} for k in range(len(fields))
    ]  # fmt: skip
    rng = random.Random(3)
    point = [0] * frame.size
    for k in a:
        point[k] = rng.randrange(1, sample.prime)
    velocities = []
    for vector in space:
        velocities.append(
            [sum(sample.scalar(c) * sample.compiled(fields[i][k])(point) for i, c in vector.items()) for k in b]
        )
    return sample.rank(velocities) == len(b)
