"""Couplings and harmonics as array functions: equivariance in floating point, and the generated module."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np

import catalg
from catalg.numeric.python import module

from .test_python import run, written

TEXT = """
group G = SO(3)
functor X : G -> Man = R^3
functor A : G -> Vect = irrep({l})
functor B : G -> Vect = irrep({J})
end K = int g : G. Map(X, Hom(A, B))
end S = int g : G. Map(X, B)
"""


def test_basis_is_equivariant() -> None:
    """A quarter turn about the third axis acts on degree l by cos and sin of m pi/2 in each pair of orders ±m."""
    with catalg.loads(TEXT.format(l=2, J=4)) as file:
        kernel = file.K.derive().numeric()
        rng = np.random.default_rng(5)
        x = rng.normal(size=(6, 3))
        theta = 0.7
        c, s = math.cos(theta), math.sin(theta)
        g = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
        left, right = kernel.basis(x @ g.T), turned(4, theta) @ kernel.basis(x) @ turned(2, theta).T
        assert left.shape == (6, 5, 9, 5) and np.allclose(left, right)


def turned(l: int, theta: float) -> np.ndarray:
    m = np.zeros((2 * l + 1, 2 * l + 1))
    m[l, l] = 1
    for k in range(1, l + 1):
        c, s = math.cos(k * theta), math.sin(k * theta)
        m[l + k, l + k], m[l + k, l - k], m[l - k, l + k], m[l - k, l - k] = c, -s, s, c
    return m


def test_the_generated_module_passes_its_own_tests(tmp_path: Path) -> None:
    with catalg.loads(TEXT.format(l=2, J=3)) as file:
        source = module(file.check())
    done = run(written(source, tmp_path / "made.py"))
    assert done.returncode == 0, done.stderr
    assert ": ok" in done.stdout


def test_harmonics_are_the_couplings_from_the_trivial_representation() -> None:
    from catalg.numeric.evaluate import Evaluation, Value
    from catalg.numeric.namespace import Arrays
    from catalg.terms import Call, Name, num

    x = np.array([[0.3, -1.2, 0.8], [0.0, 0.6, 0.8]])
    at = Evaluation(Arrays.of(x)[0], {"x": Value(x, 1)}, {})
    r = np.linalg.norm(x, axis=-1)
    for l in range(5):
        column = at.value(Call("clebsch_gordan", (num(0), num(l), num(l), Name("x")))).data
        if l == 0:
            assert np.allclose(column, 1)
            continue
        for m in range(-l, l + 1):
            y = at.value(Call("Y", (num(l), num(m), Name("x")))).data
            assert np.allclose(column[:, m + l], y * r**l * math.sqrt(4 * math.pi / (2 * l + 1)))
