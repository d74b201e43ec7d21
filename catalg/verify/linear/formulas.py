"""Formulas for elements of a linear end, as matrices that depend linearly on arbitrary constants.

`I` and `ones` take their shape from the place where they stand: from the end, and inside a Kronecker product from the
factors of its functors in order. A function of points K(q, k) is read at every tuple of points and becomes the row (or,
for vector values, the columns) that it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from itertools import product

from catalg.exact.field import Scalar
from catalg.exact.sparse import SparseMatrix
from catalg.model.ends import LinearEnd
from catalg.model.goals import Unknown
from catalg.model.gset import ChosenSet, ExplicitSet, GSet, PulledSet
from catalg.model.representation import PulledRep, Rep, SumRep, TensorRep
from catalg.terms import Apply, Let, Name, Term
from catalg.terms.term import expand_lets
from catalg.universes.permutations import is_concrete_set, points
from catalg.universes.vect import dimension
from catalg.verify.linear.entrywise import entrywise
from catalg.verify.linear.orbitals import Orbitals
from catalg.verify.linear.polynomials import span_of_polynomial
from catalg.verify.linear.reading import Key, Linear, NotLinear, Place, read

__all__ = ["Linear", "NotLinear", "coordinates", "dimension_of", "labels", "span_of_formula"]

LARGEST = 300_000
"""The largest number of entries at which a formula is read."""


def span_of_formula(
    end: LinearEnd,
    arguments: tuple[str, ...],
    formula: Term,
    unknowns: tuple[Unknown, ...],
    numbers: Mapping[str, int],
    graphs: Mapping[str, SparseMatrix] | None = None,
    indices: tuple[str, ...] = (),
) -> Linear:
    """The matrix that each arbitrary constant multiplies, on a concrete end; "" for the part without constants.

    Raises NotLinear.
    """
    nrows, ncols = dimension(end.target), dimension(end.source)
    if nrows * ncols > LARGEST:
        raise NotLinear(f"{nrows * ncols} entries are more than {LARGEST}")
    body = expand_lets(formula) if isinstance(formula, Let) else formula
    known = {u.name: u for u in unknowns}
    if end.polynomials is not None:
        return span_of_polynomial(end, arguments, body, known, dict(numbers))
    if indices:
        return entrywise(end, indices, body, Place((1,), (1,), {}, numbers, known))
    free = isinstance(body, Name) and body.name in known and (nrows, ncols) != (1, 1)
    if free and end.points and arguments:
        return _constants(str(getattr(body, "name", "")), nrows, ncols)
    if isinstance(body, Apply) and body.head in known and end.points:
        free = [Name(a) for a in arguments] == list(body.args)
    if free:
        return _everything(str(getattr(body, "name", getattr(body, "head", ""))), nrows, ncols)
    if not end.points or not arguments:
        place = Place(_factors(end.target), _factors(end.source), {}, numbers, known, graphs or {}, orbital=Orbitals(end).matrix,
                      summands=(_summands(end.target), _summands(end.source)))
        if end.points and nrows == 1 and len(end.points) == 2:
            sizes = tuple(dimension_of(point) for point in end.points)
            place = Place(sizes[:1], sizes[1:], {}, numbers, known)
            return {k: _as_row(m, ncols) for k, m in read(body, place).items()}
        return read(body, place)
    return _at_points(end, arguments, body, Place((nrows,), (1,), {}, numbers, known), ncols)


def dimension_of(point: GSet) -> int:
    """The number of points of a concrete G-set."""
    size = point.size.constant()
    if size is None:
        raise NotLinear("a set of points has symbolic size")
    return size


def _at_points(end: LinearEnd, arguments: tuple[str, ...], body: Term, place: Place, ncols: int) -> Linear:
    lists = [coordinates(point) for point in end.points]
    place = replace(place, labels=labels(end.points))
    total: dict[Key, dict[tuple[int, int], Scalar]] = {}
    orbitals = Orbitals(end)
    for column, values in enumerate(product(*lists)):
        here = replace(
            place, points=dict(zip(arguments, values, strict=True)), orbital=partial(orbitals.column, column=column)
        )
        for key, value in read(body, here).items():
            table = total.setdefault(key, {})
            for i, row in enumerate(value.rows):
                for x in row.values():
                    table[i, column] = x
    return {k: SparseMatrix.from_entries(table, place.shape[0], ncols) for k, table in total.items()}


def labels(factors: tuple[GSet, ...]) -> dict[str, int]:
    """The numbers of points by their labels, as far as the sets that are given agree on them."""
    found: dict[str, int] = {}
    clashing: set[str] = set()
    for factor in factors:
        for number, label in enumerate(_labels(factor)):
            if found.setdefault(label, number) != number:
                clashing.add(label)
    return {label: number for label, number in found.items() if label not in clashing}


def _labels(gset: GSet) -> tuple[str, ...]:
    match gset:
        case ExplicitSet(labels=named, count=count):
            return named if named is not None else tuple(str(k) for k in range(1, count + 1))
        case ChosenSet(base=base) | PulledSet(base=base):
            return _labels(base)
        case _:
            return ()


def coordinates(point: GSet) -> list[tuple[int, ...]]:
    """The points of a G-set as tuples of underlying points: one number each, or k for subsets and arrangements."""
    if isinstance(point, PulledSet):
        return coordinates(point.base)
    if not is_concrete_set(point):
        raise NotLinear("a set of points has symbolic size")
    if isinstance(point, ChosenSet):
        return points(point)
    return [(k,) for k in range(dimension_of(point))]


def _as_row(m: SparseMatrix, ncols: int) -> SparseMatrix:
    row = {i * m.ncols + j: x for i, line in enumerate(m.rows) for j, x in line.items()}
    return SparseMatrix.of([row], ncols)


def _everything(name: str, nrows: int, ncols: int) -> Linear:
    if nrows * ncols > 4096:
        raise NotLinear("an arbitrary matrix of this size")
    return {
        f"{name}[{i + 1},{j + 1}]": SparseMatrix.from_entries({(i, j): 1}, nrows, ncols)
        for i in range(nrows) for j in range(ncols)
    }


def _constants(name: str, nrows: int, ncols: int) -> Linear:
    """The constant functions of points, one for each coordinate of the value."""
    whole = dict.fromkeys(range(ncols), 1)
    keys = [name] if nrows == 1 else [f"{name}[{i + 1}]" for i in range(nrows)]
    return {
        key: SparseMatrix.of([whole if k == i else {} for k in range(nrows)], ncols) for i, key in enumerate(keys)
    }


def _summands(rep: Rep) -> tuple[tuple[int, ...], ...]:
    """The factors of each summand of a direct sum, nested sums opened; one summand for anything else."""
    if isinstance(rep, SumRep):
        return tuple(part for summand in rep.summands for part in _summands(summand))
    return (_factors(rep),)


def _factors(rep: Rep) -> tuple[int, ...]:
    if isinstance(rep, PulledRep):
        return _factors(rep.base)
    if isinstance(rep, TensorRep):
        return tuple(n for factor in rep.factors for n in _factors(factor))
    return (dimension(rep),)
