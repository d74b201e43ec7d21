"""Hom_G(V, W) as the common nullspace of the generators' conditions, block by block.

Hom(A_1 (+) …, B_1 (+) …) is the direct sum of the Hom(A_i, B_j), so each block is solved by itself, equal blocks once.
A group given by a Lie algebra and representatives of its components has exactly these conditions, compact or not: no
average over the group is used (unipotent and Lorentz representations have none).
"""

from __future__ import annotations

from collections.abc import Sequence

from catalg.exact.sparse import SparseMatrix, Vector
from catalg.model.ends import End, LinearEnd
from catalg.model.protocols import NotCovered
from catalg.model.representation import Rep, SumRep
from catalg.model.solution import BasisElement, MatrixElement, Proposal
from catalg.model.verdict import Step
from catalg.strategies.linear.conditions import GeneratorPair, Solved, solve, span
from catalg.strategies.linear.diagnosis import why_zero
from catalg.strategies.linear.display import (
    argument_names,
    fits_page,
    general_element,
    short_name,
    values_at_points,
)
from catalg.strategies.linear.words import formula_in_words, in_words
from catalg.terms import Dim, Index, Name, Term, num
from catalg.universes.describe import describe
from catalg.universes.support import neighbours, over_nodes
from catalg.universes.vect import is_concrete, matrix

BLOCKS = 16
"""Splittings into more pairs of summands are not told."""

LIMIT = 2_000_000
"""The largest number of entries of an unknown matrix."""


class Linear:
    """The strategy of exact linear algebra."""

    name = "linear"

    def solve(self, end: End) -> Proposal:
        """The canonical basis in reduced echelon form, entries in row-major order.

        Raises NotCovered for other ends and for symbolic sizes.
        """
        if not isinstance(end, LinearEnd):
            raise NotCovered("not a space of linear maps")
        if not (is_concrete(end.source) and is_concrete(end.target)) or (end.along is not None and end.along.arbitrary):
            raise NotCovered("the representations are not concrete")
        nrows, ncols = end.target.dim.constant() or 0, end.source.dim.constant() or 0
        if nrows * ncols > LIMIT:
            raise NotCovered(f"a matrix with {nrows * ncols} entries is larger than {LIMIT}")
        taken = {p.name for p in end.group.parameters}
        basis, steps = blockwise(end) if end.along is None else cut(end, nrows, ncols)
        matrices = [_as_matrix(vector, nrows, ncols) for vector in basis]
        if len(summands(end.source)) * len(summands(end.target)) > 1:
            steps.append(Step.of("hom-dimension", dimension=len(basis)))
            split = splitting(end, [divmod(min(vector), ncols) for vector in basis]) if end.along is None else None
            steps += [split] if split is not None else []
        shown = end.points or end.along or end.source.field.characteristic or fits_page(nrows, ncols)
        words = None if shown else in_words(end, basis)
        if words is not None:
            steps.append(Step.of("index-words", source=describe(end.source), target=describe(end.target)))
        plain = [MatrixElement(m, _label(m, k)) for k, m in enumerate(matrices, 1)]
        elements: Sequence[BasisElement] = words or plain
        return Proposal(
            strategy=self.name,
            basis=tuple(elements),
            formula=formula_in_words(words, taken) if words else formula(end, matrices, nrows, ncols),
            steps=tuple(steps),
            dimension=Dim.of(len(basis)),
            free_constants=Dim.of(len(basis)),
            claims={"arguments": argument_names(len(end.points))},
        )


def _as_matrix(vector: Vector, nrows: int, ncols: int) -> SparseMatrix:
    return SparseMatrix.from_entries({divmod(pair, ncols): x for pair, x in vector.items()}, nrows, ncols)


def _label(m: SparseMatrix, number: int) -> Term | None:
    name = short_name(m)
    if name is None and not fits_page(m.nrows, m.ncols) and m.nrows * m.ncols > 400:
        return Index(Name("B"), (num(number),))
    return name


def summands(rep: Rep) -> list[Rep]:
    """The blocks of a direct sum, nested sums opened; a single block for anything else."""
    if isinstance(rep, SumRep):
        return [part for summand in rep.summands for part in summands(summand)]
    return [rep]


