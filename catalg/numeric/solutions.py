"""From a certified solution to its array functions."""

from __future__ import annotations

from collections.abc import Sequence

from catalg.model.ends import KernelEnd, LinearEnd
from catalg.model.solution import Solution
from catalg.numeric.errors import NotNumeric
from catalg.numeric.kernel import NumericKernel
from catalg.numeric.linear import NumericLinear

Numeric = NumericLinear | NumericKernel


def numeric_of(subject: object, solution: Solution, names: Sequence[str] = ()) -> Numeric:
    """The array functions of the solution of an end, whose formula calls its points by `names` (none: x, y, …).

    Raises NotNumeric for ends in Set and on presented categories.
    """
    match subject:
        case LinearEnd():
            return NumericLinear(subject, solution)
        case KernelEnd():
            return NumericKernel(subject, solution, names)
        case _:
            name = getattr(subject, "name", "this")
            raise NotNumeric(
                f"{name} is neither a space of linear maps nor one of kernels: it has no array functions"
            )
