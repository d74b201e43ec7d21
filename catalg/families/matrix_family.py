"""Families of real matrix groups: what SO(n), O(n), GL(n), SL(n), Sp(m), … have in common.

A subclass gives the generators in the defining representation, the relations that these matrices do not show (words and
periods), what is known of the group, and the equations of the group among all matrices.
"""

from __future__ import annotations

from catalg.families import arguments, refusals
from catalg.families.base import FamilyBase, concrete_sizes, linear_space, sizes, space_size
from catalg.families.explicit import character, explicit, trivial
from catalg.families.left_translation import LARGEST_DETERMINANT, determinant, entries, on_matrices
from catalg.families.linear_action import positive_forms, sphere_action
from catalg.families.structure import Faithful, lie_relations
from catalg.families.tables import Named, trace
from catalg.model.action import Action, SymbolicAction
from catalg.model.group import Group, GroupFacts, Relation
from catalg.model.protocols import Argument
from catalg.model.representation import Rep, SymbolicRep
from catalg.model.scalars import BaseField, Scalar
from catalg.terms import Dim, Parameter, Term, num, power, sub

LARGEST = 12
"""Largest concrete size of the matrices."""


class MatrixFamily(FamilyBase):
    """A family of groups of real matrices; `meaning` says what its sizes are, `least` the smallest one."""

    meaning: tuple[str, ...] = ("the size of the matrices",)
    least: int = 1
    special: bool = False

    # -- what a subclass gives ---------------------------------------------------------------------------------------
    def faithful(self, *ns: int) -> Faithful:
        """The generators in the defining representation."""
        raise NotImplementedError

    def relations(self, *ns: int) -> tuple[Relation, ...]:
        """Word relations and periods."""
        return ()

    def facts(self, *ns: Dim) -> GroupFacts:
        """What is known of the group."""
        raise NotImplementedError

    def equations(self, *ns: int) -> tuple[Term, ...]:
        """What the entries of the matrices satisfy, but for the determinant."""
        return ()

    def ambient(self, *ns: Dim) -> Dim:
        """The dimension of the defining representation."""
        return ns[0]

    # -- the group ---------------------------------------------------------------------------------------------------
    def read(self, given: tuple[Argument, ...]) -> tuple[Dim, ...]:
        """The sizes among the arguments. Raises FamilyError."""
        if len(given) != len(self.meaning):
            wanted = "one argument" if len(self.meaning) == 1 else f"{len(self.meaning)} arguments"
            raise refusals.arguments(f"{self.name} takes {wanted}, not {len(given)}", "; ".join(self.meaning))
        return tuple(arguments.dim(a, f"an argument of {self.name}") for a in given)

    def group(self, name: str, given: tuple[Argument, ...], parameters: tuple[Parameter, ...]) -> Group:
        """The group of these sizes. Raises FamilyError."""
        dims = self.read(given)
        label = f"{self.name}({', '.join(str(d) for d in dims)})"
        family: tuple[str, tuple[object, ...]] = (self.name, dims)
        if not all(d.is_constant for d in dims):
            used = arguments.occurring(dims, parameters)
            return Group(name, label, facts=self.facts(*dims), parameters=used, symbolic=True, family=family)
        ns = tuple(arguments.bounded(arguments.integer(d, f"a size of {label}"), f"a size of {label}", self.least, LARGEST)
                   for d in dims)
        self.admit(label, *ns)
        data = self.faithful(*ns)
        relations = (*self.relations(*ns), *lie_relations(data))
        return Group(name, label, data.generators, relations, self.facts(*dims), family=family)

    def admit(self, label: str, *ns: int) -> None:
        """Check concrete sizes further. Raises FamilyError."""

    def linear(self, *ns: int) -> tuple[int, Named]:
        """The linear part on the defining space: its dimension, and the matrix of each generator."""
        data = self.faithful(*ns)
        return data.size, (*data.discrete, *data.lie)

    # -- representations ---------------------------------------------------------------------------------------------
    def _representation(self, group: Group, name: str, given: tuple[Argument, ...], field: BaseField) -> Rep:
        if name == "irrep":
            return self.irreducible(group, given, field)
        arguments.none(given, f"`{name}`")
        if name == "vector":
            if group.symbolic:
                return SymbolicRep(group, field, self.ambient(*sizes(group)), "vector", "vector")
            size, tables = self.linear(*concrete_sizes(group))
            return explicit(group, field, size, tables, "vector")
        if name in ("det", "sign"):
            if self.special:
                return trivial(group, field)
            if group.symbolic:
                return SymbolicRep(group, field, Dim.of(1), name, name)
            return character(group, field, self.determinants(name, *concrete_sizes(group)), name)
        raise refusals.unknown("representation", name, self.name, self.representations)

    def determinants(self, name: str, *ns: int) -> dict[str, Scalar]:
        """The determinant (`det`) of each generator, or its sign (`sign`); reflections have determinant -1."""
        values: dict[str, Scalar] = {g.name: -1 for g in self.faithful(*ns).generators if g.kind == "discrete"}
        if name == "det":
            values |= {n: trace(t) for n, t in self.linear(*ns)[1] if n not in values}
        return values

    def irreducible(self, group: Group, given: tuple[Argument, ...], field: BaseField) -> Rep:
        """`irrep(…)`. Raises FamilyError."""
        raise refusals.unknown("representation", "irrep", self.name, self.representations)

    # -- actions -----------------------------------------------------------------------------------------------------
    def _action(self, group: Group, name: str, given: tuple[Argument, ...]) -> Action:
        dims = sizes(group)
        if name in ("R", "Sphere", "Circle"):
            space_size(group, name, given, self.ambient(*dims))
            if group.symbolic:
                return SymbolicAction(group, self.ambient(*dims), "linear" if name == "R" else "sphere", name)
            size, tables = self.linear(*concrete_sizes(group))
            return linear_space(group, tables, size) if name == "R" else sphere_action(group, tables, size, name)
        arguments.none(given, f"`{name}`")
        if group.symbolic:
            raise refusals.concrete(f"the action `{name}` of {group.label}")
        return self.concrete_action(group, name, *concrete_sizes(group))

    def concrete_action(self, group: Group, name: str, *ns: int) -> Action:
        """The actions `self` and `SPD`. Raises FamilyError."""
        data = self.faithful(*ns)
        if name == "SPD":
            inverses = tuple((g, data.inverse(g)) for g, _ in data.discrete)
            return positive_forms(group, inverses, data.lie, data.size)
        equations = self.equations(*ns)
        positive: tuple[Term, ...] = ()
        if self.special or not equations:
            if data.size > LARGEST_DETERMINANT:
                raise refusals.too_large(f"the size of the determinant of {group.label}", LARGEST_DETERMINANT)
            volume = determinant(entries(data.size))
            if self.special:
                equations = (*equations, sub(volume, num(1)))
            else:
                positive = (power(volume, num(2)),)
        tables = (*data.discrete, *data.lie)
        return on_matrices(group, tables, data.size, equations, positive, len(data.lie))
