"""A formula as a combination of arbitrary functions, and whether their coefficients are independent at generic vectors."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from fractions import Fraction

from catalg.exact.components import determinant
from catalg.exact.zero import decide_zero
from catalg.model.goals import Unknown
from catalg.terms import Add, Apply, Mul, Name, Term, add, mul
from catalg.terms.term import ONE, ZERO, free_names, walk
from catalg.verify.symbolic_kernels.abstract import Gram
from catalg.verify.symbolic_kernels.tensors import Key

MOST_DETERMINANT = 6

Linear = dict[str, tuple[tuple[Term, ...], Term]]
"""For each arbitrary function its arguments and its coefficient."""


def linear_parts(term: Term, unknowns: Sequence[Unknown]) -> Linear | None:
    """A scalar as a combination of arbitrary functions, each with one list of arguments; None where it is not one."""
    heads = {u.name for u in unknowns if u.kind != "indexed"}
    table: Linear = {}
    for part in _expanded(term):
        factors = part.args if isinstance(part, Mul) else (part,)
        inside = [f for f in factors if (isinstance(f, Apply) and f.head in heads) or (isinstance(f, Name) and f.name in heads)]
        rest = [f for f in factors if f not in inside]
        if len(inside) != 1 or any(_mentions(f, heads) for f in rest):
            return None
        head = inside[0]
        name, arguments = (head.head, head.args) if isinstance(head, Apply) else (str(getattr(head, "name", "")), ())
        if any(_mentions(a, heads) for a in arguments):
            return None
        known = table.get(name)
        if known is not None and known[0] != arguments:
            return None
        table[name] = (arguments, add(known[1] if known else ZERO, mul(*rest)))
    return table


def _expanded(term: Term) -> list[Term]:
    """The summands, with sums multiplied out while there are few."""
    if isinstance(term, Add):
        return [part for arg in term.args for part in _expanded(arg)]
    if isinstance(term, Mul):
        for k, factor in enumerate(term.args):
            if isinstance(factor, Add) and len(factor.args) <= 8:
                return [p for arg in factor.args for p in _expanded(mul(*term.args[:k], arg, *term.args[k + 1 :]))]
    return [] if term == ZERO else [term]


def _mentions(term: Term, heads: set[str]) -> bool:
    return any((isinstance(t, Apply) and t.head in heads) or (isinstance(t, Name) and t.name in heads) for t in walk(term))


Columns = dict[str, dict[tuple[int, Key], Term]]
"""For each arbitrary function its coefficients at the monomials."""


def columns_of(
    parts: Mapping[tuple[int, Key], Term], unknowns: Sequence[Unknown]
) -> tuple[Columns, dict[str, tuple[Term, ...]]] | str:
    """The formula as a combination of arbitrary functions, with the arguments of each; or why it is none."""
    table: Columns = {}
    arguments: dict[str, tuple[Term, ...]] = {}
    for place, coefficient in parts.items():
        linear = linear_parts(coefficient, unknowns)
        if linear is None:
            return "a coefficient is not a combination of arbitrary functions"
        for name, (args, factor) in linear.items():
            if arguments.setdefault(name, args) != args:
                return "an arbitrary function stands with different arguments"
            table.setdefault(name, {})[place] = factor
    return table, arguments


def independent(gram: Gram, rows: list[list[Term]]) -> bool:
    """Whether a square matrix of coefficients is invertible at generic vectors."""
    while True:
        for k, row in enumerate(rows):
            filled = [j for j, entry in enumerate(row) if entry != ZERO]
            if len(filled) == 1 and nonzero(gram, row[filled[0]]):
                j = filled[0]
                rows = [r[:j] + r[j + 1 :] for i, r in enumerate(rows) if i != k]
                break
        else:
            break
    if not rows:
        return True
    if len(rows) > MOST_DETERMINANT:
        return False
    return nonzero(gram, determinant([tuple(row) for row in rows]))


def nonzero(gram: Gram, term: Term) -> bool:
    """Whether a coefficient is visibly not zero at real vectors in general position."""
    if term == ONE:
        return True
    points = sample_points(gram, free_names(term))
    verdict = decide_zero(term, tuple(sorted(free_names(term))), points=points)
    return verdict.kind == "nonzero" and any(verdict.witness == point for point in points)


def sample_points(gram: Gram, names: frozenset[str]) -> list[dict[str, Fraction]]:
    """Values of the Gram coordinates at rational vectors in a large space, and of other names."""
    rng = random.Random(17)
    size = len(gram.space.letters) + 2
    found = []
    for _ in range(4):
        vectors = []
        for letter in gram.space.letters:
            v = [Fraction(rng.randint(-9, 9), rng.randint(1, 4)) for _ in range(size)]
            if letter.unit:
                square = sum((x * x for x in v[1:]), start=Fraction(0))
                v = [(square - 1) / (square + 1), *(2 * x / (square + 1) for x in v[1:])]
            vectors.append(v)
        point = {name: Fraction(rng.randint(1, 20), rng.randint(1, 7)) for name in sorted(names)}
        for i, u in enumerate(vectors):
            for j in range(i, len(vectors)):
                if gram.name(i, j) in names:
                    point[gram.name(i, j)] = sum((a * b for a, b in zip(u, vectors[j], strict=True)), start=Fraction(0))
        found.append(point)
    return found
