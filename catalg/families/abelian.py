"""Connected and discrete abelian groups: Torus(n), Scale (positive dilations) and Z^n."""

from __future__ import annotations

from fractions import Fraction

from catalg.exact.field import I
from catalg.families import arguments, refusals
from catalg.families.base import FamilyBase, concrete_sizes, linear_space, space_size
from catalg.families.explicit import character, explicit
from catalg.families.linear_action import affine_action, coordinates, linear_action, matrices
from catalg.families.structure import commute, period
from catalg.families.tables import Named, Table, identity, rotation, scaled, shifted
from catalg.model.action import Action, ExplicitAction
from catalg.model.group import (
    Bracket,
    BracketRelation,
    Generator,
    Group,
    GroupFacts,
    LieCombination,
    Relation,
)
from catalg.model.protocols import Argument
from catalg.model.representation import Rep
from catalg.model.scalars import BaseField, Scalar
from catalg.terms import Dim, Name, Parameter, add, mul, num, sub

LARGEST = 50


def names(letter: str, n: int) -> tuple[str, ...]:
    """The letter for n = 1, else numbered."""
    return (letter,) if n == 1 else tuple(f"{letter}{k}" for k in range(1, n + 1))


def _size(given: tuple[Argument, ...], family: str) -> tuple[Dim, int]:
    size = arguments.dim(arguments.one(given, family, "the rank"), f"the argument of {family}")
    label = f"the rank of {family}({size})"
    return size, arguments.bounded(arguments.integer(size, label), label, 0, LARGEST)


class Torus(FamilyBase):
    """Torus(n)."""

    name = "Torus"
    representations = ("trivial", "vector", "irrep")
    actions = ("R", "self")
    summary = (
        "Torus(n), the product of n circles. Lie generators X1, …, Xn (X for n = 1), each of period 2 pi. vector and R^2n: Xk "
        "turns e_{2k-1} towards e_{2k}. irrep(m1, …, mn): over CC the character with these frequencies, over RR 2-dimensional "
        "unless all are zero. self: the n circles x1^2 + x2^2 = 1, x3^2 + x4^2 = 1, …"
    )

    def group(self, name: str, given: tuple[Argument, ...], parameters: tuple[Parameter, ...]) -> Group:
        """The torus of a concrete rank. Raises FamilyError."""
        size, n = _size(given, self.name)
        generators = names("X", n)
        relations: list[Relation] = [period((1, x)) for x in generators]
        for a, x in enumerate(generators):
            for y in generators[a + 1 :]:
                relations.append(BracketRelation(LieCombination(((Fraction(1), Bracket(x, y)),)), LieCombination(())))
        facts = GroupFacts(Dim.of(1) if n == 0 else None, size, 1, True)
        lie = tuple(Generator(x, "lie") for x in generators)
        return Group(name, f"Torus({size})", lie, tuple(relations), facts, family=(self.name, (size,)))

    def tables(self, group: Group) -> Named:
        """Rotations in n planes."""
        return tuple((g.name, shifted(rotation(0, 1), 2 * k)) for k, g in enumerate(group.generators))

    def _representation(self, group: Group, name: str, given: tuple[Argument, ...], field: BaseField) -> Rep:
        n = concrete_sizes(group)[0]
        if name == "vector":
            arguments.none(given, "`vector`")
            return explicit(group, field, 2 * n, self.tables(group), "vector")
        if len(given) != n:
            raise refusals.arguments(f"`irrep` of {group.label} takes {n} frequencies, not {len(given)}", "one for each circle")
        frequencies = [arguments.integer(m, "a frequency of `irrep`") for m in given]
        label = f"irrep({', '.join(map(str, frequencies))})"
        if not any(frequencies):
            return character(group, field, {}, label)
        if field.kind == "complex":
            values: dict[str, Scalar] = {g.name: I * m for g, m in zip(group.generators, frequencies, strict=True) if m}
            return character(group, field, values, label)
        turns = tuple((g.name, scaled(m, rotation(0, 1))) for g, m in zip(group.generators, frequencies, strict=True))
        return explicit(group, field, 2, turns, label)

    def _action(self, group: Group, name: str, given: tuple[Argument, ...]) -> Action:
        n = concrete_sizes(group)[0]
        if name == "R":
            space_size(group, name, given, Dim.of(2 * n))
            return linear_space(group, self.tables(group), 2 * n)
        arguments.none(given, "`self`")
        moved = linear_action(group, matrices(self.tables(group), 2 * n), 2 * n)
        x = [Name(c) for c in moved.coordinates]
        circles = tuple(
            sub(add(mul(x[2 * k], x[2 * k]), mul(x[2 * k + 1], x[2 * k + 1])), num(1)) for k in range(n)
        )
        return ExplicitAction(
            group, moved.coordinates, moved.maps, circles, intrinsic_dimension=n, name="self", neutral=(1, 0) * n
        )


