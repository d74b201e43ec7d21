"""Kernels on one vector under rotations: K = sum f_i(r) C_i with C_i a coupling of an irreducible part of the source to one of the target.

The theorem of Wigner and Eckart: between irrep(l) and irrep(J) there is one covariant matrix of spherical harmonics for each degree
L from |l - J| to l + J. A discrete generator sends each of these to a multiple of itself by a sign; those with -1 are forbidden.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from catalg.exact.coupling import coupling_matrix
from catalg.exact.field import Scalar
from catalg.exact.sparse import SparseMatrix
from catalg.exact.surds import NotASurd, single
from catalg.model.coupled import CoupledKernel
from catalg.model.display import scalar_term
from catalg.model.ends import End, KernelEnd
from catalg.model.protocols import NotCovered
from catalg.model.representation import HomRep, Rep
from catalg.model.solution import Proposal, TermElement
from catalg.model.verdict import Step
from catalg.strategies.kernels.present import closed_form, function_names
from catalg.strategies.wigner.decompose import Part, decompose
from catalg.strategies.wigner.rotations import Rotations, combined, recognise
from catalg.terms import Call, Dim, Matrix, Name, Term, Vector, mul, num
from catalg.universes.man import default_names
from catalg.universes.vect import matrix

SMALLEST = 16
"""Values of fewer dimensions are left to polynomials in the coordinates, which are easier to read."""

POINT = (Fraction(3), Fraction(-5), Fraction(7))


@dataclass(frozen=True, slots=True)
class Coupling:
    """A pair of irreducible parts and a degree between |l - J| and l + J."""

    source: Part
    target: Part
    degree: int


class Wigner:
    """Coupling of irreducible representations of the rotations of space."""

    name = "Wigner-Eckart"

    def solve(self, end: End) -> Proposal:
        """A proposed solution. Raises NotCovered."""
        if not isinstance(end, KernelEnd):
            raise NotCovered("")
        size = end.target.dim.constant()
        if size is None or size < SMALLEST or end.target.field.kind != "real":
            raise NotCovered("")
        rotations = recognise(end)
        for weights in rotations.still:
            if not combined(end.target, weights).is_zero:
                raise NotCovered("")
        source = end.target.source if isinstance(end.target, HomRep) else None
        target = end.target.target if isinstance(end.target, HomRep) else end.target
        into = decompose(rotations.act(target))
        outof = decompose(rotations.act(source)) if source is not None else [UNIT]
        couplings = [
            Coupling(a, b, degree)
            for b in into
            for a in outof
            for degree in range(abs(a.degree - b.degree), a.degree + b.degree + 1)
        ]
        signs = [_signs(rotations, source, target, c) for c in couplings]
        return _proposal(rotations, len(end.arguments), source is not None, outof, into, couplings, signs)


UNIT = Part(0, SparseMatrix.identity(1), SparseMatrix.identity(1))


def _proposal(
    rotations: Rotations, arguments: int, matrices: bool, outof: Sequence[Part], into: Sequence[Part],
    couplings: Sequence[Coupling], signs: Sequence[tuple[int, ...]],
) -> Proposal:  # fmt: skip
    taken = set(default_names(arguments))
    bindings: list[tuple[str, Term]] = []
    vector = rotations.vector
    if not isinstance(vector, Name):
        name = next(n for n in ("z", "y", "x", "u") if n not in taken)
        bindings.append((name, vector))
        vector = Name(name)
        taken.add(name)
    terms = [written(c, vector, matrices) for c in couplings]
    kept = [k for k, s in enumerate(signs) if all(v == 1 for v in s)]
    radius = None if rotations.sphere else Call("norm", (vector,))
    names = function_names(len(kept), taken | {"i", "I", "r"}, "a")
    listed: list[Term] = []
    if radius is not None:
        bindings.append(("r", radius))
        listed = [Name("r")]
    formula = closed_form(names, listed, [terms[k] for k in kept], bindings)
    whole = CoupledKernel(
        rotations.vector, None if rotations.sphere else Call("norm", (rotations.vector,)),
        tuple(_expanded(terms[k], vector, rotations.vector) for k in kept),
        tuple(_expanded(t, vector, rotations.vector) for k, t in enumerate(terms) if k not in kept),
    )  # fmt: skip
    steps = [Step.of("kernel-translations", coordinates=rotations.differences)] if rotations.differences else []
    steps.append(Step.of("coupled-algebra", vector=rotations.vector))
    steps.append(Step.of("coupled-parts", source=label(outof), target=label(into)))
    steps.append(Step.of("coupled-degrees", count=len(couplings)))
    if len(kept) < len(couplings):
        steps.append(Step.of("coupled-parity", kept=len(kept), lost=len(couplings) - len(kept)))
    steps.append(Step.of("kernel-form", formula=formula))
    free = Dim.of(len(kept))
    sphere = rotations.sphere
    return Proposal(
        Wigner.name, tuple(TermElement(t) for t in whole.covariants), formula, tuple(steps),
        dimension=free if sphere else None, arguments=() if whole.radius is None else (whole.radius,),
        rank=0 if sphere else 1, free_functions=free, free_constants=free if sphere else None, parameters=names,
        claims={"coupled": whole},
    )  # fmt: skip


def _expanded(term: Term, name: Term, value: Term) -> Term:
    from catalg.terms import substitute

    return term if name == value or not isinstance(name, Name) else substitute(term, {name.name: value})


def label(parts: Sequence[Part]) -> str:
    """The degrees with their multiplicities, as in `2x0 + 1x2`."""
    degrees = [p.degree for p in parts]
    return " + ".join(f"{degrees.count(l)}x{l}" for l in sorted(set(degrees)))


def written(coupling: Coupling, vector: Term, matrices: bool) -> Term:
    """The covariant as a formula: constant matrices around a coupling matrix."""
    l, J, L = coupling.source.degree, coupling.target.degree, coupling.degree
    core = Call("clebsch_gordan", (num(l), num(J), num(L), vector)) if l or J else num(1)
    left, right = coupling.target.into, coupling.source.onto
    if not matrices:
        if J == 0:
            return Vector(tuple(scalar_term(left[i, 0]) for i in range(left.nrows)))
        return core if coupling.target.whole else mul(_matrix(left), core)
    factors: list[Term] = []
    if not coupling.target.whole:
        factors.append(_matrix(left))
    if l or J:
        factors.append(core)
    if not coupling.source.whole or (l == 0 and (J or coupling.target.whole)):
        factors.append(_matrix(right))
    return mul(*factors)


def _matrix(m: SparseMatrix) -> Term:
    return Matrix(tuple(tuple(scalar_term(m[i, j]) for j in range(m.ncols)) for i in range(m.nrows)))


def _signs(rotations: Rotations, source: Rep | None, target: Rep, coupling: Coupling) -> tuple[int, ...]:
    """The sign of a covariant under each discrete generator, read at one point. Raises NotCovered where there is none."""
    signs = []
    for name, q in rotations.discrete:
        image = tuple(sum((c * x for c, x in zip(row, POINT, strict=True)), Fraction(0)) for row in q)
        on_target = coupling.target.onto @ matrix(target, name) @ coupling.target.into
        on_source = SparseMatrix.identity(1)
        if source is not None:
            on_source = coupling.source.onto @ matrix(source, name) @ coupling.source.into
        left = _times(_value(coupling, image), on_source)
        right = _times(on_target, _value(coupling, POINT))
        if left == right:
            signs.append(1)
        elif left == {k: (-c, q) for k, (c, q) in right.items()}:
            signs.append(-1)
        else:
            raise NotCovered("a discrete generator mixes the irreducible parts")
    return tuple(signs)


Surds = dict[tuple[int, int], tuple[Fraction, int]]


def _value(coupling: Coupling, point: Sequence[Scalar]) -> Surds:
    rows = coupling_matrix(coupling.source.degree, coupling.target.degree, coupling.degree)
    found: Surds = {}
    for i, row in enumerate(rows):
        for j, (inside, table) in enumerate(row):
            value = sum((c * _power(point, e) for e, c in table.items()), Fraction(0))
            if value:
                found[i, j] = (value, inside)
    return found


def _power(point: Sequence[Scalar], exponents: Sequence[int]) -> Fraction:
    total = Fraction(1)
    for x, e in zip(point, exponents, strict=True):
        if not isinstance(x, int | Fraction):
            raise NotCovered("a discrete generator with irrational entries")
        total *= Fraction(x) ** e
    return total


def _times(left: SparseMatrix | Surds, right: SparseMatrix | Surds) -> Surds:
    """The product of a table of surds with a diagonal matrix of signs."""
    diagonal, other, first = (left, right, True) if isinstance(left, SparseMatrix) else (right, left, False)
    assert isinstance(diagonal, SparseMatrix) and isinstance(other, dict)
    result: Surds = {}
    for (i, j), (c, q) in other.items():
        k = i if first else j
        row = diagonal.rows[k]
        try:
            sign, inside = single(row.get(k, 0))
        except NotASurd:
            sign, inside = Fraction(0), 1
        if len(row) != 1 or inside != 1 or not sign:
            raise NotCovered("a discrete generator mixes the irreducible parts")
        result[i, j] = (c * sign, q)
    return result


STRATEGY = Wigner()
