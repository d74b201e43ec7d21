"""Closed forms of linear ends with nothing left to look up: what `expect` reads and proves.

People are shown `alpha*B[1] + beta*B[2]` with the basis matrices below; a file needs the matrices themselves. Each B[k] is
written as the element that it is: an orbital, a product of deltas of indices, a matrix, or a sum of matrix units; a function of
points as a sum over the points at which it is not zero.
"""

from __future__ import annotations

from itertools import product
from typing import Protocol, runtime_checkable

from catalg.exact.sparse import SparseMatrix
from catalg.model.display import matrix_term, scalar_term
from catalg.model.ends import LinearEnd
from catalg.model.gset import ChosenSet, ExplicitSet, GSet, PulledSet
from catalg.model.solution import BasisElement, MatrixElement, Solution
from catalg.terms import (
    Add,
    Call,
    Identity,
    Index,
    Mul,
    Name,
    Num,
    Ones,
    Series,
    Term,
    Vector,
    add,
    mul,
    num,
    rebuild,
    substitute,
    walk,
)
from catalg.terms.term import children
from catalg.universes.permutations import points

EXPLICIT = 64
"""Matrices with more entries are written as sums of matrix units."""

DEEPEST = 190
"""Sums of more terms nest deeper than the language reads."""

MOST = 6000
"""Formulas with more parts stay abbreviated unless all of it is asked for."""


@runtime_checkable
class Written(Protocol):
    """A basis element that can be written out."""

    def dense(self) -> SparseMatrix:
        """The matrix."""
        ...


def spelt_out(solution: Solution, subject: object, names: tuple[str, ...] = (), most: int | None = MOST) -> Term:
    """The closed form without names for basis elements, if it has at most `most` parts; else as it is shown to people.

    `names` are those of the arguments of a function of points.
    """
    formula = solution.formula
    if not isinstance(subject, LinearEnd) or subject.polynomials is not None or not _names_basis(formula):
        return formula
    try:
        written = [_element(element, subject, names) for element in solution.proposal.basis]
    except NoWords:
        return formula
    if most is not None and sum(1 for term in written for _ in walk(term)) > most:
        return formula
    whole = _replaced(formula, written, bool(subject.points))
    return formula if most is not None and levels(whole) > DEEPEST else whole


def levels(term: Term) -> int:
    """How deep the text of a term nests when it is read: a sum of n terms n - 1 levels, since operations are binary.

    >>> levels(add(Name("a"), Name("b"), mul(Name("c"), Name("d"))))
    2
    """
    parts = children(term)
    if isinstance(term, Add | Mul) and parts:
        return max(levels(part) + len(parts) - max(k, 1) for k, part in enumerate(parts))
    return 1 + max(map(levels, parts)) if parts else 0


class NoWords(ValueError):
    """An element that the language has no words for."""


def _names_basis(term: Term) -> bool:
    return any(isinstance(part, Index) and part.base == Name("B") for part in walk(term))


def _replaced(term: Term, written: list[Term], on_points: bool) -> Term:
    match term:
        case Index(Name("B"), (Num(k),)):
            return written[int(k) - 1]
        case Index(base, _) if on_points and _names_basis(base):
            return _replaced(base, written, on_points)
        case Series(index, Num(lower), Num(upper), body) if _names_basis(body):
            values = range(int(lower), int(upper) + 1)
            return add(*(_replaced(substitute(body, {index: num(k)}), written, on_points) for k in values))
        case _:
            return rebuild(term, [_replaced(part, written, on_points) for part in children(term)])


def _element(element: BasisElement, end: LinearEnd, names: tuple[str, ...]) -> Term:
    if end.points:
        return _on_points(element, end, names)
    if isinstance(element, MatrixElement) and not isinstance(element.label, Identity | Ones):
        return written_matrix(element.matrix)
    return element.term()


def written_matrix(matrix: SparseMatrix) -> Term:
    """A matrix as the language reads it, whatever its size.

    >>> from catalg.render.terms_text import syntax
    >>> syntax(written_matrix(SparseMatrix.from_entries({(0, 0): 1, (9, 9): -2}, 10, 10)))
    'unit(1, 1) - 2*unit(10, 10)'
    """
    if matrix.nrows * matrix.ncols <= EXPLICIT:
        return matrix_term(matrix)
    return add(*(
        mul(scalar_term(value), Call("unit", (num(i + 1), num(j + 1))))
        for i, row in enumerate(matrix.rows) for j, value in sorted(row.items())
    ))


def _on_points(element: BasisElement, end: LinearEnd, names: tuple[str, ...]) -> Term:
    """The value of a function at the points called `names`."""
    term = element.term()
    if isinstance(term, Call) and term.head == "orbital":
        return term
    matrix = element.matrix if isinstance(element, MatrixElement) else element.dense() if isinstance(element, Written) else None
    if matrix is None:
        raise NoWords
    if all(len(row) == matrix.ncols and set(row.values()) == {1} for row in matrix.rows):
        return num(1) if matrix.nrows == 1 else Vector((num(1),) * matrix.nrows)
    lists = [_points(point, name) for point, name in zip(end.points, names, strict=True)]
    parts = []
    for column, here in enumerate(product(*lists)):
        value = {i: row[column] for i, row in enumerate(matrix.rows) if column in row}
        if value:
            entries = tuple(scalar_term(value.get(i, 0)) for i in range(matrix.nrows))
            at = mul(*(factor for factors in here for factor in factors))
            parts.append(mul(at, entries[0] if matrix.nrows == 1 else Vector(entries)))
    return add(*parts)


def _points(gset: GSet, name: str) -> list[list[Term]]:
    """For each point the deltas that single it out."""
    if isinstance(gset, PulledSet):
        return _points(gset.base, name)
    if isinstance(gset, ChosenSet):
        labels = _labels(gset.base)
        return [
            [Call("delta", (Index(Name(name), (num(k),)), labels[at])) for k, at in enumerate(point, 1)] for point in points(gset)
        ]
    return [[Call("delta", (Name(name), label))] for label in _labels(gset)]


def _labels(gset: GSet) -> list[Term]:
    if isinstance(gset, PulledSet):
        return _labels(gset.base)
    if not isinstance(gset, ExplicitSet):
        raise NoWords
    labels = gset.labels or tuple(str(k) for k in range(1, gset.count + 1))
    if not all(label.isdigit() and str(int(label)) == label for label in labels):
        raise NoWords
    return [num(int(label)) for label in labels]


__all__ = ["MOST", "NoWords", "spelt_out", "written_matrix"]
