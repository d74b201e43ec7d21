"""Invariants of two subspaces that are given by their orthogonal projections: tr (PQ)^j.

Traces of products of symmetric matrices generate the invariants of O(n) (C. Procesi 1976); with P^2 = P and Q^2 = Q only the
alternating products are left. Whether they are invariant here is tried on the generators, how many are independent at a
random point.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from catalg.model.kernel_problem import (
    KernelArgument,
    KernelCovariant,
    KernelFunction,
    KernelInvariant,
    KernelProblem,
    KernelProposal,
    Poly,
)
from catalg.model.verdict import Step
from catalg.strategies.kernels.components import Bounds
from catalg.strategies.kernels.equivariants import Collector
from catalg.strategies.kernels.present import closed_form
from catalg.strategies.kernels.system import Element, System, system_of
from catalg.strategies.kernels.twists import Twisted
from catalg.strategies.kernels.words import is_equivariant
from catalg.terms import Call, Index, Matrix, Name, Term, mul, num, power

LARGEST = 7


def propose_projections(problem: KernelProblem) -> KernelProposal | None:
    """All kernels of two projections with values in a trivial representation, or None where the traces do not suffice."""
    if len(problem.arguments) != 2 or problem.target.dimension != 1 or not problem.equations:
        return None
    if any(g.rho != ((0,),) for g in problem.lie) or any(s.rho != ((1,),) for s in problem.discrete):
        return None
    first, second = problem.arguments
    size = next((n for n in range(2, LARGEST + 1) if n * (n + 1) // 2 == first.size), None)
    if size is None or second.size != first.size or not all(a.shape in ("symmetric", "vector") for a in problem.arguments):
        return None
    system = system_of(problem)
    p, q = (_matrix(system, a, size) for a in problem.arguments)
    if any(not _idempotent(system, m) for m in (p, q)):
        return None
    bounds = Bounds(system)
    generic = bounds.generic()
    if generic is None:
        return None
    rank = generic.dimension - generic.orbit
    collector = Collector(system, bounds)
    rows: list[list[int]] = []
    step = _product(p, q, system.ring.zero)
    current = step
    term = mul(_written(first, size), _written(second, size))
    invariants: list[KernelInvariant] = []
    while len(invariants) < rank:
        trace = sum((current[i][i] for i in range(size)), system.ring.zero)
        row = collector.logarithmic(Twisted((trace,)))
        if not collector.independent(rows, row, True):
            return None
        if not is_equivariant(system.ring, system.lie, system.discrete, Twisted((trace,)), None, None, system.equations):
            return None
        rows.append(row)
        word = power(term, num(len(invariants) + 1)) if invariants else term
        function = KernelFunction((Poly.of(dict(system.ring.table(trace))),))
        invariants.append(KernelInvariant(Call("trace", (word,)), function))
        current = _product(current, step, system.ring.zero)
    arguments = tuple(i.term for i in invariants)
    name = "f" if "f" not in {a.name for a in problem.arguments} else "g"
    formula = closed_form((name,), arguments, (num(1),))
    covariant = KernelCovariant(num(1), KernelFunction((Poly.constant(Fraction(1), problem.size),)))
    steps = (
        Step.of("kernel-ranks", dimension=generic.dimension, orbit=generic.orbit, values=1),
        Step.of("kernel-form", formula=formula),
    )
    return KernelProposal(
        tuple(invariants), (covariant,), (), 1, rank, formula, (name,), steps, claims={"arguments": arguments}
    )


def _place(argument: KernelArgument, size: int, i: int, j: int) -> int:
    i, j = min(i, j), max(i, j)
    return argument.start + i * size - i * (i - 1) // 2 + (j - i)


def _matrix(system: System, argument: KernelArgument, size: int) -> list[list[Element]]:
    return [[system.ring.coordinates[_place(argument, size, i, j)] for j in range(size)] for i in range(size)]


def _written(argument: KernelArgument, size: int) -> Term:
    if argument.shape == "symmetric":
        return Name(argument.name)
    entries = [
        [Index(Name(argument.name), (num(_place(argument, size, i, j) - argument.start + 1),)) for j in range(size)]
        for i in range(size)
    ]
    return Matrix(tuple(map(tuple, entries)))


def _product(left: Sequence[Sequence[Element]], right: Sequence[Sequence[Element]], zero: Element) -> list[list[Element]]:
    n = len(left)
    return [[sum((left[i][k] * right[k][j] for k in range(n)), zero) for j in range(n)] for i in range(n)]


def _idempotent(system: System, p: Sequence[Sequence[Element]]) -> bool:
    """Whether the equations of P^2 = P are among those declared, up to a factor."""
    square, n = _product(p, p, system.ring.zero), len(p)
    listed = [e for e in system.equations if e != 0]
    return all(
        any(e * _lead(system, wanted) == wanted * _lead(system, e) for e in listed)
        for wanted in (square[i][j] - p[i][j] for i in range(n) for j in range(i, n))
    )


def _lead(system: System, element: Element) -> Element:
    """The coefficient of the first monomial, as a constant of the ring."""
    table = system.ring.table(element)
    return system.ring.scalar(table[max(table)])
