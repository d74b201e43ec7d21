"""Formulas against certified spaces: sound or broken at a group element, complete or missing a solution."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from catalg.model.goals import Unknown
from catalg.model.kernel_problem import KernelProposal
from catalg.model.solution import Certificate, Proposal, Solution
from catalg.model.verdict import Judgement, Verdict
from catalg.strategies.kernels.solve import propose_kernel
from catalg.terms import Apply, Call, Let, Matrix, Name, Term, add, mul, neg, num, power, sub
from catalg.verify.kernels.certify import certify_kernel
from catalg.verify.kernels.formula import judge_formula, judge_natural
from tests.kernel_cases import CASES

k, p, q, x, y, r, phi = map(Name, ("k", "p", "q", "x", "y", "r", "phi"))


def f(head: str, *arguments: Term) -> Term:
    return Apply(head, arguments)


def norm(a: Term) -> Term:
    return Call("norm", (a,))


def dot(a: Term, b: Term) -> Term:
    return Call("dot", (a, b))


def matrix(*rows: Sequence[Term]) -> Term:
    return Matrix(tuple(map(tuple, rows)))


C, S = (Call(head, (mul(num(2), phi),)) for head in ("cos", "sin"))
ONE, TURN = matrix((num(1), num(0)), (num(0), num(1))), matrix((num(0), num(-1)), (num(1), num(0)))
EVEN, ODD = matrix((C, S), (S, neg(C))), matrix((neg(S), C), (C, S))
POLAR = (("r", norm(sub(k, q))), ("phi", Call("arg", (sub(k, q),))))
FISHER = power(Name("F"), num(-1))
STEERABLE = [mul(f(n, r), m) for n, m in zip("abce", (ONE, TURN, EVEN, ODD), strict=True)]


def judged(name: str, formula: Term, functions: str = "", constants: str = "") -> Judgement:
    given = CASES[name].build()
    proposal = propose_kernel(given)
    assert isinstance(proposal, KernelProposal)
    found = certify_kernel(given, proposal)
    certificate = Certificate(found.sound, found.complete, found.scope, found.evidence, None, found.counts, found.reason)
    unknowns = [Unknown(u, "function", 1) for u in functions.split()] + [Unknown(u, "constant") for u in constants.split()]
    return judge_formula(given, formula, (), unknowns, Solution(Proposal("kernels", (), proposal.formula), certificate), proposal)


COMPLETE = [
    ("SE2-End", Let(POLAR, add(*STEERABLE)), "a b c e"),
    ("SE3-0-0", f("f", norm(sub(k, q))), "f"),
    ("SE3-0-0", f("f", power(norm(sub(k, q)), num(2))), "f"),
    ("R2-translations", f("kappa", sub(k, q)), "kappa"),
    ("SO3-S2xS2-scalar", f("f", dot(x, y)), "f"),
    ("O2-S1xS1", f("f", dot(x, y)), "f"),
    ("SO3-R3xR3-scalar", f("f", norm(x), norm(y), dot(x, y)), "f"),
    ("SO3-R3xR3-scalar", f("f", norm(x), norm(y), norm(sub(x, y))), "f"),
    ("GL2-natural-gradient", mul(f("f", dot(Name("g"), mul(FISHER, Name("g")))), FISHER, Name("g")), "f"),
    ("E2-0-det", num(0), ""),
]


@pytest.mark.parametrize(("name", "formula", "functions"), COMPLETE)
def test_complete(name: str, formula: Term, functions: str) -> None:
    answer = judged(name, formula, functions)
    assert answer.verdict is Verdict.PROVED and answer.reason == "formula-is-space"


NARROW = [
    ("SE2-End", Let(POLAR, add(*STEERABLE[:2])), "a b", ""),
    ("SE2-End", Let(POLAR, add(*STEERABLE[:3], mul(Name("e"), ODD))), "a b c", "e"),
    ("SE3-0-0", Call("exp", (neg(power(norm(sub(k, q)), num(2))),)), "", ""),
    ("R2-translations", Call("exp", (neg(power(norm(sub(k, q)), num(2))),)), "", ""),
    ("R2-translations", f("f", norm(sub(k, q))), "f", ""),
    ("SO3-S2xS2-scalar", add(Name("a"), mul(Name("b"), dot(x, y))), "", "a b"),
    ("SO2-S1xS1", f("f", dot(x, y)), "f", ""),
    ("SO3-R3xR3-scalar", f("f", norm(x), norm(y)), "f", ""),
    ("SO3-R3xR3-scalar", add(f("f", norm(x)), f("g", norm(y), dot(x, y))), "f g", ""),
    ("SE2-triples", f("f", norm(sub(k, q)), norm(sub(p, q)), norm(sub(k, p))), "f", ""),
]


@pytest.mark.parametrize(("name", "formula", "functions", "constants"), NARROW)
def test_too_narrow(name: str, formula: Term, functions: str, constants: str) -> None:
    answer = judged(name, formula, functions, constants)
    assert answer.verdict is Verdict.REFUTED and answer.reason == "formula-too-narrow"
    assert answer.counterexample is not None and "solution" in answer.counterexample.as_dict()


BROKEN = [
    ("SE2-End", Let(POLAR, add(*STEERABLE[:3], mul(f("e", r), matrix((neg(S), C), (C, neg(S)))))), "a b c e"),
    ("SE3-0-0", dot(q, k), ""),
    ("R2-translations", f("kappa", add(k, q)), "kappa"),
    ("GL2-natural-gradient", Name("g"), ""),
    ("SO2-R2-vector", matrix((mul(num(2), Name("x")),)), ""),
    ("O2-S1xS1", f("f", Call("det", (matrix((x, y)),))), "f"),
]


@pytest.mark.parametrize(("name", "formula", "functions"), BROKEN[:4])
def test_broken_at_a_group_element(name: str, formula: Term, functions: str) -> None:
    answer = judged(name, formula, functions)
    assert answer.verdict is Verdict.REFUTED and answer.reason == "kernel-not-natural"
    assert answer.counterexample is not None
    facts = answer.counterexample.as_dict()
    assert facts["left"] != facts["right"] and facts["point"] != facts["image"]


@pytest.mark.parametrize(("name", "formula", "functions"), BROKEN[4:])
def test_shapes_that_do_not_fit_are_not_judged(name: str, formula: Term, functions: str) -> None:
    assert judged(name, formula, functions).verdict is Verdict.UNDECIDED


def test_natural_scores() -> None:
    given = CASES["SE3-0-0"].build()
    gauss = Call("exp", (mul(neg(power(norm(sub(q, k)), num(2))), power(num(2), num(-1))),))
    assert judge_natural(given, gauss, ("q", "k")).verdict is Verdict.PROVED
    assert judge_natural(given, dot(q, k), ("q", "k")).verdict is Verdict.REFUTED


def test_a_generic_solution_that_is_not_smooth_refutes_nothing() -> None:
    """The ratio of three points on the line is invariant, but only constants are smooth: `a` is not called too narrow."""
    assert judged("Aff1-3points", Name("a"), "", "a").verdict is not Verdict.REFUTED


def test_local_completeness_proves_no_equality() -> None:
    """Time orientation is a further invariant of timelike vectors, so products alone are not shown to be complete."""
    assert judged("half-plane-pairs", num(0)).verdict is Verdict.REFUTED
