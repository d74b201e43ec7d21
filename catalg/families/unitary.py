"""Unitary groups: U(n) and SU(n) on C^n, and the spin representations of SU(2).

Matrices are kept as real and imaginary parts; over RR the defining representation is C^n as R^2n, each entry a + ib the block
[[a, -b], [b, a]].
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations

from catalg.exact.field import I
from catalg.families import arguments, planar, refusals
from catalg.families.angular_momentum import (
    LARGEST_NORMALISED,
    complex_spin,
    harmonics,
    rational_harmonics,
    real_spin,
)
from catalg.families.base import concrete_sizes, sizes
from catalg.families.explicit import character, explicit, trivial
from catalg.families.left_translation import neutral_matrix
from catalg.families.linear_action import linear_action, matrices
from catalg.families.matrix_family import MatrixFamily
from catalg.families.structure import Faithful, period
from catalg.families.tables import Named, Table, boost, combine, plane, realified, rotation, scaled, unit
from catalg.model.action import Action, ExplicitAction
from catalg.model.group import FundamentalTheorem, Group, GroupFacts, Relation
from catalg.model.protocols import Argument
from catalg.model.representation import Rep, SymbolicRep
from catalg.model.scalars import BaseField, Scalar
from catalg.terms import Dim, Name, Term, add, mul, num, sub

SOURCE = "H. Weyl, The Classical Groups, section II.6, by the unitarian trick"
LARGEST_SPIN = 50
LARGEST_ITSELF = 3

Complex = tuple[str, Table, Table]
"""A generator's name, and the real and the imaginary part of its matrix."""


def off_diagonal(n: int) -> tuple[Complex, ...]:
    """Aij = Eji - Eij and Sij = i(Eij + Eji) for i < j."""
    pairs = [(i, j) for i in range(n) for j in range(i + 1, n)]
    turns: list[Complex] = [(plane("A", i, j, n), rotation(i, j), {}) for i, j in pairs]
    turns += [(plane("S", i, j, n), {}, boost(i, j)) for i, j in pairs]
    return tuple(turns)


