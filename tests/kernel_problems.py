"""Kernel problems from bare generators, for the tests of the strategy and of its verifier.

A representation is a list of matrices, one for each Lie generator and then one for each discrete one. Nothing here knows a
closed form.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from catalg.exact.field import NumberField, Scalar, sqrt_rational
from catalg.model.kernel_problem import (
    DiscreteGenerator,
    KernelArgument,
    KernelProblem,
    KernelTarget,
    LieGenerator,
    Poly,
    Rat,
)

Matrix = list[list[Scalar]]


def zero(n: int, m: int | None = None) -> Matrix:
    return [[Fraction(0)] * (n if m is None else m) for _ in range(n)]


def eye(n: int) -> Matrix:
    return [[Fraction(int(i == j)) for j in range(n)] for i in range(n)]


def unit(n: int, i: int, j: int) -> Matrix:
    out = zero(n)
    out[i][j] = Fraction(1)
    return out


def mul(a: Matrix, b: Matrix) -> Matrix:
    return [[sum((x * y for x, y in zip(row, col)), Fraction(0)) for col in zip(*b)] for row in a]


def plus(*terms: Matrix) -> Matrix:
    return [[sum(entries, Fraction(0)) for entries in zip(*rows)] for rows in zip(*terms)]


def scaled(c: Scalar, a: Matrix) -> Matrix:
    return [[c * x for x in row] for row in a]


def transpose(a: Matrix) -> Matrix:
    return [list(col) for col in zip(*a)]


def kron(a: Matrix, b: Matrix) -> Matrix:
    return [[x * y for x in ra for y in rb] for ra in a for rb in b]


def inverse(a: Matrix) -> Matrix:
    n = len(a)
    work = [[x + Fraction(0) for x in row] + e for row, e in zip(a, eye(n))]
    for c in range(n):
        p = next(i for i in range(c, n) if work[i][c])
        work[c], work[p] = work[p], work[c]
        work[c] = [x / work[c][c] for x in work[c]]
        for i in range(n):
            if i != c and work[i][c]:
                work[i] = [x - work[i][c] * y for x, y in zip(work[i], work[c])]
    return [row[n:] for row in work]


@dataclass(frozen=True)
class Rep:
    """Matrices of the Lie generators and of the discrete ones."""

    lie: tuple[Matrix, ...]
    discrete: tuple[Matrix, ...]

    @property
    def dim(self) -> int:
        return len((self.lie + self.discrete)[0])

    def __mul__(self, other: Rep) -> Rep:
        return Rep(
            tuple(
                plus(kron(a, eye(other.dim)), kron(eye(self.dim), b)) for a, b in zip(self.lie, other.lie)
            ),
            tuple(kron(a, b) for a, b in zip(self.discrete, other.discrete)),
        )

    def __add__(self, other: Rep) -> Rep:
        def block(a: Matrix, b: Matrix) -> Matrix:
            return [[*r, *([Fraction(0)] * len(b))] for r in a] + [[*([Fraction(0)] * len(a)), *r] for r in b]

        return Rep(
            tuple(block(a, b) for a, b in zip(self.lie, other.lie)),
            tuple(block(a, b) for a, b in zip(self.discrete, other.discrete)),
        )

    @property
    def dual(self) -> Rep:
        return Rep(
            tuple(scaled(Fraction(-1), transpose(a)) for a in self.lie),
            tuple(transpose(inverse(a)) for a in self.discrete),
        )

    def twisted(self, signs: Sequence[int]) -> Rep:
        return Rep(self.lie, tuple(scaled(Fraction(s), a) for s, a in zip(signs, self.discrete)))

    def on(self, basis: Sequence[Matrix], act: Callable[[Matrix, Matrix], Matrix], group: Callable[[Matrix, Matrix], Matrix],
           coordinates: Callable[[Matrix], list[Scalar]]) -> Rep:  # fmt: skip
        return Rep(
            tuple(transpose([coordinates(act(a, e)) for e in basis]) for a in self.lie),
            tuple(transpose([coordinates(group(s, e)) for e in basis]) for s in self.discrete),
        )


def trivial(rep: Rep, n: int = 1) -> Rep:
    return Rep(tuple(zero(n) for _ in rep.lie), tuple(eye(n) for _ in rep.discrete))


def sym2(rep: Rep) -> Rep:
    """Symmetric matrices A -> g A g^T, coordinates the upper triangle."""
    n = rep.dim
    pairs = [(i, j) for i in range(n) for j in range(i, n)]
    basis = [plus(unit(n, i, j), unit(n, j, i)) if i != j else unit(n, i, i) for i, j in pairs]
    return rep.on(
        basis,
        lambda a, e: plus(mul(a, e), mul(e, transpose(a))),
        lambda g, e: mul(mul(g, e), transpose(g)),
        lambda m: [m[i][j] for i, j in pairs],
    )


def traceless2(rep: Rep) -> Rep:
    """l = 2 of a rotation group in an orthonormal basis of the traceless symmetric matrices (with sqrt(3))."""
    root = sqrt_rational(3)
    field = root.field
    one = field.one
    e = [
        plus(unit(3, 0, 1), unit(3, 1, 0)),
        plus(unit(3, 1, 2), unit(3, 2, 1)),
        scaled(root / 3, plus(scaled(Fraction(2), unit(3, 2, 2)), scaled(Fraction(-1), unit(3, 0, 0)), scaled(Fraction(-1), unit(3, 1, 1)))),
        plus(unit(3, 0, 2), unit(3, 2, 0)),
        plus(unit(3, 0, 0), scaled(Fraction(-1), unit(3, 1, 1))),
    ]  # fmt: skip

    def coordinates(m: Matrix) -> list[Scalar]:
        out = []
        for basis in e:
            value = sum((x * y for r, s in zip(m, basis) for x, y in zip(r, s)), Fraction(0))
            out.append(value * one / 2)
        return out

    return rep.on(
        e,
        lambda a, m: plus(mul(a, m), mul(m, transpose(a))),
        lambda g, m: mul(mul(g, m), transpose(g)),
        coordinates,
    )


def gl(n: int) -> list[Matrix]:
    return [unit(n, i, j) for i in range(n) for j in range(n)]


def sl(n: int) -> list[Matrix]:
    return [unit(n, i, j) for i in range(n) for j in range(n) if i != j] + [
        plus(unit(n, i, i), scaled(Fraction(-1), unit(n, i + 1, i + 1))) for i in range(n - 1)
    ]


def so(n: int) -> list[Matrix]:
    return [plus(unit(n, j, i), scaled(Fraction(-1), unit(n, i, j))) for i in range(n) for j in range(i + 1, n)]


def so_form(signs: Sequence[int]) -> list[Matrix]:
    n = len(signs)
    return [
        plus(scaled(Fraction(signs[i]), unit(n, j, i)), scaled(Fraction(-signs[j]), unit(n, i, j)))
        for i in range(n)
        for j in range(i + 1, n)
    ]


def sp(n: int) -> list[Matrix]:
    """Symplectic with form [[0, I], [-I, 0]], n even."""
    h = n // 2
    out = []
    for i in range(h):
        for j in range(h):
            out.append(plus(unit(n, i, j), scaled(Fraction(-1), unit(n, h + j, h + i))))
            if i <= j:
                out.append(plus(unit(n, i, h + j), unit(n, j, h + i)) if i < j else unit(n, i, h + i))
                out.append(plus(unit(n, h + i, j), unit(n, h + j, i)) if i < j else unit(n, h + i, i))
    return out


def diag(*entries: int) -> Matrix:
    n = len(entries)
    out = zero(n)
    for k, e in enumerate(entries):
        out[k][k] = Fraction(e)
    return out


def permutation(images: Sequence[int]) -> Matrix:
    n = len(images)
    out = zero(n)
    for i, j in enumerate(images):
        out[j][i] = Fraction(1)
    return out


def padded(rep: Rep, before: int) -> Rep:
    """A representation of the linear part, zero on `before` translations in front."""
    return Rep(tuple(zero(rep.dim) for _ in range(before)) + rep.lie, rep.discrete)


@dataclass(frozen=True)
class Action:
    """Coordinate images of every generator as polynomial tables: fields of the Lie generators, maps of the discrete ones."""

    size: int
    fields: tuple[tuple[dict[tuple[int, ...], Scalar], ...], ...]
    maps: tuple[tuple[object, ...], ...]
    equations: tuple[dict[tuple[int, ...], Scalar], ...] = ()
    inequalities: tuple[dict[tuple[int, ...], Scalar], ...] = ()
    shape: str = "vector"
    rows: int = 0
    columns: int = 0
    positive_definite: bool = False
    base: tuple[Fraction, ...] | None = None
    free_transitive: bool = False


def linear_table(row: Sequence[Scalar], constant: Scalar = 0) -> dict[tuple[int, ...], Scalar]:
    n = len(row)
    table = {tuple(int(k == j) for k in range(n)): c for j, c in enumerate(row) if c != 0}
    if constant != 0:
        table[(0,) * n] = constant
    return table


def linear(rep: Rep, **extra: object) -> Action:
    return Action(
        rep.dim,
        tuple(tuple(linear_table(row) for row in m) for m in rep.lie),
        tuple(tuple(linear_table(row) for row in m) for m in rep.discrete),
        **extra,  # type: ignore[arg-type]
    )


def affine(rep: Rep) -> Action:
    """Translations first, then the linear generators of `rep`."""
    n = rep.dim
    shifts = tuple(
        tuple(linear_table([Fraction(0)] * n, Fraction(int(k == j))) for k in range(n)) for j in range(n)
    )
    base = linear(rep)
    return replace(base, fields=shifts + base.fields)


def sphere(rep: Rep) -> Action:
    n = rep.dim
    equation: dict[tuple[int, ...], Scalar] = {tuple(2 * int(k == j) for k in range(n)): Fraction(1) for j in range(n)}
    equation[(0,) * n] = Fraction(-1)
    return linear(rep, equations=(equation,))


def spd(rep: Rep) -> Action:
    """F -> g^-T F g^-1 on positive definite forms."""
    return linear(sym2(rep.dual), shape="symmetric", rows=rep.dim, positive_definite=True,
                  base=tuple(Fraction(int(i == j)) for i in range(rep.dim) for j in range(i, rep.dim)))  # fmt: skip


def pulled(action: Action, before: int) -> Action:
    """The action of the quotient by `before` translations in front."""
    still = tuple(tuple({} for _ in range(action.size)) for _ in range(before))
    return replace(action, fields=still + action.fields)


def product(*actions: Action) -> Action:
    """Two actions as one argument."""
    return actions[0]


def problem(
    arguments: Sequence[tuple[str, Action]], target: Rep, rows: int = 0, columns: int = 0, field: NumberField | None = None
) -> KernelProblem:
    size = sum(a.size for _, a in arguments)
    start = 0
    coordinates: list[str] = []
    blocks = []
    fields: list[list[Rat]] = [[] for _ in arguments[0][1].fields]
    maps: list[list[Rat]] = [[] for _ in arguments[0][1].maps]
    equations, inequalities = [], []

    def shifted(table: dict[tuple[int, ...], Scalar], at: int, count: int) -> Poly:
        out = {}
        for e, c in table.items():
            out[(0,) * at + tuple(e) + (0,) * (size - at - count)] = Fraction(c) if isinstance(c, int) else c
        return Poly.of(out)

    for name, action in arguments:
        blocks.append(
            KernelArgument(name, start, action.size, action.shape, action.rows, action.columns,
                           action.positive_definite, action.free_transitive, action.base)
        )  # fmt: skip
        coordinates += [f"{name}{k + 1}" for k in range(action.size)]
        for rows_, images in zip(fields, action.fields):
            rows_ += [_rat(t, shifted, start, action.size, size) for t in images]
        for rows_, images in zip(maps, action.maps):
            rows_ += [_rat(t, shifted, start, action.size, size) for t in images]
        equations += [shifted(t, start, action.size) for t in action.equations]
        inequalities += [Rat.of(shifted(t, start, action.size), size) for t in action.inequalities]
        start += action.size
    values = [c for m in (*target.lie, *target.discrete) for row in m for c in row]
    number_field = field
    for c in values:
        if not isinstance(c, (int, Fraction)) and not c.is_rational:
            number_field = c.field
    lie = tuple(
        LieGenerator(f"X{k + 1}", tuple(images), tuple(tuple(r) for r in m))
        for k, (images, m) in enumerate(zip(fields, target.lie))
    )
    discrete = tuple(
        DiscreteGenerator(f"s{k + 1}", tuple(images), tuple(tuple(r) for r in m))
        for k, (images, m) in enumerate(zip(maps, target.discrete))
    )
    return KernelProblem(
        tuple(blocks), tuple(coordinates), tuple(equations), tuple(inequalities), discrete, lie,
        KernelTarget(target.dim, rows or target.dim, columns), number_field,
    )  # fmt: skip


def _rat(image: object, shifted: Callable[..., Poly], start: int, count: int, size: int) -> Rat:
    if isinstance(image, tuple):
        return Rat(shifted(image[0], start, count), shifted(image[1], start, count))
    return Rat.of(shifted(image, start, count), size)


def hom(a: Rep, b: Rep) -> tuple[Rep, int, int]:
    """Hom(a, b) = b (x) a* row-major, with its rows and columns."""
    return b * a.dual, b.dim, a.dim


def skewed(given: KernelProblem, seed: int = 1) -> KernelProblem:
    """The same problem with the Lie generators in a random rational basis."""
    rng = random.Random(seed)
    n = len(given.lie)
    if n == 0:
        return given
    while True:
        change = [[Fraction(rng.randint(-5, 5), rng.randint(1, 3)) for _ in range(n)] for _ in range(n)]
        try:
            inverse(change)
            break
        except StopIteration:
            continue

    def mix(weights: Sequence[Fraction], polys: Sequence[Poly]) -> Poly:
        table: dict[tuple[int, ...], Scalar] = {}
        for w, poly in zip(weights, polys):
            for e, c in poly.terms:
                table[e] = table.get(e, Fraction(0)) + w * c
        return Poly.of(table)

    lie = []
    for k, weights in enumerate(change):
        images = tuple(
            Rat.of(mix(weights, [g.images[j].numerator for g in given.lie]), given.size) for j in range(given.size)
        )
        rho = plus(*[scaled(w, [list(r) for r in g.rho]) for w, g in zip(weights, given.lie)])
        lie.append(LieGenerator(f"Z{k + 1}", images, tuple(tuple(r) for r in rho)))
    return replace(given, lie=tuple(lie))


def alternating(n: int, k: int) -> list[tuple[int, ...]]:
    return list(itertools.combinations(range(n), k))
