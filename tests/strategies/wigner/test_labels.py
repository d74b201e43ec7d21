"""Symbolic degrees: kernels between irrep(l) and irrep(J), and Schur's lemma, for all l and J at once."""

from __future__ import annotations

from dataclasses import replace

import pytest

from catalg.engine.solve import Session
from catalg.model.solution import Solution
from catalg.model.verdict import Verdict
from catalg.terms import Dim, num
from catalg.terms.pieces import piece
from catalg.verify.wigner import certify_symbolic
from catalg.verify.wigner.characters import character, product, series_holds, total
from tests.edge_texts import claims
from tests.linear_ends import specification

TEXT = """
param l : Nat
param J : Nat
group G = SE(3)
functor X : G -> Man = R^3
functor A : G -> Vect = irrep(l)
functor B : G -> Vect = irrep(J)
end K = int g : G. Map(X * X, Hom(A, B))
end H = int g : G. Hom(A, B)
"""


def test_the_number_of_functions() -> None:
    assert claims(TEXT + """
expect free K = 2*min(l, J) + 1
expect free K = l + J + 1 - max(l, J) + min(J, l)
expect arguments K = 1
expect dim K = oo
refute free K = 2*l + 1
refute free K = l + J + 1
refute free K = 2*max(l, J) + 1
refute arguments K = 2
""") == ["proved"] * 8


def test_the_sum_of_all_couplings() -> None:
    assert claims(TEXT + """
expect K(q, k) = sum(L, abs(l - J), l + J, a(L, norm(k - q))*clebsch_gordan(l, J, L, k - q))
expect K(q, k) = sum(n, max(J - l, l - J), J + l, f(n, r)*clebsch_gordan(l, J, n, q - k)) where r = norm(k - q)
refute K(q, k) = sum(L, abs(l - J), l + J, a(L, norm(q))*clebsch_gordan(l, J, L, k - q))
refute K(q, k) = sum(L, abs(l - J), l + J, a(L, norm(k - q))*clebsch_gordan(l, J, L, k + q))
""") == ["proved"] * 4


def test_a_narrower_sum_is_not_proved() -> None:
    for lower, upper in (("abs(l - J)", "l + J - 1"), ("abs(l - J) + 1", "l + J"), ("0", "l + J"), ("abs(l - J)", "2*l")):
        text = f"expect K(q, k) = sum(L, {lower}, {upper}, a(L, norm(k - q))*clebsch_gordan(l, J, L, k - q))"
        assert claims(TEXT + text) != ["proved"]
    tied = "expect K(q, k) = sum(L, abs(l - J), l + J, a(norm(k - q))*clebsch_gordan(l, J, L, k - q))"
    assert claims(TEXT + tied) != ["proved"]


def test_schur() -> None:
    assert claims(TEXT + """
expect dim H = delta(l, J)
expect H = delta(J, l)*a*I
refute dim H = 1
refute dim H = 0
end E = int g : G. Hom(A, A)
expect dim E = 1
expect E = a*I
functor C : G -> Vect = irrep(l + 1)
end N = int g : G. Hom(A, C)
expect dim N = 0
""") == ["proved"] * 7


def test_the_sphere() -> None:
    assert claims("""
param l : Nat
group G = SO(3)
functor S : G -> Man = Sphere(2)
functor A : G -> Vect = irrep(l)
functor B : G -> Vect = irrep(l + 2)
end K = int g : G. Map(S, Hom(A, A))
expect dim K = 2*l + 1
expect K(x) = sum(L, 0, 2*l, a[L]*clebsch_gordan(l, l, L, x))
end N = int g : G. Map(S, Hom(A, B))
expect dim N = 2*l + 1
expect N(x) = sum(L, 2, 2*l + 2, a(L)*clebsch_gordan(l, l + 2, L, x))
refute dim N = 2*l + 5
""") == ["proved"] * 5


def test_other_constructions_of_symbolic_irreps_are_undecided() -> None:
    assert claims(TEXT + """
end T = int g : G. Hom(A, A (*) B)
expect dim T = 1
functor V : G -> Vect = vector
end W = int g : G. Hom(V, A)
expect dim W = 1
""") == ["undecided"] * 2


@pytest.mark.parametrize("change", [
    {"free_functions": Dim.of(1)}, {"rank": 0}, {"formula": num(0)}, {"claims": {"labels": ()}},
], ids=["free", "rank", "formula", "claims"])  # fmt: skip
def test_planted_answers_are_not_certified(change: dict[str, object]) -> None:
    spec = specification(TEXT)
    index = next(k for k, item in enumerate(spec.items) if item.name == "K")
    solution = Session(spec).run(index).solution
    assert isinstance(solution, Solution)
    end = spec.items[index].subject
    assert certify_symbolic(end, solution.proposal).verdict is Verdict.PROVED  # type: ignore[arg-type]
    assert certify_symbolic(end, replace(solution.proposal, **change)).verdict is not Verdict.PROVED  # type: ignore[arg-type]


def test_the_series_of_characters() -> None:
    l, j = Dim.parameter("l"), Dim.parameter("j")
    assert series_holds(l, j) and series_holds(l + 2, l)
    q = Dim.of(1)
    assert product(character(l), {q: 1}) != character(l + 1)
    for a in range(5):
        for b in range(a + 1):
            every = [(1, character(Dim.of(k))) for k in range(a - b, a + b + 1)]
            assert product({q: 1, Dim.of(0): -1}, total(*every)) == product(character(Dim.of(a)), character(Dim.of(b)))
            assert product({q: 1, Dim.of(0): -1}, total(*every[1:])) != product(character(Dim.of(a)), character(Dim.of(b)))


def test_pieces() -> None:
    l, j = Dim.parameter("l"), Dim.parameter("j")
    assert piece("min", l, l + 1) == l and piece("delta", l + 1, l + 1) == Dim.of(1) and piece("max", l, l + 1) == l + 1
    assert piece("min", l, j) == piece("min", j, l)
    for x in range(4):
        for y in range(4):
            at = {"l": x, "j": y}
            assert piece("max", l, j).at(at) == max(x, y) and piece("delta", l, j).at(at) == (x == y)
