"""Polynomial kernels of a degree out of reach are refused at once, before any monomial is listed."""

import pytest

from catalg.elaborate import elaborate
from catalg.engine.solve import Session
from catalg.families.registry import FAMILIES
from catalg.language import parse


@pytest.mark.parametrize("degree, told", [(10**9, "too many"), (10**400, "too many"), (40, "12341")], ids=["large", "huge", "forty"])
def test_undecided(degree, told):
    text = f"group G = O(3)\nfunctor X : G -> Man = R^3\nend A = int g : G. Map(X, trivial) degree <= {degree}\n"
    found, problems = elaborate(parse(text, "<text>"), FAMILIES)
    if found is None:
        assert any(p.is_error for p in problems)
        return
    judgement = Session(found).run(len(found.items) - 1).judgement
    assert judgement.verdict.value == "undecided" and told in str(judgement.facts)
