"""Restricted spaces of intertwiners, as the kernel of the restriction on the space that the others leave.

The entries that a support forbids are no unknowns at all. Equivariance under each group is solved for on the entries that
remain; a transposition is then a linear map on that space if it preserves it, and in any case (X - X') = 0 is a system in the
coordinates of the basis found. So every restriction costs one small nullspace after the large one.
"""

from __future__ import annotations

from catalg.exact.nullspace import nullspace, row_space_rref
from catalg.exact.sparse import SparseMatrix, Vector
from catalg.model.ends import End, LinearEnd
from catalg.model.protocols import NotCovered
from catalg.model.solution import MatrixElement, Proposal
from catalg.model.verdict import Step
from catalg.strategies.linear.conditions import GeneratorPair, solve
from catalg.strategies.linear.display import argument_names, short_name
from catalg.strategies.linear.strategy import formula, pairs_of
from catalg.terms import Dim, Index, Name, Term, num
from catalg.universes.describe import describe
from catalg.universes.restrictions import SUPPORTS, SYMMETRIES, NoMeaning, allowed, exchanged
from catalg.universes.support import neighbours, over_nodes
from catalg.universes.vect import is_concrete

LIMIT = 250_000
"""The largest number of entries of an unknown matrix."""


class Restricted:
    """The strategy for linear ends with restrictions, at concrete sizes and in characteristic 0."""

    name = "restricted"

    def solve(self, end: End) -> Proposal:
        """The reduced echelon basis. Raises NotCovered."""
        if not isinstance(end, LinearEnd) or not end.restrictions:
            raise NotCovered("")
        if not concrete(end) or end.source.field.characteristic:
            raise NotCovered("restrictions at symbolic sizes, or over a finite field")
        nrows, ncols = end.target.dim.constant() or 0, end.source.dim.constant() or 0
        if nrows * ncols > LIMIT:
            raise NotCovered(f"a matrix with {nrows * ncols} entries is larger than {LIMIT}")
        try:
            return self._solved(end, nrows, ncols)
        except NoMeaning as reason:
            raise NotCovered(str(reason)) from None

    def _solved(self, end: LinearEnd, nrows: int, ncols: int) -> Proposal:
        steps: list[Step] = []
        inside: set[int] | None = None
        pairs: list[GeneratorPair] = []
        for part in (end, *others(end)):
            pairs += pairs_of(part, part.source, part.target)
            for entries, step in supports(part, ncols):
                inside = entries if inside is None else inside & entries
                steps.append(step)
        generators = tuple(dict.fromkeys(p.name for p in pairs))
        found = list(solve(pairs, nrows, ncols, inside).basis)
        steps.append(Step.of(
            "restricted-conditions", source=describe(end.source), target=describe(end.target), generators=generators,
            dimension=len(found),
        ))  # fmt: skip
        for kind in (r.kind for part in (end, *others(end)) for r in part.restrictions if r.kind in SYMMETRIES):
            before = len(found)
            found = halved(end, kind, found)
            steps.append(Step.of("restricted-symmetry", kind=kind, before=before, dimension=len(found)))
        matrices = [
            SparseMatrix.from_entries({divmod(p, ncols): x for p, x in vector.items()}, nrows, ncols) for vector in found
        ]
        return Proposal(
            strategy=self.name,
            basis=tuple(MatrixElement(m, _label(m, k)) for k, m in enumerate(matrices, 1)),
            formula=formula(end, matrices, nrows, ncols),
            steps=tuple(steps),
            dimension=Dim.of(len(matrices)),
            free_constants=Dim.of(len(matrices)),
            claims={"arguments": argument_names(len(end.points))},
        )


def concrete(end: LinearEnd) -> bool:
    """Whether the end and all ends that it is intersected with have concrete sizes."""
    here = is_concrete(end.source) and is_concrete(end.target) and not (end.along is not None and end.along.arbitrary)
    return here and all(concrete(other) for other in others(end))


def others(end: LinearEnd) -> list[LinearEnd]:
    """The ends that an element must lie in besides, those of these included."""
    direct = [r.other for r in end.restrictions if r.other is not None]
    return [e for other in direct for e in (other, *others(other))]


def supports(end: LinearEnd, ncols: int) -> list[tuple[set[int], Step]]:
    """The entries that each restriction of the support allows."""
    found: list[tuple[set[int], Step]] = []
    if end.along is not None:
        count = end.along.size.constant() or 0
        source, target = over_nodes(end.source, count), over_nodes(end.target, count)
        if source is None or target is None:
            raise NotCovered("the representations do not live over the nodes of the graph")
        near = neighbours(end.along)
        cut = {i * ncols + j for i, a in enumerate(target.nodes) for j, b in enumerate(source.nodes) if b in near[a]}
        found.append((cut, Step.of("along-graph", graph=end.along.name, pairs=len(cut))))
    for restriction in end.restrictions:
        if restriction.kind in SUPPORTS:
            entries = set(allowed(end, restriction))
            step = Step.of(
                "restricted-support", kind=restriction.kind, reach=restriction.reach, entries=len(entries),
                graph=restriction.graph.name if restriction.graph is not None else "",
            )  # fmt: skip
            found.append((entries, step))
    return found


def halved(end: LinearEnd, kind: str, basis: list[Vector]) -> list[Vector]:
    """The (anti)symmetric elements of a span, in reduced echelon form."""
    rows: dict[int, Vector] = {}
    for k, vector in enumerate(basis):
        for place, value in exchanged(end, kind, vector).items():
            rows.setdefault(place, {})[k] = value
    combinations = nullspace(SparseMatrix.of(list(rows.values()), len(basis))) if basis else []
    made: list[Vector] = []
    for combination in combinations:
        total: Vector = {}
        for k, factor in combination.items():
            for place, value in basis[k].items():
                total[place] = total.get(place, 0) + factor * value
        made.append({place: value for place, value in total.items() if value})
    return row_space_rref(made) if made else []


def _label(m: SparseMatrix, number: int) -> Term | None:
    name = short_name(m)
    return Index(Name("B"), (num(number),)) if name is None and m.nrows * m.ncols > 400 else name


STRATEGY = Restricted()
"""The strategy, as the engine registers it."""
