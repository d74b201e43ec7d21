"""Motions of space: Translations(n), SE(n) and E(n), acting on R^n by affine maps and elsewhere by the linear part."""

from __future__ import annotations

from catalg.families import arguments, refusals
from catalg.families.base import concrete_sizes, sizes, space_size
from catalg.families.explicit import trivial
from catalg.families.left_translation import (
    LARGEST_DETERMINANT,
    determinant,
    entries,
    preserves,
    with_translations,
)
from catalg.families.linear_action import affine_action, sphere_action
from catalg.families.matrix_family import MatrixFamily
from catalg.families.orthogonal import SOURCE, full_irrep, rotation_irrep, rotations
from catalg.families.structure import Faithful, period, power
from catalg.families.tables import Named, Table, identity, reflection, unit
from catalg.model.action import Action, SymbolicAction
from catalg.model.group import FundamentalTheorem, Group, GroupFacts, Relation
from catalg.model.protocols import Argument
from catalg.model.representation import Rep
from catalg.model.scalars import BaseField
from catalg.terms import Dim, Term, num, sub
from catalg.terms import power as raised


def shift_names(n: int) -> tuple[str, ...]:
    """T1, …, Tn; T alone for n = 1."""
    return ("T",) if n == 1 else tuple(f"T{k}" for k in range(1, n + 1))


class AffineFamily(MatrixFamily):
    """A family whose groups are a linear group with all translations; `linear_part` gives the former.

    The faithful representation is on columns (x, 1).
    """

    actions: tuple[str, ...] = ("R", "self")

    def linear_part(self, n: int) -> Faithful:
        """The linear group: generators on R^n."""
        return Faithful(n)

    def faithful(self, *ns: int) -> Faithful:
        """Homogeneous (n+1) x (n+1) matrices."""
        n = ns[0]
        part = self.linear_part(n)
        discrete = tuple((name, {**table, (n, n): 1}) for name, table in part.discrete)
        shifts = tuple((name, unit(k, n)) for k, name in enumerate(shift_names(n)))
        return Faithful(n + 1, discrete, (*part.lie, *shifts))

    def linear(self, *ns: int) -> tuple[int, Named]:
        """The linear part; translations act by zero."""
        part = self.linear_part(ns[0])
        zero: Table = {}
        return ns[0], (*part.discrete, *part.lie, *((name, zero) for name in shift_names(ns[0])))

    def _action(self, group: Group, name: str, given: tuple[Argument, ...]) -> Action:
        n = sizes(group)[0]
        if name in ("R", "Sphere", "Circle"):
            space_size(group, name, given, n)
            if group.symbolic:
                return SymbolicAction(group, n, "affine" if name == "R" else "sphere", name)
            size = concrete_sizes(group)[0]
            if name != "R":
                return sphere_action(group, self.linear(size)[1], size, name)
            shifts = {shift: k for k, shift in enumerate(shift_names(size))}
            return affine_action(group, self.linear(size)[1], shifts, size, "R")
        return super()._action(group, name, given)

    def concrete_action(self, group: Group, name: str, *ns: int) -> Action:
        """`self`: left translation on pairs of a matrix and a vector."""
        n = ns[0]
        part = self.linear_part(n)
        shifts = {shift: k for k, shift in enumerate(shift_names(n))}
        dimension = len(part.lie) + n
        if not part.discrete and not part.lie:
            return affine_action(group, (), shifts, n, "self")
        equations: tuple[Term, ...] = self.equations(n)
        positive: tuple[Term, ...] = ()
        if self.special or not equations:
            if n > LARGEST_DETERMINANT:
                raise refusals.too_large(f"the size of the determinant of {group.label}", LARGEST_DETERMINANT)
            volume = determinant(entries(n))
            if self.special:
                equations = (*equations, sub(volume, num(1)))
            else:
                positive = (raised(volume, num(2)),)
        tables = (*part.discrete, *part.lie)
        return with_translations(group, tables, shifts, n, equations, positive, dimension)


