"""Laws of operations by formulas: the online softmax against floating point, wrong merges refuted, domains that are left."""

from __future__ import annotations

import itertools
import math
import random

import pytest

from catalg.elaborate import elaborate
from catalg.engine.solve import Session
from catalg.families.registry import FAMILIES
from catalg.language import parse
from catalg.model.verdict import Verdict

HEAD = """group One = Trivial
functor Score : One -> Man = R^1
functor Value : One -> Man = R^2
functor Sums  : One -> Man = R^3
functor V1 : One -> Vect = R^1
functor V2 : One -> Vect = R^2
functor V3 : One -> Vect = R^3
functor V4 : One -> Vect = R^4
functor State : One -> Man on (m, s, o, p) where s > 0 { }
transformation plus : Sums * Sums => V3 at (a, b) = a + b
transformation merge : State * State => V4 at (a, b) =
  (M, A*a[2] + B*b[2], A*a[3] + B*b[3], A*a[4] + B*b[4]) where M = max(a[1], b[1]), A = exp(a[1] - M), B = exp(b[1] - M)
transformation item : Score * Value => V4 at (x, v) = (x, 1, v[1], v[2])
transformation weigh : State => V3 at (a) = (exp(a[1])*a[2], exp(a[1])*a[3], exp(a[1])*a[4])
transformation read : State => V2 at (a) = (a[3]/a[2], a[4]/a[2])
"""
MERGE = "(M, A*a[2] + B*b[2], A*a[3] + B*b[3], A*a[4] + B*b[4])"


def run(text):
    specification, diagnostics = elaborate(parse(HEAD + text + "\n", "t.cat"), FAMILIES)
    assert not diagnostics, diagnostics
    return Session(specification).run(len(specification.items) - 1).judgement


def codes(text):
    return [d.code for d in elaborate(parse(HEAD + text + "\n", "t.cat"), FAMILIES)[1]]


@pytest.mark.parametrize(
    "claim",
    [
        "merge is associative", "merge is commutative", "(plus, (0, 0, 0)) is monoid", "(merge, plus, weigh) is homomorphism",
        "(merge, item, weigh, read) is weighted mean",
    ],
)
def test_the_online_softmax(claim):
    found = run(f"check {claim}")
    assert found.verdict is Verdict.PROVED, found


@pytest.mark.parametrize(
    "formula",
    [
        "(M, a[2] + b[2], a[3] + b[3], a[4] + b[4]) where M = max(a[1], b[1])",
        f"{MERGE} where M = max(a[1], b[1]), A = exp(a[1] - M), B = 1 + 0*M",
        f"{MERGE} where M = max(a[1], b[1]), A = exp(M - a[1]), B = exp(M - b[1])",
        "(M, A*a[2] + B*b[2], a[3] + b[3], A*a[4] + B*b[4]) where M = max(a[1], b[1]), A = exp(a[1] - M), B = exp(b[1] - M)",
        f"{MERGE} where M = a[1], A = exp(a[1] - M), B = exp(M - b[1])",
    ],
)
def test_wrong_merges(formula):
    found = run(f"transformation bad : State * State => V4 at (a, b) = {formula}\ncheck (bad, item, weigh, read) is weighted mean")
    assert found.verdict is Verdict.REFUTED and found.counterexample.rule == "algebra-differs"


def test_any_reference_score_will_do():
    """The maximum is for numerical range only: with M = a[1] the fold is the same, and so is the proof."""
    found = run(
        f"transformation other : State * State => V4 at (a, b) = {MERGE} where M = a[1], A = exp(a[1] - M), B = exp(b[1] - M)\n"
        "check (other, item, weigh, read) is weighted mean"
    )
    assert found.verdict is Verdict.PROVED


@pytest.mark.parametrize("part", ["item2", "weigh2", "read2"])
def test_wrong_companions(part):
    maps = {"item": "item", "weigh": "weigh", "read": "read"} | {part[:-1]: part}
    found = run(
        "transformation item2 : Score * Value => V4 at (x, v) = (x, 2, v[1], v[2])\n"
        "transformation weigh2 : State => V3 at (a) = (a[2], a[3], a[4])\n"
        "transformation read2 : State => V2 at (a) = (a[3], a[4])\n"
        f"check (merge, {maps['item']}, {maps['weigh']}, {maps['read']}) is weighted mean"
    )
    assert found.verdict is Verdict.REFUTED


