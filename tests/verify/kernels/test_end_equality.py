"""Equality of two spaces of kernels, both ways, and harmonics as coefficients."""

from __future__ import annotations

import pytest

from tests.edge_texts import claims, judged

ROTATIONS = """
group G = SO(3)
group H = O(3)
end A = int g : G. Map(space(vector), vector)
end B = int g : H. Map(space(vector), vector)
end C = int g : G. Map(space(vector) * space(vector), vector)
end D = int g : H. Map(space(vector) * space(vector), vector)
"""


@pytest.mark.parametrize(
    ("claim", "expected"),
    [("A = A", "proved"), ("A = B", "proved"), ("B = A", "proved"), ("C = D", "refuted"), ("D = C", "refuted"), ("A = C", "undecided")],
)  # fmt: skip
def test_larger_groups_with_the_same_and_with_fewer_kernels(claim: str, expected: str) -> None:
    assert claims(ROTATIONS + f"expect {claim}\n") == [expected]


def test_the_witness_is_a_kernel_of_one_side() -> None:
    (judgement,) = [j for kind, j in judged(ROTATIONS + "expect D = C\n") if kind == "expect"]
    assert judgement.counterexample is not None
    facts = judgement.counterexample.as_dict()
    assert (facts["inside"], facts["outside"]) == ("C", "D") and facts["left"] != facts["right"]


def test_generators_do_not_matter_but_their_span() -> None:
    text = """
group G { lie generators r }
group H { lie generators u }
functor X : G -> Man on (a, b) { r = (-b, a) }
functor Y : H -> Man on (a, b) { u = (-7*b, 7*a) }
functor Z : H -> Man on (a, b) { u = (-7*b, 6*a) }
end E = int g : G. Map(X, R^1)
end F = int h : H. Map(Y, R^1)
end K = int h : H. Map(Z, R^1)
expect E = F
expect E = K
"""
    assert claims(text) == ["proved", "refuted"]


def test_regions_and_a_discrete_generator() -> None:
    """The formulas agree, but time reversal ties the functions on the future and on the past."""
    text = """
group L = SOplus(1, 3)
group O = O(1, 3)
end E = int g : L. Map(space(vector), trivial)
end F = int g : O. Map(space(vector), trivial)
expect E = F
"""
    assert claims(text) == ["undecided"]


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        ("c*[Y(1,-1,x), Y(1,0,x), Y(1,1,x)]", "refuted"),
        ("c(norm(x))*[Y(1,-1,x), Y(1,0,x), Y(1,1,x)]", "proved"),
        ("c(norm(x))*[Y(1,1,x), Y(1,-1,x), Y(1,0,x)]", "refuted"),
    ],
)
def test_harmonics_in_space(formula: str, expected: str) -> None:
    text = f"group G = SO(3)\nend E = int g : G. Map(space(vector), irrep(1))\nexpect E(x) = {formula}\n"
    assert claims(text) == [expected]


def test_harmonics_on_the_sphere() -> None:
    text = "group G = SO(3)\nend E = int g : G. Map(Sphere(2), irrep(1))\n"
    assert claims(text + "expect E(x) = c*[Y(1,-1,x), Y(1,0,x), Y(1,1,x)]\n") == ["proved"]
