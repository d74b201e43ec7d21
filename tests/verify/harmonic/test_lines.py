"""Series on projective spaces: Jacobi polynomials of the squared cosine, derived, with wrong and incomplete ones refuted."""

from __future__ import annotations

import pytest

import catalg

HEAD = "group G = {group}\nend K = int g : G. Map({space} * {space}, trivial)\n"


def verdicts(text: str) -> list[str]:
    with catalg.loads(text) as file:
        return [str(r.judgement.verdict.value) for r in file.check().results]


@pytest.mark.parametrize(
    ("group", "space", "alpha"),
    [("SO(3)", "RP(2)", "0"), ("O(3)", "Gr(1, 3)", "0"), ("O(4)", "RP(3)", "1/2")],
    ids=["RP2", "lines in space", "RP3"],
)
def test_the_derived_series(group: str, space: str, alpha: str) -> None:
    """The Casimir operator on functions of t = tr PQ has the Jacobi polynomials with (n - 3)/2 and -1/2 of 2t - 1."""
    text = HEAD.format(group=group, space=space) + "derive K(P, Q) as series\n"
    text += f"expect K(P, Q) = sum(l, 0, oo, a[l] * jacobi(l, {alpha}, -1/2, 2*trace(P*Q) - 1))\n"
    assert verdicts(text) == ["proved", "proved", "proved"]


@pytest.mark.parametrize(
    "formula",
    [
        "sum(l, 0, oo, a[l] * jacobi(2*l, 0, -1/2, 2*trace(P*Q) - 1))",
        "sum(l, 1, oo, a[l] * jacobi(l, 0, -1/2, 2*trace(P*Q) - 1))",
        "sum(l, 0, 3, a[l] * jacobi(l, 0, -1/2, 2*trace(P*Q) - 1))",
        "sum(l, 0, oo, a[l] * legendre(l, P[1,1]))",
    ],
)
def test_series_that_are_wrong_or_miss_a_degree(formula: str) -> None:
    assert verdicts(HEAD.format(group="SO(3)", space="RP(2)") + f"refute K(P, Q) = {formula}\n") == ["proved", "proved"]


def test_planes_are_no_lines() -> None:
    """Two angles are no series in one variable, and nothing is claimed of a variable that is no squared cosine."""
    text = HEAD.format(group="O(4)", space="Gr(2, 4)") + "derive K(P, Q) as series\n"
    assert verdicts(text) == ["proved", "undecided"]
    shifted = HEAD.format(group="SO(3)", space="RP(2)")
    shifted += "expect K(P, Q) = sum(l, 0, oo, a[l] * legendre(l, 3*trace(P*Q) - 1))\n"
    assert verdicts(shifted)[-1] != "proved"
