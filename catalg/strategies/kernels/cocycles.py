"""Relative invariants with polynomial multipliers: xi_a p = lambda_a p, for actions by nonlinear fields.

The multipliers form a 1-cocycle, xi_a lambda_b - xi_b lambda_a = lambda_[a,b], a finite-dimensional space once their degree is bounded
by that of the fields minus one (Darboux polynomials; Olver, *Equivalence, Invariants and Symmetry*, chapter 3). Elements on
which every cocycle vanishes are imposed first; the others are tried with small integral multiples of a reduced basis.
Cross-ratios, distances on the half plane and conformal cross-ratios are quotients of such p.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from catalg.exact.field import Scalar
from catalg.exact.nullspace import coordinates, nullspace, row_space_rref
from catalg.exact.sparse import SparseMatrix
from catalg.strategies.kernels.ansatz import (
    Covariant,
    combine,
    fixed_by_discrete,
    lie_solutions,
    monomials,
    primitive,
)
from catalg.strategies.kernels.system import Element, LieElement, System, bracket
from catalg.strategies.kernels.twists import Relative

MOST_TWISTS = 4000
LARGEST_MULTIPLE = 2


def is_nonlinear(system: System) -> bool:
    """Whether some vector field has degree above 1, all being polynomial."""
    if any(e.scale != 1 for e in system.lie):
        return False
    return any(system.ring.total_degree(f) > 1 for e in system.lie for f in e.images)


def cocycles(system: System) -> list[list[Element]]:
    """A reduced basis of the polynomial 1-cocycles, one value for each Lie element."""
    ring = system.ring
    top = max(ring.total_degree(f) for e in system.lie for f in e.images) - 1
    basis = monomials(system, None, (top,))
    basis.sort(key=lambda e: (-sum(e), [-c for c in e]))
    count = len(system.lie)
    constants = structure(system)
    if constants is None:
        return []
    elements = [ring.element({m: 1}) for m in basis]
    rows: dict[object, dict[int, Scalar]] = {}

    def put(key: object, column: int, value: Scalar) -> None:
        row = rows.setdefault(key, {})
        row[column] = row.get(column, 0) + value

    def column(monomial: int, element: int) -> int:
        return monomial * count + element

    for a in range(count):
        for b in range(a + 1, count):
            for k, monomial in enumerate(elements):
                for exponents, c in ring.table(ring.along(monomial, system.lie[a].images)).items():
                    put((a, b, exponents), column(k, b), c)
                for exponents, c in ring.table(ring.along(monomial, system.lie[b].images)).items():
                    put((a, b, exponents), column(k, a), -c)
                for d, c in constants[(a, b)].items():
                    put((a, b, basis[k]), column(k, d), -c)
    cleaned = [{j: c for j, c in row.items() if c != 0} for row in rows.values()]
    space = nullspace(SparseMatrix.of([r for r in cleaned if r], len(basis) * count, system.number_field))
    result = []
    for vector in row_space_rref(space):
        values: list[dict[tuple[int, ...], Scalar]] = [{} for _ in range(count)]
        for j, c in vector.items():
            values[j % count][basis[j // count]] = c
        result.append([ring.element(v) for v in values])
    return result


def structure(system: System) -> dict[tuple[int, int], dict[int, Scalar]] | None:
    """[xi_a, xi_b] over the basis, for a < b; None when the span is not closed."""
    ring = system.ring
    index: dict[object, int] = {}

    def flat(images: Sequence[Element]) -> dict[int, Scalar]:
        out: dict[int, Scalar] = {}
        for k, image in enumerate(images):
            for exponents, c in ring.table(image).items():
                out[index.setdefault((k, exponents), len(index))] = c
        return out

    vectors = [flat(e.images) for e in system.lie]
    brackets = {
        (a, b): flat(bracket(ring, system.lie[b], system.lie[a]).images)
        for a in range(len(vectors))
        for b in range(a + 1, len(vectors))
    }
    width = len(index)
    marked = row_space_rref([{**v, width + k: 1} for k, v in enumerate(vectors)])
    echelon = [{j: c for j, c in row.items() if j < width} for row in marked]
    result: dict[tuple[int, int], dict[int, Scalar]] = {}
    for pair, vector in brackets.items():
        weights = coordinates(vector, echelon)
        if weights is None:
            return None
        total: dict[int, Scalar] = {}
        for w, row in zip(weights, marked, strict=True):
            if w != 0:
                for j, c in row.items():
                    if j >= width:
                        total[j - width] = total.get(j - width, 0) + w * c
        result[pair] = {k: c for k, c in total.items() if c != 0}
    return result


class TwistedSearch:
    """Relative equivariants by total degree, with multiples of the cocycles as multipliers."""

    def __init__(self, system: System) -> None:
        self.system = system
        self.basis = cocycles(system)
        self.strict = [
            e for k, e in enumerate(system.lie) if all(cocycle[k] == 0 for cocycle in self.basis)
        ]
        self.rest = [k for k in range(len(system.lie)) if system.lie[k] not in self.strict]
        self.found: list[Element] = []
        self.groups: tuple[tuple[int, ...], ...] | None = None

    def twists(self) -> list[tuple[int, ...]]:
        """Small multiples, few nonzero ones first."""
        count = len(self.basis)
        if (LARGEST_MULTIPLE + 1) ** count > MOST_TWISTS:
            return [tuple(0 for _ in range(count))]
        return sorted(product(range(LARGEST_MULTIPLE + 1), repeat=count), key=lambda t: (sum(1 for c in t if c), t))

    def degrees(self, total: int) -> list[tuple[int, ...]]:
        """There is only a filtration."""
        return [(total,)]

    def at(self, degree: tuple[int, ...]) -> list[Relative]:
        """New relative equivariants up to a total degree, products of earlier ones left out for scalars."""
        system, ring = self.system, self.system.ring
        space = lie_solutions(system, self.strict, monomials(system, None, degree))
        results = []
        for twist in self.twists():
            part = self._twisted(space, twist)
            for signs in product((1, -1), repeat=len(system.discrete)):
                for K in fixed_by_discrete(system, part, signs) if part else []:
                    value = primitive(system, K)
                    if len(value) == 1:
                        if value[0].is_constant() or any(divmod(value[0], p)[1] == 0 for p in self.found):
                            continue
                        if ring.total_degree(value[0]) < degree[0]:
                            continue
                        self.found.append(value[0])
                    results.append(Relative(value, tuple(twist), tuple(signs)))
        return results

    def _twisted(self, space: Sequence[Covariant], twist: Sequence[int]) -> list[Covariant]:
        """The members of a space with xi K = (drho + lambda) K for the elements on which cocycles do not vanish."""
        system, ring = self.system, self.system.ring
        if not space:
            return []
        rows: dict[object, dict[int, Scalar]] = {}
        for number in self.rest:
            element = system.lie[number]
            multiplier = ring.zero
            for t, cocycle in zip(twist, self.basis, strict=True):
                if t:
                    multiplier = multiplier + cocycle[number] * t
            for index, K in enumerate(space):
                for i, value in enumerate(_defect(system, element, K, multiplier)):
                    for exponents, c in ring.table(value).items():
                        rows.setdefault((number, i, exponents), {})[index] = c
        matrix = SparseMatrix.of(list(rows.values()), len(space), system.number_field)
        return [combine(system, space, v) for v in nullspace(matrix)]


def _defect(system: System, element: LieElement, covariant: Covariant, multiplier: Element) -> Covariant:
    ring = system.ring
    out = []
    for i, f in enumerate(covariant):
        value = ring.along(f, element.images) - multiplier * f
        for c, g in zip(element.rho[i], covariant, strict=True):
            if c != 0 and g != 0:
                value = value - ring.scalar(c) * g
        out.append(ring.reduce(value))
    return tuple(out)
