"""Kan extensions compose, Day convolution is associative, unital and closed, density; and what looks like it and is false."""

from __future__ import annotations

import pytest

from tests.calculus.reading import verdicts

KAN = """
category C with no structure { objects P, Q }
category D with no structure { objects R }
category E with no structure { objects Z }
functor K : C -> D
functor L : D -> E
functor F : C -> Set
functor G : C -> Set
functor H : op(C) -> Set
functor W : op(C) * D -> Set
functor V : op(D) * E -> Set
coend Density = int^ X : C. C(X, P) * F(X)
coend Contra = int^ X : C. C(P, X) * H(X)
end Yoneda = int X : C. Set(C(P, X), F(X))
coend Twice = int^ Y : D. E(L(Y), Z) * (int^ X : C. D(K(X), Y) * F(X))
end FromLan = int Y : D. Set(int^ X : C. D(K(X), Y) * F(X), D(R, Y))
end ToRan = int Y : D. Set(D(R, Y), int X : C. Set(D(Y, K(X)), F(X)))
coend Restricted = int^ Y : D. W(P, Y) * D(Y, R)
coend Assoc = int^ Y : D. (int^ X : C. F(X) * W(X, Y)) * V(Y, Z)
"""
DAY = """
category M with STRUCTURE { objects O, P }
functor A : M -> Set
functor B : M -> Set
functor J : M -> Set
coend Left = int^ X : M. int^ Y : M. M(X (*) Y, O) * (int^ U : M. int^ V : M. M(U (*) V, X) * A(U) * B(V)) * J(Y)
coend Right = int^ X : M. int^ Y : M. M(X (*) Y, O) * A(X) * (int^ U : M. int^ V : M. M(U (*) V, Y) * B(U) * J(V))
coend AB = int^ X : M. int^ Y : M. M(X (*) Y, O) * A(X) * B(Y)
coend BA = int^ X : M. int^ Y : M. M(X (*) Y, O) * B(X) * A(Y)
coend Unit = int^ X : M. int^ Y : M. M(X (*) Y, O) * M(I, X) * A(Y)
end FromDay = int T : M. Set(int^ X : M. int^ Y : M. M(X (*) Y, T) * A(X) * B(Y), J(T))
end IntoHom = int X : M. Set(A(X), int Y : M. Set(B(Y), J(X (*) Y)))
"""


@pytest.mark.parametrize(
    "claim",
    [
        "expect Density = F(P)",
        "expect Contra = H(P)",
        "expect Yoneda = F(P)",
        "expect Twice = int^ X : C. E(L(K(X)), Z) * F(X)",
        "expect FromLan = int X : C. Set(F(X), D(R, K(X)))",
        "expect ToRan = int X : C. Set(D(R, K(X)), F(X))",
        "expect Restricted = W(P, R)",
        "expect Assoc = int^ X : C. F(X) * (int^ Y : D. W(X, Y) * V(Y, Z))",
        "refute Density = F(Q)",
        "refute Density = F(P) * F(P)",
        "refute Yoneda = 1",
        "refute Twice = int^ X : C. E(L(K(X)), Z) * G(X)",
        "refute Twice = int^ X : C. C(X, P) * F(X)",
        "refute FromLan = int X : C. Set(F(X), F(X))",
    ],
)
def test_kan_extensions_and_density(claim: str) -> None:
    assert verdicts(KAN + claim) == ["proved"]


@pytest.mark.parametrize(
    ("structure", "claim", "verdict"),
    [
        ("monoidal", "expect Left = Right", "proved"),
        ("monoidal", "expect Unit = A(O)", "proved"),
        ("monoidal", "expect FromDay = IntoHom", "proved"),
        ("monoidal", "refute AB = BA", "proved"),
        ("symmetric monoidal", "expect AB = BA", "proved"),
        ("symmetric monoidal", "expect Left = Right", "proved"),
        ("symmetric monoidal", "refute Unit = A(P)", "proved"),
        ("monoidal", "refute Left = AB", "proved"),
    ],
)
def test_day_convolution(structure: str, claim: str, verdict: str) -> None:
    assert verdicts(DAY.replace("STRUCTURE", structure) + claim) == [verdict]


@pytest.mark.parametrize(
    "claim",
    [
        "expect O = C(A, [B, T])",
        "expect O = C(B * A, T)",
        "expect O = C(1, [A * B, T])",
        "refute O = C(A, T) * C(B, T)",
    ],
)
def test_forms_are_compared_up_to_currying(claim: str) -> None:
    text = "category C with cartesian closed { objects A, B, T }\ncoend O = int^ X : C. C(A, X) * C(X * B, T)\n"
    assert verdicts(text + claim) == ["proved"]
