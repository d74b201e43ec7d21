"""How a value transforms under the generators of a group: v |-> A v + b for a group element, A v + b for a Lie generator.

Nothing here knows a group by name: the matrices are read off the actions in coordinates. An action that is not affine has
no law.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from catalg.model.ends import KernelEnd
from catalg.model.kernel_problem import Coefficient, DiscreteGenerator, KernelProblem, LieGenerator, Rat
from catalg.universes.man import kernel_problem

Rows = tuple[tuple[Coefficient, ...], ...]
Shift = tuple[Coefficient, ...]


@dataclass(frozen=True, slots=True)
class Law:
    """The matrices and shifts by generator, discrete ones first. `discrete` counts those."""

    size: int
    discrete: int
    linear: tuple[Rows, ...]
    shift: tuple[Shift, ...]

    @property
    def is_linear(self) -> bool:
        """Whether nothing is shifted."""
        return not any(x for part in self.shift for x in part)

    @property
    def is_trivial(self) -> bool:
        """Whether nothing moves."""
        return self == trivial(self.size, self.discrete, len(self.linear))

    def linear_part(self) -> Law:
        """The law of differences."""
        return Law(self.size, self.discrete, self.linear, tuple((0,) * self.size for _ in self.linear))


def trivial(size: int, discrete: int, generators: int) -> Law:
    """The law of invariants: the identity for group elements, zero for Lie generators."""
    one: Rows = tuple(tuple(int(i == j) for j in range(size)) for i in range(size))
    none: Rows = ((0,) * size,) * size
    linear = tuple(one if k < discrete else none for k in range(generators))
    return Law(size, discrete, linear, ((0,) * size,) * generators)


def argument_laws(end: KernelEnd, names: Sequence[str]) -> tuple[KernelProblem, dict[str, Law | None], Law]:
    """The law of each argument and of the target. Raises NotRational."""
    problem = kernel_problem(end, tuple(names))
    generators: tuple[DiscreteGenerator | LieGenerator, ...] = (*problem.discrete, *problem.lie)
    laws: dict[str, Law | None] = {}
    for argument in problem.arguments:
        affine = [_affine(g.images, argument.start, argument.size) for g in generators]
        kept = [pair for pair in affine if pair is not None]
        plain = argument.shape in ("vector", "scalar") and len(kept) == len(affine)
        laws[argument.name] = (
            Law(argument.size, len(problem.discrete), tuple(a for a, _ in kept), tuple(b for _, b in kept)) if plain else None
        )
    size = problem.target.dimension
    target = Law(
        size, len(problem.discrete), tuple(_plain(g.rho) for g in generators), ((0,) * size,) * len(generators)
    )
    return problem, laws, target


def _plain(rows: Rows) -> Rows:
    return tuple(tuple(row) for row in rows)


def _affine(images: tuple[Rat, ...], start: int, size: int) -> tuple[Rows, Shift] | None:
    """The matrix and the shift of a map on a block of coordinates, or None when it is not affine there."""
    linear: list[tuple[Coefficient, ...]] = []
    shift: list[Coefficient] = []
    for image in images[start : start + size]:
        below = image.denominator.terms
        if len(below) != 1 or any(below[0][0]):
            return None
        row: list[Coefficient] = [0] * size
        constant: Coefficient = 0
        for exponents, c in image.numerator.terms:
            value: Coefficient = _quotient(c, below[0][1])
            places = [k for k, e in enumerate(exponents) if e]
            if not places:
                constant = value
            elif len(places) == 1 and exponents[places[0]] == 1 and start <= places[0] < start + size:
                row[places[0] - start] = value
            else:
                return None
        linear.append(tuple(row))
        shift.append(constant)
    return tuple(linear), tuple(shift)


def _quotient(above: Coefficient, below: Coefficient) -> Coefficient:
    return (Fraction(above) if isinstance(above, int) else above) / (Fraction(below) if isinstance(below, int) else below)


def combined(parts: Sequence[tuple[Fraction, Law]]) -> Law | None:
    """The law of a sum with rational coefficients: one linear part, shifts added up. None where linear parts differ."""
    first = parts[0][1]
    if any(law.linear != first.linear for _, law in parts):
        return None
    shift = tuple(
        tuple(sum((c * law.shift[k][i] for c, law in parts), start=Fraction(0)) for i in range(first.size))
        for k in range(len(first.linear))
    )
    return Law(first.size, first.discrete, first.linear, shift)


def scaled(scalar: Law, other: Law) -> Law | None:
    """The law of a scalar times a vector, neither shifted: matrices are multiplied for group elements, added for Lie generators."""
    if scalar.size != 1 or not scalar.is_linear or not other.is_linear:
        return None
    linear: list[Rows] = []
    for k, (a, rows) in enumerate(zip(scalar.linear, other.linear, strict=True)):
        c = a[0][0]
        if k < scalar.discrete:
            linear.append(tuple(tuple(c * x for x in row) for row in rows))
        else:
            linear.append(tuple(tuple(x + c if i == j else x for j, x in enumerate(row)) for i, row in enumerate(rows)))
    return Law(other.size, other.discrete, tuple(linear), other.shift)


def preserves_dot(left: Law, right: Law) -> bool:
    """Whether x . y is invariant: A^T B = 1 for group elements, A^T + B = 0 for Lie generators."""
    if left.size != right.size or not (left.is_linear and right.is_linear):
        return False
    span = range(left.size)
    for k, (a, b) in enumerate(zip(left.linear, right.linear, strict=True)):
        for i in span:
            for j in span:
                if k < left.discrete:
                    value: Coefficient = sum((a[m][i] * b[m][j] for m in span), start=Fraction(0))
                    if value != int(i == j):
                        return False
                elif a[j][i] + b[i][j] != 0:
                    return False
    return True


def stacked(parts: Sequence[Law]) -> Law:
    """The law of a direct sum."""
    size = sum(law.size for law in parts)
    linear: list[Rows] = []
    for k in range(len(parts[0].linear)):
        rows: list[tuple[Coefficient, ...]] = []
        at = 0
        for law in parts:
            rows += [(0,) * at + row + (0,) * (size - at - law.size) for row in law.linear[k]]
            at += law.size
        linear.append(tuple(rows))
    shift = tuple(tuple(x for law in parts for x in law.shift[k]) for k in range(len(linear)))
    return Law(size, parts[0].discrete, tuple(linear), shift)


__all__ = ["Law", "argument_laws", "combined", "preserves_dot", "scaled", "stacked", "trivial"]
