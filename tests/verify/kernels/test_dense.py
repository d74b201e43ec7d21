"""Independent at one point, and on a dense set: roots and absolute values can vanish on one side only."""

from fractions import Fraction

import pytest

from catalg.model.kernel_problem import KernelProposal
from catalg.strategies.kernels.solve import propose_kernel
from catalg.terms import Call, Name, Term, add, mul, num, power, sub
from catalg.verify.kernels.dense import independent_densely
from catalg.verify.kernels.linear_form import Linear
from catalg.verify.kernels.setting import Setting
from tests.kernel_cases import CASES


@pytest.fixture(scope="module")
def setting() -> Setting:
    problem = CASES["R2-translations"].build()
    proposal = propose_kernel(problem)
    assert isinstance(proposal, KernelProposal)
    return Setting(problem, proposal, Linear((), ()))


def coordinates(setting: Setting) -> tuple[Term, Term]:
    return Name(setting.problem.coordinates[0]), Name(setting.problem.coordinates[1])


def size(t: Term) -> Term:
    return Call("abs", (t,))


def test_one_sided_coefficients_are_not_independent_densely(setting: Setting) -> None:
    x, y = coordinates(setting)
    root = power(mul(x, x), num(Fraction(1, 2)))
    growth = sub(Call("exp", (size(x),)), Call("exp", (x,)))
    for zero_on_one_side in (add(x, size(x)), sub(root, x), sub(Call("max", (x, y)), x), growth):
        assert not independent_densely(setting, [[zero_on_one_side]])
    assert not independent_densely(setting, [[x, y], [size(x), mul(size(x), power(x, num(-1)), y)]])


def test_coefficients_without_such_a_side_are(setting: Setting) -> None:
    x, y = coordinates(setting)
    radius = power(add(mul(x, x), mul(y, y)), num(Fraction(1, 2)))
    angle = Call("atan2", (y, x))
    for good in (x, size(x), mul(x, size(x)), radius, add(radius, num(3)), power(size(x), num(Fraction(1, 2)))):
        assert independent_densely(setting, [[good]])
    assert independent_densely(setting, [[x, y], [sub(num(0), y), x]])
    assert independent_densely(setting, [[mul(radius, x), y], [y, mul(num(5), radius)]])
    turned = [[Call("cos", (angle,)), Call("sin", (angle,))], [Call("sin", (angle,)), mul(num(-1), Call("cos", (angle,)))]]
    assert independent_densely(setting, turned)
