"""How many irreducible summands a representation has, from its commutant.

V is semisimple iff the algebra B that the generators span is, iff the trace form of V is nondegenerate on B (characteristic 0; Lam,
*A First Course in Noncommutative Rings*, section 7). Then A = End_G(V) is a product of matrix algebras M_n(D) over division
algebras, one for each isotypic part, and V has the sum of the n as its number of irreducible summands (Wedderburn). A
generator c of the centre of A splits A by the irreducible factors f of its minimal polynomial: to f belongs a simple algebra of
dimension N^2 deg f. Over CC it is deg f copies of M_N. Over RR a pair of complex roots gives M_N(CC), a real root M_N(RR) or M_(N/2)(HH),
told apart by the signature of the trace form, N or -N. Over QQ it is M_n(D) with N = n·ind D; N = 1 is a field, N = 2 with a
quaternionic real place a division algebra, and an element with N different rational eigenvalues shows that D is a field.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import isqrt
from typing import Any

import flint

from catalg.exact.field import Alg, Scalar, to_fmpq
from catalg.exact.nullspace import nullspace
from catalg.exact.sparse import SparseMatrix
from catalg.model.goals import ShapeClaim
from catalg.model.representation import Rep
from catalg.model.verdict import Counterexample, Evidence, Fact, Judgement, Verdict
from catalg.terms import Dim
from catalg.universes.vect import matrix

LARGEST = 16
"""Representations of larger dimension are not split: the algebra of their generators is written out."""
MOST = 64
"""Commutants of larger dimension are not split."""
TRIES = 200

Matrix = flint.fmpq_mat


class NotSplit(ValueError):
    """The summands are not counted; the message says why."""


@dataclass(frozen=True, slots=True)
class IsotypicPart:
    """The part of V over one factor of the centre: `degree` of the factor, `square` = N, the number of summands in it."""

    degree: int
    square: int
    summands: int


def isotypic_parts(rep: Rep) -> tuple[IsotypicPart, ...]:
    """The isotypic parts over the field of the representation. Raises NotSplit.

    Over RR and CC, a part of degree d stands for the d parts over the roots of its factor.
    """
    if not rep.dim.is_constant:
        raise NotSplit("the dimension is symbolic")
    if rep.field.kind not in ("rational", "real", "complex"):
        raise NotSplit(f"irreducible summands over {rep.field}")
    size = rep.dim.constant() or 0
    if size > LARGEST:
        raise NotSplit(f"the dimension is larger than {LARGEST}")
    if not size:
        return ()
    generators = [rational(matrix(rep, g.name)) for g in rep.group.generators]
    require_semisimple(generators, size)
    commutant = commutant_of(generators, size)
    if len(commutant) > MOST:
        raise NotSplit(f"the commutant has more than {MOST} dimensions")
    algebra = Algebra(commutant)
    centre = algebra.centre()
    c, factors, _ = primitive(algebra, centre)
    return tuple(_part(algebra, c, f, factors, rep.field.kind) for f in factors)


def rational(sparse: SparseMatrix) -> Matrix:
    entries = [c for row in sparse.to_dense() for c in row]
    try:
        return Matrix(sparse.nrows, sparse.ncols, [_fmpq(c) for c in entries])
    except TypeError:
        raise NotSplit("the matrices are not rational") from None


def _fmpq(value: Scalar) -> flint.fmpq:
    """A rational scalar. Raises TypeError for others."""
    if isinstance(value, Alg):
        if not value.is_rational:
            raise TypeError("not rational")
        value = value.as_fraction()
    return to_fmpq(value)


def _coefficients(m: Matrix) -> list[flint.fmpq]:
    return [m[i, j] for i in range(m.nrows()) for j in range(m.ncols())]


def require_semisimple(generators: Sequence[Matrix], size: int) -> None:
    """The associative algebra with one that the generators span has a nondegenerate trace form."""
    one = Matrix(size, size, [int(i == j) for i in range(size) for j in range(size)])
    span = _Span(size * size)
    span.add(_coefficients(one))
    basis, fresh = [one], [one]
    while fresh:
        current, fresh = fresh, []
        for a in current:
            for g in generators:
                new = a * g
                if span.add(_coefficients(new)):
                    fresh.append(new)
                    basis.append(new)
    count = len(basis)
    table = Matrix(count, size * size, [c for b in basis for c in _coefficients(b)])
    turned = Matrix(count, size * size, [c for b in basis for c in _coefficients(b.transpose())])
    if (table * turned.transpose()).rank() < count:
        raise NotSplit("the representation is not a sum of irreducible ones")


class _Span:
    """A growing space of vectors, in echelon form."""

    def __init__(self, width: int) -> None:
        self.width = width
        self.rows: list[tuple[int, list[flint.fmpq]]] = []

    def add(self, vector: list[flint.fmpq]) -> bool:
        """Whether the vector was new."""
        rest = list(vector)
        for pivot, row in self.rows:
            factor = rest[pivot]
            if factor:
                rest = [a - factor * b for a, b in zip(rest, row, strict=True)]
        lead = next((k for k, c in enumerate(rest) if c), None)
        if lead is None:
            return False
        scale = 1 / rest[lead]
        self.rows.append((lead, [c * scale for c in rest]))
        return True


def _trace(m: Matrix) -> flint.fmpq:
    return sum((m[i, i] for i in range(m.nrows())), flint.fmpq(0))


def commutant_of(generators: Sequence[Matrix], size: int) -> list[Matrix]:
    """A basis of the matrices that commute with the generators."""
    rows: list[dict[int, Fraction]] = []
    for g in generators:
        for i in range(size):
            for j in range(size):
                row: dict[int, Fraction] = {}
                for k in range(size):
                    for place, c in ((k * size + j, g[i, k]), (i * size + k, -g[k, j])):
                        if c:
                            row[place] = row.get(place, Fraction(0)) + Fraction(int(c.p), int(c.q))
                row = {k: c for k, c in row.items() if c}
                if row:
                    rows.append(row)
    space = nullspace(SparseMatrix.of(rows, size * size)) if rows else [{k: 1} for k in range(size * size)]
    return [Matrix(size, size, [_fmpq(v.get(k, 0)) for k in range(size * size)]) for v in space]


class Algebra:
    """An algebra of matrices by a basis, with its regular representation."""

    def __init__(self, basis: Sequence[Matrix]) -> None:
        self.basis = list(basis)
        self.count = len(basis)
        rows = [_coefficients(b) for b in basis]
        table = Matrix(self.count, len(rows[0]), [c for row in rows for c in row])
        echelon, rank = table.rref()
        assert rank == self.count
        self.pivots = [next(j for j in range(table.ncols()) if echelon[i, j]) for i in range(self.count)]
        chosen = Matrix(self.count, self.count, [row[p] for row in rows for p in self.pivots])
        self.back = chosen.inv()
        self.left = [self._regular(b) for b in basis]

    def coordinates(self, m: Matrix) -> list[flint.fmpq]:
        """The coordinates of an element of the algebra."""
        entries = _coefficients(m)
        row = Matrix(1, self.count, [entries[p] for p in self.pivots]) * self.back
        return [row[0, j] for j in range(self.count)]

    def _regular(self, m: Matrix) -> Matrix:
        """x -> m x in coordinates, acting on columns."""
        columns = [self.coordinates(m * b) for b in self.basis]
        return Matrix(self.count, self.count, [columns[j][i] for i in range(self.count) for j in range(self.count)])

    def regular(self, weights: Sequence[flint.fmpq]) -> Matrix:
        """The regular matrix of a combination."""
        total = Matrix(self.count, self.count)
        for w, m in zip(weights, self.left, strict=True):
            if w:
                total = total + m * flint.fmpq(w)
        return total

    def centre(self) -> list[list[flint.fmpq]]:
        """Coordinates of a basis of the centre."""
        rows: list[dict[int, Fraction]] = []
        for b in self.basis:
            differences = [_coefficients(b * a - a * b) for a in self.basis]
            for entries in zip(*differences, strict=True):
                row = {k: Fraction(int(c.p), int(c.q)) for k, c in enumerate(entries) if c}
                if row:
                    rows.append(row)
        space = nullspace(SparseMatrix.of(rows, self.count)) if rows else [{k: 1} for k in range(self.count)]
        return [[_fmpq(v.get(k, 0)) for k in range(self.count)] for v in space]


def _weights(count: int) -> list[list[int]]:
    """Small integral combinations, always the same ones."""
    found = [[(k * k + step * k + 1) % (2 * count + 3 + step) - step for k in range(count)] for step in range(TRIES)]
    return found


def primitive(
    algebra: Algebra, centre: Sequence[Sequence[flint.fmpq]]
) -> tuple[Matrix, list[flint.fmpz_poly], list[flint.fmpq]]:
    """A generator of the centre in the regular representation, the irreducible factors of its minimal polynomial, its coordinates."""
    for weights in _weights(len(centre)):
        mixed = [sum((w * z[k] for w, z in zip(weights, centre, strict=True)), flint.fmpq(0)) for k in range(algebra.count)]
        c = algebra.regular(mixed)
        factors = [f for f, _ in c.charpoly().numer().factor()[1]]
        if sum(f.degree() for f in factors) == len(centre):
            return c, factors, mixed
    raise NotSplit("no element was found that generates the centre of the commutant")


def value_in(f: flint.fmpz_poly, m: Matrix) -> Matrix:
    size = m.nrows()
    total = Matrix(size, size)
    one = Matrix(size, size, [int(i == j) for i in range(size) for j in range(size)])
    for k in range(f.degree(), -1, -1):
        total = total * m + one * flint.fmpq(f[k])
    return total


def block_of(
    algebra: Algebra, c: Matrix, f: flint.fmpz_poly, factors: Sequence[flint.fmpz_poly]
) -> list[list[flint.fmpq]]:
    """A basis, in coordinates, of the ideal of the algebra that belongs to a factor."""
    cofactor = value_in(flint.fmpz_poly([1]), c)
    for g in factors:
        if g != f:
            cofactor = cofactor * value_in(g, c)
    transposed, rank = cofactor.transpose().rref()
    return [[transposed[i, j] for j in range(algebra.count)] for i in range(rank)]


def _part(
    algebra: Algebra, c: Matrix, f: flint.fmpz_poly, factors: Sequence[flint.fmpz_poly], kind: str
) -> IsotypicPart:
    block = block_of(algebra, c, f, factors)
    rank = len(block)
    degree = f.degree()
    square = isqrt(rank // degree)
    if square * square * degree != rank:
        raise NotSplit("the algebra of a part does not have the dimension of a matrix algebra")
    if kind == "complex" or square == 1:
        count = degree * square if kind == "complex" else real_places(f)[0] + real_places(f)[1] if kind == "real" else 1
        return IsotypicPart(degree, square, count)
    real, pairs = real_places(f)
    signature = signature_of(algebra, block)
    quaternionic = (real * square - signature) // (2 * square)
    if kind == "real":
        return IsotypicPart(degree, square, (real - quaternionic + pairs) * square + quaternionic * square // 2)
    if quaternionic and square == 2:
        return IsotypicPart(degree, square, 1)
    if not quaternionic and _splits(algebra, block, square, degree):
        return IsotypicPart(degree, square, square)
    raise NotSplit("the Schur index of a part is not known")


def real_places(f: flint.fmpz_poly) -> tuple[int, int]:
    """The numbers of real roots and of pairs of complex ones."""
    roots: Any = f.complex_roots()  # real ones have an imaginary part that is exactly zero
    real = sum(1 for root, _ in roots if root.imag == 0)
    return real, (f.degree() - real) // 2


def signature_of(algebra: Algebra, block: Sequence[Sequence[flint.fmpq]]) -> int:
    """Of the trace form (x, y) -> tr(L_xy) on a block: all roots of its characteristic polynomial are real, so that Descartes'
    rule counts the positive and the negative ones exactly."""
    regular = [algebra.regular(x) for x in block]
    count = len(block)
    form = Matrix(count, count, [_trace(a * b) for a in regular for b in regular])
    coefficients = [c for c in form.charpoly().coeffs()]

    def variations(signs: Sequence[int]) -> int:
        kept = [s for s in signs if s]
        return sum(1 for a, b in zip(kept, kept[1:], strict=False) if a != b)

    signs = [(c > 0) - (c < 0) for c in coefficients]
    mirrored = [s if k % 2 == 0 else -s for k, s in enumerate(signs)]
    return variations(signs) - variations(mirrored)


def _splits(algebra: Algebra, block: Sequence[Sequence[flint.fmpq]], square: int, degree: int) -> bool:
    """Whether some element of the block has N different rational eigenvalues: then the block is M_N over its centre."""
    for weights in (*product((0, 1, -1), repeat=min(len(block), 5)), *_weights(len(block))):
        full = [*weights, *[0] * (len(block) - len(weights))]
        mixed = [sum((w * x[k] for w, x in zip(full, block, strict=True)), flint.fmpq(0)) for k in range(algebra.count)]
        linear = [f for f, _ in algebra.regular(mixed).charpoly().numer().factor()[1] if f.degree() == 1]
        rank = algebra.regular(mixed).rank()
        nonzero = [f for f in linear if f[0] != 0]
        whole = rank == len(block)
        if len(nonzero) == (square if whole else square - 1):
            return True
    return False


def judge_summands(claim: ShapeClaim, rep: Rep) -> Judgement:
    """Whether `size summands(V) = value` holds."""
    facts: dict[str, Fact] = {"count": claim.count, "end": claim.text}
    try:
        parts = isotypic_parts(rep)
    except NotSplit as reason:
        return Judgement.undecided("summands-not-counted", why=str(reason))
    if claim.value is not None and not claim.value.is_constant:
        return Judgement.undecided("set-count-with-parameters", value=claim.value, **facts)
    found = sum(part.summands for part in parts)
    evidence = Evidence.of(
        "summands-by-centre", dimension=sum(p.square**2 * p.degree for p in parts),
        parts=tuple(f"M{p.square} over a field of degree {p.degree}" if p.square > 1 else f"a field of degree {p.degree}" for p in parts),
    )
    value: Fact = "oo" if claim.value is None else claim.value
    if value == Dim.of(found):
        return Judgement(Verdict.PROVED, "set-count", (*facts.items(), ("value", found)), None, (evidence,))
    witness = Counterexample.of("shape-count-found", found=found, value=value, why="", **facts)
    return Judgement(Verdict.REFUTED, "set-count-differs", tuple(facts.items()), witness, (evidence,))


__all__ = ["Algebra", "IsotypicPart", "NotSplit", "isotypic_parts", "judge_summands"]
