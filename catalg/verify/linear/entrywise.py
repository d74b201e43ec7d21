"""Formulas in index notation: the entry of a matrix as an expression in Kronecker deltas and epsilons of its indices.

L[i, j, p, q] = alpha*delta(i, p)*delta(j, q) is read at every tuple of indices. A summand that is a product of numbers,
constants, deltas and epsilons is followed only along the tuples at which its deltas are 1, which keeps tensors of many
indices affordable; anything else is evaluated at each tuple.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import permutations, product
from math import prod

from catalg.exact.field import Scalar
from catalg.exact.sparse import SparseMatrix, plain
from catalg.model.ends import LinearEnd
from catalg.model.representation import PowerRep
from catalg.terms import Add, Call, Mul, Name, Term, add, mul, walk
from catalg.terms.term import ONE
from catalg.universes.indices import index_count, index_parts, index_values
from catalg.universes.vect import dimension
from catalg.verify.linear.reading import Key, Linear, NotLinear, Place, scalar

LARGEST = 2_000_000
"""The largest number of index tuples at which a formula is read."""


@dataclass(frozen=True)
class Entries:
    """The index tuples of the entries of an end: for each side the values of the named indices at each basis vector."""

    end: LinearEnd
    names: tuple[str, ...]

    @cached_property
    def sides(self) -> tuple[list[tuple[int, ...]], list[tuple[int, ...]]]:
        """The index tuples of the rows and of the columns, in the order of the bases."""
        try:
            rows, columns = (
                [sum(parts, ()) for parts in product(*(index_values(part) for part in index_parts(rep)))]
                for rep in (self.end.target, self.end.source)
            )
        except ValueError as reason:
            raise NotLinear(str(reason)) from None
        if len(rows) != dimension(self.end.target) or len(columns) != dimension(self.end.source):
            raise NotLinear("a basis that has no indices")
        return rows, columns

    @cached_property
    def numbers(self) -> tuple[dict[tuple[int, ...], int], dict[tuple[int, ...], int]]:
        """The numbers of rows and columns by their index tuples."""
        rows, columns = self.sides
        return {t: k for k, t in enumerate(rows)}, {t: k for k, t in enumerate(columns)}

    @cached_property
    def ranges(self) -> list[int]:
        """How many values each index has."""
        found = [1 + max((t[k] for t in side), default=-1) for side in self.sides for k in range(len(side[0]) if side else 0)]
        for start, end, _, _ in self.powers:
            found[start:end] = [max(found[start:end])] * (end - start)
        return found

    @cached_property
    def powers(self) -> list[tuple[int, int, bool, bool]]:
        """Where the indices of Sym^k and Alt^k stand: start, end, whether alternating, whether in the source."""
        found, start = [], 0
        for rep, source in ((self.end.target, False), (self.end.source, True)):
            for factor, width in index_parts(rep):
                if isinstance(factor, PowerRep) and index_count(factor.base) == 1:
                    found.append((start, start + width, factor.kind != "symmetric", source))
                start += width
        return found

    def position(self, values: Sequence[int]) -> tuple[int, int, Scalar] | None:
        """The row, the column and the weight of an index tuple; None where no basis vector has these indices.

        Indices of powers are brought into order; each of the m distinct orders of indices in the source weighs 1/m.
        """
        weight: Scalar = 1
        ordered = list(values)
        for start, end, alternating, source in self.powers:
            part = ordered[start:end]
            if alternating:
                weight *= _sign(part)
            if not weight:
                return None
            if source:
                weight = plain(Fraction(weight) / len(set(permutations(part)))) if isinstance(weight, int | Fraction) else weight
            ordered[start:end] = sorted(part)
        width = len(self.sides[0][0]) if self.sides[0] else 0
        row = self.numbers[0].get(tuple(ordered[:width]))
        column = self.numbers[1].get(tuple(ordered[width:]))
        return None if row is None or column is None else (row, column, weight)


def entrywise(end: LinearEnd, names: tuple[str, ...], body: Term, place: Place) -> Linear:
    """A formula for the entries as a matrix for each arbitrary constant. Raises NotLinear."""
    entries = Entries(end, names)
    total: dict[Key, dict[tuple[int, int], Scalar]] = {}
    others: list[Term] = []
    for term in body.args if isinstance(body, Add) else (body,):
        pattern = _pattern(term, names)
        if pattern is None:
            others.append(term)
        else:
            _follow(entries, *pattern, place, total)
    if others:
        if prod(entries.ranges) * len(others) > LARGEST:
            raise NotLinear("a formula with too many index tuples")
        rest = add(*others)
        labels = {str(k + 1): k for k in range(max(entries.ranges, default=0))}
        for chosen in product(*map(range, entries.ranges)):
            where = entries.position(chosen)
            if where is not None:
                points = {name: (value,) for name, value in zip(names, chosen, strict=True)}
                for key, value in scalar(rest, replace(place, points=points, labels=labels)).items():
                    _accumulate(total, key, where[:2], plain(where[2] * value))
    shape = dimension(end.target), dimension(end.source)
    return {key: SparseMatrix.from_entries({at: x for at, x in table.items() if x}, *shape) for key, table in total.items()}


Pattern = tuple[Term, list[tuple[int, int]], list[tuple[int, ...]]]
"""A factor without indices, the pairs of equal indices, and the index tuples of the epsilons."""


def _pattern(term: Term, names: tuple[str, ...]) -> Pattern | None:
    """A summand as a pattern of its indices, or None where it is no product of deltas and epsilons of names."""
    slots = {name: k for k, name in enumerate(names)}
    pairs: list[tuple[int, int]] = []
    volumes: list[tuple[int, ...]] = []
    rest: list[Term] = []
    for factor in term.args if isinstance(term, Mul) else (term,):
        if isinstance(factor, Call) and factor.head in ("delta", "epsilon"):
            if not all(isinstance(arg, Name) and arg.name in slots for arg in factor.args):
                return None
            places = tuple(slots[arg.name] for arg in factor.args if isinstance(arg, Name))
            if factor.head == "delta":
                pairs.append((places[0], places[1]))
            else:
                volumes.append(places)
        else:
            rest.append(factor)
    factor = mul(*rest) if rest else ONE
    if _mentions(factor, set(names)):
        return None
    return factor, pairs, volumes


def _mentions(term: Term, names: set[str]) -> bool:
    return any(isinstance(node, Name) and node.name in names for node in walk(term))


def _follow(
    entries: Entries, factor: Term, pairs: list[tuple[int, int]], volumes: list[tuple[int, ...]], place: Place,
    total: dict[Key, dict[tuple[int, int], Scalar]],
) -> None:
    count = len(entries.names)
    ranges = entries.ranges
    root = list(range(count))
    for a, b in pairs:
        old, new = root[a], root[b]
        root = [new if r == old else r for r in root]
    heads = sorted(set(root))
    choices = [range(min(ranges[k] for k in range(count) if root[k] == head)) for head in heads]
    size = 1
    for choice in choices:
        size *= len(choice)
    if size > LARGEST:
        raise NotLinear("a formula with too many index tuples")
    for volume in volumes:
        if any(ranges[slot] != len(volume) for slot in volume):
            raise NotLinear("epsilon takes as many indices as each of them has values")
    value = scalar(factor, place)
    for chosen in product(*choices):
        at = dict(zip(heads, chosen, strict=True))
        values = [at[root[k]] for k in range(count)]
        sign = 1
        for volume in volumes:
            sign *= _sign([values[slot] for slot in volume])
        where = entries.position(values) if sign else None
        if where is not None:
            for key, x in value.items():
                _accumulate(total, key, where[:2], plain(sign * where[2] * x))


def _sign(values: list[int]) -> int:
    inversions = sum(a > b for k, b in enumerate(values) for a in values[:k])
    return 0 if len(set(values)) < len(values) else (-1) ** inversions


def _accumulate(
    total: dict[Key, dict[tuple[int, int], Scalar]], key: Key, at: tuple[int, int], value: Scalar
) -> None:
    table = total.setdefault(key, {})
    table[at] = table.get(at, 0) + value
