"""The sections of a cellular sheaf: the nullspace of its coboundary, which is that of its Laplacian.

Only the stalks of the nodes are unknowns; the values on the edges follow. The verifier starts from the limit and knows
nothing of the coboundary.
"""

from __future__ import annotations

from dataclasses import dataclass

from catalg.exact.nullspace import nullspace
from catalg.learning.cellular import Cochains, as_transformation, cochains
from catalg.model.category import VectFunctor
from catalg.model.display import matrix_term
from catalg.model.ends import Diagram, End
from catalg.model.protocols import NotCovered
from catalg.model.solution import BasisElement, Proposal
from catalg.model.verdict import Step
from catalg.strategies.presented.linear import exact_field, general_element
from catalg.terms import Dim
from catalg.universes.presented_vect import LinearFamily

PRINTED = 12
"""The largest number of columns of a matrix that a step spells out."""


@dataclass(frozen=True, slots=True)
class Sections:
    """H^0 of a cellular sheaf."""

    name: str = "sections of a cellular sheaf"

    def solve(self, end: End) -> Proposal:
        """A basis of the global sections. Raises NotCovered."""
        if not (isinstance(end, Diagram) and end.kind == "limit" and isinstance(end.functor, VectFunctor)):
            raise NotCovered
        exact_field(end.functor)
        complex_ = cochains(end.functor)
        if complex_ is None:
            raise NotCovered
        kernel = nullspace(complex_.coboundary)
        basis: tuple[BasisElement, ...] = tuple(
            LinearFamily(as_transformation(f"{end.name}_{k}", complex_, vector)) for k, vector in enumerate(kernel, 1)
        )
        dimension = Dim.of(len(basis))
        return Proposal(
            self.name, basis, general_element(basis), _steps(end.name, complex_, len(kernel)), dimension=dimension,
            free_constants=dimension, free_functions=Dim.of(0),
        )


def _steps(name: str, complex_: Cochains, dimension: int) -> tuple[Step, ...]:
    delta = complex_.coboundary
    steps = [
        Step.of(
            "sheaf-sections", limit=name, functor=complex_.functor.name, nodes=len(complex_.cells.nodes),
            edges=len(complex_.cells.edges),
        )
    ]
    steps += printed_coboundary(complex_)
    if len(steps) > 1 and complex_.functor.field.kind in ("rational", "real"):
        steps.append(Step.of("sheaf-laplacian", matrix=matrix_term(complex_.laplacian)))
    steps.append(Step.of("linear-system", unknowns=delta.ncols, equations=delta.nrows, dimension=dimension))
    return tuple(steps)


def printed_coboundary(complex_: Cochains) -> tuple[Step, ...]:
    """A step that shows the coboundary, where it is small enough to be read."""
    delta = complex_.coboundary
    if 0 < delta.ncols <= PRINTED and 0 < delta.nrows <= PRINTED:
        return (Step.of("sheaf-coboundary", matrix=matrix_term(delta)),)
    return ()
