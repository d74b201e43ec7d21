"""Spaces of subspaces: orthogonal projections P^2 = P, P^T = P, tr P = k, recognised by their equations.

An argument is recognised by its equations, never by a name: its coordinates are the upper triangle of a symmetric n x n matrix, the
equations of P^2 = P and tr P = k are linear combinations of the declared ones, and the declared ones are combinations of these
and, for k = 1, of the 2 x 2 minors, so that they hold on all such P. By
the spectral theorem these P are one orbit of SO(n), a connected manifold of dimension k(n - k).
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from catalg.exact.dense import inverse
from catalg.exact.field import Scalar
from catalg.exact.nullspace import rank
from catalg.exact.poly import PolynomialRing
from catalg.exact.sparse import SparseMatrix
from catalg.verify.kernels.frame import Element, Frame

LARGEST = 7
Table = dict[tuple[int, ...], Scalar]


@dataclass(frozen=True, slots=True)
class Projections:
    """An argument: its coordinates, the upper triangle row by row, the size n of the matrix, and its trace k."""

    positions: tuple[int, ...]
    size: int
    trace: int

    @property
    def dimension(self) -> int:
        """Of the Grassmannian."""
        return self.trace * (self.size - self.trace)

    def place(self, i: int, j: int) -> int:
        """The coordinate of an entry."""
        i, j = min(i, j), max(i, j)
        return self.positions[i * self.size - i * (i - 1) // 2 + (j - i)]


def projections(frame: Frame, positions: Sequence[int]) -> Projections | None:
    """The space of projections that the equations in these coordinates describe, or None."""
    count = len(positions)
    size = next((n for n in range(2, LARGEST + 1) if n * (n + 1) // 2 == count), None)
    if size is None or frame.ring.offset:
        return None
    inside = set(positions)
    tables = []
    for equation in frame.equations:
        table = frame.ring.table(equation)
        used = {k for e in table for k, d in enumerate(e) if d}
        if used & inside:
            if not used <= inside:
                return None
            tables.append(table)
    for trace in range(1, size):
        space = Projections(tuple(positions), size, trace)
        standard = _equations(frame.ring, space)
        if spanned(tables, [frame.ring.table(e) for e in standard]):
            known = [*standard, *(_minors(frame.ring, space) if trace == 1 else ())]
            return space if spanned([frame.ring.table(e) for e in known], tables) else None
    return None


def entries(ring: PolynomialRing, space: Projections) -> list[list[Element]]:
    """The matrix of coordinates."""
    n = space.size
    return [[ring.coordinates[space.place(i, j)] for j in range(n)] for i in range(n)]


def product(left: Sequence[Sequence[Element]], right: Sequence[Sequence[Element]], zero: Element) -> list[list[Element]]:
    """The matrix product."""
    n = len(left)
    return [[sum((left[i][k] * right[k][j] for k in range(n)), zero) for j in range(n)] for i in range(n)]


def _equations(ring: PolynomialRing, space: Projections) -> list[Element]:
    p, n = entries(ring, space), space.size
    square = product(p, p, ring.zero)
    found = [square[i][j] - p[i][j] for i in range(n) for j in range(i, n)]
    return [*found, sum((p[i][i] for i in range(n)), ring.scalar(-space.trace))]


def rational_projections(space: Projections, count: int) -> list[tuple[Fraction, ...]]:
    """Some rational points, always the same ones: A (A^T A)^-1 A^T for small integral n x k matrices A of rank k."""
    rng, n, k = random.Random(17), space.size, space.trace
    found: list[tuple[Fraction, ...]] = []
    while len(found) < count:
        a = [[Fraction(rng.randint(-2, 2)) for _ in range(k)] for _ in range(n)]
        gram = [[sum((row[i] * row[j] for row in a), Fraction(0)) for j in range(k)] for i in range(k)]
        try:
            back = inverse(gram)
        except ZeroDivisionError:
            continue
        entry = [
            [
                sum((a[i][p] * Fraction(str(back[p][q])) * a[j][q] for p in range(k) for q in range(k)), Fraction(0))
                for j in range(n)
            ]
            for i in range(n)
        ]
        found.append(tuple(entry[i][j] for i in range(n) for j in range(i, n)))
    return found


def _minors(ring: PolynomialRing, space: Projections) -> list[Element]:
    """The 2 x 2 minors, which vanish on the matrices of rank 1."""
    p, n = entries(ring, space), space.size
    return [
        p[i][j] * p[k][m] - p[i][m] * p[k][j]
        for i, k in combinations(range(n), 2)
        for j, m in combinations(range(n), 2)
    ]


def spanned(given: Sequence[Table], wanted: Sequence[Table]) -> bool:
    """Whether some polynomials are linear combinations of others."""
    keys = {key: k for k, key in enumerate(dict.fromkeys(key for t in (*given, *wanted) for key in t))}
    rows = [{keys[key]: c for key, c in t.items()} for t in given]
    more = [{keys[key]: c for key, c in t.items()} for t in wanted]
    return bool(rows) and rank(SparseMatrix.of(rows, len(keys))) == rank(SparseMatrix.of([*rows, *more], len(keys)))


__all__ = ["Projections", "entries", "product", "projections", "rational_projections", "spanned"]
