"""Functors in an interpretation: monotone maps, functors to Set by sizes, and families indexed by numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product as pairs
from typing import Any


class Functor:
    """What an interpretation needs of a functor symbol."""

    def value(self, args: Sequence[Any]) -> Any:
        """An object of the target, or a sequence of elements when the target is Set."""
        raise NotImplementedError

    def arrow(self, old: Sequence[Any], new: Sequence[Any], arrows: Sequence[Any]) -> Any:
        """The value on arrows (each in the direction of its variance): an arrow, or a function on elements for Set."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Monotone(Functor):
    """A monotone map between lattices by its table; it serves as a bound functor variable too."""

    table: tuple[int, ...]

    def value(self, args: Sequence[Any]) -> Any:
        """The value at one object."""
        return self.table[args[0]]

    def arrow(self, old: Sequence[Any], new: Sequence[Any], arrows: Sequence[Any]) -> Any:
        """The one arrow."""
        return ()


@dataclass(frozen=True, slots=True)
class Sizes(Functor):
    """A functor to Set by the number of elements at each object, for each argument, multiplied.

    An arrow takes element x to min(x, size − 1), which is functorial as the sizes grow, or shrink to at least one.
    """

    tables: tuple[tuple[int, ...], ...]

    def value(self, args: Sequence[Any]) -> Any:
        """The elements, as tuples."""
        return list(pairs(*(range(table[arg]) for table, arg in zip(self.tables, args, strict=True))))

    def arrow(self, old: Sequence[Any], new: Sequence[Any], arrows: Sequence[Any]) -> Any:
        """The function on elements."""
        sizes = [table[arg] for table, arg in zip(self.tables, new, strict=True)]
        return lambda element: tuple(min(x, size - 1) for x, size in zip(element, sizes, strict=True))


@dataclass(frozen=True, slots=True)
class Family(Functor):
    """A functor on the natural numbers: a bound variable over [Nat, C]."""

    values: tuple[Any, ...]

    def value(self, args: Sequence[Any]) -> Any:
        """The value at a number."""
        return self.values[args[0]]

    def arrow(self, old: Sequence[Any], new: Sequence[Any], arrows: Sequence[Any]) -> Any:
        """Numbers have identities only; which identity is up to the interpretation."""
        return None
