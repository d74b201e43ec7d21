"""All invertible matrices and those of determinant one: GL(n), SL(n) over the reals, and the affine group Aff(n)."""

from __future__ import annotations

from catalg.families import arguments, refusals
from catalg.families.base import sizes
from catalg.families.euclidean import AffineFamily
from catalg.families.linear_action import coordinates
from catalg.families.matrix_family import MatrixFamily
from catalg.families.structure import Faithful, period, power
from catalg.families.tables import Named, Table, combine, plane, reflection, unit
from catalg.model.action import Action, ExplicitAction, SymbolicAction
from catalg.model.group import FundamentalTheorem, Group, GroupFacts, Relation
from catalg.model.protocols import Argument
from catalg.terms import Dim, Name, Term, add, mul, neg, num

SOURCE = "H. Weyl, The Classical Groups, section II.6 (theorem 2.6.A)"


def elementary(n: int) -> Named:
    """The matrices Eij with a single 1 in row i and column j."""
    return tuple((plane("E", i, j, n), unit(i, j)) for i in range(n) for j in range(n))


def traceless(n: int) -> Named:
    """Eij for i != j, and Hi = Eii - E(i+1)(i+1)."""
    off = tuple((plane("E", i, j, n), unit(i, j)) for i in range(n) for j in range(n) if i != j)
    diagonal: list[tuple[str, Table]] = [(f"H{i + 1}", combine((1, unit(i, i)), (-1, unit(i + 1, i + 1)))) for i in range(n - 1)]
    return (*off, *diagonal)


def turn(n: int) -> tuple[Relation, ...]:
    """A full turn in the first plane is the identity: it generates the fundamental group."""
    return (period((1, plane("E", 1, 0, n)), (-1, plane("E", 0, 1, n))),) if n >= 2 else ()


HALF_PLANE: dict[str, tuple[Term, Term]] = {
    "E12": (num(1), num(0)),
    "E21": (add(mul(Name("x2"), Name("x2")), neg(mul(Name("x1"), Name("x1")))), mul(num(-2), Name("x1"), Name("x2"))),
    "H1": (mul(num(2), Name("x1")), mul(num(2), Name("x2"))),
    "E11": (Name("x1"), Name("x2")),
    "E22": (neg(Name("x1")), neg(Name("x2"))),
    "s": (neg(Name("x1")), Name("x2")),
}
"""z -> (az + b)/(cz + d) on z = x1 + i x2, followed by z -> -conj(z) for s, whose determinant is negative."""


def half_plane(group: Group) -> Action:
    """The upper half plane of SL(2) and GL(2)."""
    n = arguments.integer(sizes(group)[0], f"the size of {group.label}")
    if n != 2:
        raise refusals.dimension(f"{group.label} does not act on the half plane", "SL(2) and GL(2) do")
    maps = tuple((g.name, HALF_PLANE[g.name]) for g in group.generators)
    return ExplicitAction(group, coordinates(2), maps, (), (Name("x2"),), intrinsic_dimension=2, name="HalfPlane")


class GeneralLinear(MatrixFamily):
    """GL(n)."""

    name = "GL"
    representations: tuple[str, ...] = ("trivial", "vector", "det", "sign")
    actions = ("R", "self", "SPD", "HalfPlane")
    summary = (
        "GL(n), the invertible real n x n matrices. Lie generators Eij with a single 1 in row i, column j; the reflection "
        "s = diag(1, …, 1, -1) for the other component. det; sign is the sign of det. SPD: F -> g^-T F g^-1 on positive definite "
        "forms. HalfPlane, n = 2: z -> (az + b)/(cz + d), with -conj(z) for s."
    )

    def faithful(self, *ns: int) -> Faithful:
        """Elementary matrices and a reflection."""
        n = ns[0]
        return Faithful(n, (("s", reflection(n, n - 1)),), elementary(n))

    def relations(self, *ns: int) -> tuple[Relation, ...]:
        """s^2 = 1, and a full turn is the identity."""
        return (power("s", 2), *turn(ns[0]))

    def facts(self, *ns: Dim) -> GroupFacts:
        """Two components, dimension n^2."""
        n = ns[0]
        return GroupFacts(None, n * n, 2, False, FundamentalTheorem(("evaluation",), n, SOURCE), SOURCE)

    def _action(self, group: Group, name: str, given: tuple[Argument, ...]) -> Action:
        if name == "SPD" and group.symbolic and not self.special:
            arguments.none(given, f"`{name}`")
            n = self.ambient(*sizes(group))
            return SymbolicAction(group, n * (n + 1) / 2, "forms", name)
        return super()._action(group, name, given)

    def concrete_action(self, group: Group, name: str, *ns: int) -> Action:
        """`self`, `SPD` and `HalfPlane`."""
        return half_plane(group) if name == "HalfPlane" else super().concrete_action(group, name, *ns)


class SpecialLinear(GeneralLinear):
    """SL(n)."""

    name = "SL"
    representations = ("trivial", "vector", "det")
    special = True
    summary = (
        "SL(n), the real n x n matrices of determinant 1. Lie generators Eij for i != j, and Hi = Eii - E(i+1)(i+1). SPD and "
        "HalfPlane as for GL(n)."
    )

    def faithful(self, *ns: int) -> Faithful:
        """Traceless matrices."""
        return Faithful(ns[0], (), traceless(ns[0]))

    def relations(self, *ns: int) -> tuple[Relation, ...]:
        """A full turn is the identity."""
        return turn(ns[0])

    def facts(self, *ns: Dim) -> GroupFacts:
        """Connected, of dimension n^2 - 1."""
        n = ns[0]
        theorem = FundamentalTheorem(("evaluation", "epsilon", "epsilon_dual"), n, SOURCE)
        one = n.constant() == 1
        return GroupFacts(Dim.of(1) if one else None, n * n - 1, 1, one if n.is_constant else None, theorem, SOURCE)


class Affine(AffineFamily):
    """Aff(n)."""

    name = "Aff"
    meaning = ("the dimension of the space",)
    representations: tuple[str, ...] = ("trivial", "vector", "det", "sign")
    actions = ("R", "self")
    summary = (
        "Aff(n), x -> Ax + b with A invertible. The generators of GL(n) (Eij and s), and the shifts T1, …, Tn (T for n = 1). "
        "vector, det and sign are those of the linear part."
    )

    def linear_part(self, n: int) -> Faithful:
        """GL(n)."""
        return Faithful(n, (("s", reflection(n, n - 1)),), elementary(n))

    def relations(self, *ns: int) -> tuple[Relation, ...]:
        """s^2 = 1, and a full turn is the identity."""
        return (power("s", 2), *turn(ns[0]))

    def facts(self, *ns: Dim) -> GroupFacts:
        """Two components, dimension n(n+1)."""
        n = ns[0]
        return GroupFacts(None, n * (n + 1), 2, False, FundamentalTheorem(("evaluation",), n, SOURCE), SOURCE)
