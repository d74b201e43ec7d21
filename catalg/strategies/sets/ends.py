"""Ends and limits in Set: natural transformations and cones, counted without listing and listed without dead
ends.

An end is reduced to sections with functional constraints (`sections`), which are counted by elimination
(`elimination`). A limit is the end of Set(1, F). A representable source is recognised and said so (the Yoneda
lemma).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from catalg.model.category import SetFunctor, SetTransformation
from catalg.model.ends import Diagram, End, SetEnd
from catalg.model.protocols import NotCovered
from catalg.model.solution import BasisElement, Proposal
from catalg.model.verdict import Step
from catalg.strategies.sets.elimination import Elimination, eliminate
from catalg.strategies.sets.sections import Reduced, reduce_sections, sections
from catalg.strategies.sets.yoneda import universal_element
from catalg.terms import Call, Dim, Name, Term
from catalg.universes.sets import ConeElement, TransformationElement, limit_end

LISTED = 1_000
"""How many elements a solution lists; beyond it, the count and the first ones."""

SHOWN = 12
"""How many elements a longer listing shows, and how many a formula spells out."""

VALUES = 200_000
"""How many component values a listing may hold."""


@dataclass(frozen=True, slots=True)
class Solved:
    """A solved end: the reduced problem, its elimination, and the element of F behind each variable."""

    end: SetEnd
    variables: tuple[tuple[str, int], ...]
    reduced: Reduced
    elimination: Elimination | None

    @property
    def size(self) -> int:
        """The number of natural transformations."""
        return self.elimination.count if self.elimination is not None else 0

    def components(self) -> Iterator[tuple[tuple[str, tuple[int, ...]], ...]]:
        """The components of each natural transformation, in a fixed order, computed as they are asked for."""
        if self.elimination is None:
            return
        sizes = [(c, len(labels)) for c, labels in self.end.source.objects]
        for assignment in self.elimination.sections():
            values = self.reduced.expand(assignment)
            result, at = [], 0
            for c, size in sizes:
                result.append((c, tuple(values[at : at + size])))
                at += size
            yield tuple(result)


def solve_end(end: SetEnd) -> Solved:
    """Count the natural transformations. Raises NotCovered beyond the size limits."""
    if end.source.category != end.target.category:
        raise NotCovered(f"{end.source.name} and {end.target.name} are not parallel")
    problem, variables = sections(end)
    reduced = reduce_sections(problem)
    return Solved(end, variables, reduced, None if reduced.empty else eliminate(reduced.problem))


def transformations(end: SetEnd) -> Iterator[SetTransformation]:
    """All natural transformations, lazily, in a fixed order. Raises NotCovered beyond the size limits."""
    for number, components in enumerate(solve_end(end).components(), 1):
        yield SetTransformation(f"{end.name}_{number}", end.source, end.target, components)


@dataclass(frozen=True, slots=True)
class SetEnds:
    """Natural transformations between functors to Set."""

    name: str = "sections"

    def solve(self, end: End) -> Proposal:
        """The natural transformations: all of them when few, else their number and the first ones. Raises
        NotCovered.
        """
        if not isinstance(end, SetEnd):
            raise NotCovered
        solved = solve_end(end)
        steps = [
            Step.of(
                "end-as-transformations",
                end=end.name,
                source=end.source.name,
                target=end.target.name,
                category=end.source.category.name,
            )
        ]
        universal = universal_element(end.source)
        if universal is not None:
            values = end.target.elements(universal.object)
            steps.append(
                Step.of(
                    "yoneda",
                    functor=end.source.name,
                    object=universal.object,
                    target=end.target.name,
                    element=end.source.elements(universal.object)[universal.element],
                    size=len(values),
                )
            )
        steps += _elimination_steps(solved)
        basis: tuple[BasisElement, ...] = tuple(
            TransformationElement(
                SetTransformation(f"{end.name}_{number}", end.source, end.target, components)
            )
            for number, components in enumerate(listing(solved), 1)
        )
        formula = set_term(basis, solved.size, Call("Nat", (Name(end.source.name), Name(end.target.name))))
        return _proposal(self.name, basis, solved.size, formula, steps)


@dataclass(frozen=True, slots=True)
class SetLimits:
    """Limits of functors to Set."""

    name: str = "matching families"

    def solve(self, end: End) -> Proposal:
        """The limit as the set of matching families, whose entries are its cone. Raises NotCovered."""
        if not (isinstance(end, Diagram) and end.kind == "limit" and isinstance(end.functor, SetFunctor)):
            raise NotCovered
        functor = end.functor
        solved = solve_end(limit_end(functor, end.name))
        steps = [
            Step.of("limit-as-families", limit=end.name, functor=functor.name, category=functor.category.name)
        ]
        steps += _elimination_steps(solved)
        if functor.category.objects:
            steps.append(
                Step.of("limit-cone-entries", limit=end.name, functor=functor.name, objects=functor.category.objects)
            )
        basis: tuple[BasisElement, ...] = tuple(
            ConeElement(functor, tuple((c, images[0]) for c, images in components))
            for components in listing(solved)
        )
        formula = set_term(basis, solved.size, Call("lim", (Name(functor.name),)))
        return _proposal(self.name, basis, solved.size, formula, steps)


def listing(solved: Solved) -> list[tuple[tuple[str, tuple[int, ...]], ...]]:
    """All components, sorted, when there are few enough, else the first ones in the order of `components`."""
    if solved.size <= LISTED and solved.size * max(1, len(solved.variables)) <= VALUES:
        return sorted(solved.components())
    found = []
    for components in solved.components():
        found.append(components)
        if len(found) == SHOWN or len(found) * len(solved.variables) > VALUES:
            break
    return found


def set_term(basis: tuple[BasisElement, ...], size: int, name: Term) -> Term:
    """A finite set as a formula: its elements when few, else its name."""
    if size == len(basis) and size <= SHOWN:
        return Call("set", tuple(element.term() for element in basis))
    return name


def _elimination_steps(solved: Solved) -> list[Step]:
    if solved.elimination is None:
        return [Step.of("no-section", variables=len(solved.variables))]
    remaining = sum(1 for domain in solved.reduced.problem.domains if len(domain) > 1)
    steps = [
        Step.of(
            "propagation",
            variables=len(solved.variables),
            constraints=_constraints(solved.end),
            remaining=remaining,
            pruned=solved.reduced.pruned,
        )
    ]
    counts = [n for n in solved.elimination.counts if n != 1]
    if counts:
        steps.append(
            Step.of(
                "elimination",
                components=len(counts),
                width=solved.elimination.width,
                factors=tuple(counts[:SHOWN]),
                size=solved.size,
            )
        )
    return steps


def _constraints(end: SetEnd) -> int:
    sizes = {c: len(labels) for c, labels in end.source.objects}
    return sum(sizes[arrow.source] for arrow in end.source.category.arrows)


def _proposal(
    name: str, basis: tuple[BasisElement, ...], size: int, formula: Term, steps: list[Step]
) -> Proposal:
    if len(basis) < size:
        steps.append(Step.of("listing-cut", shown=len(basis), size=size))
    return Proposal(
        name, basis, formula, tuple(steps), size=size, free_functions=Dim.of(0), free_constants=None
    )
