"""Completeness from a slice: Map_G(G/H x Z, V) = Map_H(Z, V), for an argument that is the group or its cosets.

G x H acts transitively on the argument, and the stabilizer of its neutral element e is the set of pairs (i(h), h). So a kernel
is known from its restriction to {e} x Z, and the restrictions are the kernels of the slice's own problem. A sound proposal is
complete when it restricts to a complete proposal there: the problem on the slice is built from the declared generators, and
certified like any other. What is declared is that the family's action on itself is free and transitive; that its orbit through e
is open in the argument and has the dimension of the group is checked.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction

from catalg.exact.field import QQ, Scalar
from catalg.exact.modular import inverse
from catalg.exact.nullspace import rank
from catalg.exact.poly import PolynomialRing
from catalg.exact.sparse import SparseMatrix, plain
from catalg.model.kernel_problem import (
    KernelArgument,
    KernelCertificate,
    KernelFunction,
    KernelProblem,
    KernelProposal,
    Poly,
)
from catalg.model.verdict import Evidence, Verdict
from catalg.universes.slices import NoSlice, slice_problem
from catalg.verify.kernels.frame import Element, Frame, Sample
from catalg.verify.kernels.torsor import restricts_to_everything

Certify = Callable[[KernelProblem, KernelProposal], KernelCertificate]


def complete_on_slice(
    frame: Frame, proposal: KernelProposal, evidence: Sequence[Evidence], certify: Certify
) -> KernelCertificate | None:
    """The certificate of a sound proposal that names its slice, or None where the slice does not prove it."""
    index, found = proposal.claims.get("slice"), proposal.claims.get("on slice")
    if not isinstance(index, int) or not 0 <= index < len(frame.problem.arguments):
        return None
    argument = frame.problem.arguments[index]
    if not isinstance(found, KernelProposal) or not argument.free_transitive or argument.base is None:
        return None
    if not _simply_transitive(frame, argument):
        return None
    try:
        small = slice_problem(frame.problem, index)
    except NoSlice:
        return None
    if proposal.free != found.free or proposal.arguments != found.arguments or not _restricts(frame, argument, proposal, found):
        return None
    if not small.size:
        return _at_a_point(small, found, evidence)
    if small.lie or small.discrete:
        inner = certify(small, found)
        if inner.sound is not Verdict.PROVED:
            return None
        return KernelCertificate(
            Verdict.PROVED, inner.counts, inner.complete, inner.scope,
            (*evidence, Evidence.of("kernel-slice", generators=len(small.lie) + len(small.discrete)), *inner.evidence), inner.reason,
            tuple(replace(s, swap=(), vectors=(), base=()) for s in inner.strata),
        )
    if not restricts_to_everything(frame, proposal, argument) or proposal.arguments != _dimension(small):
        return None
    return KernelCertificate(
        Verdict.PROVED, Verdict.PROVED, Verdict.PROVED, "global", (*evidence, Evidence.of("kernel-yoneda"))
    )


def _at_a_point(small: KernelProblem, found: KernelProposal, evidence: Sequence[Evidence]) -> KernelCertificate | None:
    """Map_G(G/H, V) = V^H: the covariants' values are fixed, independent, and as many as the fixed values."""
    m = small.target.dimension
    conditions = [dict(enumerate(row)) for g in small.lie for row in g.rho]
    conditions += [{j: plain(c - int(i == j)) for j, c in enumerate(row)} for s in small.discrete for i, row in enumerate(s.rho)]
    rows = [{j: c for j, c in row.items() if c != 0} for row in conditions]
    values: list[dict[int, Scalar]] = []
    for covariant in found.covariants:
        if covariant.value.factors or covariant.value.exponent is not None or len(covariant.value.numerators) != m:
            return None
        values.append({i: p.terms[0][1] for i, p in enumerate(covariant.value.numerators) if p.terms})
    if found.invariants or found.arguments or found.free != len(values):
        return None
    field = small.number_field or QQ
    fixed = m - rank(SparseMatrix.of([r for r in rows if r], m, field))
    for row in rows:
        for value in values:
            total: Scalar = Fraction(0)
            for j, c in row.items():
                total = plain(total + c * value.get(j, 0))
            if total != 0:
                return None
    if len(values) != fixed or rank(SparseMatrix.of(values, m, field)) != fixed:
        return None
    generators = len(small.lie) + len(small.discrete)
    found_here = Evidence.of("kernel-slice-point", generators=generators, dimension=fixed)
    return KernelCertificate(Verdict.PROVED, Verdict.PROVED, Verdict.PROVED, "global", (*evidence, found_here))


