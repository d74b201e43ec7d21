"""Rotations and reflections: SO(n) and O(n), and with two sizes the indefinite SO(p, q) and O(p, q)."""

from __future__ import annotations

from catalg.families import arguments, notation, planar, refusals
from catalg.families.angular_momentum import (
    LARGEST_NORMALISED,
    harmonics,
    rational_harmonics,
    reflected,
)
from catalg.families.base import concrete_sizes
from catalg.families.explicit import explicit
from catalg.families.indefinite import IndefiniteFamily, IndefiniteFullFamily
from catalg.families.left_translation import preserves
from catalg.families.linear_action import subspaces
from catalg.families.matrix_family import MatrixFamily
from catalg.families.structure import Faithful, period, power
from catalg.families.tables import Named, identity, plane, reflection, rotation
from catalg.model.action import Action
from catalg.model.group import FundamentalTheorem, Group, GroupFacts, Relation
from catalg.model.protocols import Argument
from catalg.model.representation import Rep, SumRep, SymbolicRep
from catalg.model.scalars import BaseField
from catalg.terms import Dim, Parameter, Term

SOURCE = "H. Weyl, The Classical Groups, theorem 2.9.A"


def rotations(n: int) -> Named:
    """The planes of rotation: X for n = 2; X, Y, Z about the axes for n = 3; X12, X13, X23, … for larger n."""
    if n == 2:
        return (("X", rotation(0, 1)),)
    if n == 3:
        return (("X", rotation(1, 2)), ("Y", rotation(2, 0)), ("Z", rotation(0, 1)))
    return tuple((plane("X", i, j, n), rotation(i, j)) for i in range(n) for j in range(i + 1, n))


def spherical(l: int, field: BaseField) -> Named:
    """so(3) on harmonics of degree l, orthonormal over RR and CC up to `LARGEST_NORMALISED`, else not normalised."""
    normal = field.kind in ("real", "complex") and l <= LARGEST_NORMALISED
    x, y, z = (harmonics if normal else rational_harmonics)(l)
    return ("X", x), ("Y", y), ("Z", z)


LARGEST_DEGREE = 100


def degree(argument: Argument, label: str) -> int:
    """The degree l of a spherical harmonic. Raises FamilyError."""
    if isinstance(argument, str):
        raise refusals.label(f"{label} has no parities, which `{argument}` names", "labels with o and e belong to O(3) and E(3); here irrep(1)")
    value = arguments.half_integer(argument, "the degree l of `irrep`")
    if value.denominator == 2:
        raise refusals.label(f"irrep({value}) does not integrate to {label}", "half-integer spins belong to SU(2)")
    return arguments.bounded(int(value), "the degree l of `irrep`", 0, LARGEST_DEGREE)


def rotation_irrep(group: Group, n: int, given: tuple[Argument, ...], field: BaseField) -> Rep:
    """`irrep(m)` for n = 2, `irrep(l)` for n = 3, of a group whose rotations are X, or X, Y, Z. Raises FamilyError."""
    if n == 2:
        return planar.rotation_irrep(group, given, field)
    if n != 3:
        raise refusals.label(f"the irreps of {group.label} have no labels here", "they have for the plane and for space")
    argument = arguments.one(given, "`irrep`", "the degree l")
    if isinstance(argument, Dim) and not argument.is_constant and all(c > 0 for _, c in argument.terms):
        return SymbolicRep(group, field, 2 * argument + 1, "spherical", f"irrep({argument})", argument)
    l = degree(argument, group.label)
    tables = dict(spherical(l, field))
    complete = tuple((g.name, tables.get(g.name, {})) for g in group.generators)
    return explicit(group, field, 2 * l + 1, complete, f"irrep({l})")


def full_irrep(group: Group, n: int, given: tuple[Argument, ...], field: BaseField) -> Rep:
    """`irrep(m)` for n = 2 and `irrep(l, even)`, `irrep(l, odd)`, `irrep("1o")` for n = 3. Raises FamilyError."""
    if n == 2:
        return planar.reflection_irrep(group, given, field)
    if n != 3:
        raise refusals.label(f"the irreps of {group.label} have no labels here", "they have for the plane and for space")
    if len(given) == 1 and isinstance(given[0], str):
        parts = tuple(
            full_irrep(group, n, (Dim.of(l), "even" if parity > 0 else "odd"), field)
            for count, l, parity in notation.parse(given[0])
            for _ in range(count)
        )
        return parts[0] if len(parts) == 1 else SumRep(parts, f'irrep("{given[0]}")')
    if len(given) != 2 or given[1] not in ("even", "odd"):
        raise refusals.arguments("`irrep` takes a degree and a parity here", 'for example irrep(1, odd) or irrep("1o")')
    l = degree(given[0], group.label)
    parity = 1 if given[1] == "even" else -1
    tables = {**dict(spherical(l, field)), "s": reflected(l, parity)}
    complete = tuple((g.name, tables.get(g.name, {})) for g in group.generators)
    return explicit(group, field, 2 * l + 1, complete, f"irrep({l}, {given[1]})")


