"""Upper bounds for the dimension of a linear end that bad luck can only make too large.

Two routes, neither shared with a strategy. For signed permutations the number of orbits of index pairs: union-find on
the double cover {+, -} x pairs, where an orbit carries an invariant exactly when it lifts to two components. Otherwise
the number of unknowns minus the rank of the conditions modulo a prime, which is at most the exact rank.
"""

from __future__ import annotations

from dataclasses import dataclass

from catalg.exact.field import Scalar
from catalg.exact.modular import nullity_upper_bound, rank_mod_p, reduce_rows
from catalg.exact.sparse import SparseMatrix, Vector
from catalg.model.verdict import Evidence
from catalg.verify.linear.conditions import Condition


@dataclass(frozen=True, slots=True)
class Bound:
    """An upper bound with the evidence for it."""

    value: int
    evidence: Evidence


Signed = tuple[list[int], list[int]]
"""A signed permutation: for each column the row of its only entry, and the sign there."""


def signed_columns(matrix: SparseMatrix) -> Signed | None:
    """A square matrix read as a signed permutation, or None."""
    rows, signs = [-1] * matrix.ncols, [0] * matrix.ncols
    for i, row in enumerate(matrix.rows):
        if len(row) != 1:
            return None
        ((j, value),) = row.items()
        if rows[j] != -1 or not (value == 1 or value == -1):
            return None
        rows[j], signs[j] = i, 1 if value == 1 else -1
    return rows, signs


def orbit_bound(
    system: list[Condition], nrows: int, ncols: int, allowed: frozenset[int] | None = None
) -> Bound | None:
    """The number of orbits of index pairs that carry an invariant; None unless every generator permutes with signs, in
    characteristic 0.

    A Lie generator counts only if it acts by zero, when it asks for nothing.
    """
    moves: list[tuple[Signed, Signed]] = []
    if any(condition.characteristic for condition in system):
        return None
    for condition in system:
        if condition.kind == "lie":
            if condition.left.is_zero and condition.right.is_zero:
                continue
            return None
        left, right = signed_columns(condition.left), signed_columns(condition.right)
        if left is None or right is None:
            return None
        moves.append((left, right))
    size = nrows * ncols
    with_signs = any(-1 in left[1] or -1 in right[1] for left, right in moves)
    parent = list(range(2 * size if with_signs else size))
    for (rows, row_signs), (columns, column_signs) in moves:
        targets = [i * ncols + j for i in rows for j in columns]
        if not with_signs:
            _join(parent, targets, 0)
            continue
        signs = [a * b for a in row_signs for b in column_signs]
        _join(parent, [t if s > 0 else t + size for t, s in zip(targets, signs, strict=True)], 0)
        _join(parent, [t + size if s > 0 else t for t, s in zip(targets, signs, strict=True)], size)
    shift = size if with_signs else 0
    lifts = [(_find(parent, x), _find(parent, x + shift)) for x in range(size)]
    orbits = {(min(pair), max(pair)) for pair in lifts}
    if allowed is not None:
        orbits -= {(min(pair), max(pair)) for x, pair in enumerate(lifts) if x not in allowed}
    carrying = sum(1 for a, b in orbits if a != b) if with_signs else len(orbits)
    evidence = Evidence.of("orbit-count", pairs=size if allowed is None else len(allowed), orbits=carrying)
    return Bound(carrying, evidence)


def _find(parent: list[int], x: int) -> int:
    while parent[x] != x:
        parent[x] = parent[parent[x]]
        x = parent[x]
    return x


def _join(parent: list[int], targets: list[int], offset: int) -> None:
    for x, y in enumerate(targets):
        a, b = x + offset, y
        while parent[a] != a:
            parent[a] = parent[parent[a]]
            a = parent[a]
        while parent[b] != b:
            parent[b] = parent[parent[b]]
            b = parent[b]
        if a < b:
            parent[b] = a
        else:
            parent[a] = b


def rank_bound(
    system: list[Condition], nrows: int, ncols: int, allowed: frozenset[int] | None = None, seed: int = 0
) -> Bound:
    """unknowns - rank of all conditions modulo a prime."""
    rows, unknowns = condition_rows(system, nrows, ncols, allowed)
    p = next((condition.characteristic for condition in system), 0)
    if p:
        rank = rank_mod_p(reduce_rows(rows, p), unknowns, p)
        exact = Evidence.of(
            "rank-in-characteristic", unknowns=unknowns, equations=len(rows), rank=rank, prime=p, nullity=unknowns - rank
        )
        return Bound(unknowns - rank, exact)
    bound, facts = nullity_upper_bound(SparseMatrix.of(rows, unknowns), seed)
    evidence = Evidence.of(
        "rank-modulo-prime",
        unknowns=unknowns, equations=len(rows), rank=int(facts["rank"]), prime=int(facts["prime"]), nullity=bound,
    )
    return Bound(bound, evidence)


def condition_rows(
    system: list[Condition], nrows: int, ncols: int, allowed: frozenset[int] | None = None
) -> tuple[list[Vector], int]:
    """The conditions as equations, and the number of their unknowns; entries that one diagonal condition kills, and
    entries outside `allowed`, are left out first."""
    alive = living_entries(system, nrows, ncols, allowed)
    rest = [c for c in system if _diagonal(c.left) is None or _diagonal(c.right) is None]
    number = {pair: k for k, pair in enumerate(alive)}
    rows: list[Vector] = []
    for condition in rest:
        columns = condition.right.transpose().rows
        for i, across in enumerate(condition.left.rows):
            for j, down in enumerate(columns):
                row: dict[int, Scalar] = {}
                for k, x in across.items():
                    u = number.get(k * ncols + j)
                    if u is not None:
                        row[u] = x
                for k, x in down.items():
                    u = number.get(i * ncols + k)
                    if u is not None:
                        row[u] = row.get(u, 0) - x
                if row:
                    rows.append(row)
    return rows, len(number)


def living_entries(
    system: list[Condition], nrows: int, ncols: int, allowed: frozenset[int] | None = None
) -> list[int]:
    """The flat entries that no single diagonal condition, and no graph, forces to vanish."""
    alive = list(range(nrows * ncols)) if allowed is None else sorted(allowed)
    for condition in system:
        left, right = _diagonal(condition.left), _diagonal(condition.right)
        if left is None or right is None:
            continue
        classes: dict[Scalar, set[int]] = {}
        for j, x in enumerate(right):
            classes.setdefault(x, set()).add(j)
        meets = [classes.get(x, set()) for x in left]
        if any(len(meet) < ncols for meet in meets):
            alive = [pair for pair in alive if pair % ncols in meets[pair // ncols]]
    return alive


def _diagonal(matrix: SparseMatrix) -> list[Scalar] | None:
    if any(j != i for i, row in enumerate(matrix.rows) for j in row):
        return None
    return [row.get(i, 0) for i, row in enumerate(matrix.rows)]