def is_everything(problem: KernelProblem, found: KernelProposal) -> bool:
    """Without symmetries: the invariants are all coordinates, the covariants a constant basis of V, and the rank is the dimension."""
    size, m = problem.size, problem.target.dimension
    listed = {p.terms for i in found.invariants if not i.value.factors and i.value.exponent is None for p in i.value.numerators}
    values: list[dict[int, Scalar]] = []
    for covariant in found.covariants:
        numerators = covariant.value.numerators
        if covariant.value.factors or covariant.value.exponent is not None or any(any(e) for p in numerators for e, _ in p.terms):
            return False
        values.append({k: p.terms[0][1] for k, p in enumerate(numerators) if p.terms})
    if not all(Poly.coordinate(k, size).terms in listed for k in range(size)):
        return False
    basis = len(values) == m == rank(SparseMatrix.of(values, m, problem.number_field or QQ))
    return basis and found.free == m and found.arguments == _dimension(problem)


def _dimension(problem: KernelProblem) -> int | None:
    """The dimension of a space without symmetries, where its equations are independent or it is declared to be an orbit."""
    if not problem.size:
        return 0
    frame = Frame(problem)
    sample = Sample(frame, 29, 4)
    point = sample.points.point()
    if point is None:
        return None
    normals = sample.normals(point)
    total = 0
    for argument in problem.arguments:
        span = range(argument.start, argument.start + argument.size)
        rank = sample.rank([[row[k] for k in span] for row in normals])
        count = sum(any(row[k] for k in span) for row in normals)
        if rank != count and argument.orbit != argument.size - rank:
            return None
        total += argument.size - rank
    return total


def _simply_transitive(frame: Frame, argument: KernelArgument) -> bool:
    """e lies in the argument's space; the velocities of the left translations there are independent and fill its tangent space."""
    span = range(argument.start, argument.start + argument.size)
    right = {name for a in frame.problem.arguments for name, _ in a.right}
    images = list(frame.ring.coordinates)
    for k, value in zip(span, argument.base or (), strict=True):
        images[k] = frame.ring.scalar(value)
    own = []
    for equation in frame.equations:
        used = {k for e in frame.ring.table(equation) for k, d in enumerate(e) if d}
        if used & set(span):
            if not used <= set(span) or frame.ring.substitute(equation, images) != 0:
                return False
            own.append(equation)
    sample = Sample(frame, 31, 5)
    point = [0] * frame.size
    for k, value in zip(span, argument.base or (), strict=True):
        point[k] = sample.scalar(value)
    normals = [[sample.compiled(e).gradient(point)[k] for k in span] for e in own]
    velocities = []
    try:
        for generator, field in zip(frame.problem.lie, sample.fields, strict=True):
            if generator.name not in right:
                velocities.append([field[k][0](point) * inverse(field[k][1](point), sample.prime) % sample.prime for k in span])
    except ZeroDivisionError:
        return False
    return sample.rank(velocities) == len(velocities) == argument.size - sample.rank(normals)


def _restricts(frame: Frame, argument: KernelArgument, proposal: KernelProposal, found: KernelProposal) -> bool:
    """Whether the proposal's functions are those of the slice at x = e."""
    if len(proposal.invariants) != len(found.invariants) or len(proposal.covariants) != len(found.covariants):
        return False
    span = range(argument.start, argument.start + argument.size)
    rest = [k for k in range(frame.size) if k not in span]
    small = PolynomialRing(len(rest), frame.problem.number_field)
    images: list[Element] = [small.zero] * frame.size if rest else []
    for k, value in zip(span if rest else (), argument.base or () if rest else (), strict=True):
        images[k] = small.scalar(value)
    for position, k in enumerate(rest):
        images[k] = small.coordinates[position]
    ideal = [e for e in (frame.ring.substitute(e, images, small) for e in frame.ideal) if e != 0] if rest else []

    def same(poly: Poly, other: Poly) -> bool:
        if not rest:
            value = frame.ring.substitute(frame.lift(poly), [frame.ring.scalar(c) for c in argument.base or ()])
            return bool(value == frame.ring.scalar(other.terms[0][1] if other.terms else 0))
        left = frame.ring.substitute(frame.lift(poly), images, small)
        table: dict[tuple[int, ...], Scalar] = dict(other.terms)
        difference = small.reduce(left - small.element(table))
        return bool(difference == 0 or (ideal and small.remainder(difference, ideal) == 0))

    def agree(whole: KernelFunction, part: KernelFunction) -> bool:
        if len(whole.numerators) != len(part.numerators) or len(whole.factors) != len(part.factors):
            return False
        if (whole.exponent is None) != (part.exponent is None):
            return False
        pairs = [*zip(whole.numerators, part.numerators, strict=True)]
        pairs += [(p, q) for (p, _), (q, _) in zip(whole.factors, part.factors, strict=True)]
        if whole.exponent is not None and part.exponent is not None:
            pairs.append((whole.exponent, part.exponent))
        exponents = all(c == d for (_, c), (_, d) in zip(whole.factors, part.factors, strict=True))
        return exponents and all(same(p, q) for p, q in pairs)

    invariants = all(agree(a.value, b.value) for a, b in zip(proposal.invariants, found.invariants, strict=True))
    return invariants and all(agree(a.value, b.value) for a, b in zip(proposal.covariants, found.covariants, strict=True))


__all__ = ["complete_on_slice", "is_everything"]
