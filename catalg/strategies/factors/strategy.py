"""Hom over a product of a group of symbolic size with others: solved for each factor, and multiplied.

Hom over G x H of external tensor products is the tensor product of the Homs: W. Fulton, J. Harris, *Representation Theory*,
exercise 2.36, by linear algebra over any field.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from math import prod

from catalg.model.ends import End, LinearEnd
from catalg.model.protocols import NotCovered, Strategy
from catalg.model.solution import Proposal
from catalg.model.verdict import Step
from catalg.strategies.linear.display import argument_names, coefficients, combination, sum_of_basis
from catalg.terms import Dim
from catalg.universes.describe import describe
from catalg.universes.factors import ExternalElement, NotExternal, parts

SHOWN = 6
"""Up to so many elements are written out in the general one."""
LARGEST = 400
"""The largest number of basis elements."""


@dataclass(frozen=True, slots=True)
class Factors:
    """The strategy of factors; `inner` solve the ends of the factors."""

    inner: tuple[Strategy, ...]
    name: str = "factors"

    def solve(self, end: End) -> Proposal:
        """Kronecker products of the basis elements of all factors.

        Raises NotCovered for concrete groups, for ends that are no external tensor products, and where more than one factor has
        a symbolic size.
        """
        if not isinstance(end, LinearEnd) or not end.group.symbolic:
            raise NotCovered("")
        try:
            ends = parts(end)
        except NotExternal as reason:
            raise NotCovered(str(reason) if end.group.factors else "") from None
        if sum(own.group.symbolic for own in ends) != 1:
            raise NotCovered("several factors of symbolic size next to one that is given by matrices")
        found = tuple(self._inner(own) for own in ends)
        sizes = [len(proposal.basis) for proposal in found]
        if prod(sizes) > LARGEST or any(p.dimension != Dim.of(n) for p, n in zip(found, sizes, strict=True)):
            raise NotCovered("a factor with a basis that is not a list")
        basis = tuple(ExternalElement(choice, ends) for choice in product(*(proposal.basis for proposal in found)))
        names = coefficients(len(basis), {p.name for p in end.group.parameters})
        short = len(basis) <= SHOWN and all(own.source.dim.constant() != 1 or own.target.dim.constant() != 1 for own in ends)
        formula = combination([e.term() for e in basis], names) if short else sum_of_basis(names, [None] * len(names))
        steps = [Step.of("external-factors", ends=tuple(f"Hom({describe(e.source)}, {describe(e.target)})" for e in ends))]
        steps += [step for proposal in found for step in proposal.steps if step.rule != "exceptional-size"]
        steps.append(Step.of("external-product", factors=tuple(str(n) for n in sizes), dimension=len(basis)))
        return Proposal(
            strategy=self.name, basis=basis, formula=formula, steps=tuple(steps), dimension=Dim.of(len(basis)),
            free_constants=Dim.of(len(basis)), parameters=tuple(p.name for p in end.group.parameters),
            claims={"arguments": argument_names(len(end.points)), "factors": found},
        )

    def _inner(self, end: LinearEnd) -> Proposal:
        refusals = []
        for strategy in self.inner:
            try:
                return strategy.solve(end)
            except NotCovered as refusal:
                refusals.append(str(refusal))
        raise NotCovered("; ".join(filter(None, refusals)))
