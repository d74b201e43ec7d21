"""Seconds for structured application against the dense matrix and against what one would write by hand. Only printed."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np
import pytest

from tests.numeric.files import numeric

pytestmark = pytest.mark.benchmark


def best(compute: Callable[[], object], times: int = 5) -> float:
    seconds = []
    for _ in range(times):
        start = time.perf_counter()
        compute()
        seconds.append(time.perf_counter() - start)
    return min(seconds)


def told(what: str, **seconds: float) -> None:
    print(f"{what}: " + ", ".join(f"{name} {1000 * s:.2f} ms" for name, s in seconds.items()))


def test_order_one() -> None:
    layer = numeric("diagrams", "One")
    x = np.random.default_rng(0).standard_normal(10**6)
    small = x[:3000]
    matrix = layer.matrix([2.0, 0.5], {"n": 3000})
    told(
        "alpha I + beta 11', n = 10^6",
        structured=best(lambda: layer.apply(x, [2.0, 0.5])),
        by_hand=best(lambda: 2.0 * x + 0.5 * x.sum()),
    )
    told(
        "the same, n = 3000",
        structured=best(lambda: layer.apply(small, [2.0, 0.5])),
        dense=best(lambda: matrix @ small),
    )
    np.testing.assert_allclose(layer.apply(small, [2.0, 0.5]), matrix @ small)


def test_order_two() -> None:
    layer, c = numeric("diagrams", "Two"), np.arange(1.0, 16.0)
    n = 1000
    x = np.random.default_rng(0).standard_normal((n, n))

    def by_einsum() -> object:
        diagonal, rows, columns = np.einsum("ii->i", x), np.einsum("ij->i", x), np.einsum("ij->j", x)
        trace, whole = np.einsum("ii->", x), np.einsum("ij->", x)
        out = c[0] * x + c[1] * x.T + (c[2] * rows + c[3] * columns + c[4] * diagonal)[:, None]
        out += (c[5] * rows + c[6] * columns + c[7] * diagonal)[None, :]
        out += c[8] * trace + c[9] * whole
        np.einsum("ii->i", out)[...] += c[10] * rows + c[11] * columns + c[12] * diagonal + c[13] * trace + c[14] * whole
        return out

    flat = x.reshape(-1)
    told("15 diagrams, n = 1000", structured=best(lambda: layer.apply(flat, c)), by_einsum=best(by_einsum))
    assert layer.apply(flat, c).shape == (n * n,)


def test_zonal_sums() -> None:
    kernel = numeric("kernels", "Sphere", "series")
    points = np.random.default_rng(0).standard_normal((2, 10**5, 3))
    x, y = points / np.linalg.norm(points, axis=-1, keepdims=True)
    coefficients = 0.9 ** np.arange(40)

    def by_numpy() -> object:
        return np.polynomial.legendre.legval((x * y).sum(-1), coefficients)

    told("40 Legendre terms at 10^5 points", ours=best(lambda: kernel.kernel(coefficients)(x, y)), legval=best(by_numpy))
    np.testing.assert_allclose(kernel.kernel(coefficients)(x, y), by_numpy(), atol=1e-12)
