"""Sizes that are parameters: read off arrays, given by name, and checked against their declared ranges."""

from __future__ import annotations

from collections.abc import Mapping

from catalg.model.ends import KernelEnd, LinearEnd
from catalg.model.group import Group
from catalg.numeric.errors import NotNumeric, WrongShape
from catalg.terms import Dim
from catalg.universes.slots import theorems


def infer(end: LinearEnd, columns: int | None, sizes: Mapping[str, int] | None) -> dict[str, int]:
    """The parameters of a space of linear maps; `columns` is the length of the vectors at hand. Raises NotNumeric."""
    values = dict(sizes or {})
    needed = end.source.dim.parameters | end.target.dim.parameters
    missing = sorted(needed - values.keys())
    if len(missing) == 1 and columns is not None and missing[0] in end.source.dim.parameters:
        values[missing[0]] = solved(end.source.dim, missing[0], columns, values)
        missing = []
    return checked(end, values, missing)


def checked(end: LinearEnd | KernelEnd, values: dict[str, int], missing: list[str]) -> dict[str, int]:
    """The values, each in its declared range. Raises NotNumeric."""
    if missing:
        example = ", ".join(f'"{name}": 5' for name in missing)
        raise NotNumeric(f"{end.name} has a free size: give sizes={{{example}}}")
    for parameter in end.group.parameters:
        if parameter.name in values and not parameter.admits(values[parameter.name]):
            raise NotNumeric(f"{parameter.name} = {values[parameter.name]} is outside of its declared range")
    return values


def solved(dim: Dim, name: str, length: int, values: Mapping[str, int]) -> int:
    """The parameter at which a dimension has a value, by bisection. Raises WrongShape.

    >>> n = Dim.parameter("n")
    >>> solved(n * (n - 1) / 2, "n", 10, {})
    5
    """
    low, high = 0, 1
    while dim.value_at({**values, name: high}) < length and high <= length:
        high *= 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if dim.value_at({**values, name: middle}) < length else (low, middle)
    for guess in (high, low):
        if dim.value_at({**values, name: guess}) == length:
            return guess
    raise WrongShape(f"an input axis of length {length}, where its length is {dim}")


def sizes_of_sorts(group: Group, values: Mapping[str, int]) -> dict[int, int]:
    """The size of each factor of a group, by its fundamental theorem."""
    return {k: theorem.size.at(values) for k, theorem in enumerate(theorems(group)) if theorem is not None}
