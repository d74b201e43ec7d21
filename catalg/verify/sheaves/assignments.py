"""Whether data on the nodes of a sheaf are a section, and whether a section is the nearest one.

An assignment is refuted by *all* the edges on which its two restrictions differ, each with its residual: that is where
the data are inconsistent. The nearest section y of x is certified by delta y = 0 and a 1-cochain w with x - y = delta^T w:
then x - y is orthogonal to every section s, since <delta^T w, s> = <w, delta s> = 0, and such a y is unique.
"""

from __future__ import annotations

from catalg.exact.field import Scalar
from catalg.exact.nullspace import nullspace, solve
from catalg.exact.sparse import SparseMatrix, Vector
from catalg.learning.cellular import Assignment, Diffusion
from catalg.model.category import VectFunctor
from catalg.model.display import scalar_term
from catalg.model.verdict import Counterexample, Evidence, Judgement
from catalg.terms import Call, Name
from catalg.verify.sheaves.restrictions import (
    Disagreement,
    Values,
    adjoint,
    column,
    disagreements,
    is_euclidean,
    nodes_and_edges,
    split,
)

LISTED = 12


def judge_assignment(assignment: Assignment) -> Judgement:
    """Whether data on the nodes agree on every edge."""
    functor = assignment.functor
    if functor.field.kind == "finite":
        return Judgement.undecided("no-strategy", detail="sheaves over finite fields")
    values = split(functor, _scalars(assignment.values))
    broken = disagreements(functor, values)
    edges = nodes_and_edges(functor).edges
    if broken:
        return Judgement.refuted(
            "data-inconsistent", _where(assignment, broken, len(edges)), data=assignment.name, broken=len(broken),
            edges=len(edges),
        )
    evidence = [
        Evidence.of("edge-agrees", edge=edge, tail=tail.source, head=head.source) for edge, tail, head in edges[:LISTED]
    ]
    return Judgement.proved("data-consistent", *evidence, data=assignment.name, sheaf=functor.name, edges=len(edges))


def _where(data: Assignment, broken: list[Disagreement], edges: int) -> Counterexample:
    first = broken[0]
    energy: Scalar = 0
    for failure in broken:
        for x in failure.residual:
            energy = energy + x * x
    return Counterexample.of(
        "edges-disagree", data=data.name, edge=first.edge, tail=first.tail, head=first.head, left=column(first.left),
        right=column(first.right), residuals=tuple(failure.term() for failure in broken[:LISTED]),
        more=max(0, len(broken) - LISTED) or "", energy=scalar_term(energy) if is_euclidean(data.functor) else "", count=len(broken), edges=edges,
    )


def judge_diffusion(diffusion: Diffusion, limit: Vector | None, weights: Vector) -> Judgement:
    """Whether `limit` is the section nearest to the assignment, as the 1-cochain `weights` is to show."""
    start = diffusion.start
    functor = start.functor
    if not is_euclidean(functor):
        return Judgement.undecided("no-strategy", detail="diffusion where the stalks have no real inner product")
    if limit is None:
        return Judgement.undecided("no-strategy", detail="the normal equations of this sheaf")
    flat = tuple(limit.get(k, 0) for k in range(len(start.values)))
    values = split(functor, flat)
    if disagreements(functor, values) or not _is_adjoint_image(functor, _scalars(start.values), flat, weights):
        return Judgement.undecided("rejected", strategy="diffusion")
    shown = Call("family", tuple(Call("component", (Name(v), column(x))) for v, x in values.items() if x))
    return Judgement.proved(
        "nearest-section", Evidence.of("limit-is-section", edges=len(nodes_and_edges(functor).edges)),
        Evidence.of("orthogonal-to-sections", data=start.name, weights=_edge_values(functor, weights)),
        Evidence.of("diffusion-converges"), start=start.name, value=shown, sheaf=functor.name,
    )


def _is_adjoint_image(
    functor: VectFunctor, start: tuple[Scalar, ...], limit: tuple[Scalar, ...], weights: Vector
) -> bool:
    back = adjoint(functor, _by_edge(functor, weights))
    moved = tuple(x for v in nodes_and_edges(functor).nodes for x in back[v])
    return all(x - y == z for x, y, z in zip(start, limit, moved, strict=True))


def _by_edge(functor: VectFunctor, weights: Vector) -> dict[str, tuple[Scalar, ...]]:
    found, at = {}, 0
    for edge, _, _ in nodes_and_edges(functor).edges:
        size = functor.dimension(edge)
        found[edge] = tuple(weights.get(at + k, 0) for k in range(size))
        at += size
    return found


def _edge_values(functor: VectFunctor, weights: Vector) -> Call:
    pairs = _by_edge(functor, weights).items()
    return Call("family", tuple(Call("component", (Name(e), column(x))) for e, x in pairs if x))


def judge_limit_value(start: Assignment, claimed: tuple[Scalar, ...]) -> Judgement:
    """Whether a written vector is the section nearest to an assignment.

    Refuted by the edges on which it disagrees, or by a section to which the difference is not orthogonal.
    """
    functor = start.functor
    if not is_euclidean(functor):
        return Judgement.undecided("no-strategy", detail="diffusion where the stalks have no real inner product")
    broken = disagreements(functor, split(functor, claimed))
    edges = nodes_and_edges(functor).edges
    if broken:
        return Judgement.refuted(
            "claimed-limit-no-section", _where(start, broken, len(edges)), data=start.name, broken=len(broken), edges=len(edges)
        )
    transpose = _adjoint_matrix(functor)
    away: Vector = {
        k: x - y for k, (x, y) in enumerate(zip(_scalars(start.values), claimed, strict=True)) if x != y
    }
    weights = solve(transpose, away)
    if weights is not None and _is_adjoint_image(functor, _scalars(start.values), claimed, weights):
        return Judgement.proved(
            "claimed-limit", Evidence.of("limit-is-section", edges=len(edges)),
            Evidence.of("orthogonal-to-sections", data=start.name, weights=_edge_values(functor, weights)),
            Evidence.of("diffusion-converges"), data=start.name,
        )
    for section in nullspace(transpose.transpose()):
        flat = tuple(section.get(k, 0) for k in range(transpose.nrows))
        product: Scalar = 0
        for k, x in away.items():
            product = product + x * flat[k]
        if product and not disagreements(functor, split(functor, flat)):
            return Judgement.refuted(
                "claimed-limit-not-nearest",
                Counterexample.of("not-orthogonal", data=start.name, section=column(flat), product=scalar_term(product)),
                data=start.name,
            )
    return Judgement.undecided("no-strategy", detail="the sections of this sheaf")


def _adjoint_matrix(functor: VectFunctor) -> SparseMatrix:
    """The transpose of the coboundary, column by column from its action on basis vectors."""
    found = nodes_and_edges(functor)
    columns: list[Vector] = []
    for edge, _, _ in found.edges:
        for k in range(functor.dimension(edge)):
            unit = {e: tuple(1 if (e, j) == (edge, k) else 0 for j in range(functor.dimension(e))) for e, _, _ in found.edges}
            back = adjoint(functor, unit)
            flat = [x for v in found.nodes for x in back[v]]
            columns.append({j: x for j, x in enumerate(flat) if x})
    height = sum(functor.dimension(v) for v in found.nodes)
    return SparseMatrix.of(columns, height).transpose()


def _scalars(values: tuple[object, ...]) -> tuple[Scalar, ...]:
    return tuple(values)  # type: ignore[arg-type]


__all__ = ["Values", "judge_assignment", "judge_diffusion", "judge_limit_value"]
