"""The trivial group, which acts on everything by doing nothing."""

from __future__ import annotations

from catalg.families import arguments
from catalg.families.base import FamilyBase
from catalg.families.explicit import trivial
from catalg.families.linear_action import linear_action, sphere_action
from catalg.model.action import Action
from catalg.model.group import Group, GroupFacts
from catalg.model.gset import ExplicitSet, GSet
from catalg.model.protocols import Argument
from catalg.model.representation import FreeRep, Rep
from catalg.model.scalars import BaseField
from catalg.terms import Dim, Parameter

LARGEST_SPACE = 1000


class Trivial(FamilyBase):
    """Trivial."""

    name = "Trivial"
    summary = "Trivial, the group of one element. No generators. It acts trivially on R^n and on Sphere(k) for all n and k."
    representations = ("trivial", "regular")
    gsets = ("self", "regular")
    actions = ("R", "Sphere", "Circle")

    def group(self, name: str, given: tuple[Argument, ...], parameters: tuple[Parameter, ...]) -> Group:
        """The trivial group. Raises FamilyError when there are arguments."""
        arguments.none(given, "Trivial")
        return Group(name, "Trivial", facts=GroupFacts(Dim.of(1), Dim.of(0), 1, True), family=("Trivial", ()))

    def _representation(self, group: Group, name: str, given: tuple[Argument, ...], field: BaseField) -> Rep:
        arguments.none(given, f"`{name}`")
        return FreeRep(_point(group), field, name) if name == "regular" else trivial(group, field)

    def _gset(self, group: Group, name: str, given: tuple[Argument, ...]) -> GSet:
        arguments.none(given, f"`{name}`")
        return _point(group)

    def _action(self, group: Group, name: str, given: tuple[Argument, ...]) -> Action:
        if name == "Circle":
            arguments.none(given, "`Circle`")
            return sphere_action(group, (), 2, name)
        k = arguments.integer(arguments.one(given, f"`{name}`", "a dimension"), "a dimension")
        arguments.bounded(k, "a dimension", 0 if name == "Sphere" else 1, LARGEST_SPACE)
        return linear_action(group, {}, k, "R") if name == "R" else sphere_action(group, (), k + 1, name)


def _point(group: Group) -> ExplicitSet:
    return ExplicitSet(group, 1, (), None, "self")
