"""Cosets of subgroups, finite and Lie: double cosets, Frobenius reciprocity, lifting layers, and what is not one of them."""

from __future__ import annotations

import pytest

import catalg
from tests.elaborate.reading import codes

S4 = """
group G = Sym(4)
group H = Sym(3)
functor i : H -> G { s = s  r = s*r*s*r^-1 }
functor X : G -> Set = cosets(i)
"""
HEX = """
group W { generators r, s  relations r^6 = 1, s^2 = 1, (s*r)^2 = 1 }
group C { generators c  relations c^2 = 1 }
functor i : C -> W { c = s }
functor V : W -> Vect { r = [[1/2, -1/2], [3/2, 1/2]]  s = [[1, 0], [0, -1]] }
functor X : W -> Set = cosets(i)
"""


def verdicts(text: str) -> list[str]:
    with catalg.loads(text) as file:
        return [str(result.judgement.verdict.value) for result in file.check().results]


def test_cosets_of_a_point_stabilizer_are_the_points() -> None:
    """Sym(3) fixes the point 4 of Sym(4), so its cosets carry the kernels aI + b11'."""
    found = verdicts(
        S4
        + "end L = int g : G. Hom(free(X), free(X))\nexpect L = alpha*I + beta*ones\n"
        "end A = int g : G. Hom(free(X), free(Points))\nexpect dim A = 2\nend K = int g : G. Map(X * cosets(i), trivial)\n"
        "expect dim K = 2\nrefute dim K = 3\n"
    )
    assert set(found) == {"proved"}


@pytest.mark.parametrize("rep", ["standard", "Sym^2(standard)", "sign", "trivial", "T^2(standard)"])
def test_frobenius_reciprocity(rep: str) -> None:
    """Hom_G(free(G/H), V) = Hom_H(trivial, V restricted): the same dimension, counted in two groups."""
    induced = f"end A = int g : G. Hom(free(X), {rep})\n"
    restricted = f"functor V : G -> Vect = {rep}\nend B = int h : H. Hom(trivial, V @ i)\n"
    with catalg.loads(S4 + induced + restricted) as file:
        left, right = file["A"].check().solution, file["B"].check().solution
        assert left is not None and right is not None
        assert left.proposal.dimension == right.proposal.dimension is not None


def test_cosets_in_a_group_by_relations() -> None:
    """Double cosets of a reflection in the symmetries of the hexagon: 6 cosets, 4 orbits on pairs."""
    found = verdicts(
        HEX + "end K = int g : W. Map(X * X, trivial)\nexpect dim K = 4\nend A = int g : W. Hom(free(X), V)\nexpect dim A = 1\n"
    )
    assert set(found) == {"proved"}


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (S4 + "functor Y : H -> Set = cosets(i)\n", "E0407"),
        (S4 + "functor Y : G -> Set = cosets(i, i)\n", "E0410"),
        (S4 + "functor Y : G -> Set = cosets(X)\n", "E0303"),
    ],
)
def test_what_is_no_coset_space(text: str, code: str) -> None:
    assert code in codes(text)


def test_infinite_index_is_undecided() -> None:
    text = "group F { generators a, b  relations a^2 = 1, b^2 = 1 }\ngroup C { generators c  relations c^2 = 1 }\n"
    assert verdicts(text + "functor i : C -> F { c = a }\nfunctor X : F -> Set = cosets(i)\n") == ["proved", "undecided"]


LIFT = """
group G = SE(2)
functor P : G -> Man = R^2
functor V : G -> Vect = vector
end Lift = int g : G. Map(P * self, trivial)
end Conv = int g : G. Map(self * self, Hom(V, V))
end Map2 = int g : G. Map(self * P, irrep(2))
"""


def test_lifting_and_group_convolutions() -> None:
    """One argument is the group: every function of the rest is a kernel, with one function for each dimension of the values."""
    found = verdicts(
        LIFT + "expect free Lift = 1\nexpect arguments Lift = 2\nexpect free Conv = 4\nexpect arguments Conv = 3\n"
        "expect free Map2 = 2\nrefute arguments Conv = 4\n"
        "expect Lift(p, b) = f(b[1]*(p[1] - b[5]) + b[3]*(p[2] - b[6]), b[2]*(p[1] - b[5]) + b[4]*(p[2] - b[6]))\n"
        "refute Lift(p, b) = f(b[1]*(p[1] - b[5]) + b[2]*(p[2] - b[6]), b[2]*(p[1] - b[5]) + b[4]*(p[2] - b[6]))\n"
        "refute Lift(p, b) = f(norm(p - [b[5], b[6]]))\n"
    )
    assert set(found) == {"proved"}


CHART = """
group G = SE(3)
group H = SO(2)
functor i : H -> G { X = Z }
functor S : G -> Man = cosets(i)
functor P : G -> Man = R^3
"""


def test_a_subgroup_of_symbolic_size_is_not_taken_for_the_trivial_one() -> None:
    text = "param n : Nat where n >= 2\ngroup G = SO(3)\ngroup H = SO(n)\nfunctor i : H -> G { }\n"
    text += "end K = int g : G. Map(cosets(i) * self, trivial)\nexpect free K = 1\n"
    assert verdicts(text)[-1] == "undecided"


def test_positions_with_an_axis() -> None:
    """SE(3)/SO(2) is a position with an axis u: the kernels against a point are the functions of the offset d by |d| and u·d."""
    found = verdicts(
        CHART + "end K = int g : G. Map(S * P, trivial)\nexpect arguments K = 2\nexpect free K = 1\n"
        "end L = int g : G. Map(S * P, vector)\nexpect free L = 3\nrefute free L = 2\n"
        "refute K(a, p) = f(norm(p - [a[10], a[11], a[12]]), dot([a[2], a[5], a[8]], p - [a[10], a[11], a[12]]))\n"
    )
    assert set(found) == {"proved"}


def test_a_coset_space_of_one_factor() -> None:
    """Functions on G/H stay constant on the cosets when G is a factor of a larger group."""
    text = "group A = SO(3)\ngroup B = SO(2)\nfunctor i : B -> A { X = Z }\ngroup P = A * B\nfunctor S : A -> Man = cosets(i)\n"
    assert set(verdicts(text + "end K = int g : P. Map(S, trivial)\nexpect arguments K = 0\nexpect free K = 1\n")) == {"proved"}
