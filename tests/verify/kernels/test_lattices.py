"""Periodic functions: formulas under lattices of shifts, which tell all orbits apart or miss some."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.edge_texts import claims, judged

LINE = """
group G { generators t }
functor X : G -> Man on (x) { t = (x + 1) }
end E = int g : G. Map(X, R^1)
"""
PLANE = """
group G = Z^2
functor X : G -> Man on (x, y) { t1 = (x + 1, y)  t2 = (x + 1/2, y + 2) }
end E = int g : G. Map(X, R^1)
"""
CYLINDER = """
group G { generators t }
functor X : G -> Man on (x, y) { t = (x + 2, y) }
functor V : G -> Vect { t = [[1, 0], [0, 1]] }
end E = int g : G. Map(X, V)
"""


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        ("f(cos(2*pi*x), sin(2*pi*x))", "proved"),
        ("f(cos(2*pi*x), sin(2*pi*x), cos(4*pi*x))", "proved"),
        ("f(cos(4*pi*x), sin(4*pi*x), cos(6*pi*x), sin(6*pi*x))", "proved"),
        ("f(cos(4*pi*x), sin(4*pi*x))", "undecided"),
        ("f(cos(2*pi*x))", "refuted"),
        ("f(cos(pi*x), sin(pi*x))", "refuted"),
        ("f(x)", "refuted"),
    ],
)  # fmt: skip
def test_on_the_line(formula: str, expected: str) -> None:
    assert claims(LINE + f"expect E(x) = {formula}\n") == [expected]


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        ("f(cos(u), sin(u), cos(v), sin(v))", "proved"),
        ("f(cos(u), sin(u), cos(2*v), sin(2*v))", "undecided"),
        ("f(cos(u), sin(u))", "undecided"),
    ],
)  # fmt: skip
def test_in_a_skew_lattice(formula: str, expected: str) -> None:
    where = " where u = 2*pi*(p[1] - p[2]/4), v = pi*p[2]"
    assert claims(PLANE + f"expect E(p) = {formula}{where}\n") == [expected]


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        ("[f(c, s, p[2]), g(c, s, p[2])]", "proved"),
        ("[f(c, s, p[2]), f(c, s, p[2])]", "refuted"),
        ("[f(c, s, p[2]), g(c, s)]", "refuted"),
        ("[f(c, s, p[2]) + g(c, s, p[2]), f(c, s, p[2]) - g(c, s, p[2])]", "proved"),
    ],
)  # fmt: skip
def test_on_a_cylinder(formula: str, expected: str) -> None:
    where = " where c = cos(pi*p[1]), s = sin(pi*p[1])"
    assert claims(CYLINDER + f"expect E(p) = {formula}{where}\n") == [expected]


def test_the_missed_wave_at_quarters() -> None:
    (judgement,) = [j for kind, j in judged(LINE + "expect E(x) = f(cos(2*pi*x))\n") if kind == "expect"]
    assert judgement.counterexample is not None
    facts = judgement.counterexample.as_dict()
    assert (facts["point"], facts["other"]) == (f"x = {Fraction(1, 4)}", f"x = {Fraction(-1, 4)}")


def test_counts_on_a_torus() -> None:
    claim = "expect free E = 1\nexpect arguments E = 2\nexpect free E = 2\nexpect arguments E = 1\n"
    assert claims(PLANE + claim) == ["proved", "proved", "refuted", "refuted"]


def test_dependent_shifts_are_not_a_lattice() -> None:
    """1 and 1/2 generate a lattice, but 1 and √2 do not: what is not independent is not claimed."""
    text = LINE.replace("generators t", "generators t, u").replace("t = (x + 1)", "t = (x + 1)  u = (x + 1/2)")
    assert claims(text + "expect E(x) = f(cos(4*pi*x), sin(4*pi*x))\n") == ["undecided"]
