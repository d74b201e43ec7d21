"""What a symmetry saves and why nothing is left, in every output."""

from __future__ import annotations

import json

import pytest

import catalg
from catalg.cli import main
from catalg.render.savings import saving
from catalg.render.sentence import tell
from catalg.render.voices import TEXT


def _told(text: str, name: str) -> tuple[str, list[str]]:
    derived = catalg.loads(text)[name].derive()
    step = saving(derived.solution, derived.item.subject)
    return ("" if step is None else tell(TEXT, step)), [s.rule for s in derived.solution.proposal.steps]


LINEAR = "group G = Sym(4)\nfunctor P : G -> Vect = free(Points)\nend L = int g : G. Hom(P, P)\nend Z = int g : G. Hom(P, sign)\n"
SYMBOLIC = "param n : Nat where n >= 2\ngroup G = Sym(n)\nfunctor P : G -> Vect = free(Points)\nend L = int g : G. Hom(P, P)\n"
KERNEL = "group G = O(3)\nfunctor X : G -> Man = R^3\nfunctor d : G -> Vect = det\nend K = int g : G. Map(X * X, R^1)\nend Z = int g : G. Map(X, d)\n"


def test_parameters() -> None:
    assert _told(LINEAR, "L")[0] == "16 parameters become 2"
    assert _told(SYMBOLIC, "L")[0] == "n² parameters become 2"


def test_functions() -> None:
    assert _told(KERNEL, "K")[0] == "without the symmetry 1 function of 6 coordinates, with it 1 function of 3 invariants"


@pytest.mark.parametrize(("text", "rule"), [(LINEAR, "zero-by-several"), (KERNEL, "kernel-nothing")], ids=["linear", "kernel"])
def test_why_nothing_is_left(text: str, rule: str) -> None:
    assert rule in _told(text, "Z")[1]


def test_blocks() -> None:
    text = LINEAR + "functor Q : G -> Vect = free(Points) (+) sign\nend S = int g : G. Hom(Q, P)\n"
    steps = catalg.loads(text)["S"].derive().solution.proposal.steps
    parts = next(dict(s.facts)["parts"] for s in steps if s.rule == "hom-splits")
    assert [part.rpartition(": ")[2] for part in parts] == ["2", "0"]


def test_json_has_the_saving_as_a_step(tmp_path: object, capsys: pytest.CaptureFixture[str]) -> None:
    from pathlib import Path

    assert isinstance(tmp_path, Path)
    path = tmp_path / "a.cat"
    path.write_text(LINEAR)
    with pytest.raises(SystemExit):
        main(["derive", str(path), "L", "--format", "json"])
    steps = json.loads(capsys.readouterr().out)["files"][0]["results"][0]["solution"]["steps"]
    assert steps[-1]["rule"] == "parameters-saved" and steps[-1]["text"] == "16 parameters become 2"
