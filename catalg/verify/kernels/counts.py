"""The two generic numbers, by bounds that meet.

r, the functional rank of the invariants: from below the rank of the exhibited ones at a point modulo a prime, from above
dim X minus the rank of the velocities there. m, the number of arbitrary functions: from below the rank of the exhibited
covariants, from above dim V^H for a set H of elements that fix generic points. The Lie algebra of the stabilizer may be
taken at any point on an orbit of maximal dimension (dim V^h is upper semicontinuous there). Finite elements bound m on the
open set G·X^H; that set is dense
when they act trivially on X, and, by the theorem on principal orbits, when the group that is left after a real transitive
prefix of the section is compact and the rest of X is connected.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from catalg.exact.field import Alg, Scalar
from catalg.exact.modular_points import ModularPoints
from catalg.exact.poly import PolynomialRing
from catalg.exact.rotation import highest_level
from catalg.exact.sparse import SparseMatrix
from catalg.model.kernel_problem import KernelProposal
from catalg.verify.kernels.chain import Chain, linear_matrix
from catalg.verify.kernels.domain import Domain, invariant_form
from catalg.verify.kernels.frame import (
    Affine,
    Frame,
    Sample,
    Unreadable,
    fixed_points,
    function_value,
    logarithmic_gradients,
)

MOST_TURNS = 24


@dataclass(frozen=True, slots=True)
class Counts:
    """Lower and upper bounds for both numbers; `upper_free` bounds m on an open set, on a dense one when `dense`."""

    lower_arguments: int
    upper_arguments: int
    lower_free: int
    upper_free: int
    dense: bool
    prime: int
    why: str = ""

    @property
    def met(self) -> bool:
        """Whether all bounds meet."""
        return self.lower_arguments == self.upper_arguments and self.lower_free == self.upper_free


def lower_bounds(frame: Frame, sample: Sample, proposal: KernelProposal, point: Sequence[int]) -> tuple[int, int]:
    """The functional rank of the invariants and the rank of the covariants at a point (ranks there can only be too small)."""
    normals = sample.normals(point)
    gradients = [row for i in proposal.invariants for row in logarithmic_gradients(sample, i.value, point)]
    arguments = sample.rank([*normals, *gradients]) - sample.rank(normals)
    values = [function_value(sample, c.value, point) for c in proposal.covariants]
    return arguments, sample.rank(values)


def count(
    frame: Frame, sample: Sample, domain: Domain, proposal: KernelProposal, point: Sequence[int],
    stabilizer: Sequence[Affine], chain: Chain | None,
) -> Counts:  # fmt: skip
    """All four bounds. ZeroDivisionError when the sample point meets a pole."""
    assert domain.dimension is not None
    velocities = sample.velocities(point)
    orbit = sample.rank(velocities)
    arguments, free = lower_bounds(frame, sample, proposal, point)
    upper_arguments = domain.dimension - orbit
    periods = trivial_turns(frame)
    upper = sample.fixed_values(velocities, periods)
    if upper == free or not stabilizer:
        return Counts(arguments, upper_arguments, free, upper, True, sample.prime)
    if not all(e.real for e in stabilizer):
        return Counts(arguments, upper_arguments, free, upper, True, sample.prime, "a stabilizer element is not real")
    improved = open_bound(frame, sample, domain.dimension, orbit, stabilizer)
    if improved is None:
        return Counts(arguments, upper_arguments, free, upper, True, sample.prime)
    why = _not_dense(frame, domain, stabilizer, chain)
    return Counts(arguments, upper_arguments, free, improved, not why, sample.prime, why)


def trivial_turns(frame: Frame) -> list[SparseMatrix]:
    """For each Lie generator J that acts on X with eigenvalues in ikZ, k >= 2: a matrix E with V^h in the kernel of E - 1.

    h = exp(2 pi J/k) acts trivially on X, so that kernels have values in V^h, which is spanned by eigenvectors of J with
    eigenvalues in ikZ: E - 1 = J (J² + k²)(J² + 4k²)…, as far as the eigenvalues of J on V may reach."""
    found = []
    for field, rho in zip(frame.fields, frame.lie_rho, strict=True):
        if any(not den.is_constant() for _, den in field):
            continue
        try:
            matrix, shift = frame.affine_part([frame.ring.reduce(n / d) for n, d in field])
        except Unreadable:
            continue
        if shift or matrix.is_zero or rho.is_zero or any(isinstance(c, Alg) for row in rho.rows for c in row.values()):
            continue
        size = max(sum((abs(Fraction(c)) for c in row.values() if not isinstance(c, Alg)), Fraction(0)) for row in rho.rows)
        turns = [k for k in range(2, MOST_TURNS) if size < k * MOST_TURNS and highest_level(matrix, Fraction(k * k)) is not None]
        if turns:
            k, identity = max(turns), SparseMatrix.identity(frame.dimension)
            square, product = rho @ rho, rho
            for level in range(1, int(size / k) + 1):
                product = product @ (square + identity.scale(Fraction((level * k) ** 2)))
            found.append(identity + product)
    return found


def open_bound(
    frame: Frame, sample: Sample, dimension: int, orbit: int, elements: Sequence[Affine]
) -> int | None:
    """dim V^H at a random point of X^H, if T(Gx) + T(X^H) = TX there and the orbit has maximal dimension."""
    at = point_fixed_by(frame, sample, elements)
    if at is None:
        return None
    point, directions = at
    try:
        velocities = sample.velocities(point)
    except ZeroDivisionError:
        return None
    normals = sample.normals(point)
    if sample.rank(velocities) != orbit or frame.size - sample.rank(normals) != dimension:
        return None
    tangent = _tangent(sample, directions, normals)
    if sample.rank([*velocities, *tangent]) != dimension:
        return None
    return sample.fixed_values(velocities, [e.rho for e in elements])


def point_fixed_by(
    frame: Frame, sample: Sample, elements: Sequence[Affine], seed: int = 47
) -> tuple[list[int], list[list[int]]] | None:
    """A random point of X that the elements fix, modulo the prime, and the directions of their fixed space."""
    space = fixed_points(elements, frame.size, frame.field)
    if space is None:
        return None
    origin, basis = space
    ring = PolynomialRing(len(basis), frame.ring.field)
    images = []
    for k in range(frame.size):
        image = ring.scalar(origin.get(k, 0))
        for j, v in enumerate(basis):
            if v.get(k, 0) != 0:
                image = image + ring.scalar(v[k]) * ring.coordinates[j]
        images.append(image)
    pulled = [p for p in (frame.ring.substitute(e, images, ring) for e in frame.equations) if p != 0]
    inner = ModularPoints(ring, pulled, sample.prime, sample.root, seed).point(40)
    if inner is None:
        return None
    point = [
        (sample.scalar(origin.get(k, 0)) + sum(sample.scalar(v.get(k, 0)) * c for v, c in zip(basis, inner, strict=True)))
        % sample.prime
        for k in range(frame.size)
    ]
    return point, [[sample.scalar(v.get(k, 0)) for k in range(frame.size)] for v in basis]


def _tangent(sample: Sample, directions: list[list[int]], normals: Sequence[Sequence[int]]) -> list[list[int]]:
    import flint

    if not normals or not directions:
        return directions
    prime = sample.prime
    products = [[sum(a * b for a, b in zip(n, d, strict=True)) % prime for d in directions] for n in normals]
    matrix = flint.nmod_mat(len(products), len(directions), [c for row in products for c in row], prime)
    kernel, nullity = matrix.nullspace()
    return [
        [sum(int(kernel[i, j]) * directions[i][k] for i in range(len(directions))) % prime for k in range(len(directions[0]))]
        for j in range(int(nullity))
    ]


def _not_dense(frame: Frame, domain: Domain, elements: Sequence[Affine], chain: Chain | None) -> str:
    """'' when G·X^H is dense, else what is missing."""
    identity = SparseMatrix.identity(frame.size)
    if all(e.matrix == identity and not e.shift for e in elements):
        return ""
    if not domain.connected:
        return domain.why
    prefix, algebra = _transitive_prefix(frame, chain)
    rest = [k for k in range(frame.size) if k not in prefix]
    lie: list[list[list[Scalar]]] = []
    on_values: list[list[list[Scalar]]] = []
    for weights in algebra:
        field = frame.combination(weights)
        restricted = linear_matrix(frame, field, rest)
        if restricted is None:
            return "what is left of the group does not act by linear maps"
        lie.append(restricted)
        on_values.append(_combined(frame, weights))
    finite, finite_values = [], []
    for e in elements:
        if any(k in rest for k in e.shift):
            return "a stabilizer element is not linear"
        finite.append(_block(e.matrix, rest))
        finite_values.append(_block(e.rho, range(frame.dimension)))
    if invariant_form(lie, finite, len(rest)) is None:
        return "what is left of the group was not shown to be compact, so other strata may differ"
    if invariant_form(on_values, finite_values, frame.dimension) is None:
        return "what is left of the group was not shown to act on V through a compact group"
    return ""


def _transitive_prefix(frame: Frame, chain: Chain | None) -> tuple[set[int], Sequence[dict[int, Scalar]]]:
    """The coordinates of the first levels on which the group is transitive over the reals, and what fixes them."""
    prefix: set[int] = set()
    everything: list[dict[int, Scalar]] = [{j: 1} for j in range(len(frame.fields))]
    if chain is None:
        return prefix, everything
    for number, level in enumerate(chain.levels):
        if level.reason not in ("open", "inertia") or level.section.directions:
            return prefix, level.residual
        prefix |= set(level.section.positions)
        if number + 1 == len(chain.levels):
            return prefix, chain.left
    return prefix, everything


def _combined(frame: Frame, weights: dict[int, Scalar]) -> list[list[Scalar]]:
    total = SparseMatrix.zero(frame.dimension, frame.dimension)
    for j, c in weights.items():
        total = total + frame.lie_rho[j].scale(c)
    return _block(total, range(frame.dimension))


def _block(matrix: SparseMatrix, places: Sequence[int]) -> list[list[Scalar]]:
    return [[matrix[i, j] for j in places] for i in places]