class Unitary(MatrixFamily):
    """U(n)."""

    name = "U"
    representations: tuple[str, ...] = ("trivial", "vector", "det", "irrep")
    actions = ("R", "Sphere", "Circle", "self")
    summary = (
        "U(n), the unitary n x n matrices. Lie generators Aij = Eji - Eij and Sij = i(Eij + Eji) for i < j, and Dk = i Ekk. "
        "vector is C^n over CC, and R^2n over RR with a + ib as the block [[a, -b], [b, a]]; det is the determinant, over RR "
        "2-dimensional. irrep(m), n = 1, is the character z^m. It acts on R^2n and its sphere; self: the real parts of the "
        "entries row by row, then the imaginary parts."
    )
    unimodular = False

    def complex_generators(self, n: int) -> tuple[Complex, ...]:
        """A basis of the Lie algebra."""
        return (*off_diagonal(n), *((f"D{k + 1}", {}, unit(k, k)) for k in range(n)))

    def faithful(self, *ns: int) -> Faithful:
        """Real matrices of twice the size."""
        return Faithful(2 * ns[0], (), tuple((g, realified(a, b)) for g, a, b in self.complex_generators(ns[0])))

    def relations(self, *ns: int) -> tuple[Relation, ...]:
        """The diagonal circles close."""
        return tuple(period((1, f"D{k + 1}")) for k in range(ns[0]))

    def facts(self, *ns: Dim) -> GroupFacts:
        """Compact and connected, of dimension n^2."""
        n = ns[0]
        return GroupFacts(None, n * n, 1, True, FundamentalTheorem(("evaluation",), n, SOURCE), SOURCE)

    def ambient(self, *ns: Dim) -> Dim:
        """R^2n."""
        return ns[0] * 2

    def complex_tables(self, n: int) -> Named:
        """The defining matrices over CC."""
        return tuple((g, combine((1, a), (I, b)) if b else a) for g, a, b in self.complex_generators(n))

    def _representation(self, group: Group, name: str, given: tuple[Argument, ...], field: BaseField) -> Rep:
        if name == "irrep":
            return self.irreducible(group, given, field)
        arguments.none(given, f"`{name}`")
        if group.symbolic:
            if field.kind != "complex":
                raise refusals.over_field(f"{name} of {group.label}", str(field), "for a symbolic size: Vect(CC)")
            if name == "det":
                return trivial(group, field) if self.unimodular else SymbolicRep(group, field, Dim.of(1), "det", "det")
            return SymbolicRep(group, field, sizes(group)[0], "vector", "vector")
        n = concrete_sizes(group)[0]
        if name == "vector":
            if field.kind == "complex":
                return explicit(group, field, n, self.complex_tables(n), "vector")
            return explicit(group, field, 2 * n, self.linear(n)[1], "vector")
        if self.unimodular:
            return trivial(group, field)
        circles = [f"D{k + 1}" for k in range(n)]
        if field.kind == "complex":
            return character(group, field, dict.fromkeys(circles, I), "det")
        tables = tuple((g.name, rotation(0, 1) if g.name in circles else {}) for g in group.generators)
        return explicit(group, field, 2, tables, "det")

    def irreducible(self, group: Group, given: tuple[Argument, ...], field: BaseField) -> Rep:
        """The characters of U(1)."""
        if concrete_sizes(group)[0] != 1:
            raise refusals.label(f"the irreps of {group.label} have no labels here", "build them from vector and dual(vector)")
        m = planar.frequency(given)
        if field.kind == "complex":
            values: dict[str, Scalar] = {"D1": I * m} if m else {}
            return character(group, field, values, f"irrep({m})")
        if m == 0:
            return character(group, field, {}, "irrep(0)")
        return explicit(group, field, 2, (("D1", scaled(m, rotation(0, 1))),), f"irrep({m})")

    def _action(self, group: Group, name: str, given: tuple[Argument, ...]) -> Action:
        if group.symbolic:
            raise refusals.concrete(f"the action `{name}` of {group.label}")
        return super()._action(group, name, given)

    def concrete_action(self, group: Group, name: str, *ns: int) -> Action:
        """`self`: left translation on unitary matrices, in real and imaginary parts."""
        n = ns[0]
        if n > LARGEST_ITSELF:
            raise refusals.too_large(f"the size of {group.label} as a space", LARGEST_ITSELF)
        tables: list[tuple[str, Table]] = []
        for g, real, imaginary in self.complex_generators(n):
            table: dict[tuple[int, int], Scalar] = {}
            for part, blocks in ((real, ((0, 0, 1), (1, 1, 1))), (imaginary, ((0, 1, -1), (1, 0, 1)))):
                for (i, j), value in part.items():
                    for row, column, sign in blocks:
                        for k in range(n):
                            table[row * n * n + i * n + k, column * n * n + j * n + k] = sign * value
            tables.append((g, table))
        size = 2 * n * n
        moved = linear_action(group, matrices(tuple(tables), size), size)
        equations = unitary_equations(n, self.unimodular)
        return ExplicitAction(
            group, moved.coordinates, moved.maps, equations, intrinsic_dimension=len(group.lie), name="self",
            neutral=(*neutral_matrix(n), *(0,) * (n * n)),
        )


