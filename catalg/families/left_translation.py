"""Matrix groups acting on themselves from the left: the equations that cut them out of the space of matrices."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

from catalg.families.linear_action import coordinates, images, left_translation
from catalg.families.tables import Named, Table, sparse
from catalg.model.action import ExplicitAction
from catalg.model.display import scalar_term
from catalg.model.group import Group
from catalg.terms import Name, Term, add, mul, num, sub

LARGEST_DETERMINANT = 5
"""Largest size of a determinant that is written out as a polynomial."""


def entries(size: int) -> tuple[tuple[Term, ...], ...]:
    """The matrix of coordinates, row-major."""
    return tuple(tuple(Name(f"x{i * size + j + 1}") for j in range(size)) for i in range(size))


def neutral_matrix(size: int) -> tuple[int, ...]:
    """The identity matrix, row-major."""
    return tuple(int(i == j) for i in range(size) for j in range(size))


def determinant(rows: Sequence[Sequence[Term]]) -> Term:
    """The determinant by Leibniz' formula, signs by inversions."""
    size = len(rows)
    terms = []
    for order in permutations(range(size)):
        inversions = sum(order[a] > order[b] for a in range(size) for b in range(a + 1, size))
        terms.append(mul(num(-1 if inversions % 2 else 1), *(rows[i][order[i]] for i in range(size))))
    return add(*terms)


def preserves(form: Table, size: int, symmetric: bool) -> tuple[Term, ...]:
    """The equations M^T B M = B for a symmetric or an alternating form B, without repetitions."""
    rows = entries(size)
    equations = []
    for a in range(size):
        for b in range(a if symmetric else a + 1, size):
            total = add(*(mul(scalar_term(v), rows[i][a], rows[j][b]) for (i, j), v in sorted(form.items())))
            equations.append(sub(total, scalar_term(form.get((a, b), 0))))
    return tuple(equations)


def on_matrices(
    group: Group, tables: Named, size: int, equations: tuple[Term, ...], positive: tuple[Term, ...], dimension: int
) -> ExplicitAction:
    """Left translation on the matrices that satisfy the equations (terms that vanish) and inequalities (positive terms)."""
    names = coordinates(size * size)
    maps = tuple((name, images(sparse(left_translation(table, size), size * size), names)) for name, table in tables)
    return ExplicitAction(
        group, names, maps, equations, positive, shape="matrix" if size > 1 else "scalar", intrinsic_dimension=dimension,
        name="self", neutral=neutral_matrix(size),
    )


def with_translations(
    group: Group, linear: Named, shifts: dict[str, int], size: int, equations: tuple[Term, ...], positive: tuple[Term, ...],
    dimension: int,
) -> ExplicitAction:
    """Left translation on pairs (A, b): the entries of A row by row, then those of b; g(A, b) = (gA, gb + shift)."""
    given = dict(linear)
    total = size * size + size
    names = coordinates(total)
    maps: list[tuple[str, tuple[Term, ...]]] = []
    for generator in group.generators:
        axis = shifts.get(generator.name)
        if axis is None:
            table = given[generator.name]
            both = {**left_translation(table, size), **{(i + size * size, j + size * size): v for (i, j), v in table.items()}}
            maps.append((generator.name, images(sparse(both, total), names)))
        else:
            maps.append((generator.name, tuple(num(int(k == size * size + axis)) for k in range(total))))
    neutral = (*neutral_matrix(size), *(0,) * size)
    return ExplicitAction(
        group, names, tuple(maps), equations, positive, intrinsic_dimension=dimension, name="self", neutral=neutral
    )
