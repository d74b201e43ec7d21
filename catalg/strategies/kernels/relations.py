"""Relations between invariants: the least d with sum_{k<=d} A_k(I) J^k = 0, by linear algebra on monomials.

d = 1 makes J redundant; d = 2 means that functions of I alone are not general, and J is listed with its relation.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from catalg.exact.field import Scalar
from catalg.exact.nullspace import nullspace
from catalg.exact.sparse import SparseMatrix
from catalg.strategies.kernels.system import Element, System

MAX_MONOMIALS = 800


@dataclass(frozen=True, slots=True)
class Relation:
    """Coefficients A_0, …, A_d as tables over exponents of the other invariants."""

    coefficients: tuple[dict[tuple[int, ...], Scalar], ...]

    @property
    def degree(self) -> int:
        """The degree in J."""
        return len(self.coefficients) - 1


def relation(system: System, others: Sequence[Element], last: Element, highest: int = 2, excess: int = 2) -> Relation | None:
    """The relation of least degree in J = `last` over polynomial invariants, J^d having a coefficient of small degree."""
    ring = system.ring
    weights = [max(ring.total_degree(f), 1) for f in others]
    top = ring.total_degree(last)
    powers = [_Powers(system, f) for f in (*others, last)]
    for degree in range(1, highest + 1):
        for lead in range(excess + 1):
            columns: list[tuple[int, tuple[int, ...]]] = []
            for k in range(degree + 1):
                for exponents in _up_to(weights, lead + (degree - k) * top):
                    columns.append((k, exponents))
            if len(columns) > MAX_MONOMIALS:
                break
            rows: dict[object, dict[int, Scalar]] = {}
            for index, (k, exponents) in enumerate(columns):
                value = powers[-1].power(k)
                for factor, e in zip(powers, exponents, strict=False):
                    if e:
                        value = value * factor.power(e)
                value = ring.reduce(value)
                if system.equations:
                    value = ring.remainder(value, system.equations)
                for monomial, c in ring.table(value).items():
                    rows.setdefault(monomial, {})[index] = c
            space = nullspace(SparseMatrix.of(list(rows.values()), len(columns), system.number_field))
            for vector in space:
                used = {columns[j][0] for j in vector}
                if degree in used:
                    tables: list[dict[tuple[int, ...], Scalar]] = [{} for _ in range(degree + 1)]
                    for j, c in vector.items():
                        tables[columns[j][0]][columns[j][1]] = c
                    return Relation(tuple(tables))
    return None


class _Powers:
    def __init__(self, system: System, element: Element) -> None:
        self.ring, self.known = system.ring, [system.ring.one, element]

    def power(self, exponent: int) -> Element:
        while len(self.known) <= exponent:
            self.known.append(self.ring.reduce(self.known[-1] * self.known[1]))
        return self.known[exponent]


def _up_to(weights: Sequence[int], total: int) -> Iterator[tuple[int, ...]]:
    if not weights:
        yield ()
        return
    for e in range(total // weights[0] + 1):
        for rest in _up_to(weights[1:], total - e * weights[0]):
            yield (e, *rest)
