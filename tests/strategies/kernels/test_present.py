"""How solutions are written: angles in the plane, common factors in front, the smaller of two multiples by a square root."""

from __future__ import annotations

import pytest

import catalg
from catalg.model.kernel_problem import KernelProposal
from catalg.strategies.kernels.solve import propose_kernel
from catalg.terms import Add, Apply, Call, Mul, Name, Num, Term, Vector, walk
from tests.kernel_cases import CASES

X, Y = Name("x"), Name("y")
ANGLE = Call("angle", (X, Y))


def proposed(name: str) -> KernelProposal:
    found = propose_kernel(CASES[name].build())
    assert isinstance(found, KernelProposal)
    return found


def formula(text: str, name: str) -> Term:
    with catalg.loads(text) as file:
        solution = file[name].check().solution
        assert solution is not None and solution.certificate.complete.value == "proved"
        assert solution.proposal.formula is not None
        return solution.proposal.formula


HEAD = "group G = SO(2)\nfunctor C : G -> Man = Circle\nfunctor P : G -> Man = R^2\nfunctor V : G -> Vect = vector\n"


@pytest.mark.parametrize(
    ("end", "arguments"),
    [
        ("Map(C * C, R^1)", (ANGLE,)),
        ("Map(P * P, R^1)", (Call("norm", (X,)), Call("norm", (Y,)), ANGLE)),
        ("Map(C * P, R^1)", (Call("norm", (Y,)), ANGLE)),
        ("Map(C * C, V)", (ANGLE,)),
    ],
)
def test_the_angle_of_two_vectors_in_the_plane(end: str, arguments: tuple[Term, ...]) -> None:
    found = formula(f"{HEAD}end K = int g : G. {end}\n", "K")
    heads = [node.args for node in walk(found) if isinstance(node, Apply)]
    assert heads and all(set(args) == set(arguments) for args in heads)


def test_reflections_know_no_angle() -> None:
    assert proposed("O2-S1xS1").formula == Apply("f", (Call("dot", (X, Y)),))


def test_the_invariants_stay_dot_product_and_determinant() -> None:
    heads = [i.term.head for i in proposed("SO2-S1xS1").invariants if isinstance(i.term, Call)]
    assert heads == ["dot", "det"]


def test_quadrupole_without_a_common_root() -> None:
    """The five functions of degree 2 in their usual multiples: 2√3 xy, ..., 2z² - x² - y², √3 (x² - y²)."""
    (covariant,) = proposed("SE3-0-2").covariants
    assert isinstance(covariant.term, Vector)
    middle, last = covariant.term.entries[2], covariant.term.entries[4]
    assert isinstance(middle, Add) and Num(2) in [n for part in middle.args if isinstance(part, Mul) for n in part.args]
    assert isinstance(last, Mul) and last.args[0] == Call("sqrt", (Num(3),)) and isinstance(last.args[-1], Add)


@pytest.mark.parametrize(("m", "n"), [(9, 5), (10, 15)])
def test_high_harmonics_in_the_plane(m: int, n: int) -> None:
    from tests.edge_texts import claims

    assert claims(f"""
group G = E(2)
functor X : G -> Man = R^2
functor A : G -> Vect = irrep({m})
functor B : G -> Vect = irrep({n})
end K = int g : G. Map(X * X, Hom(A, B))
expect free K = 2
""") == ["proved"]


def test_formulas_of_high_harmonics_in_the_plane() -> None:
    from tests.edge_texts import claims

    assert claims("""
group G = E(2)
functor X : G -> Man = R^2
functor A : G -> Vect = irrep(8)
functor B : G -> Vect = irrep(5)
end K = int g : G. Map(X * X, Hom(A, B))
expect K(x, y) = a(r)*[[cos(3*t), sin(3*t)], [-sin(3*t), cos(3*t)]] + b(r)*[[cos(13*t), sin(13*t)], [sin(13*t), -cos(13*t)]] where r = norm(y - x), t = arg(y - x)
refute K(x, y) = a(r)*[[cos(3*t), sin(3*t)], [-sin(3*t), cos(3*t)]] + b(r)*[[cos(14*t), sin(14*t)], [sin(14*t), -cos(14*t)]] where r = norm(y - x), t = arg(y - x)
""") == ["proved"] * 2
