"""Tuples of points on quadrics q(x) = c of an orthogonal group: Witt's theorem on light cones, hyperboloids and spheres.

Let every argument be a copy of one space U on which the Lie algebra acts as so(q), cut down to a quadric q(x_i) = c_i and perhaps
to one sheet of it, the future. Tuples of k < dim U points with one nondegenerate Gram matrix lie in one orbit of O(q) (Witt; E.
Artin, *Geometric Algebra*, chapter III). An element that keeps a sheet of timelike or null vectors preserves the direction of
time, and the span of the points contains such a vector; so that only the components of O(q) which do so have to come from the
declared group and from the isometries of the complement of the points.

The Lie algebra may scale the arguments besides, as for conformal kernels, which are functions on the light cone of one dimension
more with a degree of homogeneity in each argument. It is so(q) (+) T then (so(q) is perfect for dim U >= 3), and T shifts the
logarithms of the products x_i·x_j, which have one sign on future sheets: monomials in them separate iff their exponents
span the annihilator of T.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from catalg.exact.field import Scalar
from catalg.exact.nullspace import rank
from catalg.exact.sparse import SparseMatrix
from catalg.model.kernel_problem import KernelProposal
from catalg.verify.kernels.classical import (
    ORIENTATIONS,
    Classical,
    Rows,
    all_components,
    component,
    forms,
    is_nondegenerate,
    linear_part,
    sheets,
    signature,
    strata,
)
from catalg.verify.kernels.connected import graph_coordinate, positive_functions
from catalg.verify.kernels.frame import Element, Frame, Sample
from catalg.verify.kernels.separation import _squared as polynomial_of

Places = tuple[int, ...]


def on_quadrics(frame: Frame, sample: Sample, proposal: KernelProposal) -> Classical | None:
    """The theorem's verdict; None when it does not apply."""
    if not frame.equations or not frame.polynomial_fields() or frame.ring.offset:
        return None
    vectors = [tuple(range(a.start, a.start + a.size)) for a in frame.problem.arguments]
    n, k = len(vectors[0]), len(vectors)
    if any(len(v) != n for v in vectors) or k >= n:
        return None
    action = _common_action(frame, vectors)
    if action is None:
        return None
    lie, discrete, scalings = action
    symmetric = forms(lie, n, 1)
    flat = [{i * n + j: a[i][j] for i in range(n) for j in range(n) if a[i][j]} for a in lie]
    if len(symmetric) != 1 or not is_nondegenerate(symmetric[0]):
        return None
    if rank(SparseMatrix.of([f for f in flat if f], n * n)) != n * (n - 1) // 2:
        return None
    form = symmetric[0]
    declared = [component(form, s) for s in discrete]
    if any(c is None for c in declared):
        return None
    times = _sheets(frame, vectors, form)
    if times is None:
        return None
    signs = [_sign_of_norm(frame, v, form) for v in vectors]
    span = tuple(
        part for part in strata(form, k) if all(part[time] == 1 for time in times) and all(_holds(part, s) for s in signs)
    )
    if not _generic_gram(frame, sample, vectors, form):
        return None
    if any(any(t) for t in scalings):
        if n < 3 or len(times) != 1 or len(frame.problem.inequalities) != k:
            return Classical("Witt on quadrics", False, "scalings act on products that have no sign")
        if not _monomials_separate(frame, proposal, vectors, form, scalings):
            return Classical("Witt on quadrics", False, "the invariants do not determine the products up to scalings")
    elif not _pairings_listed(frame, proposal, vectors, form):
        return Classical("Witt on quadrics", False, "not every product of the arguments is among the invariants")
    needed = all_components(form)
    for time in times:
        needed = {c for c in needed if c[time] == 1}
    found = sheets(form, [c for c in declared if c is not None], needed, span, vectors, ())
    return Classical("Witt on quadrics", all(s.sheets == 1 for s in found), ORIENTATIONS, found)


Action = tuple[list[Rows], list[Rows], list[tuple[Fraction, ...]]]


def _common_action(frame: Frame, vectors: Sequence[Places]) -> Action | None:
    """The matrices of the Lie generators without their scalings, those of the discrete ones, and the scalings of each Lie
    generator by argument; None unless the matrices are the same on every argument."""
    if any(not den.is_constant() for images in frame.maps for _, den in images):
        return None
    fields = [[n for n, _ in field] for field in frame.fields]
    maps = [[frame.ring.reduce(n / den) for n, den in images] for images in frame.maps]
    lie: list[list[Rows]] = []
    finite: list[list[Rows]] = []
    scalings: list[list[Fraction]] = []
    for v in vectors:
        moved = [linear_part(frame, f, v, ()) for f in fields]
        mapped = [linear_part(frame, f, v, ()) for f in maps]
        if any(m is None for m in (*moved, *mapped)):
            return None
        given = [m for m in moved if m is not None]
        factors = [sum((m[i][i] for i in range(len(v))), Fraction(0)) / len(v) for m in given]
        lie.append([[[c - t * (i == j) for j, c in enumerate(r)] for i, r in enumerate(m)] for m, t in zip(given, factors, strict=True)])
        finite.append([m for m in mapped if m is not None])
        scalings.append(factors)
    if any(m != lie[0] for m in lie[1:]) or any(m != finite[0] for m in finite[1:]):
        return None
    return lie[0], finite[0], list(zip(*scalings, strict=True))


