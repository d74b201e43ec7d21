"""Definitions in the language: values, and nothing else than formulas."""

from __future__ import annotations

import numpy as np
import pytest

from catalg.numeric import NotNumeric, WrongShape
from catalg.numeric.given import definition

from .files import numeric


def test_formulas_are_functions_of_arrays():
    kernel = numeric("kernels", "Shift")
    name, function = definition("κ(u) = exp(-norm(u)^2) + u[1]")
    assert name == "kappa"
    q, k = np.zeros(2), np.random.default_rng(0).standard_normal((5, 2))
    wanted = np.exp(-(k**2).sum(-1)) + k[:, 0]
    np.testing.assert_allclose(kernel.kernel({"kappa": function})(q, k), wanted)
    with pytest.raises(WrongShape, match="with 2 arguments and used with 1"):
        kernel.kernel({"kappa": definition("kappa(u, v) = 1")[1]})(q, k)


def test_constants_and_lists():
    assert definition("a = sqrt(2)/2") == ("a", pytest.approx(0.5**0.5))
    assert definition("c = 1, -2, 1/4") == ("c", [1, -2, 0.25])


@pytest.mark.parametrize(
    "text",
    [
        "f", "f(r) =", "= 3", "f(r) = g(r)", "f(r) = r.real", "f(r) = __import__('os')", "f(r) = r; import os",
        "f(r) = 1\nrefute x = 2", "dim f = 2", "f(r) = " + "(" * 500 + "r" + ")" * 500, "f(r) = r" + "+r" * 5000, "f(r) = s",
    ],
)  # fmt: skip
def test_anything_else_is_refused(text):
    with pytest.raises(NotNumeric):
        definition(text)
