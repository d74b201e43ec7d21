"""Certificates for ends, coends, limits and colimits in Vect over presented categories.

*Sound*: each basis family is checked square by square; a projection is multiplied with every relation, and
with the named representatives it must give the identity. *Complete*: the basis is independent, and its length
is not exceeded by the nullity of the conditions modulo a prime, which can only be too large. The conditions
are built again as Kronecker products.
"""

from __future__ import annotations

from collections.abc import Sequence

from catalg.exact.modular import nullity_upper_bound
from catalg.exact.nullspace import rank
from catalg.exact.sparse import SparseMatrix, Vector
from catalg.model.category import VectFunctor, VectTransformation
from catalg.model.ends import Diagram, VectCoend, VectEnd
from catalg.model.solution import Certificate, Proposal
from catalg.model.verdict import Evidence, Verdict
from catalg.universes.presented_vect import LinearFamily, TensorClass, limit_end
from catalg.verify.categories.functoriality import Malformed
from catalg.verify.categories.naturality import naturality


def certify_vect(end: VectEnd | VectCoend | Diagram, proposal: Proposal) -> Certificate:
    """Check a proposed solution of an end, coend, limit or colimit in Vect from the end alone."""
    if isinstance(end, VectEnd):
        return _certify_families(end, proposal)
    if isinstance(end, VectCoend):
        return _certify_quotient(coend_relations(end.right, end.left), proposal)
    assert isinstance(end.functor, VectFunctor)
    if end.kind == "limit":
        return _certify_families(limit_end(end.functor, end.name), proposal)
    return _certify_quotient(colimit_relations(end.functor), proposal)


def _certify_families(end: VectEnd, proposal: Proposal) -> Certificate:
    vectors: list[Vector] = []
    for number, element in enumerate(proposal.basis, 1):
        if not isinstance(element, LinearFamily) or not _natural(end, element):
            return Certificate(
                Verdict.REFUTED,
                Verdict.UNDECIDED,
                evidence=(Evidence.of("not-a-transformation", number=number, end=end.name),),
            )
        vectors.append(_flatten(end, element))
    evidence = [
        Evidence.of(
            "families-checked", count=len(vectors), squares=len(vectors) * len(end.source.category.arrows)
        )
    ]
    if not _independent(vectors):
        return Certificate(
            Verdict.REFUTED, Verdict.UNDECIDED, evidence=(Evidence.of("family-dependent", end=end.name),)
        )
    return _bounded(end_conditions(end), len(vectors), proposal, evidence)


def _natural(end: VectEnd, element: LinearFamily) -> bool:
    candidate = VectTransformation(end.name, end.source, end.target, element.transformation.components)
    try:
        return naturality(candidate).verdict is Verdict.PROVED
    except Malformed:
        return False


def _flatten(end: VectEnd, element: LinearFamily) -> Vector:
    vector: Vector = {}
    at = 0
    for c in end.source.category.objects:
        matrix = element.transformation.component(c)
        for i, row in enumerate(matrix.rows):
            for j, value in row.items():
                vector[at + i * matrix.ncols + j] = value
        at += matrix.nrows * matrix.ncols
    return vector


def _independent(vectors: Sequence[Vector]) -> bool:
    width = 1 + max((max(v) for v in vectors if v), default=0)
    return rank(SparseMatrix.of(vectors, width)) == len(vectors)


def _bounded(
    conditions: SparseMatrix, found: int, proposal: Proposal, evidence: list[Evidence]
) -> Certificate:
    claimed = proposal.dimension.constant() if proposal.dimension is not None else None
    bound, facts = nullity_upper_bound(conditions)
    evidence.append(Evidence.of("family-independent", dimension=found))
    evidence.append(
        Evidence.of(
            "family-nullity-bound",
            prime=facts["prime"],
            rank=facts["rank"],
            unknowns=conditions.ncols,
            bound=bound,
        )
    )
    complete = Verdict.PROVED if bound == found == claimed else Verdict.UNDECIDED
    if claimed is not None and claimed != found:
        complete = Verdict.REFUTED
    return Certificate(Verdict.PROVED, complete, evidence=tuple(evidence))


