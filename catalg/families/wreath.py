"""Wreath products wr(K, Sym(n)): n copies of K, and their permutations.

For a discrete generator k of K there is k_1, acting in the first copy; for a Lie generator X there are X_1, …, X_n, one in each
copy; for s = (1 2) and r = (1 2 … n) of Sym(n) there are top_s and top_r. The relations are those of K in the first copy, those
of Sym(n), and: the stabilizer of 1 in Sym(n) commutes with the first copy, which commutes with its conjugate by (1 2).
"""

from __future__ import annotations

from fractions import Fraction

from catalg.families import arguments, refusals
from catalg.families.explicit import explicit
from catalg.families.finite import FiniteFamily
from catalg.families.permutations import Permutation
from catalg.families.structure import commute, element
from catalg.families.symmetric import Symmetric
from catalg.families.tables import Named, Table, identity, shifted
from catalg.model.group import (
    AdjointRelation,
    Bracket,
    BracketRelation,
    Generator,
    Group,
    GroupFacts,
    LieCombination,
    PeriodRelation,
    Relation,
    Word,
    WordRelation,
)
from catalg.model.gset import ExplicitSet
from catalg.model.protocols import Argument, Family
from catalg.model.representation import ExplicitRep, Rep
from catalg.model.scalars import REAL, BaseField
from catalg.terms import Dim, Parameter

LARGEST_COPIES = 50
LARGEST_POINTS = 10_000


def _first(word: Word) -> Word:
    return tuple((f"{name}_1", exponent) for name, exponent in word)


def _renamed(value: Bracket | LieCombination | str, copy: int) -> Bracket | LieCombination | str:
    return _combination(value, copy) if isinstance(value, LieCombination) else _element(value, copy)


def _element(value: Bracket | str, copy: int) -> Bracket | str:
    if isinstance(value, str):
        return f"{value}_{copy}"
    return Bracket(_renamed(value.left, copy), _renamed(value.right, copy))


def _combination(value: LieCombination, copy: int) -> LieCombination:
    return LieCombination(tuple((c, _element(part, copy)) for c, part in value.terms))


class Wreath(FiniteFamily):
    """wr(K, Sym(n))."""

    name = "wr"
    representations = ("trivial", "vector", "regular")
    actions = ("R",)
    summary = (
        "wr(K, Sym(n)), n copies of K permuted by Sym(n). Generators: k_1 for each discrete generator k of K, acting in the first "
        "copy; X_1, …, X_n for each Lie generator X; top_s and top_r for the generators of Sym(n). Points are n copies of K's "
        "points, those of the first copy first; vector is n copies of K's, and R^m likewise."
    )

    def group(self, name: str, given: tuple[Argument, ...], parameters: tuple[Parameter, ...]) -> Group:
        """The wreath product of two concrete groups. Raises FamilyError."""
        hint = "for example wr(Cyclic(3), Sym(4))"
        if len(given) != 2 or not all(isinstance(g, Group) for g in given):
            raise refusals.arguments("wr takes a group and a symmetric group", hint)
        inner, top = given
        assert isinstance(inner, Group) and isinstance(top, Group)
        if top.family is None or top.family[0] != Symmetric.name:
            raise refusals.arguments("the second group of wr is not Sym(n)", hint)
        if inner.symbolic or top.symbolic or inner.factors:
            raise refusals.concrete(f"wr({inner.label}, {top.label})", hint)
        n = _copies(top)
        arguments.bounded(n, "the number of copies", 0, LARGEST_COPIES)
        copies = range(1, n + 1)
        generators = [Generator(f"{g.name}_1") for g in inner.discrete if n]
        generators += [Generator(f"top_{g.name}") for g in top.generators]
        generators += [Generator(f"{g.name}_{k}", "lie") for k in copies for g in inner.lie]
        order = inner.facts.order.constant() if inner.facts.order is not None else None
        top_order = top.facts.components
        assert top_order is not None
        dimension = inner.facts.dimension
        facts = GroupFacts(
            Dim.of(order**n * top_order) if order is not None else None,
            dimension * n if dimension is not None else None,
            inner.facts.components**n * top_order if inner.facts.components is not None else None,
            inner.facts.compact,
        )
        label = f"wr({inner.label}, {top.label})"
        relations = wreath_relations(inner, top, n) if n else ()
        return Group(name, label, tuple(generators), relations, facts, family=(self.name, (inner, top)))

    def points(self, group: Group) -> ExplicitSet:
        """n copies of the points of K: point p of copy k is number p + k·|Points|."""
        inner, n = _parts(group)
        base = _family(inner).gset(inner, "Points", ())
        if not isinstance(base, ExplicitSet):
            raise refusals.concrete(f"`Points` of {group.label}")
        table = _imprimitive(group, dict(base.permutations), base.count, n)
        return ExplicitSet(group, base.count * n, tuple(table.items()), None, "Points")

    def faithful_set(self, group: Group) -> dict[str, Permutation]:
        """n copies of a faithful set of K, and for n > 1 the copies are told apart even where K has no points to move."""
        inner, n = _parts(group)
        family = _family(inner)
        if isinstance(family, FiniteFamily):
            faithful = family.faithful_set(inner)
        elif inner.facts.order == Dim.of(1):
            faithful = {}
        else:
            raise refusals.concrete_sets(group.label)
        size = len(next(iter(faithful.values()), (0,)))
        return _imprimitive(group, faithful, size, n)

    def vector_tables(self, group: Group, field: BaseField) -> tuple[int, Named]:
        """n copies of the defining representation of K."""
        inner, n = _parts(group)
        base = _family(inner).representation(inner, "vector", (), field)
        if not isinstance(base, ExplicitRep):
            raise refusals.unknown("representation", "vector", inner.label, ())
        m = base.size
        rest = shifted(identity(m * (n - 1)), m) if n > 1 else {}
        tables: list[tuple[str, Table]] = []
        for g in inner.generators:
            table: Table = {(i, j): v for i, row in enumerate(base.matrix(g.name).rows) for j, v in row.items()}
            if g.kind == "lie":
                tables += [(f"{g.name}_{k + 1}", shifted(table, m * k)) for k in range(n)]
            elif n:
                tables.append((f"{g.name}_1", {**table, **rest}))
        for name, images in Symmetric().permutations(n).items():
            tables.append((f"top_{name}", {(images[k] * m + p, k * m + p): 1 for k in range(n) for p in range(m)}))
        return m * n, tuple(tables)

    def orthogonal(self, group: Group) -> tuple[int, Named]:
        """The defining space over RR."""
        return self.vector_tables(group, REAL)

    def _representation(self, group: Group, name: str, given: tuple[Argument, ...], field: BaseField) -> Rep:
        if name == "vector":
            arguments.none(given, "`vector`")
            size, tables = self.vector_tables(group, field)
            return explicit(group, field, size, tables, "vector")
        if group.lie:
            raise refusals.unknown("representation", name, group.label, ("trivial", "vector"))
        return super()._representation(group, name, given, field)

