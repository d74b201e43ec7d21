"""Finite group elements that generic points keep fixed: what the Lie algebra of a stabilizer does not see.

Candidates are words in the discrete generators and in quarter and half turns exp(pi J/2), exp(pi J) of Lie elements J that
rotate. A set H of them is kept when G·X^H is open, T_x(Gx) + T_x(X^H) = T_x X at a random x of X^H on an orbit of maximal
dimension, and when dim V^H drops: then kernels take values in V^H on an open set.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from catalg.exact.field import Scalar
from catalg.exact.modular import reduce_scalar
from catalg.exact.nullspace import nullspace
from catalg.exact.poly import PolynomialRing
from catalg.exact.rotation import frequencies, highest_level, quarter_turns
from catalg.exact.sparse import SparseMatrix
from catalg.model.kernel_problem import GroupElement, Letter
from catalg.strategies.kernels.system import LieElement, PointSource, System, combination

CLOSURE_LIMIT = 400
MOST_SETS = 16


@dataclass(frozen=True, slots=True)
class Symmetry:
    """A group element acting linearly on the coordinates, as a product of letters; its matrix on V only on demand."""

    word: GroupElement
    matrix: SparseMatrix
    letters: tuple[SparseMatrix, ...]

    @property
    def real(self) -> bool:
        """Whether it lies in the group itself, not only in its Zariski closure."""
        return all(letter.name or letter.scale > 0 for letter in self.word)

    @property
    def rho(self) -> SparseMatrix:
        """The matrix on V."""
        product = self.letters[0]
        for letter in self.letters[1:]:
            product = product @ letter
        return product


def linear_part(ring: PolynomialRing, images: Sequence[object]) -> SparseMatrix | None:
    """The matrix of a homogeneous linear map, or None."""
    rows = []
    for image in images:
        row: dict[int, Scalar] = {}
        for exponents, c in ring.table(image).items():
            if sum(exponents) != 1:
                return None
            row[exponents.index(1)] = c
        rows.append(row)
    return SparseMatrix.of(rows, ring.size, ring.field)


def turns(system: System, elements: Sequence[LieElement]) -> Iterator[Symmetry]:
    """Turns of the elements that rotate, and of combinations a + t b of two that do not (t with unit frequency)."""
    usable = [e for e in elements if e.scale == 1]
    still = []
    for element in usable:
        found = list(turns_of(system, element))
        yield from found
        if not found:
            still.append(element)
    for one, two in combinations(still, 2):
        matrix = linear_part(system.ring, combination(system.ring, [one, two], [1, 1]).images)
        for ratio in frequencies(matrix)[:1] if matrix is not None else []:
            yield from turns_of(system, combination(system.ring, [one, two], [1, 1 / ratio]))


def turns_of(system: System, element: LieElement) -> Iterator[Symmetry]:
    """The half, quarter and full turn of one element, where it rotates; for a boost (scale < 0) the half turn exp(i pi J), which
    is not in the group but in its Zariski closure."""
    matrix = linear_part(system.ring, element.images)
    if matrix is None:
        return
    rho = SparseMatrix.from_dense(element.rho)
    for scale in frequencies(matrix if not matrix.is_zero else rho):
        if highest_level(matrix, scale) is None or highest_level(rho, scale) is None:
            continue
        for count in (2, 1, 4) if scale > 0 else (2,):
            on_x, on_v = quarter_turns(matrix, scale, count), quarter_turns(rho, scale, count)
            if on_x is not None and on_v is not None:
                letter = Letter(coefficients=element.coefficients, turns=count, scale=scale)
                yield Symmetry((letter,), on_x, (on_v,))
        return


def letters_of(system: System, elements: Sequence[LieElement]) -> list[Symmetry]:
    """The linear discrete generators, and the turns of the given Lie elements."""
    letters: list[Symmetry] = []
    for s in system.discrete:
        matrix = None if any(den != 1 for _, den in s.images) else linear_part(system.ring, [n for n, _ in s.images])
        if matrix is not None:
            letters.append(Symmetry((Letter(name=s.name),), matrix, (SparseMatrix.from_dense(s.rho),)))
    return [*letters, *turns(system, elements)]


def closure(system: System, letters: Sequence[Symmetry]) -> list[Symmetry]:
    """One word for each way of acting on the coordinates, up to a limit; letters that act on V alone are kept as well."""
    identity = SparseMatrix.identity(system.size)
    found = [s for s in letters if s.matrix == identity and s.rho != SparseMatrix.identity(system.dimension)]
    moving: list[Symmetry] = []
    for s in sorted(letters, key=lambda s: not s.real):
        if s.matrix != identity and all(s.matrix != other.matrix for other in moving):
            moving.append(s)
    seen = {_key(identity)}
    frontier = [Symmetry((), identity, ())]
    while frontier and len(found) < CLOSURE_LIMIT:
        following = []
        for element in frontier:
            for letter in moving:
                matrix = letter.matrix @ element.matrix
                key = _key(matrix)
                if key not in seen and len(found) < CLOSURE_LIMIT:
                    seen.add(key)
                    product = Symmetry((*letter.word, *element.word), matrix, (*letter.letters, *element.letters))
                    found.append(product)
                    following.append(product)
        frontier = following
    return found


def _key(a: SparseMatrix) -> object:
    return tuple(tuple(sorted(row.items())) for row in a.rows)


def fixed_space(symmetries: Sequence[Symmetry], size: int) -> list[dict[int, Scalar]]:
    """A basis of the coordinate vectors that all of them fix."""
    identity = SparseMatrix.identity(size)
    rows = [row for s in symmetries for row in (s.matrix - identity).rows if row]
    if not rows:
        return [{k: 1} for k in range(size)]
    return nullspace(SparseMatrix.of(rows, size, next(iter(symmetries)).matrix.field))


@dataclass(frozen=True, slots=True)
class Generic:
    """Numbers at a random point modulo a prime: dim X, orbit dimension, and dim V^H for the stabilizer's Lie algebra."""

    dimension: int
    orbit: int
    values: int


