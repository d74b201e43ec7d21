"""Problems about categories in the language, from text to the JSON report.

Every file in `proved` holds; of those in `refuted`, `invalid` and `undecided` it is said exactly what is found: the
failing generator, the element and both sides, the place and the code of a mistake, what stopped a search.
"""

from __future__ import annotations

import json
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

CASES = Path(__file__).parents[1] / "cases" / "categories"

REFUTED: dict[str, tuple[str, dict[str, Any]]] = {
    "functor_breaks_the_square": (
        "broken-equation", {"left": "g @ f", "right": "k @ h", "element": "1", "left_value": "1", "right_value": "0"}
    ),
    "transformation_is_not_natural": ("broken-square", {"arrow": "src", "element": "e2", "left": "1", "right": "2"}),
    "wrong_count": ("set-count-found", {"found": 6}),
    "neg-01-nonfunctor-square": (
        "broken-equation",
        {
            "functor": "F", "left": "g @ f", "right": "k @ h", "object": "A", "element": "1", "left_value": "1",
            "right_value": "0", "left_chase": ["1", "1", "1"], "right_chase": ["1", "1", "0"],
        },
    ),
    "neg-03-nonnatural": (
        "broken-square",
        {
            "arrow": "src", "domain": "E", "codomain": "V", "element": "e2", "left": "1", "right": "2",
            "others": [["tgt", "e1", "1", "2"]],
        },
    ),
    "neg-06-not-identity": ("claim-holds", {"reason": "paths-equal"}),
    "neg-09-notuniversal": (
        "missed-families", {"apex": 2, "size": 4, "missed": [["0", "1"], ["1", "0"]], "objects": ["A", "B"]}
    ),
    "neg-10-notequivariant": (
        "broken-linear-square", {"arrow": "swap", "element": 1, "left": "[2, 1]", "right": "[3, 1]"}
    ),
    "image-of-an-equation": (
        "broken-image", {"functor": "K", "left": "r @ s", "right": "id(B)", "left_image": "e^2", "right_image": "id(A)"}
    ),
    "dinaturality": (
        "broken-hexagon",
        {"arrow": "f", "domain": "A", "codomain": "B", "element": "x", "left": "f", "right": "g"},
    ),
    "triangle": ("broken-triangle", {"functor": "I", "object": "A", "path": "e", "identity": "id(A)"}),
    "no-lift": ("no-lift", {"functor": "K", "property": "fibration", "object": "a1", "arrow": "w"}),
    "several-lifts": (
        "several-lifts", {"property": "discrete fibration", "object": "(a, b)", "arrow": "id(a)", "count": 2}
    ),
    "not-cartesian": (
        "no-cartesian-lift",
        {"property": "fibration", "object": "z", "arrow": "u", "lift": "f", "through": "g", "factors": 0},
    ),
    "not-a-pushout": (
        "glued-without-reason", {"first": "1", "first_object": "A", "second": "2", "second_object": "A", "value": "z"}
    ),
    "cone-identifies": ("same-family", {"first": "p", "second": "q"}),
    "cone-misses": ("missed-families", {"apex": 1, "size": 2, "missed": [["2", "v"]]}),
    "path-transformation": (
        "broken-path-square", {"arrow": "f", "left": "t @ f", "right": "f @ s"}
    ),
    "wrong-hom": ("shape-count-found", {"found": 2, "value": 3}),
    "not-invertible": ("same-image", {"object": "B", "first": "u", "second": "v", "value": "w"}),
}

INVALID: dict[str, tuple[str, int, int, str]] = {
    "neg-04-illtyped": ("E0401", 2, 11, "this composite is not typed: the second arrow does not start where the first ends"),
    "neg-05-nonparallel": ("E0402", 6, 12, "the two sides are not parallel"),
    "variance": ("E0403", 4, 31, "the left factor of a coend is contravariant, but `F` is covariant"),
    "order-with-a-cycle": ("E0413", 1, 14, "this order has a cycle"),
    "no-inverse": ("E0414", 2, 7, "`f` has no inverse that is known"),
    "image-with-wrong-ends": ("E0415", 2, 42, "`f` goes A -> B, so its image goes B -> A"),
    "count-without-category": ("E0416", 2, 13, "a hom-set is counted in a category, which is not named"),
    "group-element-not-bijective": ("E0502", 2, 45, "this table is not a permutation"),
    "wrong-property": ("E0301", 3, 12, "no property is called `fibrations`"),
    "parallel-arrows": (
        "E0401", 3, 13, "f goes A -> B and g B -> C; an equalizer is of parallel arrows"
    ),
}

