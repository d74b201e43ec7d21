"""Restricted ends: planted answers are rejected, claims are judged with the restriction, and dimensions agree with plain numerics."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from catalg.exact.sparse import SparseMatrix
from catalg.model.ends import LinearEnd
from catalg.model.solution import MatrixElement, Proposal
from catalg.model.verdict import Verdict
from catalg.strategies.restricted import STRATEGY
from catalg.universes.vect import matrix
from catalg.verify.linear import certify
from tests.acceptance.harness import outcomes, specification

RING = """
group G = Cyclic(5)
functor X : G -> Set = Points
functor F : G -> Vect = free(X)
group M { generators m }
functor N : M -> Vect { m = [[1,0,0,0,0],[0,0,0,0,1],[0,0,0,1,0],[0,0,1,0,0],[0,1,0,0,0]] }
graph Ring { edges 1 -- 2, 2 -- 3, 3 -- 4, 4 -- 5, 5 -- 1 }
end All = int g : G. Hom(F, F)
end Flip = int g : M. Hom(N, N)
"""
CLAUSES = {
    "symmetric": 3, "antisymmetric": 2, "causal": 1, "local <= 1": 1, "along Ring distance <= 1": 3, "along Ring distance <= 2": 5,
    "along Ring symmetric": 2, "symmetric along Ring distance <= 1": 2, "causal symmetric": 1,
}  # fmt: skip


def _end(clause: str) -> LinearEnd:
    spec = specification(RING + f"end E = int g : G. Hom(F, F) {clause}\n")
    found = spec.item("E").subject
    assert isinstance(found, LinearEnd)
    return found


def _numeric_dimension(end: LinearEnd) -> int:
    """The dimension by a singular value decomposition of conditions that are written down here from scratch."""
    size = 5
    eye = np.eye(size)
    rows = []
    for e in (end, *(r.other for r in end.restrictions if r.other is not None)):
        for g in e.group.generators:
            w, v = (np.array(matrix(rep, g.name).to_dense(), dtype=float) for rep in (e.target, e.source))
            rows.append(np.kron(w, eye) - np.kron(eye, v.T))
    ring = np.minimum(np.abs(np.subtract.outer(range(size), range(size))), 5 - np.abs(np.subtract.outer(range(size), range(size))))
    steps = np.subtract.outer(range(size), range(size))
    turn = np.zeros((25, 25))
    for i in range(size):
        for j in range(size):
            turn[i * size + j, j * size + i] = 1
    if end.along is not None:
        rows.append(np.eye(25)[(ring > 1).ravel()])
    for r in end.restrictions:
        if r.kind == "symmetric":
            rows.append(np.eye(25) - turn)
        elif r.kind == "antisymmetric":
            rows.append(np.eye(25) + turn)
        elif r.kind in ("causal", "local", "distance"):
            bad = {"causal": steps < 0, "local": np.abs(steps) > r.reach, "distance": ring > r.reach}[r.kind]
            rows.append(np.eye(25)[bad.ravel()])
    return 25 - int(np.linalg.matrix_rank(np.concatenate(rows)))


@pytest.mark.parametrize("clause", CLAUSES, ids=str)
def test_dimensions_agree_with_numerics(clause: str) -> None:
    end = _end(clause)
    proposal = STRATEGY.solve(end) if end.restrictions else None
    if proposal is None:
        pytest.fail("no restriction was read")
    assert certify(end, proposal).verdict is Verdict.PROVED
    assert len(proposal.basis) == CLAUSES[clause] == _numeric_dimension(end)


def _with_basis(proposal: Proposal, matrices: list[SparseMatrix]) -> Proposal:
    from catalg.strategies.linear.display import general_element
    from catalg.terms import Dim

    dim = Dim.of(len(matrices))
    return replace(
        proposal, basis=tuple(MatrixElement(m) for m in matrices), formula=general_element(matrices, 5, 5), dimension=dim,
        free_constants=dim,
    )


def _matrices(proposal: Proposal) -> list[SparseMatrix]:
    return [element.matrix for element in proposal.basis if isinstance(element, MatrixElement)]


@pytest.mark.parametrize("clause", ["symmetric", "antisymmetric", "along Ring distance <= 1"], ids=str)
def test_planted_answers_are_rejected(clause: str) -> None:
    end = _end(clause)
    right = STRATEGY.solve(end)
    basis = _matrices(right)
    assert certify(end, _with_basis(right, basis)).verdict is Verdict.PROVED
    assert certify(end, _with_basis(right, basis[1:])).complete is not Verdict.PROVED, "missing"
    assert certify(end, _with_basis(right, [*basis, basis[0].scale(2)])).complete is not Verdict.PROVED, "dependent"
    shift = SparseMatrix.from_entries({((j + 2) % 5, j): 1 for j in range(5)}, 5, 5)
    assert certify(end, _with_basis(right, [*basis[1:], shift])).sound is Verdict.REFUTED, "equivariant, but not restricted"
    lone = SparseMatrix.from_entries({(0, 0): 1}, 5, 5)
    assert certify(end, _with_basis(right, [*basis[1:], lone])).sound is Verdict.REFUTED, "not equivariant"
    unrestricted = replace(end, restrictions=())
    assert certify(unrestricted, right).complete is not Verdict.PROVED, "too small without the restriction"


CLAIMS = [
    ("symmetric", "expect E = a*I + b*(orbital(1, 2) + orbital(2, 1)) + c*(orbital(1, 3) + orbital(3, 1))", "proved"),
    ("symmetric", "expect E = a*I + b*(orbital(1, 2) + orbital(2, 1))", "refuted"),
    ("symmetric", "expect E = a*I + b*orbital(1, 2) + c*orbital(2, 1)", "refuted"),
    ("symmetric", "expect dim E = 3", "proved"),
    ("symmetric", "expect dim E = 5", "refuted"),
    ("antisymmetric", "expect E = b*(orbital(1, 2) - orbital(2, 1)) + c*(orbital(1, 3) - orbital(3, 1))", "proved"),
    ("antisymmetric", "expect E = b*(orbital(1, 2) + orbital(2, 1)) + c*(orbital(1, 3) - orbital(3, 1))", "refuted"),
    ("causal", "expect E = alpha*I", "proved"),
    ("causal", "expect E = alpha*orbital(2, 1)", "refuted"),
    ("symmetric", "expect E = All", "refuted"),
    ("symmetric", "end B = intersection(All, Flip)\nexpect B = E", "proved"),
    ("antisymmetric", "end B = intersection(All, Flip)\nexpect B = E", "refuted"),
    ("causal", "end B = intersection(E, Flip)\nexpect B = alpha*I", "proved"),
    ("symmetric", "end B = intersection(All, Flip, E)\nexpect dim B = 3", "proved"),
]


@pytest.mark.parametrize(("clause", "claim", "verdict"), CLAIMS, ids=[f"{a}: {b.splitlines()[-1]}" for a, b, _ in CLAIMS])
def test_claims(clause: str, claim: str, verdict: str) -> None:
    spec = specification(RING + f"end E = int g : G. Hom(F, F) {clause}\n{claim}\n")
    item, outcome = outcomes(spec)[-1]
    assert item.kind == "expect" and outcome.judgement.verdict.value == verdict, outcome.judgement


def test_functions_of_two_points() -> None:
    text = """
