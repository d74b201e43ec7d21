"""Series against spaces of kernels: right ones are proved, perturbed ones are refuted with witnesses that hold."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cache

import pytest

import catalg

SPHERE = """
group   G = SO(3)
functor S : G -> Man = Sphere(2)
functor X : G -> Man = R^3
end Ker = int g : G. Map(S * S, R^1)
end KR  = int g : G. Map(X * X, R^1)
"""
CIRCLE = """
group   R = SO(2)
group   O = O(2)
functor C : R -> Man = Circle
functor D : O -> Man = Circle
end KerR = int g : R. Map(C * C, R^1)
end KerO = int g : O. Map(D * D, R^1)
"""
SYMBOLIC = """
param d : Nat where d >= 3
param e : Nat where e >= 2
group   G = SO(d)
group   H = SO(e)
functor S : G -> Man = Sphere(d - 1)
functor U : H -> Man = Sphere(e - 1)
end Ker = int g : G. Map(S * S, R^1)
end KE  = int g : H. Map(U * U, R^1)
"""

PROVED = [
    (SPHERE, "Ker(x, y) = sum(l, 0, oo, a[l]*legendre(l, dot(x, y)))"),
    (SPHERE, "Ker(x, y) = sum(l, 0, oo, (2*l + 1)*a[l]*legendre(l, dot(x, y)))"),
    (SPHERE, "Ker(x, y) = sum(l, 0, oo, a[l]*legendre(l, -dot(x, y)))"),
    (SPHERE, "Ker(x, y) = sum(l, 0, oo, a[l]*legendre(2*l, dot(x, y)) + b[l]*legendre(2*l + 1, dot(x, y)))"),
    (SPHERE, "Ker(x, y) = c + b*dot(x, y) + sum(l, 2, oo, a[l]*legendre(l, dot(x, y)))"),
    (SPHERE, "Ker(x, y) = 7 + sum(l, 0, oo, a[l]*legendre(l, dot(x, y)))"),
    (SPHERE, "Ker(x, y) = sum(l, 0, oo, a[l]*(2 + dot(x, y))*legendre(l, dot(x, y)))"),
    (SPHERE, "Ker(x, y) = sum(l, 0, oo, a[l]*legendre(l, x[1]*y[1] + x[2]*y[2] + x[3]*y[3]))"),
    (SPHERE, "Ker(x, y) = sum(l, 0, oo, a[l]*jacobi(l, 1, 1/2, 1 - norm(x - y)^2/2))"),
    (SPHERE, "KR(x, y) = sum(l, 0, oo, a(l, norm(x), norm(y))*legendre(l, dot(x, y)/(norm(x)*norm(y))))"),
    (CIRCLE, "KerR(x, y) = sum(l, 0, oo, a[l]*cos(l*angle(x, y)) + b[l]*sin(l*angle(x, y)))"),
    (CIRCLE, "KerR(x, y) = sum(l, 0, oo, a[l]*cos(l*angle(x, y))) + sum(l, 1, oo, b[l]*sin(-l*angle(x, y)))"),
    (CIRCLE, "KerO(x, y) = sum(l, 0, oo, a[l]*cos(l*angle(x, y)))"),
    (CIRCLE, "KerO(x, y) = sum(l, 0, oo, a[l]*chebyshev(l, dot(x, y)))"),
    (SYMBOLIC, "Ker(x, y) = sum(l, 0, oo, a[l]*gegenbauer(l, (d - 2)/2, dot(x, y)))"),
    (SYMBOLIC, "Ker(x, y) = c + sum(l, 1, oo, a[l]*gegenbauer(l, d/2 - 1, dot(x, y)))"),
]

REFUTED = [
    (SPHERE, "Ker(x, y) = sum(l, 0, oo, a[2*l]*legendre(2*l, dot(x, y)))"),
    (SPHERE, "Ker(x, y) = sum(l, 1, oo, a[l]*legendre(l, dot(x, y)))"),
    (SPHERE, "Ker(x, y) = 7 + sum(l, 1, oo, a[l]*legendre(l, dot(x, y)))"),
    (SPHERE, "Ker(x, y) = sum(l, 0, oo, l*a[l]*legendre(l, dot(x, y)))"),
    (SPHERE, "Ker(x, y) = sum(l, 0, oo, (l - 3)*a[l]*legendre(l, dot(x, y)))"),
    (SPHERE, "Ker(x, y) = sum(l, 0, 5, a[l]*legendre(l, dot(x, y)))"),
    (SPHERE, "Ker(x, y) = sum(l, 0, 5, a[l]*dot(x, y)^l)"),
    (SPHERE, "Ker(x, y) = sum(l, 0, oo, a[l]*dot(x, y)*legendre(l, dot(x, y)))"),
    (SPHERE, "Ker(x, y) = sum(l, 0, oo, a[l]*gegenbauer(l, 0, dot(x, y)))"),
    (SPHERE, "Ker(x, y) = sum(l, 0, oo, a[l]*legendre(l + 1, dot(x, y)))"),
    (SPHERE, "Ker(x, y) = sum(l, 0, oo, a[l]*legendre(l, x[1]))"),
    (SPHERE, "Ker(x, y) = sum(l, 0, oo, a[l]*legendre(l, dot(x, y)) + b[l]*x[1]^l)"),
    (SPHERE, "KR(x, y) = sum(l, 0, oo, a[l]*legendre(l, dot(x, y)/(norm(x)*norm(y))))"),
    (SPHERE, "KR(x, y) = sum(l, 0, oo, a(l, norm(x), norm(y))*legendre(2*l, dot(x, y)/(norm(x)*norm(y))))"),
    (CIRCLE, "KerR(x, y) = sum(l, 0, oo, a[l]*cos(l*angle(x, y)))"),
    (CIRCLE, "KerR(x, y) = sum(l, 0, oo, a[l]*sin(l*angle(x, y)))"),
    (CIRCLE, "KerR(x, y) = sum(l, 0, oo, a[l]*cos(l*angle(x, y)) + a[l]*sin(l*angle(x, y)))"),
    (CIRCLE, "KerR(x, y) = sum(l, 0, oo, a[l]*cos(l*angle(x, y)) + b[l]*sin(2*l*angle(x, y)))"),
    (CIRCLE, "KerR(x, y) = sum(l, 0, oo, a[l]*chebyshev(l, dot(x, y)))"),
    (CIRCLE, "KerO(x, y) = sum(l, 0, oo, a[l]*cos(l*angle(x, y)) + b[l]*sin(l*angle(x, y)))"),
    (CIRCLE, "KerO(x, y) = sum(l, 0, oo, a[l]*sin(l*angle(x, y)))"),
    (CIRCLE, "KerO(x, y) = sum(l, 0, oo, a[2*l]*cos(2*l*angle(x, y)))"),
    (SYMBOLIC, "Ker(x, y) = sum(l, 0, oo, a[l]*gegenbauer(l, (d - 3)/2, dot(x, y)))"),
    (SYMBOLIC, "Ker(x, y) = sum(l, 1, oo, a[l]*gegenbauer(l, (d - 2)/2, dot(x, y)))"),
    (SYMBOLIC, "Ker(x, y) = sum(l, 0, oo, a[2*l]*gegenbauer(2*l, (d - 2)/2, dot(x, y)))"),
    (SYMBOLIC, "Ker(x, y) = a + b*dot(x, y)"),
    (SYMBOLIC, "KE(x, y) = sum(l, 0, oo, a[l]*gegenbauer(l, (e - 2)/2, dot(x, y)))"),
]

OPEN = [
    (SPHERE, "Ker(x, y) = sum(l, 0, oo, a[l]*dot(x, y)^l)"),
    (SPHERE, "Ker(x, y) = sum(l, 0, oo, a[l]*legendre(l, dot(x, y)^3))"),
    (SPHERE, "Ker(x, y) = sum(l, 0, oo, a[l]*legendre(l, 3*dot(x, y)))"),
    (SPHERE, "Ker(x, y) = sum(l, 0, oo, a[l]*legendre(l, dot(x, y)) + a[l + 1]*legendre(l, dot(x, y)))"),
    (SPHERE, "Ker(x, y) = sum(l, 0, oo, a[l]*gegenbauer(l, -2, dot(x, y)))"),
    (SPHERE, "Ker(x, y) = sum(l, 0, oo, a[l]*dot(x, y)^(2*l)) + sum(l, 1, oo, b[l]*legendre(l, dot(x, y)))"),
    (CIRCLE, "KerR(x, y) = sum(l, 0, oo, a[l]*cos(l*angle(x, y)/2) + b[l]*sin(l*angle(x, y)/2))"),
]


@cache
def verdicts(declarations: str) -> dict[str, tuple[str, dict[str, object]]]:
    """The verdict and the counterexample of each claim about these declarations, from one file."""
    listed = [claim for head, claim in (*PROVED, *REFUTED, *OPEN) if head == declarations]
    report = catalg.loads(declarations + "".join(f"expect {claim}\n" for claim in listed)).check()
    found = {}
    for claim, result in zip(listed, report.results[-len(listed) :], strict=True):
        witness = result.judgement.counterexample
        found[claim] = (result.judgement.verdict.value, dict(witness.facts) if witness is not None else {})
    return found


def verdict(declarations: str, claim: str) -> tuple[str, dict[str, object]]:
    return verdicts(declarations)[claim]


def claims(listed: list[tuple[str, str]]) -> list[object]:
    return [pytest.param(*pair, id=pair[1].replace(" ", "")) for pair in listed]


@pytest.mark.parametrize(("declarations", "claim"), claims(PROVED))
def test_proved(declarations: str, claim: str) -> None:
    assert verdict(declarations, claim)[0] == "proved"


@pytest.mark.parametrize(("declarations", "claim"), claims(REFUTED))
def test_refuted_with_a_witness(declarations: str, claim: str) -> None:
    found, witness = verdict(declarations, claim)
    assert found == "refuted"
    assert witness.keys() & {"solution", "generator"}


@pytest.mark.parametrize(("declarations", "claim"), claims(OPEN))
def test_neither(declarations: str, claim: str) -> None:
    assert verdict(declarations, claim)[0] == "undecided"


def test_the_missing_degree_is_orthogonal_to_all_terms() -> None:
    _, witness = verdict(SPHERE, "Ker(x, y) = sum(l, 0, oo, (l - 3)*a[l]*legendre(l, dot(x, y)))")
    assert witness["degree"] == 3

    def legendre(n: int) -> list[Fraction]:
        """By Rodrigues' sum, which the system does not use."""
        row = [Fraction(0)] * (n + 1)
        for k in range(n // 2 + 1):
            row[n - 2 * k] = Fraction((-1) ** k * math.comb(n, k) * math.comb(2 * n - 2 * k, n), 2**n)
        return row

    def inner(p: list[Fraction], q: list[Fraction]) -> Fraction:
        return sum((a * b * 2 / (i + j + 1) for i, a in enumerate(p) for j, b in enumerate(q) if (i + j) % 2 == 0), Fraction(0))

    assert all(inner(legendre(3), legendre(l)) == 0 for l in range(9) if l != 3)
    assert inner(legendre(3), legendre(3)) != 0


def test_the_term_that_breaks_really_breaks() -> None:
    claim = "KerO(x, y) = sum(l, 0, oo, a[l]*cos(l*angle(x, y)) + b[l]*sin(l*angle(x, y)))"
    _, witness = verdict(CIRCLE, claim)
    assert witness["generator"] == "s"
    assert witness["coefficient"] == "b[1]"
