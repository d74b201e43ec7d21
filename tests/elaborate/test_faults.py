"""A fault of elaboration itself is one positioned diagnostic in the report, never a traceback."""

from __future__ import annotations

import pytest

from catalg.elaborate import statements
from catalg.engine.check import examine
from catalg.engine.limits import Limits
from catalg.engine.outcome import exit_code
from catalg.engine.worker import Worker

TEXT = "group G = SO(3)\nfunctor V : G -> Vect = vector\n"


def test_a_fault_is_told_with_its_place_and_exits_with_2(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*arguments: object) -> object:
        raise ZeroDivisionError("one by\nnothing")

    monkeypatch.delenv("CATALG_DEBUG", raising=False)
    monkeypatch.setattr(statements, "functor", broken)
    with Worker(Limits(seconds=5)) as worker:
        report = examine("broken.cat", worker, text=TEXT).report()
    (found,) = report.diagnostics
    assert found.code == "E0100" and "ZeroDivisionError: one by nothing" in found.message
    assert TEXT[found.span.start : found.span.end] == "functor V : G -> Vect = vector"
    assert report.status == "invalid" and exit_code([report]) == 2 and report.results == ()
