"""What the verifier knows of a sheaf: the two restrictions to each edge, stalk by stalk, and their adjoints.

The coboundary is never assembled here. Its action on a cochain is the difference of two restrictions on each edge; the
action of its transpose is, at each node, the sum over the edges of transposed restrictions with the sign of the end.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from catalg.exact.field import Alg, Scalar
from catalg.exact.sparse import SparseMatrix, Vector
from catalg.learning.cellular import Cells, cells
from catalg.model.category import VectFunctor
from catalg.model.display import scalar_term
from catalg.terms import Call, Name, Term
from catalg.terms import Vector as Column

Values = Mapping[str, tuple[Scalar, ...]]


@dataclass(frozen=True, slots=True)
class Disagreement:
    """An edge on which the values from its two ends differ."""

    edge: str
    tail: str
    head: str
    left: tuple[Scalar, ...]
    right: tuple[Scalar, ...]

    @property
    def residual(self) -> tuple[Scalar, ...]:
        """What comes from the head minus what comes from the tail."""
        return tuple(b - a for a, b in zip(self.left, self.right, strict=True))

    def term(self) -> Term:
        """The residual under the name of the edge."""
        return Call("component", (Name(self.edge), column(self.residual)))


def column(values: tuple[Scalar, ...]) -> Term:
    """Numbers as a column."""
    return Column(tuple(scalar_term(x) for x in values))


def nodes_and_edges(functor: VectFunctor) -> Cells:
    """The graph of a sheaf. Raises ValueError when its category is not the incidence category of a graph."""
    found = cells(functor.category)
    if found is None:
        raise ValueError(f"{functor.category.name} is not the incidence category of a graph")
    return found


def split(functor: VectFunctor, flat: tuple[Scalar, ...]) -> Values:
    """A 0-cochain node by node. Raises ValueError when its length is not the dimension of C^0."""
    values, at = {}, 0
    for v in nodes_and_edges(functor).nodes:
        size = functor.dimension(v)
        values[v] = flat[at : at + size]
        at += size
    if at != len(flat):
        raise ValueError(f"{len(flat)} values for a space of dimension {at}")
    return values


def restricted(matrix: SparseMatrix, values: tuple[Scalar, ...]) -> tuple[Scalar, ...]:
    """A restriction map applied to a vector of its stalk."""
    vector: Vector = {k: x for k, x in enumerate(values) if x}
    image = matrix.apply(vector)
    return tuple(image.get(i, 0) for i in range(matrix.nrows))


def disagreements(functor: VectFunctor, values: Values) -> list[Disagreement]:
    """Every edge on which the values at its two ends restrict to different things, in the order of the edges."""
    found = []
    for edge, tail, head in nodes_and_edges(functor).edges:
        left = restricted(functor.matrix(tail.name), values[tail.source])
        right = restricted(functor.matrix(head.name), values[head.source])
        if left != right:
            found.append(Disagreement(edge, tail.source, head.source, left, right))
    return found


def adjoint(functor: VectFunctor, weights: Mapping[str, tuple[Scalar, ...]]) -> dict[str, tuple[Scalar, ...]]:
    """The transpose of the coboundary, applied to values on the edges."""
    found = nodes_and_edges(functor)
    total: dict[str, list[Scalar]] = {v: [0] * functor.dimension(v) for v in found.nodes}
    for edge, tail, head in found.edges:
        for arrow, sign in ((tail, -1), (head, 1)):
            back = restricted(functor.matrix(arrow.name).transpose(), weights[edge])
            for k, x in enumerate(back):
                total[arrow.source][k] = total[arrow.source][k] + sign * x
    return {v: tuple(entries) for v, entries in total.items()}


def is_euclidean(functor: VectFunctor) -> bool:
    """Whether the stalks are real, so that transposes are adjoints for x . y."""
    if functor.field.kind not in ("rational", "real", "number"):
        return False
    entries = (x for _, matrix in functor.arrows for row in matrix.rows for x in row.values())
    return all(not isinstance(x, Alg) or x.is_real() for x in entries)
