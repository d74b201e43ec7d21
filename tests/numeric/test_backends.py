"""The same functions on other array libraries, and nothing imported that is not used."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

from .files import numeric


def compared(convert, back):
    """Every kind of function on another library and on NumPy."""
    random = np.random.default_rng(0)
    q, k = random.standard_normal((4, 2)), random.standard_normal((4, 2))
    steer = numeric("kernels", "Steer")
    functions = {u.name: lambda r: r * r + 1.0 for u in steer.unknowns}
    yield back(steer.basis(convert(q), convert(k))), steer.basis(q, k)
    yield back(steer.kernel(functions)(convert(q), convert(k))), steer.kernel(functions)(q, k)
    x = random.standard_normal((4, 6, 2))
    yield back(steer.periodic(convert(x), functions)), steer.periodic(x, functions)
    sphere = numeric("kernels", "Sphere", "series")
    p = random.standard_normal((4, 3))
    yield back(sphere.kernel([1.0, 0.5, 2.0])(convert(p), convert(p))), sphere.kernel([1.0, 0.5, 2.0])(p, p)
    for name, size in (("One", 6), ("Two", 25), ("Edges", 10), ("Powers", 15)):
        layer = numeric("diagrams", name)
        c, v = random.standard_normal(layer.count), random.standard_normal((3, size))
        yield back(layer.apply(convert(v), convert(c))), layer.apply(v, c)
    for name, size in (("Orbits", 4), ("Roots", 9)):
        layer = numeric("matrices", name)
        c, v = random.standard_normal(layer.count), random.standard_normal((3, size))
        yield back(layer.apply(convert(v), convert(c))), layer.apply(v, c)


def check(convert, back, tolerance=1e-12):
    for found, wanted in compared(convert, back):
        np.testing.assert_allclose(found, wanted, atol=tolerance)


def test_the_standard_itself():
    strict = pytest.importorskip("array_api_strict")
    check(strict.asarray, np.asarray)


def test_dask():
    array = pytest.importorskip("dask.array")
    check(array.asarray, lambda x: x.compute())


def test_torch():
    torch = pytest.importorskip("torch")
    check(torch.asarray, lambda x: x.numpy())
    x = torch.zeros((1, 2), dtype=torch.float64, requires_grad=True)
    steer = numeric("kernels", "Steer")
    steer.basis(x, torch.zeros((1, 2), dtype=torch.float64)).sum().backward()
    assert torch.isfinite(x.grad).all()


def test_jax():
    jax = pytest.importorskip("jax")
    check(jax.numpy.asarray, np.asarray, 1e-4)


def test_mixtures_are_refused():
    strict = pytest.importorskip("array_api_strict")
    with pytest.raises(TypeError, match="one library"):
        numeric("kernels", "Steer").basis(np.ones(2), strict.ones(2))


def test_import_stays_light():
    code = (
        "import sys, catalg, catalg.cli\nassert 'numpy' not in sys.modules\n"
        "import catalg.numeric\nassert not {'numpy', 'torch', 'jax', 'dask', 'matplotlib', 'sympy'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)
