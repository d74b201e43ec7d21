"""Where the Lie algebra that acts is so(3) on one vector: found in the vector fields, not in the name of the group.

Translations go first. What is left must be three linear fields on three coordinates whose matrices are skew and span so(3), on
all of R^3 or on a sphere about the origin. Elements that move nothing must act as zero on the values, and discrete generators by
orthogonal maps that send each sphere to itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from catalg.exact.field import Alg, Scalar
from catalg.exact.nullspace import solve
from catalg.exact.sparse import SparseMatrix
from catalg.model.ends import KernelEnd
from catalg.model.protocols import NotCovered
from catalg.model.representation import Rep, TrivialRep
from catalg.model.scalars import REAL
from catalg.strategies.kernels.system import Element, System, system_of
from catalg.strategies.kernels.translations import constant_ideal, reduce_translations
from catalg.terms import Dim, Term
from catalg.universes.man import NotRational, kernel_problem
from catalg.universes.vect import matrix

ROTATIONS = (((1, 2), -1, (2, 1), 1), ((0, 2), 1, (2, 0), -1), ((0, 1), -1, (1, 0), 1))
"""The infinitesimal rotations about the axes by their two entries: X e_2 = e_3, Y e_3 = e_1, Z e_1 = e_2."""


@dataclass(frozen=True, slots=True)
class Rotations:
    """The vector that is rotated, whether its length is fixed, the rotations X, Y, Z and what moves nothing, as weights of the
    Lie generators, and the orthogonal matrices of the discrete generators."""

    vector: Term
    differences: int
    sphere: bool
    axes: tuple[dict[str, Scalar], ...]
    still: tuple[dict[str, Scalar], ...]
    discrete: tuple[tuple[str, tuple[tuple[Scalar, ...], ...]], ...]

    def act(self, rep: Rep) -> tuple[SparseMatrix, SparseMatrix, SparseMatrix]:
        """The matrices of X, Y, Z on a representation."""
        x, y, z = (combined(rep, weights) for weights in self.axes)
        return x, y, z


def combined(rep: Rep, weights: dict[str, Scalar]) -> SparseMatrix:
    """The matrix of a combination of Lie generators."""
    size = rep.dim.constant()
    total = SparseMatrix.zero(size or 0, size or 0)
    for name, c in weights.items():
        total = total + matrix(rep, name).scale(c)
    return total


def recognise(end: KernelEnd) -> Rotations:
    """The rotations behind an end. Raises NotCovered."""
    try:
        problem = kernel_problem(replace(end, target=TrivialRep(end.group, REAL, Dim.of(1))))
    except (NotRational, ValueError):
        raise NotCovered("") from None
    if problem.number_field is not None or problem.inequalities or len(problem.lie) < 3:
        raise NotCovered("")
    system = system_of(problem)
    if any(e.scale != 1 for e in system.lie):
        raise NotCovered("")
    reduction = reduce_translations(system)
    reduced = reduction.system
    if len(reduced.blocks) != 1 or reduced.size != 3 or len(reduced.lie) != 3 or reduced.positive:
        raise NotCovered("")
    if not reduced.equations and problem.equations:
        raise NotCovered("")
    names = [g.name for g in problem.lie]

    def weights(coefficients: Sequence[Scalar]) -> dict[str, Scalar]:
        return {n: c for n, c in zip(names, coefficients, strict=True) if c != 0}

    axes = tuple(weights(c) for c in _axes(reduced))
    still = tuple(weights(e.coefficients) for e in constant_ideal(system)) if reduction.moved else ()
    if len(axes) + len(still) != len(names) or len(still) != len(reduction.moved):
        raise NotCovered("")
    discrete = tuple((s.name, _orthogonal(reduced, [n for n, d in s.images], all(d == 1 for _, d in s.images))) for s in reduced.discrete)
    return Rotations(reduced.blocks[0].term, len(reduction.moved), _is_sphere(reduced), axes, still, discrete)


def _linear(system: System, images: Sequence[Element]) -> list[list[Scalar]]:
    rows: list[list[Scalar]] = []
    for image in images:
        row: list[Scalar] = [0, 0, 0]
        for exponents, c in system.ring.table(image).items():
            if sum(exponents) != 1:
                raise NotCovered("")
            row[exponents.index(1)] = c
        rows.append(row)
    return rows


def _axes(system: System) -> list[list[Scalar]]:
    """The coefficients of X, Y, Z over the declared generators."""
    columns: list[dict[int, Scalar]] = []
    for element in system.lie:
        a = _linear(system, element.images)
        if any(a[i][j] + a[j][i] != 0 for i in range(3) for j in range(i, 3)):
            raise NotCovered("")
        columns.append({0: a[2][1], 1: a[0][2], 2: a[1][0]})
    rows = [{k: c[i] for k, c in enumerate(columns) if c[i] != 0} for i in range(3)]
    found = []
    for axis in range(3):
        weights = solve(SparseMatrix.of(rows, 3), {axis: 1})
        if weights is None:
            raise NotCovered("")
        total: list[Scalar] = [Fraction(0)] * len(system.lie[0].coefficients)
        for k, w in weights.items():
            total = [t + w * c for t, c in zip(total, system.lie[k].coefficients, strict=True)]
        found.append(total)
    return found


def _orthogonal(system: System, images: Sequence[Element], polynomial: bool) -> tuple[tuple[Scalar, ...], ...]:
    if not polynomial:
        raise NotCovered("")
    q = _linear(system, images)
    for i in range(3):
        for j in range(3):
            if sum((q[k][i] * q[k][j] for k in range(3)), Fraction(0)) != int(i == j):
                raise NotCovered("")
    return tuple(map(tuple, q))


def _is_sphere(system: System) -> bool:
    """Whether the one equation fixes the length; False where there is none."""
    if not system.equations:
        return False
    x, y, z = system.ring.coordinates
    square = x * x + y * y + z * z
    if len(system.equations) == 1:
        equation = system.equations[0]
        lead = system.ring.table(equation).get((2, 0, 0), 0)
        if lead != 0 and not isinstance(lead, Alg):
            rest = square - equation * system.ring.scalar(1 / Fraction(lead))
            if rest.is_constant() and system.ring.table(rest).get((0, 0, 0), 0) == 1:
                return True
    raise NotCovered("")
