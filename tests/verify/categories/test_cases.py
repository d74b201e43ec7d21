"""Specifications in the language, from text to verdict by the Python API: every file in `proved` holds, and some in
`refuted` do not, with their witness. (`tests/elaborate/test_category_cases.py` has all of them, by the JSON report.)
"""

from pathlib import Path

import pytest

import catalg
from catalg.model.verdict import Verdict

CASES = Path(__file__).parents[2] / "cases" / "categories"
REFUTED: dict[str, tuple[str, dict[str, object]]] = {
    "functor_breaks_the_square": ("broken-equation", {"element": "1", "left_value": "1", "right_value": "0"}),
    "transformation_is_not_natural": (
        "broken-square",
        {"arrow": "src", "element": "e2", "left": "1", "right": "2"},
    ),
    "wrong_count": ("set-count-found", {"found": 6}),
}


@pytest.mark.parametrize("path", sorted((CASES / "proved").glob("*.cat")), ids=lambda path: path.stem)
def test_proved(path: Path) -> None:
    report = catalg.check(path)
    assert [
        (r.item.name, r.judgement.reason) for r in report.results if r.judgement.verdict is not Verdict.PROVED
    ] == []
    assert report.results


@pytest.mark.parametrize("path", [CASES / "refuted" / f"{name}.cat" for name in REFUTED], ids=lambda path: path.stem)
def test_refuted(path: Path) -> None:
    report = catalg.check(path)
    assert report.status == "refuted"
    found = next(r.judgement.counterexample for r in report.results if r.judgement.verdict is Verdict.REFUTED)
    assert found is not None
    rule, facts = REFUTED[path.stem]
    assert found.rule == rule
    assert {key: found.as_dict()[key] for key in facts} == facts