class SpecialOrthogonal(MatrixFamily):
    """SO(n)."""

    name = "SO"
    summary = (
        "SO(n), the rotations of R^n. Lie generators, as matrices: X = [[0, -1], [1, 0]] for n = 2; the rotations X, Y, Z about "
        "the axes for n = 3, with [X, Y] = Z; Xij, which turns e_i towards e_j, for n >= 4. irrep(m), n = 2: rotation by m "
        "times the angle. irrep(l), n = 3: the real spherical harmonics in the order m = -l, …, l, without the "
        "Condon-Shortley sign (y, z, x for l = 1), orthonormal for l <= 6 over RR and CC. SO(p, q) has two sizes."
    )
    representations = ("trivial", "vector", "det", "irrep")
    actions = ("R", "Sphere", "Circle", "self", "SPD", "Gr", "RP")
    special = True

    def group(self, name: str, given: tuple[Argument, ...], parameters: tuple[Parameter, ...]) -> Group:
        """SO(n), or SO(p, q) for two sizes. Raises FamilyError."""
        if len(given) == 2:
            return self._indefinite.group(name, given, parameters)
        return super().group(name, given, parameters)

    _indefinite: MatrixFamily = IndefiniteFamily()

    def representation(self, group: Group, name: str, given: tuple[Argument, ...], field: BaseField) -> Rep:
        """A named representation. Raises FamilyError."""
        if _two_sizes(group):
            return self._indefinite.representation(group, name, given, field)
        return super().representation(group, name, given, field)

    def action(self, group: Group, name: str, given: tuple[Argument, ...]) -> Action:
        """A named action. Raises FamilyError."""
        if _two_sizes(group):
            return self._indefinite.action(group, name, given)
        return super().action(group, name, given)

    def _action(self, group: Group, name: str, given: tuple[Argument, ...]) -> Action:
        if name not in ("Gr", "RP"):
            return super()._action(group, name, given)
        if group.symbolic:
            raise refusals.concrete(f"the action `{name}` of {group.label}")
        (size,) = concrete_sizes(group)
        wanted = f"Gr(k, {size})" if name == "Gr" else f"RP({size - 1})"
        values = tuple(arguments.integer(a, f"an argument of `{name}`") for a in given)
        if len(values) != (2 if name == "Gr" else 1) or values[-1] != (size if name == "Gr" else size - 1):
            raise refusals.arguments(f"{group.label} acts on {wanted}")
        k = arguments.bounded(values[0], "the dimension of the subspaces", 1, size - 1) if name == "Gr" else 1
        data = self.faithful(size)
        return subspaces(group, data.discrete, data.lie, k, size, f"{name}({', '.join(map(str, values))})")

    def faithful(self, *ns: int) -> Faithful:
        """The planes of rotation."""
        return Faithful(ns[0], (), rotations(ns[0]))

    def relations(self, *ns: int) -> tuple[Relation, ...]:
        """A full turn is the identity: for n >= 3 the fundamental group has order two, and one plane is enough."""
        planes = rotations(ns[0])
        return (period((1, planes[-1][0])),) if planes else ()

    def facts(self, *ns: Dim) -> GroupFacts:
        """Compact and connected, of dimension n(n-1)/2."""
        n = ns[0]
        theorem = FundamentalTheorem(("delta", "epsilon"), n, SOURCE)
        return GroupFacts(_order(n, 1), n * (n - 1) / 2, 1, True, theorem, SOURCE)

    def equations(self, *ns: int) -> tuple[Term, ...]:
        """R^T R = 1."""
        return preserves(identity(ns[0]), ns[0], True)

    def irreducible(self, group: Group, given: tuple[Argument, ...], field: BaseField) -> Rep:
        """irrep(m) of SO(2), irrep(l) of SO(3)."""
        return rotation_irrep(group, _concrete(group), given, field)


class Orthogonal(SpecialOrthogonal):
    """O(n)."""

    name = "O"
    summary = (
        "O(n), rotations and reflections of R^n. The Lie generators of SO(n), and the reflection s = diag(1, …, 1, -1). "
        "irrep(m) and det for n = 2: s acts as diag(1, -1). irrep(l, even), irrep(l, odd), n = 3, say what the inversion "
        'does; irrep("1o") and irrep("2x0e + 1o") are e3nn\'s notation. vector is irrep(1, odd). O(p, q) has two sizes.'
    )
    special = False
    _indefinite: MatrixFamily = IndefiniteFullFamily()

    def faithful(self, *ns: int) -> Faithful:
        """The planes of rotation and one reflection."""
        return Faithful(ns[0], (("s", reflection(ns[0], ns[0] - 1)),), rotations(ns[0]))

    def relations(self, *ns: int) -> tuple[Relation, ...]:
        """s^2 = 1, and a full turn is the identity."""
        return (power("s", 2), *super().relations(*ns))

    def facts(self, *ns: Dim) -> GroupFacts:
        """Compact with two components."""
        n = ns[0]
        theorem = FundamentalTheorem(("delta",), n, SOURCE)
        return GroupFacts(_order(n, 2), n * (n - 1) / 2, 2, True, theorem, SOURCE)

    def irreducible(self, group: Group, given: tuple[Argument, ...], field: BaseField) -> Rep:
        """irrep(m) of O(2), irrep(l, parity) of O(3)."""
        return full_irrep(group, _concrete(group), given, field)


def _order(n: Dim, order: int) -> Dim | None:
    return Dim.of(order) if n.constant() == 1 else None


def _two_sizes(group: Group) -> bool:
    return group.family is not None and len(group.family[1]) == 2


def _concrete(group: Group) -> int:
    assert group.family is not None
    size = group.family[1][0]
    assert isinstance(size, Dim)
    return arguments.integer(size, f"irrep of {group.label}")
