"""The quotient of a kernel problem by right translations: SO(n)/SO(n-1) is the sphere of the vectors y·v.

An argument y in SO(n), on which some generators act from the right by skew matrices X and which they alone move: where the X
span the skew matrices that send a vector v to 0, the subgroup that they generate is the whole stabilizer of v, which is
connected. Functions that are the same on its cosets are the functions of u = y·v, a point of the sphere |u| = |v|.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations
from typing import Any

from catalg.exact.field import QQ, Scalar
from catalg.exact.nullspace import nullspace, rank
from catalg.exact.poly import PolynomialRing
from catalg.exact.sparse import SparseMatrix, plain
from catalg.model.kernel_problem import (
    DiscreteGenerator,
    KernelArgument,
    KernelProblem,
    LieGenerator,
    Poly,
    Rat,
)
from catalg.universes.slices import NoSlice

Element = Any
Rows = list[list[Scalar]]
Table = dict[tuple[int, ...], Scalar]
LARGEST = 5


@dataclass(frozen=True, slots=True)
class Quotient:
    """The smaller problem, the vector v, and the coordinates of the old problem as functions of which its coordinates are read:
    `images[k]` is coordinate k of the smaller problem as a polynomial of the old one."""

    problem: KernelProblem
    vector: tuple[Scalar, ...]
    images: tuple[Poly, ...]


def quotient_problem(given: KernelProblem, index: int) -> Quotient:
    """The problem in which the argument at `index` is replaced by u = y·v. Raises NoSlice."""
    argument = given.arguments[index]
    n = argument.rows
    if argument.shape != "matrix" or not 3 <= n <= LARGEST or argument.size != n * n or not _is_rotations(given, argument):
        raise NoSlice("no argument is a group of rotations")
    block = range(argument.start, argument.start + argument.size)
    rest = [k for k in range(given.size) if k not in block]
    right: list[dict[int, Scalar]] = []
    left: list[tuple[LieGenerator | DiscreteGenerator, Rows]] = []
    generators: list[LieGenerator | DiscreteGenerator] = [*given.lie, *given.discrete]
    for generator in generators:
        still = isinstance(generator, DiscreteGenerator)
        tables = [_polynomial(r) for r in generator.images]
        a = _left([tables[k] for k in block], argument, given.size)
        if any(any(e[k] for k in block) for j in rest for e in tables[j]):
            raise NoSlice("the other arguments do not move by themselves")
        if a is not None:
            left.append((generator, a))
            continue
        x = _right([tables[k] for k in block], argument, given.size)
        moved = any(tables[k] for k in rest) or any(c != 0 for row in generator.rho for c in row)
        if still or x is None or moved or any(x[i][j] != -x[j][i] for i in range(n) for j in range(n)):
            raise NoSlice("the argument is not moved from the left and from the right alone")
        right.append({i * n + j: x[i][j] for i in range(n) for j in range(n) if x[i][j] != 0})
    field = given.number_field or QQ
    rows = [{j: c for j, c in ((j, m.get(i * n + j, 0)) for j in range(n)) if c != 0} for m in right for i in range(n)]
    fixed = nullspace(SparseMatrix.of([r for r in rows if r], n, field)) if any(rows) else []
    if len(fixed) != 1 or rank(SparseMatrix.of(right, n * n, field)) != (n - 1) * (n - 2) // 2:
        raise NoSlice("the right translations are not the stabilizer of one vector")
    v = tuple(plain(fixed[0].get(j, 0)) for j in range(n))
    return _built(given, index, v, left, rest)


def _built(
    given: KernelProblem, index: int, v: tuple[Scalar, ...], left: Sequence[tuple[LieGenerator | DiscreteGenerator, Rows]],
    rest: Sequence[int],
) -> Quotient:
    argument, n = given.arguments[index], given.arguments[index].rows
    old = [k for k in range(given.size) if k < argument.start or k in rest]
    before = [k for k in old if k < argument.start]
    after = [k for k in rest if k > argument.start]
    size, start = len(rest) + n, argument.start
    place = {k: i for i, k in enumerate(before)} | {k: start + n + i for i, k in enumerate(after)}

    def moved(poly: Poly) -> Poly:
        table: Table = {}
        for exponents, c in poly.terms:
            key = [0] * size
            for k, e in enumerate(exponents):
                if e:
                    key[place[k]] = e
            table[tuple(key)] = c
        return Poly.of(table)

    def inside(poly: Poly) -> bool:
        return any(e[k] for e, _ in poly.terms for k in range(start, start + argument.size))

    one = Poly.constant(1, size)
    lie: list[LieGenerator] = []
    discrete: list[DiscreteGenerator] = []
    for generator, a in left:
        images: list[Rat] = [Rat(one, one)] * size
        for k in rest:
            images[place[k]] = Rat(moved(generator.images[k].numerator), moved(generator.images[k].denominator))
        for i in range(n):
            table: Table = {tuple(int(t == start + j) for t in range(size)): a[i][j] for j in range(n) if a[i][j] != 0}
            images[start + i] = Rat(Poly.of(table), one)
        if isinstance(generator, LieGenerator):
            lie.append(LieGenerator(generator.name, tuple(images), generator.rho))
        else:
            discrete.append(DiscreteGenerator(generator.name, tuple(images), generator.rho))
    square: Scalar = plain(sum((c * c for c in v), Fraction(0)))
    sphere: Table = {tuple(2 * int(t == start + i) for t in range(size)): Fraction(1) for i in range(n)}
    sphere[(0,) * size] = plain(-square)
    arguments = []
    for k, other in enumerate(given.arguments):
        if k == index:
            base = tuple(Fraction(c) for c in v) if all(isinstance(c, int | Fraction) for c in v) else None  # type: ignore[arg-type]
            arguments.append(KernelArgument(other.name, start, n, base=base))
        else:
            shift = other.start if other.start < start else other.start - argument.size + n
            arguments.append(
                KernelArgument(
                    other.name, shift, other.size, other.shape, other.rows, other.columns, other.positive_definite,
                    False, other.base, other.connected, (), other.orbit,
                )
            )
    names = [given.coordinates[k] for k in before] + [f"{argument.name}[{i + 1}]" for i in range(n)]
    names += [given.coordinates[k] for k in after]
    equations = (Poly.of(sphere), *(moved(e) for e in given.equations if not inside(e)))
    inequalities = tuple(
        Rat(moved(r.numerator), moved(r.denominator)) for r in given.inequalities if not inside(r.numerator)
    )
    images_of: list[Poly] = [Poly(())] * size
    for k in rest:
        images_of[place[k]] = Poly.coordinate(k, given.size)
    for i in range(n):
        images_of[start + i] = Poly.of(
            {tuple(int(t == start + i * n + j) for t in range(given.size)): c for j, c in enumerate(v) if c != 0}
        )
    problem = KernelProblem(
        tuple(arguments), tuple(names), equations, inequalities, tuple(discrete), tuple(lie), given.target,
        given.number_field, given.name,
    )  # fmt: skip
    return Quotient(problem, v, tuple(images_of))


def _polynomial(image: Rat) -> Table:
    bottom = dict(image.denominator.terms)
    if len(bottom) != 1 or any(next(iter(bottom))):
        raise NoSlice("an action that is not polynomial")
    scale = next(iter(bottom.values()))
    return {e: plain(c / scale) for e, c in image.numerator.terms}


def _entries(tables: Sequence[Table], argument: KernelArgument, size: int) -> list[Rows] | None:
    """Each image as a matrix of coefficients of the entries of y, if they are linear in these."""
    n, found = argument.rows, []
    for table in tables:
        rows: Rows = [[0] * n for _ in range(n)]
        for exponents, c in table.items():
            if sum(exponents) != 1:
                return None
            k = exponents.index(1) - argument.start
            if not 0 <= k < n * n:
                return None
            rows[k // n][k % n] = c
        found.append(rows)
    return found


def _left(tables: Sequence[Table], argument: KernelArgument, size: int) -> Rows | None:
    """The matrix A with images A·y, or None."""
    n, found = argument.rows, _entries(tables, argument, size)
    if found is None:
        return None
    a = [[found[i * n][k][0] for k in range(n)] for i in range(n)]
    fits = all(
        found[i * n + j][k][m] == (a[i][k] if m == j else 0) for i in range(n) for j in range(n) for k in range(n) for m in range(n)
    )
    return a if fits else None


def _right(tables: Sequence[Table], argument: KernelArgument, size: int) -> Rows | None:
    """The matrix X with images y·X, or None."""
    n, found = argument.rows, _entries(tables, argument, size)
    if found is None:
        return None
    x = [[found[j][0][m] for j in range(n)] for m in range(n)]
    fits = all(
        found[i * n + j][k][m] == (x[m][j] if k == i else 0) for i in range(n) for j in range(n) for k in range(n) for m in range(n)
    )
    return x if fits else None


def _is_rotations(given: KernelProblem, argument: KernelArgument) -> bool:
    """The equations in these coordinates are y^T y = 1 and det y = 1, up to their order."""
    n, ring = argument.rows, PolynomialRing(given.size, given.number_field)
    inside = range(argument.start, argument.start + argument.size)
    y = [[ring.coordinates[argument.start + i * n + j] for j in range(n)] for i in range(n)]
    wanted = [
        sum((y[k][i] * y[k][j] for k in range(n)), ring.scalar(-int(i == j))) for i in range(n) for j in range(i, n)
    ]
    volume = ring.scalar(-1)
    for order in permutations(range(n)):
        term = ring.one
        for i, j in enumerate(order):
            term = term * y[i][j]
        odd = sum(order[a] > order[b] for a in range(n) for b in range(a + 1, n)) % 2
        volume = volume - term if odd else volume + term
    listed = []
    for poly in given.equations:
        used = {k for e, _ in poly.terms for k, d in enumerate(e) if d}
        if used & set(inside):
            listed.append(ring.element(dict(poly.terms)))
    if any(any(e[k] for k in inside) for r in given.inequalities for e, _ in (*r.numerator.terms, *r.denominator.terms)):
        return False
    wanted.append(volume)
    return len(listed) == len(wanted) and all(w in listed for w in wanted)
