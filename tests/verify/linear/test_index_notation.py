"""Index notation: entries of matrices by deltas and epsilons of named indices, for numbers and for symbolic sizes."""

from __future__ import annotations

import pytest

from catalg.elaborate import elaborate
from catalg.families.registry import FAMILIES
from catalg.language import parse
from tests.acceptance.harness import outcomes, specification

POINTS = "param n : Nat where n >= 4\ngroup G = Sym(n)\nfunctor P : G -> Vect = free(Points)\n"
ROTATIONS = "param n : Nat where n >= 4\ngroup O = O(n)\nfunctor v : O -> Vect = vector\n"
SPACE = "group S = SO(3)\nfunctor w : S -> Vect = vector\n"
CLAIMS = [
    (POINTS, "G. Hom(P (*) P, P)", "L = a*delta(i, p)*delta(p, q) + b*delta(p, q) + c*delta(i, p) + d*delta(i, q) + e", "proved"),
    (POINTS, "G. Hom(P (*) P, P)", "L[x, y, z] = a*delta(x, y)*delta(y, z) + b*delta(y, z) + c*delta(x, y) + d*delta(x, z) + e", "proved"),
    (POINTS, "G. Hom(P (*) P, P)", "L = a*delta(i, p)*delta(p, q) + b*delta(p, q) + c*delta(i, p) + d*delta(i, q)", "refuted"),
    (POINTS, "G. Hom(P (*) P, P)", "L = a*delta(i, 1) + b*delta(p, q)", "refuted"),
    (POINTS, "G. Hom(P, P)", "L = a*unit(1, 1) + b*ones", "refuted"),
    (POINTS, "G. Hom(P, P)", "L = a*orbital(1, 1) + b*orbital(1, 2)", "undecided"),
    (POINTS, "G. Hom(Sym^2(P), P)", "L = a*delta(i, p)*delta(p, q) + b*delta(p, q) + c*(delta(i, p) + delta(i, q)) + d", "proved"),
    (POINTS, "G. Hom(Sym^2(P), P)", "L = a*delta(i, p)*delta(p, q) + b*delta(p, q) + c*(delta(i, p) - delta(i, q)) + d", "refuted"),
    (POINTS, "G. Hom(P, Sym^2(P))", "L = a*delta(i, j)*delta(j, p) + b*(delta(j, p) + delta(i, p)) + c*delta(i, j) + d", "proved"),
    (POINTS, "G. Hom(Alt^2(P), P)", "L = a*(delta(i, p) - delta(i, q))", "proved"),
    (POINTS, "G. Hom(Alt^2(P), P)", "L = a*(delta(i, p) + delta(i, q))", "refuted"),
    (POINTS, "G. Hom(free(Subsets(2)), P)", "L = a*(delta(i, p) + delta(i, q)) + b", "proved"),
    (POINTS, "G. Hom(P (+) P, P)", "L = a*block(1, 1, I) + b*block(1, 1, ones) + c*block(1, 2, I) + d*block(1, 2, ones)", "proved"),
    (POINTS, "G. Hom(P (+) P, P)", "L = a*block(1, 1, I) + b*block(1, 1, ones) + c*block(1, 2, I)", "refuted"),
    (ROTATIONS, "O. Hom(v (*) v, v (*) v)", "L = a*delta(i, j)*delta(p, q) + b*delta(i, p)*delta(j, q) + c*delta(i, q)*delta(j, p)", "proved"),
    (ROTATIONS, "O. Hom(v (*) v, v (*) v)", "L = a*delta(i, j)*delta(p, q) + b*delta(i, p)*delta(j, q)", "refuted"),
    (ROTATIONS, "O. Hom(Alt^2(v), Alt^2(v))", "L = a*(delta(i, p)*delta(j, q) - delta(i, q)*delta(j, p))", "proved"),
    (SPACE, "S. Hom(w (*) w, w)", "L = a*epsilon(i, p, q)", "proved"),
    (SPACE, "S. Hom(w (*) w, w)", "L[k, a, b] = c*epsilon(a, b, k)", "proved"),
    (SPACE, "S. Hom(w (*) w, w)", "L = a*epsilon(i, p, q) + b*delta(i, p)*delta(p, q)", "refuted"),
    (SPACE, "S. Hom(w (*) w, w)", "L = a*delta(i, p)", "refuted"),
    (SPACE, "S. Hom(w (*) w, w)", "L = a*epsilon(i, p)", "undecided"),
    (SPACE, "S. Hom(w, w)", "L[r, c] = a*[[1, 0, 0], [0, 1, 0], [0, 0, 1]][r, c]", "proved"),
    (SPACE, "S. Hom(w, w)", "L[r, c] = a*[[1, 0, 0], [0, 2, 0], [0, 0, 1]][r, c]", "refuted"),
    (SPACE, "S. Hom(w, w)", "L = a*(unit(1, 1) + unit(2, 2) + unit(3, 3))", "proved"),
    (SPACE, "S. Hom(w, w)", "L = a*(unit(1, 1) + unit(2, 2) + unit(3, 4))", "undecided"),
    (SPACE, "S. Hom(w, w)", "L = a*orbital(1, 1)", "undecided"),
]


@pytest.mark.parametrize(("text", "space", "claim", "verdict"), CLAIMS, ids=[f"{s}: {c}" for _, s, c, _ in CLAIMS])
def test_claims(text: str, space: str, claim: str, verdict: str) -> None:
    found = outcomes(specification(f"{text}end L = int g : {space}\nexpect {claim}\n"))[-1][1].judgement
    assert found.verdict.value == verdict, (found.reason, found.facts, found.counterexample)


@pytest.mark.parametrize(
    ("claim", "code"),
    [("L[i] = a", "E0410"), ("L[i, i, j] = a", "E0212"), ("L[i, p, q] = [[1, 0], [0, 1]]", "E0411"), ("K[i] = a", "E0412")],
)
def test_what_means_nothing_is_invalid(claim: str, code: str) -> None:
    text = f"{SPACE}functor X : S -> Man = R^3\nend L = int g : S. Hom(w (*) w, w)\nend K = int g : S. Map(X, w)\nexpect {claim}\n"
    parsed = parse(text, "bad")
    _, diagnostics = elaborate(parsed, FAMILIES)
    assert code in {d.code for d in (*parsed.diagnostics, *diagnostics) if d.is_error}
