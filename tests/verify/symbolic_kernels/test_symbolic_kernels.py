"""Kernels in symbolic dimension: certified, compared with concrete sizes, and never certified when wrong."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product

import pytest

import catalg
from catalg.families.registry import FAMILIES
from catalg.model.ends import KernelEnd
from catalg.model.protocols import NotCovered
from catalg.model.representation import HomRep, Rep, TensorRep
from catalg.model.scalars import REAL
from catalg.model.verdict import Verdict
from catalg.strategies.kernels import STRATEGY as CONCRETE
from catalg.strategies.symbolic_kernels import STRATEGY
from catalg.strategies.symbolic_kernels.monomials import monomials
from catalg.terms import Apply, Call, Dim, Name, Parameter, Term, add, mul, num, sub
from catalg.universes.abstract_spaces import space_of
from catalg.universes.instances import kernels_from_library
from catalg.verify.kernels.ends import certify_end
from catalg.verify.symbolic_kernels import certify
from catalg.verify.symbolic_kernels.skew import infinitesimal, orthogonal
from catalg.verify.symbolic_kernels.targets import argument_count, covariant_count, target_of, threshold
from catalg.verify.symbolic_kernels.tensors import joined

Target = Callable[[Rep], Rep]
SCALAR: Target = lambda v: FAMILIES["O"].representation(v.group, "trivial", (), REAL)  # noqa: E731
VECTOR: Target = lambda v: v  # noqa: E731
MATRIX: Target = lambda v: HomRep(v, v)  # noqa: E731
CUBE: Target = lambda v: TensorRep((v, v, v))  # noqa: E731


def end(family: str, lowest: int, action: str, count: int, target: Target = SCALAR) -> KernelEnd:
    """Kernels on `count` points of dimension d >= lowest."""
    d = Dim.parameter("d")
    found = FAMILIES[family]
    group = found.group("G", (d,), (Parameter("d", "Nat", Fraction(lowest)),))
    space = found.action(group, action, (d - 1 if action == "Sphere" else d,))
    vector = found.representation(group, "vector", (), REAL)
    return KernelEnd("Ker", group, (space,) * count, target(vector))


CASES = [
    ("Translations", 1, "R", 2, SCALAR), ("Translations", 1, "R", 3, VECTOR), ("SE", 1, "R", 2, SCALAR), ("SO", 3, "Sphere", 2, SCALAR),
    ("E", 2, "R", 2, VECTOR), ("E", 2, "R", 2, MATRIX), ("SE", 4, "R", 2, MATRIX), ("O", 2, "R", 1, CUBE), ("O", 3, "R", 3, SCALAR),
    ("O", 2, "R", 2, MATRIX), ("O", 2, "Sphere", 2, VECTOR),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda c: f"{c[0]}-{c[2]}-{c[3]}-{CASES.index(c)}")
def test_certified(case: tuple[str, int, str, int, Target]) -> None:
    wanted = end(*case)
    certificate = certify(wanted, STRATEGY.solve(wanted))
    assert certificate.verdict is Verdict.PROVED, certificate.evidence


@pytest.mark.parametrize("case", [c for c in CASES if c[4] is not CUBE and c[0] != "Translations"], ids=lambda c: f"{c[0]}-{c[2]}-{c[3]}-{CASES.index(c)}")
def test_counts_are_those_of_a_concrete_size(case: tuple[str, int, str, int, Target]) -> None:
    wanted = end(*case)
    space, target = space_of(wanted), target_of(wanted.target)
    size = max(threshold(space, target), case[1])
    if size * case[3] > 9 or size**2 > 16:
        pytest.skip("too large to be solved in coordinates here")
    instance = kernels_from_library(wanted, {"d": size})
    proposal = CONCRETE.solve(instance)
    assert certify_end(instance, proposal).counted is Verdict.PROVED
    assert proposal.free_functions == Dim.of(covariant_count(space, target))
    assert proposal.rank == argument_count(space).at({"d": size})


@pytest.mark.parametrize(("order", "vectors"), list(product(range(5), range(4))))
def test_the_formula_counts_what_is_listed(order: int, vectors: int) -> None:
    wanted = end("O", 9, "R", max(vectors, 1), lambda v: TensorRep((v,) * order) if order else SCALAR(v))
    if not vectors:
        return
    assert covariant_count(space_of(wanted), target_of(wanted.target)) == len(list(monomials(order, vectors)))


def planted(formula: Term, target: Target = SCALAR) -> Verdict:
    """The verdict on a wrong general formula for two points of E(d)."""
    wanted = end("E", 3, "R", 2, target)
    return certify(wanted, replace(STRATEGY.solve(wanted), formula=formula)).verdict


X, Y = Name("x"), Name("y")
R = Call("norm", (sub(Y, X),))


@pytest.mark.parametrize(
    "formula",
    [Apply("f", (Call("norm", (Y,)),)), Apply("f", (Call("dot", (X, Y)),)), Apply("f", (num(1),)), num(0), Name("c"),
     add(Apply("f", (R,)), Apply("g", (R,))), Apply("f", (Call("norm", (add(X, Y),)),)), mul(num(0), Apply("f", (R,)))],
    ids=str,
)  # fmt: skip
def test_planted_formulas_are_not_certified(formula: Term) -> None:
    assert planted(formula) is not Verdict.PROVED


def test_planted_covariants_are_not_certified() -> None:
    offset = sub(Y, X)
    square = mul(offset, Call("transpose", (offset,)))
    assert planted(mul(Apply("f", (R,)), Y), VECTOR) is not Verdict.PROVED
    assert planted(mul(Apply("f", (R,)), square), MATRIX) is not Verdict.PROVED
    assert planted(add(mul(Apply("f", (R,)), square), mul(Apply("g", (R,)), square)), MATRIX) is not Verdict.PROVED


def test_planted_counts_are_not_certified() -> None:
    wanted = end("E", 3, "R", 2, MATRIX)
    proposal = STRATEGY.solve(wanted)
    assert certify(wanted, replace(proposal, free_functions=Dim.of(3))).verdict is not Verdict.PROVED
    assert certify(wanted, replace(proposal, claims={**proposal.claims, "arguments": Dim.of(2)})).verdict is not Verdict.PROVED


def test_exceptions_are_listed() -> None:
    wanted = end("SE", 2, "R", 2, MATRIX)
    certificate = certify(wanted, STRATEGY.solve(wanted))
    found = {str(e.as_dict()["where"]): e.as_dict()["free"] for e in certificate.evidence if e.rule == "abstract-exception"}
    assert found == {"d = 2": Dim.of(4), "d = 3": Dim.of(3)}


def test_skew_calculus() -> None:
    assert infinitesimal(((0, 0), (1, 1)))
    assert infinitesimal(((0, joined(1)), (1, joined(0))))
    assert orthogonal(((0, 0),), False) and not orthogonal(((0, 0),), True)


@pytest.mark.parametrize("family", ["GL", "Aff", "Sp"])
def test_groups_without_a_symmetric_form_are_left_to_others(family: str) -> None:
    size = 2 * Dim.parameter("d")
    found = FAMILIES[family]
    group = found.group("G", (size,), (Parameter("d", "Nat", Fraction(1)),))
    space = found.action(group, "R", (size,))
    with pytest.raises(NotCovered):
        STRATEGY.solve(KernelEnd("Ker", group, (space, space), found.representation(group, "trivial", (), REAL)))


HEAD = """
param d : Nat where d >= 1
param e : Nat where e >= 4
group   T = Translations(d)
group   G = SE(d)
group   O = O(e)
functor X : T -> Man  = R^d
functor Y : G -> Man  = R^d
functor Z : O -> Man  = R^e
functor V : T -> Vect = vector
functor W : O -> Vect = vector
end K2 = int g : T. Map(X * X, R^1)
end K3 = int g : T. Map(X * X * X, V)
end KG = int g : G. Map(Y * Y, R^1)
end KW = int g : O. Map(Z * Z, W)
end KM = int g : O. Map(Z, Hom(W, W))
"""
TRUE = [
    "K2(q, k) = kappa(k - q)", "K2(q, k) = kappa(2*q - 2*k)", "arguments K2 = d", "free K2 = 1", "free K3 = d", "arguments K3 = 2*d",
    "K3(x, y, z) = f(y - x, z - y)", "KW(x, y) = f(norm(x), norm(y), dot(x, y))*x + g(norm(x), norm(y), norm(x - y))*y",
    "KW(x, y) = f(norm(x), norm(y), dot(x, y))*(x + y) + g(norm(x), norm(y), dot(x, y))*(x - y)", "free KW = 2", "arguments KW = 3",
    "KM(x) = a(norm(x))*I + b(dot(x, x))*(x*x' + 2*I)", "dim KW = oo",
]  # fmt: skip
FALSE = [
    ("K2(q, k) = kappa(k + q)", "d = 1"), ("K2(q, k) = f(norm(k - q))", "d = 1"), ("K2(q, k) = f(dot(k, q))", "d = "),
    ("arguments K2 = 1", "d = 2"), ("K3(x, y, z) = f(y - x, y - x)", "d = 1"), ("KG(q, k) = f(norm(k - q))", "d = 1"),
    ("KW(x, y) = f(norm(x), norm(y), dot(x, y))*x", "e >= 4"), ("KM(x) = a(norm(x))*I", "e >= 4"),
    ("KM(x) = a(norm(x))*I + b*x*x'", "e >= 4"), ("KW(x, y) = f(norm(x), norm(y))*x + g(norm(x), norm(y), dot(x, y))*y", "e >= 4"),
    ("free KW = 3", "e >= "), ("dim KW = 2", ""), ("KW(x, y) = f(norm(x), norm(y), dot(x, y))*x + g(norm(x), norm(y), y[1])*y", "e = 4"),
]  # fmt: skip


@cache
def answers() -> dict[str, tuple[str, str]]:
    """For each claim the verdict and the size that its counterexample names, from one file."""
    listed = [*TRUE, *(claim for claim, _ in FALSE)]
    report = catalg.loads(HEAD + "".join(f"expect {claim}\n" for claim in listed), timeout=60).check()
    found = {}
    for claim, result in zip(listed, report.results[-len(listed) :], strict=True):
        witness = result.judgement.counterexample
        facts = dict(witness.facts) if witness is not None else {}
        found[claim] = (result.judgement.verdict.value, str(facts.get("where", "")))
    return found


@pytest.mark.parametrize("claim", TRUE)
def test_true_claims(claim: str) -> None:
    assert answers()[claim][0] == "proved"


@pytest.mark.parametrize(("claim", "where"), FALSE)
def test_false_claims_name_a_size(claim: str, where: str) -> None:
    verdict, found = answers()[claim]
    assert verdict == "refuted"
    assert where in found
