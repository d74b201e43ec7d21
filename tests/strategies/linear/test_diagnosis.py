"""Why a space is zero: the step names elements that really leave nothing."""

from __future__ import annotations

import pytest

from catalg.model.ends import LinearEnd
from catalg.strategies.linear import STRATEGY
from tests.linear_ends import specification


def last_step(text: str) -> tuple[str, dict[str, object]]:
    end = next(item.subject for item in specification(text).items if isinstance(item.subject, LinearEnd))
    proposal = STRATEGY.solve(end)
    assert not proposal.basis
    return proposal.steps[-1].rule, dict(proposal.steps[-1].facts)


@pytest.mark.parametrize("powers", [(2, 1), (3, 2), (1, 0)])
def test_parity_of_tensors(powers: tuple[int, int]) -> None:
    one, two = powers
    target = f"T^{two}(V)" if two else "R^1"
    rule, facts = last_step(
        f"group G = O(3)\nfunctor V : G -> Vect = vector\nend A = int g : G. Hom(T^{one}(V), {target})\n"
    )
    assert rule == "zero-by-parity"
    assert {facts["source"], facts["target"]} == {"1", "-1"}


def test_disjoint_eigenvalues() -> None:
    text = """
group G { generators t }
functor V : G -> Vect { t = [[2, 1], [1, 1]] }
functor W : G -> Vect { t = [[5, 2], [2, 1]] }
end A = int g : G. Hom(V, W)
"""
    assert last_step(text) == ("zero-by-one", {"generator": "t"})


def test_several_generators_are_needed() -> None:
    rule, facts = last_step(
        "group G = SO(3)\nfunctor V : G -> Vect = irrep(2)\nfunctor W : G -> Vect = irrep(1)\nend A = int g : G. Hom(V, W)\n"
    )
    assert rule == "zero-by-several"
    assert len(facts["generators"]) == 2 and all(count > 0 for count in facts["alone"])  # type: ignore[arg-type, union-attr]
