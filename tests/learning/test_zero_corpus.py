"""The zero test on identities of the kinds that smooth maps lead to: no wrong verdict, and a bounded share undecided."""

from __future__ import annotations

from catalg.exact.zero import decide_equal
from tests.learning.corpus import cases


def test_no_verdict_is_wrong_and_few_are_open() -> None:
    true, false = cases()
    assert len(true) >= 300
    assert len(false) >= 300
    labels = [label for label, *_ in true + false]
    assert len(set(labels)) == len(labels)
    undecided = 0
    for expected, wrong, identities in (("zero", "nonzero", true), ("nonzero", "zero", false)):
        for label, left, right in identities:
            kind = decide_equal(left, right).kind
            assert kind != wrong, label
            undecided += kind != expected
    share = undecided / (len(true) + len(false))
    print(f"{len(true)} true, {len(false)} false identities: {undecided} undecided ({share:.1%})")
    assert share <= 0.02
