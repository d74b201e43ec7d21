"""Counts for all values of their parameters: what is proved is true at every value that is tried, and false ones are not proved."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from catalg.exact.count_forms import Ranges, never_negative, rewritten, substituted
from catalg.exact.counts import differ_at, same
from catalg.terms import Dim, Parameter

N, K, L, J = (Dim.parameter(name) for name in "nklj")
FREE = {name: Parameter(name) for name in "nkl"}
POSITIVE = {name: Parameter(name, lower=Fraction(1)) for name in "nkl"}


def atom(head: str, *args: Dim | int) -> Dim:
    return Dim.atom(head, *(Dim.of(a) for a in args))


def stirling_sum(low: Dim | int, high: Dim | int, whole: Dim) -> Dim:
    return Dim.atom("sum", J, Dim.of(low), Dim.of(high), Dim.atom("stirling", whole, J))


TRUE = [
    (atom("floor", N / 2) + atom("ceiling", N / 2), N),
    (atom("floor", N / 2) + 1, atom("ceiling", (N + 1) / 2)),
    (atom("gcd", N, 2) + N, atom("floor", N / 2) * 2 + 2),
    (atom("floor", (N * N + N) / 6) * 6, N * N + N - atom("mod", N * N + N, 6)),
    (atom("floor", atom("floor", N / 2) / 3), atom("floor", N / 6)),
    (atom("min", K, L) + atom("max", K, L), K + L),
    (atom("min", K, atom("min", L, N)), atom("min", atom("min", N, K), L)),
    (atom("min", atom("floor", K / 2), atom("floor", L / 2)), atom("floor", atom("min", K, L) / 2)),
    (atom("catalan", K) * (K + 1), atom("binomial", K * 2, K)),
    (atom("catalan", K), atom("binomial", K * 2, K) - atom("binomial", K * 2, K + 1)),
    (atom("factorial", K + 2), atom("factorial", K) * (K + 1) * (K + 2)),
    (atom("power", 2, K + 1), atom("power", 2, K) * 2),
    (atom("power", N, K + 1), atom("power", N, K) * N),
    (stirling_sum(0, N + K, K), atom("bell", K)),
    (atom("delta", K, L) * K, atom("delta", K, L) * L),
]

FALSE = [
    (atom("floor", N / 2) + 1, atom("floor", (N + 1) / 2)),
    (N, N + atom("floor", N / 100)),
    (atom("min", K, L), K),
    (atom("max", K, L), K + L),
    (atom("catalan", K), atom("binomial", K * 2, K)),
    (stirling_sum(0, N, K), atom("bell", K)),
    (atom("power", 2, K), atom("power", K, 2) + 1),
    (atom("delta", K, L), Dim.of(0)),
]


@pytest.mark.parametrize("pair", TRUE, ids=lambda pair: f"{pair[0]} = {pair[1]}")
def test_true_identities_are_proved_and_hold_at_values(pair: tuple[Dim, Dim]) -> None:
    assert same(*pair, FREE)
    assert differ_at(*pair, FREE) is None
    for values in product(range(5), repeat=3):
        at = dict(zip("nkl", values, strict=True))
        assert pair[0].value_at(at) == pair[1].value_at(at)


@pytest.mark.parametrize("pair", FALSE, ids=lambda pair: f"{pair[0]} = {pair[1]}")
def test_false_identities_are_never_proved(pair: tuple[Dim, Dim]) -> None:
    assert not same(*pair, FREE)
    found = differ_at(*pair, FREE)
    assert found is not None
    values, left, right = found
    assert (pair[0].value_at(values), pair[1].value_at(values)) == (left, right)
    assert left != right


def test_a_false_identity_beyond_the_values_that_are_tried_is_not_proved() -> None:
    claim = N + atom("floor", N / 100000)
    assert differ_at(N, claim, FREE) is None
    assert not same(N, claim, FREE)


def test_ranges_decide() -> None:
    assert same(atom("min", N, 1), Dim.of(1), POSITIVE)
    assert not same(atom("min", N, 1), Dim.of(1), FREE)
    few = {"n": Parameter("n", upper=Fraction(3))}
    assert same(N**4 + N**2 * 11, N**3 * 6 + N * 6, few)
    assert not same(N**4 + N**2 * 11, N**3 * 6 + N * 6, FREE)


def test_undefined_counts_are_equal_to_nothing() -> None:
    half = atom("catalan", K / 2)
    assert not same(half, half, FREE)


def test_signs_over_a_range() -> None:
    assert never_negative(N * N - N * 3 + 2, FREE)
    assert not never_negative(N * N - N * 3 + 1, FREE)
    assert not never_negative(Dim.of(20) - K - L, FREE)


def test_rewriting_and_substitution_keep_values() -> None:
    counts = [side for pair in TRUE + FALSE for side in pair]
    for count in counts:
        shifted = substituted(count, {"n": N * 2 + 1, "k": K + 1})
        normal = rewritten(count, Ranges({"n": 0, "k": 0, "l": 0}))
        for n, k, l in product(range(4), repeat=3):
            at = {"n": n, "k": k, "l": l}
            assert shifted.value_at(at) == count.value_at({"n": 2 * n + 1, "k": k + 1, "l": l})
            if "blocks" not in str(normal):
                assert normal.value_at(at) == count.value_at(at)
