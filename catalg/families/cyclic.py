"""Rotations of a regular polygon, Cyclic(n), and all its symmetries, Dihedral(n), which has 2n elements."""

from __future__ import annotations

from catalg.families import arguments, planar
from catalg.families.base import sizes
from catalg.families.explicit import character, explicit
from catalg.families.finite import FiniteFamily, size_of
from catalg.families.permutations import Permutation
from catalg.families.symmetric import relator
from catalg.families.tables import Named, diagonal
from catalg.model.group import CircularPoints, Generator, Group, GroupFacts, Relation
from catalg.model.gset import ExplicitSet, GSet, SymbolicPoints
from catalg.model.protocols import Argument
from catalg.model.representation import Rep, SymbolicRep
from catalg.model.scalars import BaseField
from catalg.terms import Dim, Parameter

LARGEST = 10**6


class Cyclic(FiniteFamily):
    """Cyclic(n)."""

    name = "Cyclic"
    representations: tuple[str, ...] = ("trivial", "vector", "irrep", "regular")
    actions = ("R", "Sphere", "Circle")
    factor = 1
    maps: tuple[tuple[str, int, int, int], ...] = (("r", 1, 1, 1),)
    summary = (
        "Cyclic(n), the rotations of a regular n-gon. Generator r, of order n. Points are 0, …, n - 1 and r adds 1. vector and "
        "R^2: r turns by 2 pi/n. irrep(m): r turns by 2 pi m/n, over RR 1-dimensional where 2m is a multiple of n; over CC the "
        "character exp(2 pi i m/n)."
    )

    def names(self) -> tuple[str, ...]:
        """The generators."""
        return ("r",)

    def relations(self, n: int) -> tuple[Relation, ...]:
        """r^n = 1."""
        return (relator((("r", 1),), n),)

    def group(self, name: str, given: tuple[Argument, ...], parameters: tuple[Parameter, ...]) -> Group:
        """The group of an n-gon; for a symbolic n with its points as residues modulo n. Raises FamilyError."""
        size = arguments.dim(arguments.one(given, self.name, "the number of corners"), f"the argument of {self.name}")
        label = f"{self.name}({size})"
        if not size.is_constant:
            facts = GroupFacts(size * self.factor, Dim.of(0), None, True, circle=CircularPoints(size, self.maps))
            return Group(name, label, facts=facts, parameters=parameters, symbolic=True, family=(self.name, (size,)))
        n = arguments.bounded(arguments.integer(size, f"the size of {label}"), f"the size of {label}", 1, LARGEST)
        facts = GroupFacts(Dim.of(self.factor * n), Dim.of(0), self.factor * n, True)
        generators = tuple(Generator(g) for g in self.names())
        return Group(name, label, generators, self.relations(n), facts, family=(self.name, (size,)))

    def points(self, group: Group) -> ExplicitSet:
        """The corners 0, …, n - 1."""
        n = size_of(group)
        turned = tuple((k + 1) % n for k in range(n))
        return ExplicitSet(group, n, (("r", turned),), None, "Points")

    def point_set(self, group: Group) -> GSet:
        """The corners, also for a symbolic n."""
        return SymbolicPoints(group, sizes(group)[0]) if group.symbolic else self.points(group)

    def orthogonal(self, group: Group) -> tuple[int, Named]:
        """The plane."""
        return 2, (("r", planar.turn(1, size_of(group))),)

    def irreducible(self, group: Group, given: tuple[Argument, ...], field: BaseField) -> Rep:
        """`irrep(m)`."""
        return planar.cyclic_irrep(group, size_of(group), given, field)

    def _representation(self, group: Group, name: str, given: tuple[Argument, ...], field: BaseField) -> Rep:
        if name == "irrep":
            return self.irreducible(group, given, field)
        if name == "vector":
            arguments.none(given, "`vector`")
            return explicit(group, field, 2, self.orthogonal(group)[1], "vector")
        return super()._representation(group, name, given, field)


class Dihedral(Cyclic):
    """Dihedral(n)."""

    name = "Dihedral"
    representations = ("trivial", "vector", "det", "irrep", "regular")
    factor = 2
    maps = (("r", 1, 1, 1), ("s", -1, 0, -1))
    summary = (
        "Dihedral(n), the rotations and reflections of a regular n-gon, of order 2n. Generators r, of order n, and the reflection "
        "s. Points are 0, …, n - 1: r adds 1, s negates. vector and R^2: r turns by 2 pi/n, s is diag(1, -1). irrep(m): r "
        "turns by 2 pi m/n and s acts as diag(1, -1); 1-dimensional, with s = 1, where 2m is a multiple of n. det: r = 1, s = -1."
    )

    def names(self) -> tuple[str, ...]:
        """The generators."""
        return ("r", "s")

    def relations(self, n: int) -> tuple[Relation, ...]:
        """r^n = s^2 = (sr)^2 = 1."""
        return (relator((("r", 1),), n), relator((("s", 1),), 2), relator((("s", 1), ("r", 1)), 2))

    def points(self, group: Group) -> ExplicitSet:
        """The corners 0, …, n - 1."""
        n = size_of(group)
        turned, mirrored = tuple((k + 1) % n for k in range(n)), tuple(-k % n for k in range(n))
        return ExplicitSet(group, n, (("r", turned), ("s", mirrored)), None, "Points")

    def faithful_set(self, group: Group) -> dict[str, Permutation]:
        """The corners twice, the second time with s and r exchanging the copies suitably: faithful also for n < 3.

        The point k + n e stands for r^k s^e.
        """
        n = size_of(group)
        turned = tuple((k + 1) % n + n * e for e in (0, 1) for k in range(n))
        mirrored = tuple(-k % n + n * (1 - e) for e in (0, 1) for k in range(n))
        return {"r": turned, "s": mirrored}

    def orthogonal(self, group: Group) -> tuple[int, Named]:
        """The plane."""
        return 2, (("r", planar.turn(1, size_of(group))), ("s", diagonal((1, -1))))

    def irreducible(self, group: Group, given: tuple[Argument, ...], field: BaseField) -> Rep:
        """`irrep(m)`."""
        return planar.dihedral_irrep(group, size_of(group), given, field)

    def _representation(self, group: Group, name: str, given: tuple[Argument, ...], field: BaseField) -> Rep:
        if name == "det":
            arguments.none(given, "`det`")
            if group.symbolic:
                return SymbolicRep(group, field, Dim.of(1), "det", "det")
            return character(group, field, {"s": -1}, "det")
        return super()._representation(group, name, given, field)


