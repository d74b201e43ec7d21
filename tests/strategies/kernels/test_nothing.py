"""Why a space is zero."""

from __future__ import annotations

from catalg.strategies.kernels.nothing import explain_nothing
from tests.kernel_cases import CASES


def test_a_reflection_leaves_no_pseudoscalar() -> None:
    found = explain_nothing(CASES["E2-0-det"].build())
    assert found is not None and found.values == 1
    assert [letter.name for word in found.elements for letter in word] == ["s1"]


def test_there_is_nothing_to_explain() -> None:
    assert explain_nothing(CASES["SE2-End"].build()) is None
