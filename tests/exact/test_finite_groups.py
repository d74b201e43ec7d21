"""Finite matrix groups: orders of known groups, infinite groups, multiplicities against nullspaces."""

from __future__ import annotations

from fractions import Fraction

import pytest

from catalg.exact.field import I, Scalar, cos_pi, root_of_unity, sin_pi, sqrt_rational
from catalg.exact.finite_group import (
    Generator,
    Matrix,
    as_matrix,
    character_inner_product,
    closure,
    element_order,
    multiply_dense,
)
from catalg.exact.nullspace import nullspace
from catalg.exact.schreier_sims import GroupTooLarge
from catalg.exact.sparse import SparseMatrix
from catalg.exact.unionfind import orbits_on_product, product_action

HALF = Fraction(1, 2)
PHI = (1 + sqrt_rational(5)) / 2
CYCLE3: Matrix = ((0, 0, 1), (1, 0, 0), (0, 1, 0))
ICOSAHEDRAL: list[Matrix] = [
    CYCLE3,
    ((HALF, -PHI / 2, 1 / (2 * PHI)), (PHI / 2, 1 / (2 * PHI), -HALF), (1 / (2 * PHI), HALF, PHI / 2)),
]
OCTAHEDRAL: list[Matrix] = [CYCLE3, ((0, -1, 0), (1, 0, 0), (0, 0, 1))]
QUATERNION: list[Matrix] = [((I, 0), (0, -I)), ((0, 1), (-1, 0))]


def dihedral(n: int) -> list[Matrix]:
    c, s = cos_pi(Fraction(2, n)), sin_pi(Fraction(2, n))
    return [((c, -s), (s, c)), ((1, 0), (0, -1))]


def dimension_by_nullspace(first: list[Generator], second: list[Generator]) -> int:
    blocks = []
    for a, b in zip(first, second, strict=True):
        v, w = SparseMatrix.from_dense(as_matrix(a)), SparseMatrix.from_dense(as_matrix(b))
        left = w.kron(SparseMatrix.identity(v.nrows))
        blocks.append(left - SparseMatrix.identity(w.nrows).kron(v.transpose()))
    stacked = blocks[0]
    for block in blocks[1:]:
        stacked = stacked.stack(block)
    return len(nullspace(stacked))


@pytest.mark.parametrize(
    ("generators", "order"),
    [
        (ICOSAHEDRAL, 60),
        (OCTAHEDRAL, 24),
        ([*OCTAHEDRAL, ((-1, 0, 0), (0, -1, 0), (0, 0, -1))], 48),
        (QUATERNION, 8),
        (dihedral(7), 14),
        (dihedral(12), 24),
        ([((root_of_unity(9),),)], 9),
        ([[1, 2, 3, 0], [1, 0, 2, 3]], 24),
    ],
)
def test_orders(generators: list[Generator], order: int) -> None:
    group = closure(generators)
    assert group.order == order == len(set(group.elements))
    matrices = [as_matrix(g) for g in generators]
    for element, word in zip(group.elements, group.words, strict=True):
        product = group.elements[0]
        for k in word:
            product = multiply_dense(product, matrices[k])
        assert product == element
    assert group.elements[0] == tuple(
        tuple(int(i == j) for j in range(len(matrices[0]))) for i in range(len(matrices[0]))
    )


def test_infinite_groups_are_not_closed() -> None:
    with pytest.raises(GroupTooLarge):
        closure([((1, 1), (0, 1))], 500)
    with pytest.raises(GroupTooLarge):
        closure([((Fraction(3, 5), Fraction(-4, 5)), (Fraction(4, 5), Fraction(3, 5)))], 500)
    with pytest.raises(GroupTooLarge):
        character_inner_product([((2,),)], [((1,),)], 100)
    with pytest.raises(ZeroDivisionError):
        closure([((1, 0), (0, 0))])
    with pytest.raises(ValueError, match="at least one"):
        closure([])
    with pytest.raises(ValueError, match="sizes"):
        closure([((1,),), ((1, 0), (0, 1))])


def test_an_infinite_group_that_is_small_modulo_the_prime_is_found_out() -> None:
    p = closure([((1,),)]).prime
    with pytest.raises(GroupTooLarge, match="infinite"):
        closure([((1, p), (0, 1))])


def test_element_orders() -> None:
    assert element_order(dihedral(12)[0]) == 12
    assert element_order([1, 2, 0]) == 3
    assert element_order(((1, 1), (0, 1)), 50) is None


def tensor_square(matrix: Matrix) -> Matrix:
    return SparseMatrix.from_dense(matrix).kron(SparseMatrix.from_dense(matrix)).to_dense()


@pytest.mark.parametrize("generators", [ICOSAHEDRAL, OCTAHEDRAL, QUATERNION, dihedral(5), dihedral(8)])
def test_multiplicities_against_nullspaces(generators: list[Matrix]) -> None:
    squares: list[Generator] = [tensor_square(m) for m in generators]
    plain: list[Generator] = list(generators)
    for first, second in ((plain, plain), (plain, squares), (squares, squares)):
        dimension, evidence = character_inner_product(first, second)
        assert dimension == dimension_by_nullspace(first, second)
        assert closure(plain).order % evidence["order"] == 0


def test_permutations_against_orbits() -> None:
    generators = [[1, 2, 3, 4, 0], [1, 0, 2, 3, 4]]
    pairs = [product_action([g, g]) for g in generators]
    found, evidence = character_inner_product(generators, pairs)
    assert found == orbits_on_product([[g, h] for g, h in zip(generators, pairs, strict=True)], [5, 25]).count == 5
    assert evidence["order"] == 120


def test_a_permutation_action_and_a_matrix_action() -> None:
    standard: list[Generator] = [((-1, 1, 0), (-1, 0, 1), (-1, 0, 0)), ((-1, 1, 0), (0, 1, 0), (0, 0, 1))]
    points: list[Generator] = [[3, 0, 1, 2], [1, 0, 2, 3]]
    dimension, evidence = character_inner_product(points, standard)
    assert dimension == dimension_by_nullspace(points, standard)
    assert character_inner_product(standard, points)[0] == dimension_by_nullspace(standard, points)
    assert evidence["order"] == 24


def test_actions_over_different_fields_share_a_prime() -> None:
    turn: list[Generator] = [((Fraction(-1, 2), -sqrt_rational(3) / 2), (sqrt_rational(3) / 2, Fraction(-1, 2)))]
    phase: list[Generator] = [((root_of_unity(3),),)]
    assert character_inner_product(phase, turn)[0] == 1
    assert character_inner_product(phase, [((root_of_unity(3, 2),),)])[0] == 0
    numbers: list[Scalar] = [x for row in as_matrix(turn[0]) for x in row]
    assert numbers[0] == Fraction(-1, 2)
