"""Tuples of vectors under a classical group: Witt's theorem in place of a section.

After translations, let every argument be a copy of one space U on which the Lie algebra acts alike. The group is recognised
by linear algebra, never by name: the algebra preserves a nondegenerate form q and has the dimension of so(q), or a
symplectic form and the dimension of sp, or contains sl(U).

- so(q), any number of vectors with a nondegenerate span W: tuples with one Gram matrix form one orbit of O(q) (Witt). The
  stabilizer of W is O(W^⊥), which meets the components of O(q) that flip a positive (negative) direction when W^⊥ has one. So the
  orbits of the declared group are told apart by the Gram matrix on the stratum of a signature of W iff its components and those of
  O(W^⊥) together are all; else, components that another invariant sees (a determinant) aside, the index counts the orbits
  that share their invariants. Points of one stratum have conjugate stabilizers.
- sp, k <= dim U vectors: the same, and Sp is connected.
- sl or gl, fewer than dim U vectors and fewer than dim U covectors: tuples with one generic pairing matrix form one orbit.
  With at least dim U vectors the stabilizer is trivial and a complex g that moves real frames to real frames is
  real, so real orbits are the real points of complex ones when the group is all of GL(U) or SL(U).
(E. Artin, *Geometric Algebra*, chapter III; H. Weyl, *The Classical Groups*, chapter II.)
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from catalg.exact.field import Alg, Scalar
from catalg.exact.nullspace import nullspace, rank, row_space_rref
from catalg.exact.poly import PolynomialRing
from catalg.exact.sparse import SparseMatrix
from catalg.model.kernel_problem import KernelProposal, Stratum
from catalg.verify.kernels.frame import Affine, Element, Frame, Sample, fixed_points
from catalg.verify.kernels.separation import _squared as polynomial_of

Rows = list[list[Fraction]]
Matrix = tuple[tuple[Fraction, ...], ...]
ORIENTATIONS = "orientations of timelike or spacelike parts are further, locally constant invariants"


@dataclass(frozen=True, slots=True)
class Copies:
    """The arguments as copies of one space: positions of each copy, whether it is the dual, the Lie and group matrices."""

    vectors: tuple[tuple[int, ...], ...]
    covectors: tuple[tuple[int, ...], ...]
    lie: tuple[Rows, ...]
    discrete: tuple[Rows, ...]

    @property
    def size(self) -> int:
        """dim U."""
        return len(self.vectors[0])


@dataclass(frozen=True, slots=True)
class Classical:
    """What the theorem gives: its name, whether real orbits are told apart on a dense set, and a reason against."""

    theorem: str
    separates: bool
    reason: str = ""
    strata: tuple[Stratum, ...] = ()


def copies(frame: Frame, moved: Sequence[int]) -> Copies | None:
    """The arguments (without those in `moved`, which translations have taken to 0) as copies of one space."""
    if frame.equations or frame.problem.inequalities or not frame.polynomial_fields():
        return None
    if any(a.positive_definite for a in frame.problem.arguments):
        return None
    fields = [[num for num, _ in field] for field in frame.fields]
    groups = []
    for argument in frame.problem.arguments:
        span = tuple(range(argument.start, argument.start + argument.size))
        if not set(span) <= set(moved):
            if set(span) & set(moved):
                return None
            groups.append(span)
    if not groups or len({len(g) for g in groups}) != 1:
        return None
    linear = [[linear_part(frame, field, g, moved) for field in fields] for g in groups]
    maps = []
    for images in frame.maps:
        if any(not den.is_constant() for _, den in images):
            return None
        maps.append([frame.ring.reduce(num / den) for num, den in images])
    finite = [[linear_part(frame, images, g, moved) for images in maps] for g in groups]
    if any(m is None for row in (*linear, *finite) for m in row):
        return None
    first_lie, first_finite = linear[0], finite[0]
    vectors, covectors = [], []
    for g, lie, group in zip(groups, linear, finite, strict=True):
        if lie == first_lie and group == first_finite:
            vectors.append(g)
        elif all(_is_dual(a, b) for a, b in zip(first_lie, lie, strict=True)) and all(
            _is_contragredient(a, b) for a, b in zip(first_finite, group, strict=True)
        ):
            covectors.append(g)
        else:
            return None
    return Copies(tuple(vectors), tuple(covectors), tuple(first_lie), tuple(first_finite))  # type: ignore[arg-type]


def linear_part(frame: Frame, images: Sequence[Element], positions: Sequence[int], moved: Sequence[int]) -> Rows | None:
    """The rational linear part on these coordinates; shifts by constants belong to the translations."""
    place = {k: i for i, k in enumerate(positions)}
    rows = [[Fraction(0)] * len(positions) for _ in positions]
    for i, k in enumerate(positions):
        for e, c in frame.ring.table(images[k]).items():
            degree = sum(e)
            if isinstance(c, Alg) or degree > 1 or (degree == 0 and not moved):
                return None
            if degree == 1:
                j = e.index(1)
                if j not in place:
                    return None
                rows[i][place[j]] = Fraction(c)
    return rows


def _is_dual(a: Rows | None, b: Rows | None) -> bool:
    n = len(a or [])
    return a is not None and b is not None and all(b[i][j] == -a[j][i] for i in range(n) for j in range(n))


def _is_contragredient(a: Rows | None, b: Rows | None) -> bool:
    if a is None or b is None:
        return False
    n = len(a)
    return all(
        sum((a[k][i] * b[k][j] for k in range(n)), Fraction(0)) == int(i == j) for i in range(n) for j in range(n)
    )


def recognise(
    frame: Frame, sample: Sample, proposal: KernelProposal, moved: Sequence[int], complex_separated: bool
) -> Classical | None:
    """The theorem that applies, with its verdict; None when none does."""
    found = copies(frame, moved)
    if found is None:
        return None
    n = found.size
    flat = [{i * n + j: a[i][j] for i in range(n) for j in range(n) if a[i][j]} for a in found.lie]
    dimension = rank(SparseMatrix.of([f for f in flat if f], n * n)) if any(flat) else 0
    trace_free = all(sum((a[i][i] for i in range(n)), Fraction(0)) == 0 for a in found.lie)
    del sample
    if dimension == n * n or (dimension == n * n - 1 and trace_free):
        return _general(frame, proposal, found, dimension == n * n, complex_separated)
    symmetric = forms(found.lie, n, 1)
    if len(symmetric) == 1 and dimension == n * (n - 1) // 2 and is_nondegenerate(symmetric[0]) and not found.covectors:
        return _witt(frame, proposal, found, symmetric[0], moved)
    alternating = forms(found.lie, n, -1)
    if len(alternating) == 1 and dimension == n * (n + 1) // 2 and is_nondegenerate(alternating[0]) and not found.covectors:
        return _symplectic(frame, proposal, found, alternating[0], moved)
    return None


def forms(matrices: Sequence[Rows], n: int, sign: int) -> list[Rows]:
    """A basis of the symmetric (sign 1) or alternating (sign -1) forms S with A'S + SA = 0."""
    pairs = [(i, j) for i in range(n) for j in range(i if sign == 1 else i + 1, n)]
    index = {p: k for k, p in enumerate(pairs)}
    rows: list[dict[int, Scalar]] = []
    for a in matrices:
        for i in range(n):
            for j in range(n):
                row: dict[int, Scalar] = {}
                for k in range(n):
                    for coefficient, (u, v) in ((a[k][i], (k, j)), (a[k][j], (i, k))):
                        if coefficient and (u != v or sign == 1):
                            key, s = ((u, v), 1) if (u, v) in index else ((v, u), sign)
                            row[index[key]] = row.get(index[key], 0) + s * coefficient
                rows.append({k: c for k, c in row.items() if c != 0})
    space = nullspace(SparseMatrix.of([r for r in rows if r], len(pairs)))
    result = []
    for vector in space:
        form = [[Fraction(0)] * n for _ in range(n)]
        for (i, j), k in index.items():
            form[i][j] = Fraction(vector.get(k, 0))  # type: ignore[arg-type]
            form[j][i] = sign * form[i][j] if i != j else form[i][j]
        result.append(form)
    return result


