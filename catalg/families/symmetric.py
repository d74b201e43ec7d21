"""The symmetric and alternating groups Sym(n), Alt(n) on the points 1, …, n.

Presentations: H. Coxeter, W. Moser, *Generators and Relations for Discrete Groups*, (6.21)-(6.22) for Sym(n) with s = (1 2)
and r = (1 2 … n), and section 6.3 for Alt(n) with t = (1 2 3) and r = (3 4 … n) for odd n, (1 2)(3 4 … n) for even n.
"""

from __future__ import annotations

from math import factorial

from catalg.families import arguments
from catalg.families.base import sizes
from catalg.families.explicit import character, explicit, trivial
from catalg.families.finite import FiniteFamily, size_of
from catalg.families.permutations import Permutation, from_cycles, parity
from catalg.families.tables import Named, Table, permutation
from catalg.model.group import FundamentalTheorem, Generator, Group, GroupFacts, Relation, Word, WordRelation
from catalg.model.gset import ExplicitSet, GSet, SymbolicPoints
from catalg.model.protocols import Argument
from catalg.model.representation import FreeRep, Rep, SymbolicRep
from catalg.model.scalars import BaseField
from catalg.terms import Dim, Parameter

LARGEST = 1000
MULTIPLE = "J. Dixon, B. Mortimer, Permutation Groups, 7.1: Alt(n) is (n - 2)-fold transitive"
SOURCE = "V. Jones, The Potts model and the symmetric group; P. Martin, Temperley-Lieb algebras: the partition algebra"


def relator(word: Word, order: int = 1) -> WordRelation:
    """word^order = 1, adjacent letters merged."""
    if len(word) == 1:
        return WordRelation(((word[0][0], word[0][1] * order),), ())
    letters: list[tuple[str, int]] = []
    for name, exponent in word * order:
        if letters and letters[-1][0] == name:
            exponent += letters.pop()[1]
        if exponent:
            letters.append((name, exponent))
    return WordRelation(tuple(letters), ())


