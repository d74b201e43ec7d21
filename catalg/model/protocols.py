"""The seams: what a family and a strategy must offer. Adding one is adding one file and one line of registration."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Protocol

from catalg.model.action import Action
from catalg.model.ends import End, Graph
from catalg.model.group import Group
from catalg.model.gset import GSet
from catalg.model.representation import Rep
from catalg.model.scalars import BaseField
from catalg.model.solution import Proposal
from catalg.terms import Dim, Parameter

Argument = Dim | Fraction | str | Graph | Group
"""An argument of a family, an action or a representation: a size or label (as Dim), a half-integer, a word or string."""


class FamilyError(ValueError):
    """A family refuses its arguments or a name. The elaborator adds the position.

    `code` is a diagnostic code, `candidates` the names that would have been understood.
    """

    def __init__(self, code: str, message: str, help: str | None = None, candidates: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.code, self.message, self.help, self.candidates = code, message, help, tuple(candidates)


class ConcreteOnly(FamilyError):
    """What is asked for has a meaning for every value of a parameter, but the library knows it for numbers only."""


class Family(Protocol):
    """A family of groups: data (generators, relations, facts, named actions and representations), never answers."""

    @property
    def name(self) -> str:
        """How the family is written, e.g. `SO`."""
        ...

    @property
    def summary(self) -> str:
        """One paragraph for `catalg explain`: generators, their names, how they act, conventions."""
        ...

    @property
    def representations(self) -> tuple[str, ...]:
        """The names of its representations."""
        ...

    @property
    def gsets(self) -> tuple[str, ...]:
        """The names of its G-sets."""
        ...

    @property
    def actions(self) -> tuple[str, ...]:
        """The names of its actions on manifolds."""
        ...

    def group(self, name: str, arguments: tuple[Argument, ...], parameters: tuple[Parameter, ...]) -> Group:
        """The group for these arguments (symbolic where a parameter occurs). Raises FamilyError."""
        ...

    def representation(self, group: Group, name: str, arguments: tuple[Argument, ...], field: BaseField) -> Rep:
        """A named representation. Raises FamilyError."""
        ...

    def gset(self, group: Group, name: str, arguments: tuple[Argument, ...]) -> GSet:
        """A named G-set. Raises FamilyError."""
        ...

    def action(self, group: Group, name: str, arguments: tuple[Argument, ...]) -> Action:
        """A named action on a manifold. Raises FamilyError."""
        ...


class NotCovered(Exception):
    """Raised by a strategy for an end that is not of its kind; the message says why (shown when none fits)."""


class Strategy(Protocol):
    """Turns some ends into closed form. It proposes; the verifier decides."""

    @property
    def name(self) -> str:
        """A short name for traces."""
        ...

    def solve(self, end: End) -> Proposal:
        """A proposed solution. Raises NotCovered."""
        ...
