"""How many functions are free on each open stratum of tuples of vectors under an orthogonal group.

By Witt's theorem the tuples of fewer than dim U vectors whose Gram matrix is nondegenerate of one signature are a bundle over the
Gram matrices, with fibres G/H or disjoint unions of such, where H = G ∩ O(W^⊥) fixes the span W of the vectors. So the kernels on
the stratum are the sections of a bundle with fibre V^H, and m = dim V^H exactly, at any rational point of the stratum. H is known
when its Lie algebra is the stabilizer's, which is linear algebra, and its components are those of O(W^⊥) which the
components of G allow: each must be met by an element that is exhibited. The strata need not agree: under the Lorentz
group without time reversal three vectors have a covariant normal when it is timelike, and none when it is spacelike.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from catalg.exact.field import Alg, Scalar
from catalg.exact.nullspace import nullspace, rank
from catalg.exact.sparse import SparseMatrix
from catalg.model.kernel_problem import Stratum
from catalg.verify.kernels.classical import (
    Copies,
    Rows,
    all_components,
    component,
    copies,
    flips,
    forms,
    generated,
    is_nondegenerate,
    sheets,
    signature,
    strata,
)
from catalg.verify.kernels.elements import evaluate
from catalg.verify.kernels.frame import Affine, Frame, fixed_points

TRIES = 40


@dataclass(frozen=True, slots=True)
class Orthogonal:
    """Tuples of vectors on which a group acts whose Lie algebra is so(q): the copies, q, and the components declared."""

    copies: Copies
    form: Rows
    declared: tuple[tuple[int, int], ...]


def orthogonal_tuples(frame: Frame, moved: Sequence[int]) -> Orthogonal | None:
    """The problem as fewer than dim U vectors under an orthogonal group, or None."""
    found = copies(frame, moved)
    if found is None or found.covectors or len(found.vectors) >= found.size:
        return None
    n = found.size
    symmetric = forms(found.lie, n, 1)
    if len(symmetric) != 1 or not is_nondegenerate(symmetric[0]):
        return None
    flat = [{i * n + j: a[i][j] for i in range(n) for j in range(n) if a[i][j]} for a in found.lie]
    if rank(SparseMatrix.of([f for f in flat if f], n * n)) != n * (n - 1) // 2:
        return None
    declared = [component(symmetric[0], s) for s in found.discrete]
    if any(c is None for c in declared):
        return None
    return Orthogonal(found, symmetric[0], tuple(c for c in declared if c is not None))


def counted_strata(frame: Frame, stabilizers: Sequence[Sequence[Affine]], moved: Sequence[int]) -> tuple[Stratum, ...]:
    """The strata with their numbers of functions, None where the stabilizer is not known; () when the theorem does not apply."""
    tuples = orthogonal_tuples(frame, moved)
    if tuples is None:
        return ()
    counts: dict[tuple[int, int], int] = {}
    for elements in (*stabilizers, ()):
        if all(e.real for e in elements):
            _count(frame, tuples, elements, moved, counts)
    found, form = tuples.copies, tuples.form
    spans = strata(form, len(found.vectors))
    listed = sheets(form, tuples.declared, all_components(form), spans, found.vectors, tuple(moved[: found.size]))
    return tuple(
        Stratum(s.signature, s.sheets, counts.get(s.signature), s.swap, s.form, s.vectors, s.base) for s in listed
    )


def _count(
    frame: Frame, tuples: Orthogonal, elements: Sequence[Affine], moved: Sequence[int], counts: dict[tuple[int, int], int]
) -> None:  # fmt: skip
    """dim V^H at points that the elements fix, for each stratum in which they have all components of the stabilizer."""
    space = fixed_points(elements, frame.size, frame.field)
    if space is None:
        return
    found, form = tuples.copies, tuples.form
    places = found.vectors[0]
    own = [component(form, [[_rational(e.matrix[i, j]) for j in places] for i in places]) for e in elements]
    reached = generated([c for c in own if c is not None])
    rng = random.Random(9)
    for _ in range(TRIES):
        point = _point(space, rng, frame.size)
        if point is None:
            return
        span = signature_at(found.vectors, tuple(moved[: found.size]), form, point)
        if span is None or span in counts:
            continue
        if generated(list(tuples.declared)) & generated(flips(form, span)) <= reached:
            value = fixed_values(frame, point, [e.rho for e in elements])
            if value is not None:
                counts[span] = value


def _rational(value: Scalar) -> Fraction:
    return Fraction(0) if isinstance(value, Alg) else Fraction(value)


def _point(
    space: tuple[dict[int, Scalar], list[dict[int, Scalar]]], rng: random.Random, size: int
) -> tuple[Fraction, ...] | None:
    """A random rational point of an affine space; None when it is not rational."""
    origin, basis = space
    if any(isinstance(c, Alg) for v in (origin, *basis) for c in v.values()):
        return None
    weights = [Fraction(rng.randint(-9, 9)) for _ in basis]
    return tuple(
        sum((w * _rational(v.get(k, 0)) for v, w in zip(basis, weights, strict=True)), _rational(origin.get(k, 0)))
        for k in range(size)
    )


def signature_at(
    vectors: Sequence[Sequence[int]], base: Sequence[int], form: Sequence[Sequence[Fraction]], point: Sequence[Fraction]
) -> tuple[int, int] | None:  # fmt: skip
    """The signature of the Gram matrix of the first dim U vectors at a point; None where it is degenerate."""
    shift = [point[k] for k in base] or [Fraction(0)] * len(form)
    tuples = [[point[k] - s for k, s in zip(v, shift, strict=True)] for v in vectors[: len(form)]]
    size = range(len(form))
    gram = [
        [sum((u[i] * form[i][j] * v[j] for i in size for j in size if form[i][j]), Fraction(0)) for v in tuples]
        for u in tuples
    ]
    found = signature(gram)
    return found if sum(found) == len(tuples) else None


def fixed_values(frame: Frame, point: Sequence[Fraction], extra: Sequence[SparseMatrix]) -> int | None:
    """dim V^H, exactly, for the stabilizer in the Lie algebra of a rational point and these elements; None at a pole."""
    rows: list[dict[int, Scalar]] = [{} for _ in range(frame.size)]
    for column, field in enumerate(frame.fields):
        for k, (top, bottom) in enumerate(field):
            below = evaluate(frame.ring.table(bottom), point)
            if below == 0:
                return None
            value = evaluate(frame.ring.table(top), point) * (Fraction(1) / below)
            if value != 0:
                rows[k][column] = value
    kernel = nullspace(SparseMatrix.of([r for r in rows if r], len(frame.fields), frame.field))
    m = frame.dimension
    conditions: list[dict[int, Scalar]] = []
    for weights in kernel:
        total = SparseMatrix.zero(m, m)
        for j, c in weights.items():
            total = total + frame.lie_rho[j].scale(c)
        conditions += [dict(row) for row in total.rows if row]
    for matrix in extra:
        conditions += [dict(row) for row in (matrix - SparseMatrix.identity(m)).rows if row]
    return m - (rank(SparseMatrix.of(conditions, m, frame.field)) if conditions else 0)


__all__ = ["Orthogonal", "counted_strata", "fixed_values", "orthogonal_tuples", "signature_at"]
