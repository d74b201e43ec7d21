"""Orders of permutation groups: known groups, enumeration, SymPy."""

from __future__ import annotations

from math import factorial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy.combinatorics import Permutation as SympyPermutation
from sympy.combinatorics import PermutationGroup as SympyGroup

from catalg.exact import schreier_sims
from catalg.exact.schreier_sims import GroupTooLarge, PermutationGroup, multiply, permutation_group_order


def from_cycles(n: int, cycles: list[list[int]]) -> list[int]:
    images = list(range(n))
    for cycle in cycles:
        for a, b in zip(cycle, cycle[1:] + cycle[:1], strict=True):
            images[a - 1] = b - 1
    return images


RUBIK = [
    [[1, 3, 8, 6], [2, 5, 7, 4], [9, 33, 25, 17], [10, 34, 26, 18], [11, 35, 27, 19]],
    [[9, 11, 16, 14], [10, 13, 15, 12], [1, 17, 41, 40], [4, 20, 44, 37], [6, 22, 46, 35]],
    [[17, 19, 24, 22], [18, 21, 23, 20], [6, 25, 43, 16], [7, 28, 42, 13], [8, 30, 41, 11]],
    [[25, 27, 32, 30], [26, 29, 31, 28], [3, 38, 43, 19], [5, 36, 45, 21], [8, 33, 48, 24]],
    [[33, 35, 40, 38], [34, 37, 39, 36], [3, 9, 46, 32], [2, 12, 47, 29], [1, 14, 48, 27]],
    [[41, 43, 48, 46], [42, 45, 47, 44], [14, 22, 30, 38], [15, 23, 31, 39], [16, 24, 32, 40]],
]
M24 = [
    [list(range(1, 24))],
    [[3, 17, 10, 7, 9], [4, 13, 14, 19, 5], [8, 18, 11, 12, 23], [15, 20, 22, 21, 16]],
    [[1, 24], [2, 23], [3, 12], [4, 16], [5, 18], [6, 10], [7, 20], [8, 14], [9, 21], [11, 17], [13, 22], [15, 19]],
]


def enumerate_group(generators: list[tuple[int, ...]]) -> set[tuple[int, ...]]:
    identity = tuple(range(len(generators[0])))
    seen, queue = {identity}, [identity]
    for x in queue:
        for g in generators:
            y = multiply(g, x)
            if y not in seen:
                seen.add(y)
                queue.append(y)
    return seen


@given(st.integers(1, 6).flatmap(lambda n: st.lists(st.permutations(range(n)), min_size=1, max_size=3)))
@settings(max_examples=60, deadline=None)
def test_small_groups_against_enumeration(generators: list[list[int]]) -> None:
    perms = [tuple(g) for g in generators]
    elements = enumerate_group(perms)
    group = PermutationGroup(perms, len(perms[0]))
    assert group.order == len(elements)
    assert all(x in group for x in elements)
    for point in range(len(perms[0])):
        stabilizer = {x for x in elements if x[point] == point}
        found = group.stabilizer(point)
        assert (enumerate_group(list(found)) if found else {tuple(range(len(perms[0])))}) == stabilizer


@given(st.lists(st.permutations(range(14)).map(lambda p: p), min_size=1, max_size=2), st.integers(1, 7))
@settings(max_examples=40, deadline=None)
def test_larger_groups_against_sympy(generators: list[list[int]], block: int) -> None:
    narrowed = [[x if x >= block * 2 else block * 2 - 1 - x for x in range(14)], *generators]
    powers = [multiply(tuple(g), tuple(g)) for g in narrowed[1:]]
    family = [tuple(narrowed[0]), *powers]
    expected = SympyGroup([SympyPermutation(list(g)) for g in family]).order()
    assert permutation_group_order(family) == expected


def test_named_groups() -> None:
    assert permutation_group_order([from_cycles(48, c) for c in RUBIK]) == 43252003274489856000
    assert permutation_group_order([from_cycles(24, c) for c in M24]) == 244823040
    assert permutation_group_order([from_cycles(48, c) for c in RUBIK[:2]]) == 73483200
    assert permutation_group_order([[*range(1, 100), 0]]) == 100
    assert permutation_group_order([[*range(1, 100), 0], [-i % 100 for i in range(100)]]) == 200
    assert permutation_group_order([]) == 1
    assert permutation_group_order([[0, 1, 2]]) == 1


@pytest.mark.parametrize("n", [2, 5, 9, 12, 40, 150])
def test_symmetric_and_alternating_groups(n: int) -> None:
    assert permutation_group_order([[*range(1, n), 0], [1, 0, *range(2, n)]]) == factorial(n)
    if n > 2:
        threes = [[*range(i), i + 1, i + 2, i, *range(i + 3, n)] for i in range(n - 2)]
        assert permutation_group_order(threes) == factorial(n) // 2


def test_imprimitive_and_intransitive_groups() -> None:
    wreath = [from_cycles(12, [[1, 2]]), from_cycles(12, [[1, 3, 5, 7, 9, 11], [2, 4, 6, 8, 10, 12]])]
    assert permutation_group_order(wreath) == 2**6 * 6
    diagonal = [from_cycles(12, [[1, 2, 3, 4, 5, 6], [7, 8, 9, 10, 11, 12]]), from_cycles(12, [[1, 2], [7, 8]])]
    assert permutation_group_order(diagonal) == 720
    product = [from_cycles(11, c) for c in ([[1, 2, 3, 4, 5]], [[1, 2]], [[6, 7, 8, 9, 10, 11]], [[6, 7]])]
    assert permutation_group_order(product) == 120 * 720


def test_the_verification_repairs_a_chain_without_random_products(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schreier_sims._Chain, "randomize", lambda self, generators, quiet: None)
    assert permutation_group_order([from_cycles(24, c) for c in M24]) == 244823040
    assert permutation_group_order([from_cycles(48, c) for c in RUBIK]) == 43252003274489856000


def test_membership() -> None:
    group = PermutationGroup([from_cycles(48, c) for c in RUBIK], 48)
    assert from_cycles(48, RUBIK[3]) in group
    assert from_cycles(48, [[1, 3]]) not in group
    assert [0, 1] not in group
    with pytest.raises(ValueError, match="not a permutation"):
        PermutationGroup([[0, 0]], 2)


def test_memory_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schreier_sims, "MAX_CHAIN_CELLS", 100)
    with pytest.raises(GroupTooLarge):
        permutation_group_order([from_cycles(24, c) for c in M24])