group One = Trivial
group S = Sym(3)
functor X : S -> Set = Points
end K = int g : S. Map(X * X, R^1) antisymmetric
end L = int g : S. Map(X * X, free(X)) symmetric
end C = int g : S. Map(X * X, R^1) causal
expect dim K = 0
expect dim L = 4
expect C(x, y) = a*delta(x, y)
refute C(x, y) = a
"""
    for item, outcome in outcomes(specification(text)):
        assert outcome.judgement.verdict is Verdict.PROVED, (item.name, outcome.judgement)


def test_restricted_spaces_of_symbolic_size_stay_open() -> None:
    text = "param n : Nat where n >= 2\ngroup G = Sym(n)\nfunctor P : G -> Vect = free(Points)\nend E = int g : G. Hom(P, P) antisymmetric\n"
    for claim in ("expect dim E = 2", "expect E = alpha*I + beta*ones", "expect E = 0"):
        assert outcomes(specification(text + claim))[-1][1].judgement.verdict is Verdict.UNDECIDED


def test_containment() -> None:
    text = RING + "end S = int g : G. Hom(F, F) symmetric\nexpect S <= All\nrefute All <= S\nexpect All <= All\nexpect S <= Flip\nrefute Flip <= All\n"
    for item, outcome in outcomes(specification(text))[-5:]:
        assert outcome.judgement.verdict is Verdict.PROVED, (item.name, outcome.judgement)


@pytest.mark.parametrize(
    ("statement", "code"),
    [
        ("end E = int g : G. Hom(F, F) symmetric symmetric", "E0212"),
        ("end E = int g : G. Hom(F, F) local", "E0410"),
        ("end E = int g : G. Hom(F, F) causal <= 2", "E0410"),
        ("end E = int g : G. Hom(F, F) distance <= 2", "E0410"),
        ("end E = int g : G. Hom(F, R^1) symmetric", "E0404"),
        ("end E = int g : G. Map(X, R^1) symmetric", "E0404"),
        ("end E = intersection(All)", "E0410"),
        ("end E = intersektion(All, Flip)", "E0301"),
        ("end E = intersection(All, Nothing)", "E0301"),
        ("end H = int g : G. Hom(F, R^1)\nend E = intersection(All, H)", "E0404"),
        ("functor V : G -> Vect = free(X)\nend E = All", "E0412"),
    ],
)  # fmt: skip
def test_what_means_nothing_is_invalid(statement: str, code: str) -> None:
    from catalg.elaborate import elaborate
    from catalg.families.registry import FAMILIES
    from catalg.language import parse

    parsed = parse(RING + statement + "\n", "bad")
    _, diagnostics = elaborate(parsed, FAMILIES)
    assert code in {d.code for d in (*parsed.diagnostics, *diagnostics) if d.is_error}


@pytest.mark.parametrize("size", ["n", "3"])
def test_symmetric_kernels_are_not_taken_for_all_kernels(size: str) -> None:
    """x.x is a kernel, but neither symmetric nor antisymmetric in x and y."""
    parameter = "param n : Nat where n >= 2\n" if size == "n" else ""
    text = f"{parameter}group G = O({size})\nfunctor X : G -> Man = R^{size}\n"
    claims = {"symmetric": "f(norm(x), norm(y), dot(x, y))", "antisymmetric": "f(norm(x), norm(y), dot(x, y))"}
    for word, formula in claims.items():
        found = outcomes(specification(f"{text}end K = int g : G. Map(X * X, R^1) {word}\nexpect K(x, y) = {formula}\n"))
        assert all(outcome.judgement.verdict is not Verdict.PROVED for item, outcome in found if item.kind in ("end", "expect"))


def test_symmetric_kernels_that_are_proved() -> None:
    text = "group G = SO(3)\nfunctor S : G -> Man = Sphere(2)\nend K = int g : G. Map(S * S, R^1) antisymmetric\n"
    for claim in ("expect K(x, y) = 0", "refute K(x, y) = f(dot(x, y))"):
        assert outcomes(specification(text + claim + "\n"))[-1][1].judgement.verdict is Verdict.PROVED
