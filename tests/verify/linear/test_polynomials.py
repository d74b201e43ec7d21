"""Kernels of bounded degree: dimensions against plain numerics, formulas right, illegal, too narrow, and planted answers."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from catalg.elaborate import elaborate
from catalg.families.registry import FAMILIES
from catalg.language import parse
from catalg.model.ends import LinearEnd
from catalg.model.solution import MatrixElement
from catalg.model.verdict import Verdict
from catalg.strategies.restricted.polynomials import STRATEGY
from catalg.terms import Dim
from catalg.universes.polynomials import monomials
from catalg.verify.linear import certify
from tests.acceptance.harness import outcomes, specification

SPACE = "group G = SO(3)\nfunctor X : G -> Man = R^3\nfunctor v : G -> Vect = vector\nend K = int g : G. Map(X * X, v) degree <= 2\n"
PLANE = "group E = E(2)\nfunctor Y : E -> Man = R^2\nend P = int g : E. Map(Y * Y, vector) degree <= 1\n"
CROSS = "[x[2]*y[3] - x[3]*y[2], x[3]*y[1] - x[1]*y[3], x[1]*y[2] - x[2]*y[1]]"
CLAIMS = [
    (SPACE, f"K(x, y) = a*x + b*y + c*{CROSS}", "proved"),
    (SPACE, f"K(q, k) = a*(q + k) + b*(q - k) + c*{CROSS.replace('x[', 'q[').replace('y[', 'k[')}", "proved"),
    (SPACE, "K(x, y) = a*x + b*y", "refuted"),
    (SPACE, f"K(x, y) = a*x + b*y + c*{CROSS.replace('x[2]*y[3] -', 'x[2]*y[3] +')}", "refuted"),
    (SPACE, "K(x, y) = a*x + b*y + c*dot(x, y)*x", "undecided"),
    (SPACE, "K(x, y) = 0", "refuted"),
    (SPACE, "dim K = 3", "proved"),
    (SPACE, "dim K = 2", "refuted"),
    (PLANE, "P(x, y) = a*(x - y)", "proved"),
    (PLANE, "P(x, y) = a*x - b*y", "refuted"),
    (PLANE, "P(x, y) = x - y", "refuted"),
    (PLANE, "dim P = 1", "proved"),
]


@pytest.mark.parametrize(("text", "claim", "verdict"), CLAIMS, ids=[claim[:40] for _, claim, _ in CLAIMS])
def test_claims(text: str, claim: str, verdict: str) -> None:
    assert outcomes(specification(text + f"expect {claim}\n"))[-1][1].judgement.verdict.value == verdict


def _end(text: str, name: str) -> LinearEnd:
    end = specification(text).item(name).subject
    assert isinstance(end, LinearEnd)
    return end


def _rotation(rng: np.random.Generator) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    q, r = np.linalg.qr(rng.normal(size=(3, 3)))
    q = q * np.sign(np.diag(r))
    return np.asarray(q if np.linalg.det(q) > 0 else q[:, [1, 0, 2]])


def test_dimension_agrees_with_random_rotations() -> None:
    """K(R x, R y) = R K(x, y) at random points for random rotations, as one system in the coefficients."""
    rng = np.random.default_rng(3)
    exponents = np.array(monomials(6, 2))
    rows = []
    for _ in range(60):
        rotation, point = _rotation(rng), rng.normal(size=6)
        moved = np.concatenate([rotation @ point[:3], rotation @ point[3:]])
        here, there = (np.prod(p**exponents, axis=1) for p in (point, moved))
        rows.append(np.kron(np.eye(3), there) - np.kron(rotation, here))
    system = np.concatenate(rows)
    assert system.shape[1] - np.linalg.matrix_rank(system, tol=1e-8) == 3 == len(STRATEGY.solve(_end(SPACE, "K")).basis)


def test_planted_answers_are_rejected() -> None:
    end = _end(SPACE, "K")
    right = STRATEGY.solve(end)
    assert certify(end, right).verdict is Verdict.PROVED
    short = replace(right, basis=right.basis[1:], dimension=Dim.of(2), free_constants=Dim.of(2))
    assert certify(end, short).complete is not Verdict.PROVED
    first = right.basis[0]
    assert isinstance(first, MatrixElement)
    row = {j: x for j, x in first.matrix.rows[0].items()}
    wrong = replace(first, matrix=replace(first.matrix, rows=(row, row, row)))
    assert certify(end, replace(right, basis=(wrong, *right.basis[1:]))).sound is Verdict.REFUTED
    assert certify(end, replace(right, formula=right.basis[0].term())).complete is not Verdict.PROVED


@pytest.mark.parametrize(
    ("statement", "code"),
    [
        ("end Q = int g : G. Hom(v, v) degree <= 2", "E0412"),
        ("end Q = int g : G. Map(X, v) degree", "E0410"),
        ("end Q = int g : G. Map(X, v) degree <= -1", "E0504"),
    ],
)
def test_what_means_nothing_is_invalid(statement: str, code: str) -> None:
    parsed = parse(SPACE + statement + "\n", "bad")
    _, diagnostics = elaborate(parsed, FAMILIES)
    assert code in {d.code for d in (*parsed.diagnostics, *diagnostics) if d.is_error}


@pytest.mark.parametrize(
    "statement",
    [
        "functor S : G -> Man = Sphere(2)\nend Q = int g : G. Map(S, v) degree <= 2",
        "end Q = int g : G. Map(X * X, v (*) v) symmetric degree <= 2",
        "end Q = int g : G. Map(X * X, v (*) v) degree <= 2 symmetric",
    ],
)
def test_what_is_not_covered_stays_open(statement: str) -> None:
    assert outcomes(specification(SPACE + statement + "\n"))[-1][1].judgement.verdict is Verdict.UNDECIDED