class Scale(FamilyBase):
    """Scale."""

    name = "Scale"
    representations = ("trivial", "vector", "irrep")
    actions = ("R", "self")
    summary = (
        "Scale, the positive numbers under multiplication. Lie generator D, with exp(tD) = e^t. It acts on R^n, for every n, by "
        "x -> lambda x. vector is lambda itself; irrep(w) is lambda^w for rational w. self: the half line x > 0."
    )

    def group(self, name: str, given: tuple[Argument, ...], parameters: tuple[Parameter, ...]) -> Group:
        """The group of dilations. Raises FamilyError when there are arguments."""
        arguments.none(given, self.name)
        facts = GroupFacts(None, Dim.of(1), 1, False)
        return Group(name, self.name, (Generator("D", "lie"),), (), facts, family=(self.name, ()))

    def _representation(self, group: Group, name: str, given: tuple[Argument, ...], field: BaseField) -> Rep:
        if name == "vector":
            arguments.none(given, "`vector`")
            return character(group, field, {"D": 1}, "vector")
        weight = arguments.rational(arguments.one(given, "`irrep`", "the weight w"), "the weight w")
        return character(group, field, {"D": weight}, f"irrep({weight})")

    def _action(self, group: Group, name: str, given: tuple[Argument, ...]) -> Action:
        if name == "self":
            arguments.none(given, "`self`")
            x = coordinates(1)
            return ExplicitAction(
                group, x, (("D", (Name(x[0]),)),), (), (Name(x[0]),), "scalar", intrinsic_dimension=1, name="self",
                neutral=(1,),
            )
        n = arguments.integer(arguments.one(given, "`R^n`", "a dimension"), "a dimension")
        arguments.bounded(n, "a dimension", 1, 1000)
        return linear_space(group, (("D", identity(n)),), n)


class Integers(FamilyBase):
    """Z^n."""

    name = "Z"
    representations = ("trivial",)
    actions = ("R",)
    summary = (
        "Z^n, the free abelian group. Generators t1, …, tn (t for n = 1), which commute. On R^n they are the unit shifts. "
        "Other representations are given by commuting matrices."
    )

    def group(self, name: str, given: tuple[Argument, ...], parameters: tuple[Parameter, ...]) -> Group:
        """The lattice of a concrete rank. Raises FamilyError."""
        size, n = _size(given, self.name) if given else (Dim.of(1), 1)
        letters = names("t", n)
        relations = tuple(commute(((a, 1),), ((b, 1),)) for k, a in enumerate(letters) for b in letters[k + 1 :])
        facts = GroupFacts(Dim.of(1) if n == 0 else None, Dim.of(0), 1 if n == 0 else None, n == 0)
        label = "Z" if n == 1 else f"Z^{size}"
        return Group(name, label, tuple(Generator(t) for t in letters), relations, facts, family=(self.name, (size,)))

    def _action(self, group: Group, name: str, given: tuple[Argument, ...]) -> Action:
        n = concrete_sizes(group)[0]
        space_size(group, name, given, Dim.of(n))
        empty: tuple[tuple[str, Table], ...] = ()
        return affine_action(group, empty, {g.name: k for k, g in enumerate(group.generators)}, n, "R")
