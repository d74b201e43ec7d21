"""Representations as matrices: functoriality of every construction, and agreement of the two routes."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from catalg.exact.field import NumberField
from catalg.exact.sparse import SparseMatrix
from catalg.model.group import Bracket, Generator, Group, Homomorphism, LieCombination
from catalg.model.gset import ChosenSet, ProductSet
from catalg.model.representation import (
    DualRep,
    ExplicitRep,
    FreeRep,
    HomRep,
    PowerRep,
    PulledRep,
    Rep,
    RestrictedRep,
    SumRep,
    TensorRep,
    TrivialRep,
)
from catalg.model.scalars import REAL
from catalg.terms import Dim
from catalg.universes.monomial import monomial
from catalg.universes.permutations import permutation
from catalg.universes.vect import dimension, inverse, lie_matrix, matrix, matrix_power, word_matrix
from tests.linear_ends import SO3, matrices, points

SHEAR = matrices("G", {"a": [[1, 2, 0], [0, 1, 0], [0, 0, 1]], "b": [[2, 1, 0], [1, 1, 0], [0, 3, -1]]})
LIE = matrices("L", {}, SO3)
SIGNED = matrices("B", {"r": [[0, -1, 0], [1, 0, 0], [0, 0, 1]], "t": [[0, 0, 1], [1, 0, 0], [0, 1, 0]]})
ONE_LETTER = Bracket("X", "Y")


def constructions(v: ExplicitRep) -> list[Rep]:
    one = TrivialRep(v.group, v.field, Dim.of(2))
    sym, alt = PowerRep("symmetric", 2, v), PowerRep("alternating", 2, v)
    return [
        v, TensorRep((v, v)), SumRep((v, one)), sym, alt, DualRep(v), HomRep(v, sym), PowerRep("symmetric", 3, v),
        PowerRep("alternating", 3, v), PowerRep("symmetric", 2, alt), PowerRep("alternating", 2, sym), DualRep(sym),
        PowerRep("symmetric", 0, v), PowerRep("alternating", 4, v),
        TensorRep((SumRep((v, one)), v)), PowerRep("symmetric", 2, SumRep((one, v))),
    ]


@pytest.mark.parametrize("number", range(16))
def test_products_go_to_products(number: int) -> None:
    a, b = SHEAR.matrix("a"), SHEAR.matrix("b")
    both = ExplicitRep(SHEAR.group, REAL, 3, (("a", a @ b), ("b", b)))
    first, second = constructions(SHEAR)[number], constructions(both)[number]
    assert matrix(first, "a") @ matrix(first, "b") == matrix(second, "a")
    assert matrix(first, "a").shape == (dimension(first),) * 2


@pytest.mark.parametrize("number", range(16))
def test_brackets_go_to_brackets(number: int) -> None:
    rep = constructions(LIE)[number]
    x, y, z = (matrix(rep, name) for name in "XYZ")
    assert x @ y - y @ x == z
    assert lie_matrix(rep, LieCombination(((Fraction(1), ONE_LETTER),))) == z


@pytest.mark.parametrize("number", range(16))
def test_the_route_by_signed_permutations_agrees(number: int) -> None:
    rep = constructions(SIGNED)[number]
    for name in ("r", "t"):
        move = monomial(rep, name)
        assert move is not None
        dense = matrix(rep, name)
        for column, row in enumerate(move.images):
            assert dense[row, column] == move.sign(column)
        assert dense.nnz == len(move.images)


def test_symmetric_square_is_a_quotient_of_the_tensor_square() -> None:
    pairs = [(i, j) for i in range(3) for j in range(i, 3)]
    project = SparseMatrix.from_entries(
        {(pairs.index((min(i, j), max(i, j))), 3 * i + j): 1 for i, j in product(range(3), repeat=2)}, 6, 9
    )
    square, sym = TensorRep((SHEAR, SHEAR)), PowerRep("symmetric", 2, SHEAR)
    assert project @ matrix(square, "b") == matrix(sym, "b") @ project


def test_the_dual_pairs_invariantly() -> None:
    g, h = matrix(SHEAR, "b"), matrix(DualRep(SHEAR), "b")
    assert h.transpose() @ g == SparseMatrix.identity(3)


def test_hom_acts_by_conjugation() -> None:
    g = SHEAR.matrix("b")
    x = SparseMatrix.from_dense([[1, 2, 3], [4, 5, 6], [7, 8, 10]])
    moved = g @ x @ inverse(g)
    flat = matrix(HomRep(SHEAR, SHEAR), "b").apply({3 * i + j: v for i, row in enumerate(x.rows) for j, v in row.items()})
    assert flat == {3 * i + j: v for i, row in enumerate(moved.rows) for j, v in row.items()}


def test_inverse_over_a_number_field_and_of_a_singular_matrix() -> None:
    root = NumberField.sqrt(2).generator
    g = SparseMatrix.from_dense([[root, 1], [1, root]])
    assert g @ inverse(g) == SparseMatrix.identity(2)
    with pytest.raises(ZeroDivisionError):
        inverse(SparseMatrix.from_dense([[1, 2], [2, 4]]))


def test_words_act_right_factor_first() -> None:
    a, b = SHEAR.matrix("a"), SHEAR.matrix("b")
    assert word_matrix(SHEAR, (("a", 1), ("b", -2))) == a @ inverse(b) @ inverse(b)
    assert matrix_power(b, 5) == b @ b @ b @ b @ b
    with pytest.raises(ValueError, match="too long"):
        word_matrix(SHEAR, (("a", 10**6),))


def test_chosen_sets_and_products() -> None:
    s = points("C4", {"r": [1, 2, 3, 0]})
    assert permutation(ChosenSet("subsets", 2, s), "r") == (3, 4, 0, 5, 1, 2)
    arrangements = permutation(ChosenSet("arrangements", 2, s), "r")
    assert sorted(arrangements) == list(range(12)) and arrangements[0] == 4  # (0, 1) -> (1, 2)
    assert permutation(ProductSet((s, s)), "r")[1] == 6  # (0, 1) -> (1, 2)


def test_pulled_back_and_restricted() -> None:
    s = points("C4", {"r": [1, 2, 3, 0]})
    t = points("C2", {"r": [1, 0]})
    whole = Group("P", "C4 * C2", (Generator("C4.r"), Generator("C2.r")), factors=(s.group, t.group))
    v, w = (PulledRep(FreeRep(x, REAL), whole, k) for k, x in enumerate((s, t)))
    assert matrix(v, "C2.r") == SparseMatrix.identity(4)
    assert matrix(TensorRep((v, w)), "C4.r") == SparseMatrix.permutation([1, 2, 3, 0]).kron(SparseMatrix.identity(2))
    double = Homomorphism("i", t.group, s.group, (("r", (("r", 2),)),))
    restricted = RestrictedRep(FreeRep(s, REAL), double)
    assert matrix(restricted, "r") == SparseMatrix.permutation([2, 3, 0, 1])
    move = monomial(restricted, "r")
    assert move is not None and move.images == (2, 3, 0, 1)
