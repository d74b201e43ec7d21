"""Equivariant kernels with known numbers of arbitrary functions and of their scalar arguments.

The numbers come from orbit codimensions and stabilizer-fixed fibres and from the literature (Weiler and Cesa 2019 for the
plane, Lang and Weiler 2020 for space, Weyl's first fundamental theorems for the classical groups, Bellaard, Smets and Duits
2025 for R^3 x S^2).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from catalg.model.kernel_problem import KernelProblem
from tests.kernel_problems import (
    Action,
    Rep,
    affine,
    diag,
    eye,
    gl,
    hom,
    linear,
    padded,
    permutation,
    plus,
    problem,
    pulled,
    scaled,
    sl,
    so,
    so_form,
    sp,
    spd,
    sphere,
    sym2,
    traceless2,
    trivial,
    unit,
    zero,
)

F = Fraction


@dataclass(frozen=True)
class Case:
    """A problem and its numbers: arbitrary functions, functional rank of their arguments."""

    build: Callable[[], KernelProblem]
    free: int
    arguments: int
    group: str = ""


CASES: dict[str, Case] = {}


def case(name: str, free: int, arguments: int) -> Callable[[Callable[[], KernelProblem]], Callable[[], KernelProblem]]:
    def register(build: Callable[[], KernelProblem]) -> Callable[[], KernelProblem]:
        CASES[name] = Case(build, free, arguments)
        return build

    return register


def rotations(n: int) -> Rep:
    return Rep(tuple(so(n)), ())


def orthogonal(n: int) -> Rep:
    if n % 2:
        return Rep(tuple(so(n)), (scaled(F(-1), eye(n)),))
    return Rep(tuple(so(n)), (diag(*([1] * (n - 1)), -1),))


def plane_irrep(m: int, reflect: bool = False) -> Rep:
    """Frequency m of SO(2), or of O(2) with the reflection diag(1, -1)."""
    if m == 0:
        return Rep((zero(1),), (eye(1),) if reflect else ())
    turn = scaled(F(m), so(2)[0])
    return Rep((turn,), (diag(1, -1),) if reflect else ())


def general(n: int) -> Rep:
    return Rep(tuple(gl(n)), (diag(-1, *([1] * (n - 1))),))


def euclidean_space(v: Rep, arguments: int, target: Rep, rows: int = 0, columns: int = 0) -> KernelProblem:
    names = ["q", "k", "p", "w"][:arguments]
    return problem([(name, affine(v)) for name in names], padded(target, v.dim), rows, columns)


def vectors(v: Rep, count: int, target: Rep, rows: int = 0, columns: int = 0) -> KernelProblem:
    return problem([(name, linear(v)) for name in ["x", "y", "z", "w"][:count]], target, rows, columns)


# translations, scalings, affine groups


@case("R2-translations", 1, 2)
def _() -> KernelProblem:
    still = Rep((), ())
    v = Rep((zero(2), zero(2)), ())
    shift = affine(Rep((), (eye(2),)))
    action = Action(2, shift.fields, ())
    return problem([("q", action), ("k", action)], Rep((zero(1), zero(1)), still.discrete or v.discrete))


@case("scale-pairs", 1, 1)
def _() -> KernelProblem:
    action = linear(Rep(([[F(1)]],), ()), shape="scalar", inequalities=({(1,): F(1)},))
    return problem([("x", action), ("y", action)], Rep((zero(1),), ()))


@case("scale-density", 1, 1)
def _() -> KernelProblem:
    action = linear(Rep(([[F(1)]],), ()), shape="scalar", inequalities=({(1,): F(1)},))
    return problem([("x", action), ("y", action)], Rep(([[F(-1)]],), ()))


@case("Aff1-3points", 1, 1)
def _() -> KernelProblem:
    return euclidean_space(general(1), 3, trivial(general(1)))


@case("Aff2-3points", 1, 0)
def _() -> KernelProblem:
    return euclidean_space(general(2), 3, trivial(general(2)))


@case("Aff2-4points", 1, 2)
def _() -> KernelProblem:
    return euclidean_space(general(2), 4, trivial(general(2)))


@case("similarity-triples", 1, 2)
def _() -> KernelProblem:
    v = Rep((so(2)[0], eye(2)), ())
    return euclidean_space(v, 3, trivial(v))


# Euclidean groups


@case("SE2-End", 4, 1)
def _() -> KernelProblem:
    v = rotations(2)
    return euclidean_space(v, 2, *hom(v, v))


@case("SE2-harmonics", 7, 1)
def _() -> KernelProblem:
    v = rotations(2)
    return euclidean_space(v, 2, plane_irrep(0) + plane_irrep(1) + plane_irrep(2) + plane_irrep(3))


@case("SE2-1-0", 2, 1)
def _() -> KernelProblem:
    return euclidean_space(rotations(2), 2, *hom(plane_irrep(1), plane_irrep(0)))


@case("SE2-1-2", 4, 1)
def _() -> KernelProblem:
    return euclidean_space(rotations(2), 2, *hom(plane_irrep(1), plane_irrep(2)))


@case("SE2-triples", 1, 3)
def _() -> KernelProblem:
    return euclidean_space(rotations(2), 3, trivial(rotations(2)))


@case("E2-0-det", 0, 1)
def _() -> KernelProblem:
    return euclidean_space(orthogonal(2), 2, plane_irrep(0, True).twisted([-1]))


@case("E2-1-1", 2, 1)
def _() -> KernelProblem:
    return euclidean_space(orthogonal(2), 2, *hom(plane_irrep(1, True), plane_irrep(1, True)))


@case("E2-1-2", 2, 1)
def _() -> KernelProblem:
    return euclidean_space(orthogonal(2), 2, *hom(plane_irrep(1, True), plane_irrep(2, True)))


@case("SE3-0-0", 1, 1)
def _() -> KernelProblem:
    return euclidean_space(rotations(3), 2, trivial(rotations(3)))


@case("SE3-0-2", 1, 1)
def _() -> KernelProblem:
    return euclidean_space(rotations(3), 2, traceless2(rotations(3)))


@case("SE3-1-1", 3, 1)
def _() -> KernelProblem:
    return euclidean_space(rotations(3), 2, *hom(rotations(3), rotations(3)))


@case("SE3-1-2", 3, 1)
def _() -> KernelProblem:
    return euclidean_space(rotations(3), 2, *hom(rotations(3), traceless2(rotations(3))))


@case("SE3-2-2", 5, 1)
def _() -> KernelProblem:
    v = traceless2(rotations(3))
    return euclidean_space(rotations(3), 2, *hom(v, v))


@case("E3-0o-0e", 0, 1)
def _() -> KernelProblem:
    return euclidean_space(orthogonal(3), 2, trivial(orthogonal(3)).twisted([-1]))


@case("E3-1o-1e", 1, 1)
def _() -> KernelProblem:
    v = orthogonal(3)
    return euclidean_space(v, 2, *hom(v, v.twisted([-1])))


@case("E3-1o-2e", 2, 1)
def _() -> KernelProblem:
    v = orthogonal(3)
    return euclidean_space(v, 2, *hom(v, traceless2(v)))


@case("E3-2e-2e", 3, 1)
def _() -> KernelProblem:
    v = orthogonal(3)
    return euclidean_space(v, 2, *hom(traceless2(v), traceless2(v)))


@case("SE3-R3xS2-pairs", 1, 4)
def _() -> KernelProblem:
    v = rotations(3)
    x, s = affine(v), pulled(sphere(v), 3)
    return problem([("p", x), ("u", s), ("q", x), ("v", s)], padded(trivial(v), 3))


# rotations


@case("O3-R3-vector", 1, 1)
def _() -> KernelProblem:
    return vectors(orthogonal(3), 1, orthogonal(3))


@case("SO2-R2-vector", 2, 1)
def _() -> KernelProblem:
    return vectors(rotations(2), 1, rotations(2))


@case("SO2-pairs-End", 4, 3)
def _() -> KernelProblem:
    return vectors(rotations(2), 2, *hom(rotations(2), rotations(2)))


@case("SO2-S1xS1", 1, 1)
def _() -> KernelProblem:
    v = rotations(2)
    return problem([("x", sphere(v)), ("y", sphere(v))], trivial(v))


@case("O2-S1xS1", 1, 1)
def _() -> KernelProblem:
    v = orthogonal(2)
    return problem([("x", sphere(v)), ("y", sphere(v))], trivial(v))


@case("SO2axis-R3-vector", 3, 2)
def _() -> KernelProblem:
    v = Rep((so(3)[0],), ())
    return vectors(v, 1, v)


@case("O2axis-R3-vector", 2, 2)
def _() -> KernelProblem:
    v = Rep((so(3)[0],), (diag(1, -1, 1),))
    return vectors(v, 1, v)


@case("SO3-R3xR3-scalar", 1, 3)
def _() -> KernelProblem:
    return vectors(rotations(3), 2, trivial(rotations(3)))


@case("SO3-S2xS2-End", 9, 1)
def _() -> KernelProblem:
    v = rotations(3)
    target, rows, columns = hom(v, v)
    return problem([("x", sphere(v)), ("y", sphere(v))], target, rows, columns)


@case("SO3-S2xS2-scalar", 1, 1)
def _() -> KernelProblem:
    v = rotations(3)
    return problem([("x", sphere(v)), ("y", sphere(v))], trivial(v))


@case("SO4-S3xS3-scalar", 1, 1)
def _() -> KernelProblem:
    v = rotations(4)
    return problem([("x", sphere(v)), ("y", sphere(v))], trivial(v))


@case("O4-2vectors-vector", 2, 3)
def _() -> KernelProblem:
    return vectors(orthogonal(4), 2, orthogonal(4))


@case("O2-3vectors-vector", 2, 5)
def _() -> KernelProblem:
    return vectors(orthogonal(2), 3, orthogonal(2))


@case("O3-Sym2-Sym2", 3, 3)
def _() -> KernelProblem:
    v = orthogonal(3)
    return problem([("A", linear(sym2(v), shape="symmetric", rows=3))], sym2(v))


@case("O3-Sym-vector-to-vector", 3, 6)
def _() -> KernelProblem:
    v = orthogonal(3)
    return problem([("A", linear(sym2(v), shape="symmetric", rows=3)), ("v", linear(v))], v)


@case("frame-indifference", 9, 6)
def _() -> KernelProblem:
    v = rotations(3)
    three = v * trivial(v, 3)
    determinant: dict[tuple[int, ...], Fraction] = {}
    for images, sign in (((0, 1, 2), 1), ((1, 2, 0), 1), ((2, 0, 1), 1), ((0, 2, 1), -1), ((2, 1, 0), -1), ((1, 0, 2), -1)):
        determinant[tuple(int(any(k == 3 * i + j for i, j in enumerate(images))) for k in range(9))] = F(sign)
    action = linear(three, shape="matrix", rows=3, columns=3, inequalities=(determinant,))
    return problem([("F", action)], three, 3, 3)


@case("SO3-left-self", 1, 3)
def _() -> KernelProblem:
    v = rotations(3)
    three = v * trivial(v, 3)
    equations = []
    for i in range(3):
        for j in range(i, 3):
            table: dict[tuple[int, ...], Fraction] = {}
            for k in range(3):
                e = [0] * 9
                e[3 * i + k] += 1
                e[3 * j + k] += 1
                table[tuple(e)] = F(1)
            if i == j:
                table[(0,) * 9] = F(-1)
            equations.append(table)
    action = linear(
        three, shape="matrix", rows=3, columns=3, equations=tuple(equations), free_transitive=True,
        base=tuple(F(int(i == j)) for i in range(3) for j in range(3)),
    )  # fmt: skip
    return problem([("a", action), ("b", action)], trivial(v))


# finite groups


@case("C4-R2-to-vector", 2, 2)
def _() -> KernelProblem:
    return vectors(Rep((), ([[F(0), F(-1)], [F(1), F(0)]],)), 1, Rep((), ([[F(0), F(-1)], [F(1), F(0)]],)))


@case("S3-Rn-to-Rn", 3, 3)
def _() -> KernelProblem:
    v = Rep((), (permutation([1, 0, 2]), permutation([1, 2, 0])))
    return vectors(v, 1, v)


@case("S4-Rn-to-Rn", 4, 4)
def _() -> KernelProblem:
    v = Rep((), (permutation([1, 0, 2, 3]), permutation([1, 2, 3, 0])))
    return vectors(v, 1, v)


# linear groups


@case("GL2-pair-scalar", 1, 0)
def _() -> KernelProblem:
    return vectors(general(2), 2, trivial(general(2)))


@case("GL2-vector-covector", 1, 1)
def _() -> KernelProblem:
    v = general(2)
    return problem([("v", linear(v)), ("a", linear(v.dual))], trivial(v))


@case("SL3-3vectors-scalar", 1, 1)
def _() -> KernelProblem:
    v = Rep(tuple(sl(3)), ())
    return vectors(v, 3, trivial(v))


@case("SL2-3vectors-vector", 2, 3)
def _() -> KernelProblem:
    v = Rep(tuple(sl(2)), ())
    return vectors(v, 3, v)


@case("Sp4-pair-vector", 2, 1)
def _() -> KernelProblem:
    v = Rep(tuple(sp(4)), ())
    return vectors(v, 2, v)


@case("GL2-SPD-pairs", 1, 2)
def _() -> KernelProblem:
    v = general(2)
    return problem([("P", spd(v)), ("Q", spd(v))], trivial(v))


@case("GL2-natural-gradient", 1, 1)
def _() -> KernelProblem:
    v = general(2)
    return problem([("F", spd(v)), ("g", linear(v.dual))], v)


@case("GLplus2-natural-gradient", 2, 1)
def _() -> KernelProblem:
    v = Rep(tuple(gl(2)), ())
    return problem([("F", spd(v)), ("g", linear(v.dual))], v)


@case("SL2-natural-gradient", 2, 2)
def _() -> KernelProblem:
    v = Rep(tuple(sl(2)), ())
    return problem([("F", spd(v)), ("g", linear(v.dual))], v)


@case("GL3-natural-gradient", 1, 1)
def _() -> KernelProblem:
    v = general(3)
    return problem([("F", spd(v)), ("g", linear(v.dual))], v)


@case("GL3-metric-covector-to-T2", 2, 1)
def _() -> KernelProblem:
    v = general(3)
    return problem([("F", spd(v)), ("g", linear(v.dual))], v * v, 3, 3)


# Lorentz


@case("Lorentz-pq-T2", 6, 3)
def _() -> KernelProblem:
    v = Rep(tuple(so_form([1, -1, -1, -1])), ())
    return problem([("p", linear(v)), ("q", linear(v))], v * v, 4, 4)


@case("O13-pq-T2", 5, 3)
def _() -> KernelProblem:
    v = Rep(tuple(so_form([1, -1, -1, -1])), (diag(1, -1, -1, -1), diag(-1, 1, 1, 1)))
    return problem([("p", linear(v)), ("q", linear(v))], v * v, 4, 4)


# no family


@case("R-unipotent-fibre", 4, 1)
def _() -> KernelProblem:
    n = unit(2, 0, 1)
    v = Rep((n,), ())
    shift = Action(1, (({(0,): F(1)},),), (), shape="scalar")
    target, rows, columns = hom(v, v)
    return problem([("x", shift), ("y", shift)], target, rows, columns)


@case("Heisenberg-left-self", 1, 3)
def _() -> KernelProblem:
    fields = (
        ({(0, 0, 0): F(1)}, {}, {(0, 1, 0): F(1)}),
        ({}, {(0, 0, 0): F(1)}, {}),
        ({}, {}, {(0, 0, 0): F(1)}),
    )
    action = Action(3, fields, (), free_transitive=True, base=(F(0), F(0), F(0)))
    return problem([("x", action), ("y", action)], Rep((zero(1),) * 3, ()))


@case("Galilei-events", 1, 1)
def _() -> KernelProblem:
    one = (0, 0, 0, 0)
    t, x, y, z = (tuple(int(k == j) for k in range(4)) for j in range(4))
    fields = [
        ({one: F(1)}, {}, {}, {}),
        ({}, {one: F(1)}, {}, {}),
        ({}, {}, {one: F(1)}, {}),
        ({}, {}, {}, {one: F(1)}),
        ({}, {t: F(1)}, {}, {}),
        ({}, {}, {t: F(1)}, {}),
        ({}, {}, {}, {t: F(1)}),
        ({}, {y: F(-1)}, {x: F(1)}, {}),
        ({}, {z: F(-1)}, {}, {x: F(1)}),
        ({}, {}, {z: F(-1)}, {y: F(1)}),
    ]
    action = Action(4, tuple(fields), ())
    return problem([("p", action), ("q", action)], Rep((zero(1),) * 10, ()))


def projective_line(points: int) -> KernelProblem:
    fields = (({(0,): F(1)},), ({(1,): F(1)},), ({(2,): F(1)},))
    maps = (({(1,): F(-1)},),)
    action = Action(1, fields, maps, shape="scalar")
    names = ["x", "y", "z", "w"][:points]
    return problem([(name, action) for name in names], Rep((zero(1),) * 3, (eye(1),)))


@case("PGL2-3points", 1, 0)
def _() -> KernelProblem:
    return projective_line(3)


@case("PGL2-4points", 1, 1)
def _() -> KernelProblem:
    return projective_line(4)


@case("half-plane-pairs", 1, 1)
def _() -> KernelProblem:
    fields = (
        ({(0, 0): F(1)}, {}),
        ({(1, 0): F(1)}, {(0, 1): F(1)}),
        ({(2, 0): F(1), (0, 2): F(-1)}, {(1, 1): F(2)}),
    )
    action = Action(2, fields, (), inequalities=({(0, 1): F(1)},))
    return problem([("z", action), ("w", action)], Rep((zero(1),) * 3, ()))


def conformal_fields(n: int) -> list[tuple[dict[tuple[int, ...], Fraction], ...]]:
    def e(*places: int) -> tuple[int, ...]:
        return tuple(places.count(k) for k in range(n))

    fields: list[tuple[dict[tuple[int, ...], Fraction], ...]] = []
    fields += [tuple({e(): F(1)} if k == j else {} for k in range(n)) for j in range(n)]
    for i in range(n):
        for j in range(i + 1, n):
            fields.append(tuple({e(j): F(-1)} if k == i else {e(i): F(1)} if k == j else {} for k in range(n)))
    fields.append(tuple({e(k): F(1)} for k in range(n)))
    for b in range(n):
        images = []
        for k in range(n):
            table: dict[tuple[int, ...], Fraction] = {}
            if k == b:
                for j in range(n):
                    table[e(j, j)] = table.get(e(j, j), F(0)) - 1
            table[e(b, k)] = table.get(e(b, k), F(0)) + 2
            images.append({m: c for m, c in table.items() if c})
        fields.append(tuple(images))
    return fields


@case("conformal-4points", 1, 2)
def _() -> KernelProblem:
    action = Action(3, tuple(conformal_fields(3)), ())
    return problem([(name, action) for name in ("x", "y", "z", "w")], Rep((zero(1),) * 10, ()))


__all__ = ["CASES", "Case", "plus"]
