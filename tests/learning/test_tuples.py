"""Attention over any number of keys: what is proved holds in floating point, what is changed is never proved, and what means nothing."""

from __future__ import annotations

import math
import random

import pytest

from catalg.elaborate import elaborate
from catalg.engine.solve import Session
from catalg.families.registry import FAMILIES
from catalg.language import parse
from catalg.learning.tuples import NotUnrolled, unrolled
from catalg.model.verdict import Verdict
from catalg.terms import Const, Index, Name, Series, num

HEAD = """param n : Nat where n >= 1
param p : Nat where p >= 1
group One = Trivial
group R = SO(2)
group E = SE(3)
group O = O(3)
group C { generators g  relations g^2 = 1 }
functor A : One -> Man = R^2
functor P : R -> Man = R^2
functor PV : R -> Vect = vector
functor PT : R -> Vect = trivial
functor X : E -> Man = R^3
functor V : E -> Vect = vector
functor F : E -> Vect = R^2
functor T : E -> Vect = trivial
functor Q : O -> Man = R^3
functor QV : O -> Vect = vector
functor QD : O -> Vect = det
functor L : C -> Man on (x) { g = (-x) }
functor LS : C -> Vect { g = [[-1]] }
functor LT : C -> Vect = trivial
"""


def judged(line):
    specification, diagnostics = elaborate(parse(HEAD + line + "\n", "t.cat"), FAMILIES)
    assert not diagnostics, diagnostics
    return Session(specification).run(len(specification.items) - 1).judgement


def codes(line):
    return [d.code for d in elaborate(parse(HEAD + line + "\n", "t.cat"), FAMILIES)[1]]


WEIGHT = "exp(-norm(q-k[j])^2/2)"
PROVED = [
    f"transformation t : X * X^n * space(F)^n => F at (q, k, v) = sum(j, 1, n, {WEIGHT}*v[j]) / sum(j, 1, n, {WEIGHT})",
    f"transformation t : X * X^n => V at (q, k) = sum(j, 1, n, {WEIGHT}*k[j]) / sum(j, 1, n, {WEIGHT}) - q",
    "transformation t : X * X^n => V at (q, k) = q - sum(j, 1, n, k[j])/n",
    "transformation t : X * X^n => V at (q, k) = sum(j, 1, n, q - k[j])/2",
    "transformation t : X^n => T at (k) = sum(i, 1, n, sum(j, 1, n, (1 - delta(i, j))*norm(k[i] - k[j])))",
    "transformation t : Q * Q^n => QV at (q, k) = sum(j, 1, n, dot(q, k[j])*k[j]) + 2*q",
    "transformation t : P * P^n => PT at (q, k) = sum(j, 1, n, q[1]*k[j][2] - q[2]*k[j][1])",
    "transformation t : P * P^n * P^p => PV at (q, k, l) = sum(j, 1, n, sum(i, 1, p, dot(k[j], l[i])*l[i])) + q",
    "transformation t : P * P^n => PV at (q, k) = 0",
    "transformation t : P * P^n => PT at (q, k) = sum(i, 0, 3, norm(q)^(2*i)) + sum(j, 1, n, norm(k[j]))/n",
    "transformation t : P * P^n => PV (+) PV at (q, k) = (a[1], a[2], q[1], q[2]) where a = sum(j, 1, n, k[j])",
    "transformation t : X * X^n * space(F)^n => T at (q, k, v) = sum(j, 1, n, v[j][1] * norm(q - k[j]))",
]
REFUTED = [
    ("transformation t : X * X^n * space(F)^n => F at (q, k, v) = sum(j, 1, n, exp(dot(q, k[j]))*v[j])", "kernel-breaks"),
    (f"transformation t : X * X^n => V at (q, k) = sum(j, 1, n, {WEIGHT}*k[j]) - q", "kernel-breaks"),
    (f"transformation t : X * X^n => V at (q, k) = sum(j, 1, n, {WEIGHT}*k[j]) / sum(j, 1, n, 2*{WEIGHT}) - q", "kernel-breaks"),
    ("transformation t : X * X^n => V at (q, k) = sum(j, 1, n, k[j])/n", "kernel-breaks"),
    ("transformation t : X * X^n => V at (q, k) = q + sum(j, 1, n, k[j])/n", "kernel-breaks"),
    (f"transformation t : X * X^n * space(F)^n => F at (q, k, v) = sum(j, 1, n, j*{WEIGHT}*v[j])", "places-exchanged"),
    ("transformation t : X * X^n * space(F)^n => F at (q, k, v) = v[1]", "places-exchanged"),
    ("transformation t : X * X^n * space(F)^n => F at (q, k, v) = sum(j, 1, n, delta(j, 1)*v[j])", "places-exchanged"),
    ("transformation t : X * X^n * space(F)^n => F at (q, k, v) = sum(j, 2, n, v[j])", "places-exchanged"),
    ("transformation t : X^n * space(F)^n => T at (k, v) = sum(j, 1, n, sum(i, j, n, v[j][1]*v[i][2]))", "places-exchanged"),
    ("transformation t : Q * Q^n => QD at (q, k) = sum(j, 1, n, dot(q, k[j]))", "kernel-breaks"),
    ("transformation t : P * P^n => PV at (q, k) = sum(j, 1, n, k[j][1]*k[j])", "kernel-breaks"),
    ("transformation t : P * P^n => PV (+) PV at (q, k) = (q[2], q[1], q[1], q[2])", "kernel-breaks"),
    ("transformation t : L * L^n => LT at (q, k) = sum(j, 1, n, k[j])", "kernel-breaks"),
]


