"""Groups of an indefinite form with p plus signs before q minus signs: SO(p, q), O(p, q) and the component SOplus(p, q).

For p, q >= 1 the group O(p, q) has four components, told apart by the orientations of the positive and of the negative
axes; SO(p, q) has two. Their identity component contracts to SO(p) x SO(q), whose full turns are the periods.
"""

from __future__ import annotations

from dataclasses import replace

from catalg.families import refusals
from catalg.families.left_translation import determinant, entries, preserves
from catalg.families.matrix_family import MatrixFamily
from catalg.families.structure import Faithful, commute, period, power
from catalg.families.tables import Named, Table, boost, diagonal, plane, product, reflection, rotation
from catalg.model.action import Action, ExplicitAction
from catalg.model.group import Group, GroupFacts, Relation
from catalg.model.protocols import Argument
from catalg.terms import Dim, Term


def planes(p: int, q: int) -> Named:
    """Rotations Xij between axes of equal sign, and boosts Bij between a positive and a negative one."""
    n = p + q
    result: list[tuple[str, Table]] = []
    for i in range(n):
        for j in range(i + 1, n):
            mixed = i < p <= j
            result.append((plane("B" if mixed else "X", i, j, n), boost(i, j) if mixed else rotation(i, j)))
    return tuple(result)


class IdentityComponent(MatrixFamily):
    """SOplus(p, q)."""

    name = "SOplus"
    meaning = ("the number p of plus signs", "the number q of minus signs")
    least = 0
    special = True
    representations = ("trivial", "vector", "det")
    actions = ("R", "self", "SPD")
    summary = (
        "SOplus(p, q), the identity component of the group of the form with p plus signs and then q minus signs: "
        "SOplus(1, 3) is the proper orthochronous Lorentz group, time first. Lie generators: the rotations Xij, which turn "
        "e_i towards e_j, for axes of equal sign, and the boosts Bij = E_ij + E_ji for the others."
    )

    def components(self, p: int, q: int) -> Named:
        """Representatives of the other components."""
        return ()

    def faithful(self, *ns: int) -> Faithful:
        """Rotations, boosts, and representatives of the components."""
        p, q = ns
        return Faithful(p + q, self.components(p, q), planes(p, q))

    def relations(self, *ns: int) -> tuple[Relation, ...]:
        """The components are of order two and commute; a full turn in each of the two blocks is the identity."""
        p, q = ns
        n = p + q
        words: list[Relation] = [power(name, 2) for name, _ in self.components(p, q)]
        names = [name for name, _ in self.components(p, q)]
        words += [commute(((a, 1),), ((b, 1),)) for k, a in enumerate(names) for b in names[k + 1 :]]
        turns: list[Relation] = []
        if p >= 2:
            turns.append(period((1, plane("X", 0, 1, n))))
        if q >= 2:
            turns.append(period((1, plane("X", n - 2, n - 1, n))))
        return (*words, *turns)

    def facts(self, *ns: Dim) -> GroupFacts:
        """Of dimension n(n-1)/2 for n = p + q; compact when one of the two is zero.

        No fundamental theorem is recorded: the invariant form is not the unit matrix, which `delta` would mean.
        """
        n = ns[0] + ns[1]
        p, q = ns[0].constant(), ns[1].constant()
        if p is None or q is None:
            components, compact = None, None
        else:
            components, compact = 2 ** len(self.components(p, q)), min(p, q) == 0 or p + q < 2
        return GroupFacts(None, n * (n - 1) / 2, components, compact)

    def equations(self, *ns: int) -> tuple[Term, ...]:
        """M^T B M = B for the form B."""
        p, q = ns
        return preserves(diagonal([1] * p + [-1] * q), p + q, True)

    def ambient(self, *ns: Dim) -> Dim:
        """R^(p + q)."""
        return ns[0] + ns[1]

    def _action(self, group: Group, name: str, given: tuple[Argument, ...]) -> Action:
        if group.symbolic:
            raise refusals.concrete(f"the action `{name}` of {group.label}")
        return super()._action(group, name, given)

    def concrete_action(self, group: Group, name: str, *ns: int) -> Action:
        """`self` and `SPD`; in the identity component the block of the positive axes has a positive determinant."""
        action = super().concrete_action(group, name, *ns)
        p, q = ns
        if name != "self" or self.components(p, q) or not p or not q:
            return action
        assert isinstance(action, ExplicitAction)
        block = determinant([row[:p] for row in entries(p + q)[:p]])
        return replace(action, inequalities=(*action.inequalities, block))


class IndefiniteFamily(IdentityComponent):
    """SO(p, q)."""

    name = "SO"
    summary = (
        "SO(p, q) has the generators of SOplus(p, q), and for p, q >= 1 the reflection st of the first and the last axis "
        "together (space and time reversed in SO(1, 3) up to a rotation)."
    )

    def components(self, p: int, q: int) -> Named:
        """The product of a reflection of a positive and one of a negative axis."""
        n = p + q
        return (("st", product(reflection(n, 0), reflection(n, n - 1))),) if p and q else ()


class IndefiniteFullFamily(IdentityComponent):
    """O(p, q)."""

    name = "O"
    special = False
    summary = (
        "O(p, q) has the generators of SOplus(p, q), and the reflections t of the first (positive) axis and s of the last "
        "(negative) one; where one sign is missing, only s of the last axis."
    )

    def components(self, p: int, q: int) -> Named:
        """One reflection for each sign that occurs."""
        n = p + q
        last: Named = (("s", reflection(n, n - 1)),) if n else ()
        return (("t", reflection(n, 0)), *last) if p and q else last
