"""Functions of the undeclared names, angles and shared constants: comparisons that a reader sees at once."""

from __future__ import annotations

import pytest

from tests.edge_texts import claims, judged, kernels

RADIAL = "group G = SO(3)\nend E = int g : G. Map(space(vector), trivial)\n"
CIRCLES = "group G = SO(2)\nend E = int g : G. Map(Circle * Circle, trivial)\n"
SPHERES = "group G = SO(3)\nend E = int g : G. Map(Sphere(2) * Sphere(2), trivial)\n"
PLANE = "group G = SO(2)\nend E = int g : G. Map(space(irrep({})), irrep({}))\n"


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        ("f(t)^2 + f(t)", "refuted"),
        ("f(t)^2 - 3*f(t) + 5", "refuted"),
        ("2*f(t)^4 + f(t)^3 - f(t)", "refuted"),
        ("f(t)^3 + f(t)", "proved"),
        ("f(t)^3 + 2*f(t) + 1", "proved"),
        ("f(t)^3 - f(t)", "undecided"),
        ("f(t) + 1", "proved"),
    ],
)  # fmt: skip
def test_polynomials_in_an_arbitrary_function(formula: str, expected: str) -> None:
    assert claims(RADIAL + f"expect E(x) = {formula} where t = norm(x)\n") == [expected]


@pytest.mark.parametrize(("formula", "value"), [("f(t)^2 + f(t)", -1), ("f(t)^2 - 3*f(t) + 5", 2), ("f(t)^2 + 2*f(t) + 1", -1)])
def test_the_value_that_is_never_taken(formula: str, value: int) -> None:
    """Recomputed: the least value of the quadratic is above it."""
    (judgement,) = [j for kind, j in judged(RADIAL + f"expect E(x) = {formula} where t = norm(x)\n") if kind == "expect"]
    assert judgement.counterexample is not None
    assert str(judgement.counterexample.as_dict()["solution"]) == f"Num(value=Fraction({value}, 1))"


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        ("f(theta^2)", "refuted"),
        ("f(abs(theta))", "refuted"),
        ("f(theta^4)", "refuted"),
        ("f(cos(theta), sin(2*theta))", "proved"),
        ("f(cos(2*theta), sin(2*theta))", "refuted"),
        ("f(cos(theta), sin(3*theta))", "proved"),
        ("f(theta)", "proved"),
    ],
)  # fmt: skip
def test_angles(formula: str, expected: str) -> None:
    assert claims(CIRCLES + f"expect E(x, y) = {formula} where theta = angle(x, y)\n") == [expected]


@pytest.mark.parametrize("formula", ["sum(l, 0, oo, a*legendre(l, dot(x, y)))", "b + sum(l, 0, oo, a*legendre(l, dot(x, y)))"])
def test_one_constant_for_a_series(formula: str) -> None:
    assert claims(SPHERES + f"expect E(x, y) = {formula}\n") == ["refuted"]


@pytest.mark.parametrize(
    ("source", "target", "free"),
    [(3, 1, 0), (3, 2, 0), (2, 1, 0), (5, 3, 0), (3, 3, 2), (3, 6, 2), (1, 3, 2), (2, 4, 2), (4, 2, 0), (4, 6, 0), (3, 0, 1)],
)  # fmt: skip
def test_turns_that_move_no_point(source: int, target: int, free: int) -> None:
    """exp(2πJ/k) fixes the points of weight k, and values of weight m unless k divides m."""
    text = PLANE.format(source, target)
    assert claims(text + f"expect free E = {free}\n") == ["proved"]
    assert kernels(text)[1].free == free


def test_a_turn_of_several_weights() -> None:
    """Weights 2 and 4 together are moved by no half turn; of the values of weights 1 and 2 the latter are left."""
    text = """
group G { lie generators r }
functor V : G -> Vect { r = [[0,-2,0,0],[2,0,0,0],[0,0,0,-4],[0,0,4,0]] }
functor W : G -> Vect { r = [[0,-1,0,0],[1,0,0,0],[0,0,0,-2],[0,0,2,0]] }
end E = int g : G. Map(space(V), W)
expect free E = 2
expect free E = 4
"""
    assert claims(text) == ["proved", "refuted"]


@pytest.mark.parametrize(("formula", "expected"), [("f(d^2 - d)", "refuted"), ("f(d^2 + d)", "proved"), ("f(d^4 - d^2)", "refuted")])
def test_arguments_that_turn_back(formula: str, expected: str) -> None:
    """d² - d is -3/16 at d = 1/4 and at d = 3/4."""
    text = "group G = E(2)\nend E = int g : G. Map(R^2 * R^2, trivial)\n"
    assert claims(text + f"expect E(x, y) = {formula} where d = norm(x - y)\n") == [expected]