def is_nondegenerate(form: Rows) -> bool:
    n = len(form)
    return rank(SparseMatrix.of([{j: c for j, c in enumerate(r) if c} for r in form], n)) == n


def diagonalise(form: Rows) -> tuple[Rows, list[Fraction]]:
    """A basis (as rows) in which a symmetric form is diagonal, with its diagonal (Lagrange)."""
    n = len(form)
    basis = [[Fraction(int(i == j)) for j in range(n)] for i in range(n)]

    def q(u: Sequence[Fraction], v: Sequence[Fraction]) -> Fraction:
        return sum((u[i] * form[i][j] * v[j] for i in range(n) for j in range(n) if u[i] and v[j]), Fraction(0))

    done: Rows = []
    rest = basis
    while rest:
        vector = next((v for v in rest if q(v, v) != 0), None)
        if vector is None:
            pair = next(((u, v) for u, v in combinations(rest, 2) if q(u, v) != 0), None)
            if pair is None:
                done += rest
                break
            vector = [a + b for a, b in zip(*pair, strict=True)]
        size = q(vector, vector)
        done.append(vector)
        projected = [[a - q(v, vector) / size * b for a, b in zip(v, vector, strict=True)] for v in rest]
        rows = row_space_rref([{k: c for k, c in enumerate(v) if c} for v in projected if any(v)])
        rest = [[Fraction(row.get(k, 0)) for k in range(n)] for row in rows]  # type: ignore[arg-type]
    return done, [q(v, v) for v in done]


