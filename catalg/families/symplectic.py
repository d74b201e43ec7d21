"""The real symplectic groups Sp(m), m x m matrices, m even, that preserve the form omega."""

from __future__ import annotations

from catalg.families import refusals
from catalg.families.left_translation import on_matrices, preserves
from catalg.families.linear_action import positive_forms
from catalg.families.matrix_family import MatrixFamily
from catalg.families.structure import Faithful, period
from catalg.families.tables import Named, Table, combine, plane, unit
from catalg.model.action import Action
from catalg.model.group import FundamentalTheorem, Group, GroupFacts, Relation
from catalg.model.protocols import Argument
from catalg.terms import Dim, Term

SOURCE = "H. Weyl, The Classical Groups, theorem 6.1.A"


def omega(m: int) -> Table:
    """omega(e_i, e_{i+k}) = 1 for m = 2k."""
    k = m // 2
    return {**{(i, i + k): 1 for i in range(k)}, **{(i + k, i): -1 for i in range(k)}}


def generators(m: int) -> Named:
    """Aij = Eij - E(k+j)(k+i), Bij and Cij the symmetric blocks above and below the diagonal (i <= j)."""
    k = m // 2
    result: list[tuple[str, Table]] = []
    for i in range(k):
        for j in range(k):
            result.append((plane("A", i, j, k), combine((1, unit(i, j)), (-1, unit(k + j, k + i)))))
    for letter, row, column in (("B", 0, k), ("C", k, 0)):
        for i in range(k):
            for j in range(i, k):
                table = unit(row + i, column + j) if i == j else combine(
                    (1, unit(row + i, column + j)), (1, unit(row + j, column + i))
                )
                result.append((plane(letter, i, j, k), table))
    return tuple(result)


class Symplectic(MatrixFamily):
    """Sp(m)."""

    name = "Sp"
    meaning = ("the size m of the matrices, which is even",)
    least = 2
    special = True
    representations = ("trivial", "vector", "det")
    actions = ("R", "self", "SPD")
    summary = (
        "Sp(m), the real m x m matrices, m = 2k, that preserve omega(e_i, e_{i+k}) = 1. Lie generators, as blocks [[A, B], "
        "[C, -A^T]] with B and C symmetric: Aij has Eij in place of A; Bij and Cij, i <= j, have Eij + Eji (Eii for i = j) in "
        "place of B and C."
    )

    def read(self, given: tuple[Argument, ...]) -> tuple[Dim, ...]:
        """The size. Raises FamilyError where it is not even."""
        dims = super().read(given)
        value = dims[0].constant()
        odd = value % 2 == 1 if value is not None else any(c.denominator != 1 or c % 2 for _, c in dims[0].terms)
        if odd:
            raise refusals.label(f"the size {dims[0]} of Sp is not visibly even", "for example Sp(4), or Sp(2*n) for a parameter n")
        return dims

    def faithful(self, *ns: int) -> Faithful:
        """A basis of sp(m)."""
        return Faithful(ns[0], (), generators(ns[0]))

    def relations(self, *ns: int) -> tuple[Relation, ...]:
        """A full turn in the plane of e_1 and e_{k+1} is the identity: it generates the fundamental group."""
        k = ns[0] // 2
        return (period((1, plane("C", 0, 0, k)), (-1, plane("B", 0, 0, k))),)

    def facts(self, *ns: Dim) -> GroupFacts:
        """Connected, of dimension m(m+1)/2."""
        m = ns[0]
        return GroupFacts(None, m * (m + 1) / 2, 1, False, FundamentalTheorem(("omega",), m, SOURCE), SOURCE)

    def equations(self, *ns: int) -> tuple[Term, ...]:
        """M^T omega M = omega, from which det M = 1 follows."""
        return preserves(omega(ns[0]), ns[0], False)

    def concrete_action(self, group: Group, name: str, *ns: int) -> Action:
        """`self` and `SPD`."""
        data = self.faithful(*ns)
        if name == "SPD":
            return positive_forms(group, (), data.lie, data.size)
        return on_matrices(group, data.lie, data.size, self.equations(*ns), (), len(data.lie))
