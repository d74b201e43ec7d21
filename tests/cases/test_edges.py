"""Kernels beyond the named families, graphs, symbolic counts and declarations that are wrong: the fate of every file.

The folder of a file says its fate. The numbers come from stabilizers and orbit counts, from characters, and from the
literature; each refuted file says what it is refuted with, each invalid one its code.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from catalg.engine.check import check_files
from catalg.engine.limits import Limits
from catalg.engine.outcome import FileReport
from catalg.engine.worker import Worker
from catalg.model.verdict import Verdict

FOLDER = Path(__file__).parent / "edges"
REFUTED: dict[str, tuple[str, dict[str, str]]] = {
    "C-On-k-vectors-too-many": ("dimension-differs", {"where": "n = 1", "value": "2", "stated": "3"}),
    "D-2hop-natural-two-nodes": ("dimension-differs", {"value": "7", "stated": "10"}),
    "E-invalid-C3-with-90deg": ("relation-fails", {"relation": "r^3 = 1"}),
    "E-invalid-SO2-halfinteger": ("relation-fails", {"relation": "exp(2*pi*X) = 1"}),
    "E-invalid-not-homomorphism-C4": ("relation-fails", {"relation": "r^4 = 1"}),
    "E-invalid-projective-Pauli": ("relation-fails", {"relation": "x*z = z*x"}),
    "E-invalid-spin-half-as-SO3": ("relation-fails", {"relation": "exp(2*pi*Z) = 1"}),
}
INVALID = {"E-invalid-singular-generator": "E0503", "E-invalid-spin-half-label": "E0508"}


def files(fate: str) -> list[Path]:
    return sorted((FOLDER / fate).glob("*.cat"))


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    with Worker(Limits(seconds=30.0)) as process:
        yield process


def report(path: Path, worker: Worker) -> FileReport:
    (found,) = check_files([str(path)], worker)
    return found


def test_there_are_files() -> None:
    assert len(files("proved")) >= 30
    assert {path.stem for path in files("refuted")} == set(REFUTED)
    assert {path.stem for path in files("invalid")} == set(INVALID)


@pytest.mark.parametrize("path", files("proved"), ids=lambda path: path.stem)
def test_proved(path: Path, worker: Worker) -> None:
    found = report(path, worker)
    assert [(r.item.name, r.judgement.reason, r.judgement.facts) for r in found.results
            if r.counts and r.judgement.verdict is not Verdict.PROVED] == []
    assert found.status == "proved"
    assert any(r.item.kind in ("expect", "refute") for r in found.results)


@pytest.mark.parametrize("path", files("refuted"), ids=lambda path: path.stem)
def test_refuted(path: Path, worker: Worker) -> None:
    found = report(path, worker)
    assert found.status == "refuted"
    (refuted,) = [r.judgement for r in found.results if r.judgement.verdict is Verdict.REFUTED]
    assert refuted.counterexample is not None
    rule, facts = REFUTED[path.stem]
    assert refuted.reason == rule
    shown = {**dict(refuted.facts), **refuted.counterexample.as_dict()}
    assert {key: str(shown[key]) for key in facts} == facts


@pytest.mark.parametrize("path", files("invalid"), ids=lambda path: path.stem)
def test_invalid(path: Path, worker: Worker) -> None:
    found = report(path, worker)
    assert found.status == "invalid"
    assert INVALID[path.stem] in [d.code for d in found.diagnostics]


@pytest.mark.parametrize("path", files("undecided"), ids=lambda path: path.stem)
def test_undecided_with_a_reason(path: Path, worker: Worker) -> None:
    """What no strategy covers is neither proved, nor refuted, nor a mistake of the text."""
    found = report(path, worker)
    assert found.status == "undecided"
    open_claims = [r.judgement for r in found.results if r.counts and r.judgement.verdict is not Verdict.PROVED]
    assert open_claims and all(j.verdict is Verdict.UNDECIDED and j.facts for j in open_claims)