class SpecialUnitary(Unitary):
    """SU(n)."""

    name = "SU"
    unimodular = True
    summary = (
        "SU(n), the unitary matrices of determinant 1. For n = 2 the Lie generators are X, Y, Z = -i/2 times the Pauli matrices, "
        "with [X, Y] = Z and exp(4 pi Z) = 1; for n >= 3 Aij and Sij as for U(n), and Hk = i(Ekk - E(k+1)(k+1)). vector as for "
        "U(n). irrep(j), n = 2, j = 0, 1/2, 1, …: over CC of dimension 2j + 1 in the basis m = j, j-1, …, -j; over RR the real "
        "spherical harmonics of SO(3) for whole j, and 4j + 2 real dimensions else. self of SU(2) is the sphere of unit "
        "quaternions: the matrix [[x1 + i x2, x3 + i x4], [-x3 + i x4, x1 - i x2]]."
    )

    def complex_generators(self, n: int) -> tuple[Complex, ...]:
        """A basis of the Lie algebra."""
        if n == 2:
            half = Fraction(1, 2)
            return (
                ("X", {}, scaled(-half, boost(0, 1))),
                ("Y", scaled(half, rotation(0, 1)), {}),
                ("Z", {}, combine((-half, unit(0, 0)), (half, unit(1, 1)))),
            )
        diagonal: tuple[Complex, ...] = tuple((f"H{k + 1}", {}, combine((1, unit(k, k)), (-1, unit(k + 1, k + 1)))) for k in range(n - 1))
        return (*off_diagonal(n), *diagonal)

    def relations(self, *ns: int) -> tuple[Relation, ...]:
        """The diagonal circles close; the group is simply connected, so that this says nothing new."""
        if ns[0] == 2:
            return (period((2, "Z")),)
        return tuple(period((1, f"H{k + 1}")) for k in range(ns[0] - 1))

    def facts(self, *ns: Dim) -> GroupFacts:
        """Compact and simply connected, of dimension n^2 - 1."""
        n = ns[0]
        theorem = FundamentalTheorem(("evaluation", "epsilon", "epsilon_dual"), n, SOURCE)
        return GroupFacts(Dim.of(1) if n.constant() == 1 else None, n * n - 1, 1, True, theorem, SOURCE)

    def irreducible(self, group: Group, given: tuple[Argument, ...], field: BaseField) -> Rep:
        """The spins of SU(2)."""
        if concrete_sizes(group)[0] != 2:
            raise refusals.label(f"the irreps of {group.label} have no labels here", "build them from vector and dual(vector)")
        j = arguments.half_integer(arguments.one(given, "`irrep`", "the spin j, such as 1/2"), "the spin j of `irrep`")
        if j < 0:
            raise refusals.label(f"the spin {j} is negative")
        if j > LARGEST_SPIN:
            raise refusals.too_large("the spin j", LARGEST_SPIN)
        name = f"irrep({j})"
        if field.kind == "complex":
            return explicit(group, field, int(2 * j) + 1, _named(complex_spin(j)), name)
        if j.denominator == 1:
            normal = field.kind == "real" and j <= LARGEST_NORMALISED
            return explicit(group, field, int(2 * j) + 1, _named((harmonics if normal else rational_harmonics)(int(j))), name)
        return explicit(group, field, 2 * (int(2 * j) + 1), _named(real_spin(j)), name)

    def concrete_action(self, group: Group, name: str, *ns: int) -> Action:
        """`self`; for n = 2 in the coordinates of a unit quaternion."""
        if ns[0] != 2:
            return super().concrete_action(group, name, *ns)
        half = Fraction(1, 2)
        tables: Named = (
            ("X", {(0, 3): half, (1, 2): half, (2, 1): -half, (3, 0): -half}),
            ("Y", {(0, 2): half, (1, 3): -half, (2, 0): -half, (3, 1): half}),
            ("Z", {(0, 1): half, (1, 0): -half, (2, 3): half, (3, 2): -half}),
        )
        moved = linear_action(group, matrices(tables, 4), 4)
        square = add(*(mul(Name(x), Name(x)) for x in moved.coordinates))
        return ExplicitAction(
            group, moved.coordinates, moved.maps, (sub(square, num(1)),), intrinsic_dimension=3, name="self",
            neutral=(1, 0, 0, 0),
        )


def _named(tables: Sequence[Table]) -> Named:
    return tuple(zip("XYZ", tables, strict=True))


def unitary_equations(n: int, unimodular: bool) -> tuple[Term, ...]:
    """Real and imaginary parts of M* M = 1 and, for determinant one, of det M = 1; x1… are Re M, then Im M, by rows."""
    re = [[Name(f"x{i * n + j + 1}") for j in range(n)] for i in range(n)]
    im = [[Name(f"x{n * n + i * n + j + 1}") for j in range(n)] for i in range(n)]
    equations: list[Term] = []
    for a in range(n):
        for b in range(a, n):
            real = add(*(add(mul(re[i][a], re[i][b]), mul(im[i][a], im[i][b])) for i in range(n)))
            equations.append(sub(real, num(int(a == b))))
            if a != b:
                equations.append(add(*(add(mul(re[i][a], im[i][b]), mul(num(-1), im[i][a], re[i][b])) for i in range(n))))
    if unimodular:
        real_part, imaginary_part = _complex_determinant(re, im)
        equations += [sub(real_part, num(1)), imaginary_part]
    return tuple(equations)


def _complex_determinant(re: list[list[Name]], im: list[list[Name]]) -> tuple[Term, Term]:
    size = len(re)
    parts: list[list[Term]] = [[], []]
    for order in permutations(range(size)):
        inversions = sum(order[a] > order[b] for a in range(size) for b in range(a + 1, size))
        for choice in range(2**size):
            bits = [choice >> k & 1 for k in range(size)]
            power = sum(bits)
            sign = (-1) ** (inversions + power // 2)
            parts[power % 2].append(mul(num(sign), *((im if bits[i] else re)[i][order[i]] for i in range(size))))
    return add(*parts[0]), add(*parts[1])
