"""Cyclic and dihedral groups of symbolic order: the counts, the exact ones at concrete orders, and what the verifier rejects."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from catalg.model.ends import LinearEnd
from catalg.model.solution import Proposal
from catalg.model.verdict import Verdict
from catalg.strategies.circular import STRATEGY
from catalg.terms import Dim
from catalg.universes.circular import DifferenceFamily
from catalg.universes.instances import from_library
from catalg.verify.linear import certify
from catalg.verify.linear.symbolic import exact_dimension
from tests.edge_texts import claims
from tests.linear_ends import specification

TEXT = """
param n : Nat where n >= 1
group C = Cyclic(n)
functor P : C -> Vect = free(Points)
end Ring = int g : C. Hom(P, P)
end Pairs = int g : C. Hom(P, T^2(P))
end Sums = int g : C. Hom(P (+) trivial, P)
group D = Dihedral(n)
functor Q : D -> Vect = free(Points)
functor e : D -> Vect = det
end Even = int g : D. Hom(Q, Q)
end Odd = int g : D. Hom(Q, Q (*) e)
end Twice = int g : D. Hom(Q (*) e, Q (*) e)
end Triple = int g : D. Map(Points * Points * Points, trivial)
end Mixed = int g : D. Hom(Q (+) e, Q (+) trivial)
end Nothing = int g : D. Hom(Q, e)
end Functions = int g : D. Map(Points, trivial)
"""
ENDS = ["Ring", "Pairs", "Sums", "Even", "Odd", "Twice", "Triple", "Mixed", "Nothing", "Functions"]


def end(name: str) -> LinearEnd:
    found = specification(TEXT).item(name).subject
    assert isinstance(found, LinearEnd)
    return found


@pytest.mark.parametrize("name", ENDS)
def test_every_size_has_the_dimension_of_the_conditions_alone(name: str) -> None:
    space = end(name)
    proposal = STRATEGY.solve(space)
    assert certify(space, proposal).verdict is Verdict.PROVED
    assert proposal.dimension is not None
    for n in range(1, 9 if name not in ("Triple", "Pairs") else 6):
        assert proposal.dimension.at({"n": n}) == exact_dimension(from_library(space, {"n": n}))


def spoiled(proposal: Proposal, **changes: object) -> Proposal:
    family = proposal.basis[0]
    assert isinstance(family, DifferenceFamily)
    return replace(proposal, basis=(replace(family, **changes), *proposal.basis[1:]))  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["Ring", "Even", "Odd", "Triple"])
def test_wrong_missing_and_repeated_families_are_rejected(name: str) -> None:
    space = end(name)
    proposal = STRATEGY.solve(space)
    assert proposal.dimension is not None
    wrong = [
        spoiled(proposal, sign=0 if name != "Ring" else 1),
        spoiled(proposal, sign=-1 if name != "Odd" else 1),
        replace(proposal, dimension=proposal.dimension + 1),
        replace(proposal, basis=(), dimension=Dim.of(0)),
        replace(proposal, basis=proposal.basis * 2, dimension=proposal.dimension * 2),
    ]
    late = proposal.dimension + Dim.atom("floor", Dim.parameter("n") / 50)
    wrong.append(replace(spoiled(proposal, count=late), dimension=late))
    for bad in wrong:
        assert certify(space, bad).verdict is not Verdict.PROVED


def test_facts_that_the_permutations_contradict_are_rejected() -> None:
    space = end("Even")
    proposal = STRATEGY.solve(space)
    circle = space.group.facts.circle
    assert circle is not None
    moved = replace(circle, maps=(circle.maps[0], ("s", -1, 1, -1)))
    group = replace(space.group, facts=replace(space.group.facts, circle=moved))
    assert certify(replace(space, group=group), proposal).verdict is not Verdict.PROVED


def test_claims_for_all_sizes() -> None:
    assert claims(TEXT + "expect dim Even = floor(n/2) + 1\nrefute dim Even = floor((n+1)/2)\n") == ["proved"] * 2
    assert claims(TEXT + "expect dim Odd = ceiling(n/2) - 1\nexpect dim Ring = n + floor(n/1000000)\n") == ["proved", "undecided"]
    assert claims(TEXT + "expect dim Triple = (n^2 + gcd(n, 2)^2)/2\nexpect dim Nothing = 0\n") == ["proved"] * 2


def test_one_and_two_points() -> None:
    assert STRATEGY.solve(end("Even")).dimension == Dim.atom("floor", Dim.parameter("n") / 2) + 1
    for n, (even, odd) in {1: (1, 0), 2: (2, 0), 3: (2, 1), 4: (3, 1)}.items():
        assert [exact_dimension(from_library(end(x), {"n": n})) for x in ("Even", "Odd")] == [even, odd]
        assert Fraction(even + odd) == n
