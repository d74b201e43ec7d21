"""The declared problem in coordinates that suit couplings: differences of the arguments, and values without square roots.

With arguments x, y, … of one size and no equations the coordinates become x, y - x, …: a linear change, made in the declared fields
and maps. On the values V the coordinates are divided by square roots sqrt(d_i) such that every matrix becomes rational; a vector of
polynomials v_i = sum_q sqrt(q) sqrt(d_i) p_qi with rational p_q is covariant exactly when every p_q is. Both changes are exact and
start from the declared generators; nothing of a strategy is used.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from catalg.exact.field import Scalar
from catalg.exact.poly import PolynomialRing
from catalg.exact.surds import NotASurd, SurdPolynomial, joined, single
from catalg.model.kernel_problem import (
    DiscreteGenerator,
    KernelFunction,
    KernelProblem,
    LieGenerator,
    Poly,
    Rat,
    Rows,
)
from catalg.verify.kernels.frame import Frame
from catalg.verify.wigner.reading import Entries, Reader, Unreadable


class Space:
    """A problem after both changes. Raises Unreadable where it has none."""

    def __init__(self, problem: KernelProblem) -> None:
        self.declared = problem
        if problem.inequalities:
            raise Unreadable("a domain with inequalities")
        self.differences = _differences(problem)
        self.radicands = _radicands(problem)
        self.problem = _scaled(_moved(problem) if self.differences else problem, self.radicands)
        self.frame = Frame(self.problem)
        self.reader = Reader(self._names(), problem.size)

    def _names(self) -> dict[str, tuple[SurdPolynomial, ...]]:
        size = self.declared.size
        names = {}
        for number, argument in enumerate(self.declared.arguments):
            entries = []
            for k in range(argument.size):
                table = {(1, _unit(argument.start + k, size)): Fraction(1)}
                if self.differences and number:
                    table[1, _unit(self.declared.arguments[0].start + k, size)] = Fraction(1)
                entries.append(table)
            names[argument.name] = tuple(entries)
        return names

    def functions(self, entries: Entries) -> list[KernelFunction]:
        """The rational parts of a vector of polynomials with values in V. Raises Unreadable for another number of entries."""
        if len(entries.entries) != self.problem.target.dimension:
            raise Unreadable("a value of another shape")
        parts: dict[int, list[dict[tuple[int, ...], Fraction]]] = {}
        for i, (entry, d) in enumerate(zip(entries.entries, self.radicands, strict=True)):
            for (q, exponents), c in entry.items():
                outside, inside = joined(q, d)
                row = parts.setdefault(inside, [{} for _ in self.radicands])
                row[i][exponents] = c * Fraction(outside, d)
        return [KernelFunction(tuple(Poly.of(dict(t)) for t in row)) for _, row in sorted(parts.items())]


def _unit(k: int, size: int) -> tuple[int, ...]:
    return tuple(int(i == k) for i in range(size))


def _differences(problem: KernelProblem) -> bool:
    arguments = problem.arguments
    return (
        len(arguments) > 1
        and not problem.equations
        and all(a.shape == "vector" and a.size == arguments[0].size for a in arguments)
        and all(_constant(r.denominator) for images in _images(problem) for r in images)
    )


def _images(problem: KernelProblem) -> list[tuple[Rat, ...]]:
    return [*(g.images for g in problem.lie), *(s.images for s in problem.discrete)]


def _constant(poly: Poly) -> bool:
    return len(poly.terms) == 1 and not any(poly.terms[0][0])


def _moved(problem: KernelProblem) -> KernelProblem:
    """The problem in the coordinates x, y - x, …."""
    ring = PolynomialRing(problem.size, problem.number_field)
    first = problem.arguments[0]
    images = list(ring.coordinates)
    for argument in problem.arguments[1:]:
        for k in range(argument.size):
            images[argument.start + k] = ring.coordinates[argument.start + k] + ring.coordinates[first.start + k]

    def turned(given: Sequence[Rat]) -> tuple[Rat, ...]:
        values = []
        for r in given:
            scale = dict(r.denominator.terms)[(0,) * problem.size]
            value = ring.substitute(ring.element(dict(r.numerator.terms)), images)
            values.append(value * ring.scalar(1 / scale if not isinstance(scale, int) else Fraction(1, scale)))
        out = list(values)
        for argument in problem.arguments[1:]:
            for k in range(argument.size):
                out[argument.start + k] = values[argument.start + k] - values[first.start + k]
        return tuple(Rat.of(Poly.of(dict(ring.table(ring.reduce(v)))), problem.size) for v in out)

    return replace(
        problem,
        lie=tuple(replace(g, images=turned(g.images)) for g in problem.lie),
        discrete=tuple(replace(g, images=turned(g.images)) for g in problem.discrete),
    )


def _radicands(problem: KernelProblem) -> tuple[int, ...]:
    """Squarefree d_i such that c sqrt(d_j)/sqrt(d_i) is rational for every entry c = m_ij of every matrix. Raises Unreadable."""
    size = problem.target.dimension
    if problem.number_field is None:
        return (1,) * size
    links: dict[int, list[tuple[int, int]]] = {}
    try:
        for rho in (*(g.rho for g in problem.lie), *(s.rho for s in problem.discrete)):
            for i, row in enumerate(rho):
                for j, c in enumerate(row):
                    if c:
                        _, q = single(c)
                        links.setdefault(i, []).append((j, q))
                        links.setdefault(j, []).append((i, q))
    except NotASurd as error:
        raise Unreadable(str(error)) from None
    found: dict[int, int] = {}
    for start in range(size):
        if start in found:
            continue
        found[start] = 1
        waiting = [start]
        while waiting:
            i = waiting.pop()
            for j, q in links.get(i, ()):
                d = joined(found[i], q)[1]
                if j not in found:
                    found[j] = d
                    waiting.append(j)
                elif found[j] != d:
                    raise Unreadable("no scaling of the values is rational")
    return tuple(found[k] for k in range(size))


def _scaled(problem: KernelProblem, radicands: Sequence[int]) -> KernelProblem:
    if problem.number_field is None:
        return problem

    def rational(value: Scalar) -> Fraction:
        if isinstance(value, int | Fraction):
            return Fraction(value)
        c, q = single(value)
        if q != 1:
            raise Unreadable("an action with irrational coefficients")
        return c

    def rows(rho: Rows) -> Rows:
        out = []
        for i, row in enumerate(rho):
            line = []
            for j, c in enumerate(row):
                if not c:
                    line.append(Fraction(0))
                    continue
                value, q = single(c)
                one, inside = joined(q, radicands[j])
                two, inside = joined(inside, radicands[i])
                assert inside == 1
                line.append(value * one * two / radicands[i])
            out.append(tuple(line))
        return tuple(out)

    def poly(p: Poly) -> Poly:
        return Poly.of({e: rational(c) for e, c in p.terms})

    def images(given: Sequence[Rat]) -> tuple[Rat, ...]:
        return tuple(Rat(poly(r.numerator), poly(r.denominator)) for r in given)

    return replace(
        problem,
        equations=tuple(map(poly, problem.equations)),
        lie=tuple(LieGenerator(g.name, images(g.images), rows(g.rho)) for g in problem.lie),
        discrete=tuple(DiscreteGenerator(g.name, images(g.images), rows(g.rho)) for g in problem.discrete),
        number_field=None,
    )
