"""Numbers of irreducible summands over the rational, real and complex numbers, by character theory."""

from __future__ import annotations

import pytest

from tests.edge_texts import claims

QUATERNIONS = (
    "group Q { generators i1, j1  relations i1^4 = 1, i1^2 = j1^2, j1*i1 = i1^3*j1 }\n"
    "functor V : Q -> Vect%s { i1 = [[0,-1,0,0],[1,0,0,0],[0,0,0,-1],[0,0,1,0]]  j1 = [[0,0,-1,0],[0,0,0,1],[1,0,0,0],[0,-1,0,0]] }\n"
)



@pytest.mark.parametrize(
    ("text", "count"),
    [
        (QUATERNIONS % "", 1),
        (QUATERNIONS % "(QQ)", 1),
        (QUATERNIONS % "(CC)", 2),
        ("group S = Sym(3)\nfunctor V : S -> Vect(QQ) = regular\n", 4),
        ("group C = Cyclic(4)\nfunctor V : C -> Vect = regular\n", 3),
        ("group C = Cyclic(4)\nfunctor V : C -> Vect(CC) = regular\n", 4),
        ("group C = Cyclic(8)\nfunctor V : C -> Vect(QQ) = regular\n", 4),
        ("group C = Cyclic(8)\nfunctor V : C -> Vect = free(Points)\n", 5),
        ("group G = SO(3)\nfunctor V : G -> Vect = T^2(vector)\n", 3),
        ("group G = SO(2)\nfunctor V : G -> Vect = T^2(vector)\n", 3),
        ("group G = SO(2)\nfunctor V : G -> Vect(CC) = T^2(vector)\n", 4),
        ("group G = SO(4)\nfunctor V : G -> Vect = Alt^2(vector)\n", 2),
        ("group G = SU(2)\nfunctor V : G -> Vect = irrep(1/2)\n", 1),
    ],
)
def test_counts(text: str, count: int) -> None:
    assert claims(f"{text}expect size summands(V) = {count}\nrefute size summands(V) = {count + 1}\n") == ["proved", "proved"]


def test_what_is_not_semisimple_is_not_split() -> None:
    text = "group B { lie generators e, h }\nfunctor V : B -> Vect { e = [[0, 1], [0, 0]]  h = [[1, 0], [0, -1]] }\n"
    assert claims(text + "expect size summands(V) = 2\n") == ["undecided"]
