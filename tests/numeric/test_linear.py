"""Linear maps on arrays: against exact matrices, at random group elements, in float32, with channels, at large sizes."""

from __future__ import annotations

import numpy as np
import pytest

from catalg.numeric import NotNumeric, WrongShape
from catalg.numeric.exact_numbers import dense
from catalg.numeric.residual import linear_residual
from catalg.numeric.sizes import sizes_of_sorts

from .files import numeric

DIAGRAMS = ["One", "Two", "Up", "Edges", "Sums", "Powers", "Down", "Brauer", "Walled"]
MATRICES = ["Orbits", "Signs", "Cross", "Roots", "Complex"]


@pytest.mark.parametrize("name", [*DIAGRAMS, "Skew"])
@pytest.mark.parametrize("size", [5, 6])
def test_diagrams_commute_with_random_elements(name, size):
    layer = numeric("diagrams", name)
    size = 3 if name == "Skew" else size
    assert linear_residual(layer, dict.fromkeys(layer.parameters, size)) < 1e-13


@pytest.mark.parametrize("name", DIAGRAMS)
def test_diagrams_are_the_exact_matrices(name):
    layer = numeric("diagrams", name)
    sizes = dict.fromkeys(layer.parameters, 5)
    basis = layer.basis(sizes)
    for element, found in zip(layer.elements, basis, strict=True):
        exact = element.at(layer.end, sizes_of_sorts(layer.end.group, sizes))
        np.testing.assert_array_equal(found, dense(exact))
    assert np.linalg.matrix_rank(basis.reshape(len(basis), -1)) == layer.count


@pytest.mark.parametrize("name", MATRICES)
def test_matrices_commute_with_random_elements(name):
    assert linear_residual(numeric("matrices", name)) < 1e-13


def test_a_trivial_group_leaves_everything():
    layer = numeric("spaces", "Free")
    assert layer.count == 4 and linear_residual(layer) == 0.0


def test_a_matrix_that_is_not_equivariant_has_a_large_residual():
    layer = numeric("diagrams", "One")
    right = layer.apply
    try:
        layer.apply = lambda x, c, sizes=None: np.cumsum(right(x, c, sizes), axis=-1)
        assert linear_residual(layer, {"n": 5}) > 1e-3
    finally:
        del layer.apply


@pytest.mark.parametrize("file, name", [("diagrams", "Two"), ("diagrams", "Powers"), ("matrices", "Orbits"), ("matrices", "Roots")])
def test_apply_is_the_product_with_the_matrix(file, name):
    layer = numeric(file, name)
    sizes = dict.fromkeys(layer.parameters, 5)
    random = np.random.default_rng(3)
    rows, columns = layer.shape(sizes)
    c, x = random.standard_normal(layer.count), random.standard_normal((2, 3, columns))
    np.testing.assert_allclose(layer.apply(x, c, sizes), x @ layer.matrix(c, sizes).T, atol=1e-13)
    np.testing.assert_allclose(layer.matrix(c, sizes), np.tensordot(c, layer.basis(sizes), 1), atol=1e-13)
    w = random.standard_normal((layer.count, 4, 2))
    y = random.standard_normal((7, columns, 2))
    wanted = np.einsum("edc,eoi,bic->bod", w, layer.basis(sizes), y)
    np.testing.assert_allclose(layer.apply(y, w, sizes), wanted, atol=1e-12)


def test_arguments_are_not_changed():
    layer, x, c = numeric("diagrams", "Two"), np.arange(16.0), np.arange(15.0)
    layer.apply(x, c)
    np.testing.assert_array_equal(x, np.arange(16.0))
    np.testing.assert_array_equal(c, np.arange(15.0))


def test_float32_stays_float32():
    x = np.ones(25, dtype=np.float32)
    assert numeric("diagrams", "Two").apply(x, np.arange(15.0)).dtype == np.float32
    assert numeric("matrices", "Roots").apply(x[:9], [1.0]).dtype == np.float32
    assert numeric("diagrams", "One").basis({"n": 4}, like=x).dtype == np.float32


def test_large_sizes_never_build_the_matrix():
    x = np.random.default_rng(0).standard_normal(10**6)
    found = numeric("diagrams", "One").apply(x, [2.0, 0.5])
    np.testing.assert_allclose(found, 2 * x + 0.5 * x.sum(), rtol=1e-12)
    found = numeric("diagrams", "Two").apply(x, np.eye(15)[0])
    diagonal = np.zeros((1000, 1000))
    np.fill_diagonal(diagonal, np.diagonal(x.reshape(1000, 1000)))
    np.testing.assert_allclose(found.reshape(1000, 1000), diagonal)


def test_complex_and_empty_spaces():
    assert numeric("matrices", "Nothing").apply(np.ones((2, 3)), []).shape == (2, 1)
    assert numeric("matrices", "Nothing").basis().shape == (0, 1, 3)
    assert numeric("matrices", "Complex").count == 2


def test_mistakes_tell_the_shapes():
    one, roots = numeric("diagrams", "One"), numeric("matrices", "Roots")
    with pytest.raises(WrongShape, match=r"coefficients of shape \(3,\).*shape \(2,\)"):
        one.apply(np.ones(4), [1.0, 2.0, 3.0])
    with pytest.raises(WrongShape, match="must have length 9"):
        roots.apply(np.ones(4), [1.0])
    with pytest.raises(WrongShape, match=r"length 5, where its length is n\^2"):
        numeric("diagrams", "Two").apply(np.ones(5), np.ones(15))
    with pytest.raises(NotNumeric, match=r'sizes=\{"n": 5\}'):
        one.basis()
    with pytest.raises(NotNumeric, match="n = 2 is outside"):
        one.basis({"n": 2})
    with pytest.raises(NotNumeric, match="finite field"):
        numeric("matrices", "Finite")
