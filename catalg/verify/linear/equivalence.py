"""Whether two representations are equivalent: an invertible intertwiner, or an invariant that differs.

Over an infinite field a combination of intertwiners with general coefficients is invertible if any is, also one over a larger field
(Noether and Deuring), and for semisimple V and W equal dimensions of Hom(V, V), Hom(V, W) and Hom(W, W) mean equivalence.
"""

from __future__ import annotations

from itertools import product

from catalg.exact.sparse import SparseMatrix
from catalg.model.display import matrix_term, scalar_term
from catalg.model.isotypic import RepEquality
from catalg.model.verdict import Counterexample, Evidence, Judgement
from catalg.universes.vect import dimension, matrix
from catalg.verify.linear.intertwiners import TooMany, hom_basis, intertwines, invertible, is_listed, trace

SHOWN = 16
"""Intertwiners are written out up to this size."""
TRIES = 6


def judge_equivalence(claim: RepEquality) -> Judgement:
    """Whether V and W are equivalent."""
    V, W = claim.left, claim.right
    left, right = claim.names
    if not (is_listed(V) and is_listed(W)):
        return Judgement.undecided("equivalence-open", why="a size or the group is symbolic")
    if V.field != W.field or V.group != W.group:
        return Judgement.undecided("equivalence-open", why="the groups or the fields differ")
    if V.field.kind == "finite":
        return Judgement.undecided("equivalence-open", why="representations over finite fields are not compared")
    witness = _invariant(claim)
    if witness is not None:
        return Judgement.refuted("equivalence-fails", witness, left=left, right=right)
    try:
        maps = hom_basis(W, V)
        for step in range(TRIES):
            T = _mixed(maps, step, dimension(V))
            if maps and invertible(T) and intertwines(T, W, V) is None:
                evidence = [Evidence.of("irreps-isomorphism", size=T.nrows, generators=len(V.group.generators))]
                if T.nrows <= SHOWN:
                    evidence.append(Evidence.of("irreps-basis", matrix=matrix_term(T)))
                return Judgement.proved("equivalence-holds", *evidence, left=left, right=right)
        own, theirs = len(hom_basis(V, V)), len(hom_basis(W, W))
    except TooMany as reason:
        return Judgement.undecided("equivalence-open", why=f"the intertwiners are too many to be listed: {reason}")
    if own != len(maps) or own != theirs:
        witness = Counterexample.of("equivalence-hom", left=left, right=right, own=own, theirs=theirs, between=len(maps))
        return Judgement.refuted("equivalence-fails", witness, left=left, right=right)
    return Judgement.undecided("equivalence-open", why="no invertible intertwiner was found, and no invariant that differs")


def _mixed(maps: list[SparseMatrix], step: int, size: int) -> SparseMatrix:
    """A combination with small coefficients, the first one as plain as can be; the last ones are spread widely."""
    total = SparseMatrix.zero(size, maps[0].ncols if maps else size)
    for k, T in enumerate(maps):
        total = total + T.scale(1 if step == 0 else (k * k * 7 + 13 * k * step + step * step) % (11 + 97 * step) - 5)
    return total


def _invariant(claim: RepEquality) -> Counterexample | None:
    """The dimension, or the trace of a product of at most two generators, where they differ."""
    V, W = claim.left, claim.right
    left, right = claim.names
    if dimension(V) != dimension(W):
        return Counterexample.of("equivalence-dimension", left=left, right=right, one=dimension(V), other=dimension(W))
    names = [g.name for g in V.group.generators]
    for word in (*((n,) for n in names), *product(names, repeat=2)):
        values = []
        for rep in (V, W):
            m = matrix(rep, word[0])
            for n in word[1:]:
                m = m @ matrix(rep, n)
            values.append(trace(m))
        if values[0] != values[1]:
            one, other = map(scalar_term, values)
            return Counterexample.of("equivalence-trace", word="*".join(word), left=left, right=right, one=one, other=other)
    return None
