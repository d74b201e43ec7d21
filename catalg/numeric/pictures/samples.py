"""Functions that stand in for arbitrary ones in a picture, where the user gives none."""

from __future__ import annotations

from typing import Any


def bell(*arguments: Any) -> Any:
    """exp(-r^2/2) for the length r of all arguments together."""
    import numpy

    return numpy.exp(-sum(numpy.asarray(a) ** 2 for a in arguments) / 2)


def ring(*arguments: Any) -> Any:
    """r^2 exp(1 - r^2/2) / 2: zero at the origin, 1 at most; for covariants that turn with the angle."""
    import numpy

    square = sum(numpy.asarray(a) ** 2 for a in arguments)
    return square * numpy.exp(1 - square / 2) / 2


def two_bumps(offset: Any) -> Any:
    """A function on vectors without any symmetry: one bump up, one down."""
    import numpy

    up = numpy.sum((offset - _place(offset, 0.8, 0.5)) ** 2, axis=-1)
    down = numpy.sum((offset - _place(offset, -0.9, -0.2)) ** 2, axis=-1)
    return numpy.exp(-up) - 0.7 * numpy.exp(-1.5 * down)


def _place(offset: Any, x: float, y: float) -> Any:
    import numpy

    point = numpy.zeros(offset.shape[-1])
    point[0] = x
    point[1 % offset.shape[-1]] = y
    return point
