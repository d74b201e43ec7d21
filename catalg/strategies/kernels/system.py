"""The working form of a kernel problem: polynomial data in one ring, a canonical Lie algebra basis, points modulo a prime.

The conditions of an end depend only on the span of the Lie generators, so they are replaced by the reduced echelon basis of
the span of their coefficient vectors: the same span gives the same answers, whichever basis a user declared.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from catalg.exact.field import QQ, NumberField, Scalar
from catalg.exact.modular import linear_prime
from catalg.exact.modular_points import ModularPoints, dense_rank
from catalg.exact.nullspace import row_space_rref
from catalg.exact.poly import ModularPolynomial, PolynomialRing
from catalg.exact.sparse import SparseMatrix, plain
from catalg.model.kernel_problem import KernelArgument, KernelProblem, Poly
from catalg.terms import Index, Name, Term, num

Element = Any
Matrix = tuple[tuple[Scalar, ...], ...]


@dataclass(frozen=True, slots=True)
class LieElement:
    """An element of the Lie algebra: its vector field times `scale`, the polynomial `scale` itself, its matrix on V, and its
    coordinates over the declared generators."""

    images: tuple[Element, ...]
    scale: Element
    rho: Matrix
    coefficients: tuple[Scalar, ...]

    @property
    def trivial(self) -> bool:
        """Whether it acts as zero on X."""
        return all(f == 0 for f in self.images)


@dataclass(frozen=True, slots=True)
class DiscreteElement:
    """A discrete generator: images as (numerator, denominator) pairs, and its matrix on V."""

    name: str
    images: tuple[tuple[Element, Element], ...]
    rho: Matrix


@dataclass(frozen=True, slots=True)
class Block:
    """An argument: its name as a term (`k - q` after a reduction), and the positions of its coordinates."""

    term: Term
    positions: tuple[int, ...]
    shape: str = "vector"
    rows: int = 0
    positive_definite: bool = False
    source: int = 0


@dataclass
class System:
    """A kernel problem in polynomial form. `terms` writes each coordinate in the user's names."""

    ring: PolynomialRing
    terms: tuple[Term, ...]
    blocks: tuple[Block, ...]
    equations: tuple[Element, ...]
    lie: tuple[LieElement, ...]
    discrete: tuple[DiscreteElement, ...]
    dimension: int
    positive: tuple[Element, ...] = ()
    bases: dict[int, tuple[Fraction, ...]] = field(default_factory=dict)

    @property
    def size(self) -> int:
        """The number of ambient coordinates."""
        return self.ring.size

    @property
    def number_field(self) -> NumberField:
        """The field of the coefficients."""
        return self.ring.field or QQ

    def scalar_problem(self) -> System:
        """The same space with values in the trivial one-dimensional representation."""
        zero, one = ((0,),), ((1,),)
        return System(
            self.ring,
            self.terms,
            self.blocks,
            self.equations,
            tuple(LieElement(e.images, e.scale, zero, e.coefficients) for e in self.lie),
            tuple(DiscreteElement(s.name, s.images, one) for s in self.discrete),
            1,
            self.positive,
            self.bases,
        )


def coordinate_terms(argument: KernelArgument) -> list[Term]:
    """How the coordinates of an argument are written."""
    name = Name(argument.name)
    if argument.shape == "scalar":
        return [name]
    if argument.shape == "symmetric":
        n = argument.rows
        return [Index(name, (num(i + 1), num(j + 1))) for i in range(n) for j in range(i, n)]
    if argument.shape == "matrix":
        return [
            Index(name, (num(i + 1), num(j + 1))) for i in range(argument.rows) for j in range(argument.columns)
        ]
    return [Index(name, (num(k + 1),)) for k in range(argument.size)]


def system_of(problem: KernelProblem) -> System:
    """The working form of a problem."""
    ring = PolynomialRing(problem.size, problem.number_field)

    def lift(poly: Poly) -> Element:
        return ring.element(dict(poly.terms))

    terms: list[Term] = []
    blocks = []
    for index, argument in enumerate(problem.arguments):
        terms += coordinate_terms(argument)
        positions = tuple(range(argument.start, argument.start + argument.size))
        blocks.append(
            Block(
                Name(argument.name), positions, argument.shape, argument.rows, argument.positive_definite, source=index
            )
        )
    lie = []
    count = len(problem.lie)
    for index, generator in enumerate(problem.lie):
        scale = ring.one
        for image in generator.images:
            den = lift(image.denominator)
            scale = scale * den / scale.gcd(den) if den != scale else scale
        images = tuple(
            ring.reduce(lift(image.numerator) * (scale / lift(image.denominator))) for image in generator.images
        )
        unit = tuple(int(k == index) for k in range(count))
        lie.append(LieElement(images, scale, plain_matrix(generator.rho), unit))
    discrete = tuple(
        DiscreteElement(
            s.name,
            tuple(_cancelled(lift(i.numerator), lift(i.denominator), ring) for i in s.images),
            plain_matrix(s.rho),
        )
        for s in problem.discrete
    )
    positive = tuple(lift(r.numerator) * lift(r.denominator) for r in problem.inequalities)
    bases = {k: a.base for k, a in enumerate(problem.arguments) if a.base is not None}
    equations = tuple(e for e in (lift(e) for e in problem.equations) if e != 0)
    return System(
        ring, tuple(terms), tuple(blocks), equations, canonical_basis(ring, lie), discrete,
        problem.target.dimension, positive, bases,
    )  # fmt: skip


