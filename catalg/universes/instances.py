"""Replacing parameters by numbers: the same end at one concrete size, rebuilt through the library of families."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from catalg.exact.count_forms import Ranges, rewritten, substituted
from catalg.model.action import (
    Action,
    CosetAction,
    ExplicitAction,
    LinearAction,
    ProductAction,
    PulledAction,
    SymbolicAction,
)
from catalg.model.ends import KernelEnd, LinearEnd
from catalg.model.group import Group, generators_of_product
from catalg.model.gset import ChosenSet, ExplicitSet, GSet, ProductSet, PulledSet, SymbolicPoints
from catalg.model.protocols import Family, FamilyError
from catalg.model.representation import (
    DualRep,
    ExplicitRep,
    FreeRep,
    HomRep,
    PowerRep,
    PulledRep,
    Rep,
    RestrictedRep,
    SumRep,
    SymbolicRep,
    TensorRep,
    TrivialRep,
)
from catalg.terms import Dim


class NoGroup(ValueError):
    """The family has no group of this size, so that the parameters cannot take these values."""


Instantiate = Callable[[LinearEnd, Mapping[str, int]], LinearEnd]
"""An end with its parameters replaced by numbers; raises NoGroup where there is no such group, ValueError where the
instance cannot be built for another reason."""


def at_values(dim: Dim, values: Mapping[str, int]) -> Dim:
    """A dimension with parameters replaced.

    >>> str(at_values(Dim.parameter("n") + 1, {"n": 3}))
    '4'
    """
    return rewritten(substituted(dim, {name: Dim.of(value) for name, value in values.items()}), Ranges({}))


class Instances:
    """Makes instances of ends; `families` is the library that made their groups."""

    def __init__(self, families: Mapping[str, Family]) -> None:
        self.families = families

    def instantiate(self, end: LinearEnd, values: Mapping[str, int]) -> LinearEnd:
        """The end at these values, without `along`.

        Raises NoGroup where there is no such group, and ValueError where it cannot be built for another reason.
        """
        rebuild = _Rebuild(self.families, values)
        group = rebuild.group(end.group)
        points = tuple(rebuild.gset(point) for point in end.points)
        return LinearEnd(end.name, group, rebuild.rep(end.source), rebuild.rep(end.target), None, points)

    def kernels(self, end: KernelEnd, values: Mapping[str, int]) -> KernelEnd:
        """The end of kernels at these values.

        Raises NoGroup where there is no such group, and ValueError where it cannot be built for another reason.
        """
        rebuild = _Rebuild(self.families, values)
        group = rebuild.group(end.group)
        arguments = tuple(rebuild.action(action) for action in end.arguments)
        return KernelEnd(end.name, group, arguments, rebuild.rep(end.target))


def kernels_from_library(end: KernelEnd, values: Mapping[str, int]) -> KernelEnd:
    """The instance of an end of kernels with groups from the library that ships with the system. Raises ValueError."""
    from catalg.families.registry import FAMILIES

    return Instances(FAMILIES).kernels(end, values)


def from_library(end: LinearEnd, values: Mapping[str, int]) -> LinearEnd:
    """The instance with groups from the library of families that ships with the system. Raises ValueError."""
    from catalg.families.registry import FAMILIES

    return Instances(FAMILIES).instantiate(end, values)


class _Rebuild:
    """One replacement; equal parts of the old end are one object in the new one."""

    def __init__(self, families: Mapping[str, Family], values: Mapping[str, int]) -> None:
        self.families, self.values = families, values
        self.groups: dict[int, tuple[Group, Group]] = {}
        self.reps: dict[int, tuple[Rep, Rep]] = {}

    def group(self, group: Group) -> Group:
        found = self.groups.get(id(group))
        if found is None:
            found = self.groups[id(group)] = (group, self._group(group))
        return found[1]

    def _group(self, group: Group) -> Group:
        if not group.symbolic:
            return group
        if group.factors:
            factors = tuple(self.group(factor) for factor in group.factors)
            label = " * ".join(factor.label for factor in factors)
            return Group(group.name, label, generators_of_product(factors), factors=factors)
        if group.family is None or group.family[0] not in self.families:
            raise ValueError(f"{group.label} is not made by a family")
        name, arguments = group.family
        family = self.families[name]
        concrete = tuple(at_values(a, self.values) if isinstance(a, Dim) else a for a in arguments)
        shown = ", ".join(str(a) for a in concrete)
        try:
            return family.group(f"{name}({shown})", concrete, ())  # type: ignore[arg-type]
        except FamilyError as refusal:
            raise NoGroup(str(refusal)) from None

    def rep(self, rep: Rep) -> Rep:
        found = self.reps.get(id(rep))
        if found is None:
            found = self.reps[id(rep)] = (rep, self._rep(rep))
        return found[1]

    def _rep(self, rep: Rep) -> Rep:
        match rep:
            case ExplicitRep(group=group):
                return replace(rep, group=self.group(group))
            case SymbolicRep(group=group, field=field, kind="spherical", label=Dim() as label):
                assert group.family is not None
                degree = (Dim.of(at_values(label, self.values)),)
                return self.families[group.family[0]].representation(self.group(group), "irrep", degree, field)
            case SymbolicRep(group=group, field=field, kind=kind):
                assert group.family is not None
                return self.families[group.family[0]].representation(self.group(group), kind, (), field)
            case TrivialRep(group=group, dim=dim):
                return replace(rep, group=self.group(group), dim=at_values(dim, self.values))
            case FreeRep(base=base):
                return replace(rep, base=self.gset(base))
            case TensorRep(factors):
                return replace(rep, factors=tuple(self.rep(factor) for factor in factors))
            case SumRep(summands):
                return replace(rep, summands=tuple(self.rep(summand) for summand in summands))
            case PowerRep(base=base) | DualRep(base=base):
                return replace(rep, base=self.rep(base))
            case HomRep(source=source, target=target):
                return replace(rep, source=self.rep(source), target=self.rep(target))
            case PulledRep(base=base, group=group):
                return replace(rep, base=self.rep(base), group=self.group(group))
            case RestrictedRep(base=base, along=along):
                if along.source.symbolic or along.target.symbolic:
                    raise ValueError("a restriction between groups of symbolic size")
                return replace(rep, base=self.rep(base))

    def action(self, action: Action) -> Action:
        match action:
            case SymbolicAction(group=group, dim=dim, kind=kind):
                assert group.family is not None
                size = at_values(dim, self.values)
                space, k = ("Sphere", size - 1) if kind == "sphere" else ("R", size)
                family = self.families[group.family[0]]
                try:
                    if kind == "forms":
                        return family.action(self.group(group), "SPD", ())
                    return family.action(self.group(group), space, (k,))
                except FamilyError as refusal:
                    raise ValueError(str(refusal)) from None
            case ExplicitAction(group=group):
                return replace(action, group=self.group(group))
            case LinearAction(rep=rep):
                return replace(action, rep=self.rep(rep))
            case ProductAction(factors=factors):
                return replace(action, factors=tuple(self.action(factor) for factor in factors))
            case PulledAction(base=base, group=group):
                return replace(action, base=self.action(base), group=self.group(group))
            case CosetAction():
                return action

    def gset(self, gset: GSet) -> GSet:
        match gset:
            case SymbolicPoints(group=group, name=name):
                assert group.family is not None
                points = self.families[group.family[0]].gset(self.group(group), "Points", ())
                return replace(points, name=name) if isinstance(points, ExplicitSet) else points
            case ExplicitSet(group=group) | PulledSet(group=group):
                moved = replace(gset, group=self.group(group))
                return replace(moved, base=self.gset(moved.base)) if isinstance(moved, PulledSet) else moved
            case ChosenSet(base=base):
                return replace(gset, base=self.gset(base))
            case ProductSet(factors):
                return ProductSet(tuple(self.gset(factor) for factor in factors))