@pytest.mark.parametrize("line", PROVED)
def test_proved_for_every_length(line):
    found = judged(line)
    assert found.verdict is Verdict.PROVED, found
    assert found.reason == "natural-by-pieces"


@pytest.mark.parametrize(("line", "witness"), REFUTED)
def test_refuted_with_a_witness(line, witness):
    found = judged(line)
    assert found.verdict is Verdict.REFUTED, found
    assert found.counterexample.rule.startswith(witness)


def test_signs_multiply():
    odd = "transformation t : L * L^n => {} at (q, k) = sum(j, 1, n, q*k[j]*k[j])"
    assert judged(odd.format("LS")).verdict is Verdict.PROVED
    assert judged(odd.format("LT")).verdict is Verdict.REFUTED


def test_sizes_with_different_least_values_have_their_own_places():
    found = judged(
        "param m : Nat where m >= 5\ntransformation t : P^m * P^n => PT at (k, l) = sum(i, 1, n, norm(l[i])) + dot(k[1], k[1])"
    )
    facts = found.counterexample.as_dict()
    assert found.verdict is Verdict.REFUTED and facts["size"] == "m" and facts["length"] == 5
    true = "param m : Nat where m >= 5\ntransformation t : P^m * P^n => PT at (k, l) = sum(i, 1, n, norm(l[i]))*sum(j, 1, m, k[j][1]*k[j][1] + k[j][2]^2)^2"
    assert judged(true).verdict is not Verdict.REFUTED


def test_a_formula_that_is_nowhere_defined_is_not_proved():
    found = judged("transformation t : P * P^n => PT at (q, k) = log(-1 - norm(q)^2) + sum(j, 1, n, norm(k[j]))")
    assert found.verdict is Verdict.UNDECIDED


def test_what_no_rule_covers_stays_open():
    found = judged("transformation t : P * P^n => PT at (q, k) = sum(j, 1, n, k[j][1])^2 + sum(j, 1, n, k[j][2])^2")
    assert found.verdict is Verdict.UNDECIDED and found.reason == "pieces-without-law"


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("transformation t : X * X^n => V at (q, k) = k", "E0411"),
        ("transformation t : X * X^n => V at (q, k) = dot(q, k)", "E0411"),
        ("transformation t : X * X^n => V at (q, k) = sum(j, 1, n, norm(k[j]))", "E0411"),
        ("transformation t : X * X^n => V at (q) = q", "E0410"),
        ("transformation t : X * X^n => T at (q, k) = sum(j, 1, oo, norm(k[j]))", "E0411"),
        ("transformation t : X * X^n => T at (q, k) = norm(k[norm(q)])", "E0411"),
        ("transformation t : (X * X)^n => T at (q, k) = norm(k[1])", "E0412"),
        ("transformation t : X * X^n => T at (q, k) = nom(q)", "E0301"),
    ],
)
def test_what_means_nothing(line, code):
    assert codes(line) == [code]


def test_sums_are_written_out():
    k = Index(Name("k"), (Name("j"),))
    assert unrolled(Series("j", num(2), Name("n"), k), {"n": 2}, frozenset({"k"})) == Name("k_2")
    assert unrolled(Series("j", num(3), Name("n"), k), {"n": 2}, frozenset({"k"})) == num(0)
    with pytest.raises(NotUnrolled):
        unrolled(Series("j", num(1), Const("oo"), k), {"n": 2}, frozenset({"k"}))
    with pytest.raises(NotUnrolled):
        unrolled(Series("j", num(1), num(100), k), {}, frozenset({"k"}))


def rotation(rng):
    """A random rotation matrix of space, by two quarter-free angles."""
    a, b = rng.uniform(0.3, 2.5), rng.uniform(0.3, 2.5)
    c, s, d, t = math.cos(a), math.sin(a), math.cos(b), math.sin(b)
    first = [[c, -s, 0], [s, c, 0], [0, 0, 1]]
    second = [[1, 0, 0], [0, d, -t], [0, t, d]]
    return [[sum(first[i][m] * second[m][j] for m in range(3)) for j in range(3)] for i in range(3)]


def test_the_proved_point_attention_in_floating_point():
    rng = random.Random(1)
    n = 5
    q, *k = [[rng.gauss(0, 1) for _ in range(3)] for _ in range(n + 1)]
    turn, shift = rotation(rng), [rng.gauss(0, 1) for _ in range(3)]

    def moved(x):
        return [sum(turn[i][j] * x[j] for j in range(3)) + shift[i] for i in range(3)]

    def direction(q, k):
        w = [math.exp(-sum((a - b) ** 2 for a, b in zip(q, x, strict=True)) / 2) for x in k]
        return [sum(a * x[i] for a, x in zip(w, k, strict=True)) / sum(w) - q[i] for i in range(3)]

    before = direction(q, k)
    after = direction(moved(q), [moved(x) for x in reversed(k)])
    assert all(abs(sum(turn[i][j] * before[j] for j in range(3)) - after[i]) < 1e-12 for i in range(3))
    assert judged(PROVED[1]).verdict is Verdict.PROVED
