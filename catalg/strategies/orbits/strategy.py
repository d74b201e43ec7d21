"""Hom between signed permutation representations: one basis element for each orbit of index pairs.

If g e_j = ±e_gj on both sides, X is equivariant exactly when X_(gi, gj) = ±X_ij. So X is constant up to sign along each
orbit of pairs, and zero on those where some group element returns to a pair with sign -1 (Higman's orbitals; for
Sym(n) on tensors these are the set partitions). Orbits need only the generators, never the elements of the group.
"""

from __future__ import annotations

from collections.abc import Sequence

from catalg.exact.sparse import SparseMatrix, Vector
from catalg.model.ends import End, LinearEnd
from catalg.model.protocols import NotCovered
from catalg.model.solution import Proposal
from catalg.model.verdict import Step
from catalg.strategies.linear.diagnosis import why_zero
from catalg.strategies.linear.display import (
    argument_names,
    coefficients,
    combination,
    fits_page,
    general_element,
    kronecker,
    one_matrix,
    short_name,
    sum_of_basis,
    table_at,
    values_at_points,
)
from catalg.strategies.linear.strategy import pairs_of, splitting
from catalg.strategies.linear.words import formula_in_words, in_words
from catalg.strategies.orbits.elements import OrbitElement, PairAction, signed_orbits
from catalg.terms import Dim, Term
from catalg.terms.term import ONE
from catalg.universes.describe import describe
from catalg.universes.monomial import is_concrete, monomial
from catalg.universes.support import neighbours, over_nodes

LIMIT = 4_000_000
"""The largest number of index pairs that is enumerated."""


WORDS = 52
"""Larger spaces are not written in words."""


class Orbits:
    """The strategy of orbits of index pairs."""

    name = "orbits"

    def solve(self, end: End) -> Proposal:
        """Orbit indicators in the order of their least pairs.

        Raises NotCovered unless both representations are concrete and every generator acts by a signed permutation.
        """
        if not isinstance(end, LinearEnd):
            raise NotCovered("not a space of linear maps")
        action = pair_action(end)
        allowed = allowed_pairs(end, action)
        orbits = signed_orbits(action, allowed)
        inside = None if allowed is None else set(allowed)
        sizes = tuple(point.size.constant() or 0 for point in end.points)
        basis: list[OrbitElement] = []
        for start, size, consistent in orbits:
            element = OrbitElement(action, divmod(start, action.ncols), size, sizes)
            if consistent and (inside is None or _lies_in(element, inside)):
                basis.append(element)
        lost = len(orbits) - len(basis)
        steps = [
            Step.of(
                "pairs-permuted",
                source=describe(end.source), target=describe(end.target), generators=len(action.target),
                pairs=action.size if allowed is None else len(allowed),
            ),
            Step.of("orbits-of-pairs", orbits=len(orbits)),
        ]
        if inside is not None:
            steps.insert(1, Step.of("along-graph", graph=end.along.name if end.along else "", pairs=len(inside)))
        if lost:
            steps.append(Step.of("sign-conflicts", lost=lost, left=len(basis)))
        steps += diagnosed(end, basis, action, inside is not None)
        taken = {p.name for p in end.group.parameters}
        words = None
        if not end.points and inside is None and len(basis) <= WORDS and not fits_page(action.nrows, action.ncols):
            words = in_words(end, [_flat(element) for element in basis])
        if words is not None:
            steps.append(Step.of("index-words", source=describe(end.source), target=describe(end.target)))
        return Proposal(
            strategy=self.name,
            basis=tuple(words or basis),
            formula=formula_in_words(words, taken) if words else formula(end, basis, action),
            steps=tuple(steps),
            dimension=Dim.of(len(basis)),
            free_constants=Dim.of(len(basis)),
            claims={"arguments": argument_names(len(end.points))},
        )


def diagnosed(end: LinearEnd, basis: Sequence[OrbitElement], action: PairAction, cut: bool) -> list[Step]:
    """Why nothing is left, or how the space splits over the summands of source and target."""
    if not basis and not cut:
        reason = why_zero(pairs_of(end, end.source, end.target), (), action.nrows, action.ncols, 0)
        return [reason] if reason is not None else []
    split = splitting(end, [element.representative for element in basis])
    return [split] if split is not None else []


def _flat(element: OrbitElement) -> Vector:
    return {i * element.action.ncols + j: sign for (i, j), sign in element.members().items()}


