"""Actions by formula: components act on the algebra as declared, and loops close."""

import pytest

import catalg

TURNS = "group G = SO(2)\nfunctor A : G -> Man on "
CASES = {
    "half speed takes two turns": (TURNS + "(x, y) { X = (-y/2, x/2) }", "refuted"),
    "double speed": (TURNS + "(x, y) { X = (-2*y, 2*x) }", "proved"),
    "a translation never returns": (TURNS + "(x) { X = (1) }", "refuted"),
    "a turn about another point": (TURNS + "(x, y) { X = (-y, x - 1) }", "proved"),
    "a screw": (TURNS + "(x, y, z) { X = (-y, x, 1) }", "refuted"),
    "nonlinear but closed": (TURNS + "(x, y, z) { X = (-y, x, x^2 - y^2) }", "proved"),
    "nonlinear and growing": (TURNS + "(x, y, z) { X = (-y, x, x^2 + y^2) }", "refuted"),
    "on the circle alone": (TURNS + "(x, y) where x^2 + y^2 = 1 { X = (-y*(x^2 + y^2), x*(x^2 + y^2)) }", "proved"),
    "half plane": (TURNS + "(x, y) where y > 0 { X = ((1 + x^2 - y^2)/2, x*y) }", "proved"),
    "half plane, half speed": (TURNS + "(x, y) where y > 0 { X = ((1 + x^2 - y^2)/4, x*y/2) }", "refuted"),
    "an incomplete field": (TURNS + "(x) { X = (x^2) }", "undecided"),
    "a mirror": ("group G = O(2)\nfunctor A : G -> Man on (x, y) { X = (-y, x)  s = (x, -y) }", "proved"),
    "a mirror that keeps the sense": ("group G = O(2)\nfunctor A : G -> Man on (x, y) { X = (-y, x)  s = (x, y) }", "refuted"),
    "spinors of SO(3)": (
        """
        group G = SO(3)
        functor A : G -> Man on (a, b, c, d) {
          X = (-d/2, c/2, -b/2, a/2)  Y = (c/2, d/2, -a/2, -b/2)  Z = (-b/2, a/2, d/2, -c/2)
        }
        """,
        "refuted",
    ),
}


@pytest.mark.parametrize(("text", "verdict"), CASES.values(), ids=CASES)
def test_relations_of_components_and_loops(text, verdict):
    assert catalg.loads(text).check().status == verdict