def splitting(end: LinearEnd, places: Sequence[tuple[int, int]]) -> Step | None:
    """How many basis elements each pair of summands carries, by an entry of each; None where there is one pair only."""
    sources, targets = summands(end.source), summands(end.target)
    if len(sources) * len(targets) == 1 or len(sources) * len(targets) > BLOCKS or not places:
        return None
    rows = [k for k, rep in enumerate(targets) for _ in range(rep.dim.constant() or 0)]
    columns = [k for k, rep in enumerate(sources) for _ in range(rep.dim.constant() or 0)]
    count: dict[tuple[int, int], int] = {}
    for i, j in places:
        block = (rows[i], columns[j])
        count[block] = count.get(block, 0) + 1
    parts = tuple(
        f"{describe(source)} -> {describe(target)}: {count.get((b, a), 0)}" for b, target in enumerate(targets) for a, source in enumerate(sources)
    )
    return Step.of("hom-splits", parts=parts)


def pairs_of(end: LinearEnd, source: Rep, target: Rep) -> list[GeneratorPair]:
    """The generators' matrices on one block."""
    pairs = [GeneratorPair(g.name, matrix(target, g.name), matrix(source, g.name)) for g in end.group.generators]
    return [pair for pair in pairs if not pair.is_scalar_condition]


def blockwise(end: LinearEnd) -> tuple[list[Vector], list[Step]]:
    """The canonical basis of the whole space from the blocks Hom(A_i, B_j)."""
    sources, targets = summands(end.source), summands(end.target)
    ncols = end.source.dim.constant() or 0
    p = end.source.field.characteristic
    known: list[tuple[Rep, Rep, Solved]] = []
    found: list[Vector] = []
    steps: list[Step] = []
    if len(sources) * len(targets) > 1:
        steps.append(Step.of("hom-blocks", sources=len(sources), targets=len(targets)))
    top = 0
    for target in targets:
        left, height = 0, target.dim.constant() or 0
        for source in sources:
            width = source.dim.constant() or 0
            solved = next((s for a, b, s in known if a is source and b is target), None)
            if solved is None:
                solved = solve(pairs_of(end, source, target), height, width, None, p)
                known.append((source, target, solved))
                steps.extend(_block_steps(end, source, target, solved))
                if not solved.basis and len(sources) * len(targets) == 1:
                    reason = why_zero(pairs_of(end, source, target), {g.name for g in end.group.lie}, height, width, p)
                    steps += [reason] if reason is not None else []
            for vector in solved.basis:
                found.append({(top + p // width) * ncols + left + p % width: x for p, x in vector.items()})
            left += width
        top += height
    if len(known) > 1 or len(sources) * len(targets) > 1:
        found = span(found, p) if found else []
    return found, steps


def _block_steps(end: LinearEnd, source: Rep, target: Rep, solved: Solved) -> list[Step]:
    discrete = tuple(g.name for g in end.group.discrete)
    lie = tuple(g.name for g in end.group.lie)
    steps = [
        Step.of(
            "hom-conditions", source=describe(source), target=describe(target), entries=solved.pairs, discrete=discrete, lie=lie
        )
    ]
    if solved.unknowns < solved.pairs:
        steps.append(Step.of("equal-weights", entries=solved.pairs, unknowns=solved.unknowns))
    steps.append(
        Step.of("hom-nullspace", equations=solved.equations, unknowns=solved.unknowns, dimension=len(solved.basis))
    )
    return steps


def cut(end: LinearEnd, nrows: int, ncols: int) -> tuple[list[Vector], list[Step]]:
    """The canonical basis of the matrices that live on the diagonal and the edges of `along`."""
    assert end.along is not None
    count = end.along.size.constant() or 0
    source, target = over_nodes(end.source, count), over_nodes(end.target, count)
    if source is None or target is None:
        raise NotCovered("the representations do not live over the nodes of the graph")
    near = neighbours(end.along)
    allowed = {i * ncols + j for i, a in enumerate(target.nodes) for j, b in enumerate(source.nodes) if b in near[a]}
    solved = solve(pairs_of(end, end.source, end.target), nrows, ncols, allowed, end.source.field.characteristic)
    steps = [Step.of("along-graph", graph=end.along.name, pairs=len(allowed))]
    return list(solved.basis), steps + _block_steps(end, end.source, end.target, solved)


def formula(end: LinearEnd, matrices: list[SparseMatrix], nrows: int, ncols: int) -> Term:
    """The general element; for Map(S, V) the value at a point, as a column of a matrix over the points."""
    taken = {p.name for p in end.group.parameters}
    if not end.points or not matrices:
        return general_element(matrices, nrows, ncols, taken)
    return values_at_points(end, matrices, nrows, ncols, taken)


STRATEGY = Linear()
"""The strategy, as the engine registers it."""
