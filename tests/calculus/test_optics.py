"""The concrete forms of the optics, derived from one coend each; Clarke et al., Profunctor optics, a categorical update."""

from __future__ import annotations

import pytest

from catalg.model.verdict import Verdict
from catalg.render.terms_latex import latex
from catalg.render.terms_text import SYNTAX
from tests.calculus.reading import outcomes, proposal, verdicts

OBJECTS = "{ objects S, T, A, B }"
OPTICS = {
    "lens": ("products", "int^ M : C. C(S, M * A) * C(M * B, T)", "C(S, A) * C(S * B, T)"),
    "prism": ("coproducts", "int^ M : C. C(S, M + A) * C(M + B, T)", "C(S, T + A) * C(B, T)"),
    "adapter": ("no structure", "int^ M : 1. C(S, A) * C(B, T)", "C(S, A) * C(B, T)"),
    "grate": ("cartesian closed", "int^ M : C. C(S, [M, A]) * C([M, B], T)", "C([[S, A], B], T)"),
    "monoidal grate": ("monoidal closed", "int^ M : C. C(S, [M, A]) * C([M, B], T)", "C([[S, A], B], T)"),
    "glass": (
        "cartesian closed", "int^ M : C. int^ N : C. C(S, N * [M, A]) * C(N * [M, B], T)", "C(S * [[S, A], B], T)"),
    "affine traversal": (
        "cartesian closed, coproducts", "int^ M : C. int^ N : C. C(S, M + N * A) * C(M + N * B, T)",
        "C(S, T + A * [B, T])"),
    "linear lens": ("monoidal closed", "int^ M : C. C(S, M (*) A) * C(M (*) B, T)", "C(S, [B, T] (*) A)"),
    "traversal": (
        "cartesian closed, countable coproducts",
        "int^ F : [Nat, C]. C(S, sum(n, 0, oo, F(n) * A^n)) * C(sum(n, 0, oo, F(n) * B^n), T)",
        "C(S, sum(n, 0, oo, A^n * [B^n, T]))"),
    "setter": ("copowers", "int^ F : [C, C]. C(S, F(A)) * C(F(B), T)", "Set(C(A, B), C(S, T))"),
    "enriched setter": (
        "cartesian closed, self enriched", "int^ F : [C, C]. C(S, F(A)) * C(F(B), T)", "C(S * [A, B], T)"),
    "kaleidoscope": (
        "cartesian closed, countable coproducts, copowers", "int^ F : Applicative(C). C(S, F(A)) * C(F(B), T)",
        "prod(n, 0, oo, Set(C(A^n, B), C(S^n, T)))"),
    "enriched kaleidoscope": (
        "cartesian closed, countable coproducts, self enriched", "int^ F : Applicative(C). C(S, F(A)) * C(F(B), T)",
        "prod(n, 0, oo, C(S^n * [A^n, B], T))"),
}  # fmt: skip


def file(name: str, claim: str = "expect", form: str | None = None) -> str:
    structure, coend, right = OPTICS[name]
    return f"category C with {structure} {OBJECTS}\ncoend O = {coend}\nderive O\n{claim} O = {form or right}\n"


@pytest.mark.parametrize("name", OPTICS)
def test_each_optic_has_its_concrete_form(name: str) -> None:
    assert verdicts(file(name)) == ["proved", "proved"]


@pytest.mark.parametrize("name", OPTICS)
def test_the_form_with_a_and_b_exchanged_is_refuted(name: str) -> None:
    exchanged = OPTICS[name][2].translate(str.maketrans("AB", "BA"))
    assert verdicts(file(name, "refute", exchanged))[1] == "proved"


@pytest.mark.parametrize("name", OPTICS)
def test_the_form_with_a_for_b_is_refuted(name: str) -> None:
    assert verdicts(file(name, "refute", OPTICS[name][2].replace("B", "A")))[1] == "proved"


@pytest.mark.parametrize("name", OPTICS)
def test_at_most_six_steps_each_with_its_rule_over_the_sign(name: str) -> None:
    steps = proposal(file(name), "O").steps
    assert steps[0].rule == "given" and steps[-1].rule == "base"
    assert 1 <= len(steps) - 2 <= 7
    for step in steps[1:-1]:
        assert latex(dict(step.facts)["result"]).startswith(r"\overset{\text{")


@pytest.mark.parametrize("name", OPTICS)
def test_every_derivation_is_counter_checked_by_counting(name: str) -> None:
    (_, found), *_ = outcomes(file(name))
    assert found.solution is not None
    rules = [evidence.rule for evidence in found.solution.certificate.evidence]
    assert found.solution.certificate.verdict is Verdict.PROVED
    assert rules[0] == "chain-checked"
    if "enriched" in name:
        assert rules[1:] == ["valued"]
    else:
        assert "counted-lattice" in rules
    if name in ("lens", "prism", "adapter", "grate", "linear lens", "traversal"):
        assert "counted-finset" in rules


@pytest.mark.parametrize("name", OPTICS)
def test_the_printed_form_can_be_read_back(name: str) -> None:
    text = SYNTAX.text(proposal(file(name), "O").formula)
    assert verdicts(file(name, "expect", text)) == ["proved", "proved"]


def test_the_base_is_told() -> None:
    base = {name: dict(proposal(file(name), "O").steps[-1].facts)["over"] for name in ("setter", "enriched setter")}
    assert base["setter"] == "sets: ordinary categories and functors"
    assert "objects of C" in str(base["enriched setter"])


def test_the_enriched_form_of_the_setter_is_false_over_sets() -> None:
    text = f"category C with cartesian closed, copowers {OBJECTS}\ncoend O = {OPTICS['setter'][1]}\n"
    assert verdicts(text + "refute O = C(S * [A, B], T)\n") == ["proved"]
