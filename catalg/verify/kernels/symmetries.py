"""Maps of X that need not come from the group, under which a formula may be blind: mirror images, exchanges, turns, periods.

If A(s(p)) = A(p) for all p, then every f(A) agrees at p and at s(p), whatever f is and wherever it is defined; an equivariant kernel
that does not agree there is no instance.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from catalg.exact.poly import PolynomialRing
from catalg.model.kernel_problem import KernelArgument
from catalg.terms import Call, Const, Name, Relation, Term, add, mul, num, substitute, walk
from catalg.verify.kernels.jets import Rational
from catalg.verify.kernels.ranks import vanishes
from catalg.verify.kernels.setting import Setting
from catalg.verify.kernels.terms import NotRational, conditions

PERIODIC = frozenset({"sin", "cos", "tan"})


@dataclass(frozen=True, slots=True)
class Map:
    """The images of the coordinates that move."""

    images: Mapping[str, Term]

    def of(self, term: Term) -> Term:
        """The composite of a scalar term with the map."""
        return substitute(term, self.images)


def hidden_maps(setting: Setting, terms: Sequence[Term]) -> Iterator[Map]:
    """Maps of X to itself under which some of the terms may not change, simple ones first."""
    names, arguments = setting.problem.coordinates, setting.problem.arguments
    periodic = any(isinstance(node, Call) and node.head in PERIODIC for t in terms for node in walk(t))
    seen: list[Map] = []
    for images in (*_linear(names, arguments), *(_periods(setting) if periodic else ())):
        found = Map(images)
        if found.images and found not in seen and _keeps(setting, found):
            seen.append(found)
            yield found


def _linear(names: Sequence[str], arguments: Sequence[KernelArgument]) -> Iterator[dict[str, Term]]:
    groups = [arguments, *([a] for a in arguments if len(arguments) > 1)]
    for group in groups:
        yield {names[a.start + k]: _minus(names[a.start + k]) for a in group for k in range(a.size)}
    for group in groups:
        size = min((a.size for a in group), default=0)
        if size > 1:
            for k in range(size):
                yield {names[a.start + k]: _minus(names[a.start + k]) for a in group}
            for i, j in combinations(range(size), 2):
                one = {names[a.start + i]: Name(names[a.start + j]) for a in group}
                yield {**one, **{names[a.start + j]: Name(names[a.start + i]) for a in group}}
                yield {**one, **{names[a.start + j]: _minus(names[a.start + i]) for a in group}}
    for a, b in combinations(arguments, 2):
        if a.size == b.size and a.shape == b.shape:
            there = {names[a.start + k]: Name(names[b.start + k]) for k in range(a.size)}
            yield {**there, **{names[b.start + k]: Name(names[a.start + k]) for k in range(a.size)}}


def _minus(name: str) -> Term:
    return mul(num(-1), Name(name))


def _periods(setting: Setting) -> Iterator[dict[str, Term]]:
    """Shifts by pi and 2 pi, alone and after a change of all signs."""
    names = setting.problem.coordinates
    if setting.frame.equations or setting.problem.inequalities:
        return
    for name in names:
        for turns in (1, 2):
            shift = mul(num(turns), Const("pi"))
            yield {name: add(Name(name), shift)}
            yield {other: _minus(other) if other != name else add(_minus(other), shift) for other in names}


def _keeps(setting: Setting, found: Map) -> bool:
    """Whether the map keeps X: its equations, and its inequalities one by one up to order."""
    domain = conditions(setting.problem)
    ring = setting.frame.ring
    for equation in domain.equations:
        if not vanishes(setting, found.of(equation)):
            return False
    sides = [i.left for i in domain.inequalities if isinstance(i, Relation)]
    try:
        wanted = {_key(ring, setting.rational(side)) for side in sides}
        return all(_key(ring, setting.rational(found.of(side))) in wanted for side in sides)
    except NotRational:
        return False


def _key(ring: PolynomialRing, value: Rational) -> tuple[frozenset[object], ...]:
    return tuple(frozenset(ring.table(part).items()) for part in value)
