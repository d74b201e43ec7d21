"""The same problem with everything that a family knows withheld: bare generators in a random rational basis.

Lie generators become random rational combinations that are still a basis; discrete ones only change their names. Relations,
facts, theorems, names of actions and representations are dropped. The answers to an end must not change. Randomness is a
linear congruential sequence with a given seed, so that results are the same everywhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

import flint

from catalg.exact.sparse import SparseMatrix
from catalg.model.action import (
    Action,
    CosetAction,
    ExplicitAction,
    LinearAction,
    ProductAction,
    PulledAction,
    SymbolicAction,
)
from catalg.model.ends import KernelEnd, LinearEnd
from catalg.model.group import Bracket, Generator, Group, Homomorphism, LieCombination, Word
from catalg.model.gset import ChosenSet, ExplicitSet, GSet, ProductSet, PulledSet, SymbolicPoints
from catalg.model.representation import (
    DualRep,
    ExplicitRep,
    FreeRep,
    HomRep,
    PowerRep,
    PulledRep,
    Rep,
    RestrictedRep,
    SumRep,
    SymbolicRep,
    TensorRep,
    TrivialRep,
)
from catalg.terms import Term, add, mul, num


def bare(group: Group, *objects: Rep | GSet | Action, seed: int = 1) -> tuple[Group, tuple[Rep | GSet | Action, ...]]:
    """The bare group, and representations, G-sets and actions of the group carried over to it.

    Raises ValueError for symbolic groups and objects.
    """
    change = Withheld.of(group, seed)
    return change.group, tuple(change.carry(thing) for thing in objects)


def bare_end(end: LinearEnd | KernelEnd, seed: int = 1) -> LinearEnd | KernelEnd:
    """The same end over the bare group.

    Raises ValueError for symbolic groups, and for ends restricted in a way that speaks of the basis, as `symmetric` does.
    """
    if end.swap if isinstance(end, KernelEnd) else end.restrictions or end.polynomials:
        raise ValueError("a restriction that depends on the basis")
    change = Withheld.of(end.group, seed)
    if isinstance(end, KernelEnd):
        return KernelEnd(end.name, change.group, tuple(change.action(a) for a in end.arguments), change.rep(end.target))
    points = tuple(change.gset(s) for s in end.points)
    return LinearEnd(end.name, change.group, change.rep(end.source), change.rep(end.target), end.along, points)


def _random(seed: int) -> Iterator[int]:
    state = (seed * 2862933555777941757 + 3037000493) % 2**64
    while True:
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        yield state >> 33


def random_basis(size: int, seed: int) -> tuple[tuple[Fraction, ...], ...]:
    """An invertible matrix of small random rational numbers.

    >>> random_basis(1, 1)[0][0] != 0
    True
    """
    source = _random(seed)
    while True:
        rows = tuple(
            tuple(Fraction(next(source) % 7 - 3, 1 + next(source) % 3) for _ in range(size)) for _ in range(size)
        )
        flat = [flint.fmpq(v.numerator, v.denominator) for row in rows for v in row]
        if size == 0 or flint.fmpq_mat(size, size, flat).det() != 0:
            return rows


@dataclass(frozen=True, slots=True)
class Withheld:
    """The change from a group to its bare form: new Lie generator a is the sum of basis[a][b] times old generator b."""

    old: Group
    group: Group
    discrete: tuple[tuple[str, str], ...]
    basis: tuple[tuple[Fraction, ...], ...]
    factors: tuple[Withheld, ...] = ()

    @staticmethod
    def of(group: Group, seed: int) -> Withheld:
        """The change for a concrete group. Raises ValueError."""
        if group.symbolic:
            raise ValueError("a group of symbolic size has no generators to lay bare")
        if group.factors:
            factors = tuple(
                Withheld.of(replace(f, name=f"K{k + 1}"), seed + k) for k, f in enumerate(group.factors)
            )
            generators = tuple(
                Generator(f"{f.group.name}.{g.name}", g.kind) for f in factors for g in f.group.generators
            )
            new = Group(group.name, group.name, generators, factors=tuple(f.group for f in factors))
            return Withheld(group, new, (), (), factors)
        discrete = tuple((g.name, f"g{k + 1}") for k, g in enumerate(group.discrete))
        generators = tuple(Generator(n) for _, n in discrete)
        generators += tuple(Generator(f"u{k + 1}", "lie") for k in range(len(group.lie)))
        return Withheld(group, Group(group.name, group.name, generators), discrete, random_basis(len(group.lie), seed))

    def carry(self, thing: Rep | GSet | Action) -> Rep | GSet | Action:
        """A representation, G-set or action over the bare group. Raises ValueError."""
        if isinstance(thing, ExplicitAction | SymbolicAction | LinearAction | ProductAction | PulledAction | CosetAction):
            return self.action(thing)
        if isinstance(thing, ExplicitSet | SymbolicPoints | ChosenSet | ProductSet | PulledSet):
            return self.gset(thing)
        return self.rep(thing)

    def rep(self, rep: Rep) -> Rep:
        """A representation over the bare group, without its names. Raises ValueError."""
        match rep:
            case ExplicitRep():
                return ExplicitRep(self.group, rep.field, rep.size, self._matrices(rep))
            case TrivialRep():
                return TrivialRep(self.group, rep.field, rep.dim)
            case FreeRep():
                return FreeRep(self.gset(rep.base), rep.field)
            case TensorRep():
                return TensorRep(tuple(map(self.rep, rep.factors)))
            case SumRep():
                return SumRep(tuple(map(self.rep, rep.summands)))
            case PowerRep():
                return PowerRep(rep.kind, rep.order, self.rep(rep.base))
            case DualRep():
                return DualRep(self.rep(rep.base))
            case HomRep():
                return HomRep(self.rep(rep.source), self.rep(rep.target))
            case PulledRep():
                return PulledRep(self.factors[rep.factor].rep(rep.base), self.group, rep.factor)
            case RestrictedRep():
                target = Withheld.of(rep.base.group, 1)
                return RestrictedRep(target.rep(rep.base), self._along(rep.along, target))
            case SymbolicRep():
                raise ValueError("a representation of symbolic size has no matrices to lay bare")

    def gset(self, points: GSet) -> GSet:
        """A G-set over the bare group. Raises ValueError."""
        match points:
            case ExplicitSet():
                table = tuple((new, points.permutation(old)) for old, new in self.discrete)
                return ExplicitSet(self.group, points.count, table, points.labels)
            case ChosenSet():
                return ChosenSet(points.kind, points.order, self.gset(points.base))
            case ProductSet():
                return ProductSet(tuple(map(self.gset, points.factors)))
            case PulledSet():
                return PulledSet(self.factors[points.factor].gset(points.base), self.group, points.factor)
            case SymbolicPoints():
                raise ValueError("a set of symbolic size has no table to lay bare")

    def action(self, action: Action) -> Action:
        """An action over the bare group. Raises ValueError."""
        match action:
            case ExplicitAction():
                return self._explicit(action)
            case LinearAction():
                return LinearAction(self.rep(action.rep))
            case ProductAction():
                return ProductAction(tuple(map(self.action, action.factors)))
            case PulledAction():
                return PulledAction(self.factors[action.factor].action(action.base), self.group, action.factor)
            case CosetAction(along, whole):
                return CosetAction(Withheld.of(along.source, 2)._along(along, self), self._explicit(whole))
            case SymbolicAction():
                raise ValueError("an action of symbolic size has no formulas to lay bare")

    def _explicit(self, action: ExplicitAction) -> ExplicitAction:
        maps: list[tuple[str, tuple[Term, ...]]] = [(new, action.map(old)) for old, new in self.discrete]
        for k, row in enumerate(self.basis):
            fields = [(c, action.map(g.name)) for c, g in zip(row, self.old.lie, strict=True) if c]
            maps.append(
                (f"u{k + 1}", tuple(add(*(mul(num(c), f[i]) for c, f in fields)) for i in range(len(action.coordinates))))
            )
        return replace(action, group=self.group, maps=tuple(maps), name="")

    def _along(self, homomorphism: Homomorphism, target: Withheld) -> Homomorphism:
        images: list[tuple[str, Word | LieCombination]] = []
        names = dict(target.discrete)
        for old, new in self.discrete:
            word = homomorphism.image(old)
            assert not isinstance(word, LieCombination)
            images.append((new, tuple((names[letter], exponent) for letter, exponent in word)))
        old_lie = target.in_new_basis()
        for k, row in enumerate(self.basis):
            terms: list[tuple[Fraction, Bracket | str]] = []
            for c, g in zip(row, self.old.lie, strict=True):
                element = homomorphism.image(g.name)
                assert isinstance(element, LieCombination)
                terms.extend((c * d, part) for d, part in _translated(element, old_lie).terms)
            images.append((f"u{k + 1}", LieCombination(tuple(terms))))
        return Homomorphism(homomorphism.name, self.group, target.group, tuple(images))

    def in_new_basis(self) -> dict[str, LieCombination]:
        """The old Lie generators as combinations of the new ones."""
        size = len(self.basis)
        flat = [flint.fmpq(v.numerator, v.denominator) for row in self.basis for v in row]
        inverse = flint.fmpq_mat(size, size, flat).inv().tolist() if size else []
        return {
            g.name: LieCombination(
                tuple((Fraction(int(v.p), int(v.q)), f"u{k + 1}") for k, v in enumerate(row) if v != 0)
            )
            for g, row in zip(self.old.lie, inverse, strict=True)
        }

    def _matrices(self, rep: ExplicitRep) -> tuple[tuple[str, SparseMatrix], ...]:
        result = [(new, rep.matrix(old)) for old, new in self.discrete]
        for k, row in enumerate(self.basis):
            total = SparseMatrix.zero(rep.size, rep.size)
            for c, g in zip(row, self.old.lie, strict=True):
                if c:
                    total = total + rep.matrix(g.name).scale(c)
            result.append((f"u{k + 1}", total))
        return tuple(result)


def _translated(element: LieCombination, names: dict[str, LieCombination]) -> LieCombination:
    terms: list[tuple[Fraction, Bracket | str]] = []
    for c, part in element.terms:
        if isinstance(part, str):
            terms.extend((c * d, name) for d, name in names[part].terms)
        else:
            terms.append((c, Bracket(_side(part.left, names), _side(part.right, names))))
    return LieCombination(tuple(terms))


def _side(side: Bracket | LieCombination | str, names: dict[str, LieCombination]) -> LieCombination:
    whole = side if isinstance(side, LieCombination) else LieCombination(((Fraction(1), side),))
    return _translated(whole, names)
