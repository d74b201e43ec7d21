"""The helpers that generated modules carry copies of; `catalg.numeric.special` has the others."""

from __future__ import annotations

from typing import Any

import numpy as np


def dot(x: Any, y: Any) -> Any:
    """The sum of products along the last axis."""
    return np.sum(x * y, axis=-1)


def norm(x: Any) -> Any:
    """The length along the last axis."""
    return np.sqrt(dot(x, x))


def arg(x: Any) -> Any:
    """The polar angle of vectors of the plane; 0 at the origin."""
    return np.arctan2(x[..., 1], x[..., 0])


def angle(x: Any, y: Any) -> Any:
    """The signed angle from x to y in the plane."""
    return np.arctan2(x[..., 0] * y[..., 1] - x[..., 1] * y[..., 0], dot(x, y))


def column(s: Any) -> Any:
    """Scalars that multiply vectors."""
    return np.asarray(s)[..., None]


def block(s: Any) -> Any:
    """Scalars that multiply matrices."""
    return np.asarray(s)[..., None, None]


def vector(*entries: Any) -> Any:
    """Vectors from their entries."""
    return np.stack(np.broadcast_arrays(*entries), axis=-1)


def matrix(*rows: Any) -> Any:
    """Matrices from their entries."""
    flat = np.broadcast_arrays(*(entry for row in rows for entry in row))
    shape = flat[0].shape
    return np.stack(flat, axis=-1).reshape(*shape, len(rows), len(rows[0]))


def outer(x: Any, row: Any) -> Any:
    """The product of a vector with a row."""
    return x[..., :, None] * row


def matvec(a: Any, x: Any) -> Any:
    """The product of a matrix with a vector."""
    return (a @ x[..., None])[..., 0]


def expm(a: Any) -> Any:
    """exp of a small matrix, by its series after halving."""
    scaled = a / 2.0**10
    total = term = np.eye(len(a))
    for k in range(1, 15):
        term = term @ scaled / k
        total = total + term
    for _ in range(10):
        total = total @ total
    return total


def flow(field: Any, p: Any, time: float, steps: int = 400) -> Any:
    """Follow a vector field by the classical Runge-Kutta method."""
    h = time / steps
    for _ in range(steps):
        a = field(p)
        b = field(p + h / 2 * a)
        c = field(p + h / 2 * b)
        d = field(p + h * c)
        p = p + h / 6 * (a + 2 * b + 2 * c + d)
    return p
