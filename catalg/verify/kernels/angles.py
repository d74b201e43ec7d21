"""Pairs of subspaces under P -> g P g^T: Jordan's theorem on principal angles.

Two subspaces of dimensions k and l of R^n are moved to each other's place by an orthogonal map iff their principal angles agree
(C. Jordan 1875; A. Björck, G. Golub 1973), that is iff the eigenvalues of PQP do, of which m = min(k, l, n-k, n-l) are not
fixed by the dimensions; tr (PQ)^j for j = 1, …, m determine them. An orthogonal map of determinant -1 fixes both subspaces, so
that SO(n) has the same orbits as O(n), unless k = l = n/2; there the group must contain a reflection.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

from catalg.exact.field import Scalar
from catalg.exact.nullspace import rank, solve
from catalg.exact.sparse import SparseMatrix
from catalg.model.kernel_problem import KernelProposal
from catalg.verify.kernels.classical import Classical
from catalg.verify.kernels.frame import Frame
from catalg.verify.kernels.projections import Projections, Table, entries, product, projections, spanned


def on_projections(frame: Frame, proposal: KernelProposal) -> Classical | None:
    """Whether the invariants determine the principal angles of two subspaces; None when there are no two."""
    arguments = frame.problem.arguments
    if len(arguments) != 2 or not frame.polynomial_fields():
        return None
    spaces = [projections(frame, range(a.start, a.start + a.size)) for a in arguments]
    one, two = spaces
    if one is None or two is None or one.size != two.size or not _rotations(frame, one, two):
        return None
    n, name = one.size, "Jordan's theorem on principal angles"
    if one.trace == two.trace and 2 * one.trace == n and not _reflected(frame, one, two):
        return Classical(name, False, "two subspaces of half the dimension are told apart by an orientation, too")
    ring = frame.ring
    step = product(entries(ring, one), entries(ring, two), ring.zero)
    power, traces = step, []
    for _ in range(min(one.trace, two.trace, n - one.trace, n - two.trace)):
        traces.append(ring.table(sum((power[i][i] for i in range(n)), ring.zero)))
        power = product(power, step, ring.zero)
    given: list[Table] = [{(0,) * ring.size: Fraction(1)}]
    for invariant in proposal.invariants:
        if not invariant.value.factors and invariant.value.exponent is None:
            given += [dict(p.terms) for p in invariant.value.numerators]
    if spanned(given, traces):
        return Classical(name, True)
    return Classical(name, False, "the invariants were not shown to determine the principal angles")


def _rotations(frame: Frame, one: Projections, two: Projections) -> bool:
    """Every Lie generator acts on both by P -> AP - PA with one skew matrix A, and the A are all of so(n)."""
    n, ring = one.size, frame.ring
    pairs = list(combinations(range(n), 2))
    fields: list[list[dict[int, Table]]] = []
    for space in (one, two):
        p, listed = entries(ring, space), []
        for a, b in pairs:  # A = E_ba - E_ab
            images: dict[int, Table] = {}
            for i in range(n):
                for j in range(i, n):
                    total = ring.zero
                    for r, c, sign in ((b, a, 1), (a, b, -1)):
                        if i == r:
                            total = total + p[c][j] * sign
                        if j == c:
                            total = total - p[i][r] * sign
                    images[space.place(i, j)] = ring.table(total)
            listed.append(images)
        fields.append(listed)
    found = []
    for field in frame.fields:
        rows: dict[object, dict[int, Scalar]] = {}
        right: dict[object, Scalar] = {}
        for space, listed in zip((one, two), fields, strict=True):
            for k in space.positions:
                for q, images in enumerate(listed):
                    for key, slope in images[k].items():
                        rows.setdefault((k, key), {})[q] = slope
                for key, value in ring.table(field[k][0]).items():
                    right[(k, key)] = value
                    rows.setdefault((k, key), {})
        order = list(rows)
        weights = solve(
            SparseMatrix.of([rows[key] for key in order], len(pairs)), {k: right[key] for k, key in enumerate(order) if key in right}
        )
        if weights is None:
            return False
        found.append(weights)
    return bool(found) and rank(SparseMatrix.of([w for w in found if w], len(pairs))) == len(pairs)


def _reflected(frame: Frame, one: Projections, two: Projections) -> bool:
    """Whether a discrete generator is P -> DPD on both for a diagonal D of signs with an odd number of minus signs."""
    ring, n = frame.ring, one.size
    for images in frame.maps:
        signs = [1] * n
        fits = True
        for space in (one, two):
            for i in range(n):
                for j in range(i, n):
                    k = space.place(i, j)
                    top, bottom = images[k]
                    if top == ring.coordinates[k] * bottom:
                        sign = 1
                    elif top == -ring.coordinates[k] * bottom:
                        sign = -1
                    else:
                        fits = False
                        continue
                    if space is one and i == 0:
                        signs[j] = sign
                    fits = fits and sign == signs[i] * signs[j]
        if fits and signs.count(-1) % 2:
            return True
    return False


__all__ = ["on_projections"]
