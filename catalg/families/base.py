"""What all families share: names that every group understands, and the errors for names that it does not."""

from __future__ import annotations

from catalg.families import arguments, refusals
from catalg.families.explicit import trivial
from catalg.families.linear_action import linear_action, matrices
from catalg.families.tables import Named
from catalg.model.action import Action, ExplicitAction
from catalg.model.group import Group
from catalg.model.gset import GSet
from catalg.model.protocols import Argument, FamilyError
from catalg.model.representation import Rep
from catalg.model.scalars import BaseField
from catalg.terms import Dim


class FamilyBase:
    """A family without any actions; subclasses say what there is and override the three methods with a leading `_`."""

    name: str = ""
    summary: str = ""
    representations: tuple[str, ...] = ("trivial",)
    gsets: tuple[str, ...] = ()
    actions: tuple[str, ...] = ()

    def representation(self, group: Group, name: str, arguments_: tuple[Argument, ...], field: BaseField) -> Rep:
        """A named representation over a field. Raises FamilyError."""
        if name == "trivial":
            arguments.none(arguments_, "`trivial`")
            return trivial(group, field)
        if name not in self.representations:
            raise refusals.unknown("representation", name, self.name, self.representations)
        return self._representation(group, name, arguments_, field)

    def gset(self, group: Group, name: str, arguments_: tuple[Argument, ...]) -> GSet:
        """A named G-set. Raises FamilyError."""
        if name not in self.gsets:
            if not self.gsets:
                raise refusals.concrete_sets(self.name)
            raise refusals.unknown("G-set", name, self.name, self.gsets)
        return self._gset(group, name, arguments_)

    def action(self, group: Group, name: str, arguments_: tuple[Argument, ...]) -> Action:
        """A named action on a manifold. Raises FamilyError."""
        if name not in self.actions:
            raise refusals.unknown("action", name, self.name, self.actions)
        return self._action(group, name, arguments_)

    def _representation(self, group: Group, name: str, arguments_: tuple[Argument, ...], field: BaseField) -> Rep:
        raise refusals.unknown("representation", name, self.name, self.representations)

    def _gset(self, group: Group, name: str, arguments_: tuple[Argument, ...]) -> GSet:
        raise refusals.unknown("G-set", name, self.name, self.gsets)

    def _action(self, group: Group, name: str, arguments_: tuple[Argument, ...]) -> Action:
        raise refusals.unknown("action", name, self.name, self.actions)


def sizes(group: Group) -> tuple[Dim, ...]:
    """The sizes with which a family made the group."""
    assert group.family is not None
    return tuple(a for a in group.family[1] if isinstance(a, Dim))


def concrete_sizes(group: Group) -> tuple[int, ...]:
    """The sizes, where no parameter occurs. Raises FamilyError."""
    values = [d.constant() for d in sizes(group)]
    if any(v is None for v in values):
        raise refusals.concrete(f"this of {group.label}")
    return tuple(v for v in values if v is not None)


def space_size(group: Group, name: str, arguments_: tuple[Argument, ...], expected: Dim) -> None:
    """Check that `R^k` or `Sphere(k)`, given by its ambient dimension `expected`, is the space on which the group acts.

    Raises FamilyError.
    """
    if name == "Circle":
        arguments.none(arguments_, "`Circle`")
        asked, written = Dim.of(2), "the circle"
    elif name == "Sphere":
        k = arguments.dim(arguments.one(arguments_, "`Sphere`", "its dimension, 2 for the sphere in space"), "the dimension")
        asked, written = k + 1, f"Sphere({k})"
    else:
        asked = arguments.dim(arguments.one(arguments_, "`R^k`", "its dimension"), "the dimension")
        written = f"R^{asked}"
    if asked != expected:
        raise wrong_dimension(group, written, expected)


def wrong_dimension(group: Group, written: str, expected: Dim) -> FamilyError:
    """The refusal of SO(3) on R^2."""
    power = f"({expected})" if not expected.is_constant else str(expected)
    return refusals.dimension(f"{group.label} does not act on {written}", f"{group.label} acts on R^{power}")


def linear_space(group: Group, tables: Named, size: int) -> ExplicitAction:
    """The defining space as a linear action called `R`."""
    return linear_action(group, matrices(tables, size), size, "R")
