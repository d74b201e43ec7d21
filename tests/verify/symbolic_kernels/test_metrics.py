"""One metric under GL(n) for symbolic n: the natural gradient, several covectors, tensors, and what is not natural."""

from __future__ import annotations

from dataclasses import replace

import pytest

from catalg.engine.judges import certify
from catalg.model.ends import KernelEnd
from catalg.model.verdict import Verdict
from catalg.strategies.symbolic_kernels.strategy import STRATEGY
from catalg.terms import Call, Dim, Name, Term, mul, power
from catalg.universes.abstract_spaces import NotAbstract, space_of
from catalg.verify.symbolic_kernels.variance import is_natural, kinds
from tests.edge_texts import claims, specification

HEAD = "param n : Nat where n >= 2\ngroup G = GL(n)\n"
UPDATE = HEAD + "end E = int g : G. Map(SPD * space(dual(vector)), vector)\n"
LENGTH = " where s = p'*F^-1*p\n"


def end_of(text: str) -> KernelEnd:
    return next(item.subject for item in specification(text).items if isinstance(item.subject, KernelEnd))


@pytest.mark.parametrize(
    "formula",
    ["phi(s)*F^-1*p", "phi(s)*inverse(F)*p", "phi(s^2)*F^-1*p", "phi(exp(s))*F^-1*p", "phi(s)*I*F^-1*I*p", "phi(s)*(p'*F^-1)'"],
)  # fmt: skip
def test_the_natural_gradient(formula: str) -> None:
    assert claims(UPDATE + f"expect E(F, p) = {formula}{LENGTH}") == ["proved"]


@pytest.mark.parametrize("formula", ["phi(s)*p", "phi(s)*F*p", "c*F^-1*p", "phi(s)*det(F)*F^-1*p", "c*p"])
def test_what_is_not_the_natural_gradient(formula: str) -> None:
    assert claims(UPDATE + f"expect E(F, p) = {formula}{LENGTH}") == ["refuted"]


def test_an_argument_that_is_not_natural() -> None:
    assert claims(UPDATE + "expect E(F, p) = phi(dot(p, p))*F^-1*p\n") == ["refuted"]


def test_numbers() -> None:
    assert claims(UPDATE + "expect free E = 1\nexpect arguments E = 1\nexpect free E = 2\n") == ["proved", "proved", "refuted"]


@pytest.mark.parametrize(
    ("space", "target", "formula", "free", "arguments"),
    [
        ("SPD * space(dual(vector)) * space(dual(vector))", "vector",
         "a(u,v,w)*F^-1*p + b(u,v,w)*F^-1*q where u = p'*F^-1*p, v = p'*F^-1*q, w = q'*F^-1*q", 2, 3),
        ("SPD * space(dual(vector)) * space(vector)", "dual(vector)",
         "a(u,v,w)*p + b(u,v,w)*F*q where u = p'*F^-1*p, v = p'*q, w = q'*F*q", 2, 3),
        ("SPD * space(dual(vector))", "T^2(vector)", "a(s)*F^-1 + b(s)*(F^-1*p)*(F^-1*p)' where s = p'*F^-1*p", 2, 1),
        ("SPD * space(dual(vector))", "Hom(vector, vector)", "a(s)*I + b(s)*F^-1*p*p' where s = p'*F^-1*p", 2, 1),
        ("SPD * space(vector)", "trivial", "f(p'*F*p)", 1, 1),
    ],
)  # fmt: skip
def test_more_of_the_kind(space: str, target: str, formula: str, free: int, arguments: int) -> None:
    names = ("F", "p", "q")[: space.count("*") + 1]
    text = HEAD.replace("2", "3") + f"end E = int g : G. Map({space}, {target})\n"
    claim = f"expect E({', '.join(names)}) = {formula}\nexpect free E = {free}\nexpect arguments E = {arguments}\n"
    assert claims(text + claim) == ["proved"] * 3


def test_a_metric_alone() -> None:
    text = HEAD + "end E = int g : G. Map(SPD, T^2(vector))\nexpect E(F) = c*F^-1\nexpect dim E = 1\nexpect E(F) = c*F\n"
    assert claims(text) == ["proved", "proved", "refuted"]


@pytest.mark.parametrize("target", ["det", "sign", "det (*) det"])
def test_densities_stay_open(target: str) -> None:
    """det(F)^(-1/2) is a density: the answer is not zero, and nothing is claimed."""
    text = HEAD + f"end E = int g : G. Map(SPD * space(dual(vector)), {target})\nexpect free E = 0\n"
    assert claims(text) == ["undecided"]


@pytest.mark.parametrize("group", ["SL(n)", "O(n)", "Sp(2*n)"])
def test_other_groups_are_not_taken_for_the_general_linear_one(group: str) -> None:
    text = f"param n : Nat where n >= 2\ngroup G = {group}\nend E = int g : G. Map(SPD * space(dual(vector)), vector)\n"
    assert claims(text + "expect free E = 1\n") == ["undecided"]


def planted(change: Term) -> Verdict:
    """The certificate of the true proposal with its formula replaced."""
    end = end_of(UPDATE)
    proposal = STRATEGY.solve(end)
    certificate = certify(end, replace(proposal, formula=change))
    return certificate.verdict


X, Y = Name("x"), Name("y")
INVERSE = Call("inverse", (X,))


@pytest.mark.parametrize(
    "formula",
    [
        mul(Name("c"), INVERSE, Y),
        mul(Name("f"), Y),
        mul(power(Name("c"), Name("n")), X, Y),
    ],
    ids=["a constant", "the plain gradient", "lowered twice"],
)
def test_wrong_formulas_are_rejected(formula: Term) -> None:
    assert planted(formula) is not Verdict.PROVED


def test_wrong_numbers_are_rejected() -> None:
    end = end_of(UPDATE)
    proposal = STRATEGY.solve(end)
    assert certify(end, proposal).verdict is Verdict.PROVED
    assert certify(end, replace(proposal, free_functions=Dim.of(2))).verdict is not Verdict.PROVED


def test_variances() -> None:
    space = space_of(end_of(UPDATE))
    assert kinds(mul(INVERSE, Y), space) == frozenset({(1, 0)})
    assert is_natural(mul(Call("transpose", (Y,)), INVERSE, Y), space, (0, 0))
    for wrong in (mul(X, Y), Call("dot", (Y, Y)), mul(INVERSE, INVERSE), Call("det", (X,)), Call("norm", (Y,))):
        with pytest.raises(NotAbstract):
            kinds(wrong, space)


def test_functors_by_their_own_names() -> None:
    text = HEAD + "functor M : G -> Man = SPD\nfunctor C : G -> Man = space(dual(vector))\nend E = int g : G. Map(M * C, vector)\n"
    assert claims(text + "expect E(F, p) = phi(p'*F^-1*p)*F^-1*p\n") == ["proved"]
