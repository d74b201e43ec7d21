"""Yoneda reduction by translations: K(q, k) = kappa(k - q).

Let T be the elements of the Lie algebra whose vector fields are constant. If T is an ideal that the discrete generators
normalise and that acts by zero on V, then K is a function on the quotient X/T, where the rest of the group acts again
(Fubini for ends). Coordinates of the quotient are x_j - sum c_jp x_p for pivots p, so the first argument becomes the base
point and the others its offsets.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from catalg.exact.field import Scalar
from catalg.exact.nullspace import coordinates, row_space_rref
from catalg.exact.poly import PolynomialRing
from catalg.strategies.kernels.system import (
    Block,
    DiscreteElement,
    Element,
    LieElement,
    System,
    canonical_basis,
    combination,
)
from catalg.terms import Name, Term, add, mul, neg, num, sub


@dataclass(frozen=True, slots=True)
class Reduction:
    """A reduced system with the way back: the quotient's coordinates as polynomials in the original ones."""

    system: System
    original: System
    offsets: tuple[Element, ...]
    moved: tuple[int, ...]

    def lift(self, element: Element) -> Element:
        """A function on the quotient as one on the original space."""
        return self.system.ring.substitute(element, self.offsets, self.original.ring)


def identity_reduction(system: System) -> Reduction:
    """No reduction."""
    return Reduction(system, system, system.ring.coordinates, ())


def constant_ideal(system: System) -> list[LieElement]:
    """The elements with constant vector fields that act by zero on V."""
    ring = system.ring
    regular = [e for e in system.lie if e.scale == 1]
    if not regular:
        return []
    rows: dict[object, dict[int, Scalar]] = {}
    for index, element in enumerate(regular):
        for k, image in enumerate(element.images):
            for exponents, c in ring.table(image).items():
                if any(exponents):
                    rows.setdefault((k, exponents), {})[index] = c
        for i, row in enumerate(element.rho):
            for j, c in enumerate(row):
                if c != 0:
                    rows.setdefault((i, j), {})[index] = c
    from catalg.exact.nullspace import nullspace
    from catalg.exact.sparse import SparseMatrix

    found = nullspace(SparseMatrix.of(list(rows.values()), len(regular)))
    return [
        combination(ring, regular, [vector.get(k, 0) for k in range(len(regular))])
        for vector in found
    ]


def reduce_translations(system: System) -> Reduction:
    """The quotient by the ideal of translations, or the system as it is where there is none."""
    ring = system.ring
    if len([e for e in system.lie if e.scale == 1]) != len(system.lie):
        return identity_reduction(system)
    ideal = constant_ideal(system)
    shifts = [_constant(ring, e.images) for e in ideal]
    basis = row_space_rref([{k: c for k, c in enumerate(s) if c != 0} for s in shifts])
    if not basis or not _normalised(system, basis) or _inhomogeneous(system, basis):
        return identity_reduction(system)
    pivots = [min(row) for row in basis]
    for block in system.blocks:
        split = set(block.positions) & set(pivots) and not set(block.positions) <= set(pivots)
        if split and block.source in system.bases and moves_freely(system, block):
            return identity_reduction(system)
    kept = [k for k in range(ring.size) if k not in pivots]
    small = PolynomialRing(len(kept), ring.field)
    offsets = []
    for k in kept:
        offset = ring.coordinates[k]
        for row, pivot in zip(basis, pivots, strict=True):
            if row.get(k, 0) != 0:
                offset = offset - ring.scalar(row[k]) * ring.coordinates[pivot]
        offsets.append(offset)
    section = [small.zero] * ring.size
    for position, k in enumerate(kept):
        section[k] = small.coordinates[position]

    def on_section(element: Element) -> Element:
        return ring.substitute(element, section, small)

    def quotient(images: Sequence[Element]) -> tuple[Element, ...]:
        values = [on_section(image) for image in images]
        out = []
        for k in kept:
            value = values[k]
            for row, pivot in zip(basis, pivots, strict=True):
                if row.get(k, 0) != 0:
                    value = value - small.scalar(row[k]) * values[pivot]
            out.append(small.reduce(value))
        return tuple(out)

    lie = [LieElement(quotient(e.images), small.one, e.rho, e.coefficients) for e in system.lie]
    discrete = tuple(
        DiscreteElement(
            s.name, tuple((n, small.one) for n in quotient([n for n, _ in s.images])), s.rho
        )
        for s in system.discrete
    )
    terms, blocks = _offsets(system, basis, pivots, kept)
    reduced = System(
        small,
        terms,
        blocks,
        tuple(e for e in map(on_section, system.equations) if e != 0),
        tuple(e for e in canonical_basis(small, lie) if not _acts_as_zero(e)),
        discrete,
        system.dimension,
        tuple(map(on_section, system.positive)),
        {k: v for k, v in system.bases.items() if not any(p in pivots for p in system.blocks[k].positions)},
    )
    return Reduction(reduced, system, tuple(offsets), tuple(pivots))