class Symmetric(FiniteFamily):
    """Sym(n)."""

    name = "Sym"
    representations = ("trivial", "vector", "standard", "sign", "det", "regular")
    actions = ("R", "Sphere", "Circle")
    summary = (
        "Sym(n), all permutations of the points 1, …, n. Generators: the transposition s = (1 2) and the cycle r = (1 2 … n), "
        "which sends 1 to 2; s alone for n = 2, none for n < 2. vector permutes the coordinates of R^n; standard is its "
        "subspace of sum zero with the basis e_i - e_n, i = 1, …, n - 1; sign (also called det) is the parity."
    )
    least = 0

    def permutations(self, n: int) -> dict[str, Permutation]:
        """The generators on 1, …, n."""
        result = {"s": from_cycles(n, (1, 2))} if n >= 2 else {}
        if n >= 3:
            result["r"] = from_cycles(n, tuple(range(1, n + 1)))
        return result

    def relations(self, n: int) -> tuple[Relation, ...]:
        """A presentation on these generators."""
        if n < 2:
            return ()
        s, r = ("s", 1), ("r", 1)
        if n == 2:
            return (relator((s,), 2),)
        back = ("r", -1)
        found = [relator((s,), 2), relator((r,), n), relator((s, r), n - 1), relator((s, back, s, r), 3)]
        found += [relator((s, ("r", -j), s, ("r", j)), 2) for j in range(2, n // 2 + 1)]
        return tuple(found)

    def order(self, n: int) -> int:
        """The number of elements."""
        return factorial(n)

    def group(self, name: str, given: tuple[Argument, ...], parameters: tuple[Parameter, ...]) -> Group:
        """The group on n points. Raises FamilyError."""
        size = arguments.dim(arguments.one(given, self.name, "the number of points"), f"the argument of {self.name}")
        label, family = f"{self.name}({size})", (self.name, (size,))
        if not size.is_constant:
            return self.symbolic_group(name, label, size, arguments.occurring((size,), parameters))
        n = arguments.bounded(arguments.integer(size, f"the size of {label}"), f"the size of {label}", self.least, LARGEST)
        order = self.order(n)
        facts = GroupFacts(Dim.of(order), Dim.of(0), order, True, self.theorem(size), SOURCE)
        generators = tuple(Generator(g) for g in self.permutations(n))
        return Group(name, label, generators, self.relations(n), facts, family=family)

    def theorem(self, size: Dim) -> FundamentalTheorem | None:
        """Partition diagrams span the invariants of tensors on the points."""
        return FundamentalTheorem(("diagonal",), size, SOURCE)

    def symbolic_group(self, name: str, label: str, size: Dim, parameters: tuple[Parameter, ...]) -> Group:
        """The group for a symbolic size. Raises FamilyError."""
        facts = GroupFacts(None, Dim.of(0), None, True, self.theorem(size), SOURCE)
        return Group(name, label, facts=facts, parameters=parameters, symbolic=True, family=(self.name, (size,)))

    def points(self, group: Group) -> ExplicitSet:
        """1, …, n."""
        n = size_of(group)
        labels = tuple(str(k) for k in range(1, n + 1))
        return ExplicitSet(group, n, tuple(self.permutations(n).items()), labels, "Points")

    def point_set(self, group: Group) -> GSet:
        """1, …, n, also for symbolic n."""
        return SymbolicPoints(group, sizes(group)[0]) if group.symbolic else self.points(group)

    def orthogonal(self, group: Group) -> tuple[int, Named]:
        """Permutation matrices."""
        n = size_of(group)
        return n, tuple((g, permutation(p)) for g, p in self.permutations(n).items())

    def _representation(self, group: Group, name: str, given: tuple[Argument, ...], field: BaseField) -> Rep:
        if name == "regular":
            return super()._representation(group, name, given, field)
        arguments.none(given, f"`{name}`")
        size = sizes(group)[0]
        if group.symbolic:
            kind = "sign" if name == "det" else name
            dim = {"vector": size, "standard": size - 1, "sign": Dim.of(1)}[kind]
            if kind == "vector":
                return FreeRep(self.point_set(group), field, "vector")
            return SymbolicRep(group, field, dim, kind, name)
        n = size_of(group)
        permutations = self.permutations(n)
        if name in ("sign", "det"):
            return character(group, field, {g: parity(p) for g, p in permutations.items()}, name)
        if name == "vector":
            return explicit(group, field, n, tuple((g, permutation(p)) for g, p in permutations.items()), name)
        return explicit(group, field, max(n - 1, 0), tuple((g, sum_zero(p)) for g, p in permutations.items()), name)


class Alternating(Symmetric):
    """Alt(n)."""

    name = "Alt"
    summary = (
        "Alt(n), the even permutations of the points 1, …, n. Generators: t = (1 2 3) and the cycle r = (3 4 … n) for odd n, "
        "r = (1 2)(3 4 … n) for even n; t alone for n = 3, none for n < 3. vector and standard as for Sym(n)."
    )
    representations = ("trivial", "vector", "standard", "sign", "det", "regular")

    def permutations(self, n: int) -> dict[str, Permutation]:
        """The generators on 1, …, n."""
        result = {"t": from_cycles(n, (1, 2, 3))} if n >= 3 else {}
        if n >= 4:
            cycle = tuple(range(3, n + 1))
            result["r"] = from_cycles(n, cycle) if n % 2 else from_cycles(n, (1, 2), cycle)
        return result

    def relations(self, n: int) -> tuple[Relation, ...]:
        """A presentation on these generators."""
        if n < 3:
            return ()
        t, r = ("t", 1), ("r", 1)
        if n == 3:
            return (relator((t,), 3),)
        found = [relator((t,), 3), relator((r,), n - 2), relator((r, t), n if n % 2 else n - 1)]
        for k in range(1, (n - 3) // 2 + 1 if n % 2 else (n - 2) // 2 + 1):
            first = ("t", 1) if n % 2 else ("t", (-1) ** k)
            found.append(relator((first, ("r", -k), t, ("r", k)), 2))
        return tuple(found)

    def order(self, n: int) -> int:
        """The number of elements."""
        return max(factorial(n) // 2, 1)

    def theorem(self, size: Dim) -> FundamentalTheorem | None:
        """Orbits of tuples are those of Sym(n) where two points are left for a transposition; `even` says so."""
        return FundamentalTheorem(("diagonal", "even"), size, MULTIPLE)

    def _representation(self, group: Group, name: str, given: tuple[Argument, ...], field: BaseField) -> Rep:
        if name in ("sign", "det"):
            arguments.none(given, f"`{name}`")
            return trivial(group, field)
        return super()._representation(group, name, given, field)


def sum_zero(p: Permutation) -> Table:
    """A permutation on the basis e_i - e_n of the vectors that sum to zero.

    >>> sum_zero((1, 2, 0)) == {(1, 0): 1, (0, 0): -1, (0, 1): -1}     # e1 - e3 -> e2 - e1, e2 - e3 -> e3 - e1
    True
    """
    last = len(p) - 1
    table: dict[tuple[int, int], int] = {}
    for j in range(last):
        for image, sign in ((p[j], 1), (p[last], -1)):
            if image != last:
                table[image, j] = table.get((image, j), 0) + sign
    return {key: value for key, value in table.items() if value}
