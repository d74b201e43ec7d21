"""Open strata under groups that are not compact: orientations as locally constant invariants, and numbers that differ."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

import catalg
from catalg.model.verdict import Verdict
from catalg.render.json import solution_object
from catalg.strategies.kernels.solve import propose_kernel
from catalg.verify.kernels.certify import certify_kernel
from catalg.verify.kernels.classical import all_components, component, isometry, sheets, strata
from catalg.verify.kernels.frame import Frame
from catalg.verify.kernels.strata import fixed_values
from tests.edge_texts import claims, judged, kernels
from tests.kernel_cases import CASES

LORENTZ = "group G = SOplus(1, 3)\nend E = int g : G. Map(space(vector), trivial)\n"
PARITY = """
group P { generators p  lie generators r, k1, k2 }
functor V : P -> Vect {
  p = [[1, 0, 0], [0, -1, 0], [0, 0, 1]]  r = [[0, 0, 0], [0, 0, -1], [0, 1, 0]]
  k1 = [[0, 1, 0], [1, 0, 0], [0, 0, 0]]  k2 = [[0, 0, 1], [0, 0, 0], [1, 0, 0]]
}
end E = int g : P. Map(space(V) * space(V), V)
"""
MINKOWSKI = [[Fraction(0)] * i + [Fraction(1 if i == 0 else -1)] + [Fraction(0)] * (3 - i) for i in range(4)]


def regions(text: str) -> dict[tuple[int, int], tuple[int, int | None]]:
    certificate = kernels(text)[2]
    return {s.signature: (s.sheets, s.free) for s in certificate.strata}


def test_the_direction_of_time() -> None:
    """Future, past, and the spacelike vectors, which are one orbit for each length."""
    assert regions(LORENTZ) == {(0, 1): (1, 1), (1, 0): (2, 1)}


@pytest.mark.parametrize(
    ("group", "count", "expected"),
    [
        ("SOplus(1, 3)", 2, {(0, 2): 1, (1, 1): 2}),
        ("SOplus(1, 3)", 3, {(0, 3): 2, (1, 2): 2}),
        ("SOplus(1, 3)", 4, {(1, 3): 2}),
        ("SOplus(1, 2)", 2, {(0, 2): 2, (1, 1): 2}),
        ("SOplus(1, 1)", 1, {(0, 1): 2, (1, 0): 2}),
        ("SOplus(2, 2)", 1, {(0, 1): 1, (1, 0): 1}),
    ],
)  # fmt: skip
def test_orbits_that_share_their_products(group: str, count: int, expected: dict[tuple[int, int], int]) -> None:
    text = f"group G = {group}\nend E = int g : G. Map({' * '.join(['space(vector)'] * count)}, trivial)\n"
    certificate = kernels(text)[2]
    assert certificate.complete is Verdict.PROVED, certificate
    if max(expected.values()) > 1:
        assert {s.signature: s.sheets for s in certificate.strata} == expected
        assert certificate.scope == "dense stratum"
    else:
        assert not certificate.strata


def test_all_components_separate() -> None:
    assert not kernels(LORENTZ.replace("SOplus", "O"))[2].strata


@pytest.mark.parametrize("arguments", ["s", "s^3", "exp(s)"])
def test_one_choice_for_all_regions_is_too_narrow(arguments: str) -> None:
    text = LORENTZ + f"expect E(x) = f({arguments}) where s = x[1]^2 - x[2]^2 - x[3]^2 - x[4]^2\n"
    assert claims(text) == ["refuted"]


def test_the_missed_kernel_can_be_recomputed() -> None:
    text = LORENTZ + "expect E(x) = f(x[1]^2 - x[2]^2 - x[3]^2 - x[4]^2)\n"
    (judgement,) = [j for kind, j in judged(text) if kind == "expect"]
    assert judgement.counterexample is not None and judgement.counterexample.rule == "kernel-missed-sheet"
    facts = judgement.counterexample.as_dict()
    assert (facts["point"], facts["other"], facts["value"]) == ("x = (1, 0, 0, 0)", "x = (-1, 0, 0, 0)", "1")


def test_the_whole_group_leaves_the_formula_complete() -> None:
    text = LORENTZ.replace("SOplus", "O") + "expect E(x) = f(x[1]^2 - x[2]^2 - x[3]^2 - x[4]^2)\n"
    assert claims(text) == ["proved"]


def test_a_dependent_or_missing_product_is_not_complete() -> None:
    """Regions excuse orientations, nothing else: without one of the products the answer stays open."""
    given = CASES["Lorentz-pq-T2"].build()
    whole = propose_kernel(given)
    fewer = replace(whole, invariants=whole.invariants[:-1])  # type: ignore[type-var]
    certificate = certify_kernel(given, fewer)  # type: ignore[arg-type]
    assert certificate.complete is not Verdict.PROVED and not certificate.strata


def test_a_missing_determinant_is_not_a_region() -> None:
    """Three points of the plane: without the signed area the answer is not complete, though it is so up to its sign."""
    given = CASES["SE2-triples"].build()
    whole = propose_kernel(given)
    fewer = replace(whole, invariants=tuple(i for i in whole.invariants if len(i.value.factors)), relations=())  # type: ignore[union-attr,type-var]
    assert certify_kernel(given, fewer).complete is not Verdict.PROVED  # type: ignore[arg-type]


def test_numbers_that_differ_are_listed() -> None:
    text = PARITY + "expect free E = 2\nexpect free E = 3\nexpect arguments E = 3\n"
    assert claims(text) == ["refuted", "refuted", "proved"]
    assert {k: free for k, (_, free) in regions(PARITY).items()} == {(0, 2): 3, (1, 1): 2}


def test_a_bound_refutes_where_bounds_do_not_meet() -> None:
    """Binary quartics: an element of order two fixes those of an open set, and two covariants are exhibited."""
    text = "group G = SL(2)\nend E = int g : G. Map(space(Sym^4(vector)), Sym^4(vector))\n"
    claim = "expect free E = 5\nexpect free E = 1\nexpect free E = 2\nexpect arguments E = 2\nexpect arguments E = 3\n"
    assert claims(text + claim) == ["refuted", "refuted", "undecided", "proved", "refuted"]


def test_the_values_that_a_stabilizer_fixes() -> None:
    """A timelike vector of SO+(1, 3) is fixed by SO(3), which fixes one direction; a null vector by a group that fixes one."""
    given = CASES["Lorentz-pq-T2"].build()
    frame = Frame(given)
    timelike = [Fraction(c) for c in (1, 0, 0, 0, 2, 1, 0, 0)]
    assert fixed_values(frame, timelike, []) == fixed_values(frame, [c * 7 for c in timelike], [])


def test_isometries_are_in_the_component_they_are_asked_for() -> None:
    for kind in all_components(MINKOWSKI):
        assert component(MINKOWSKI, [list(row) for row in isometry(MINKOWSKI, kind)]) == kind


def test_sheets_count_cosets() -> None:
    everything = all_components(MINKOWSKI)
    found = sheets(MINKOWSKI, [], everything, strata(MINKOWSKI, 4), ((0, 1, 2, 3),), ())
    assert [s.sheets for s in found] == [4]
    found = sheets(MINKOWSKI, [(-1, -1)], everything, strata(MINKOWSKI, 4), ((0, 1, 2, 3),), ())
    assert [s.sheets for s in found] == [2]


def test_strata_in_json() -> None:
    """The evidence lists them where there are any; the keys stay as they are."""

    def certificate(text: str) -> dict[str, Any]:
        with catalg.loads(text) as file:
            result = next(r for r in file.check().results if r.item.kind == "end")
            assert result.solution is not None
            return dict(solution_object(result.solution, result.item)["certificate"])

    found = certificate(LORENTZ)
    assert set(found) == {"sound", "complete", "scope", "evidence"} and found["scope"] == "dense stratum"
    told = [line for line in found["evidence"] if "signature" in line]
    assert len(told) == 2 and "each of 2 regions" in told[1] and "one region" in told[0]
    assert not [line for line in certificate(LORENTZ.replace("SOplus", "O"))["evidence"] if "signature" in line]