def _lies_in(element: OrbitElement, inside: set[int]) -> bool:
    width = element.action.ncols
    return all(i * width + j in inside for i, j in element.members())


def pair_action(end: LinearEnd) -> PairAction:
    """The action of the generators on index pairs. Raises NotCovered where there is none."""
    if not (is_concrete(end.source) and is_concrete(end.target)) or (end.along is not None and end.along.arbitrary):
        raise NotCovered("the representations are not concrete")
    if end.source.field.kind == "finite":
        raise NotCovered("the field has positive characteristic")
    if any(_moves_continuously(end, g.name) for g in end.group.lie):
        raise NotCovered("a Lie generator acts")
    rows, columns = end.target.dim.constant() or 0, end.source.dim.constant() or 0
    if rows * columns > LIMIT:
        raise NotCovered(f"{rows * columns} pairs of basis vectors are more than {LIMIT}")
    target, source = [], []
    for generator in end.group.discrete:
        w, v = monomial(end.target, generator.name), monomial(end.source, generator.name)
        if w is None or v is None:
            raise NotCovered(f"the generator {generator.name} does not permute the basis vectors")
        if not (w.is_identity and v.is_identity):
            target.append(w)
            source.append(v)
    return PairAction(tuple(target), tuple(source), rows, columns)


def _moves_continuously(end: LinearEnd, generator: str) -> bool:
    from catalg.universes.vect import matrix

    return not (matrix(end.target, generator).is_zero and matrix(end.source, generator).is_zero)


def allowed_pairs(end: LinearEnd, action: PairAction) -> list[int] | None:
    """The flat pairs on the diagonal and the edges of `along`, or None without a graph. Raises NotCovered."""
    if end.along is None:
        return None
    count = end.along.size.constant() or 0
    source, target = over_nodes(end.source, count), over_nodes(end.target, count)
    if source is None or target is None:
        raise NotCovered("the representations do not live over the nodes of the graph")
    near = neighbours(end.along)
    return [
        i * action.ncols + j
        for i, a in enumerate(target.nodes)
        for j, b in enumerate(source.nodes)
        if b in near[a]
    ]


def formula(end: LinearEnd, basis: list[OrbitElement], action: PairAction) -> Term:
    """The general element: as a function of points for Map(S, V) with scalar V, else as a matrix."""
    taken = {p.name for p in end.group.parameters}
    rows, columns = action.nrows, action.ncols
    if end.points and rows == 1:
        return function_of_points(end, basis, taken)
    names = coefficients(len(basis), taken)
    if end.points and basis:
        return values_at_points(end, [element.dense() for element in basis], rows, columns, taken)
    if len(basis) > 2 and not fits_page(rows, columns):
        short = [short_name(b.dense()) if b.size in (rows, rows * columns) else None for b in basis]
        return sum_of_basis(names, short)
    return general_element([element.dense() for element in basis], rows, columns, taken)


def function_of_points(end: LinearEnd, basis: list[OrbitElement], taken: set[str]) -> Term:
    """K(x, y, …): deltas where equality of the points is all that counts, else a table of parameters."""
    sizes = [point.size.constant() or 0 for point in end.points]
    arguments = argument_names(len(sizes))
    names = coefficients(len(basis), taken)
    if len(basis) == 1 and basis[0].size == basis[0].action.size:
        return names[0]
    if len(sizes) == 2 and sizes[0] == sizes[1] and len(basis) == 2:
        count = sizes[0]
        diagonal = {(0, i * count + i) for i in range(count)}
        if basis[0].size == count and set(basis[0].members()) == diagonal and basis[1].size == count * (count - 1):
            return combination([kronecker(arguments), ONE], names)
    if len(sizes) == 1 and fits_page(1, sizes[0]):
        return table_at(one_matrix([b.dense().transpose() for b in basis], names, sizes[0], 1), (*arguments, ))
    if len(sizes) == 2 and fits_page(*sizes):
        return table_at(one_matrix([_reshaped(b, sizes[1]) for b in basis], names, sizes[0], sizes[1]), arguments)
    return table_at(sum_of_basis(names, [None] * len(names)), arguments)


def _reshaped(element: OrbitElement, width: int) -> SparseMatrix:
    entries = {divmod(j, width): sign for (_, j), sign in element.members().items()}
    return SparseMatrix.from_entries(entries, element.action.ncols // width, width)


STRATEGY = Orbits()
"""The strategy, as the engine registers it."""