class Translations(AffineFamily):
    """Translations(n)."""

    name = "Translations"
    meaning = ("the dimension of the space",)
    representations = ("trivial", "vector")
    special = True
    summary = (
        "Translations(n), the shifts of R^n. Lie generators T1, …, Tn (T for n = 1), the unit shifts. vector, the linear part, "
        "is n copies of trivial. self is R^n."
    )

    def facts(self, *ns: Dim) -> GroupFacts:
        """A vector group. Its linear part is trivial, so that every tensor in the basis vectors is invariant (`basis`)."""
        n = ns[0]
        source = "the linear part is trivial"
        return GroupFacts(None, n, 1, False, FundamentalTheorem(("basis",), n, source), source)

    def _representation(self, group: Group, name: str, given: tuple[Argument, ...], field: BaseField) -> Rep:
        arguments.none(given, f"`{name}`")
        return trivial(group, field, sizes(group)[0])


class SpecialEuclidean(AffineFamily):
    """SE(n)."""

    name = "SE"
    meaning = ("the dimension of the space",)
    representations = ("trivial", "vector", "det", "irrep")
    actions = ("R", "Sphere", "Circle", "self")
    special = True
    summary = (
        "SE(n), rotations and translations of R^n. Lie generators: those of SO(n), and the shifts T1, …, Tn (T for n = 1). It "
        "acts on R^n by affine maps; on Sphere(n - 1), and in vector and irrep(…), by its linear part, as SO(n) does. self: "
        "the pairs (R, t), R row by row, then t."
    )

    def linear_part(self, n: int) -> Faithful:
        """SO(n)."""
        return Faithful(n, (), rotations(n))

    def relations(self, *ns: int) -> tuple[Relation, ...]:
        """A full turn is the identity."""
        planes = rotations(ns[0])
        return (period((1, planes[-1][0])),) if planes else ()

    def facts(self, *ns: Dim) -> GroupFacts:
        """Connected, of dimension n(n+1)/2; tensors are those of the linear part."""
        n = ns[0]
        return GroupFacts(None, n * (n + 1) / 2, 1, False, FundamentalTheorem(("delta", "epsilon"), n, SOURCE), SOURCE)

    def equations(self, *ns: int) -> tuple[Term, ...]:
        """R^T R = 1."""
        return preserves(identity(ns[0]), ns[0], True)

    def irreducible(self, group: Group, given: tuple[Argument, ...], field: BaseField) -> Rep:
        """The irreps of SO(2) and SO(3)."""
        return rotation_irrep(group, _size(group), given, field)


class Euclidean(SpecialEuclidean):
    """E(n)."""

    name = "E"
    special = False
    summary = (
        "E(n), rotations, reflections and translations of R^n: the generators of SE(n), and the reflection s of the last "
        "axis, as in O(n). It acts on R^n by affine maps; on Sphere(n - 1), and in vector, det and irrep(…), by its linear "
        "part, as O(n) does: irrep(m) for n = 2; irrep(l, even), irrep(l, odd), irrep(\"1o\") for n = 3."
    )

    def linear_part(self, n: int) -> Faithful:
        """O(n)."""
        return Faithful(n, (("s", reflection(n, n - 1)),), rotations(n))

    def relations(self, *ns: int) -> tuple[Relation, ...]:
        """s^2 = 1, and a full turn is the identity."""
        return (power("s", 2), *super().relations(*ns))

    def facts(self, *ns: Dim) -> GroupFacts:
        """Two components."""
        n = ns[0]
        return GroupFacts(None, n * (n + 1) / 2, 2, False, FundamentalTheorem(("delta",), n, SOURCE), SOURCE)

    def irreducible(self, group: Group, given: tuple[Argument, ...], field: BaseField) -> Rep:
        """The irreps of O(2) and O(3)."""
        return full_irrep(group, _size(group), given, field)


def _size(group: Group) -> int:
    return arguments.integer(sizes(group)[0], f"irrep of {group.label}")
