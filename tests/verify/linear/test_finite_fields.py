"""Linear ends over finite fields: elimination modulo the characteristic, where averages do not exist."""

from __future__ import annotations

import pytest

from catalg.model.goals import CountClaim
from catalg.model.verdict import Verdict
from catalg.terms import Dim
from catalg.universes.vect import inverse_modulo, matrix
from catalg.verify.functoriality import functoriality
from catalg.verify.linear.claims import judge_count
from tests.linear_ends import ends, solve, specification

TEXT = """
group S3 { generators s, t  relations s^2 = 1, t^3 = 1, (s*t)^2 = 1 }
functor P : S3 -> Set { * = {1..3}  s = (1 2)  t = (1 2 3) }
functor V : S3 -> Vect(GF(3)) = free(P)
functor U : S3 -> Vect(GF(2)) { s = [[0, 1], [1, 0]]  t = [[1, 1], [1, 0]] }
functor N : S3 -> Vect(GF(3)) { s = [[1, 0], [0, -1]]  t = [[1, 0], [1, 1]] }
end E = int g : S3. Hom(V, V)
end A = int g : S3. Hom(U, U)
end B = int g : S3. Hom(Sym^2(U), U (+) U)
end D = int g : S3. Hom(dual(N), N)
"""


@pytest.mark.parametrize("name, count", [("E", 2), ("A", 1), ("B", 2)])
def test_dimensions(name: str, count: int) -> None:
    solution = solve(ends(TEXT)[name])
    assert solution.certificate.verdict is Verdict.PROVED and len(solution.proposal.basis) == count


def test_a_space_over_a_finite_field_has_finitely_many_elements() -> None:
    end = ends(TEXT)["E"]
    solution = solve(end)
    assert judge_count(end, solution, CountClaim("size", "E", Dim.of(9))).verdict is Verdict.PROVED
    assert judge_count(end, solution, CountClaim("size", "E", Dim.of(8))).verdict is Verdict.REFUTED
    assert judge_count(end, solution, CountClaim("size", "E", None)).verdict is Verdict.REFUTED


def test_relations_hold_modulo_the_characteristic() -> None:
    reps = {item.name: item.subject for item in specification(TEXT).items if item.kind == "functor"}
    assert functoriality(reps["N"]).verdict is Verdict.PROVED  # type: ignore[arg-type]
    assert functoriality(reps["U"]).verdict is Verdict.PROVED  # type: ignore[arg-type]
    g = matrix(reps["N"], "s")  # type: ignore[arg-type]
    assert g.to_dense() == ((1, 0), (0, 2)) and inverse_modulo(g, 3) == g


def test_the_dual_uses_inverses_modulo_the_characteristic() -> None:
    assert solve(ends(TEXT)["D"]).certificate.verdict is Verdict.PROVED
