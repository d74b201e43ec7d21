"""The conditions on an intertwiner as a sparse system in the entries that can be nonzero.

For a discrete generator s they are W(s) X = X V(s), for a Lie generator a, dW(a) X = X dV(a). A generator that acts
diagonally on both sides forces X_ij = 0 wherever its eigenvalues at i and j differ: so only pairs of equal weight are
unknowns at all (weight spaces are preserved), and the system that is left is small.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from catalg.exact.field import Scalar
from catalg.exact.gauss_jordan import kernel_mod_p, reduced_echelon
from catalg.exact.modular import reduce_rows
from catalg.exact.nullspace import nullspace, row_space_rref
from catalg.exact.sparse import SparseMatrix, Vector


@dataclass(frozen=True, slots=True)
class GeneratorPair:
    """How one generator acts on the target (`left`) and on the source (`right`)."""

    name: str
    left: SparseMatrix
    right: SparseMatrix

    @property
    def is_diagonal(self) -> bool:
        """Whether both matrices are diagonal."""
        return all(
            len(row) == 0 or (len(row) == 1 and i in row)
            for m in (self.left, self.right) for i, row in enumerate(m.rows)
        )

    @property
    def is_scalar_condition(self) -> bool:
        """Whether every X satisfies the condition: both matrices are the same multiple of the identity."""
        values = {row.get(i, 0) for m in (self.left, self.right) for i, row in enumerate(m.rows)}
        return self.is_diagonal and len(values) <= 1


def kernel(rows: Sequence[Vector], ncols: int, characteristic: int) -> Sequence[Mapping[int, Scalar]]:
    """The canonical basis of the common kernel of some rows, over the field of that characteristic (0, or a prime)."""
    if characteristic:
        return kernel_mod_p(reduce_rows(rows, characteristic), ncols, characteristic).vectors
    return nullspace(SparseMatrix.of(rows, ncols))


def span(vectors: Sequence[Vector], characteristic: int) -> list[Vector]:
    """The canonical basis of a span, over the field of that characteristic."""
    if characteristic:
        return [dict(v) for v in reduced_echelon(reduce_rows(vectors, characteristic), characteristic).vectors]
    return row_space_rref(vectors)


@dataclass(frozen=True, slots=True)
class Solved:
    """The solutions with the sizes of the system: pairs in all, unknowns after weights, equations."""

    basis: tuple[Vector, ...]
    pairs: int
    unknowns: int
    equations: int


def unknown_pairs(
    generators: Sequence[GeneratorPair], nrows: int, ncols: int, allowed: set[int] | None
) -> list[int]:
    """The flat pairs i * ncols + j of equal weight (and allowed), ascending."""
    diagonal = [g for g in generators if g.is_diagonal]
    columns: dict[tuple[Scalar, ...], list[int]] = {}
    for j in range(ncols):
        columns.setdefault(tuple(g.right.rows[j].get(j, 0) for g in diagonal), []).append(j)
    pairs: list[int] = []
    for i in range(nrows):
        weight = tuple(g.left.rows[i].get(i, 0) for g in diagonal)
        pairs.extend(i * ncols + j for j in columns.get(weight, ()))
    return pairs if allowed is None else [pair for pair in pairs if pair in allowed]


def equations(generators: Sequence[GeneratorPair], ncols: int, pairs: Sequence[int]) -> list[Vector]:
    """The rows of left X - X right = 0 in the unknowns numbered by their place in `pairs`."""
    rows: list[Vector] = []
    for generator in generators:
        if generator.is_diagonal:
            continue
        into = generator.left.transpose().rows
        onward = generator.right.rows
        system: dict[int, dict[int, Scalar]] = {}
        for unknown, pair in enumerate(pairs):
            i, j = divmod(pair, ncols)
            for k, value in into[i].items():
                row = system.setdefault(k * ncols + j, {})
                row[unknown] = row.get(unknown, 0) + value
            for k, value in onward[j].items():
                row = system.setdefault(i * ncols + k, {})
                row[unknown] = row.get(unknown, 0) - value
        for place in sorted(system):
            cleaned = {u: x for u, x in system[place].items() if x}
            if cleaned:
                rows.append(cleaned)
    return rows


def solve(
    generators: Sequence[GeneratorPair],
    nrows: int,
    ncols: int,
    allowed: set[int] | None = None,
    characteristic: int = 0,
) -> Solved:
    """The canonical (reduced echelon, row-major) basis of {X : left X = X right for every generator}.

    >>> r = SparseMatrix.from_dense([[0, -1], [1, 0]])
    >>> [sorted(v.items()) for v in solve([GeneratorPair("r", r, r)], 2, 2).basis]
    [[(0, 1), (3, 1)], [(1, 1), (2, -1)]]
    """
    pairs = unknown_pairs(generators, nrows, ncols, allowed)
    rows = equations(generators, ncols, pairs)
    solutions = kernel(rows, len(pairs), characteristic)
    basis = tuple({pairs[u]: x for u, x in vector.items()} for vector in solutions)
    return Solved(basis, nrows * ncols, len(pairs), len(rows))
