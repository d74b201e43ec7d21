"""Formulas in the arguments of a kernel problem as scalar entries over flat coordinate names, and back from polynomials."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement
from typing import Any

from catalg.exact.components import expand
from catalg.exact.field import Alg, Scalar
from catalg.exact.functions import Shape
from catalg.exact.poly import PolynomialRing
from catalg.model.display import scalar_term
from catalg.model.kernel_problem import KernelFunction, KernelProblem, Poly, Rat
from catalg.terms import Add, Call, Dim, Mul, Name, Num, Pow, Relation, Term, add, mul, num, power, substitute

Element = Any


@dataclass(frozen=True, slots=True)
class Frames:
    """The shapes of a problem's arguments and the flat names of their entries."""

    shapes: Mapping[str, Shape]
    names: Mapping[str, tuple[Term, ...]]
    coordinates: tuple[str, ...]


def frames(problem: KernelProblem) -> Frames:
    """Shapes and names of the arguments; the flat name of a coordinate is the one that the problem gives it."""
    shapes: dict[str, Shape] = {}
    names: dict[str, tuple[Term, ...]] = {}
    for argument in problem.arguments:
        flat = [Name(problem.coordinates[k]) for k in range(argument.start, argument.start + argument.size)]
        shapes[argument.name], names[argument.name] = (Dim.of(argument.size),), tuple(flat)
        if argument.shape == "symmetric":
            n = argument.rows
            place = {pair: k for k, pair in enumerate(combinations_with_replacement(range(n), 2))}
            shapes[argument.name] = (Dim.of(n), Dim.of(n))
            names[argument.name] = tuple(flat[place[(min(i, j), max(i, j))]] for i in range(n) for j in range(n))
        elif argument.shape == "matrix":
            shapes[argument.name] = (Dim.of(argument.rows), Dim.of(argument.columns))
        elif argument.shape == "scalar":
            shapes[argument.name] = ()
    return Frames(shapes, names, problem.coordinates)


def target_shape(problem: KernelProblem) -> Shape:
    """The shape of a value."""
    target = problem.target
    if target.dimension == 1:
        return ()
    if target.columns:
        return (Dim.of(target.rows), Dim.of(target.columns))
    return (Dim.of(target.dimension),)


def entries_of(term: Term, problem: KernelProblem, expected: Shape | None, more: Mapping[str, Shape] | None = None) -> tuple[Term, ...]:  # fmt: skip
    """The scalar entries of a formula over flat names. ValueError where shapes do not fit."""
    known = frames(problem)
    shapes = {**(more or {}), **known.shapes}
    found = expand(term, shapes, dict(known.names), expected)
    return found.entries


def polynomial_term(problem: KernelProblem, poly: Poly) -> Term:
    """A polynomial over the flat coordinate names."""
    parts = []
    for exponents, c in poly.terms:
        factors = [power(Name(problem.coordinates[k]), num(e)) for k, e in enumerate(exponents) if e]
        parts.append(mul(scalar_term(c), *factors))
    return add(*parts)


def rational_term(problem: KernelProblem, rat: Rat) -> Term:
    """A rational function over the flat coordinate names."""
    top, bottom = polynomial_term(problem, rat.numerator), polynomial_term(problem, rat.denominator)
    return top if bottom == num(1) else mul(top, power(bottom, num(-1)))


def function_entries(problem: KernelProblem, function: KernelFunction) -> tuple[Term, ...]:
    """The entries of a certified function as terms."""
    scale: list[Term] = []
    for p, c in function.factors:
        body = polynomial_term(problem, p)
        if c.denominator % 2 == 0:
            body = Call("abs", (body,))
        scale.append(power(body, num(c)))
    if function.exponent is not None:
        scale.append(Call("exp", (polynomial_term(problem, function.exponent),)))
    return tuple(mul(polynomial_term(problem, n), *scale) for n in function.numerators)


