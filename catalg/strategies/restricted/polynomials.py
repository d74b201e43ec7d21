"""Polynomial kernels of bounded degree: intertwiners out of the monomials, written as polynomials."""

from __future__ import annotations

from dataclasses import replace

from catalg.exact.sparse import SparseMatrix
from catalg.model.display import scalar_term
from catalg.model.ends import End, LinearEnd, Polynomials
from catalg.model.protocols import NotCovered
from catalg.model.solution import MatrixElement, Proposal
from catalg.model.verdict import Step
from catalg.strategies.linear.display import coefficients
from catalg.strategies.linear.strategy import STRATEGY as LINEAR
from catalg.terms import Index, Matrix, Name, Term, Vector, add, mul, num, power
from catalg.terms.term import ZERO
from catalg.universes.man import default_names
from catalg.universes.polynomials import value_sides


class PolynomialKernels:
    """The strategy for kernels with a bound on their degree."""

    name = "polynomials"

    def solve(self, end: End) -> Proposal:
        """A basis of polynomial maps. Raises NotCovered."""
        if not isinstance(end, LinearEnd) or end.polynomials is None:
            raise NotCovered("")
        found = LINEAR.solve(end)
        matrices = [element.matrix for element in found.basis if isinstance(element, MatrixElement)]
        if len(matrices) != len(found.basis):
            raise NotCovered("a basis in words")
        written = [polynomial(m, end, end.polynomials) for m in matrices]
        taken = {p.name for p in end.group.parameters}
        names = coefficients(len(matrices), taken)
        first = Step.of(
            "polynomial-ansatz", degree=end.polynomials.degree, monomials=len(end.polynomials.exponents),
            components=end.target.dim,
        )  # fmt: skip
        return replace(
            found,
            strategy=self.name,
            basis=tuple(MatrixElement(m, term) for m, term in zip(matrices, written, strict=True)),
            formula=add(*(mul(name, term) for name, term in zip(names, written, strict=True))) if matrices else ZERO,
            steps=(first, *found.steps),
            claims={},
        )


def polynomial(m: SparseMatrix, end: LinearEnd, space: Polynomials) -> Term:
    """C M(x) as a term: a scalar, a vector or a matrix of polynomials in the coordinates."""
    terms = [_monomial(e, space) for e in space.exponents]
    entries = [add(*(mul(scalar_term(x), terms[j]) for j, x in sorted(row.items()))) if row else ZERO for row in m.rows]
    sides = value_sides(end.target)
    if len(entries) == 1:
        return entries[0]
    if sides is not None:
        width = sides[1]
        return Matrix(tuple(tuple(entries[k : k + width]) for k in range(0, len(entries), width)))
    return Vector(tuple(entries))


def _monomial(exponents: tuple[int, ...], space: Polynomials) -> Term:
    names = default_names(len(space.kernel.arguments))
    coordinates: list[Term] = []
    for name, action in zip(names, space.kernel.arguments, strict=True):
        size = action.dim.constant() or 0
        coordinates += [Name(name)] if size == 1 else [Index(Name(name), (num(k),)) for k in range(1, size + 1)]
    factors = [c if e == 1 else power(c, num(e)) for c, e in zip(coordinates, exponents, strict=True) if e]
    return mul(*factors) if factors else num(1)


STRATEGY = PolynomialKernels()
"""The strategy, as the engine registers it."""
