"""Did-you-mean: near names, and silence where nothing is near."""

from __future__ import annotations

import pytest

from catalg.diagnostics import did_you_mean

WORDS = ["Man", "Set", "Vect", "functor", "transformation", "norm", "legendre", "gegenbauer", "SO", "SE", "V", "W"]


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("Mann", "Man"),
        ("Vct", "Vect"),
        ("vect", "Vect"),
        ("normm", "norm"),
        ("functr", "functor"),
        ("fnuctor", "functor"),
        ("transfromaton", "transformation"),
        ("legander", "legendre"),
        ("v", "V"),
        ("so", "SO"),
        ("X", None),
        ("SU", None),
        ("kappa", None),
        ("norm", None),
        ("", None),
        ("n" * 100_000, None),
    ],
)
def test_suggestions(name: str, meant: str | None) -> None:
    assert did_you_mean(name, WORDS) == meant


def test_the_order_of_candidates_does_not_matter() -> None:
    assert did_you_mean("bat", ["cat", "hat", "bad"]) == did_you_mean("bat", ["bad", "hat", "cat"]) == "bad"
    assert did_you_mean("x", []) is None
