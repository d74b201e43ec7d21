"""Every specification and example has its exit code, its JSON fits the schema, and the text is what was agreed on."""

from __future__ import annotations

import json
import re

import pytest

from catalg.engine.check import examine
from catalg.engine.outcome import exit_code
from catalg.render.json import document
from catalg.render.look import Look
from catalg.render.report import report_text

from .harness import ROOT, files, label, told

EXPECTED = {"proved": 0, "refuted": 1, "invalid": 2, "examples": 0}
FILES = files("tests/specs/*/*.cat", "examples/*.cat")
GOLDEN = ROOT / "tests" / "acceptance" / "golden"
VERDICTS = {"proved", "refuted", "undecided"}
TEXTS = [
    "proved/attention", "proved/naturality", "proved/permutations", "proved/translations", "refuted/not_a_functor",
    "refuted/not_natural", "refuted/square_does_not_commute", "refuted/too_narrow", "invalid/unknown_name",
    "invalid/wrong_dimension", "invalid/ill_typed_composite", "invalid/variance", "invalid/syntax",
]  # fmt: skip


def report(path, worker):
    return examine(str(path.relative_to(ROOT)), worker, text=path.read_text(encoding="utf-8")).report()


@pytest.mark.parametrize("path", FILES, ids=label)
def test_exit_code(path, worker):
    found = report(path, worker)
    lines = [f"{r.item.kind} {r.item.name}: {told(r.judgement)}" for r in found.results if r.judgement.verdict != "proved"]
    assert exit_code([found]) == EXPECTED[path.parent.name], "\n".join([*lines, *(d.message for d in found.diagnostics)])
    assert not [r for r in found.results if r.judgement.reason in ("internal-error", "time-limit", "memory-limit")]
    text = report_text(found, Look(100))
    assert "Traceback" not in text and "Error:" not in text and "object at 0x" not in text
    check_document(json.loads(document([found])), found.status)


def check_document(value, status):
    """The JSON document against its schema in the language reference."""
    assert set(value) == {"catalg", "files"}
    (file,) = value["files"]
    assert set(file) == {"path", "status", "diagnostics", "results"} and file["status"] == status
    for found in file["diagnostics"]:
        assert set(found) == {"code", "severity", "message", "help", "line", "column", "end_line", "end_column"}
        assert re.fullmatch(r"[EWN]\d{4}", found["code"]) and found["severity"] in ("error", "warning", "note")
        assert 1 <= found["line"] <= found["end_line"] and found["column"] >= 1 and found["end_column"] >= 1
    for result in file["results"]:
        assert set(result) - {"evidence"} == {"kind", "name", "line", "verdict", "reason", "counterexample", "solution"}
        assert result["verdict"] in VERDICTS and isinstance(result["line"], int) and result["line"] >= 1
        assert isinstance(result["reason"], str) and result["reason"]
        assert (result["counterexample"] is not None) or result["verdict"] != "refuted"
        if result["solution"] is not None:
            check_solution(result["solution"])


def check_solution(value):
    """One solution of the document."""
    assert set(value) == {
        "text", "latex", "dimension", "size", "arguments", "free_functions", "free_constants", "basis", "steps", "certificate",
    }  # fmt: skip
    assert value["text"] and value["latex"]
    for count in ("dimension", "size", "free_functions", "free_constants"):
        assert value[count] is None or isinstance(value[count], int | str)
    for listed in ("arguments", "basis"):
        assert all(isinstance(entry, str) and entry for entry in value[listed])
    assert all(set(step) == {"rule", "text", "latex"} and step["text"] for step in value["steps"])
    certificate = value["certificate"]
    assert set(certificate) == {"sound", "complete", "scope", "evidence"}
    assert {certificate["sound"], certificate["complete"]} <= VERDICTS
    assert certificate["scope"] in ("global", "dense stratum", "local")


@pytest.mark.parametrize("name", TEXTS)
def test_text_is_as_agreed(name, worker):
    found = report(ROOT / "tests" / "specs" / f"{name}.cat", worker)
    text = re.sub(r" +\(\d+\.\d s\)", "", report_text(found, Look(100)))
    golden = GOLDEN / f"{name.replace('/', '_')}.txt"
    assert text == golden.read_text(encoding="utf-8")


def test_examples_and_specifications_are_here():
    assert len(FILES) >= 5 + 14 + 4 + 13
