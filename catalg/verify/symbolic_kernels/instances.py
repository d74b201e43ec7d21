"""Concrete instances of an end of symbolic dimension: which sizes there are, and what is certified of each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from catalg.model.ends import KernelEnd
from catalg.model.goals import FormulaClaim
from catalg.model.solution import Proposal, Solution
from catalg.terms import Dim, Term, num
from catalg.terms.term import substitute
from catalg.universes.abstract_spaces import space_of
from catalg.universes.instances import NoGroup, at_values, kernels_from_library
from catalg.universes.ranges import Ranges, ranges
from catalg.verify.symbolic_kernels.targets import target_of, threshold

Values = tuple[tuple[str, int], ...]


def uniform_range(end: KernelEnd) -> Ranges:
    """Where the answer is uniform, by the verifier's own count. Raises NotAbstract or NoRange."""
    space = space_of(end)
    bound = 0 if space.rigid else threshold(space, target_of(end.target))
    return ranges({0: space.theorem.size}, {0: bound}, end.group.parameters)


def reaches(end: KernelEnd, span: Ranges) -> bool:
    """Whether the declared ranges of the parameters reach the uniform one."""
    bounds = span.stable_values()
    return all(parameter.admits(bounds[parameter.name]) for parameter in end.group.parameters)


@dataclass(frozen=True, slots=True)
class Instance:
    """One size: the end there, and the certified solution where the proposal has one."""

    values: Values
    end: KernelEnd
    solution: Solution | None

    @property
    def where(self) -> str:
        """How the size is written: `d = 3`."""
        return label(self.values)

    def at(self, formula: Term) -> Term:
        """A formula with the parameters replaced by their values."""
        return substitute(formula, {name: num(value) for name, value in self.values})

    def claim(self, claim: FormulaClaim) -> FormulaClaim:
        """A claim with the parameters replaced; values of dimension one are scalars."""
        numbers = dict(self.values)
        unknowns = []
        for unknown in claim.unknowns:
            shape = tuple(at_values(dim, numbers) for dim in unknown.shape)
            unknowns.append(replace(unknown, shape=() if all(dim == Dim.of(1) for dim in shape) else shape))
        return replace(claim, formula=self.at(claim.formula), unknowns=tuple(unknowns))


def label(values: Values) -> str:
    """How values of parameters are written."""
    return ", ".join(f"{name} = {value}" for name, value in values)


def instances(end: KernelEnd, proposal: Proposal | None, values: Iterator[Values] | list[Values]) -> Iterator[Instance]:
    """The instances at these values, without those for which there is no group. Raises ValueError for one out of reach."""
    from catalg.verify.kernels.ends import certify_end

    listed: Mapping[Values, Proposal | None] = {}
    if proposal is not None:
        claimed = proposal.claims.get("instances")
        listed = dict(claimed) if isinstance(claimed, tuple) else {}
    for point in values:
        try:
            concrete = kernels_from_library(end, dict(point))
        except NoGroup:
            continue
        found = listed.get(point)
        yield Instance(point, concrete, None if found is None else Solution(found, certify_end(concrete, found)))


def uniform_values(end: KernelEnd, span: Ranges) -> list[Values]:
    """The two least admitted sizes of the uniform range."""
    least = span.stable_values()
    found = []
    for step in (0, 1):
        values = {name: value + step for name, value in least.items()}
        if all(p.admits(values[p.name]) for p in end.group.parameters):
            found.append(tuple(values.items()))
    return found