def _monomials_separate(
    frame: Frame, proposal: KernelProposal, vectors: Sequence[Places], form: Rows, scalings: Sequence[Sequence[Fraction]]
) -> bool:
    """Whether the invariants are monomials in the products, and their exponents span what the scalings annihilate."""
    pairs = [(i, j) for i in range(len(vectors)) for j in range(i, len(vectors))]
    products = {(i, j): _quadratic(frame, vectors[i], vectors[j], form) for i, j in pairs}
    present = [pair for pair in pairs if not frame.vanishes(products[pair])]
    exponents: list[dict[int, Scalar]] = []
    for invariant in proposal.invariants:
        value = invariant.value
        if len(value.numerators) != 1 or value.exponent is not None:
            return False
        row: dict[int, Scalar] = {}
        for poly, power in ((value.numerators[0], Fraction(1)), *value.factors):
            rest = frame.lift(poly)
            for place, pair in enumerate(present):
                while not rest.is_constant():
                    quotient, remainder = divmod(rest, products[pair])
                    if remainder != 0:
                        break
                    rest = quotient
                    row[place] = row.get(place, 0) + power
            if not rest.is_constant():
                return False
        exponents.append({k: c for k, c in row.items() if c != 0})
    weights = [{k: t[i] + t[j] for k, (i, j) in enumerate(present) if t[i] + t[j]} for t in scalings]
    width = len(present)
    spanned = rank(SparseMatrix.of([e for e in exponents if e], width)) if any(exponents) else 0
    moved = rank(SparseMatrix.of([w for w in weights if w], width)) if any(weights) else 0
    return spanned + moved == width


def _quadratic(frame: Frame, u: Places, v: Places, form: Rows) -> Element:
    ring = frame.ring
    total = ring.zero
    for i, a in enumerate(u):
        for j, b in enumerate(v):
            if form[i][j]:
                total = total + ring.scalar(form[i][j]) * ring.coordinates[a] * ring.coordinates[b]
    return total


def _sheets(frame: Frame, vectors: Sequence[Places], form: Rows) -> set[int] | None:
    """The signs of the form (0 positive, 1 negative) of which some argument is one sheet of causal vectors; None when the
    equations and inequalities are others than such quadrics and sheets."""
    found: set[int] = set()
    taken = 0
    for places in vectors:
        own = [e for e in frame.equations if any(frame.ring.degree(e, k) for k in places)]
        positives = positive_functions(frame, places)
        if positives is None or len(own) > 1:
            return None
        taken += len(own)
        if own:
            table = dict(frame.ring.table(own[0]))
            table.pop((0,) * frame.size, None)
            target = frame.ring.table(_quadratic(frame, places, places, form))
            if table.keys() != target.keys() or len({c / target[e] for e, c in table.items()}) != 1:
                return None
        if positives:
            height = graph_coordinate(frame, places, own, positives) if own else None
            if height is None:
                return None
            sign = 0 if form[places.index(height)][places.index(height)] > 0 else 1
            if signature(form)[sign] != 1:
                return None
            found.add(sign)
    counted = sum(1 for i in frame.problem.inequalities if i.numerator.terms)
    if taken != len(frame.equations) or counted != sum(len(positive_functions(frame, v) or ()) for v in vectors):
        return None
    return found


def _sign_of_norm(frame: Frame, places: Places, form: Rows) -> int | None:
    """The sign of c in q(x) = c, or None where nothing restricts the argument."""
    for equation in frame.equations:
        table = frame.ring.table(equation)
        if any(frame.ring.degree(equation, k) for k in places):
            constant = Fraction(table.get((0,) * frame.size, 0))  # type: ignore[arg-type]
            exponent, value = next((e, c) for e, c in frame.ring.table(_quadratic(frame, places, places, form)).items())
            c = -constant * Fraction(value) / Fraction(table[exponent])  # type: ignore[arg-type]
            return (c > 0) - (c < 0)
    return None


def _holds(part: tuple[int, int], sign: int | None) -> bool:
    """Whether a nondegenerate space of this signature is spanned by vectors, some of them with q of this sign."""
    positive, negative = part
    return sign is None or (positive > 0 if sign > 0 else negative > 0 if sign < 0 else positive > 0 and negative > 0)


def _generic_gram(frame: Frame, sample: Sample, vectors: Sequence[Places], form: Rows) -> bool:
    """Whether the Gram matrix is nondegenerate at a point of X."""
    point = sample.points.point()
    if point is None:
        return False
    gram = [[sample.compiled(_quadratic(frame, u, v, form))(point) for v in vectors] for u in vectors]
    return sample.rank(gram) == len(vectors)


def _pairings_listed(frame: Frame, proposal: KernelProposal, vectors: Sequence[Places], form: Rows) -> bool:
    """Whether every entry of the Gram matrix is an affine combination of the invariants (or their squares) on X."""
    ring = frame.ring
    keys: dict[object, int] = {}

    def row(element: Element) -> dict[int, Scalar]:
        table = ring.table(ring.remainder(element, frame.ideal))
        return {keys.setdefault(e, len(keys)): c for e, c in table.items()}

    polynomials = [polynomial_of(frame, i.value) for i in proposal.invariants]
    rows = [row(ring.one), *(row(p) for p in polynomials if p is not None)]
    wanted = [row(_quadratic(frame, u, v, form)) for i, u in enumerate(vectors) for v in vectors[i:]]
    width = len(keys)
    known = rank(SparseMatrix.of([r for r in rows if r], width))
    return rank(SparseMatrix.of([r for r in [*rows, *wanted] if r], width)) == known


__all__ = ["on_quadrics"]
