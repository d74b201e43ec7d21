"""All case files of linear ends and of crystals: every dimension certified and as independent sources have it."""

from __future__ import annotations

from pathlib import Path

import pytest

from catalg.model.ends import LinearEnd
from catalg.model.goals import CountClaim
from catalg.model.solution import Solution
from catalg.model.verdict import Verdict
from catalg.verify.linear.claims import judge_count
from tests.linear_ends import solve, specification

FOLDER = Path(__file__).parents[2] / "cases"
FILES = sorted([*FOLDER.glob("linear/*.cat"), *FOLDER.glob("crystals/*.cat")])


def test_there_are_files() -> None:
    assert len(FILES) > 150


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_dimensions_of_a_file(path: Path) -> None:
    spec = specification(path.read_text(encoding="utf-8"))
    found = {item.name: item.subject for item in spec.items if isinstance(item.subject, LinearEnd)}
    claims = [item.subject for item in spec.items if isinstance(item.subject, CountClaim)]
    solved: dict[str, Solution] = {}
    assert claims
    for claim in claims:
        solution = solved.setdefault(claim.end, solve(found[claim.end]))
        assert solution.certificate.verdict is Verdict.PROVED, solution.certificate
        judgement = judge_count(found[claim.end], solution, claim, spec.parameters)
        assert judgement.verdict is Verdict.PROVED, judgement
