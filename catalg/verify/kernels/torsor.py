"""Yoneda reduction: the group acts freely and transitively on one argument, Map_G(G x Z, V) = Map(Z, V), K(x, z) = x·k(x^-1·z).

With e the neutral element, K is known from its restriction k to {e} x Z, and every smooth k occurs. So a proposal is complete
when on {e} x Z its invariants determine the point z (each coordinate of z is an affine combination of them) and its
covariants are a constant basis of V. This holds on all of X and for every component of the group. That the action is
free and transitive is what a family declares of the group acting on itself; that its orbit is open in the argument
and has the dimension of the group is checked at e.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from catalg.exact.field import Scalar
from catalg.exact.modular import inverse
from catalg.exact.nullspace import rank
from catalg.exact.sparse import SparseMatrix
from catalg.model.kernel_problem import KernelArgument, KernelProposal
from catalg.verify.kernels.frame import Element, Frame, Sample


def is_yoneda_reduction(frame: Frame, sample: Sample, proposal: KernelProposal) -> bool:
    """Whether the proposal restricts to all functions on Z with values in V at the neutral element of some argument."""
    return any(
        argument.free_transitive
        and argument.base is not None
        and _open_orbit(frame, sample, argument, argument.base)
        and _determines(frame, proposal, argument, argument.base)
        and _spans(frame, proposal, argument, argument.base)
        for argument in frame.problem.arguments
    )


def restricts_to_everything(frame: Frame, proposal: KernelProposal, argument: KernelArgument) -> bool:
    """Whether the proposal restricts to all functions with values in V at the base point of an argument."""
    base = argument.base
    return base is not None and _determines(frame, proposal, argument, base) and _spans(frame, proposal, argument, base)


def _images(frame: Frame, argument: KernelArgument, base: Sequence[Fraction]) -> list[Element]:
    """The coordinates at x = e."""
    images = list(frame.ring.coordinates)
    for k, value in enumerate(base):
        images[argument.start + k] = frame.ring.scalar(value)
    return images


def _open_orbit(frame: Frame, sample: Sample, argument: KernelArgument, base: Sequence[Fraction]) -> bool:
    """e lies in the argument's space, and its velocities are independent and fill the tangent space there."""
    span = range(argument.start, argument.start + argument.size)
    images = _images(frame, argument, base)
    own = []
    for equation in frame.equations:
        used = {k for e in frame.ring.table(equation) for k, d in enumerate(e) if d}
        if used & set(span):
            if not used <= set(span) or frame.ring.substitute(equation, images) != 0:
                return False
            own.append(equation)
    point = [sample.scalar(value) for value in ([Fraction(0)] * argument.start + list(base))]
    point += [0] * (frame.size - len(point))
    normals = [[sample.compiled(e).gradient(point)[k] for k in span] for e in own]
    try:
        velocities = [
            [n(point) * inverse(d(point), sample.prime) % sample.prime for n, d in (field[k] for k in span)]
            for field in sample.fields
        ]
    except ZeroDivisionError:
        return False
    dimension = sample.rank(velocities)
    return dimension == len(velocities) == argument.size - sample.rank(normals)


def _determines(frame: Frame, proposal: KernelProposal, argument: KernelArgument, base: Sequence[Fraction]) -> bool:
    """At x = e every other coordinate is an affine combination of the invariants, modulo the equations of X."""
    ring = frame.ring
    images = _images(frame, argument, base)
    rows: list[dict[object, Scalar]] = [{(0,) * frame.size: Fraction(1)}]
    for invariant in proposal.invariants:
        if any(not ring.substitute(frame.lift(p), images).is_constant() for p, _ in invariant.value.factors):
            continue
        for numerator in invariant.value.numerators:
            restricted = ring.substitute(frame.lift(numerator), images)
            reduced = ring.remainder(restricted, frame.ideal) if frame.ideal else restricted
            rows.append({key: c for key, c in ring.table(reduced).items()})
    span = range(argument.start, argument.start + argument.size)
    targets: list[dict[object, Scalar]] = []
    for k in range(frame.size):
        if k not in span:
            coordinate = ring.coordinates[k]
            reduced = ring.remainder(coordinate, frame.ideal) if frame.ideal else coordinate
            targets.append({key: c for key, c in ring.table(reduced).items()})
    keys = {key: j for j, key in enumerate(dict.fromkeys(key for row in (*rows, *targets) for key in row))}

    def matrix(given: Sequence[dict[object, Scalar]]) -> SparseMatrix:
        return SparseMatrix.of([{keys[key]: c for key, c in row.items()} for row in given], len(keys), frame.field)

    return rank(matrix(rows)) == rank(matrix([*rows, *targets]))


def _spans(frame: Frame, proposal: KernelProposal, argument: KernelArgument, base: Sequence[Fraction]) -> bool:
    """At x = e the covariants are constant and a basis of V."""
    ring = frame.ring
    images = _images(frame, argument, base)
    rows: list[dict[int, Scalar]] = []
    for covariant in proposal.covariants:
        if any(not ring.substitute(frame.lift(p), images).is_constant() for p, _ in covariant.value.factors):
            return False
        exponent = covariant.value.exponent
        if exponent is not None and not ring.substitute(frame.lift(exponent), images).is_constant():
            return False
        row: dict[int, Scalar] = {}
        for k, numerator in enumerate(covariant.value.numerators):
            value = ring.substitute(frame.lift(numerator), images)
            if value != 0:
                if not value.is_constant():
                    return False
                row[k] = next(iter(ring.table(value).values()))
        rows.append(row)
    return len(rows) == frame.dimension == rank(SparseMatrix.of(rows, frame.dimension, frame.field))


__all__ = ["is_yoneda_reduction", "restricts_to_everything"]