def moves_freely(system: System, block: Block) -> bool:
    """Whether the velocities at the block's base point have full rank: then the whole block is better taken away at once."""
    ring = system.ring
    images = [ring.zero] * ring.size
    for k, c in zip(block.positions, system.bases[block.source], strict=True):
        images[k] = ring.scalar(c)
    rows = []
    for e in system.lie:
        velocity = [ring.table(ring.substitute(e.images[k], images)).get((0,) * ring.size, 0) for k in block.positions]
        rows.append({k: c for k, c in enumerate(velocity) if c != 0})
    return len(row_space_rref([r for r in rows if r])) == len(block.positions)


def _acts_as_zero(element: LieElement) -> bool:
    return element.trivial and all(c == 0 for row in element.rho for c in row)


def _constant(ring: PolynomialRing, images: Sequence[Element]) -> list[Scalar]:
    return [ring.table(image).get((0,) * ring.size, 0) for image in images]


def _normalised(system: System, basis: Sequence[dict[int, Scalar]]) -> bool:
    """Whether every generator carries translations to translations (its derivative along them is a translation)."""
    ring = system.ring
    moves: list[Sequence[Element]] = [e.images for e in system.lie]
    for s in system.discrete:
        if any(not den.is_constant() for _, den in s.images):
            return False
        moves.append([num for num, _ in s.images])
    for images in moves:
        for row in basis:
            shift = [ring.scalar(row.get(k, 0)) for k in range(ring.size)]
            derived = [ring.along(image, shift) for image in images]
            if any(not _is_constant(ring, d) for d in derived):
                return False
            vector = {k: c for k, c in enumerate(_constant(ring, derived)) if c != 0}
            if coordinates(vector, list(basis)) is None:
                return False
    return True


def _is_constant(ring: PolynomialRing, element: Element) -> bool:
    return not any(any(e) for e in ring.table(element))


def _inhomogeneous(system: System, basis: Sequence[dict[int, Scalar]]) -> bool:
    """Whether an equation or inequality of X is not invariant under the translations."""
    ring = system.ring
    for element in (*system.equations, *system.positive):
        for row in basis:
            shift = [ring.scalar(row.get(k, 0)) for k in range(ring.size)]
            if not ring.is_zero(ring.along(element, shift)):
                return True
    return False


def _offsets(
    system: System, basis: Sequence[dict[int, Scalar]], pivots: Sequence[int], kept: Sequence[int]
) -> tuple[tuple[Term, ...], tuple[Block, ...]]:
    """Names for the quotient's coordinates; a block moved as a whole along with another reads as their difference."""
    place = {k: i for i, k in enumerate(kept)}
    expression: dict[int, Term] = {}
    for k in kept:
        parts: list[Term] = [system.terms[k]]
        for row, pivot in zip(basis, pivots, strict=True):
            c = row.get(k, 0)
            if c == 1:
                parts.append(neg(system.terms[pivot]))
            elif c != 0:
                parts.append(mul(num(-1), _scalar_term(c), system.terms[pivot]))
        expression[k] = add(*parts)
    blocks = []
    terms = [expression[k] for k in kept]
    for block in system.blocks:
        left = [k for k in block.positions if k in place]
        if not left:
            continue
        partner = _partner(system, basis, pivots, block)
        if partner is not None:
            name: Term = sub(block.term, partner)
        elif len(left) == len(block.positions) and all(expression[k] == system.terms[k] for k in left):
            name = block.term
        else:
            from catalg.terms import Vector

            name = Vector(tuple(expression[k] for k in left)) if len(left) > 1 else expression[left[0]]
        shape = block.shape if len(left) == len(block.positions) else "vector"
        blocks.append(
            Block(name, tuple(place[k] for k in left), shape, block.rows, block.positive_definite, block.source)
        )
        if partner is not None and len(left) > 1 and block.shape == "vector":
            from catalg.terms import Index

            for i, k in enumerate(left):
                terms[place[k]] = Index(name, (num(i + 1),))
        elif partner is not None and isinstance(block.term, Name) and len(left) == 1:
            terms[place[left[0]]] = name if block.shape == "scalar" else expression[left[0]]
    return tuple(terms), tuple(blocks)


def _scalar_term(value: Scalar) -> Term:
    from catalg.model.display import scalar_term

    return scalar_term(value)


def _partner(
    system: System, basis: Sequence[dict[int, Scalar]], pivots: Sequence[int], block: Block
) -> Term | None:
    """The block that the same translations move in the same way, coordinate by coordinate."""
    for other in system.blocks:
        if other is block or len(other.positions) != len(block.positions):
            continue
        matches = all(
            any(
                pivot == b and row.get(a, 0) == 1 and all(row.get(c, 0) == 0 for c in block.positions if c != a)
                for row, pivot in zip(basis, pivots, strict=True)
            )
            for a, b in zip(block.positions, other.positions, strict=True)
        )
        if matches:
            return other.term
    return None
