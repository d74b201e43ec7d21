"""The search for covariants and invariants: degree by degree, with real characters of the Lie algebra as twists.

The derived algebra and the rotations of the centre are imposed strictly; the remaining commuting elements act on what is
left, and their rational joint eigenvectors are relative equivariants, xi K = (drho + lambda) K. Products N·p_1^c_1…p_k^c_k
with vanishing total weight are absolute ones: this is where F^-1 = adj(F)/det F and ratios come from.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product as cartesian
from math import comb, prod
from typing import Protocol

import flint

from catalg.exact.field import Alg, Scalar, to_fmpq
from catalg.exact.nullspace import nullspace, row_space_rref
from catalg.exact.sparse import SparseMatrix, plain
from catalg.strategies.kernels.ansatz import (
    Covariant,
    combine,
    degrees,
    fixed_by_discrete,
    grading,
    lie_solutions,
    monomials,
    primitive,
    torus,
)
from catalg.strategies.kernels.components import Bounds, Generic
from catalg.strategies.kernels.exponentials import Additive, additive_characters
from catalg.strategies.kernels.system import (
    LieElement,
    System,
    bracket,
    canonical_basis,
)
from catalg.strategies.kernels.twists import Relative, Twisted, absolute_covariants, absolute_invariants

MAX_DEGREE = 8
MAX_UNKNOWNS = 40_000


@dataclass(frozen=True, slots=True)
class Division:
    """The Lie algebra split for the search: imposed strictly, and central elements with real characters."""

    strict: tuple[LieElement, ...]
    central: tuple[LieElement, ...]


def divide(system: System) -> Division:
    """The derived algebra with rotations on one side, elements that scale on the other."""
    ring = system.ring
    if any(e.scale != 1 for e in system.lie):
        return Division(system.lie, ())
    brackets = [
        bracket(ring, a, b) for i, a in enumerate(system.lie) for b in system.lie[i + 1 :]
    ]
    derived = canonical_basis(ring, [b for b in brackets if not _zero(b)]) if brackets else ()
    if len(derived) == len(system.lie):
        return Division(system.lie, ())
    from catalg.strategies.kernels.components import turns_of

    strict: list[LieElement] = list(derived)
    central: list[LieElement] = []
    for element in system.lie:
        if len(canonical_basis(ring, [*strict, *central, element])) == len(strict) + len(central):
            continue
        if any(turn.real for turn in turns_of(system, element)):
            strict.append(element)
        else:
            central.append(element)
    return Division(tuple(strict), tuple(central))


def _zero(element: LieElement) -> bool:
    return element.trivial and all(c == 0 for row in element.rho for c in row)


class Search:
    """Relative equivariants of a system, multidegree by multidegree."""

    def __init__(self, system: System, division: Division) -> None:
        self.system = system
        self.division = division
        self.groups = grading(system)
        self.weights = torus(system, division.strict)

    def degrees(self, total: int) -> list[tuple[int, ...]]:
        """The multidegrees of a total degree."""
        return list(degrees(self.groups, total))

    def at(self, degree: tuple[int, ...]) -> list[Relative]:
        """All relative equivariants of a multidegree (a basis for each character)."""
        system = self.system
        candidates = monomials(system, self.groups, degree)
        space = lie_solutions(system, self.division.strict, candidates, self.weights)
        found = []
        for weight, part in self._eigenspaces(space):
            if not self.division.central:
                fixed = fixed_by_discrete(system, part)
                found += [Relative(K, weight, (1,) * len(system.discrete)) for K in fixed]
                continue
            for signs in cartesian((1, -1), repeat=len(system.discrete)):
                fixed = fixed_by_discrete(system, part, signs)
                found += [Relative(K, weight, signs) for K in fixed]
        return [Relative(primitive(system, r.value), r.weight, r.signs) for r in found]

    def _eigenspaces(self, space: list[Covariant]) -> list[tuple[tuple[Scalar, ...], list[Covariant]]]:
        parts: list[tuple[tuple[Scalar, ...], list[Covariant]]] = [((), space)]
        for element in self.division.central:
            refined = []
            for weight, part in parts:
                for value, sub in self._split(element, part):
                    refined.append(((*weight, value), sub))
            parts = refined
        return [(w, p) for w, p in parts if p]

    def _split(self, element: LieElement, space: list[Covariant]) -> list[tuple[Scalar, list[Covariant]]]:
        """Rational eigenvalues of K -> xi K - drho K on the space, with their eigenspaces."""
        if not space:
            return []
        system = self.system
        index: dict[object, int] = {}
        vectors = [_flatten(system, K, index) for K in space]
        images = [_flatten(system, apply(system, element, K), index) for K in space]
        basis = _Basis(vectors)
        columns = [basis.express(image) for image in images]
        if any(column is None for column in columns):
            return []
        count = len(space)
        table = [[(column or {}).get(i, 0) for column in columns] for i in range(count)]
        matrix = SparseMatrix.from_dense(table)
        result: list[tuple[Scalar, list[Covariant]]] = []
        for value in _rational_eigenvalues(matrix):
            kernel = nullspace(matrix - SparseMatrix.identity(count).scale(value))
            result.append((plain(value), [combine(system, space, v) for v in kernel]))
        return result


class _Basis:
    """Coordinates over linearly independent sparse vectors."""

    def __init__(self, vectors: Sequence[dict[int, Scalar]]) -> None:
        self.count = len(vectors)
        width = 1 + max((j for v in vectors for j in v), default=0)
        self.width = width
        self.echelon = row_space_rref([{**v, width + k: 1} for k, v in enumerate(vectors)])

    def express(self, image: dict[int, Scalar]) -> dict[int, Scalar] | None:
        """The coordinates, or None outside of the span."""
        rest = dict(image)
        for row in self.echelon:
            pivot = min(row)
            factor = rest.get(pivot, 0)
            if factor != 0:
                for j, c in row.items():
                    value = rest.get(j, 0) - factor * c
                    if value == 0:
                        rest.pop(j, None)
                    else:
                        rest[j] = value
        if any(j < self.width for j in rest):
            return None
        return {j - self.width: plain(-c) for j, c in rest.items() if j - self.width < self.count}


def _flatten(system: System, covariant: Covariant, index: dict[object, int]) -> dict[int, Scalar]:
    out: dict[int, Scalar] = {}
    for i, f in enumerate(covariant):
        for exponents, c in system.ring.table(f).items():
            out[index.setdefault((i, exponents), len(index))] = c
    return out


def apply(system: System, element: LieElement, covariant: Covariant) -> Covariant:
    """xi K - scale·drho K."""
    ring = system.ring
    out = []
    for i, f in enumerate(covariant):
        value = ring.along(f, element.images)
        for c, g in zip(element.rho[i], covariant, strict=True):
            if c != 0 and g != 0:
                value = value - ring.scalar(c) * g * element.scale
        out.append(ring.reduce(value))
    return tuple(out)


def _rational_eigenvalues(matrix: SparseMatrix) -> list[Fraction]:
    entries = [c for row in matrix.to_dense() for c in row]
    if any(isinstance(c, Alg) for c in entries):
        return [Fraction(0)]
    n = matrix.nrows
    polynomial = flint.fmpq_mat(n, n, [to_fmpq(c) for c in entries]).charpoly()  # type: ignore[arg-type]
    _, factors = (polynomial.numer() * 1).factor()
    roots = [Fraction(-int(f[0]), int(f[1])) for f, _ in factors if f.degree() == 1]
    return sorted(roots, key=lambda r: (abs(r), r))


@dataclass
class Findings:
    """What the search found: absolute covariants, absolute invariants, relative invariants, and up to which degree."""

    covariants: list[Twisted]
    invariants: list[Twisted]
    relative: list[Relative]
    degree: int


class Collector:
    """Keeps the equivariants that raise a generic rank modulo a prime."""

    def __init__(self, system: System, bounds: Bounds) -> None:
        self.system, self.bounds = system, bounds
        self.point = bounds.source.point() or []
        self.normals = bounds.normals(self.point)
        self.base = bounds.source.rank(self.normals)

    def value(self, covariant: Covariant) -> list[int]:
        """The value at the random point."""
        return [self.bounds.source.compiled(f)(self.point) for f in covariant]

    def logarithmic(self, function: Twisted) -> list[int]:
        """The gradient of log of an invariant, times its numerator."""
        source, prime = self.bounds.source, self.bounds.source.prime
        compiled = source.compiled(function.numerators[0])
        top = compiled(self.point)
        total = [g for g in compiled.gradient(self.point)]
        for p, c in function.factors:
            q = source.compiled(p)
            bottom = q(self.point)
            weight = top * c.numerator * pow(c.denominator * bottom, -1, prime) % prime
            total = [(a + weight * b) % prime for a, b in zip(total, q.gradient(self.point), strict=True)]
        return total

    def independent(self, rows: Sequence[Sequence[int]], new: Sequence[int], tangential: bool) -> bool:
        """Whether a row raises the rank (modulo the normals of X for gradients)."""
        base = self.normals if tangential else []
        return self.bounds.source.rank([*base, *rows, new]) > self.bounds.source.rank([*base, *rows])


class Finder(Protocol):
    """A search for relative equivariants by multidegree."""

    groups: tuple[tuple[int, ...], ...] | None

    def degrees(self, total: int) -> list[tuple[int, ...]]:
        """The multidegrees of a total degree."""
        ...

    def at(self, degree: tuple[int, ...]) -> list[Relative]:
        """What is found at a multidegree."""
        ...


def searches(system: System) -> tuple[Finder, Finder]:
    """The searches for covariants and for invariants: with polynomial multipliers where the fields are nonlinear."""
    from catalg.strategies.kernels.cocycles import TwistedSearch, is_nonlinear

    scalar = system.scalar_problem()
    if is_nonlinear(system):
        return TwistedSearch(system), TwistedSearch(scalar)
    division = divide(system)
    same = _same_division(scalar, division) if division.central else divide(scalar)
    return Search(system, division), Search(scalar, same)


class Exploration:
    """The search, one total degree at a time: covariants of full generic rank and invariants of full functional rank."""

    def __init__(self, system: System, bounds: Bounds, generic: Generic, wanted: int) -> None:
        self.system, self.wanted = system, wanted
        self.covariant_search, self.invariant_search = searches(system)
        self.collector = Collector(system, bounds)
        self.additive: list[Additive] = []
        if isinstance(self.covariant_search, Search):
            division = self.covariant_search.division
            self.additive = additive_characters(system, division.strict, division.central)
        self.rank_wanted = generic.dimension - generic.orbit
        self.findings = Findings([], [], [], -1)
        self.relatives: list[Relative] = []
        self.vectors: list[Relative] = []
        self.values = self.gradients = 0

    @property
    def satisfied(self) -> bool:
        """Whether both ranks are reached."""
        return self.gradients >= self.rank_wanted and self.values >= self.wanted

    def run(self) -> Findings:
        """Degree after degree until both ranks are reached or the limit is."""
        while not self.satisfied and self.findings.degree < MAX_DEGREE and self.affordable():
            self.advance()
        return self.findings

    def affordable(self) -> bool:
        """Whether the next degree has few enough unknowns."""
        total = self.findings.degree + 1
        groups = self.invariant_search.groups
        size = self.system.size
        if groups is None:
            count = comb(size + total, total)
        else:
            count = max(
                prod(comb(len(g) + d - 1, d) for g, d in zip(groups, degree, strict=True))
                for degree in self.invariant_search.degrees(total)
            )
        return count * (1 if self.values >= self.wanted else self.system.dimension) <= MAX_UNKNOWNS

    def advance(self) -> None:
        """One more total degree."""
        self.findings.degree += 1
        total = self.findings.degree
        for degree in self.invariant_search.degrees(total):
            found = [r for r in self.invariant_search.at(degree) if not r.value[0].is_constant()]
            self.relatives += [r for r in found if any(self.collector.value(r.value))]  # not zero on X
        if self.values < self.wanted:
            for degree in self.covariant_search.degrees(total):
                self.vectors += self.covariant_search.at(degree)
        self.findings.invariants = absolute_invariants(self.system, self.relatives)
        self.findings.relative = self.relatives
        self.gradients = len(self._raise([(f, self.collector.logarithmic(f)) for f in self.findings.invariants], True))
        if self.values < self.wanted:
            candidates = [
                f for v in self.vectors for f in absolute_covariants(self.system, v, self.relatives, self.additive)[:1]
            ]
            self.findings.covariants = self._raise([(f, self.collector.value(f.numerators)) for f in candidates], False)
            self.values = len(self.findings.covariants)

    def _raise(self, candidates: Sequence[tuple[Twisted, list[int]]], tangential: bool) -> list[Twisted]:
        limit = self.rank_wanted if tangential else self.wanted
        rows: list[list[int]] = []
        kept = []
        for function, row in candidates:
            if len(rows) == limit:
                break
            if self.collector.independent(rows, row, tangential):
                rows.append(row)
                kept.append(function)
        return kept


def _same_division(scalar: System, division: Division) -> Division:
    """The division of the Lie algebra for V, read for the trivial representation."""
    zero = ((0,),)

    def plain_element(e: LieElement) -> LieElement:
        return LieElement(e.images, e.scale, zero, e.coefficients)

    return Division(tuple(map(plain_element, division.strict)), tuple(map(plain_element, division.central)))
