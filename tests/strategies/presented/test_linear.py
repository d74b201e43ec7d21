"""Ends, coends, limits and colimits in Vect over presented categories."""

from dataclasses import replace

import pytest

from catalg.exact.sparse import SparseMatrix
from catalg.model.category import Arrow, Category, VectFunctor
from catalg.model.ends import Diagram, VectCoend, VectEnd
from catalg.model.protocols import NotCovered
from catalg.model.scalars import RATIONAL, REAL, BaseField
from catalg.model.solution import Proposal
from catalg.model.verdict import Verdict
from catalg.strategies.presented import COENDS, DIAGRAMS, ENDS
from catalg.universes.presented_vect import LinearFamily
from catalg.verify.categories.vect import certify_vect
from tests.category_examples import monoid

D4 = monoid("rs", [("rrrr", ""), ("ss", ""), ("rsrs", "")], "D4")


def functor(name: str, *matrices: SparseMatrix) -> VectFunctor:
    return VectFunctor(name, D4, REAL, (("*", matrices[0].ncols),), (("r", matrices[0]), ("s", matrices[1])))


V = functor("V", SparseMatrix.from_dense([[0, -1], [1, 0]]), SparseMatrix.from_dense([[1, 0], [0, -1]]))
P = functor("P", SparseMatrix.permutation((1, 2, 3, 0)), SparseMatrix.permutation((0, 3, 2, 1)))
DUAL = VectFunctor("H", D4.opposite(), REAL, P.objects, tuple((name, m.transpose()) for name, m in P.arrows))


def dimension(end: VectEnd | VectCoend | Diagram) -> int | None:
    strategy = ENDS if isinstance(end, VectEnd) else COENDS if isinstance(end, VectCoend) else DIAGRAMS
    proposal = strategy.solve(end)
    assert certify_vect(end, proposal).verdict is Verdict.PROVED
    assert proposal.dimension is not None
    return proposal.dimension.constant()


def test_intertwiners() -> None:
    assert [dimension(VectEnd("E", a, b)) for a, b in ((V, V), (P, V), (P, P))] == [1, 1, 3]


def test_limits_and_colimits() -> None:
    assert dimension(Diagram("L", "limit", P)) == 1
    assert dimension(Diagram("C", "colimit", P)) == 1
    assert dimension(Diagram("C", "colimit", V)) == 0
    nothing = VectFunctor("N", Category("Empty", (), ()), RATIONAL, (), ())
    assert dimension(Diagram("L", "limit", nothing)) == 0
    assert dimension(Diagram("C", "colimit", nothing)) == 0


def test_sections_of_a_twisted_sheaf() -> None:
    # A triangle's incidence poset with restriction maps 1, one of them -1: no global section; two of them: one.
    nodes, edges = ("u", "v", "w"), (("e0", "u", "v"), ("e1", "v", "w"), ("e2", "w", "u"))
    arrows = tuple(Arrow(f"{e}{n}", n, e) for e, a, b in edges for n in (a, b))
    category = Category("Triangle", nodes + tuple(e for e, _, _ in edges), arrows)
    for twists, expected in (((), 1), (("e0u",), 0), (("e0u", "e1v"), 1)):
        matrices = tuple((a.name, SparseMatrix.from_dense([[-1 if a.name in twists else 1]])) for a in arrows)
        sheaf = VectFunctor("S", category, RATIONAL, tuple((c, 1) for c in category.objects), matrices)
        assert dimension(Diagram("L", "limit", sheaf)) == expected


def test_tensor_product_over_a_group() -> None:
    assert dimension(VectCoend("T", DUAL, P)) == 3


def test_planted_mistakes_are_rejected() -> None:
    end = VectEnd("E", P, P)
    proposal = ENDS.solve(end)
    missing = replace(proposal, basis=proposal.basis[:-1])
    assert certify_vect(end, missing).complete is not Verdict.PROVED
    twice = replace(proposal, basis=(*proposal.basis[:-1], proposal.basis[0]))
    assert certify_vect(end, twice).sound is Verdict.REFUTED
    element = proposal.basis[1]
    assert isinstance(element, LinearFamily)
    ((c, matrix),) = element.transformation.components
    spoiled = matrix + SparseMatrix.from_entries({(0, 1): 1}, 4, 4)
    wrong = LinearFamily(replace(element.transformation, components=((c, spoiled),)))
    assert (
        certify_vect(end, replace(proposal, basis=(proposal.basis[0], wrong, proposal.basis[2]))).sound
        is Verdict.REFUTED
    )


def test_planted_quotient_mistakes_are_rejected() -> None:
    end = VectCoend("T", DUAL, P)
    proposal = COENDS.solve(end)
    projection = proposal.claims["projection"]
    assert isinstance(projection, SparseMatrix)

    def claimed(matrix: SparseMatrix, count: int = 3) -> Proposal:
        return replace(proposal, claims={"projection": matrix}, basis=proposal.basis[:count])

    fewer = SparseMatrix(projection.rows[:2], 2, projection.ncols)
    assert certify_vect(end, claimed(fewer, 2)).verdict is not Verdict.PROVED
    spoiled = projection + SparseMatrix.from_entries({(0, 5): 1}, 3, projection.ncols)
    assert certify_vect(end, claimed(spoiled)).sound is Verdict.REFUTED
    assert certify_vect(end, replace(proposal, claims={})).verdict is Verdict.UNDECIDED


def test_finite_fields_are_not_covered() -> None:
    field = BaseField("finite", characteristic=3, label="GF(3)")
    with pytest.raises(NotCovered, match="finite"):
        ENDS.solve(VectEnd("E", replace(V, field=field), replace(V, field=field)))
