"""The verifier rejects what is wrong, missing or dependent, whoever proposes it."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest

from catalg.exact.sparse import SparseMatrix
from catalg.model.ends import LinearEnd
from catalg.model.representation import FreeRep, PowerRep
from catalg.model.scalars import REAL
from catalg.model.solution import MatrixElement, Proposal
from catalg.model.verdict import Verdict
from catalg.terms import Dim, Identity, Name, Ones, Term, add, mul
from catalg.verify.linear import certify
from catalg.verify.linear.bounds import orbit_bound, rank_bound
from catalg.verify.linear.conditions import conditions
from catalg.verify.linear.diagrams import failure_of_form
from catalg.verify.linear.indices import settled, threshold
from catalg.verify.linear.symbolic import exact_dimension
from tests.linear_ends import ROTATION, SO3, ends, hom, matrices, points, power, propose

ROT = matrices("SO3", {}, SO3)
PLANE = matrices("SO2", {}, {"J": ROTATION})
POINTS = FreeRep(points("D4", {"r": [1, 2, 3, 0], "s": [0, 3, 2, 1]}), REAL)
SYMBOLIC = """
param n : Nat where n >= 2
group G = Sym(n)
functor V : G -> Vect = free(Points)
end E = int g : G. Hom(T^2(V), V)
end O = int g : G. Hom(standard (*) standard, standard)
"""
CONCRETE = [
    hom(PLANE, PLANE), hom(power(PLANE, 2), power(PLANE, 2)), hom(power(ROT, 2), power(ROT, 2)), hom(POINTS, POINTS),
    hom(power(POINTS, 2), POINTS), hom(PowerRep("alternating", 2, POINTS), POINTS),
]


def with_basis(proposal: Proposal, basis: tuple[object, ...]) -> Proposal:
    return replace(proposal, basis=basis, dimension=Dim.of(len(basis)))  # type: ignore[arg-type]


@pytest.mark.parametrize("end", CONCRETE)
def test_right_proposals_are_proved(end: LinearEnd) -> None:
    assert certify(end, propose(end)).verdict is Verdict.PROVED


@pytest.mark.parametrize("end", CONCRETE)
def test_a_missing_element_is_noticed(end: LinearEnd) -> None:
    proposal = propose(end)
    for left_out in range(len(proposal.basis)):
        kept = tuple(e for k, e in enumerate(proposal.basis) if k != left_out)
        certificate = certify(end, with_basis(proposal, kept))
        assert certificate.sound is Verdict.PROVED and certificate.complete is not Verdict.PROVED


@pytest.mark.parametrize("end", CONCRETE)
def test_a_dependent_element_is_noticed(end: LinearEnd) -> None:
    proposal = propose(end)
    certificate = certify(end, with_basis(proposal, (*proposal.basis[1:], proposal.basis[-1])))
    assert certificate.complete is Verdict.REFUTED
    assert certificate.evidence[-1].rule != "orbit-count"


@pytest.mark.parametrize("end", CONCRETE)
def test_a_wrong_element_is_noticed_and_named(end: LinearEnd) -> None:
    proposal = propose(end)
    rows, columns = end.target.dim.constant() or 0, end.source.dim.constant() or 0
    wrong = MatrixElement(SparseMatrix.from_entries({(0, 0): 1, (rows - 1, 0): 3}, rows, columns))
    certificate = certify(end, with_basis(proposal, (*proposal.basis[:-1], wrong)))
    assert certificate.sound is Verdict.REFUTED and certificate.verdict is Verdict.REFUTED
    (fact,) = [e for e in certificate.evidence if e.rule == "element-fails"]
    assert fact.as_dict()["element"] == len(proposal.basis)


def test_a_wrong_shape_and_a_wrong_count() -> None:
    end = hom(PLANE, PLANE)
    proposal = propose(end)
    short = MatrixElement(SparseMatrix.identity(3))
    assert certify(end, with_basis(proposal, (short,))).verdict is Verdict.UNDECIDED
    assert certify(end, replace(proposal, dimension=Dim.of(3))).complete is Verdict.UNDECIDED


def test_the_basis_may_be_any_basis() -> None:
    end = hom(PLANE, PLANE)
    one, j = SparseMatrix.identity(2), SparseMatrix.from_dense(ROTATION)
    basis = (MatrixElement(one + j.scale(2)), MatrixElement(one - j))
    assert certify(end, with_basis(propose(end), basis)).verdict is Verdict.PROVED


def test_the_graph_must_be_preserved() -> None:
    text = """
    graph Path { edges 1 -- 2, 2 -- 3 }
    group G { generators r }
    functor S : G -> Set { * = {1..3}  r = (1 2 3) }
    functor V : G -> Vect = free(S)
    end E = int g : G. Hom(V, V) along Path
    """
    end = ends(text)["E"]
    certificate = certify(end, propose(end))
    assert certificate.sound is Verdict.REFUTED
    assert certificate.evidence[0].as_dict()["edge"] == "2 -- 3"


def test_entries_off_the_graph_are_noticed() -> None:
    text = """
    graph Square { edges 1 -- 2, 2 -- 3, 3 -- 4, 4 -- 1 }
    group G { generators r }
    functor S : G -> Set { * = {1..4}  r = (1 2 3 4) }
    functor V : G -> Vect = free(S)
    end E = int g : G. Hom(V, V) along Square
    """
    end = ends(text)["E"]
    proposal = propose(end)
    assert certify(end, proposal).verdict is Verdict.PROVED and len(proposal.basis) == 3
    diagonal = MatrixElement(SparseMatrix.permutation([2, 3, 0, 1]))
    assert certify(end, with_basis(proposal, (*proposal.basis[:2], diagonal))).sound is Verdict.REFUTED


@pytest.mark.parametrize("end", [*CONCRETE[3:]])
def test_the_two_upper_bounds_agree(end: LinearEnd) -> None:
    rows, columns = end.target.dim.constant() or 0, end.source.dim.constant() or 0
    system = conditions(end)
    by_orbits = orbit_bound(system, rows, columns)
    assert by_orbits is not None
    assert by_orbits.value == rank_bound(system, rows, columns).value == exact_dimension(end)


def test_a_generator_scaled_by_a_million_changes_nothing() -> None:
    lie = {name: [[10**6 * x for x in row] for row in rows] for name, rows in SO3.items()}
    end = hom(power(matrices("G", {}, lie), 2), power(matrices("G", {}, lie), 2))
    end = LinearEnd("H", end.source.group, end.source, end.source)
    proposal = propose(end)
    assert len(proposal.basis) == 3 and certify(end, proposal).verdict is Verdict.PROVED


def test_the_order_of_the_group_is_part_of_the_certificate() -> None:
    facts = {e.rule: e.as_dict() for e in certify(CONCRETE[3], propose(CONCRETE[3])).evidence}
    assert facts["group-order"]["order"] == "8"


# -- symbolic sizes ----------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Shifted:
    """A claimed element that is not equivariant: the entry (0, 0) only."""

    def term(self) -> Term:
        """Its name."""
        return Name("wrong")

    def at(self, end: LinearEnd, sizes: object) -> SparseMatrix:
        """The matrix with one entry."""
        (size,) = sizes.values()  # type: ignore[attr-defined]
        return SparseMatrix.from_entries({(0, 0): 1}, size, size * size)


def test_symbolic_proposals_are_checked_at_a_size() -> None:
    end = ends(SYMBOLIC)["E"]
    proposal = propose(end)
    assert certify(end, proposal).verdict is Verdict.PROVED
    assert certify(end, with_basis(proposal, proposal.basis[1:])).complete is not Verdict.PROVED
    assert certify(end, with_basis(proposal, (*proposal.basis[1:], proposal.basis[1]))).verdict is not Verdict.PROVED
    assert certify(end, with_basis(proposal, (*proposal.basis[1:], Shifted()))).sound is Verdict.REFUTED


def test_elements_that_cannot_be_written_out_are_still_counted() -> None:
    end = ends(SYMBOLIC)["O"]
    proposal = propose(end)
    assert certify(end, proposal).verdict is Verdict.PROVED
    assert certify(end, with_basis(proposal, proposal.basis * 2)).verdict is not Verdict.PROVED


@dataclass(frozen=True, slots=True)
class Drawn:
    """Claimed diagrams on given blocks."""

    terms: tuple[tuple[int, tuple[tuple[int, ...], ...]], ...]
    places: tuple[int, int] = (0, 0)

    def term(self) -> Term:
        """Its name."""
        return Name("drawn")


SYMPLECTIC = """
param n : Nat where n >= 1
group G = Sp(2*n)
functor V : G -> Vect = vector
end A = int g : G. Hom(Alt^2(V), R^1)
end T = int g : G. Hom(T^2(V), T^2(V))
"""


@pytest.mark.parametrize(
    "text, name, terms, why",
    [
        (SYMPLECTIC, "A", ((1, ((0, 1),)),), ""),
        (SYMPLECTIC, "A", ((1, ((0,), (1,))),), "contraction"),
        (SYMPLECTIC, "A", ((1, ((0, 0),)),), "partition"),
        (SYMPLECTIC, "A", (), "different diagrams"),
        (SYMPLECTIC, "T", ((1, ((0, 1, 2, 3),)),), "contraction"),
        (SYMPLECTIC, "T", ((1, ((0, 2), (1, 3))), (1, ((0, 2), (1, 3)))), "different diagrams"),
        (SYMBOLIC, "O", ((1, ((0, 1), (2,))),), "stands alone"),
        (SYMBOLIC, "O", ((1, ((0, 1, 2),)),), ""),
    ],
)
def test_the_form_of_diagrams_is_checked(text: str, name: str, terms: tuple[object, ...], why: str) -> None:
    failure = failure_of_form(ends(text)[name], [Drawn(terms)])  # type: ignore[arg-type]
    assert (failure is None) if not why else failure is not None and why in str(failure.as_dict()["why"])


def test_a_symmetry_must_take_the_sum_to_itself() -> None:
    text = SYMBOLIC + "end Y = int g : G. Hom(Sym^2(V), V)\nend Z = int g : G. Hom(Alt^2(V), V)\n"
    found = ends(text)
    half, whole = ((1, ((0, 1), (2,))),), ((1, ((0, 1), (2,))), (1, ((0, 2), (1,))))
    minus = (whole[0], (-1, whole[1][1]))
    assert failure_of_form(found["Y"], [Drawn(half)]) is not None
    assert failure_of_form(found["Y"], [Drawn(whole)]) is None
    assert failure_of_form(found["Z"], [Drawn(whole)]) is not None
    assert failure_of_form(found["Z"], [Drawn(minus)]) is None
    assert failure_of_form(found["Y"], [Drawn(whole), Drawn(whole)]) is not None
    assert failure_of_form(found["Y"], [Drawn(whole, (1, 0))]) is not None


def test_a_formula_that_says_something_else_is_noticed() -> None:
    end = hom(PLANE, PLANE)
    proposal = propose(end)
    for formula in (mul(Name("a"), Identity()), add(mul(Name("a"), Identity()), mul(Name("b"), Ones())), Name("a")):
        assert certify(end, replace(proposal, formula=formula)).complete is Verdict.UNDECIDED


def test_where_theorems_settle_the_dimension() -> None:
    assert threshold(("diagonal",), (3, 1, 0)) == 4
    assert threshold(("diagonal",), (2, 0, 1)) == 4
    assert threshold(("delta",), (6, 0, 0)) == 3
    assert threshold(("delta", "epsilon"), (4, 0, 0)) == 5
    assert threshold(("omega",), (6, 0, 0)) == 6
    assert threshold(("evaluation",), (3, 3, 0)) == 3
    assert threshold(("evaluation", "epsilon", "epsilon_dual"), (0, 2, 0)) == 3
    assert not settled(("unheard of",), (1, 1, 0), 50)


def test_an_unknown_theorem_settles_nothing() -> None:
    from catalg.universes.ranges import NoRange

    with pytest.raises(NoRange):
        threshold(("unheard of",), (1, 1, 0))