class Bounds:
    """Ranks at random points modulo a prime."""

    def __init__(self, system: System, seed: int = 11) -> None:
        self.system = system
        self.source = PointSource(system, seed)
        self.fields = [[self.source.compiled(f) for f in e.images] for e in system.lie]
        self.equations = [self.source.compiled(f) for f in system.equations]
        prime, root = self.source.prime, self.source.root
        self.rhos = [[[reduce_scalar(c, prime, root) for c in row] for row in e.rho] for e in system.lie]

    def velocities(self, point: Sequence[int]) -> list[list[int]]:
        """The velocities of the Lie elements."""
        return [[f(point) for f in field] for field in self.fields]

    def normals(self, point: Sequence[int]) -> list[list[int]]:
        """The gradients of the equations of X."""
        return [e.gradient(point) for e in self.equations]

    def fixed_values(self, velocities: Sequence[Sequence[int]], extra: Sequence[Symmetry] = ()) -> int:
        """dim V^H for the Lie stabilizer at a point with these velocities and the given symmetries."""
        prime, root = self.source.prime, self.source.root
        m, count = self.system.dimension, len(self.system.lie)
        rows: list[list[int]] = []
        if count:
            columns = [{k: v[j] for k, v in enumerate(velocities) if v[j]} for j in range(self.system.size)]
            for vector in nullspace_mod(columns, count, prime):
                for i in range(m):
                    rows.append(
                        [sum(c * self.rhos[k][i][j] for k, c in vector.items()) % prime for j in range(m)]
                    )
        for s in extra:
            for i, row in enumerate(s.rho.rows):
                line = [reduce_scalar(row.get(j, 0), prime, root) for j in range(m)]
                line[i] = (line[i] - 1) % prime
                rows.append(line)
        return m - self.source.rank(rows)

    def generic(self) -> Generic | None:
        """The numbers at a random point."""
        point = self.source.point()
        if point is None:
            return None
        velocities = self.velocities(point)
        dimension = self.system.size - self.source.rank(self.normals(point))
        return Generic(dimension, self.source.rank(velocities), self.fixed_values(velocities))

    def values_on(self, symmetries: Sequence[Symmetry], generic: Generic) -> int | None:
        """dim V^H for H generated by the symmetries and the Lie stabilizer, where G·X^H is shown to be open."""
        basis = fixed_space(symmetries, self.system.size)
        point = self.point_in(basis)
        if point is None:
            return None
        prime, root = self.source.prime, self.source.root
        velocities = self.velocities(point)
        if self.source.rank(velocities) != generic.orbit:
            return None
        directions = [[reduce_scalar(b.get(k, 0), prime, root) for k in range(self.system.size)] for b in basis]
        normals = self.normals(point)
        if normals:
            directions = _tangent(directions, normals, prime)
            if self.system.size - self.source.rank(normals) != generic.dimension:
                return None
        if self.source.rank([*velocities, *directions]) != generic.dimension:
            return None
        return self.fixed_values(velocities, symmetries)

    def point_in(self, basis: Sequence[dict[int, Scalar]]) -> list[int] | None:
        """A random point of X in the span of the vectors."""
        ring = PolynomialRing(len(basis), self.system.ring.field)
        images = []
        for k in range(self.system.size):
            image = ring.zero
            for j, vector in enumerate(basis):
                if vector.get(k, 0) != 0:
                    image = image + ring.scalar(vector[k]) * ring.coordinates[j]
            images.append(image)
        pulled = [self.system.ring.substitute(e, images, ring) for e in self.system.equations]
        small = System(ring, (), (), tuple(e for e in pulled if e != 0), (), (), 0)
        inner = PointSource(small, 13).point(20)
        if inner is None:
            return None
        prime, root = self.source.prime, self.source.root
        return [
            sum(reduce_scalar(v.get(k, 0), prime, root) * c for v, c in zip(basis, inner, strict=True)) % prime
            for k in range(self.system.size)
        ]


