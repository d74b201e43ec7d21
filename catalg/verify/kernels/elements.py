"""Group elements and points that a reader can compute with: shifts by one unit, quarter turns, doublings, shears."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from catalg.exact.field import Alg, Scalar
from catalg.exact.rotation import frequencies, highest_level, quarter_turns
from catalg.exact.sparse import SparseMatrix
from catalg.model.display import scalar_term
from catalg.model.kernel_problem import KernelArgument, KernelProblem
from catalg.terms import Name, Term, add, mul
from catalg.verify.kernels.domain import components, positive_definite
from catalg.verify.kernels.frame import Frame, Unreadable
from catalg.verify.kernels.projections import projections, rational_projections
from catalg.verify.kernels.terms import action_terms


@dataclass(frozen=True, slots=True)
class SampleElement:
    """A group element: the generator it comes from, what it is, the images of the coordinates, its matrix on V."""

    generator: str
    kind: str
    images: dict[str, Term]
    rho: tuple[tuple[Scalar, ...], ...]


def sample_elements(problem: KernelProblem, frame: Frame) -> Iterator[SampleElement]:
    """One simple element for each generator that has one: discrete ones themselves, exponentials of Lie generators."""
    for generator in problem.discrete:
        yield SampleElement(generator.name, "element", action_terms(problem, generator.images), generator.rho)
    for index, element in enumerate(problem.lie):
        if any(den != 1 for _, den in frame.fields[index]):
            continue
        try:
            matrix, shift = frame.affine_part([n for n, _ in frame.fields[index]])
        except Unreadable:
            continue
        rho = frame.lie_rho[index]
        found = _exponential(matrix, shift, rho, frame.size)
        if found is not None:
            kind, on_x, offset, on_v = found
            yield SampleElement(element.name, kind, _affine_terms(problem, on_x, offset), on_v.to_dense())


def _affine_terms(problem: KernelProblem, matrix: SparseMatrix, shift: dict[int, Scalar]) -> dict[str, Term]:
    images = {}
    for k, row in enumerate(matrix.rows):
        parts = [mul(scalar_term(c), Name(problem.coordinates[j])) for j, c in sorted(row.items())]
        if shift.get(k, 0) != 0:
            parts.append(scalar_term(shift[k]))
        images[problem.coordinates[k]] = add(*parts)
    return images


Exponential = tuple[str, SparseMatrix, dict[int, Scalar], SparseMatrix]


def _exponential(matrix: SparseMatrix, shift: dict[int, Scalar], rho: SparseMatrix, size: int) -> Exponential | None:
    """exp of the element, or of a multiple: a shift, a shear (nilpotent), a quarter or half turn, a doubling."""
    whole = _nilpotent(_extended(matrix, shift, size))
    on_v = _nilpotent(rho)
    if whole is not None and on_v is not None:
        on_x, offset = _split(whole, size)
        return ("shift" if matrix.is_zero else "shear"), on_x, offset, on_v
    if shift:
        return None
    for scale in frequencies(matrix if not matrix.is_zero else rho):
        if scale > 0 and highest_level(matrix, scale) is not None and highest_level(rho, scale) is not None:
            for count, kind in ((1, "quarter turn"), (2, "half turn")):
                a, b = quarter_turns(matrix, scale, count), quarter_turns(rho, scale, count)
                if a is not None and b is not None:
                    return kind, a, {}, b
    a, b = _doubling(matrix), _doubling(rho)
    return ("doubling", a, {}, b) if a is not None and b is not None else None


def _extended(matrix: SparseMatrix, shift: dict[int, Scalar], size: int) -> SparseMatrix:
    rows: list[dict[int, Scalar]] = []
    for k, row in enumerate(matrix.rows):
        line = dict(row)
        if shift.get(k, 0) != 0:
            line[size] = shift[k]
        rows.append(line)
    return SparseMatrix.of([*rows, {}], size + 1, matrix.field)


def _split(matrix: SparseMatrix, size: int) -> tuple[SparseMatrix, dict[int, Scalar]]:
    rows, shift = [], {}
    for k, row in enumerate(matrix.rows[:size]):
        rows.append({j: c for j, c in row.items() if j < size})
        if row.get(size, 0) != 0:
            shift[k] = row[size]
    return SparseMatrix.of(rows, size, matrix.field), shift


def _nilpotent(matrix: SparseMatrix) -> SparseMatrix | None:
    total = term = SparseMatrix.identity(matrix.nrows)
    for k in range(1, matrix.nrows + 1):
        term = (term @ matrix).scale(Fraction(1, k))
        if term.is_zero:
            return total
        total = total + term
    return None


def _doubling(matrix: SparseMatrix) -> SparseMatrix | None:
    """exp(log 2·M) for a diagonal M with small integral entries."""
    rows: list[dict[int, Scalar]] = []
    for k, row in enumerate(matrix.rows):
        c = row.get(k, 0)
        if set(row) - {k} or isinstance(c, Alg) or Fraction(c).denominator != 1 or abs(Fraction(c)) > 8:
            return None
        rows.append({k: Fraction(2) ** int(c)})
    return SparseMatrix.of(rows, matrix.ncols)


def small_points(problem: KernelProblem, frame: Frame, count: int = 40) -> list[tuple[Fraction, ...]]:
    """Points of X with small rational coordinates, always the same ones."""
    rng = random.Random(12)
    groups = components(frame)
    constrained = {k for places, _ in groups for k in places}
    local: list[tuple[tuple[int, ...], list[tuple[Fraction, ...]]]] = []
    for places, _ in groups:
        local.append((places, _solutions(problem, frame, places)))
    points = []
    for attempt in range(count * 20):
        point = [Fraction(0)] * frame.size
        for k in range(frame.size):
            if k not in constrained:
                point[k] = Fraction(rng.randint(0, 3) if attempt < count else rng.randint(-5, 5))
        for places, choices in local:
            if not choices:
                return []
            for k, v in zip(places, rng.choice(choices), strict=True):
                point[k] = v
        for argument in problem.arguments:
            if argument.positive_definite:
                _make_definite(point, argument.start, argument.rows, rng)
        if belongs(frame, point):
            points.append(tuple(point))
        if len(points) >= count:
            break
    return list(dict.fromkeys(points))


def _make_definite(point: list[Fraction], start: int, n: int, rng: random.Random) -> None:
    root = [[Fraction(rng.randint(1, 3)) if i == j else Fraction(rng.randint(0, 1) if j < i else 0) for j in range(n)] for i in range(n)]
    k = start
    for i in range(n):
        for j in range(i, n):
            point[k] = sum((root[i][m] * root[j][m] for m in range(n)), Fraction(0))
            k += 1


def _solutions(problem: KernelProblem, frame: Frame, places: Sequence[int]) -> list[tuple[Fraction, ...]]:
    tables = [frame.ring.table(e) for e in frame.equations]
    values = [Fraction(v) for v in (0, 1, -1)] + [Fraction(3, 5), Fraction(4, 5), Fraction(-3, 5), Fraction(2, 3), Fraction(1, 3), Fraction(-2, 3)]  # fmt: skip
    found: list[tuple[Fraction, ...]] = []
    local = [t for t in tables if all(not d or k in places for e in t for k, d in enumerate(e))]
    if len(places) <= 4:
        for choice in product(values, repeat=len(places)):
            point = [Fraction(0)] * frame.size
            for k, v in zip(places, choice, strict=True):
                point[k] = v
            if all(evaluate(t, point) == 0 for t in local):
                found.append(choice)
    for argument in problem.arguments:
        span = range(argument.start, argument.start + argument.size)
        if argument.base is not None and set(places) <= set(span):
            found.append(tuple(argument.base[k - argument.start] for k in places))
    space = projections(frame, places) if len(local) > 1 else None
    if space is not None:
        found += rational_projections(space, 24)
    if len(places) > 4 and len(local) == 1 and found:
        found += _on_lines(frame.size, local[0], places, found[0])
    return found


def _on_lines(
    size: int, table: dict[tuple[int, ...], Scalar], places: Sequence[int], base: Sequence[Fraction]
) -> list[tuple[Fraction, ...]]:
    """Second points of lines through a rational point of a quadric."""
    if max(map(sum, table)) != 2:
        return []
    rng = random.Random(6)
    found = []
    for _ in range(30):
        direction = [Fraction(rng.randint(-2, 2)) for _ in places]

        def at(t: Fraction | int, direction: Sequence[Fraction] = direction) -> tuple[Fraction, ...]:
            return tuple(b + t * d for b, d in zip(base, direction, strict=True))

        def value(t: int, at: Callable[[int], tuple[Fraction, ...]] = at) -> Scalar:
            point = [Fraction(0)] * size
            for k, x in zip(places, at(t), strict=True):
                point[k] = x
            return evaluate(table, point)

        plus, minus = value(1), value(-1)
        if isinstance(plus, Alg) or isinstance(minus, Alg) or plus + minus == 0:
            continue
        second = at(Fraction(minus - plus) / (plus + minus))
        if second not in found:
            found.append(second)
    return found


def evaluate(table: dict[tuple[int, ...], Scalar], point: Sequence[Fraction]) -> Scalar:
    """A polynomial at a rational point."""
    total: Scalar = Fraction(0)
    for exponents, c in table.items():
        factor = Fraction(1)
        for x, e in zip(point, exponents, strict=True):
            if e:
                factor *= x**e
        total = total + c * factor
    return total


def belongs(frame: Frame, point: Sequence[Fraction]) -> bool:
    """Whether a rational point lies in X."""
    return all(evaluate(frame.ring.table(e), point) == 0 for e in frame.equations) and _allowed(frame, point)


def _allowed(frame: Frame, point: Sequence[Fraction]) -> bool:
    for inequality in frame.problem.inequalities:
        top, bottom = (evaluate(frame.ring.table(e), point) for e in frame.fraction(inequality))
        if bottom == 0 or not (top / bottom if isinstance(top, Alg) or isinstance(bottom, Alg) else Fraction(top) / bottom) > 0:
            return False
    return all(positive_definite(symmetric_matrix(a, point)) for a in frame.problem.arguments if a.positive_definite)


def symmetric_matrix(argument: KernelArgument, point: Sequence[Fraction]) -> list[list[Scalar]]:
    """The symmetric matrix of an argument at a point; its coordinates are the upper triangle, row by row."""
    values = iter(point[argument.start : argument.start + argument.size])
    rows: list[list[Scalar]] = [[0] * argument.rows for _ in range(argument.rows)]
    for i in range(argument.rows):
        for j in range(i, argument.rows):
            rows[i][j] = rows[j][i] = next(values)
    return rows
