"""Formulas over a product of a group of symbolic size with a concrete one: index patterns times fixed matrices."""

import pytest

from catalg.elaborate import elaborate
from catalg.engine.solve import Session
from catalg.families.registry import FAMILIES
from catalg.language import parse

TEXT = """
param n : Nat where n >= 3
group S = Sym(n)
group R = O(3)
group G = S * R
functor P : S -> Vect = free(Points)
functor X : R -> Vect = vector
end Cloud = int g : G. Hom(P (*) X, P (*) X)
"""


def judged(claim: str):
    found, problems = elaborate(parse(TEXT + claim, "<text>"), FAMILIES)
    assert found is not None and not [p for p in problems if p.is_error]
    return Session(found).run(len(found.items) - 1).judgement


@pytest.mark.parametrize("formula", [
    "alpha*(I (*) I) + beta*(ones (*) I)", "alpha*I + beta*((I + ones) (*) I)", "(alpha*I + beta*ones) (*) I",
])  # fmt: skip
def test_the_whole_space(formula):
    assert judged(f"expect Cloud = {formula}").verdict.value == "proved"


@pytest.mark.parametrize("formula, reason", [
    ("alpha*(I (*) I)", "linear-formula-too-narrow"),
    ("alpha*(I (*) I) + alpha*(ones (*) I)", "linear-formula-too-narrow"),
    ("alpha*(I (*) I) + beta*(ones (*) ones)", "linear-formula-illegal"),
    ("alpha*(I (*) I) + beta*(ones (*) I) + gamma*ones", "linear-formula-illegal"),
])  # fmt: skip
def test_refuted(formula, reason):
    judgement = judged(f"expect Cloud = {formula}")
    assert (judgement.verdict.value, judgement.reason) == ("refuted", reason)
    if reason == "linear-formula-illegal":
        assert str(judgement.counterexample.as_dict()["generator"]).startswith("R.")
