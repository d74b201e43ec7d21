"""Counting functions in sizes, and `where` names in any order."""

from __future__ import annotations

from math import comb

import pytest

from catalg.elaborate.counting import NotCounted, NotPolynomial, counted
from catalg.terms import Dim, Parameter
from catalg.terms.functions import bell, catalan, stirling
from tests.edge_texts import claims

N = Dim.parameter("n")


def test_stirling_numbers_satisfy_their_recursion() -> None:
    for n in range(1, 9):
        for k in range(1, n + 1):
            assert stirling(n, k) == k * stirling(n - 1, k) + stirling(n - 1, k - 1)
        assert bell(n) == sum(comb(n - 1, k) * bell(k) for k in range(n))
        assert catalan(n) == sum(catalan(k) * catalan(n - 1 - k) for k in range(n))


def test_polynomials_and_ranges() -> None:
    at_least_3 = {"n": Parameter("n", lower=3)}
    assert counted("binomial", (N, Dim.of(2)), {}).at({"n": 5}) == 10
    assert counted("min", (N, Dim.of(3)), at_least_3) == Dim.of(3)
    assert counted("max", (N, Dim.of(3)), at_least_3) == N
    assert counted("floor", (Dim.of(7) / 2,), {}) == Dim.of(3)
    assert counted("ceiling", (Dim.of(7) / 2,), {}) == Dim.of(4)
    with pytest.raises(NotPolynomial):
        counted("min", (N, Dim.of(4)), at_least_3)
    with pytest.raises(NotPolynomial):
        counted("floor", (N / 2,), at_least_3)
    with pytest.raises(NotCounted):
        counted("bell", (Dim.of(10**9),), {})


TENSORS = """
param n : Nat where n >= 4
group S = Sym(n)
functor V : S -> Vect = free(Points)
end H = int g : S. Hom(T^2(V), T^2(V))
group G = SL(2)
functor P : G -> Vect = vector
end T = int g : G. Hom(T^3(P), T^3(P))
"""


def test_dimensions_by_their_names() -> None:
    assert claims(TENSORS + "expect dim H = bell(4)\nrefute dim H = catalan(4)\nexpect dim T = catalan(3)\n") == ["proved"] * 3
    assert claims(TENSORS + "expect dim H = floor(n/2)\n") == ["refuted"]


SHIFTS = """
group G = Translations(2)
functor X : G -> Man = R^2
end K = int g : G. Map(X * X, R^1)
"""


def test_where_names_stand_in_any_order() -> None:
    for names in ("r = norm(d), d = k - q", "d = k - q, r = norm(d)"):
        assert claims(SHIFTS + f"refute K(q, k) = a(r) where {names}\n") == ["proved"]
    assert claims(SHIFTS + "expect K(q, k) = a(u, v) where u = d[1], v = d[2], d = k - q\n") == ["proved"]
