"""The Lie algebra of a group from its vector fields, and its invariant symmetric forms.

Vector fields with polynomial coefficients; the span of the declared ones is closed under brackets. Symmetric tensors
c^{ab} with ad-invariance give quadratic Casimir operators sum c^{ab} X_a X_b; for a semisimple algebra the inverse of the Killing form is
one (J. E. Humphreys, *Introduction to Lie Algebras and Representation Theory*, sections 5 and 6.2). Any basis will do.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from catalg.exact.field import Scalar
from catalg.exact.nullspace import nullspace, rank, solve
from catalg.exact.poly import Element, PolynomialRing
from catalg.exact.sparse import SparseMatrix

LARGEST = 28
"""The largest dimension of an algebra that is looked at."""

Field = tuple[Element, ...]
"""A vector field: the velocity of each coordinate."""
Symmetric = dict[tuple[int, int], Scalar]
"""A symmetric tensor c^{ab}, both of (a, b) and (b, a) listed."""


@dataclass(frozen=True, slots=True)
class LieAlgebra:
    """Independent vector fields closed under brackets; `structure[a][b]` are the coordinates of [X_a, X_b]."""

    ring: PolynomialRing
    fields: tuple[Field, ...]
    structure: tuple[tuple[Mapping[int, Scalar], ...], ...]


def bracket(ring: PolynomialRing, first: Field, second: Field) -> Field:
    """The bracket of two vector fields."""
    return tuple(ring.along(b, first) - ring.along(a, second) for a, b in zip(first, second, strict=True))


def closure(ring: PolynomialRing, fields: Sequence[Field]) -> LieAlgebra | None:
    """The Lie algebra that some fields generate, or None beyond `LARGEST` dimensions."""
    basis: list[Field] = []
    pending = list(fields)
    while pending:
        field = pending.pop(0)
        if coordinates(ring, basis, field) is None:
            if len(basis) == LARGEST:
                return None
            pending.extend(bracket(ring, other, field) for other in basis)
            basis.append(field)
    structure = []
    for first in basis:
        row = []
        for second in basis:
            found = coordinates(ring, basis, bracket(ring, first, second))
            assert found is not None
            row.append(found)
        structure.append(tuple(row))
    return LieAlgebra(ring, tuple(basis), tuple(structure))


def coordinates(ring: PolynomialRing, basis: Sequence[Field], field: Field) -> Mapping[int, Scalar] | None:
    """A field as a combination of others with constant coefficients, or None."""
    tables = [_table(ring, f) for f in basis]
    target = _table(ring, field)
    keys = {key: k for k, key in enumerate(dict.fromkeys(k for t in (*tables, target) for k in t))}
    rows: list[dict[int, Scalar]] = [{} for _ in keys]
    for j, table in enumerate(tables):
        for key, c in table.items():
            rows[keys[key]][j] = c
    return solve(SparseMatrix.of(rows, len(basis)), {keys[key]: c for key, c in target.items()})


def _table(ring: PolynomialRing, field: Field) -> dict[tuple[int, tuple[int, ...]], Scalar]:
    return {(k, e): c for k, part in enumerate(field) for e, c in ring.table(part).items()}


def killing(algebra: LieAlgebra) -> SparseMatrix:
    """The Killing form K_ab = trace(ad X_a ad X_b)."""
    size = len(algebra.fields)
    entries: dict[tuple[int, int], Scalar] = {}
    for a in range(size):
        for b in range(size):
            total: Scalar = Fraction(0)
            for c in range(size):
                for d, x in algebra.structure[b][c].items():
                    total = total + x * algebra.structure[a][d].get(c, Fraction(0))
            if total != 0:
                entries[a, b] = total
    return SparseMatrix.from_entries(entries, size, size)


def invariant_tensors(algebra: LieAlgebra) -> list[Symmetric]:
    """Ad-invariant symmetric tensors c^{ab}: the inverse Killing form where there is one, then a basis of all.

    >>> ring = PolynomialRing(2)
    >>> x, y = ring.coordinates
    >>> algebra = closure(ring, [(-y, x)])
    >>> [sorted(c.items()) for c in invariant_tensors(algebra)]
    [[((0, 0), Fraction(1, 1))]]
    """
    size = len(algebra.fields)
    form = killing(algebra)
    found = []
    if size and rank(form) == size:
        columns = [solve(form, {b: Fraction(1)}) for b in range(size)]
        found.append({(a, b): x for b, column in enumerate(columns) for a, x in (column or {}).items() if x != 0})
    return found + _all_tensors(algebra)


def _all_tensors(algebra: LieAlgebra) -> list[Symmetric]:
    """A basis of the solutions of ad X . c = 0, that is sum_d f_{ga}^d-type terms vanish for each generator."""
    size = len(algebra.fields)
    place = {pair: k for k, pair in enumerate((a, b) for a in range(size) for b in range(a, size))}
    rows: list[dict[int, Scalar]] = []
    for g in range(size):
        for a in range(size):
            for b in range(a, size):
                row: dict[int, Scalar] = {}
                for d in range(size):
                    for fixed, free in ((b, a), (a, b)):
                        weight = algebra.structure[g][d].get(free, 0)
                        if weight != 0:
                            key = place[min(d, fixed), max(d, fixed)]
                            row[key] = row.get(key, Fraction(0)) + weight
                if row:
                    rows.append({k: c for k, c in row.items() if c != 0})
    result = []
    for vector in nullspace(SparseMatrix.of(rows, len(place))):
        tensor: Symmetric = {}
        for (a, b), k in place.items():
            if vector.get(k, 0) != 0:
                tensor[a, b] = tensor[b, a] = Fraction(x) if isinstance(x := vector[k], int) else x
        result.append(tensor)
    return result
