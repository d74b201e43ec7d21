"""The limit of diffusion on a cellular sheaf: the orthogonal projection on the sections, by the normal equations.

L = delta^T delta is symmetric and has no negative eigenvalues, so that exp(-tL) converges to the projection on ker L =
ker delta along im delta^T. With delta delta^T w = delta x, solvable since im delta delta^T = im delta, the limit is
x - delta^T w.
"""

from __future__ import annotations

from catalg.exact.nullspace import solve
from catalg.exact.sparse import SparseMatrix, Vector
from catalg.learning.cellular import Cochains


def projection(complex_: Cochains, start: Vector) -> tuple[Vector, Vector] | None:
    """The nearest section y and the 1-cochain w with start - y = delta^T w; None when no solution was found."""
    delta = complex_.coboundary
    if delta.is_zero:
        return dict(start), {}
    weights = solve(delta @ delta.transpose(), delta.apply(start))
    if weights is None:
        return None
    away = delta.transpose().apply(weights)
    rows = SparseMatrix.of([start], delta.ncols) - SparseMatrix.of([away], delta.ncols)
    return dict(rows.rows[0]), weights
