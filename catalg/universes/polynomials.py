"""Polynomial maps of bounded degree as linear maps out of the space of monomials.

K(x) = C M(x) with M(x) all monomials of degree at most d. If the action is by polynomials that do not raise degrees (linear and affine
actions), M(g x) = A(g) M(x) for a representation A, and K is equivariant iff C A(g) = rho(g) C: an intertwiner. For a Lie generator A
is the matrix of the derivation, the derivative of M along the vector field. This is the classical reduction of the theory
of invariants; see Derksen and Kemper, *Computational Invariant Theory*, chapter 3.
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from math import comb

from catalg.exact.field import Scalar
from catalg.exact.sparse import SparseMatrix, Vector, plain
from catalg.model.ends import KernelEnd, LinearEnd, Polynomials
from catalg.model.kernel_problem import Rat
from catalg.model.representation import ExplicitRep, HomRep, PulledRep, Rep, TensorRep
from catalg.universes.man import kernel_problem
from catalg.universes.vect import dimension

LARGEST = 2000
"""The largest number of monomials."""

Table = dict[tuple[int, ...], Scalar]


class NotPreserved(ValueError):
    """An action under which polynomials of bounded degree are not mapped to such; the message says why."""


def monomials(size: int, degree: int) -> list[tuple[int, ...]]:
    """The exponents of all monomials of degree at most `degree`, by degree, then lexicographically, first coordinate first.

    >>> monomials(2, 1)
    [(0, 0), (1, 0), (0, 1)]
    """
    chosen = (places for d in range(degree + 1) for places in combinations_with_replacement(range(size), d))
    return [tuple(map(places.count, range(size))) for places in chosen]


def bounded(end: KernelEnd, degree: int) -> LinearEnd:
    """The end of kernels that are polynomials of degree at most `degree` in all coordinates. Raises NotPreserved, NotRational."""
    problem = kernel_problem(end)
    count = comb(problem.size + degree, degree) if degree < LARGEST else None
    if count is None or count > LARGEST:
        raise NotPreserved(f"there are {count or 'too many'} monomials, more than {LARGEST}")
    if problem.equations:
        raise NotPreserved("the space is cut out by equations, on which polynomials have no degree")
    if len(problem.discrete) + len(problem.lie) != len(end.group.generators):
        raise NotPreserved("the kernel has symmetries beside those of the group")
    exponents = monomials(problem.size, degree)
    number = {e: k for k, e in enumerate(exponents)}
    matrices = []
    for discrete in problem.discrete:
        images = [_polynomial(r) for r in discrete.images]
        rows: list[Table] = []
        for e in exponents:
            rows.append(_product([(images[k], power) for k, power in enumerate(e)], problem.size))
        matrices.append((discrete.name, _matrix(rows, number)))
    for lie in problem.lie:
        field = [_polynomial(r) for r in lie.images]
        rows = []
        for e in exponents:
            total: Table = {}
            for k, power in enumerate(e):
                if power:
                    lowered = tuple(p - (j == k) for j, p in enumerate(e))
                    for other, value in field[k].items():
                        place = tuple(a + b for a, b in zip(lowered, other, strict=True))
                        total[place] = total.get(place, 0) + power * value
            rows.append(total)
        matrices.append((lie.name, _matrix(rows, number)))
    source = ExplicitRep(end.group, end.target.field, len(exponents), tuple(matrices), f"polynomials of degree at most {degree}")
    return LinearEnd(end.name, end.group, source, end.target, polynomials=Polynomials(end, tuple(exponents), degree))


def _polynomial(fraction: Rat) -> Table:
    denominator = dict(fraction.denominator.terms)
    if any(any(e) for e in denominator):
        raise NotPreserved("the action is not by polynomials")
    scale = next(iter(denominator.values()))
    return {e: plain(value / scale) for e, value in fraction.numerator.terms}


def _product(factors: list[tuple[Table, int]], size: int) -> Table:
    total: Table = {(0,) * size: 1}
    for table, power in factors:
        for _ in range(power):
            step: Table = {}
            for a, x in total.items():
                for b, y in table.items():
                    place = tuple(p + q for p, q in zip(a, b, strict=True))
                    step[place] = step.get(place, 0) + x * y
            total = step
    return total


def _matrix(rows: list[Table], number: dict[tuple[int, ...], int]) -> SparseMatrix:
    made: list[Vector] = []
    for row in rows:
        if any(value and e not in number for e, value in row.items()):
            raise NotPreserved("the action raises degrees")
        made.append({number[e]: plain(value) for e, value in row.items() if value})
    return SparseMatrix(tuple(made), len(rows), len(number))


def value_sides(rep: Rep) -> tuple[int, int] | None:
    """The sides of values that are written as matrices: Hom(A, B) and two-fold tensor products."""
    while isinstance(rep, PulledRep):
        rep = rep.base
    if rep.dim.constant() == 1:
        return None
    if isinstance(rep, HomRep):
        return dimension(rep.target), dimension(rep.source)
    if isinstance(rep, TensorRep) and len(rep.factors) == 2:
        return dimension(rep.factors[0]), dimension(rep.factors[1])
    return None
