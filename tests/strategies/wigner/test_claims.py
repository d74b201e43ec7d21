"""Wigner-Eckart kernels from the language: counts, closed forms as claims, and formulas that are wrong or too narrow."""

from __future__ import annotations

import pytest

from catalg.engine.solve import Session
from catalg.families.withheld import bare_end
from catalg.model.ends import KernelEnd
from catalg.model.goals import FormulaClaim, Unknown
from catalg.model.verdict import Verdict
from catalg.strategies.wigner import STRATEGY
from catalg.terms import Dim
from catalg.verify.wigner import certify, judge_formula
from tests.edge_texts import claims
from tests.linear_ends import specification

SPACE = """
group G = SE(3)
functor X : G -> Man = R^3
functor A : G -> Vect = irrep({l})
functor B : G -> Vect = irrep({J})
end K = int g : G. Map(X * X, Hom(A, B))
"""


def formula(l: int, J: int, degrees: list[int], x: str = "z") -> str:
    return " + ".join(f"f{L}(r)*clebsch_gordan({l}, {J}, {L}, {x})" for L in degrees) + " where z = k - q, r = norm(z)"


@pytest.mark.parametrize(("l", "J"), [(2, 2), (3, 4), (1, 7), (8, 2)])
def test_as_many_functions_as_degrees(l: int, J: int) -> None:
    degrees = list(range(abs(l - J), l + J + 1))
    first, last = degrees[0], degrees[-1]
    assert claims(SPACE.format(l=l, J=J) + f"""
expect free K = {2 * min(l, J) + 1}
expect arguments K = 1
expect dim K = oo
refute free K = {2 * min(l, J) + 2}
expect K(q, k) = {formula(l, J, degrees)}
expect K(q, k) = {formula(l, J, degrees, "-3*z")}
refute K(q, k) = {formula(l, J, degrees[1:])}
refute K(q, k) = {formula(l, J, degrees, "(k - 2*q)")}
refute K(q, k) = {formula(l, J, degrees).replace(f"f{first}(r)", f"f{last}(r)", 1)}
refute K(q, k) = {formula(l, J, degrees).replace(f"f{last}(r)", "c")}
refute K(q, k) = {formula(l, J, degrees).replace(f"f{last}(r)", f"f{last}(z[1])")}
""") == ["proved"] * 11  # fmt: skip


def test_degree_six_within_the_time_limit() -> None:
    """Counted in work, not in seconds: 169 values, 13 functions, 6 generators."""
    degrees = list(range(13))
    assert claims(SPACE.format(l=6, J=6) + f"expect K(q, k) = {formula(6, 6, degrees)}\nexpect free K = 13") == ["proved"] * 2


@pytest.mark.parametrize("text", [SPACE.format(l=2, J=3), SPACE.format(l=0, J=8), SPACE.format(l=9, J=0)], ids=["2-3", "0-8", "9-0"])
def test_every_derived_form_is_proved_as_a_claim(text: str) -> None:
    session = Session(specification(text))
    index, end = next((k, i.subject) for k, i in enumerate(session.specification.items) if isinstance(i.subject, KernelEnd))
    solution = session.run(index).solution
    assert isinstance(end, KernelEnd) and solution is not None and solution.proposal.strategy == "Wigner-Eckart"
    unknowns = tuple(Unknown(name, "function", 1) for name in solution.proposal.parameters)
    claim = FormulaClaim("K", ("x", "y"), solution.formula, unknowns)
    assert judge_formula(end, solution, claim).verdict is Verdict.PROVED


PARITY = """
group G = E(3)
functor X : G -> Man = R^3
functor A : G -> Vect = irrep({a})
functor B : G -> Vect = irrep({b})
end K = int g : G. Map(X * X, Hom(A, B))
"""


@pytest.mark.parametrize(("a", "b", "degrees"), [
    ("2, even", "3, odd", [1, 3, 5]), ("2, even", "3, even", [2, 4]), ("3, odd", "3, odd", [0, 2, 4, 6]), ("2, odd", "2, even", [1, 3]),
])  # fmt: skip
def test_parity_selects_degrees(a: str, b: str, degrees: list[int]) -> None:
    l, J = int(a[0]), int(b[0])
    other = next(L for L in range(abs(l - J), l + J + 1) if L not in degrees)
    assert claims(PARITY.format(a=a, b=b) + f"""
expect free K = {len(degrees)}
expect K(q, k) = {formula(l, J, degrees)}
refute K(q, k) = {formula(l, J, [*degrees, other])}
refute K(q, k) = {formula(l, J, degrees[:-1])}
""") == ["proved"] * 4  # fmt: skip


def test_spheres_have_constants() -> None:
    assert claims("""
group G = SO(3)
functor S : G -> Man = Sphere(2)
functor A : G -> Vect = irrep(2)
functor B : G -> Vect = irrep(3)
end K = int g : G. Map(S, Hom(A, B))
expect free K = 5
expect arguments K = 0
expect dim K = 5
expect K(x) = a*clebsch_gordan(2, 3, 1, x) + b*clebsch_gordan(2, 3, 2, x) + c*clebsch_gordan(2, 3, 3, x) + d*clebsch_gordan(2, 3, 4, x) + e*clebsch_gordan(2, 3, 5, x)
refute K(x) = a*clebsch_gordan(2, 3, 1, x) + b*clebsch_gordan(2, 3, 2, x) + c*clebsch_gordan(2, 3, 3, x) + d*clebsch_gordan(2, 3, 4, x)
refute K(x) = a*clebsch_gordan(2, 3, 1, [x[2], x[1], x[3]])
""") == ["proved"] * 6


def test_sums_of_irreps_and_vectors() -> None:
    """2x0e + 1o + 2e to itself under E(3) on differences; T^2 of the vector, whose basis is not that of harmonics."""
    assert claims("""
group G = E(3)
functor X : G -> Man = R^3
functor V : G -> Vect = irrep("2x0e + 1o + 2e")
functor T : G -> Vect = T^2(vector)
end K = int g : G. Map(X * X, Hom(V, V))
expect free K = 21
end M = int g : G. Map(X * X, Hom(T, T))
expect free M = 10
""") == ["proved"] * 2


@pytest.mark.parametrize("seed", [1, 2])
def test_no_family_is_named(seed: int) -> None:
    """Generators in a random rational basis, discrete ones without their names: the same answer."""
    for l, J, group in ((2, 3, "SE(3)"), (4, 4, "SO(3)")):
        text = SPACE.format(l=l, J=J).replace("SE(3)", group).replace("X * X", "X" if group == "SO(3)" else "X * X")
        end = next(i.subject for i in specification(text).items if isinstance(i.subject, KernelEnd))
        bare = bare_end(end, seed)
        assert isinstance(bare, KernelEnd)
        proposal = STRATEGY.solve(bare)
        assert proposal.free_functions == Dim.of(2 * min(l, J) + 1)
        assert certify(bare, proposal).verdict is Verdict.PROVED
