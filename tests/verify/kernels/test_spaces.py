"""Light cones, hyperboloids, products of circles and towers of half lines as single orbits; domains that flows keep."""

from __future__ import annotations

import pytest

from catalg.model.verdict import Verdict
from tests.edge_texts import claims, judged, kernels

BOOSTS = "b1 = (x, t, 0)  b2 = (y, 0, t)  r = (0, -y, x)"
CONE = f"""
group L {{ lie generators b1, b2, r }}
functor X : L -> Man on (t, x, y) where t^2 = x^2 + y^2, t > 0 {{ {BOOSTS} }}
"""
SHEET = CONE.replace("x^2 + y^2,", "x^2 + y^2 + 1,")


@pytest.mark.parametrize("text", [CONE, SHEET], ids=["cone", "sheet"])
def test_functions_of_the_product(text: str) -> None:
    _, proposal, certificate = kernels(text + "end K = int g : L. Map(X * X, R^1)\n")
    assert (proposal.free, proposal.arguments) == (1, 1)
    assert certificate.complete is Verdict.PROVED, certificate


def test_one_orbit() -> None:
    assert claims(CONE + "end K = int g : L. Map(X, R^1)\nexpect K(p) = a\nrefute K(p) = a*p[1]\n") == ["proved", "proved"]


def test_three_points_on_a_sheet_have_an_orientation() -> None:
    """Three points span all of space, and SO+(1, 2) does not reflect: the determinant is a further invariant."""
    _, _, certificate = kernels(SHEET + "end K = int g : L. Map(X * X * X, R^1)\n")
    assert certificate.sound is Verdict.PROVED


def test_without_the_sheet_time_has_a_direction() -> None:
    """On the whole cone the identity component does not move the past to the future."""
    whole = CONE.replace(", t > 0", "")
    _, _, certificate = kernels(whole + "end K = int g : L. Map(X * X, R^1)\n")
    assert certificate.complete is Verdict.PROVED and [s.sheets for s in certificate.strata] == [2]
    claim = "expect K(p, q) = f(p[1]*q[1] - p[2]*q[2] - p[3]*q[3])\n"
    assert claims(whole + "end K = int g : L. Map(X * X, R^1)\n" + claim) == ["refuted"]
    assert claims(CONE + "end K = int g : L. Map(X * X, R^1)\n" + claim) == ["proved"]


def test_circles_by_bare_fields() -> None:
    text = """
group T { lie generators u, v }
functor X : T -> Man on (a, b, c, d) where a^2 + b^2 = 1, c^2 + d^2 = 1 { u = (-b, a, 0, 0)  v = (-b, a, -d, c) }
end K = int g : T. Map(X * X, R^1)
"""
    assert kernels(text)[2].complete is Verdict.PROVED


FORMS = """
group G { lie generators p, q, r, s }
functor F : G -> Man on (a, b, c) where a > 0, a*c - b^2 > 0 {
  p = (-2*a, -b, 0)  q = (0, -a, -2*b)  r = (-2*b, -c, 0)  s = (0, -b, -2*c)
}
"""


def test_positive_forms_by_their_minors() -> None:
    assert [str(j.verdict) for kind, j in judged(FORMS) if kind == "functor"] == ["proved"]
    assert kernels(FORMS + "end K = int g : G. Map(F, R^1)\n")[2].complete is Verdict.PROVED


@pytest.mark.parametrize(
    ("domain", "field"),
    [("x > 0", "(1, 0)"), ("x > 0, y > 0", "(-y, x)"), ("x^2 + y^2 = 1, x > 0", "(-y, x)"), ("x > 0, x*y - 1 > 0", "(-1, 0)")],
)
def test_flows_that_leave_are_not_proved(domain: str, field: str) -> None:
    text = f"group G {{ lie generators u }}\nfunctor X : G -> Man on (x, y) where {domain} {{ u = {field} }}\n"
    ((_, judgement),) = [pair for pair in judged(text) if pair[0] == "functor"]
    assert judgement.verdict is not Verdict.PROVED
