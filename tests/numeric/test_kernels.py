"""Kernels on arrays: at random group elements, at special points, as bases, applied to signals."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest

from catalg.numeric import NotNumeric, WrongShape
from catalg.numeric.errors import Missing
from catalg.numeric.residual import kernel_residual

from .files import numeric

NAMES = ["Shift", "Shifts", "Steer", "Field", "Space", "Vectors", "Tensors", "Zonal", "Sphere", "Circle"]


def example(kernel):
    """For each unknown a function without any symmetry of its own."""
    vectors = kernel.is_translational and any(t.__class__.__name__ == "Add" for t in kernel.solution.proposal.arguments)

    def function(k):
        def value(*invariants):
            parts = [i[..., 0] * k + i[..., 1] ** 2 if vectors else np.sin(k * i) for i in invariants]
            return sum(parts) + 0.1 * k

        return value

    return {u.name: function(k) for k, u in enumerate(kernel.unknowns, 1)}


@pytest.mark.parametrize("name", NAMES)
def test_kernels_commute_with_random_elements(name):
    kernel = numeric("kernels", name)
    for sizes in [{"d": 3}, {"d": 5}] if kernel.parameters else [None]:
        assert kernel_residual(kernel, example(kernel), sizes) < 1e-12


@pytest.mark.parametrize("name", ["Forms", "Hyperbolic", "Rotations"])
def test_matrices_and_curved_actions(name):
    kernel = numeric("spaces", name)
    values = {u.name: lambda *a: 1 / (1 + sum((i.reshape(len(i), -1) ** 2).sum(-1) for i in a)) for u in kernel.unknowns}
    assert kernel_residual(kernel, values) < 1e-9


def test_a_kernel_that_is_not_equivariant_has_a_large_residual():
    kernel = numeric("kernels", "Field")
    kernel_values = kernel.kernel
    try:
        kernel.kernel = lambda f: lambda q, k: kernel_values(f)(q, k) + k[..., :1]
        assert kernel_residual(kernel, example(kernel)) > 1e-3
    finally:
        del kernel.kernel


@pytest.mark.parametrize("name", NAMES)
def test_the_basis_with_functions_is_the_kernel(name):
    kernel = numeric("kernels", name)
    random = np.random.default_rng(1)
    d = 5 if kernel.parameters else kernel.shapes()[0].shape[0]
    points = [random.standard_normal((4, 1, d)), random.standard_normal((3, d))]
    functions = example(kernel)
    basis, invariants = kernel.basis(*points), kernel.invariants(*points)
    values = [functions[u.name](*invariants) for u in kernel.unknowns]
    wanted = np.einsum("qke,qkeoi->qkoi", np.stack(values, axis=-1), basis)
    found = kernel.kernel(functions)(*points)
    np.testing.assert_allclose(found.reshape(wanted.shape), wanted, atol=1e-12)


@pytest.mark.parametrize("name", ["Steer", "Field", "Space", "Vectors", "Tensors"])
def test_finite_where_points_meet(name):
    kernel = numeric("kernels", name)
    zero = np.zeros((1, 3 if kernel.parameters or name == "Space" else 2))
    assert np.isfinite(kernel.basis(zero, zero)).all()
    assert np.isfinite(kernel.kernel(
        {u.name: (lambda *r: 1.0 + 0 * r[0]) for u in kernel.unknowns})(zero, zero)).all()


@pytest.mark.parametrize("name", ["Shift", "Steer", "Tensors", "Sphere"])
def test_float32_stays_float32(name):
    kernel = numeric("kernels", name)
    d = 3 if kernel.parameters or name == "Sphere" else 2
    points = [np.ones((2, d), np.float32), np.ones((2, d), np.float32)]
    assert kernel.basis(*points).dtype == np.float32
    assert all(i.dtype == np.float32 for i in kernel.invariants(*points))


def test_translation_kernels_by_fourier_transform():
    kernel = numeric("kernels", "Steer")
    functions = {u.name: partial(lambda k, r: r**2 * np.exp(-((r - 0.3 * k) ** 2)), k) for k, u in enumerate(kernel.unknowns)}
    x = np.random.default_rng(2).standard_normal((6, 7, 2))
    found = kernel.periodic(x, functions, spacing=(0.5, 0.4))
    lengths = np.array([6 * 0.5, 7 * 0.4])
    grid = np.stack(np.meshgrid(0.5 * np.arange(6), 0.4 * np.arange(7), indexing="ij"), axis=-1).reshape(-1, 2)
    offset = grid[None] - grid[:, None]
    half = lengths / 2
    offset = (offset + half - 1e-9) % lengths - half + 1e-9
    values = kernel.kernel(functions)(np.zeros(2), offset)
    wanted = np.einsum("qkoi,ki->qo", values, x.reshape(-1, 2)).reshape(6, 7, 2)
    np.testing.assert_allclose(found, wanted, atol=1e-10)
    one = numeric("kernels", "Shift")
    flat = one.periodic(x[..., 0], lambda u: np.exp(-(u[..., 0] ** 2) + u[..., 1]))
    assert flat.shape == (6, 7) and np.isrealobj(flat)
    with pytest.raises(NotNumeric, match="not a function of y - x"):
        numeric("kernels", "Tensors").periodic(x, functions)


def test_signals_are_summed_in_blocks(monkeypatch):
    kernel = numeric("kernels", "Field")
    functions = {u.name: (lambda r: np.exp(-r)) for u in kernel.unknowns}
    random = np.random.default_rng(4)
    q, k, x = random.standard_normal((11, 2)), random.standard_normal((5, 2)), random.standard_normal(5)
    wanted = np.einsum("qko,k->qo", kernel.kernel(functions)(q[:, None], k), x)
    np.testing.assert_allclose(kernel.apply(x, functions, q, k), wanted, atol=1e-12)
    monkeypatch.setattr("catalg.numeric.kernel.MOST_ENTRIES", 20)
    np.testing.assert_allclose(kernel.apply(x, functions, q, k), wanted, atol=1e-12)


def test_mistakes_name_unknowns_and_shapes():
    kernel = numeric("kernels", "Steer")
    with pytest.raises(Missing, match=r"b, c, e not given; Steer has the unknowns a \(a function of 1\)"):
        kernel.kernel({"a": np.exp})
    with pytest.raises(Missing, match="no unknown is called z"):
        kernel.kernel({**{u.name: np.exp for u in kernel.unknowns}, "z": 1})
    with pytest.raises(WrongShape, match=r"x has shape \(3,\); shape \(\.\.\., 2\) is needed"):
        kernel.basis(np.ones(3), np.ones(3))
    with pytest.raises(WrongShape, match="do not broadcast"):
        kernel.basis(np.ones((2, 2)), np.ones((3, 2)))
    with pytest.raises(WrongShape, match=r"a returned shape \(2, 2, 2, 2\) at points of shape \(2,\)"):
        bad = {u.name: lambda r: np.ones((2, 2, 2, 2)) for u in kernel.unknowns}
        kernel.kernel(bad)(np.ones((2, 2)), np.ones(2))