def wreath_relations(inner: Group, top: Group, n: int) -> tuple[Relation, ...]:
    """The relations of K in its copies, of Sym(n), and between them."""
    found: list[Relation] = []
    lie = [g.name for g in inner.lie]
    discrete = [g.name for g in inner.discrete]
    for relation in inner.relations:
        match relation:
            case WordRelation(left, right):
                found.append(WordRelation(_first(left), _first(right)))
            case AdjointRelation(word, before, after):
                found.append(AdjointRelation(_first(word), _combination(before, 1), _combination(after, 1)))
            case BracketRelation(one, other):
                found += [BracketRelation(_combination(one, k), _combination(other, k)) for k in range(1, n + 1)]
            case PeriodRelation(value, word):
                found.append(PeriodRelation(_combination(value, 1), _first(word)))
    for relation in top.relations:
        assert isinstance(relation, WordRelation)
        found.append(WordRelation(tuple((f"top_{g}", e) for g, e in relation.left), ()))
    permutations = Symmetric().permutations(n)
    for name, images in permutations.items():
        for x in lie:
            for k in range(n):
                here, there = element((1, f"{x}_{k + 1}")), element((1, f"{x}_{images[k] + 1}"))
                found.append(AdjointRelation(((f"top_{name}", 1),), here, there))
    for g in discrete:
        for x in lie:
            for k in range(2, n + 1):
                same = element((1, f"{x}_{k}"))
                found.append(AdjointRelation(((f"{g}_1", 1),), same, same))
    for a in range(1, n + 1):
        for b in range(a + 1, n + 1):
            for x in lie:
                for y in lie:
                    bracket = LieCombination(((Fraction(1), Bracket(f"{x}_{a}", f"{y}_{b}")),))
                    found.append(BracketRelation(bracket, LieCombination(())))
    swap: Word = (("top_s", 1),)
    for g in discrete:
        for h in discrete if n >= 2 else ():
            found.append(commute(((f"{g}_1", 1),), (*swap, (f"{h}_1", 1), ("top_s", -1))))
        if n >= 3:
            found.append(commute(((f"{g}_1", 1),), (("top_r", 1), *swap, ("top_r", -1))))
            found.append(commute(((f"{g}_1", 1),), (*swap, ("top_r", 1))))
    return tuple(found)


def _copies(top: Group) -> int:
    assert top.family is not None
    size = top.family[1][0]
    assert isinstance(size, Dim)
    return arguments.integer(size, "the number of copies")


def _imprimitive(group: Group, base: dict[str, Permutation], m: int, n: int) -> dict[str, Permutation]:
    if m * n > LARGEST_POINTS:
        raise refusals.too_large(f"the number of points of {group.label}", LARGEST_POINTS)
    table: dict[str, Permutation] = {f"{g}_1": (*images, *range(m, m * n)) for g, images in base.items() if n}
    for g, images in Symmetric().permutations(n).items():
        table[f"top_{g}"] = tuple(images[k] * m + p for k in range(n) for p in range(m))
    return table


def _parts(group: Group) -> tuple[Group, int]:
    assert group.family is not None
    inner, top = group.family[1]
    assert isinstance(inner, Group) and isinstance(top, Group)
    return inner, _copies(top)


def _family(group: Group) -> Family:
    from catalg.families.registry import find

    if group.family is None:
        raise refusals.concrete_sets(group.label)
    return find(group.family[0])
