"""What the points and values of a space of kernels look like as arrays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from catalg.model.action import Action, CosetAction, ExplicitAction, PulledAction, SymbolicAction
from catalg.model.representation import HomRep, PulledRep, Rep, TensorRep
from catalg.numeric.errors import WrongShape
from catalg.numeric.evaluate import Value
from catalg.numeric.namespace import Array


@dataclass(frozen=True, slots=True)
class PointShape:
    """One argument: its name, the trailing shape of its array, and how formulas speak of it (`rank` 0, 1 or 2)."""

    name: str
    shape: tuple[int, ...]
    rank: int

    def value(self, array: Array) -> Value:
        """The array as a value. Raises WrongShape."""
        own = tuple(array.shape[array.ndim - len(self.shape) :]) if array.ndim >= len(self.shape) else ()
        if own != self.shape:
            wanted = ", ".join(map(str, self.shape))
            raise WrongShape(f"{self.name} has shape {tuple(array.shape)}; shape (..., {wanted}) is needed")
        return Value(array[..., 0], 0) if self.rank == 0 else Value(array, self.rank)


def point_shape(name: str, action: Action, sizes: Mapping[str, int]) -> PointShape:
    """The shape of one argument: (d,) for vectors and scalars, (n, n) for matrices."""
    base = action
    while isinstance(base, PulledAction):
        base = base.base
    if isinstance(base, CosetAction):
        base = base.whole
    dim = action.dim.at(sizes)
    forms = isinstance(base, SymbolicAction) and base.kind == "forms"
    if forms or (isinstance(base, ExplicitAction) and base.shape in ("symmetric", "matrix")):
        square = isinstance(base, ExplicitAction) and base.shape == "matrix"
        n = next(k for k in range(dim + 1) if (k * k if square else k * (k + 1) // 2) >= dim)
        return PointShape(name, (n, n), 2)
    return PointShape(name, (dim,), 1 if dim > 1 or isinstance(base, SymbolicAction) else 0)


def value_shape(rep: Rep, sizes: Mapping[str, int]) -> tuple[int, ...]:
    """The shape of a kernel's values: () for scalars, (m,) for vectors, (output, input) for linear maps and tensors."""
    base = rep.base if isinstance(rep, PulledRep) else rep
    size = rep.dim.at(sizes)
    if size == 1:
        return ()
    if isinstance(base, HomRep):
        return base.target.dim.at(sizes), base.source.dim.at(sizes)
    if isinstance(base, TensorRep) and len(base.factors) == 2:
        return base.factors[0].dim.at(sizes), base.factors[1].dim.at(sizes)
    return (size,)


def as_matrix(shape: Sequence[int]) -> tuple[int, int]:
    """A shape of values as (output, input); scalars and vectors have input 1."""
    rows, columns = (*shape, 1, 1)[:2] if len(shape) != 1 else (shape[0], 1)
    return rows, columns