def signature(form: Rows) -> tuple[int, int]:
    """The numbers of positive and negative squares.

    >>> signature([[Fraction(0), Fraction(1)], [Fraction(1), Fraction(0)]])
    (1, 1)
    """
    _, diagonal = diagonalise(form)
    return sum(1 for d in diagonal if d > 0), sum(1 for d in diagonal if d < 0)


def component(form: Rows, s: Rows) -> tuple[int, int] | None:
    """The signs of an isometry on a maximal positive and a maximal negative subspace; None when it is not an isometry."""
    n = len(form)
    for i in range(n):
        for j in range(n):
            moved = sum((s[k][i] * form[k][m] * s[m][j] for k in range(n) for m in range(n) if s[k][i] and s[m][j]), Fraction(0))
            if moved != form[i][j]:
                return None
    basis, diagonal = diagonalise(form)

    def block(positive: bool) -> int:
        chosen = [(v, d) for v, d in zip(basis, diagonal, strict=True) if (d > 0) == positive]
        rows = []
        for u, d in chosen:
            row = []
            for v, _ in chosen:
                image = [sum((s[i][j] * v[j] for j in range(n)), Fraction(0)) for i in range(n)]
                row.append(sum((u[i] * form[i][j] * image[j] for i in range(n) for j in range(n)), Fraction(0)) / d)
            rows.append(row)
        return _sign(rows)

    return block(True), block(False)


def _sign(rows: Rows) -> int:
    """The sign of a determinant."""
    work = [list(r) for r in rows]
    sign = 1
    for k in range(len(work)):
        pivot = next((i for i in range(k, len(work)) if work[i][k]), None)
        if pivot is None:
            return 0
        if pivot != k:
            work[k], work[pivot] = work[pivot], work[k]
            sign = -sign
        sign = sign if work[k][k] > 0 else -sign
        for i in range(k + 1, len(work)):
            factor = work[i][k] / work[k][k]
            work[i] = [a - factor * b for a, b in zip(work[i], work[k], strict=True)]
    return sign


def generated(elements: Sequence[tuple[int, int]]) -> set[tuple[int, int]]:
    group = {(1, 1)}
    while True:
        more = {(a * c, b * d) for a, b in group for c, d in elements} | group
        if more == group:
            return group
        group = more


def strata(form: Rows, count: int) -> list[tuple[int, int]]:
    """The signatures of nondegenerate subspaces of a dimension."""
    p, q = signature(form)
    return [(a, count - a) for a in range(count + 1) if a <= p and count - a <= q]