def nullspace_mod(rows: Sequence[dict[int, int]], columns: int, prime: int) -> list[dict[int, int]]:
    """A nullspace modulo a prime."""
    from catalg.exact.gauss_jordan import kernel_mod_p

    return [dict(v) for v in kernel_mod_p([r for r in rows if r], columns, prime).vectors]


def _tangent(directions: list[list[int]], normals: list[list[int]], prime: int) -> list[list[int]]:
    """The combinations of the directions that the gradients annihilate."""
    rows = [
        {
            j: c
            for j, d in enumerate(directions)
            if (c := sum(a * b for a, b in zip(normal, d, strict=True)) % prime)
        }
        for normal in normals
    ]
    return [
        [sum(c * directions[j][k] for j, c in v.items()) % prime for k in range(len(normals[0]))]
        for v in nullspace_mod(rows, len(directions), prime)
    ]


def stabilizer_components(
    system: System, bounds: Bounds, generic: Generic, group: Sequence[Symmetry]
) -> tuple[list[list[Symmetry]], int]:
    """Sets of symmetries kept greedily that reach the least bound for the number of covariants, and that bound.

    One set is enough for a compact group; with boosts there, other open strata may need other elements, so every short
    word is tried as the first one.
    """
    real = [s for s in group if s.real]
    first, best = _greedy(bounds, generic, real, [], generic.values)
    if not first:
        return [], best
    found = [first]
    if len(real) < len(group):
        for candidate in real:
            if len(candidate.word) > 2 or len(found) == MOST_SETS:
                continue
            value = bounds.values_on([candidate], generic)
            if value is None or value == generic.values:
                continue
            kept, reached = ([candidate], value) if value == best else _greedy(bounds, generic, real, [candidate], value)
            if reached == best and all(kept != other for other in found):
                found.append(kept)
    return found, best


def _greedy(
    bounds: Bounds, generic: Generic, group: Sequence[Symmetry], start: Sequence[Symmetry], best: int
) -> tuple[list[Symmetry], int]:
    kept = list(start)
    progress = True
    while progress and best > 0:
        progress = False
        for candidate in group:
            value = bounds.values_on([*kept, candidate], generic)
            if value is not None and value < best:
                kept.append(candidate)
                best, progress = value, True
                break
    return kept, best
