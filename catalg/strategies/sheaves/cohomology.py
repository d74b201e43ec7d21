"""The first cohomology of a cellular sheaf on a graph: the cokernel of its coboundary.

Coordinates on the cokernel are the functionals on C^1 that vanish on the image, in reduced echelon form, so that their
pivots name basis classes by an edge and a coordinate of its stalk.
"""

from __future__ import annotations

from dataclasses import dataclass

from catalg.exact.nullspace import nullspace
from catalg.exact.sparse import SparseMatrix, Vector
from catalg.learning.cellular import CochainFunctor, Cochains, cochains
from catalg.model.ends import Diagram, End
from catalg.model.protocols import NotCovered
from catalg.model.solution import BasisElement, Proposal
from catalg.model.verdict import Step
from catalg.strategies.presented.linear import exact_field, general_element
from catalg.strategies.sheaves.sections import printed_coboundary
from catalg.terms import Dim
from catalg.universes.presented_vect import TensorClass


@dataclass(frozen=True, slots=True)
class FirstCohomology:
    """H^1 of a cellular sheaf."""

    name: str = "cokernel of the coboundary"

    def solve(self, end: End) -> Proposal:
        """A basis of H^1 by classes of edge values, with the projection onto it as a claim. Raises NotCovered."""
        if not (isinstance(end, Diagram) and end.kind == "colimit" and isinstance(end.functor, CochainFunctor)):
            raise NotCovered
        exact_field(end.functor)
        complex_ = cochains(end.functor.sheaf)
        if complex_ is None:
            raise NotCovered
        delta = complex_.coboundary
        functionals = nullspace(delta.transpose())
        places = _places(complex_)
        basis: tuple[BasisElement, ...] = tuple(
            TensorClass(*places[min(f)], delta.ncols + min(f)) for f in functionals
        )
        moved: list[Vector] = [{delta.ncols + k: x for k, x in f.items()} for f in functionals]
        steps = (
            Step.of(
                "sheaf-first-cohomology", colimit=end.name, functor=end.functor.sheaf.name, nodes=len(complex_.cells.nodes),
                edges=len(complex_.cells.edges), width=delta.ncols, height=delta.nrows,
            ),
            *printed_coboundary(complex_),
            Step.of("linear-quotient", unknowns=delta.nrows, relations=delta.ncols, dimension=len(basis)),
        )
        dimension = Dim.of(len(basis))
        return Proposal(
            self.name, basis, general_element(basis), steps, dimension=dimension, free_constants=dimension,
            free_functions=Dim.of(0), claims={"projection": SparseMatrix.of(moved, delta.ncols + delta.nrows)},
        )


def _places(complex_: Cochains) -> list[tuple[str, tuple[int, ...]]]:
    """The edge and the coordinate of each row of the coboundary."""
    return [(e, (k,)) for e, _, _ in complex_.cells.edges for k in range(complex_.functor.dimension(e))]