def flips(form: Rows, span: tuple[int, int]) -> list[tuple[int, int]]:
    """The components of O(q) that the isometries of W^⊥ meet, for W of this signature."""
    p, q = signature(form)
    return [*([(-1, 1)] if p > span[0] else []), *([(1, -1)] if q > span[1] else [])]


def all_components(form: Rows) -> set[tuple[int, int]]:
    p, q = signature(form)
    return {(a, b) for a in ((1, -1) if p else (1,)) for b in ((1, -1) if q else (1,))}


def _witt(
    frame: Frame, proposal: KernelProposal, found: Copies, form: Rows, moved: Sequence[int]
) -> Classical | None:
    k = len(found.vectors)
    declared = []
    for s in found.discrete:
        found_component = component(form, s)
        if found_component is None:
            return None
        declared.append(found_component)
    missing = _missing_pairings(frame, proposal, found.vectors, found.vectors, form, moved)
    if missing and not _volume_for_square(frame, proposal, found.vectors, form, moved):
        return Classical("Witt", False, missing)
    base = tuple(moved[: found.size])
    if any(polynomial_of(frame, i.value) is None for i in proposal.invariants) and k >= found.size:
        return None
    everything = _unseen(frame, proposal, form, declared, (*found.vectors, *((base,) if base else ())))
    if k >= found.size and all(a * b == 1 for a, b in declared) and any(a * b == -1 for a, b in everything):
        return Classical("Witt", False, "the determinant of the arguments is a further invariant")
    found_strata = sheets(form, declared, everything, strata(form, min(k, found.size)), found.vectors, base)
    return Classical("Witt", all(s.sheets == 1 for s in found_strata), ORIENTATIONS, found_strata)


def _volume_for_square(
    frame: Frame, proposal: KernelProposal, vectors: Sequence[Sequence[int]], form: Rows, moved: Sequence[int]
) -> bool:
    """Whether dim U vectors have all products but one square listed, and their determinant J in its place: then J² is a constant
    times the determinant of the products, which is linear in that square."""
    n = len(form)
    if len(vectors) != n:
        return False
    ring = frame.ring
    volume = _determinant(ring, [[ring.coordinates[k] for k in v] for v in vectors])
    images = [ring.zero if k in moved else x for k, x in enumerate(ring.coordinates)]
    listed = [p for p in (polynomial_of(frame, i.value) for i in proposal.invariants) if p is not None]
    restricted = [ring.substitute(p, images) for p in listed]
    if not any(p != 0 and divmod(p, volume)[1] == 0 and divmod(p, volume)[0].is_constant() for p in restricted):
        return False
    return any(
        not _missing_pairings(frame, proposal, vectors, vectors, form, moved, skip=(v, v)) for v in vectors
    )


def _determinant(ring: PolynomialRing, rows: Sequence[Sequence[Element]]) -> Element:
    """A determinant of polynomials by its first row."""
    if not rows:
        return ring.one
    total = ring.zero
    for j, entry in enumerate(rows[0]):
        minor = _determinant(ring, [[*row[:j], *row[j + 1 :]] for row in rows[1:]])
        total = total + entry * minor if j % 2 == 0 else total - entry * minor
    return total


def _unseen(
    frame: Frame, proposal: KernelProposal, form: Rows, declared: Sequence[tuple[int, int]], places: Sequence[tuple[int, ...]]
) -> set[tuple[int, int]]:  # fmt: skip
    """The components of O(q) that no listed invariant sees: those of the group, and others whose isometries change none."""
    ring = frame.ring
    found = generated(declared)
    for kind in sorted(all_components(form) - found):
        images = list(ring.coordinates)
        for part in places:
            for row, place in zip(isometry(form, kind), part, strict=True):
                image = ring.zero
                for c, k in zip(row, part, strict=True):
                    image = image + ring.scalar(c) * ring.coordinates[k]
                images[place] = image
        polynomials = [polynomial_of(frame, i.value) for i in proposal.invariants]
        if all(p is not None and ring.substitute(p, images) == p for p in polynomials):
            found = found | {kind}
    return found


