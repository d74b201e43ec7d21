"""Points on varieties, and decisions modulo equations."""

from __future__ import annotations

import random
from fractions import Fraction

import flint
import pytest

from catalg.exact.instances import Instance
from catalg.exact.intervals import value_at
from catalg.exact.polynomial_points import NotPolynomial, Variety, groebner
from catalg.exact.zero import decide_zero
from catalg.terms import Relation, Term
from tests.exact.formulas import F, name, sin, wrap

a, b, c, d, x, y = map(name, "abcdxy")


def orthogonal(size: int) -> tuple[list[list[F]], list[Term]]:
    rows = [[name(f"r{i}{j}") for j in range(size)] for i in range(size)]
    found = []
    for i in range(size):
        for j in range(i, size):
            entry = wrap(-1 if i == j else 0)
            for k in range(size):
                entry = entry + rows[k][i] * rows[k][j]
            found.append(entry.term)
    return rows, found


VARIETIES: dict[str, list[Term]] = {
    "sphere": [(x**2 + y**2 + a**2 - 1).term],
    "sphere of radius two thirds": [(x**2 + y**2 - Fraction(4, 9)).term],
    "hyperboloid": [(x**2 - y**2 - a**2 - 1).term],
    "quadric without small points": [(x**2 + y**2 - 7 * a**2 - 3).term],
    "cubic": [(y**2 - x**3 - x - 1).term],
    "quartic": [(x**4 + y**4 - 1).term],
    "unimodular": [(a * d - b * c - 1).term],
    "two circles": [(a**2 + b**2 - 1).term, (c**2 + d**2 - 1).term],
    "rotation": orthogonal(2)[1],
    "rotation of space": orthogonal(3)[1],
    "irrational": [(x**2 - 2).term, (y - x**2 - x).term],
    "relation": [Relation("=", (x * y).term, wrap(1).term)],
    "degenerate": [(x**2 + y**2).term],
}


@pytest.mark.parametrize("label", VARIETIES)
def test_sampled_points_satisfy_the_equations(label: str) -> None:
    equations = VARIETIES[label]
    variety = Variety.of(equations)
    rng = random.Random(1)
    points = [p for p in (variety.sample(rng) for _ in range(4)) if p is not None]
    assert points
    for point in points:
        rational = {k: v for k, v in point.items() if isinstance(v, Fraction)}
        if len(rational) == len(point):
            assert variety.contains(rational)
        for equation in equations:
            term = (F(equation.left) - F(equation.right)).term if isinstance(equation, Relation) else equation
            value = value_at(term, point, Instance("0"), most_bits=256)
            assert value == 0 or (value.contains(0) and abs(value) < 1e-10)


def test_points_of_spheres_are_rational_and_vary() -> None:
    variety = Variety.of(VARIETIES["sphere"])
    rng = random.Random(2)
    points = [variety.sample(rng) for _ in range(6)]
    assert len({str(p) for p in points}) == 6
    assert all(isinstance(v, Fraction) for p in points if p for v in p.values())


def test_no_real_point_is_no_point() -> None:
    assert Variety.of([(x**2 + 1).term]).sample(random.Random(1)) is None
    assert Variety.of([(x - 1).term, (x - 2).term]).sample(random.Random(1)) is None
    with pytest.raises(NotPolynomial):
        Variety.of([sin(x).term])
    with pytest.raises(NotPolynomial):
        Variety.of([x < 1])


def test_decisions_modulo_several_equations() -> None:
    rows, equations = orthogonal(3)
    norm = rows[0][0] ** 2 + rows[0][1] ** 2 + rows[0][2] ** 2
    assert decide_zero((norm - 1).term, equations=equations).kind == "zero"
    assert (
        decide_zero((rows[0][0] * rows[1][0] + rows[0][1] * rows[1][1]).term, equations=equations).kind
        == "nonzero"
    )
    cubics = [(a**3 + b**2 * c - 1).term, (b**3 + c**2 - a).term, (a * b * c - d**3).term]
    gap = (b**3 + c**2) ** 3 + b**2 * c - 1
    assert decide_zero(gap.term, equations=cubics).kind == "zero"
    assert decide_zero((gap + a * 0 + d).term, equations=cubics).kind == "nonzero"


def test_points_of_the_caller_must_satisfy_the_equations() -> None:
    circle = [(x**2 + y**2 - 1).term]
    wrong = [{"x": Fraction(1), "y": Fraction(1)}, {"x": Fraction(1)}]
    assert decide_zero((x**2 + y**2 - 1).term, equations=circle, points=wrong).kind == "zero"
    right = [{"x": Fraction(1), "y": Fraction(0)}]
    found = decide_zero((y - x).term, equations=circle, points=right)
    assert found.witness == {"x": 1, "y": 0}


def test_groebner_bases_are_limited() -> None:
    ctx = flint.fmpq_mpoly_ctx.get(["u", "v"], flint.Ordering.lex)
    u, v = ctx.gens()
    assert groebner([u**2 - v, u * v - 1], ctx) is not None
    assert groebner([u**5 - v**3 + 1, u**4 * v - u - 1, v**7 - u], ctx, (3, 4, 64)) is None
