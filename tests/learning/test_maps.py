"""Equations of smooth maps: laws for arbitrary maps, refutations that can be recomputed, and what means nothing."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from catalg.elaborate import elaborate
from catalg.families.registry import FAMILIES
from catalg.language import parse
from catalg.learning.calculus import atom_vector
from catalg.learning.coordinates import Coordinates
from catalg.learning.instances import choices, exact
from catalg.learning.judge import judge_maps
from catalg.learning.normal_form import Evaluator
from catalg.model.maps import (
    AnyMap,
    Composite,
    Differential,
    MapClaim,
    Pairing,
    ProductMap,
    Reverse,
    SmoothMap,
    Tangent,
    combination,
    identity,
    selection,
)
from catalg.model.verdict import Judgement
from catalg.terms import Dim, Name

DECLARED = """
param a : Nat where a >= 1
param b : Nat where b >= 1
map f : R^a -> R^b
map g : R^b -> R^a
map k : R^a -> R^a
map L : R^a -> R
map u : R^2 -> R^3
map s : R -> R
map M : R^a -> R^a is linear
map N : R^a * R -> R * R^b is linear
map c : 1 -> R^a
"""


def judged(claim: str, declared: str = DECLARED) -> Judgement:
    specification, diagnostics = elaborate(parse(f"{declared}\ncheck {claim}\n"), FAMILIES)
    assert not diagnostics, diagnostics
    item = specification.items[-1].subject
    assert isinstance(item, MapClaim)
    return judge_maps(item, specification.parameters)


LAWS = [
    "T(f @ g) = T(f) @ T(g)",
    "T^3(f @ g) = T^3(f) @ T^3(g)",
    "T(k * f) = (proj(R^a * R^b * R^a * R^b, 1, 2), proj(R^a * R^b * R^a * R^b, 3, 4)) @ (k @ proj(R^a * R^a * R^a * R^a, 1), f @ proj(R^a * R^a * R^a * R^a, 2), D(k) @ proj(R^a * R^a * R^a * R^a, 1, 3), D(f) @ proj(R^a * R^a * R^a * R^a, 2, 4))",
    "R(f @ g) = R(g) @ (proj(R^b * R^b, 1), R(f) @ (g * id(R^b)))",
    "D(k + k) = 2*D(k)",
    "R(k @ k @ k) = R(k) @ (proj(R^a * R^a, 1), R(k) @ (k @ proj(R^a * R^a, 1), R(k) @ (k @ k @ proj(R^a * R^a, 1), proj(R^a * R^a, 2))))",
    "T(u) @ zero(R^2) = zero(R^3) @ u",
    "lens(f, R(f)) @ lens(g, R(g)) = lens(f @ g, R(f @ g))",
    "grad(L @ k) = R(k) @ (id(R^a), grad(L) @ k)",
    # a reverse derivative is linear in the covector, and its own reverse derivative there is the derivative
    "R(f) @ (proj(R^a * R^b * R^b, 1), proj(R^a * R^b * R^b, 2) + proj(R^a * R^b * R^b, 3)) = (R(f) @ proj(R^a * R^b * R^b, 1, 2)) + (R(f) @ proj(R^a * R^b * R^b, 1, 3))",
    "proj(R^a * R^b, 2) @ R(R(f)) = D(f) @ proj(R^a * R^b * R^a, 1, 3)",
    "D(M) = M @ proj(R^a * R^a, 2)",
    "R(M @ M) = R(M) @ (proj(R^a * R^a, 1), R(M))",
    "D(D(N)) @ (zero(R^a * R) , 0*zero(R^a * R)) = 0*N",
    "M @ (k + k) = (M @ k) + (M @ k)",
    "D(R(N)) @ (proj(R^a * R * R * R^b, 1, 2, 3, 4), proj(R^a * R * R * R^b, 1, 2), 0*proj(R^a * R * R * R^b, 3, 4)) = 0*R(N)",
    # the symmetry of second derivatives
    "D(D(f)) @ (proj(R^a * R^a * R^a, 1, 2), proj(R^a * R^a * R^a, 3), 0*proj(R^a * R^a * R^a, 1)) = D(D(f)) @ (proj(R^a * R^a * R^a, 1, 3), proj(R^a * R^a * R^a, 2), 0*proj(R^a * R^a * R^a, 1))",
]  # fmt: skip

FALSE = [
    "D(f @ g) = D(f) @ (g @ proj(R^b * R^b, 1), 2*D(g))",
    "D(k @ k) = D(k) @ (proj(R^a * R^a, 1), D(k))",
    "R(k @ k) = R(k) @ (proj(R^a * R^a, 1), R(k))",
    "R(k) = D(k)",
    "k @ k = k",
    "k + k = k",
    "M @ M = M",
    "R(M) = M @ proj(R^a * R^a, 2)",
    "M @ k = k @ M",
    "D(M) = M @ proj(R^a * R^a, 1)",
    "grad(L @ k) = grad(L) @ k",
    "lens(k, D(k)) @ lens(k, D(k)) = lens(k @ k, D(k @ k))",
    "D(D(f)) = D(f) @ proj(R^a * R^a * R^a * R^a, 1, 2)",
    "D(f) @ zero(R^a) = f",
    "proj(R^a * R^b, 1) @ R(R(f)) = 0*proj(R^a * R^b * R^a, 1)",
    "u @ (proj(R^2 * R^2, 1) + proj(R^2 * R^2, 2)) = (u @ proj(R^2 * R^2, 1)) + (u @ proj(R^2 * R^2, 2))",
]  # fmt: skip


@pytest.mark.parametrize("law", LAWS)
def test_laws_are_proved(law: str) -> None:
    found = judged(law)
    assert found.verdict == "proved", found
    assert any(e.rule == "maps-normal-form" for e in found.evidence)
    assert any(e.rule == "maps-confirmed" for e in found.evidence)


@pytest.mark.parametrize("claim", FALSE)
def test_false_equations_are_refuted(claim: str) -> None:
    found = judged(claim)
    assert found.verdict == "refuted", found
    assert found.counterexample is not None
    assert found.counterexample.rule == "maps-by-hand"
    facts = found.counterexample.as_dict()
    assert facts["left"] != facts["right"]


def test_a_dimension_in_which_it_fails_is_found() -> None:
    """R(k) = D(k) holds on a line and fails in the plane."""
    found = judged("R(k) = D(k)")
    assert found.counterexample is not None
    assert found.counterexample.as_dict()["at"] == "a = 2"
    assert judged("R(s) = D(s)").verdict == "proved"
    assert judged("R(k) = D(k)", DECLARED.replace("a >= 1", "a >= 3")).counterexample.as_dict()["at"] == "a = 3"  # type: ignore[union-attr]


def test_names_of_the_vocabulary_are_no_facts_about_user_maps() -> None:
    declared = "map exp : R -> R\nmap real : R -> R at (x) = cosh(x) + sinh(x)\n"
    assert judged("exp = real", declared).verdict == "refuted"
    assert judged("e = real", "map e : R -> R at (x) = exp(x)\n" + declared.replace("map exp : R -> R\n", "")).verdict == "proved"


def test_opaque_formulas_keep_their_values() -> None:
    declared = "map p : R^2 -> R^2 at (r, t) = (r*cos(t), r*sin(t))\nmap n : R^2 -> R at (x, y) = x^2 + y^2\n"
    assert judged("n @ p = n", declared).verdict == "refuted"
    assert judged("n @ p = n2", declared + "map n2 : R^2 -> R at (r, t) = r^2\n").verdict == "proved"
    assert judged("T(n @ p) = T(n) @ T(p)", declared).verdict == "proved"


def test_normal_forms_agree_with_coordinates() -> None:
    """Random composites: where the calculus says equal, polynomial instances are equal; seldom is it the other way round."""
    rng = Random(7)
    two = (Dim.of(2),)
    names = [AnyMap(word, two, two) for word in "fg"]

    def build(depth: int) -> SmoothMap:
        if depth == 0:
            return rng.choice(names)
        inner = build(depth - 1)
        choice = rng.randrange(5)
        if choice == 0:
            return Composite(rng.choice(names), inner)
        if choice == 1:
            return Composite(combination((Fraction(1), Fraction(rng.choice((1, -1)))), two), Pairing(two, (inner, rng.choice(names))))
        if choice == 2:
            return Composite(Differential(inner), Pairing(two, (identity(two), rng.choice(names))))
        if choice == 3:
            return Composite(Reverse(inner), Pairing(two, (identity(two), rng.choice(names))))
        return Composite(inner, rng.choice(names))

    maps = [build(rng.randrange(3)) for _ in range(60)]
    equal = 0
    for left in maps[:30]:
        for right in maps[30:]:
            evaluator = Evaluator()
            args = [atom_vector(v, v.scalar) for v in evaluator.generic(two, "x")]
            same = evaluator.at(left, args) == evaluator.at(right, args)
            instances = next(iter(choices(names, {})))
            writer = Coordinates({}, instances)
            point = writer.point(two, "x")
            values = {e.name: Fraction(k + 2, 3) for k, e in enumerate(point[0]) if isinstance(e, Name)}
            numbers = [[exact(e, values) for e in writer.at(item, point)[0]] for item in (left, right)]
            assert (numbers[0] == numbers[1]) == same
            equal += same
    assert equal


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("check f @ f = f", "E0401"),
        ("check T(f) = f", "E0402"),
        ("check f + g = f", "E0402"),
        ("check h @ f = f", "E0301"),
        ("check lens(f, R(f)) = f", "E0402"),
        ("check proj(R^a * R^b, 3) = f", "E0412"),
        ("map z : R^a -> R^a at (x) = max(x, x)", "E0412"),
        ("map z : R^a -> R^a at (x, y) = x", "E0410"),
        ("map z : R^a -> R^b at (x) = x", "E0402"),
        ("map z : R^a -> R^a = f", "E0402"),
        ("map z : Sphere(2) -> R^b", "E0412"),
        ("map f : R -> R", "E0302"),
        ("map z : R^a -> R^b is square", "E0301"),
        ("check T^9(f) = f", "E0412"),
        ("check grad(f) = f", "E0401"),
    ],
)
def test_what_means_nothing_is_invalid(text: str, code: str) -> None:
    parsed = parse(f"{DECLARED}\n{text}\n")
    assert not parsed.diagnostics
    _, diagnostics = elaborate(parsed, FAMILIES)
    assert [d.code for d in diagnostics] == [code]


def test_parts_of_a_composite() -> None:
    assert ProductMap((identity((Dim.of(1),)),)).source == (Dim.of(1),)
    assert Tangent(selection((Dim.of(2), Dim.of(3)), (1,))).target == (Dim.of(3), Dim.of(3))
