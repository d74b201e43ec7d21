"""Exact nullspaces: groups without averages, bases that do not depend on how generators are written, presentation."""

from __future__ import annotations

from fractions import Fraction

import pytest

from catalg.exact.nullspace import subspace_equal
from catalg.exact.sparse import SparseMatrix, Vector
from catalg.model.ends import LinearEnd
from catalg.model.protocols import NotCovered
from catalg.model.representation import DualRep, ExplicitRep, FreeRep, PowerRep, SumRep
from catalg.model.scalars import REAL
from catalg.strategies.linear import STRATEGY
from catalg.strategies.linear.words import WordElement, candidates, in_words
from catalg.terms import Call, Matrix, Name, mul, neg
from catalg.universes.vect import inverse
from catalg.verify.linear.conditions import flattened, written_out
from tests.linear_ends import ROTATION, SO3, hom, matrices, points, power, propose

J2 = matrices("R", {}, {"X": [[0, 1], [0, 0]]})
J3 = matrices("R", {}, {"X": [[0, 1, 0], [0, 0, 1], [0, 0, 0]]})
ROT = matrices("SO3", {}, SO3)


def span(end: LinearEnd) -> list[Vector]:
    found = STRATEGY.solve(end)
    rows, columns = end.target.dim.constant() or 0, end.source.dim.constant() or 0
    written = [written_out(e, rows, columns) for e in found.basis]
    return [dict(flattened(m)) for m in written if m is not None]


@pytest.mark.parametrize(
    "end, count",
    [
        (hom(J2, J2), 2), (hom(J3, ExplicitRep(J3.group, REAL, 2, J2.matrices)), 2), (hom(power(J3, 2), power(J3, 2)), 19),
        (hom(ROT, ROT), 1), (hom(power(ROT, 2), power(ROT, 2)), 3), (hom(power(ROT, 5), power(ROT, 0)), 6),
        (hom(power(ROT, 3), power(ROT, 3)), 15),
        (hom(PowerRep("alternating", 4, ROT), power(ROT, 0)), 0),
    ],
)
def test_known_dimensions(end: LinearEnd, count: int) -> None:
    assert len(STRATEGY.solve(end).basis) == count


def test_the_source_and_the_target_of_a_group_that_is_not_reductive_differ() -> None:
    v = matrices("SE2", {}, {
        "J": [[0, -1, 0], [1, 0, 0], [0, 0, 0]], "T": [[0, 0, 1], [0, 0, 0], [0, 0, 0]], "U": [[0, 0, 0], [0, 0, 1], [0, 0, 0]],
    })
    assert len(span(hom(v, v))) == 1
    assert len(span(hom(DualRep(v), v))) == 2
    assert len(span(hom(v, DualRep(v)))) == 1


def test_a_skew_basis_of_the_lie_algebra_gives_the_same_space() -> None:
    x, y, z = (SparseMatrix.from_dense(m) for m in SO3.values())
    skew = (x.scale(3) + y, y - z.scale(Fraction(1, 7)), (x + y + z).scale(10**6))
    other = ExplicitRep(ROT.group, REAL, 3, tuple(zip("XYZ", skew, strict=True)))
    assert subspace_equal(span(hom(power(ROT, 2), power(ROT, 2))), span(hom(power(other, 2), power(other, 2))))


def test_a_change_of_basis_conjugates_the_solutions() -> None:
    change = SparseMatrix.from_dense([[2, 1, 0], [1, 1, 0], [0, 5, 1]])
    back = inverse(change)
    moved = ExplicitRep(ROT.group, REAL, 3, tuple((n, change @ m @ back) for n, m in ROT.matrices))
    assert len(span(hom(power(moved, 2), moved))) == 1
    assert span(hom(moved, moved)) == [{0: 1, 4: 1, 8: 1}]


def test_blocks_are_assembled_in_place() -> None:
    v = SumRep((ROT, power(ROT, 0), ROT))
    assert len(span(hom(v, v))) == 5
    assert {0: 1, 8: 1, 16: 1} in span(hom(v, v))


def test_the_basis_is_in_reduced_echelon_form() -> None:
    basis = span(hom(power(ROT, 3), ROT))
    leads = [min(v) for v in basis]
    assert leads == sorted(leads) and all(v[min(v)] == 1 for v in basis)
    assert all(lead not in other for lead in leads for other in basis if min(other) != lead)


def test_plane_rotations_are_shown_as_one_matrix() -> None:
    v = matrices("SO2", {}, {"J": ROTATION})
    a, b = Name("alpha"), Name("beta")
    assert STRATEGY.solve(hom(v, v)).formula == Matrix(((a, b), (neg(b), a)))


def test_tensors_are_written_in_deltas_and_epsilons_where_these_span() -> None:
    square = STRATEGY.solve(hom(power(ROT, 2), power(ROT, 2)))
    assert all(isinstance(e, WordElement) for e in square.basis)
    cross = STRATEGY.solve(hom(power(ROT, 2), ROT))
    assert cross.formula == mul(Name("alpha"), Call("epsilon", (Name("i"), Name("p"), Name("q"))))


def test_words_are_not_used_where_they_do_not_span() -> None:
    v = matrices("R", {}, {"X": [[0, 1, 0], [0, 0, 1], [0, 0, 0]]})
    end = hom(power(v, 2), v)
    assert in_words(end, span(end)) is None


def test_a_word_is_the_contraction_it_says() -> None:
    words = {str(w.term()): w for w in candidates(3, 1, 2, False)}
    (cross,) = words.values()
    assert cross.dense()[0, 5] == 1 and cross.dense()[0, 7] == -1 and cross.dense().nnz == 6
    pairing = next(iter(candidates(2, 2, 2, False)))
    assert pairing.blocks == ((0, 1), (2, 3)) and pairing.dense()[0, 3] == 1 and pairing.dense().nnz == 4


def test_a_permuted_basis_written_in_equalities() -> None:
    v = FreeRep(points("S4", {"s": [1, 0, 2, 3], "c": [1, 2, 3, 0]}), REAL)
    basis = propose(hom(power(v, 2), power(v, 2))).basis
    assert len(basis) == 15 and all(isinstance(e, WordElement) for e in basis)


def test_symbolic_ends_are_left_to_others() -> None:
    from tests.linear_ends import ends

    text = "param n : Nat where n >= 2\ngroup G = Sym(n)\nfunctor V : G -> Vect = free(Points)\nend E = int g : G. Hom(V, V)"
    with pytest.raises(NotCovered):
        STRATEGY.solve(ends(text)["E"])
