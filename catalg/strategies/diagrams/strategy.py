"""Hom for symbolic sizes: diagram bases from the group's fundamental theorem, with the range in which they hold.

Each block of the target and each of the source give the symmetrised diagrams on their slots together. Below the stable
range diagrams become dependent or further invariants appear: those finitely many sizes are solved exactly, each by
itself, and reported as exceptions. The theorem is read from the group's facts; its name plays no part.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from catalg.model.ends import End, LinearEnd
from catalg.model.gset import ChosenSet, GSet, ProductSet, PulledSet
from catalg.model.protocols import NotCovered
from catalg.model.solution import Proposal
from catalg.model.verdict import Step
from catalg.strategies.diagrams.elements import DiagramElement, argument_slots
from catalg.strategies.diagrams.enumeration import (
    Rules,
    has_character,
    rules_of,
    stable_size,
    symmetrised,
)
from catalg.strategies.diagrams.graph import along_arbitrary
from catalg.strategies.linear.display import argument_names, coefficients, combination, sum_of_basis
from catalg.terms import Dim, Term
from catalg.terms.term import ZERO
from catalg.universes.describe import describe
from catalg.universes.instances import Instantiate, NoGroup
from catalg.universes.ranges import NoRange, Ranges, ranges
from catalg.universes.slots import Block, NoSlots, blocks, dual, joined, theorems

SHOWN = 6
"""Up to so many diagrams are written out in the general element."""


@dataclass(frozen=True, slots=True)
class Diagrams:
    """The strategy of diagram bases.

    `instantiate` makes concrete instances of an end, `solve_concrete` solves one; both serve the exceptional sizes only.
    """

    instantiate: Instantiate
    solve_concrete: Callable[[LinearEnd], Proposal]
    name: str = "diagrams"

    def solve(self, end: End) -> Proposal:
        """Symmetrised diagrams, joined ones before split ones, block by block.

        Raises NotCovered for concrete ends, for groups without a fundamental theorem, and for representations that are not
        made of index slots.
        """
        if not isinstance(end, LinearEnd):
            raise NotCovered("not a space of linear maps")
        if end.source.field.characteristic:
            raise NotCovered("fundamental theorems hold in characteristic 0")
        if not end.group.symbolic:
            raise NotCovered("the group has no symbolic size")
        if end.along is not None:
            if not end.along.arbitrary:
                raise NotCovered("a concrete graph under a group of symbolic size")
            return along_arbitrary(end, self.solve)
        try:
            return self._proposal(end)
        except (NoSlots, NoRange) as reason:
            raise NotCovered(str(reason)) from None

    def _proposal(self, end: LinearEnd) -> Proposal:
        found = theorems(end.group)
        sources, targets = blocks(end.source), blocks(end.target)
        pairs = [joined(w, dual(v)) for w in targets for v in sources]
        used = {slot.sort for pair in pairs for slot in pair.slots} | {s for p in pairs for s, e in p.characters if e}
        rules = tuple(
            rules_of(theorem, end.group.label) if sort in used else None for sort, theorem in enumerate(found)
        )
        limits = {
            sort: max((stable_size(pair, sort, rule) for pair in pairs), default=0)
            for sort, rule in enumerate(rules) if rule is not None
        }
        sizes = {sort: theorem.size for sort, theorem in enumerate(found) if theorem is not None and sort in used}
        span = ranges(sizes, limits, end.group.parameters)
        basis = self._basis(end, sources, targets, rules)
        names = coefficients(len(basis), {p.name for p in end.group.parameters})
        exceptions = self._exceptions(end, span, len(basis))
        return Proposal(
            strategy=self.name,
            basis=tuple(basis),
            formula=_formula(basis, names),
            steps=tuple(self._steps(end, found, pairs, rules, basis, span, exceptions)),
            dimension=Dim.of(len(basis)),
            free_constants=Dim.of(len(basis)),
            parameters=tuple(p.name for p in end.group.parameters),
            claims={
                "arguments": argument_names(len(end.points)),
                "stable": span.bounds,
                "exceptions": exceptions,
            },
        )

    def _basis(
        self, end: LinearEnd, sources: list[Block], targets: list[Block], rules: tuple[Rules | None, ...]
    ) -> list[DiagramElement]:
        skew = frozenset(sort for sort, rule in enumerate(rules) if rule is not None and rule.skew)
        names = _point_names(end) if end.points and len(targets) == 1 and not targets[0].slots else ()
        alone = len(sources) * len(targets) == 1
        basis: list[DiagramElement] = []
        for j, target in enumerate(targets):
            for i, source in enumerate(sources):
                pair = joined(target, dual(source))
                active = [(sort, rule) for sort, rule in enumerate(rules) if rule is not None]
                if any(has_character(pair, sort, rule) for sort, rule in active):
                    continue
                basis.extend(
                    DiagramElement(terms, target, source, (j, i), skew, names, alone)
                    for terms in symmetrised(pair, rules)
                )
        return basis

    def _exceptions(
        self, end: LinearEnd, span: Ranges, stable: int
    ) -> tuple[tuple[tuple[tuple[str, int], ...], str, int | None], ...]:
        """(values, label, dimension) of each case below the stable range; the dimension is None where it is out of reach."""
        result: list[tuple[tuple[tuple[str, int], ...], str, int | None]] = []
        for case in span.cases:
            values: Mapping[str, int] = dict(case.values)
            try:
                instance = self.instantiate(end, values)
            except NoGroup:
                continue
            except ValueError:
                result.append((case.values, case.label(), None))
                continue
            try:
                dimension = self.solve_concrete(instance).dimension
            except NotCovered:
                result.append((case.values, case.label(), None))
                continue
            value = dimension.constant() if dimension is not None else None
            if value != stable:
                result.append((case.values, case.label(), value))
        return tuple(result)

    def _steps(
        self,
        end: LinearEnd,
        found: tuple[object, ...],
        pairs: list[Block],
        rules: tuple[Rules | None, ...],
        basis: list[DiagramElement],
        span: Ranges,
        exceptions: tuple[tuple[tuple[tuple[str, int], ...], str, int | None], ...],
    ) -> list[Step]:
        slots = max((len(pair.slots) for pair in pairs), default=0)
        permuted = all(rule is None or rule.permuted for rule in rules)
        tensors = tuple(dict.fromkeys(t for rule in rules if rule is not None for t in rule.tensors))
        sources = tuple(dict.fromkeys(getattr(theorem, "source", "") for theorem in found if theorem is not None))
        steps = [
            Step.of(
                "index-slots", source=describe(end.source), target=describe(end.target), indices=slots, blocks=len(pairs)
            ),
            Step.of("set-partitions", indices=slots) if permuted else Step.of("pairings", tensors=tensors, theorem=sources),
        ]
        if slots and not end.points and any(len(b.target.slots) > 1 or len(b.source.slots) > 1 for b in basis):
            steps.append(Step.of("index-words", source=describe(end.source), target=describe(end.target)))
        if any(pair.symmetries for pair in pairs):
            steps.append(Step.of("symmetrised-diagrams", diagrams=len(basis)))
        steps.append(Step.of("diagram-basis", dimension=len(basis), range=span.label()))
        for _, label, dimension in exceptions:
            if dimension is not None:
                steps.append(Step.of("exceptional-size", where=label, dimension=dimension))
        return steps


def _formula(basis: list[DiagramElement], names: tuple[Term, ...]) -> Term:
    if not basis:
        return ZERO
    if len(basis) <= SHOWN:
        return combination([element.term() for element in basis], names)
    return sum_of_basis(names, [None] * len(names))


def _point_names(end: LinearEnd) -> tuple[Term, ...]:
    return argument_slots(argument_names(len(end.points)), [_width(point) for point in end.points])


def _width(point: GSet) -> int:
    match point:
        case ChosenSet(order=order):
            return order
        case ProductSet(factors):
            return sum(_width(factor) for factor in factors)
        case PulledSet(base=base):
            return _width(base)
        case _:
            return 1
