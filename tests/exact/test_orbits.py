"""Orbits by union-find against orbits by search, set partitions and Burnside's lemma."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from catalg.exact.unionfind import (
    classes,
    orbits,
    orbits_on_product,
    orbits_on_tuples,
    product_action,
    tuple_of,
)

STIRLING = {(4, k): v for k, v in enumerate((0, 1, 7, 6, 1))} | {(6, k): v for k, v in enumerate((0, 1, 31, 90, 65, 15, 1))}


def symmetric(n: int) -> list[list[int]]:
    return [[*range(1, n), 0], [1, 0, *range(2, n)]]


def searched_orbits(generators: list[list[int]], n: int) -> list[tuple[int, ...]]:
    found: list[tuple[int, ...]] = []
    seen: set[int] = set()
    for start in range(n):
        if start not in seen:
            orbit, queue = {start}, [start]
            while queue:
                x = queue.pop()
                for g in generators:
                    if g[x] not in orbit:
                        orbit.add(g[x])
                        queue.append(g[x])
            seen |= orbit
            found.append(tuple(sorted(orbit)))
    return found


@given(st.integers(1, 12).flatmap(lambda n: st.lists(st.permutations(range(n)), min_size=1, max_size=3)))
def test_orbits_against_search(generators: list[list[int]]) -> None:
    n = len(generators[0])
    found = orbits(generators, n)
    assert list(found.blocks()) == searched_orbits(generators, n)
    assert found.representatives == tuple(block[0] for block in found.blocks())
    assert found.sizes() == tuple(map(len, found.blocks())) and found.count == len(found.blocks())


@given(st.integers(1, 4).flatmap(lambda n: st.lists(st.permutations(range(n)), min_size=1, max_size=2)), st.integers(1, 3))
@settings(max_examples=50)
def test_tuples_are_moved_entry_by_entry(generators: list[list[int]], k: int) -> None:
    n = len(generators[0])
    for g in generators:
        moved = product_action([g] * k)
        for number, index in enumerate(itertools.product(range(n), repeat=k)):
            assert tuple_of(number, n, k) == index
            assert tuple_of(moved[number], n, k) == tuple(g[i] for i in index)
    assert orbits_on_tuples(generators, n, k).count == orbits(map(product_action, ([g] * k for g in generators)), n**k).count


def test_symmetric_groups_have_the_set_partitions_as_orbits() -> None:
    assert orbits_on_tuples(symmetric(6), 6, 4).count == sum(STIRLING[4, k] for k in range(5))
    assert orbits_on_tuples(symmetric(5), 5, 6).count == sum(STIRLING[6, k] for k in range(6))
    assert orbits_on_tuples(symmetric(4), 4, 6).count == sum(STIRLING[6, k] for k in range(5)) == 187


def test_products_of_different_sets() -> None:
    pairs = list(itertools.combinations(range(4), 2))
    on_pairs = [[pairs.index(tuple(sorted((g[a], g[b])))) for a, b in pairs] for g in symmetric(4)]
    found = orbits_on_product([[g, h] for g, h in zip(symmetric(4), on_pairs, strict=True)], [4, 6])
    assert found.sizes() == (12, 12)


def test_a_million_points() -> None:
    assert orbits_on_tuples(symmetric(10), 10, 6).count == 203


def test_degenerate_orbits() -> None:
    assert orbits([], 3).count == 3
    assert orbits([], 0).blocks() == ()
    assert orbits_on_product([], []).count == 1
    assert classes([], 2).count == 2
    with pytest.raises(ValueError, match="not a permutation"):
        orbits([[0, 0]], 2)
    with pytest.raises(ValueError, match="not a permutation"):
        orbits([[1, 0]], 3)
