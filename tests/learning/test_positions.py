"""Scores of positions: what depends on differences is a member of the end of the translations, and nothing else is."""

from __future__ import annotations

from pathlib import Path

import pytest

from catalg.elaborate import elaborate
from catalg.engine.solve import Session
from catalg.families.registry import FAMILIES
from catalg.language import parse
from catalg.model.verdict import Verdict

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "positions.cat"
HEAD = """group Shifts = Translations({d})
functor P : Shifts -> Man = R^{d}
end Score = int g : Shifts. Map(P * P, trivial)
"""
SPACE = """group Space {
  lie generators A, B
  relations [A, B] = 0
}
"""


def verdicts(text):
    """The verdict of each statement."""
    specification, diagnostics = elaborate(parse(text + "\n", "t.cat"), FAMILIES)
    assert not diagnostics, diagnostics
    session = Session(specification)
    return [session.run(index).judgement.verdict for index in range(len(specification.items))]


def last(text):
    return verdicts(text)[-1]


def score(d, formula):
    return last(HEAD.format(d=d) + f"transformation s : P * P => trivial at (m, n) = {formula}")


@pytest.mark.parametrize(
    ("d", "formula"),
    [
        (1, "-abs(n - m)"),
        (1, "cos(7*(n - m))"),
        (1, "cos(2*n)*cos(2*m) + sin(2*n)*sin(2*m)"),
        (2, "cos(n[1] - m[1] + 3*n[2] - 3*m[2])"),
    ],
)
def test_relative_scores_are_natural(d, formula):
    assert score(d, formula) is Verdict.PROVED


@pytest.mark.parametrize(
    ("d", "formula"),
    [
        (1, "-abs(n)"),
        (1, "cos(n + m)"),
        (1, "cos(2*n)*cos(2*m) - sin(2*n)*sin(2*m)"),
        (1, "cos(2*n - m)"),
        (1, "cos(n^2 - m^2)"),
        (2, "cos(n[1] - m[2])"),
    ],
)
def test_absolute_scores_are_refuted(d, formula):
    assert score(d, formula) is Verdict.REFUTED


@pytest.mark.parametrize("formula", ["kappa(abs(n - m))", "kappa(m)", "kappa(n + m)", "-abs(n - m)"])
def test_the_end_is_not_described_by_less_or_other(formula):
    assert last(HEAD.format(d=1) + f"expect Score(m, n) = {formula}") is Verdict.REFUTED


@pytest.mark.parametrize(
    ("second", "verdict"),
    [
        ("[[0, 2, 0], [-2, 0, 0], [0, 0, 0]]", Verdict.PROVED),
        ("[[0, 0, 0], [0, 0, -1], [0, 1, 0]]", Verdict.REFUTED),
        ("[[0, 0, 0], [0, 0, 0], [0, 1, 0]]", Verdict.REFUTED),
    ],
)
def test_axes_commute(second, verdict):
    rho = f"functor rho : Space -> Vect {{ A = [[0, -1, 0], [1, 0, 0], [0, 0, 0]]  B = {second} }}"
    assert last(SPACE + rho) is verdict


def test_the_example_says_what_it_expects():
    text = EXAMPLE.read_text(encoding="utf-8")
    specification, diagnostics = elaborate(parse(text, "positions.cat"), FAMILIES)
    assert not diagnostics
    session = Session(specification)
    judged = [session.run(index).judgement for index in range(len(specification.items))]
    assert len(judged) > 20
    assert not any(judgement.verdict is Verdict.UNDECIDED for judgement in judged)
