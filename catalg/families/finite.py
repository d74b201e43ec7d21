"""Families of finite groups: a faithful set gives `regular` and `self`; points give permutations."""

from __future__ import annotations

from catalg.families import arguments, refusals
from catalg.families.base import FamilyBase, concrete_sizes, linear_space, space_size
from catalg.families.linear_action import sphere_action
from catalg.families.permutations import LARGEST_REGULAR, Permutation, regular
from catalg.families.tables import Named
from catalg.model.action import Action
from catalg.model.group import Group
from catalg.model.gset import ChosenSet, ExplicitSet, GSet
from catalg.model.protocols import Argument
from catalg.model.representation import FreeRep, Rep
from catalg.model.scalars import BaseField
from catalg.terms import Dim

LARGEST_CHOICE = 12


class FiniteFamily(FamilyBase):
    """Finite groups. A subclass gives `faithful_set`, and `points` where the group permutes points."""

    representations: tuple[str, ...] = ("trivial", "regular")
    gsets: tuple[str, ...] = ("Points", "Subsets", "Arrangements", "self", "regular")
    actions: tuple[str, ...] = ()

    def faithful_set(self, group: Group) -> dict[str, Permutation]:
        """Each generator as a permutation of a set on which the group acts faithfully."""
        return dict(self.points(group).permutations)

    def points(self, group: Group) -> ExplicitSet:
        """What the group permutes by definition. Raises FamilyError."""
        raise refusals.unknown("G-set", "Points", self.name, self.gsets)

    def point_set(self, group: Group) -> GSet:
        """`Points`, also for a symbolic size. Raises FamilyError."""
        return self.points(group)

    def orthogonal(self, group: Group) -> tuple[int, Named] | None:
        """The defining orthogonal matrices, if there are any: their size, and one for each generator."""
        return None

    def regular_set(self, group: Group, name: str) -> ExplicitSet:
        """The group as a G-set under left translation. Raises FamilyError."""
        if group.symbolic:
            raise refusals.concrete(f"`{name}` of {group.label}")
        order = group.facts.order.constant() if group.facts.order is not None else None
        if order is not None and order > LARGEST_REGULAR:
            raise refusals.too_large(f"the order of {group.label}", LARGEST_REGULAR)
        return regular(group, self.faithful_set(group), name)

    def _representation(self, group: Group, name: str, given: tuple[Argument, ...], field: BaseField) -> Rep:
        if name == "regular":
            arguments.none(given, "`regular`")
            return FreeRep(self.regular_set(group, "regular"), field, "regular")
        return super()._representation(group, name, given, field)

    def _gset(self, group: Group, name: str, given: tuple[Argument, ...]) -> GSet:
        if name in ("Subsets", "Arrangements"):
            k = arguments.integer(arguments.one(given, f"`{name}`", "how many points are chosen"), "the number of points")
            arguments.bounded(k, "the number of points", 0, LARGEST_CHOICE)
            return ChosenSet(name.lower(), k, self.point_set(group))
        arguments.none(given, f"`{name}`")
        return self.point_set(group) if name == "Points" else self.regular_set(group, name)

    def _action(self, group: Group, name: str, given: tuple[Argument, ...]) -> Action:
        if group.symbolic:
            raise refusals.concrete(f"the action `{name}` of {group.label}")
        defining = self.orthogonal(group)
        if defining is None:
            raise refusals.unknown("action", name, self.name, self.actions)
        size, tables = defining
        space_size(group, name, given, Dim.of(size))
        return linear_space(group, tables, size) if name == "R" else sphere_action(group, tables, size, name)


def size_of(group: Group) -> int:
    """The concrete size of a group of a family with one size. Raises FamilyError."""
    return concrete_sizes(group)[0]
