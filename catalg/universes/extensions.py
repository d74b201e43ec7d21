"""Kan extensions as data: the extension with its unit or counit, or the news that it is infinite.

Elaboration asks an `Extensions` for them, so that it needs to know no strategy.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol

from catalg.model.category import SetFunctor, SetTransformation, VectFunctor, VectTransformation
from catalg.universes.presented_functors import PresentedFunctor

Side = Literal["left", "right"]


@dataclass(frozen=True, slots=True)
class Kan:
    """An extension of `base` along `along`: `unit` is F => L @ K on the left, the counit R @ K => F on the right."""

    side: Side
    functor: SetFunctor
    unit: SetTransformation
    base: SetFunctor
    along: PresentedFunctor

    @property
    def name(self) -> str:
        """What it is called."""
        return self.functor.name


@dataclass(frozen=True, slots=True)
class LinearKan:
    """The same for functors to Vect."""

    side: Side
    functor: VectFunctor
    unit: VectTransformation
    base: VectFunctor
    along: PresentedFunctor

    @property
    def name(self) -> str:
        """What it is called."""
        return self.functor.name


@dataclass(frozen=True, slots=True)
class UnlistedKan:
    """An extension that has no table: it is infinite somewhere (`infinite`), or a limit was passed; `reason` says which."""

    side: Side
    name: str
    base: SetFunctor | VectFunctor
    along: PresentedFunctor
    reason: str
    infinite: bool


class Extensions(Protocol):
    """What computes Kan extensions."""

    def extend(
        self, side: Side, name: str, base: SetFunctor | VectFunctor, along: PresentedFunctor
    ) -> Kan | LinearKan | UnlistedKan:
        """The extension under that name."""
        ...


__all__ = ["Extensions", "Kan", "LinearKan", "Side", "UnlistedKan"]