@dataclass(frozen=True, slots=True)
class Conditions:
    """The equations and inequalities of X as the zero test wants them."""

    equations: tuple[Term, ...]
    inequalities: tuple[Term, ...]


def conditions(problem: KernelProblem) -> Conditions:
    """The equations and inequalities of X, positive definite arguments by their leading minors."""
    inequalities = [Relation(">", rational_term(problem, i), num(0)) for i in problem.inequalities]
    for argument in problem.arguments:
        if argument.positive_definite:
            inequalities += [Relation(">", minor, num(0)) for minor in _leading_minors(problem, argument.name, argument.rows)]
    return Conditions(tuple(polynomial_term(problem, e) for e in problem.equations if e.terms), tuple(inequalities))


def _leading_minors(problem: KernelProblem, name: str, n: int) -> list[Term]:
    entries = frames(problem).names[name]
    return [determinant_term([[entries[i * n + j] for j in range(k)] for i in range(k)]) for k in range(1, n + 1)]


def determinant_term(rows: Sequence[Sequence[Term]]) -> Term:
    """Laplace expansion along the first row."""
    if len(rows) == 1:
        return rows[0][0]
    parts = []
    for j, entry in enumerate(rows[0]):
        minor = determinant_term([[e for k, e in enumerate(row) if k != j] for row in rows[1:]])
        parts.append(mul(num((-1) ** j), entry, minor))
    return add(*parts)


def action_terms(problem: KernelProblem, images: Sequence[Rat]) -> dict[str, Term]:
    """The images of the coordinates under a map (or their velocities), by flat name."""
    return {problem.coordinates[k]: rational_term(problem, r) for k, r in enumerate(images)}


def matrix_times(rows: Sequence[Sequence[Scalar]], entries: Sequence[Term]) -> tuple[Term, ...]:
    """An exact matrix times a column of terms."""
    return tuple(
        add(*(mul(scalar_term(c), e) for c, e in zip(row, entries, strict=True) if c != 0)) for row in rows
    )


def moved(entries: Sequence[Term], images: Mapping[str, Term]) -> tuple[Term, ...]:
    """The entries at the image of the point."""
    return tuple(substitute(e, images) for e in entries)


class NotRational(ValueError):
    """A term that is not a rational function of the coordinates."""


def rational_function(term: Term, ring: PolynomialRing, place: Mapping[str, int]) -> tuple[Element, Element]:
    """A scalar term as numerator and denominator. Raises NotRational."""
    match term:
        case Num(value):
            return ring.scalar(value), ring.one
        case Name(name) if name in place:
            return ring.coordinates[place[name]], ring.one
        case Add(args):
            top, bottom = ring.zero, ring.one
            for arg in args:
                n, d = rational_function(arg, ring, place)
                top, bottom = top * d + n * bottom, bottom * d
            return ring.reduce(top), ring.reduce(bottom)
        case Mul(args):
            top, bottom = ring.one, ring.one
            for arg in args:
                n, d = rational_function(arg, ring, place)
                top, bottom = top * n, bottom * d
            return ring.reduce(top), ring.reduce(bottom)
        case Pow(Pow(inner, Num(first)), Num(second)) if first.denominator == 2 and (first * second).denominator == 1:
            return rational_function(Pow(inner, Num(first * second)), ring, place)
        case Pow(base, Num(e)) if e.denominator == 1 and abs(e) <= 32:
            n, d = rational_function(base, ring, place)
            if e < 0:
                n, d = d, n
            if d == 0:
                raise NotRational("a division by zero")
            return ring.reduce(n ** abs(int(e))), ring.reduce(d ** abs(int(e)))
        case _:
            raise NotRational(f"a {type(term).__name__} is not rational")


def scalar_text(value: Scalar | Fraction) -> str:
    """An exact number as text."""
    return str(value) if isinstance(value, Alg) else str(Fraction(value))
