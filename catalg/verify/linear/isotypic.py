"""Isotypic decompositions: proposals with labels are checked, and rational representations are split by the centre of the commutant.

The idempotents of the centre are polynomials in a generator c of it: for each irreducible factor f of the minimal polynomial of c the
one that is 1 modulo f and 0 modulo the others. They are checked anew: idempotent, orthogonal, with sum 1, commuting with the
group. To a root of f over RR belongs one isotypic part, whose type the trace form of the commutant tells, as in `summands`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt

import flint

from catalg.exact.sparse import SparseMatrix
from catalg.families.registry import FAMILIES
from catalg.model.display import matrix_term
from catalg.model.isotypic import Constituent, RepDecomposition
from catalg.model.protocols import FamilyError
from catalg.model.representation import Rep
from catalg.model.verdict import Evidence, Judgement
from catalg.universes.vect import dimension, matrix
from catalg.verify.linear.intertwiners import (
    NotIrreducible,
    TooMany,
    beside,
    hom_basis,
    intertwines,
    invertible,
    is_listed,
    type_of,
)
from catalg.verify.linear.summands import (
    LARGEST,
    MOST,
    Algebra,
    Matrix,
    NotSplit,
    block_of,
    commutant_of,
    primitive,
    rational,
    real_places,
    require_semisimple,
    signature_of,
    value_in,
)

SHOWN = 16
"""Changes of basis are written out up to this size."""


@dataclass(frozen=True, slots=True)
class Part:
    """`count` isotypic parts, conjugate over the rational numbers: each `copies` times an irreducible one of a dimension and a type."""

    count: int
    copies: int
    dimension: int
    type: str

    def told(self) -> str:
        """In words."""
        kind = f", {self.type} type" if self.type else ""
        each = f", {self.count} inequivalent ones, each so often" if self.count > 1 else ""
        return f"{self.copies} × (dimension {self.dimension}{kind}{each})"


def rational_parts(rep: Rep) -> tuple[list[Part], Matrix]:
    """The parts over RR or CC of a rational representation, and a change of basis whose columns are bases of them. Raises NotSplit."""
    if rep.field.kind not in ("real", "complex"):
        raise NotSplit(f"irreducible summands over {rep.field} are not given types")
    size = dimension(rep)
    if not 0 < size <= LARGEST:
        raise NotSplit(f"the dimension is larger than {LARGEST}" if size else "the dimension is 0")
    generators = [rational(matrix(rep, g.name)) for g in rep.group.generators]
    require_semisimple(generators, size)
    commutant = commutant_of(generators, size)
    if len(commutant) > MOST:
        raise NotSplit(f"the commutant has more than {MOST} dimensions")
    algebra = Algebra(commutant)
    c, factors, weights = primitive(algebra, algebra.centre())
    element = Matrix(size, size)
    for w, b in zip(weights, algebra.basis, strict=True):
        element = element + b * w
    projectors = [_projector(element, f, factors) for f in factors]
    _require_projectors(projectors, generators, size)
    parts: list[Part] = []
    columns: list[list[flint.fmpq]] = []
    for f, e in zip(factors, projectors, strict=True):
        echelon, rank = e.transpose().rref()
        columns += [[echelon[i, j] for j in range(size)] for i in range(rank)]
        parts += _typed(algebra, block_of(algebra, c, f, factors), f, rank, rep.field.kind)
    change = Matrix(size, size, [columns[j][i] for i in range(size) for j in range(size)])
    return parts, change


def _projector(c: Matrix, f: flint.fmpz_poly, factors: Sequence[flint.fmpz_poly]) -> Matrix:
    other = flint.fmpq_poly([1])
    for g in factors:
        if g != f:
            other = other * flint.fmpq_poly(g)
    _, s, _ = other.xgcd(flint.fmpq_poly(f))
    total, one = Matrix(c.nrows(), c.nrows()), value_in(flint.fmpz_poly([1]), c)
    for coefficient in reversed((s * other).coeffs()):
        total = total * c + one * coefficient
    return total


def _require_projectors(projectors: Sequence[Matrix], generators: Sequence[Matrix], size: int) -> None:
    """Idempotent, orthogonal, with sum 1, commuting with the group. Raises NotSplit."""
    zero = Matrix(size, size)
    total = zero
    for k, e in enumerate(projectors):
        total = total + e
        products = (e * d for d in projectors[:k])
        if e * e != e or any(p != zero for p in products) or any(e * g != g * e for g in generators):
            raise NotSplit("the idempotents of the centre failed their check")
    if total != value_in(flint.fmpz_poly([1]), zero):
        raise NotSplit("the idempotents of the centre failed their check")


def _typed(algebra: Algebra, block: list[list[flint.fmpq]], f: flint.fmpz_poly, rank: int, kind: str) -> list[Part]:
    degree = f.degree()
    square = isqrt(len(block) // degree)
    if square * square * degree != len(block) or rank % degree:
        raise NotSplit("the algebra of a part does not have the dimension of a matrix algebra")
    share = rank // degree
    if kind == "complex":
        return [Part(degree, square, share // square, "")]
    real, pairs = real_places(f)
    quaternionic = 0 if square % 2 else (real * square - signature_of(algebra, block)) // (2 * square)
    found = [
        Part(real - quaternionic, square, share // square, "real"),
        Part(pairs, square, 2 * share // square, "complex"),
        Part(quaternionic, square // 2, 2 * share // square, "quaternionic"),
    ]
    return [part for part in found if part.count]


def judge_decomposition(goal: RepDecomposition, proposal: Sequence[Constituent] | None, conventions: str = "") -> Judgement:
    """The decomposition of a representation: the proposed one where it is certified, else by the centre of the commutant."""
    rep = goal.rep
    if not is_listed(rep):
        return Judgement.undecided("irreps-not-found", why="the size or the group is symbolic")
    try:
        if proposal:
            labelled = certify_constituents(rep, proposal)
            if labelled is not None:
                told = " (+) ".join(_times(len(c.copies), c.text) for c in proposal)
                evidence = list(labelled)
                if conventions:
                    evidence.append(Evidence.of("irreps-conventions", text=conventions))
                notation = e3nn(proposal)
                return Judgement.proved("irreps-labelled", *evidence, name=goal.name, sum=told, notation=notation)
        parts, change = rational_parts(rep)
    except (NotSplit, TooMany) as reason:
        return Judgement.undecided("irreps-not-found", why=str(reason))
    size = dimension(rep)
    shown = [Evidence.of("irreps-projectors", parts=len(parts))]
    if size <= SHOWN:
        rows = [{j: Fraction(int(change[i, j].p), int(change[i, j].q)) for j in range(size) if change[i, j]} for i in range(size)]
        shown.append(Evidence.of("irreps-parts-basis", matrix=matrix_term(SparseMatrix.of(rows, size))))
    return Judgement.proved("irreps-by-centre", *shown, name=goal.name, parts=tuple(part.told() for part in parts))


def _times(count: int, text: str) -> str:
    return text if count == 1 else f"{count}*{text}"


def e3nn(proposal: Sequence[Constituent]) -> str:
    """The notation `2x0e + 1x1o` where every constituent has a degree and a parity, else the empty text."""
    letters = {"even": "e", "odd": "o"}
    if not all(len(c.given) == 2 and c.given[1] in letters for c in proposal):
        return ""
    return " + ".join(f"{len(c.copies)}x{c.given[0]}{letters[str(c.given[1])]}" for c in proposal)


def certify_constituents(rep: Rep, proposal: Sequence[Constituent]) -> tuple[Evidence, ...] | None:
    """The evidence that V is the sum of the proposed copies of pairwise inequivalent irreducible ones; None where a check fails.

    Raises TooMany.
    """
    types = []
    if rep.group.family is None:
        return None
    family = FAMILIES[rep.group.family[0]]
    try:
        irreps = [family.representation(rep.group, c.word, c.given, rep.field) for c in proposal]
    except FamilyError:
        return None
    for c, irrep in zip(proposal, irreps, strict=True):
        fitting = all(T.shape == (dimension(rep), dimension(irrep)) for T in c.copies)
        if not fitting or any(intertwines(T, irrep, rep) is not None for T in c.copies):
            return None
        kind = _irreducible(irrep)
        if kind is None:
            return None
        types.append(f"{c.text}: {kind} type" if kind else c.text)
    for k, one in enumerate(irreps):
        if any(one.dim == other.dim and hom_basis(one, other) for other in irreps[:k]):
            return None
    T = beside([T for c in proposal for T in c.copies])
    if T.nrows != dimension(rep) or not invertible(T):
        return None
    evidence = [
        Evidence.of("irreps-irreducible", types=tuple(types)),
        Evidence.of("irreps-isomorphism", size=T.nrows, generators=len(rep.group.generators)),
    ]
    if T.nrows <= SHOWN:
        evidence.append(Evidence.of("irreps-basis", matrix=matrix_term(T)))
    return tuple(evidence)


def _irreducible(rep: Rep) -> str | None:
    """The type of an irreducible representation; None where it is not shown to be irreducible. Raises TooMany."""
    try:
        return type_of(rep)
    except NotIrreducible:
        try:
            parts, _ = rational_parts(rep)
        except NotSplit:
            return None
        return parts[0].type if len(parts) == 1 and parts[0].count == parts[0].copies == 1 else None
