"""The verified problems: every file is proved."""

from __future__ import annotations

import pytest

from catalg.engine.check import examine

from .harness import files, label, told

CASES = files("tests/cases/linear/*.cat", "tests/cases/crystals/*.cat", "tests/cases/kernels/*.cat")


@pytest.mark.parametrize("path", CASES, ids=label)
def test_case_is_proved(path, worker):
    report = examine(str(path), worker).report()
    open_ = [f"{r.item.kind} {r.item.name}: {told(r.judgement)}" for r in report.results if r.counts and r.judgement.verdict != "proved"]
    assert report.status == "proved", "\n".join([*open_, *(d.message for d in report.diagnostics)])


def test_all_cases_are_here():
    assert len(CASES) == 160 + 11 + 49
