"""Hom on residues modulo a symbolic n: functions of differences, which are circulant matrices where there are two indices.

The points are the residues modulo n, r adds 1 and s, if there is one, negates: P. Davis, *Circulant Matrices*, 3.1. What
the group is called plays no part: how its generators move the points is read from its facts.
"""

from __future__ import annotations

from itertools import product

from catalg.model.ends import End, LinearEnd
from catalg.model.group import CircularPoints, Group
from catalg.model.protocols import NotCovered
from catalg.model.solution import Proposal
from catalg.model.verdict import Step
from catalg.strategies.linear.display import argument_names
from catalg.terms import Call, Dim, Index, Name, Series, Term, add, mul, num, power, sub
from catalg.terms.term import ONE, ZERO
from catalg.universes.circular import DifferenceFamily
from catalg.universes.describe import describe
from catalg.universes.slots import Block, NoSlots, blocks, dual, joined

TARGET, SOURCE = "ijklmabde", "pqrstuvwxy"
"""Names of the indices of the target and of the source."""


class Circular:
    """The strategy of differences."""

    name = "circular"

    def solve(self, end: End) -> Proposal:
        """Orbit sums of difference vectors, block by block.

        Raises NotCovered for groups whose points are not residues modulo a symbolic size, and for symmetrised indices.
        """
        if not isinstance(end, LinearEnd) or end.group.facts.circle is None or end.along is not None:
            raise NotCovered("")
        if end.source.field.characteristic:
            raise NotCovered("orbit sums of a group of symbolic order over a finite field")
        circle = circle_of(end.group)
        try:
            sources, targets = blocks(end.source), blocks(end.target)
        except NoSlots as reason:
            raise NotCovered(str(reason)) from None
        names = _fresh(end)
        basis = []
        alone = len(sources) * len(targets) == 1
        for j, i in product(range(len(targets)), range(len(sources))):
            family = _family(circle, targets[j], sources[i], (j, i), names, alone, end)
            if family.count.terms:
                basis.append(family)
        total = sum((family.count for family in basis), Dim.of(0))
        formula = add(*(family.term() for family in basis)) if basis else ZERO
        return Proposal(
            strategy=self.name, basis=tuple(basis), formula=formula, steps=tuple(_steps(end, circle, basis, total)),
            dimension=total, free_constants=total, parameters=tuple(p.name for p in end.group.parameters),
            claims={"arguments": argument_names(len(end.points))},
        )


def circle_of(group: Group) -> CircularPoints:
    """The points of a group whose first generator adds 1 and whose others negate. Raises NotCovered."""
    circle = group.facts.circle
    assert circle is not None
    if circle.maps[0][1:] != (1, 1, 1) or any(a != -1 or b for _, a, b, _ in circle.maps[1:]) or len(circle.maps) > 2:
        raise NotCovered("generators other than one translation and one reflection of residues")
    return circle


def _fresh(end: LinearEnd) -> tuple[str, str]:
    """Names for the coefficients and for the index of a sum, which no parameter has."""
    taken = {p.name for p in end.group.parameters}
    return next(c for c in ("c", "a", "b", "c1") if c not in taken), next(j for j in ("j", "m", "h", "j1") if j not in taken)


def _family(
    circle: CircularPoints, target: Block, source: Block, places: tuple[int, int], names: tuple[str, str], alone: bool,
    end: LinearEnd,
) -> DifferenceFamily:
    pair = joined(target, dual(source))
    if pair.symmetries or pair.apart:
        raise NotCovered("symmetric powers and subsets of residues modulo a symbolic size")
    reflection = [sign for _, a, _, sign in circle.maps if a == -1]
    sign = (reflection[0] if pair.exponent(0) % 2 else 1) if reflection else 0
    width = len(pair.slots)
    count = classes(circle.size, width, sign)
    letter = names[0] if alone else f"{names[0]}{places[0] + 1}{places[1] + 1}"
    shown = _general(circle.size, target, source, sign, (letter, names[1]), end)
    return DifferenceFamily(target, source, places, sign, count, shown, alone)


def classes(n: Dim, width: int, sign: int) -> Dim:
    """How many classes of differences of so many residues carry an element: n^(m-1), or as many up to sign.

    A vector d with d = -d is its own class, and has the coefficient 0 where the sign is -1; there are gcd(2, n)^(m-1).

    >>> str(classes(Dim.parameter("n"), 2, 1)), str(classes(Dim.parameter("n"), 2, -1))
    ('floor(n/2) + 1', 'floor((n - 1)/2)')
    """
    if width == 0:
        return Dim.of(1 if sign >= 0 else 0)
    if not sign:
        return n ** (width - 1)
    if width == 2:
        return Dim.atom("floor", n / 2) + 1 if sign > 0 else Dim.atom("floor", (n - 1) / 2)
    fixed = Dim.atom("gcd", n, Dim.of(2)) ** (width - 1) if width > 1 else Dim.of(1)
    return (n ** (width - 1) + fixed * sign) / 2


def _general(n: Dim, target: Block, source: Block, sign: int, names: tuple[str, str], end: LinearEnd) -> Term:
    """The general element: a sum of powers of the shift for two indices, else an array of differences."""
    letter, index = Name(names[0]), Name(names[1])
    width = len(target.slots) + len(source.slots)
    if width < 2:
        return letter
    if len(target.slots) == len(source.slots) == 1 and not end.points:
        shift = Name("shift")
        size = size_term(n)
        if not sign:
            return Series(names[1], num(0), sub(size, ONE), mul(Index(letter, (index,)), power(shift, index)))
        back = power(shift, mul(num(-1), index))
        low, high = (0, half(size)) if sign > 0 else (1, half(sub(size, ONE)))
        both = add(power(shift, index), mul(num(sign), back))
        return Series(names[1], num(low), high, mul(Index(letter, (index,)), both))
    if end.points and not target.slots:
        slots: list[Term] = [Name(a) for a in argument_names(len(end.points))]
        if len(slots) != width:
            slots = [Name(x) for x in SOURCE[:width]]
    else:
        slots = [Name(x) for x in (*TARGET[: len(target.slots)], *SOURCE[: len(source.slots)])]
    differences = tuple(Call("mod", (sub(x, slots[0]), size_term(n))) for x in slots[1:])
    return Index(letter, differences)


def size_term(n: Dim) -> Term:
    """A size as a formula."""
    return add(*(mul(num(c), *(power(Name(str(p)), num(e)) for p, e in m)) for m, c in n.terms))


def half(size: Term) -> Term:
    """Half of a size, rounded down."""
    return Call("floor", (mul(size, power(num(2), num(-1))),))


def _steps(end: LinearEnd, circle: CircularPoints, basis: list[DifferenceFamily], total: Dim) -> list[Step]:
    width = max((family.width for family in basis), default=0)
    steps = [Step.of("residues", source=describe(end.source), target=describe(end.target), indices=width, size=str(circle.size))]
    signs = {family.sign for family in basis}
    if signs - {0}:
        steps.append(Step.of("differences-even" if signs == {1} else "differences-signed"))
    if any(family.width == 2 and family.target.slots and family.source.slots for family in basis) and not end.points:
        steps.append(Step.of("circulants", size=str(circle.size)))
    steps.append(Step.of("difference-classes", dimension=total))
    return steps
