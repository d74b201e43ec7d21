"""Matrices and vectors that are claimed of a sheaf: its coboundary, its Laplacian, the limit of diffusion.

The Laplacian is checked block by block: on the diagonal the sum of F(v < e)^T F(v < e) over the edges at v, between u and
v minus the sum of F(u < e)^T F(v < e) over the edges that join them.
"""

from __future__ import annotations

from catalg.exact.sparse import SparseMatrix
from catalg.learning.cellular import Assignment
from catalg.model.category import VectFunctor
from catalg.model.display import scalar_term
from catalg.model.goals import ValueClaim
from catalg.model.verdict import Counterexample, Evidence, Judgement
from catalg.verify.sheaves.assignments import judge_limit_value
from catalg.verify.sheaves.restrictions import is_euclidean, nodes_and_edges


def judge_value(claim: ValueClaim) -> Judgement:
    """Whether the value is the one that the word says."""
    match claim.word, claim.subject:
        case "diffusion", Assignment() as start:
            return judge_limit_value(start, tuple(row.get(0, 0) for row in claim.value.rows))
        case "laplacian", VectFunctor() as functor:
            if not is_euclidean(functor):
                return Judgement.undecided("no-strategy", detail="the Laplacian where the stalks have no real inner product")
            return _compare(claim, laplacian_by_blocks(functor))
        case "coboundary", VectFunctor() as functor:
            if functor.field.kind == "finite":
                return Judgement.undecided("no-strategy", detail="sheaves over finite fields")
            return _compare(claim, coboundary_by_blocks(functor))
        case word, _:
            return Judgement.undecided("no-strategy", detail=f"`{word}` of this")


def _compare(claim: ValueClaim, found: SparseMatrix) -> Judgement:
    claimed = claim.value
    if (claimed.nrows, claimed.ncols) != (found.nrows, found.ncols):
        shapes = {"rows": claimed.nrows, "columns": claimed.ncols, "true_rows": found.nrows, "true_columns": found.ncols}
        return Judgement.refuted("matrix-differs", Counterexample.of("matrix-shape", text=claim.text, **shapes), text=claim.text)
    for i in range(found.nrows):
        for j in range(found.ncols):
            if claimed[i, j] != found[i, j]:
                return Judgement.refuted(
                    "matrix-differs",
                    Counterexample.of(
                        "matrix-entry", text=claim.text, row=i + 1, column=j + 1, value=scalar_term(claimed[i, j]),
                        true_value=scalar_term(found[i, j]),
                    ),
                    text=claim.text,
                )
    return Judgement.proved(
        "matrix-agrees", Evidence.of("blocks-compared", rows=found.nrows, columns=found.ncols), text=claim.text
    )


def laplacian_by_blocks(functor: VectFunctor) -> SparseMatrix:
    """The sheaf Laplacian from its blocks."""
    found = nodes_and_edges(functor)
    starts, width = _starts(functor, found.nodes)
    total = SparseMatrix.zero(width, width)
    for _, *ends in found.edges:
        for first in ends:
            for second in ends:
                block = functor.matrix(first.name).transpose() @ functor.matrix(second.name)
                sign = 1 if first is second else -1
                total = total + _placed(block.scale(sign), starts[first.source], starts[second.source], width, width)
    return total


def coboundary_by_blocks(functor: VectFunctor) -> SparseMatrix:
    """The coboundary from its blocks, minus at the tail of an edge and plus at its head."""
    found = nodes_and_edges(functor)
    starts, width = _starts(functor, found.nodes)
    rows, height = _starts(functor, tuple(edge for edge, _, _ in found.edges))
    total = SparseMatrix.zero(height, width)
    for edge, tail, head in found.edges:
        for arrow, sign in ((tail, -1), (head, 1)):
            total = total + _placed(functor.matrix(arrow.name).scale(sign), rows[edge], starts[arrow.source], height, width)
    return total


def _starts(functor: VectFunctor, names: tuple[str, ...]) -> tuple[dict[str, int], int]:
    starts, at = {}, 0
    for name in names:
        starts[name] = at
        at += functor.dimension(name)
    return starts, at


def _placed(block: SparseMatrix, row: int, column: int, height: int, width: int) -> SparseMatrix:
    entries: dict[tuple[int, int], object] = {
        (row + i, column + j): x for i, line in enumerate(block.rows) for j, x in line.items()
    }
    return SparseMatrix.from_entries(entries, height, width)
