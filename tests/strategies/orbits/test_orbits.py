"""Orbits of index pairs: counts from the literature, signs, graphs, and what the elements know."""

from __future__ import annotations

import pytest

from catalg.exact.sparse import SparseMatrix
from catalg.model.protocols import NotCovered
from catalg.model.representation import FreeRep, PowerRep
from catalg.model.scalars import REAL
from catalg.strategies.orbits import STRATEGY
from catalg.strategies.orbits.elements import OrbitElement
from catalg.terms import Call, Identity, Name, Ones, add, mul, num, sub
from catalg.terms.term import ONE
from tests.linear_ends import ROTATION, ends, hom, matrices, points, power

M11 = {"a": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 0], "b": [0, 1, 6, 9, 5, 3, 10, 2, 8, 4, 7]}
RUBIK = """
(0 2 7 5)(1 4 6 3)(8 32 24 16)(9 33 25 17)(10 34 26 18)
(0 16 40 39)(3 19 43 36)(5 21 45 34)(8 10 15 13)(9 12 14 11)
(5 24 42 15)(6 27 41 12)(7 29 40 10)(16 18 23 21)(17 20 22 19)
(2 37 42 18)(4 35 44 20)(7 32 47 23)(24 26 31 29)(25 28 30 27)
(0 13 47 26)(1 11 46 28)(2 8 45 31)(32 34 39 37)(33 36 38 35)
(13 21 29 37)(14 22 30 38)(15 23 31 39)(40 42 47 45)(41 44 46 43)
"""


def symmetric(n: int) -> FreeRep:
    swap, cycle = [1, 0, *range(2, n)], [*range(1, n), 0]
    return FreeRep(points("S", {"s": swap, "c": cycle}), REAL)


def cycles(text: str, size: int) -> list[int]:
    images = list(range(size))
    for part in text.strip("()").split(")("):
        points_ = [int(x) for x in part.split()]
        for place, point in enumerate(points_):
            images[point] = points_[(place + 1) % len(points_)]
    return images


@pytest.mark.parametrize(
    "n, k, l, count", [(2, 3, 3, 32), (3, 2, 2, 14), (4, 2, 2, 15), (5, 3, 3, 202), (6, 3, 3, 203), (4, 3, 3, 187)]
)
def test_symmetric_groups_on_tensors_give_set_partitions(n: int, k: int, l: int, count: int) -> None:
    v = symmetric(n)
    assert len(STRATEGY.solve(hom(power(v, k), power(v, l))).basis) == count


def test_a_multiply_transitive_group_and_the_cube() -> None:
    v = FreeRep(points("M", M11), REAL)
    assert len(STRATEGY.solve(hom(power(v, 3), power(v, 2))).basis) == 58
    rubik = {f"a{k}": cycles(line, 48) for k, line in enumerate(RUBIK.split("\n")[1:-1])}
    w = FreeRep(points("R", rubik), REAL)
    assert len(STRATEGY.solve(hom(w, w)).basis) == 9


def test_a_cyclic_group_on_a_hundred_points_has_a_hundred_circulants() -> None:
    v = FreeRep(points("C", {"c": [*range(1, 100), 0]}), REAL)
    assert len(STRATEGY.solve(hom(v, v)).basis) == 100


def test_signs_kill_orbits() -> None:
    v = symmetric(4)
    flow = PowerRep("alternating", 2, v)
    assert len(STRATEGY.solve(hom(flow, flow)).basis) == 2
    assert STRATEGY.solve(hom(flow, power(v, 0))).basis == ()


def test_explicit_matrices_that_permute_with_signs_are_recognised() -> None:
    v = matrices("C4", {"r": ROTATION})
    basis = STRATEGY.solve(hom(v, v)).basis
    assert [e.dense().to_dense() for e in basis] == [((1, 0), (0, 1)), ((0, 1), (-1, 0))]


def test_other_matrices_are_left_to_others() -> None:
    with pytest.raises(NotCovered, match="does not permute"):
        STRATEGY.solve(hom(matrices("G", {"a": [[1, 1], [0, 1]]}), matrices("G", {"a": [[1, 1], [0, 1]]})))
    with pytest.raises(NotCovered, match="Lie generator"):
        STRATEGY.solve(hom(matrices("G", {}, {"X": ROTATION}), matrices("G", {}, {"X": ROTATION})))


def test_elements_apply_themselves_without_a_matrix() -> None:
    v = symmetric(4)
    for element in STRATEGY.solve(hom(power(v, 2), v)).basis:
        vector = {0: 1, 5: -2, 11: 7}
        assert element.apply(vector) == element.dense().apply(vector) if isinstance(element, OrbitElement) else True


def test_formulas() -> None:
    v = symmetric(5)
    solved = STRATEGY.solve(hom(v, v))
    assert solved.formula == add(mul(Name("alpha"), Identity()), mul(Name("beta"), Ones()))
    assert [e.term() for e in solved.basis] == [Identity(), sub(Ones(), Identity())]


def test_functions_of_points() -> None:
    text = """
    group G = Sym(5)
    functor S : G -> Set = Points
    end K = int g : G. Map(S * S, R^1)
    end L = int g : G. Map(S * Subsets(2), R^1)
    end C = int g : G. Map(S, R^1)
    """
    found = ends(text)
    x, y = Name("x"), Name("y")
    pair = STRATEGY.solve(found["K"])
    assert pair.formula == add(mul(Name("alpha"), Call("delta", (x, y))), Name("beta"))
    assert pair.basis[1].term() == Call("orbital", (num(1), num(2)))
    assert len(STRATEGY.solve(found["L"]).basis) == 2
    constant = STRATEGY.solve(found["C"])
    assert constant.formula == Name("alpha") and constant.basis[0].term() == ONE


def test_along_a_graph_only_orbits_inside_it_remain() -> None:
    text = """
    graph Square { edges 1 -- 2, 2 -- 3, 3 -- 4, 4 -- 1 }
    group G { generators r, s }
    functor S : G -> Set { * = {1..4}  r = (1 2 3 4)  s = (2 4) }
    functor V : G -> Vect = free(S)
    end E = int g : G. Hom(V, V) along Square
    """
    basis = STRATEGY.solve(ends(text)["E"]).basis
    assert [e.dense() for e in basis] == [
        SparseMatrix.identity(4),
        SparseMatrix.from_dense([[0, 1, 0, 1], [1, 0, 1, 0], [0, 1, 0, 1], [1, 0, 1, 0]]),
    ]
