"""Sparse Gauss-Jordan elimination modulo a word-size prime.

The eliminated columns are kept as linear forms in the free ones, so every row is substituted once.  A new equation is
solved for the column that the fewest forms mention: for equations with two terms this is weighted union-find, joining the
smaller class to the larger.  While equations are crowded they are solved in batches by dense elimination in FLINT.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import flint

Row = dict[int, int]

DENSE_CELLS = 4_000_000
"""Largest square (free columns squared) that is finished by dense elimination."""

CROWDED = 0.1
"""Recent share of the free columns in an equation from which equations are solved densely, in batches."""

SMALL = 24
"""Number of free columns below which dense elimination does not pay."""


class Kernel(NamedTuple):
    """A kernel modulo p in reduced echelon form: the leading columns, ascending, and the basis vectors (leading entry 1)."""

    pivots: tuple[int, ...]
    vectors: tuple[Row, ...]


def kernel_mod_p(rows: Sequence[Mapping[int, int]], ncols: int, p: int) -> Kernel:
    """The reduced echelon basis of the vectors v with row . v = 0 (mod p) for all rows (entries in 0..p-1).

    >>> kernel_mod_p([{0: 1, 1: 100}, {2: 5}], 4, 101)
    Kernel(pivots=(0, 3), vectors=({0: 1, 1: 1}, {3: 1}))
    """
    forms = _solve_equations(rows, ncols, p)
    basis: dict[int, Row] = {j: {j: 1} for j in range(ncols) if j not in forms}
    for pivot, form in forms.items():
        for j, x in form.items():
            basis[j][pivot] = x
    return reduced_echelon(list(basis.values()), p)


def _without_zero_columns(rows: Sequence[Mapping[int, int]], zero: set[int]) -> list[Mapping[int, int]]:
    """The non-empty rows without the columns that rows with a single entry force to zero; those join `zero`."""
    current = [row for row in rows if row]
    while fresh := {next(iter(row)) for row in current if len(row) == 1}:
        zero |= fresh
        kept: list[Mapping[int, int]] = []
        for row in current:
            if fresh.isdisjoint(row):
                kept.append(row)
            elif rest := {j: x for j, x in row.items() if j not in fresh}:
                kept.append(rest)
        current = kept
    return current


def _distinct(rows: Sequence[Mapping[int, int]], p: int) -> list[Row]:
    """The rows up to scalar multiples, short ones first."""
    seen: dict[tuple[tuple[int, int], ...], None] = {}
    for row in rows:
        items = sorted(row.items())
        lead = items[0][1]
        if lead == p - 1:
            items = [(j, p - x) for j, x in items]
        elif lead != 1:
            inverse = pow(lead, -1, p)
            items = [(j, x * inverse % p) for j, x in items]
        seen[tuple(items)] = None
    return [dict(items) for items in sorted(seen, key=len)]


def _solve_equations(rows: Sequence[Mapping[int, int]], ncols: int, p: int) -> dict[int, Row]:
    """Each eliminated column as a linear form in the columns that stay free."""
    zero: set[int] = set()
    equations = _distinct(_without_zero_columns(rows, zero), p)
    forms: dict[int, Row] = {j: {} for j in sorted(zero)}
    users: dict[int, set[int]] = {}
    position, crowding = 0, 0.0
    while position < len(equations):
        free = ncols - len(forms)
        if crowding > CROWDED and free * free <= DENSE_CELLS:
            batch = 2 * free + 64
            _solve_densely(equations[position : position + batch], ncols, forms, p)
            users = {}
            for pivot, form in forms.items():
                for j in form:
                    users.setdefault(j, set()).add(pivot)
            position, crowding = position + batch, 0.0
            continue
        equation = _substitute(equations[position], forms, p)
        position += 1
        crowding += (len(equation) / free - crowding) / 16 if free >= SMALL else -crowding
        if equation:
            _solve_for_one(equation, forms, users, p)
    return forms


def _substitute(row: Row, forms: dict[int, Row], p: int) -> Row:
    """The equation in terms of the free columns."""
    equation: Row = {}
    for j, x in row.items():
        form = forms.get(j)
        if form is None:
            equation[j] = equation.get(j, 0) + x
        else:
            for k, y in form.items():
                equation[k] = equation.get(k, 0) + x * y
    return {j: y for j, x in equation.items() if (y := x % p)}


def _solve_for_one(equation: Row, forms: dict[int, Row], users: dict[int, set[int]], p: int) -> None:
    """Solves an equation in free columns for the one that the fewest forms mention, and substitutes it in them."""
    pivot = min(equation, key=lambda j: (len(users.get(j, ())), -j))
    scale = -pow(equation.pop(pivot), -1, p)
    form = {j: x * scale % p for j, x in equation.items()}
    touched = users.pop(pivot, ())
    for j in form:
        users.setdefault(j, set()).add(pivot)
    forms[pivot] = form
    for other in touched:
        target = forms[other]
        weight = target.pop(pivot)
        for j, x in form.items():
            old = target.get(j)
            if old is None:
                target[j] = weight * x % p
                users[j].add(other)
            elif new := (old + weight * x) % p:
                target[j] = new
            else:
                del target[j]
                users[j].discard(other)


def _solve_densely(equations: Sequence[Row], ncols: int, forms: dict[int, Row], p: int) -> None:
    """Solves several equations at once by dense elimination on the free columns, taken from last to first."""
    free = [j for j in range(ncols - 1, -1, -1) if j not in forms]
    place = {j: k for k, j in enumerate(free)}
    lines = [{place[j]: x for j, x in _substitute(row, forms, p).items()} for row in equations]
    solved: dict[int, Row] = {}
    for line in _rref([line for line in lines if line], len(free), p):
        lead = min(line)
        solved[free[lead]] = {free[k]: p - x for k, x in line.items() if k != lead}
    for pivot, form in forms.items():
        if not solved.keys().isdisjoint(form):
            forms[pivot] = _substitute(form, solved, p)
    forms.update(solved)


def _rref(lines: list[Row], ncols: int, p: int) -> list[Row]:
    """The non-zero rows of the reduced row echelon form, in order, by dense elimination."""
    if not lines:
        return []
    matrix = flint.nmod_mat(len(lines), ncols, p)
    for i, line in enumerate(lines):
        for j, x in line.items():
            matrix[i, j] = x % p
    matrix, rank = matrix.rref(True)
    return [{j: x for j in range(ncols) if (x := int(matrix[i, j]))} for i in range(int(rank))]


def reduced_echelon(rows: Sequence[Row], p: int) -> Kernel:
    """The reduced row echelon basis (leftmost pivots) of the span of rows with entries in 0..p-1."""
    support = sorted({j for row in rows for j in row})
    filled = sum(map(len, rows))
    if len(rows) * len(support) <= DENSE_CELLS and filled * 50 > len(rows) * len(support) and len(rows) > 4:
        place = {j: k for k, j in enumerate(support)}
        lines = _rref([{place[j]: x for j, x in row.items()} for row in rows], len(support), p)
        found = [{support[k]: x for k, x in line.items()} for line in lines]
        return Kernel(tuple(min(row) for row in found), tuple(found))
    return _sparse_echelon(rows, p)


def _sparse_echelon(rows: Sequence[Row], p: int) -> Kernel:
    basis: dict[int, Row] = {}
    users: dict[int, set[int]] = {}
    for row in sorted(rows, key=lambda r: (len(r), sorted(r))):
        work = dict(row)
        for j in sorted(row):
            other = basis.get(j)
            if other is None:
                continue
            weight = work[j]
            for k, x in other.items():
                new = (work.get(k, 0) - weight * x) % p
                if new:
                    work[k] = new
                else:
                    work.pop(k, None)
        if not work:
            continue
        lead = min(work)
        scale = pow(work[lead], -1, p)
        work = {j: x * scale % p for j, x in work.items()}
        for other_lead in sorted(users.get(lead, ())):
            target = basis[other_lead]
            weight = target[lead]
            for k, x in work.items():
                new = (target.get(k, 0) - weight * x) % p
                if new:
                    target[k] = new
                    users.setdefault(k, set()).add(other_lead)
                else:
                    target.pop(k, None)
                    users.get(k, set()).discard(other_lead)
        basis[lead] = work
        for j in work:
            users.setdefault(j, set()).add(lead)
    return Kernel(tuple(sorted(basis)), tuple(basis[j] for j in sorted(basis)))
