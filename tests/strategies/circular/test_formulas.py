"""Formulas over residues modulo a symbolic n: refuted at a small size, and never proved by small sizes."""

import pytest

from catalg.elaborate import elaborate
from catalg.engine.solve import Session
from catalg.families.registry import FAMILIES
from catalg.language import parse

TEXT = "param n : Nat where n >= 3\ngroup G = Cyclic(n)\nfunctor V : G -> Vect = free(Points)\nend L = int g : G. Hom(V, V)\n"


@pytest.mark.parametrize("formula, verdict, reason", [
    ("a*I", "refuted", "linear-formula-too-narrow"),
    ("a*I + b*ones", "refuted", "linear-formula-too-narrow"),
    ("a*unit(1, 2)", "refuted", "linear-formula-illegal"),
])  # fmt: skip
def test_formulas(formula, verdict, reason):
    found, problems = elaborate(parse(TEXT + f"expect L = {formula}", "<text>"), FAMILIES)
    assert found is not None, [p.message for p in problems]
    judgement = Session(found).run(len(found.items) - 1).judgement
    assert (judgement.verdict.value, judgement.reason) == (verdict, reason)


def test_agreement_at_small_sizes_is_no_proof():
    """Map(P, trivial) is one constant for every n; that it agrees at the sizes compared does not make it proved."""
    text = TEXT + "end M = int g : G. Map(Points, trivial)\nexpect M(x) = a"
    found, problems = elaborate(parse(text, "<text>"), FAMILIES)
    assert found is not None, [p.message for p in problems]
    judgement = Session(found).run(len(found.items) - 1).judgement
    assert (judgement.verdict.value, judgement.reason) == ("undecided", "circular-formula")
