"""Covariants in symbolic dimension on arrays: outer products of vectors and Kronecker deltas."""

from __future__ import annotations

from collections.abc import Sequence

from catalg.numeric.evaluate import Evaluation, Value
from catalg.numeric.namespace import Array
from catalg.strategies.symbolic_kernels.monomials import MonomialElement
from catalg.terms import Term


def monomial(element: MonomialElement, vectors: Sequence[Term], size: int, at: Evaluation) -> Array:
    """The covariant in its own block, flattened: shape (..., size^order)."""
    order = element.monomial.order
    unit = at.arrays.constant([[float(i == j) for j in range(size)] for i in range(size)])
    total = at.arrays.constant(1.0)
    for a, b in element.monomial.pairs:
        total = total * at.xp.reshape(unit, tuple(size if k in (a, b) else 1 for k in range(order)))
    for slot, number in element.monomial.letters:
        vector: Value = at.value(vectors[number])
        axes = tuple(size if k == slot else 1 for k in range(order))
        total = total * at.xp.reshape(vector.data, vector.batch + axes)
    batch = tuple(total.shape[: total.ndim - order])
    return at.xp.reshape(total, (*batch, size**order))
