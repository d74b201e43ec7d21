"""Ranks of matrices of functions on X that are certain near a point, not only at it.

A rank at a point is a lower bound nearby. It is the rank everywhere nearby when it fills the matrix, or when every minor that
borders a nonzero minor of that size vanishes identically on X (Kronecker's theorem of bordered minors). Undeclared functions may
be singular on a closed set without inner points, so that a refutation needs what holds near a point: x³ has derivative 0 at 0,
and yet x is a function of x³.
"""

from __future__ import annotations

from collections.abc import Sequence

from catalg.exact.zero import decide_zero
from catalg.terms import Term
from catalg.verify.kernels.setting import Point, Setting, Values, rank_of
from catalg.verify.kernels.terms import NotRational, conditions, determinant_term

MOST_MINORS, MOST_ROWS = 60, 5


def steady_rank(setting: Setting, rows: Sequence[Sequence[Term]], point: Point) -> int | None:
    """The rank at a point where it is certainly that everywhere nearby, else None."""
    values = [setting.values(row, point) for row in rows]
    if any(v is None for v in values):
        return None
    return steady(setting, rows, [v for v in values if v is not None])


def steady(setting: Setting, rows: Sequence[Sequence[Term]], values: Sequence[Values]) -> int | None:
    """The same for values at hand."""
    if not rows:
        return 0
    chosen, columns = _pivots(values)
    rank = len(chosen)
    if rank in (len(rows), len(rows[0])):
        return rank
    others = [i for i in range(len(rows)) if i not in chosen]
    rest = [j for j in range(len(rows[0])) if j not in columns]
    if len(others) * len(rest) > MOST_MINORS or rank >= MOST_ROWS:
        return None
    for i in others:
        for j in rest:
            minor = determinant_term([[rows[a][b] for b in (*columns, j)] for a in (*chosen, i)])
            if not vanishes(setting, minor):
                return None
    return rank


def _pivots(values: Sequence[Values]) -> tuple[list[int], list[int]]:
    """Rows and columns of a minor that is certainly not zero, as large as elimination finds it."""
    chosen: list[int] = []
    for i in range(len(values)):
        if rank_of([values[k] for k in (*chosen, i)]) == len(chosen) + 1:
            chosen.append(i)
    columns: list[int] = []
    for j in range(len(values[0])):
        if rank_of([[values[i][k] for k in (*columns, j)] for i in chosen]) == len(columns) + 1:
            columns.append(j)
    return chosen[: len(columns)], columns


def vanishes(setting: Setting, term: Term) -> bool:
    """Whether a term is certainly zero on all of X."""
    try:
        top, _ = setting.rational(term)
        return setting.frame.vanishes(top)
    except NotRational:
        domain = conditions(setting.problem)
        answer = decide_zero(
            term, setting.problem.coordinates, equations=domain.equations, inequalities=domain.inequalities, limit=200_000
        )
        return answer.kind == "zero"


def certainly_outside_nearby(
    setting: Setting, rows: Sequence[Sequence[Term]], last: Sequence[Term], point: Point
) -> bool:
    """Whether near a point a row certainly lies outside of the span of the others."""
    values, value = [setting.values(row, point) for row in rows], setting.values(last, point)
    known = [v for v in values if v is not None]
    if value is None or len(known) != len(values):
        return False
    above = rank_of([*known, value])
    if above == len(rows) + 1:
        return True
    rank = steady(setting, rows, known)
    return rank is not None and above > rank


__all__ = ["certainly_outside_nearby", "steady_rank", "vanishes"]
