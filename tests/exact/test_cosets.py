"""Coset enumeration: indices against orders, the action on cosets, and a subgroup of infinite index."""

from __future__ import annotations

import pytest

from catalg.exact.cosets import TooManyCosets, enumerate_cosets
from catalg.exact.schreier_sims import permutation_group_order

Word = list[tuple[str, int]]


def power(word: Word, count: int) -> Word:
    return word * count


A5: list[Word] = [[("a", 2)], [("b", 3)], power([("a", 1), ("b", 1)], 5)]
S4: list[Word] = [[("s", 2)], [("r", 4)], power([("s", 1), ("r", 1)], 3)]
PSL27: list[Word] = [
    [("a", 2)], [("b", 3)], power([("a", 1), ("b", 1)], 7), power([("a", 1), ("b", 1), ("a", 1), ("b", -1)], 4),
]  # fmt: skip


@pytest.mark.parametrize(
    ("generators", "relators", "subgroup", "index", "order"),
    [
        ("ab", A5, [], 60, 60),
        ("ab", A5, [[("b", 1)]], 20, 60),
        ("ab", A5, [[("a", 1), ("b", 1)]], 12, 60),
        ("sr", S4, [[("s", 1)], [("r", 1), ("s", 1), ("r", -1)]], 4, 24),
        ("ab", PSL27, [[("a", 1), ("b", 1)]], 24, 168),
        ("sr", S4, [[("r", 1)], [("s", 1)]], 1, 1),
    ],
)
def test_the_index_and_the_group_that_acts(
    generators: str, relators: list[Word], subgroup: list[Word], index: int, order: int
) -> None:
    table = enumerate_cosets(list(generators), relators, subgroup)
    assert {len(images) for images in table.values()} == {index}
    assert permutation_group_order(table.values()) == order
    for word in (*subgroup, *relators):
        for point in (0,) if word in subgroup else range(index):
            image = point
            for name, exponent in reversed(word):
                for _ in range(abs(exponent)):
                    image = table[name][image] if exponent > 0 else table[name].index(image)
            assert image == point


def test_left_cosets_multiply_from_the_left() -> None:
    table = enumerate_cosets(["r", "s"], [[("r", 3)], [("s", 2)], [("s", 1), ("r", 1)] * 2], [])
    r, s = table["r"], table["s"]
    assert s[r[0]] == r[r[s[0]]]  # s r = r^2 s


def test_a_subgroup_of_infinite_index_is_refused() -> None:
    with pytest.raises(TooManyCosets):
        enumerate_cosets(["a", "b"], [[("a", 2)], [("b", 2)]], [], limit=1000)