def sheets(
    form: Rows, declared: Sequence[tuple[int, int]], everything: set[tuple[int, int]], spans: Sequence[tuple[int, int]],
    vectors: Sequence[tuple[int, ...]], base: tuple[int, ...],
) -> tuple[Stratum, ...]:  # fmt: skip
    """For each signature how many orbits of the declared group make up one of the isometries: the index of its components and
    those of the stabilizer in all, and an isometry in one that is missing."""
    result = []
    for span in spans:
        reached = generated([*declared, *flips(form, span)]) & everything
        missing = sorted(everything - reached)
        swap = isometry(form, missing[0]) if missing else ()
        result.append(Stratum(span, len(everything) // len(reached), None, swap, rows_of(form), tuple(vectors), base))
    return tuple(result)


def rows_of(form: Rows) -> Matrix:
    """A matrix as it is kept in data."""
    return tuple(tuple(row) for row in form)


def isometry(form: Rows, kind: tuple[int, int]) -> Matrix:
    """A product of reflections in the component that reverses a positive (-1, ·) or a negative (·, -1) direction."""
    n = len(form)
    basis, diagonal = diagonalise(form)
    image = [[Fraction(int(i == j)) for j in range(n)] for i in range(n)]
    for sign, wanted in zip((1, -1), kind, strict=True):
        if wanted == -1:
            v, size = next((v, d) for v, d in zip(basis, diagonal, strict=True) if d * sign > 0)
            normal = [sum((form[j][k] * v[k] for k in range(n)), Fraction(0)) for j in range(n)]
            reflection = [[Fraction(int(i == j)) - 2 * v[i] * normal[j] / size for j in range(n)] for i in range(n)]
            image = [[sum((reflection[i][k] * image[k][j] for k in range(n)), Fraction(0)) for j in range(n)] for i in range(n)]
    return rows_of(image)


def _symplectic(
    frame: Frame, proposal: KernelProposal, found: Copies, form: Rows, moved: Sequence[int]
) -> Classical | None:
    if len(found.vectors) > found.size or found.discrete:
        return None
    missing = _missing_pairings(frame, proposal, found.vectors, found.vectors, form, moved)
    return Classical("Witt (symplectic)", not missing, missing)


def _general(
    frame: Frame, proposal: KernelProposal, found: Copies, full: bool, complex_separated: bool
) -> Classical | None:
    n, k, m = found.size, len(found.vectors), len(found.covectors)
    if k < n and m < n:
        unit = [[Fraction(int(i == j)) for j in range(n)] for i in range(n)]
        missing = _missing_pairings(frame, proposal, found.vectors, found.covectors, unit, ())
        return Classical("pairings under SL", not missing, missing)
    if not complex_separated:
        return None
    determinants = {_sign(s) for s in found.discrete}
    if not full and determinants <= {1} and all(_unimodular(s) for s in found.discrete):
        return Classical("frames under SL", True)
    if full and -1 in determinants:
        return Classical("frames under GL", True)
    return Classical("frames", False, "the sign of a determinant is a further, locally constant invariant")


def _unimodular(s: Rows) -> bool:
    n = len(s)
    from catalg.exact.dense import determinant

    return bool(determinant(s) == 1) if n else True


def _missing_pairings(
    frame: Frame, proposal: KernelProposal, left: Sequence[Sequence[int]], right: Sequence[Sequence[int]], form: Rows,
    moved: Sequence[int], skip: tuple[Sequence[int], Sequence[int]] | None = None,
) -> str:  # fmt: skip
    """'' when every pairing of the tuples is a linear combination of the listed invariants (or their squares), on the section
    where translations have moved some arguments to 0."""
    ring = frame.ring
    images = [ring.zero if k in moved else x for k, x in enumerate(ring.coordinates)]
    listed = []
    for invariant in proposal.invariants:
        poly = polynomial_of(frame, invariant.value)
        if poly is not None:
            listed.append(ring.substitute(poly, images))
    keys: dict[object, int] = {}

    def vector(element: Element) -> dict[int, Scalar]:
        return {keys.setdefault(e, len(keys)): c for e, c in ring.table(element).items()}

    rows = [vector(p) for p in listed]
    wanted = []
    for u in left:
        for v in right:
            if (u, v) == skip:
                continue
            value = ring.zero
            for i, a in enumerate(u):
                for j, b in enumerate(v):
                    if form[i][j]:
                        value = value + ring.scalar(form[i][j]) * ring.coordinates[a] * ring.coordinates[b]
            if value != 0:
                wanted.append(vector(value))
    width = len(keys) + 1
    known = rank(SparseMatrix.of([r for r in rows if r], width)) if any(rows) else 0
    if wanted and rank(SparseMatrix.of([r for r in [*rows, *wanted] if r], width)) > known:
        return "not every product of the arguments is among the invariants"
    return ""


def bound_on_strata(
    frame: Frame, sample: Sample, stabilizers: Sequence[Sequence[Affine]], moved: Sequence[int], orbit: int
) -> int | None:
    """The largest of dim V^H over the signature strata of an orthogonal group, each at a point that some set H fixes; None when
    a stratum is not met or the theorem does not apply."""
    found = copies(frame, moved)
    if found is None or found.covectors or len(found.vectors) >= found.size:
        return None
    n, k = found.size, len(found.vectors)
    flat = [{i * n + j: a[i][j] for i in range(n) for j in range(n) if a[i][j]} for a in found.lie]
    symmetric = forms(found.lie, n, 1)
    if len(symmetric) != 1 or not is_nondegenerate(symmetric[0]):
        return None
    if rank(SparseMatrix.of([f for f in flat if f], n * n)) != n * (n - 1) // 2:
        return None
    if any(component(symmetric[0], s) is None for s in found.discrete):
        return None
    least: dict[tuple[int, int], int] = {}
    for elements in stabilizers:
        if all(e.real for e in elements):
            for span, value in _values_by_stratum(frame, sample, elements, found, symmetric[0], moved, orbit):
                least[span] = min(value, least.get(span, value))
    if set(least) != set(strata(symmetric[0], k)):
        return None
    return max(least.values())


def _values_by_stratum(
    frame: Frame, sample: Sample, elements: Sequence[Affine], found: Copies, form: Rows, moved: Sequence[int], orbit: int
) -> list[tuple[tuple[int, int], int]]:  # fmt: skip
    """dim V^H at random rational points that the elements fix, one for each signature that occurs among them."""
    space = fixed_points(elements, frame.size, frame.field)
    if space is None:
        return []
    origin, basis = space
    n, rng = found.size, random.Random(9)
    result: dict[tuple[int, int], int] = {}
    for _ in range(30):
        point: dict[int, Scalar] = dict(origin)
        for v in basis:
            weight = Fraction(rng.randint(-50, 50), rng.randint(1, 9))
            for place, c in v.items():
                point[place] = point.get(place, 0) + weight * c
        if any(isinstance(c, Alg) for c in point.values()):
            return []
        tuples = [[Fraction(point.get(place, 0)) for place in span] for span in found.vectors]  # type: ignore[arg-type]
        if moved:
            base = [Fraction(point.get(place, 0)) for place in moved[:n]]  # type: ignore[arg-type]
            tuples = [[a - b for a, b in zip(t, base, strict=True)] for t in tuples]
        gram = [
            [sum((u[i] * form[i][j] * v[j] for i in range(n) for j in range(n)), Fraction(0)) for v in tuples]
            for u in tuples
        ]
        span = signature(gram)
        if sum(span) != len(tuples) or span in result:
            continue
        residues = [sample.scalar(point.get(place, 0)) for place in range(frame.size)]
        velocities = sample.velocities(residues)
        if sample.rank(velocities) == orbit:
            result[span] = sample.fixed_values(velocities, [e.rho for e in elements])
    return list(result.items())


__all__ = ["Classical", "bound_on_strata", "copies", "recognise", "signature", "strata"]
