"""The covariants at a point span exactly what the stabilizer of the point allows.

`spans.json` holds points and orthonormal bases of V^H there, computed from the stabilizers alone (numerically, by
another program), in the coordinates of `tests/kernel_cases.py`.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from catalg.exact.field import Alg
from catalg.model.kernel_problem import KernelFunction, KernelProposal, Poly
from catalg.strategies.kernels.solve import propose_kernel
from tests.kernel_cases import CASES

SPANS = json.loads((Path(__file__).parent / "spans.json").read_text())


def number(value: object) -> float:
    return float(value.approx(64).real) if isinstance(value, Alg) else float(value)  # type: ignore[arg-type]


def polynomial(poly: Poly, point: list[float]) -> float:
    return sum(number(c) * np.prod([x**e for x, e in zip(point, exponents, strict=True)]) for exponents, c in poly.terms)


def values(function: KernelFunction, point: list[float]) -> list[float]:
    scale = float(np.prod([abs(polynomial(p, point)) ** float(c) for p, c in function.factors]))
    return [scale * polynomial(n, point) for n in function.numerators]


@pytest.mark.parametrize("name", sorted(SPANS))
def test_covariants_span_what_the_stabilizer_allows(name: str) -> None:
    proposal = propose_kernel(CASES[name].build())
    assert isinstance(proposal, KernelProposal)
    point = SPANS[name]["point"]
    allowed = np.array(SPANS[name]["span"]).T
    found = np.array([values(c.value, point) for c in proposal.covariants]).T
    found = found / np.linalg.norm(found, axis=0)
    assert found.shape == allowed.shape
    inside = allowed @ (allowed.T @ found)
    assert np.allclose(inside, found, atol=1e-6)
    assert np.linalg.matrix_rank(found, tol=1e-7) == allowed.shape[1]