def test_an_operation_that_leaves_its_domain_is_not_proved():
    """The laws hold as formulas, but a - b need not be positive: nothing follows by induction."""
    found = run(
        "functor Half : One -> Man on (x) where x > 0 { }\n"
        "transformation f : Half * Half => V1 at (a, b) = a + b - 1\ncheck f is associative"
    )
    assert found.verdict is Verdict.UNDECIDED and found.reason == "algebra-domain-open"
    assert run(
        "functor Half : One -> Man on (x) where x > 0 { }\n"
        "transformation f : Half * Half => V1 at (a, b) = a*b/(a + b)\ncheck f is associative"
    ).verdict is Verdict.PROVED


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("transformation f : Score * Score => V1 at (a, b) = a + b + a*b\ncheck (f, 0) is monoid", Verdict.PROVED),
        ("transformation f : Score * Score => V1 at (a, b) = a + b + 2*a*b\ncheck (f, 1) is monoid", Verdict.REFUTED),
        ("transformation f : Score * Score => V1 at (a, b) = max(a, b)\ncheck f is associative", Verdict.PROVED),
        ("transformation f : Score * Score => V1 at (a, b) = (a + b)/2\ncheck f is commutative", Verdict.PROVED),
        ("transformation f : Score * Score => V1 at (a, b) = (a + b)/2\ncheck f is associative", Verdict.REFUTED),
        ("transformation f : Score * Score => V1 at (a, b) = a - b\ncheck f is commutative", Verdict.REFUTED),
        (
            "transformation f : Value * Score => V1 at (u, h) = u[1] + 2*h\ntransformation g : Value * Score => V1 at (u, h) = 3*u[1] + 2*h\n"
            "transformation h : Score => V1 at (x) = 3*x\ncheck (f, g, h) is homomorphism", Verdict.PROVED,
        ),
        (
            "transformation f : Value * Score => V1 at (u, h) = u[1] + 2*h\n"
            "transformation h : Score => V1 at (x) = 3*x\ncheck (f, f, h) is homomorphism", Verdict.REFUTED,
        ),
    ],
)
def test_laws(text, verdict):
    assert run(text).verdict is verdict


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("check read is associative", "E0412"),
        ("check (plus, (0, 0)) is monoid", "E0404"),
        ("check plus is monoid", "E0410"),
        ("check (merge, plus, read) is homomorphism", "E0412"),
        ("check (item, merge, weigh, read) is weighted mean", "E0412"),
        ("check (merge, plus, 3) is homomorphism", "E0412"),
        ("check merge is asociative", "E0301"),
        ("check nothing is associative", "E0301"),
    ],
)
def test_what_means_nothing(text, code):
    assert codes(text) == [code]


def test_every_partition_folds_to_the_softmax():
    """What the proof says, in floating point: all ways to cut five items into blocks, in two orders."""
    rng = random.Random(7)
    items = [(rng.gauss(0, 9), rng.gauss(0, 1)) for _ in range(5)]

    def merge(a, b):
        m = max(a[0], b[0])
        x, y = math.exp(a[0] - m), math.exp(b[0] - m)
        return (m, x * a[1] + y * b[1], x * a[2] + y * b[2])

    def fold(states):
        total = states[0]
        for state in states[1:]:
            total = merge(total, state)
        return total

    expected = sum(math.exp(x) * v for x, v in items) / sum(math.exp(x) for x, _ in items)
    for order in (items, items[::-1]):
        states = [(x, 1.0, v) for x, v in order]
        for cuts in itertools.product([False, True], repeat=4):
            blocks, start = [], 0
            for place, cut in enumerate(cuts, 1):
                if cut:
                    blocks.append(states[start:place])
                    start = place
            blocks.append(states[start:])
            _, s, o = fold([fold(block) for block in blocks])
            assert abs(o / s - expected) < 1e-12
