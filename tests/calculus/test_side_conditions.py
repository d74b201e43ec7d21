"""A rule whose side condition is not declared is not applied, and the trace says so; mistakes are diagnostics."""

from __future__ import annotations

import pytest

from tests.calculus.reading import codes, proposal, verdicts

LINEAR = "int^ M : C. C(S, M (*) A) * C(M (*) B, T)"
AFFINE = "int^ M : C. int^ N : C. C(S, M + N * A) * C(M + N * B, T)"
SETTER = "int^ F : [C, C]. C(S, F(A)) * C(F(B), T)"
KALEIDOSCOPE = SETTER.replace("[C, C]", "Applicative(C)")


def file(structure: str, coend: str) -> str:
    return f"category C with {structure} {{ objects S, T, A, B }}\ncoend O = {coend}\n"


@pytest.mark.parametrize(
    ("structure", "coend", "missing"),
    [
        ("cartesian closed, symmetric monoidal", LINEAR, "closed for ⊗"),
        ("monoidal", LINEAR, "closed for ⊗"),
        ("products, coproducts", AFFINE, "closed for ×"),
        ("distributive", AFFINE, "closed for ×"),
        ("products", SETTER, "copowers"),
        ("cartesian closed", SETTER, "copowers"),
        ("cartesian closed, copowers", KALEIDOSCOPE, "countable coproducts"),
        ("products, countable coproducts, copowers", KALEIDOSCOPE, "cartesian closed"),
    ],
)
def test_what_blocks_is_named(structure: str, coend: str, missing: str) -> None:
    text = file(structure, coend)
    blocked = [str(dict(step.facts)["missing"]) for step in proposal(text, "O").steps if step.rule == "blocked"]
    assert any(missing in reason for reason in blocked)
    assert verdicts(text + "derive O") == ["undecided"]


def test_a_lens_does_not_need_a_closed_category() -> None:
    assert verdicts(file("products", "int^ M : C. C(S, M * A) * C(M * B, T)") + "derive O") == ["proved"]


def test_tensor_is_not_split_like_a_product() -> None:
    text = file("products, symmetric monoidal", LINEAR)
    assert verdicts(text + "refute O = C(S, A) * C(S (*) B, T)") == ["proved"]


def test_distributivity_must_be_declared() -> None:
    coend = "int^ M : C. C(M, T) * C(S, M * (A + B))"
    claim = "O = C(S, T * A + T * B)\n"
    assert verdicts(file("distributive", coend) + "expect " + claim) == ["proved"]
    assert verdicts(file("products, coproducts", coend) + "refute " + claim) == ["proved"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("category C with produts", "E0301"),
        ("category C with closed", "E0430"),
        ("category C with products, monoidal, closed", "E0430"),
        ("category C with self enriched", "E0430"),
        (file("products", "int^ M : C. C(M * A, S) * C(M * B, T)"), "E0403"),
        (file("products", "int^ M : C. C(A, M) * C(B, M)"), "E0403"),
        (file("products", "int^ M : C. C(A, B)"), "E0403"),
        (file("products", "int^ M : C. C(S, M + A) * C(M, T)"), "E0430"),
        (file("products", "int^ M : C. C(S, [M, A]) * C([M, B], T)"), "E0430"),
        (file("cartesian closed, monoidal closed", "int^ M : C. C(S, [M, A]) * C([M, B], T)"), "E0430"),
        (file("products", "int^ M : C. C(S, M) * M"), "E0407"),
        (file("products", "int^ M : C. C(S, M, A) * C(M, T)"), "E0410"),
        (file("products", "int^ S : C. C(A, S) * C(S, T)"), "E0302"),
        (file("products", "int^ M : C. C(S, M * Q) * C(M, T)"), "E0301"),
        (file("products", "int^ M : C. C(S, M) * C(M, T)") + "expect dim O = 2", "E0412"),
        (file("products", "int^ M : C. C(S, M) * C(M, T)") + "expect O(x) = C(S, T)", "E0412"),
        ("category D { objects A }\nfunctor F : D -> Set", "E0405"),
        ("category E with cartesian closed, self enriched\nfunctor F : E -> Set", "E0407"),
    ],
)
def test_mistakes_are_diagnostics(text: str, code: str) -> None:
    assert codes(text) == [code]
