"""Relations of a matrix group, read off a faithful representation.

The structure constants of the Lie algebra are the coordinates of the commutators in the basis of the Lie generators, and a
discrete generator s acts on that basis by s X s^-1. With the periods of a maximal torus of the maximal compact subgroup
(which generate its fundamental group) and the relations of the component group this is a complete presentation of a
connected Lie group extended by its components (J. Hilgert, K.-H. Neeb, *Structure and Geometry of Lie Groups*, chapter 9).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import flint

from catalg.families.tables import Named, Table, as_fraction, commutator, product
from catalg.model.group import (
    AdjointRelation,
    Bracket,
    BracketRelation,
    Generator,
    LieCombination,
    PeriodRelation,
    Relation,
    Word,
    WordRelation,
)


@dataclass(frozen=True, slots=True)
class Faithful:
    """A faithful representation by rational matrices: the discrete generators, and a basis of the Lie algebra."""

    size: int
    discrete: Named = ()
    lie: Named = ()

    @property
    def generators(self) -> tuple[Generator, ...]:
        """The generators, discrete ones first."""
        return tuple(Generator(n) for n, _ in self.discrete) + tuple(Generator(n, "lie") for n, _ in self.lie)

    def inverse(self, name: str) -> Table:
        """The inverse of a discrete generator."""
        return inverse(dict(self.discrete)[name], self.size)


def inverse(table: Table, size: int) -> Table:
    """The inverse of a rational matrix."""
    matrix = flint.fmpq_mat(size, size)
    for (i, j), value in table.items():
        q = as_fraction(value)
        matrix[i, j] = flint.fmpq(q.numerator, q.denominator)
    dense = matrix.inv().tolist()
    return {(i, j): Fraction(int(v.p), int(v.q)) for i, row in enumerate(dense) for j, v in enumerate(row) if v != 0}


def element(*terms: tuple[int | Fraction, str]) -> LieCombination:
    """A combination of Lie generators.

    >>> element((2, "X")).terms
    ((Fraction(2, 1), 'X'),)
    """
    return LieCombination(tuple((Fraction(c), name) for c, name in terms))


def period(*terms: tuple[int | Fraction, str]) -> PeriodRelation:
    """exp(2 pi element) = 1."""
    return PeriodRelation(element(*terms))


def power(name: str, order: int) -> WordRelation:
    """name^order = 1."""
    return WordRelation(((name, order),), ())


def commute(left: Word, right: Word) -> WordRelation:
    """Two words commute."""
    return WordRelation((*left, *right), (*right, *left))


class Coordinates:
    """Coordinates in a linearly independent list of rational tables."""

    def __init__(self, basis: Sequence[Table]) -> None:
        self.rows: list[tuple[tuple[int, int], dict[tuple[int, int], Fraction], dict[int, Fraction]]] = []
        for index, table in enumerate(basis):
            rest, combination = self._reduce({k: as_fraction(v) for k, v in table.items()})
            if not rest:
                raise ValueError("the matrices are linearly dependent")
            pivot = min(rest)
            scale = 1 / rest[pivot]
            combination[index] = combination.get(index, Fraction(0)) - 1
            self.rows.append(
                (pivot, {k: v * scale for k, v in rest.items()}, {k: -v * scale for k, v in combination.items() if v})
            )

    def _reduce(self, rest: dict[tuple[int, int], Fraction]) -> tuple[dict[tuple[int, int], Fraction], dict[int, Fraction]]:
        combination: dict[int, Fraction] = {}
        for pivot, row, made in self.rows:
            factor = rest.get(pivot)
            if not factor:
                continue
            for key, value in row.items():
                rest[key] = rest.get(key, Fraction(0)) - factor * value
            for index, value in made.items():
                combination[index] = combination.get(index, Fraction(0)) + factor * value
        return {k: v for k, v in rest.items() if v}, combination

    def of(self, table: Table) -> dict[int, Fraction]:
        """The nonzero coordinates of a table. Raises ValueError when it is not in the span."""
        rest, combination = self._reduce({k: as_fraction(v) for k, v in table.items()})
        if rest:
            raise ValueError("the matrix is not in the span of the basis")
        return {k: v for k, v in sorted(combination.items()) if v}


def lie_relations(faithful: Faithful) -> tuple[Relation, ...]:
    """All brackets of the Lie generators, and the adjoint action of each discrete generator on each of them."""
    names = [name for name, _ in faithful.lie]
    tables = [table for _, table in faithful.lie]
    coordinates = Coordinates(tables)
    relations: list[Relation] = []

    def combination(table: Table) -> LieCombination:
        return LieCombination(tuple((c, names[k]) for k, c in coordinates.of(table).items()))

    for a, left in enumerate(tables):
        for b in range(a + 1, len(tables)):
            bracket = LieCombination(((Fraction(1), Bracket(names[a], names[b])),))
            relations.append(BracketRelation(bracket, combination(commutator(left, tables[b]))))
    for name, matrix in faithful.discrete:
        back = inverse(matrix, faithful.size)
        for lie_name, table in faithful.lie:
            image = combination(product(product(matrix, table), back))
            relations.append(AdjointRelation(((name, 1),), element((1, lie_name)), image))
    return tuple(relations)
