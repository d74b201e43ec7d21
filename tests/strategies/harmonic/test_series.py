"""Harmonic series come out of the declared action, in any basis of generators and under any name."""

from __future__ import annotations

import dataclasses
import random
from fractions import Fraction

import pytest

from catalg.exact.poly import PolynomialRing
from catalg.families.registry import FAMILIES
from catalg.families.withheld import bare_end
from catalg.model.ends import KernelEnd
from catalg.model.scalars import REAL
from catalg.model.solution import Solution
from catalg.render.terms_text import SYNTAX
from catalg.strategies.harmonic import series
from catalg.strategies.harmonic.abstract import operator
from catalg.strategies.harmonic.bochner import classify
from catalg.strategies.harmonic.lie import closure, invariant_tensors, killing
from catalg.strategies.kernels import STRATEGY
from catalg.strategies.symbolic_kernels import STRATEGY as SYMBOLIC
from catalg.terms import Dim, Parameter
from catalg.verify.kernels.ends import certify_end
from catalg.verify.symbolic_kernels import certify


def pairs(family: str, size: int, action: str, count: int = 2) -> KernelEnd:
    """Scalar kernels of two points."""
    found = FAMILIES[family]
    group = found.group("G", (Dim.of(size),), ())
    given = () if action == "Circle" else (Dim.of(size - 1 if action == "Sphere" else size),)
    space = found.action(group, action, given)
    return KernelEnd("Ker", group, (space,) * count, found.representation(group, "trivial", (), REAL))


def written(end: KernelEnd) -> str | None:
    """The series of an end as text."""
    proposal = STRATEGY.solve(end)
    found = series(end, Solution(proposal, certify_end(end, proposal)))
    return None if found is None else SYNTAX.text(found.formula)


EXPECTED = {
    ("SO", 3, "Sphere"): "sum(l, 0, oo, a[l]*legendre(l, dot(x, y)))",
    ("O", 3, "Sphere"): "sum(l, 0, oo, a[l]*legendre(l, dot(x, y)))",
    ("SO", 4, "Sphere"): "sum(l, 0, oo, a[l]*chebyshev_u(l, dot(x, y)))",
    ("O", 2, "Circle"): "sum(l, 0, oo, a[l]*cos(l*angle(x, y)))",
    ("SO", 2, "Circle"): "sum(l, 0, oo, a[l]*cos(l*angle(x, y)) + b[l]*sin(l*angle(x, y)))",
    ("SO", 3, "R"): "sum(l, 0, oo, a(l, norm(x), norm(y))*legendre(l, dot(x, y)/norm(x)/norm(y)))",
    ("SE", 3, "R"): None,
}


@pytest.mark.parametrize("key", list(EXPECTED), ids=lambda k: f"{k[0]}({k[1]}) {k[2]}")
def test_series(key: tuple[str, int, str]) -> None:
    assert written(pairs(*key)) == EXPECTED[key]


@pytest.mark.parametrize("key", [("SO", 3, "Sphere"), ("SO", 2, "Circle")], ids=str)
def test_skew_bases_without_names_give_the_same(key: tuple[str, int, str]) -> None:
    end = bare_end(pairs(*key), 5)
    assert isinstance(end, KernelEnd)
    assert written(end) == EXPECTED[key]


def test_renamed_group_gives_the_same() -> None:
    end = pairs("SO", 3, "Sphere")
    renamed = dataclasses.replace(end.group, name="Q", label="Q", family=("Q", ()), facts=type(end.group.facts)())
    space = dataclasses.replace(end.arguments[0], group=renamed)
    assert written(dataclasses.replace(end, group=renamed, arguments=(space, space))) == EXPECTED["SO", 3, "Sphere"]


@pytest.mark.parametrize("size", [3, 4, 5])
def test_killing_form_of_rotations_is_definite_in_a_skew_basis(size: int) -> None:
    ring = PolynomialRing(size)
    rng = random.Random(size)
    x = ring.coordinates
    planes = [(i, j) for i in range(size) for j in range(i)]
    fields = []
    for _ in planes:
        weights = [ring.scalar(Fraction(rng.randint(-4, 4))) for _ in planes]
        total = [ring.zero] * size
        for w, (i, j) in zip(weights, planes, strict=True):
            total[i], total[j] = total[i] - w * x[j], total[j] + w * x[i]
        fields.append(tuple(total))
    algebra = closure(ring, fields)
    assert algebra is not None and len(algebra.fields) == len(planes)
    form = killing(algebra)
    assert all(form[k, k] < 0 for k in range(len(planes)))  # type: ignore[operator]
    tensor = invariant_tensors(algebra)[0]
    square = sum((v**2 for v in x), ring.zero)
    for t in (square, x[0] * x[0]):
        applied = ring.zero
        for (a, b), c in tensor.items():
            applied = applied + ring.scalar(c) * ring.along(ring.along(t, algebra.fields[b]), algebra.fields[a])
        scale = ring.table(applied).get((2,) + (0,) * (size - 1), Fraction(0))
        expected = ring.zero if t is square else ring.scalar(scale) * (t - square / size) * size / (size - 1)
        assert ring.is_zero(applied - expected)


def test_brackets_are_closed() -> None:
    ring = PolynomialRing(3)
    x, y, z = ring.coordinates
    algebra = closure(ring, [(ring.zero, -z, y), (z, ring.zero, -x)])
    assert algebra is not None and len(algebra.fields) == 3


def test_symbolic_operator_agrees_with_concrete_sizes() -> None:
    d = Dim.parameter("d")
    p2, q1 = operator(d)
    family = classify(p2, q1, Dim.of(0))
    assert family is not None
    for size, name in ((2, "Chebyshev (first kind)"), (3, "Legendre"), (4, "Chebyshev (second kind)"), (7, "Gegenbauer")):
        concrete = classify(*operator(Dim.of(size)), Dim.of(0))
        assert concrete is not None and concrete.name == name
        assert concrete.alpha.value_at({}) == family.alpha.value_at({"d": size})


def test_symbolic_sphere_gives_gegenbauer() -> None:
    d = Dim.parameter("d")
    family = FAMILIES["SO"]
    group = family.group("G", (d,), (Parameter("d", "Nat", Fraction(3)),))
    space = family.action(group, "Sphere", (d - 1,))
    end = KernelEnd("Ker", group, (space, space), family.representation(group, "trivial", (), REAL))
    proposal = SYMBOLIC.solve(end)
    found = series(end, Solution(proposal, certify(end, proposal)))
    assert found is not None
    assert SYNTAX.text(found.formula) == "sum(l, 0, oo, a[l]*gegenbauer(l, (d - 2)/2, dot(x, y)))"


@pytest.mark.parametrize(
    ("p2", "q1", "skew", "name"),
    [(-1, -1, 0, "Chebyshev (first kind)"), (-1, -3, 0, "Chebyshev (second kind)"), (-2, -4, 0, "Legendre"),
     (-1, -3, Fraction(1, 2), "Jacobi")],
)  # fmt: skip
def test_classification(p2: int, q1: int, skew: int, name: str) -> None:
    found = classify(Dim.of(p2), Dim.of(q1), Dim.of(skew))
    assert found is not None and found.name == name


def test_no_orthogonal_family() -> None:
    assert classify(Dim.of(1), Dim.of(-2), Dim.of(0)) is None
    assert classify(Dim.of(0), Dim.of(-2), Dim.of(0)) is None