def _cancelled(numerator: Element, denominator: Element, ring: PolynomialRing) -> tuple[Element, Element]:
    if denominator.is_constant() and ring.offset == 0:
        return numerator / denominator, ring.one
    return numerator, denominator


def plain_matrix(rows: Sequence[Sequence[Scalar]]) -> Matrix:
    """The matrix with entries in their plainest type."""
    return tuple(tuple(plain(entry) for entry in row) for row in rows)


def canonical_basis(ring: PolynomialRing, elements: Sequence[LieElement]) -> tuple[LieElement, ...]:
    """The reduced echelon basis of the span (fields first, then matrices); elements with denominators are kept as they are.

    Elements that act as zero on X and on V disappear.
    """
    regular = [e for e in elements if e.scale == 1]
    rest = tuple(e for e in elements if e.scale != 1)
    if not regular:
        return rest
    keys: dict[tuple[int, tuple[int, ...]], int] = {}
    tables = [[ring.table(image) for image in e.images] for e in regular]
    found = {(k, m) for table in tables for k, image in enumerate(table) for m in image}
    for key in sorted(found, key=lambda km: (sum(km[1]), km[0], tuple(-e for e in km[1]))):
        keys[key] = len(keys)
    width, m = len(keys), len(regular[0].rho)
    tail = width + m * m
    rows = []
    for index, (element, table) in enumerate(zip(regular, tables, strict=True)):
        row: dict[int, Scalar] = {keys[(k, e)]: plain(c) for k, image in enumerate(table) for e, c in image.items()}
        for i in range(m):
            for j in range(m):
                if element.rho[i][j] != 0:
                    row[width + i * m + j] = element.rho[i][j]
        row[tail + index] = 1
        rows.append(row)
    names = list(keys)
    count = len(elements[0].coefficients)
    result = []
    for row in row_space_rref(rows):
        if min(row) >= tail:
            continue
        images = []
        for k in range(ring.size):
            images.append(ring.element({m: row[j] for j, (i, m) in enumerate(names) if i == k and j in row}))
        rho = tuple(tuple(row.get(width + i * m + j, 0) for j in range(m)) for i in range(m))
        coefficients: list[Scalar] = [0] * count
        for index, element in enumerate(regular):
            weight = row.get(tail + index, 0)
            if weight != 0:
                for k, c in enumerate(element.coefficients):
                    coefficients[k] = plain(coefficients[k] + weight * c)
        result.append(LieElement(tuple(images), ring.one, rho, tuple(coefficients)))
    return (*result, *rest)


def combination(ring: PolynomialRing, elements: Sequence[LieElement], weights: Sequence[Scalar]) -> LieElement:
    """A linear combination of Lie elements without denominators."""
    size, m = ring.size, len(elements[0].rho)
    images = [ring.zero] * size
    rho: list[list[Scalar]] = [[0] * m for _ in range(m)]
    coefficients: list[Scalar] = [0] * len(elements[0].coefficients)
    for weight, element in zip(weights, elements, strict=True):
        if weight == 0:
            continue
        factor = ring.scalar(weight)
        images = [ring.reduce(a + factor * b) for a, b in zip(images, element.images, strict=True)]
        rho = [[plain(a + weight * b) for a, b in zip(r, s, strict=True)] for r, s in zip(rho, element.rho, strict=True)]
        coefficients = [plain(a + weight * b) for a, b in zip(coefficients, element.coefficients, strict=True)]
    return LieElement(tuple(images), ring.one, tuple(tuple(r) for r in rho), tuple(coefficients))


def bracket(ring: PolynomialRing, left: LieElement, right: LieElement) -> LieElement:
    """The bracket as it acts: matrices [rho(a), rho(b)], fields [eta, xi] (vector fields reverse the sign); no coordinates."""
    images = tuple(
        ring.reduce(ring.along(f, right.images) - ring.along(g, left.images))
        for f, g in zip(left.images, right.images, strict=True)
    )
    a, b = SparseMatrix.from_dense(left.rho), SparseMatrix.from_dense(right.rho)
    rho = (a @ b - b @ a).to_dense()
    return LieElement(images, ring.one, rho, (0,) * len(left.coefficients))


class PointSource:
    """Random points of a system's X modulo one prime, always the same ones, and ranks there."""

    def __init__(self, system: System, seed: int = 7, skip: int = 0) -> None:
        self.system = system
        self.prime, self.root = linear_prime(system.number_field, skip)
        self.points = ModularPoints(system.ring, system.equations, self.prime, self.root, seed)

    def compiled(self, element: Element) -> ModularPolynomial:
        """A polynomial ready for evaluation at the points."""
        return ModularPolynomial(self.system.ring.table(element), self.prime, self.root)

    def point(self, tries: int = 200) -> list[int] | None:
        """A point of X, or None when the equations resist."""
        return self.points.point(tries)

    def rank(self, rows: Sequence[Sequence[int]]) -> int:
        """The rank modulo the prime."""
        return dense_rank(rows, self.prime)
