"""Kernels that a sound formula in symbolic dimension misses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from catalg.model.goals import Unknown
from catalg.terms import Apply, Call, Identity, Name, Term, mul
from catalg.terms.term import ONE, ZERO, expand_lets, free_names, transform
from catalg.universes.abstract_spaces import Space
from catalg.verify.symbolic_kernels.abstract import Gram
from catalg.verify.symbolic_kernels.coefficients import columns_of, independent
from catalg.verify.symbolic_kernels.targets import Target, covariant_count
from catalg.verify.symbolic_kernels.tensors import Key, joined


def missed_solution(
    space: Space, gram: Gram, target: Target, parts: Mapping[tuple[int, Key], Term], formula: Term, unknowns: Sequence[Unknown]
) -> Term | None:
    """A kernel that no instance of a sound formula equals at generic vectors in the uniform range, or None.

    With a function for each monomial and independent columns, the coefficients of an instance are determined; one that must
    equal a coordinate its arguments do not contain is out of reach. With fewer functions the monomials cannot all be reached.
    """
    found = columns_of(parts, unknowns)
    if isinstance(found, str) or not found[0]:
        return None
    table, arguments = found
    rows = [[row.get(place, ZERO) for place in sorted(parts)] for row in table.values()]
    if len({len(row) for row in rows} | {len(rows)}) == 1 and independent(gram, rows):
        for name, args in arguments.items():
            seen = frozenset[str]().union(*(free_names(a) for a in args))
            for unseen in (c for c in gram.coordinates if c not in seen):
                return _instance(formula, unknowns, name, coordinate_term(gram, unseen))
    if len(table) >= covariant_count(space, target) or len(target.blocks) != 1:
        return None
    reached = {place for row in table.values() for place in row}
    if space.metric is not None and target.blocks[0][0] > 0:
        return None
    for element in monomial_terms(space, target.blocks[0][0]):
        if (0, element[0]) not in reached:
            return element[1]
    return None


def coordinate_term(gram: Gram, name: str) -> Term:
    """A coordinate of the Gram matrix as a formula."""
    letters = gram.space.letters
    for i in range(len(letters)):
        for j in range(i, len(letters)):
            if gram.name(i, j) == name:
                return gram.space.product(i, j)
    return Name(name)


def monomial_terms(space: Space, order: int) -> list[tuple[Key, Term]]:
    """The monomials of a target of order at most 2, as formulas."""
    letters = [letter.term for letter in space.letters]
    if order == 0:
        return [((), ONE)]
    if order == 1:
        return [(((0, i),), v) for i, v in enumerate(letters)]
    if order > 2:
        return []
    delta: tuple[Key, Term] = (((0, joined(1)), (1, joined(0))), Identity())
    pairs: list[tuple[Key, Term]] = [
        (((0, i), (1, j)), mul(u, Call("transpose", (v,)))) for i, u in enumerate(letters) for j, v in enumerate(letters)
    ]
    return [delta, *pairs]


def _instance(formula: Term, unknowns: Sequence[Unknown], name: str, value: Term) -> Term:
    """The formula with one arbitrary function replaced by a term and the others by zero."""
    heads = {u.name for u in unknowns}

    def change(term: Term) -> Term:
        if isinstance(term, Apply) and term.head in heads:
            return value if term.head == name else ZERO
        if isinstance(term, Name) and term.name in heads:
            return value if term.name == name else ZERO
        return term

    return transform(expand_lets(formula), change)
