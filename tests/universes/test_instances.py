"""Parameters replaced by numbers, and the ranges in which nothing changes."""

from __future__ import annotations

from fractions import Fraction

import pytest

from catalg.terms import Dim, Parameter
from catalg.universes.instances import NoGroup, at_values, from_library
from catalg.universes.ranges import NoRange, ranges
from catalg.universes.vect import dimension
from tests.linear_ends import ends

TEXT = """
param n : Nat where n >= 1
group G = Sym(n)
functor S : G -> Set = Points
functor V : G -> Vect = free(S)
end A = int g : G. Hom(Sym^2(V) (+) R^2, standard (*) dual(V))
end B = int g : G. Map(Subsets(2) * S, sign)
group H = Sp(2*n)
functor W : H -> Vect = vector
end C = int g : H. Hom(W, W)
"""


def test_an_instance_has_the_sizes_of_the_symbolic_end() -> None:
    found = ends(TEXT)
    for name, value in (("A", 4), ("B", 5), ("C", 2)):
        end = found[name]
        instance = from_library(end, {"n": value})
        assert dimension(instance.source) == end.source.dim.at({"n": value})
        assert dimension(instance.target) == end.target.dim.at({"n": value})
        assert not instance.group.symbolic and len(instance.points) == len(end.points)


def test_a_size_without_a_group() -> None:
    with pytest.raises(NoGroup):
        from_library(ends(TEXT)["C"], {"n": 0})


def test_partial_values() -> None:
    n, m = Dim.parameter("n"), Dim.parameter("m")
    assert at_values(n * m + n, {"n": 3}) == m * 3 + 3


def test_cases_below_the_stable_range() -> None:
    n = Parameter("n", lower=Fraction(1), excluded=(Fraction(2),))
    found = ranges({0: Dim.parameter("n") * 2}, {0: 7}, [n])
    assert found.bounds == (("n", 4),)
    assert [case.label() for case in found.cases] == ["n = 1", "n = 3"]


def test_two_parameters() -> None:
    low = Fraction(1)
    found = ranges({0: Dim.parameter("n"), 1: Dim.parameter("m")}, {0: 2, 1: 3}, [Parameter("n", lower=low), Parameter("m", lower=low)])
    assert [case.label() for case in found.cases] == ["n = 1, m = 1", "n = 1, m = 2", "n = 1", "m = 1", "m = 2"]
    assert dict(found.cases[2].values) == {"n": 1, "m": 3}


def test_a_size_that_falls_again_has_no_stable_range() -> None:
    n = Dim.parameter("n")
    with pytest.raises(NoRange):
        ranges({0: n * 10 - n * n}, {0: 5}, [Parameter("n", lower=Fraction(1))])