UNDECIDED: dict[str, str] = {
    "too-many-arrows": "the arrows of M were not counted: completion did not end within its limit",
}


@cache
def reports(folder: str) -> dict[str, dict[str, Any]]:
    """The reports on all files of a folder, by one process."""
    paths = sorted(map(str, (CASES / folder).glob("*.cat")))
    done = subprocess.run(
        [sys.executable, "-m", "catalg", "check", "--format", "json", *paths], capture_output=True, text=True, timeout=280
    )
    return {Path(file["path"]).stem: file for file in json.loads(done.stdout)["files"]}


def stems(folder: str) -> list[str]:
    return sorted(path.stem for path in (CASES / folder).glob("*.cat"))


@pytest.mark.parametrize("case", stems("proved"))
def test_proved(case: str) -> None:
    report = reports("proved")[case]
    assert [r for r in report["results"] if r["verdict"] != "proved"] == []
    assert report["diagnostics"] == [] and report["status"] == "proved"
    assert len(report["results"]) > 1


@pytest.mark.parametrize("case", stems("refuted"))
def test_refuted(case: str) -> None:
    report = reports("refuted")[case]
    assert report["status"] == "refuted" and report["diagnostics"] == []
    found = [r["counterexample"] for r in report["results"] if r["verdict"] == "refuted"]
    assert len(found) == 1
    rule, facts = REFUTED[case]
    assert found[0]["rule"] == rule
    assert {key: found[0]["facts"].get(key) for key in facts} == facts
    named = [str(facts[key]) for key in ("arrow", "element") if str(facts.get(key, "")).isidentifier()]
    assert all(name in found[0]["text"] for name in named)


@pytest.mark.parametrize("case", stems("invalid"))
def test_invalid(case: str) -> None:
    report = reports("invalid")[case]
    assert report["status"] == "invalid"
    (problem,) = report["diagnostics"]
    assert (problem["code"], problem["line"], problem["column"], problem["message"]) == INVALID[case]


@pytest.mark.parametrize("case", stems("undecided"))
def test_undecided(case: str) -> None:
    report = reports("undecided")[case]
    assert report["status"] == "undecided"
    assert [r["reason"] for r in report["results"] if r["verdict"] == "undecided"] == [UNDECIDED[case]]


def test_every_case_is_expected() -> None:
    assert stems("refuted") == sorted(REFUTED)
    assert stems("invalid") == sorted(INVALID)
    assert stems("undecided") == sorted(UNDECIDED)


def solution(case: str, name: str) -> dict[str, Any]:
    (found,) = (r for r in reports("proved")[case]["results"] if r["name"] == name and r["solution"] is not None)
    return dict(found["solution"])


def test_the_pullback_and_the_pushout_are_listed() -> None:
    assert solution("lim-01-pullback-pushout", "L")["basis"] == ["(0, 0, 0)", "(1, 0, 0)", "(2, 1, 1)", "(2, 2, 1)"]
    pushout = solution("lim-01-pullback-pushout", "M")
    (step,) = (s["text"] for s in pushout["steps"] if s["rule"] == "colimit-cocone-listed")
    assert "0, 1 of A; 0, 2 of B" in step
    assert pushout["size"] == 4


def test_yoneda_is_recognised_and_said() -> None:
    rules = [step["rule"] for step in solution("nat-03-yoneda", "OnEdges")["steps"]]
    assert "yoneda" in rules
    steps = {step["rule"]: step["text"] for step in solution("coend-06-coyoneda", "AtV")["steps"]}
    assert "14 pairs" in steps["coend-as-quotient"] and "4 elements" in steps["co-yoneda"]


def test_the_conjugacy_classes_are_listed() -> None:
    """Sizes 1, 2, 3: of the identity, of the two rotations, of the three reflections."""
    basis = solution("coend-01-groups", "ClassesS3")["basis"]
    assert len(basis) == 3 and "1" in basis[0]