def _certify_quotient(relations: SparseMatrix, proposal: Proposal) -> Certificate:
    projection = proposal.claims.get("projection")
    if not isinstance(projection, SparseMatrix) or projection.ncols != relations.ncols:
        return Certificate(Verdict.UNDECIDED, Verdict.UNDECIDED, evidence=(Evidence.of("no-quotient-map"),))
    if not (relations @ projection.transpose()).is_zero:
        return Certificate(Verdict.REFUTED, Verdict.UNDECIDED, evidence=(Evidence.of("relation-survives"),))
    evidence = [Evidence.of("projection-respects", relations=relations.nrows)]
    numbers = [element.number for element in proposal.basis if isinstance(element, TensorClass)]
    columns = projection.transpose().rows
    dual = len(numbers) == len(proposal.basis) == projection.nrows and all(
        columns[number] == {k: 1} for k, number in enumerate(numbers)
    )
    if not dual:
        return Certificate(
            Verdict.REFUTED, Verdict.UNDECIDED, evidence=(Evidence.of("family-dependent", end=""),)
        )
    return _bounded(relations, projection.nrows, proposal, evidence)


def end_conditions(end: VectEnd) -> SparseMatrix:
    """G(f) X_c - X_d F(f) = 0 on the row-major coordinates: (G(f) (x) 1) x_c - (1 (x) F(f)^T) x_d."""
    category, above, below = end.source.category, dict(end.source.objects), dict(end.target.objects)
    sizes = [above[c] * below[c] for c in category.objects]
    index = {c: k for k, c in enumerate(category.objects)}
    rows: list[Vector] = []
    for arrow in category.arrows:
        c, d = arrow.source, arrow.target
        first = end.target.matrix(arrow.name).kron(SparseMatrix.identity(above[c]))
        second = SparseMatrix.identity(below[d]).kron(end.source.matrix(arrow.name).transpose())
        rows += _difference(first, sum(sizes[: index[c]]), second, sum(sizes[: index[d]]))
    return SparseMatrix.of(rows, sum(sizes))


def coend_relations(right: VectFunctor, left: VectFunctor) -> SparseMatrix:
    """One row for each H(f) y (x) x - y (x) F(f) x, basis vectors y of H(d) and x of F(c), f : c -> d."""
    category, above, below = left.category, dict(right.objects), dict(left.objects)
    sizes = [above[c] * below[c] for c in category.objects]
    index = {c: k for k, c in enumerate(category.objects)}
    rows: list[Vector] = []
    for arrow in category.arrows:
        c, d = arrow.source, arrow.target
        first = right.matrix(arrow.name).kron(SparseMatrix.identity(below[c])).transpose()
        second = SparseMatrix.identity(above[d]).kron(left.matrix(arrow.name)).transpose()
        rows += _difference(first, sum(sizes[: index[c]]), second, sum(sizes[: index[d]]))
    return SparseMatrix.of(rows, sum(sizes))


def colimit_relations(functor: VectFunctor) -> SparseMatrix:
    """One row for each x - F(f) x, basis vectors x of F(c), f : c -> d."""
    category, sizes = functor.category, [size for _, size in functor.objects]
    at = {c: sum(sizes[:k]) for k, (c, _) in enumerate(functor.objects)}
    rows: list[Vector] = []
    for arrow in category.arrows:
        matrix = functor.matrix(arrow.name)
        rows += _difference(
            SparseMatrix.identity(matrix.ncols), at[arrow.source], matrix.transpose(), at[arrow.target]
        )
    return SparseMatrix.of(rows, sum(sizes))


def _difference(first: SparseMatrix, left: int, second: SparseMatrix, right: int) -> list[Vector]:
    """The rows of first - second, their columns moved by `left` and `right`."""
    rows: list[Vector] = []
    for one, other in zip(first.rows, second.rows, strict=True):
        row: Vector = {left + k: value for k, value in one.items()}
        for k, value in other.items():
            row[right + k] = row.get(right + k, 0) - value
        rows.append(row)
    return rows
