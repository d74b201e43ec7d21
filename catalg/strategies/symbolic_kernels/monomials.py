"""Covariants in symbolic dimension: products of vectors and Kronecker deltas, one factor for each index of the target.

By the first fundamental theorem of O(d) (H. Weyl, *The Classical Groups*, theorem 2.9.A) an equivariant map from vectors
to tensors of order s is a combination, with invariant coefficients, of monomials: pair some of the s indices by delta and
put a vector at each of the others.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from catalg.terms import Call, Identity, Index, Name, Term, mul, num
from catalg.terms.term import ONE

SLOTS = "ijkl"
"""The names of the indices of a target of order three or four."""


@dataclass(frozen=True, slots=True)
class Monomial:
    """A monomial: `pairs` of indices joined by delta, and (index, number of the vector) for the others."""

    order: int
    pairs: tuple[tuple[int, int], ...]
    letters: tuple[tuple[int, int], ...]


def monomials(order: int, vectors: int) -> Iterator[Monomial]:
    """All monomials, those with more deltas first.

    >>> [m.pairs for m in monomials(2, 1)]
    [((0, 1),), ()]
    """
    found = [Monomial(order, pairs, letters) for pairs, letters in _extend(tuple(range(order)), vectors)]
    yield from sorted(found, key=lambda m: (-len(m.pairs), m.pairs, m.letters))


def _extend(
    left: tuple[int, ...], vectors: int
) -> Iterator[tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]]]:
    if not left:
        yield (), ()
        return
    first, rest = left[0], left[1:]
    for partner in rest:
        for pairs, letters in _extend(tuple(k for k in rest if k != partner), vectors):
            yield ((first, partner), *pairs), letters
    for letter in range(vectors):
        for pairs, letters in _extend(rest, vectors):
            yield pairs, ((first, letter), *letters)


def written(monomial: Monomial, vectors: Sequence[Term], matrix: bool) -> Term:
    """The monomial as a formula: 1, a vector, I or u v' for a target shown as a matrix, else by its indices."""
    if monomial.order == 0:
        return ONE
    places = dict(monomial.letters)
    if monomial.order == 1:
        return vectors[places[0]]
    if matrix and monomial.order == 2:
        return Identity() if monomial.pairs else mul(vectors[places[0]], Call("transpose", (vectors[places[1]],)))
    deltas = [Call("delta", (Name(SLOTS[a]), Name(SLOTS[b]))) for a, b in monomial.pairs]
    entries = [Index(vectors[v], (Name(SLOTS[k]),)) for k, v in monomial.letters]
    return mul(*deltas, *entries)


@dataclass(frozen=True, slots=True)
class MonomialElement:
    """A covariant: a monomial in one block of the target; `formula` writes it."""

    block: int
    monomial: Monomial
    formula: Term
    alone: bool

    def term(self) -> Term:
        """The formula, with the number of the block (from 1) where the target has several."""
        return self.formula if self.alone else Call("block", (num(self.block + 1), self.formula))
