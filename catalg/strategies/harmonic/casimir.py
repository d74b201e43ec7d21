"""The quadratic Casimir operator of the action on one argument, applied to functions of an invariant.

The diagonal action annihilates an invariant t; the action on one argument alone does not, but its Casimir operator L commutes
with the diagonal action, so that it maps invariants to invariants: L f(t) = P f'' + Q f' with P = sum c^{ab} (X_a t)(X_b t)
and Q = sum c^{ab} X_a X_b t. Both must be polynomials in t and in what the action on this argument leaves alone: that
is checked, by linear algebra modulo the ideal of the space.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from catalg.exact.field import Scalar
from catalg.exact.nullspace import solve
from catalg.exact.poly import Element, PolynomialRing
from catalg.exact.sparse import SparseMatrix
from catalg.model.kernel_problem import KernelProblem, Poly, Rat
from catalg.strategies.harmonic.lie import Field, LieAlgebra, Symmetric, closure, invariant_tensors

Closed = dict[tuple[int, tuple[int, ...]], Scalar]
"""A polynomial in t and the squares of the radii: (power of t, powers of the radii) -> coefficient."""

MOST_MONOMIALS = 400


class Variety:
    """The coordinate ring of the space of a kernel problem."""

    def __init__(self, problem: KernelProblem) -> None:
        self.problem = problem
        self.ring = PolynomialRing(problem.size, problem.number_field)
        equations = [self.element(p) for p in problem.equations]
        self.basis = (self.ring.grobner(equations) or equations) if equations else []

    def element(self, poly: Poly) -> Element:
        """A polynomial of the problem."""
        return self.ring.element({e: Fraction(c) if isinstance(c, int) else c for e, c in poly.terms})

    def reduced(self, element: Element) -> Element:
        """The remainder modulo the ideal."""
        return self.ring.remainder(element, self.basis) if self.basis else element

    def field(self, images: Sequence[Rat]) -> Field | None:
        """A polynomial vector field, or None where it is not polynomial."""
        listed = []
        for image in images:
            numerator, denominator = self.element(image.numerator), self.element(image.denominator)
            quotient, remainder = divmod(numerator, denominator)
            if remainder != 0:
                return None
            listed.append(quotient)
        return tuple(listed)


@dataclass(frozen=True, slots=True)
class OneFactor:
    """The action on one argument: the fields of the whole algebra cut down to its coordinates."""

    variety: Variety
    algebra: LieAlgebra
    fields: tuple[Field, ...]

    def kills(self, element: Element) -> bool:
        """Whether the action on this argument leaves a function alone."""
        return all(self.variety.reduced(self.variety.ring.along(element, f)) == 0 for f in self.fields)


def one_factor(variety: Variety, argument: int) -> OneFactor | None:
    """The action on one argument, or None where the fields are not polynomial or too many."""
    fields = [variety.field(g.images) for g in variety.problem.lie]
    if not fields or any(f is None for f in fields):
        return None
    algebra = closure(variety.ring, [f for f in fields if f is not None])
    if algebra is None:
        return None
    block = variety.problem.arguments[argument]
    inside = range(block.start, block.start + block.size)
    cut = tuple(tuple(part if k in inside else variety.ring.zero for k, part in enumerate(f)) for f in algebra.fields)
    return OneFactor(variety, algebra, cut)


@dataclass(frozen=True, slots=True)
class Operator:
    """L f(t) = P f'' + Q f', both closed in t and the squares of the radii."""

    second: Closed
    first: Closed


def operators(action: OneFactor, t: Element, radii: Sequence[Element]) -> Iterator[Operator]:
    """The Casimir operators that act non-trivially on functions of t and are closed, from the first invariant tensor on."""
    ring = action.variety.ring
    slopes = [ring.along(t, f) for f in action.fields]
    for tensor in invariant_tensors(action.algebra):
        first, second = _applied(action, tensor, slopes)
        if second == 0:
            continue
        p, q = closed(action.variety, second, t, radii), closed(action.variety, first, t, radii)
        if p is not None and q is not None:
            yield Operator(p, q)


def _applied(action: OneFactor, tensor: Symmetric, slopes: Sequence[Element]) -> tuple[Element, Element]:
    ring, variety = action.variety.ring, action.variety
    first, second = ring.zero, ring.zero
    for (a, b), c in tensor.items():
        weight = ring.scalar(c)
        second = second + weight * slopes[a] * slopes[b]
        first = first + weight * ring.along(slopes[b], action.fields[a])
    return variety.reduced(ring.reduce(first)), variety.reduced(ring.reduce(second))


def closed(variety: Variety, element: Element, t: Element, radii: Sequence[Element]) -> Closed | None:
    """A function as a polynomial in t (of degree at most 2) and the radii's squares, modulo the ideal; None if it is none."""
    ring = variety.ring
    degree = max(ring.total_degree(element), 2 * ring.total_degree(t)) if radii else 0
    monomials: list[tuple[int, tuple[int, ...]]] = []
    values: list[Element] = []
    for k in range(3):
        for powers in _powers([ring.total_degree(r) for r in radii], degree - k * ring.total_degree(t)):
            value = t**k
            for r, e in zip(radii, powers, strict=True):
                value = value * r**e
            monomials.append((k, powers))
            values.append(variety.reduced(ring.reduce(value)))
            if len(values) > MOST_MONOMIALS:
                return None
    tables = [ring.table(v) for v in values]
    target = ring.table(variety.reduced(element))
    keys = {key: n for n, key in enumerate(dict.fromkeys(k for table in (*tables, target) for k in table))}
    rows: list[dict[int, Scalar]] = [{} for _ in keys]
    for j, table in enumerate(tables):
        for key, c in table.items():
            rows[keys[key]][j] = c
    found = solve(SparseMatrix.of(rows, len(values)), {keys[key]: c for key, c in target.items()})
    return None if found is None else {monomials[j]: c for j, c in found.items() if c != 0}


def _powers(degrees: Sequence[int], most: int) -> Iterator[tuple[int, ...]]:
    if not degrees:
        yield ()
        return
    for e in range(max(most, 0) // max(degrees[0], 1) + 1):
        for rest in _powers(degrees[1:], most - e * degrees[0]):
            yield (e, *rest)
