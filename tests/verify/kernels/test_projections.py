"""Pairs of subspaces by their projections: principal angles, named and by formula, and answers that miss one."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest

import catalg
from catalg.exact.field import Scalar
from catalg.model.ends import KernelEnd
from catalg.model.kernel_problem import KernelProblem, KernelProposal, Poly
from catalg.model.verdict import Verdict
from catalg.strategies.kernels.strategy import propose
from catalg.universes.man import kernel_problem
from catalg.verify.kernels.certify import certify_kernel
from catalg.verify.kernels.frame import Frame
from catalg.verify.kernels.projections import projections
from tests.elaborate.reading import codes, item


def by_formula(k: int, n: int, reflection: bool) -> str:
    """Gr(k, n) with bare generators: conjugation by rotations, and the equations P^2 = P, tr P = k."""
    pairs = [(i, j) for i in range(n) for j in range(i, n)]

    def entry(i: int, j: int) -> str:
        return f"p{min(i, j) + 1}{max(i, j) + 1}"

    equations = [" + ".join(entry(i, i) for i in range(n)) + f" = {k}"]
    equations += [" + ".join(f"{entry(i, m)}*{entry(m, j)}" for m in range(n)) + f" = {entry(i, j)}" for i, j in pairs]
    body = []
    for a, b in combinations(range(n), 2):
        images = []
        for i, j in pairs:
            terms = [f"{'' if s > 0 else '-'}{entry(c, j)}" for r, c, s in ((b, a, 1), (a, b, -1)) if i == r]
            terms += [f"{'-' if s > 0 else ''}{entry(i, r)}" for r, c, s in ((b, a, 1), (a, b, -1)) if j == c]
            images.append(" + ".join(terms) or "0")
        body.append(f"X{a}{b} = ({', '.join(images)})")
    names = ", ".join(f"X{a}{b}" for a, b in combinations(range(n), 2))
    group = f"group G {{ {'generators m ' if reflection else ''} lie generators {names} }}\n"
    if reflection:
        body.append("m = (" + ", ".join(("-" if (i == 0) != (j == 0) else "") + entry(i, j) for i, j in pairs) + ")")
    where = ", ".join(equations)
    space = f"functor X : G -> Man on ({', '.join(entry(i, j) for i, j in pairs)}) where {where} {{ {' '.join(body)} }}\n"
    return group + space + "end K = int g : G. Map(X * X, trivial)\n"


def named(group: str, one: str, two: str) -> str:
    return f"group G = {group}\nend K = int g : G. Map({one} * {two}, trivial)\n"


def problem_of(text: str) -> KernelProblem:
    end = item(text, "K").subject
    assert isinstance(end, KernelEnd)
    return kernel_problem(end)


def proposed(text: str) -> tuple[KernelProblem, KernelProposal]:
    problem = problem_of(text)
    found = propose(problem)
    assert isinstance(found, KernelProposal)
    return problem, found


@pytest.mark.parametrize(
    ("text", "count"),
    [
        (named("O(4)", "Gr(2, 4)", "Gr(2, 4)"), 2),
        (named("SO(4)", "Gr(1, 4)", "Gr(2, 4)"), 1),
        (named("SO(3)", "RP(2)", "RP(2)"), 1),
        (named("O(3)", "Gr(2, 3)", "RP(2)"), 1),
        (by_formula(2, 4, True), 2),
        (by_formula(1, 3, False), 1),
    ],
    ids=["planes", "line and plane", "projective plane", "plane and line", "planes by formula", "lines by formula"],
)
def test_principal_angles(text: str, count: int) -> None:
    problem, found = proposed(text)
    certificate = certify_kernel(problem, found)
    assert certificate.complete is certificate.sound is certificate.counts is Verdict.PROVED
    assert found.arguments == count and found.free == 1


@pytest.mark.parametrize("text", [named("SO(4)", "Gr(2, 4)", "Gr(2, 4)"), by_formula(2, 4, False)], ids=["named", "by formula"])
def test_an_orientation_that_rotations_keep(text: str) -> None:
    """Two planes in R^4 are told apart by more than their angles where there are no reflections: the answer stays open."""
    certificate = certify_kernel(*proposed(text))
    assert certificate.sound is Verdict.PROVED and certificate.complete is Verdict.UNDECIDED


def test_a_missing_angle_is_noticed() -> None:
    problem, found = proposed(named("O(4)", "Gr(2, 4)", "Gr(2, 4)"))
    for kept in (found.invariants[:1], found.invariants[1:], (found.invariants[0],) * 2):
        assert certify_kernel(problem, replace(found, invariants=kept)).complete is not Verdict.PROVED


def test_what_is_no_space_of_projections() -> None:
    """One equation less, another trace in one of them, or one more equation: not recognised."""
    problem = problem_of(named("O(4)", "Gr(2, 4)", "Gr(2, 4)"))
    inside = [e for e in problem.equations if all(not any(x[10:]) for x, _ in e.terms)]
    assert projections(Frame(problem), range(10)) is not None
    for broken in (inside[:-1], inside[1:]):
        assert projections(Frame(replace(problem, equations=tuple(broken))), range(10)) is None
    table: dict[tuple[int, ...], Scalar] = {(1, *(0,) * 19): 1}
    more = replace(problem, equations=(*inside, Poly.of(table)))
    assert projections(Frame(more), range(10)) is None


def test_claims_about_two_planes() -> None:
    text = named("O(4)", "Gr(2, 4)", "Gr(2, 4)")
    text += "expect K(P, Q) = f(trace(P*Q), trace(P*Q*P*Q))\nexpect arguments K = 2\nrefute K(P, Q) = f(P[1,1] + Q[1,1])\n"
    with catalg.loads(text) as file:
        assert [str(r.judgement.verdict.value) for r in file.check().results] == ["proved"] * 4


@pytest.mark.parametrize("action", ["Gr(2, 5)", "Gr(4, 4)", "Gr(0, 4)", "Gr(2)", "RP(4)", "RP"])
def test_spaces_on_which_the_group_does_not_act(action: str) -> None:
    assert codes(f"group G = O(4)\nfunctor X : G -> Man = {action}\n")
