"""Reduction modulo primes, and ranks modulo a prime: upper bounds for nullities that bad luck only makes too large.

Reducing a matrix modulo a prime ideal of degree one can lower its rank but not raise it, so ncols - rank_mod_p bounds the
exact nullity from above.  The rank here is computed block by block: the columns fall into connected components (two are
joined when a row meets both), each is eliminated from its emptiest columns (H. Markowitz, *The elimination form of the
inverse*, 1957), and what has filled up goes to FLINT as a dense matrix.  This shares no code with the elimination of
`nullspace`, which solves for columns row by row, and uses other primes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from heapq import heapify, heappop, heappush
from typing import Any

import flint

from catalg.exact.field import Alg, NumberField, Scalar
from catalg.exact.sparse import SparseMatrix

WORD = 1 << 61
"""Primes are searched downwards from here, so that sums of a few residues fit a machine word."""

CHECK = 1 << 31
"""Primes for ranks are searched downwards from here: dense ranks are fastest below it."""

CORE_DENSITY = 0.1
"""Fraction of non-zero cells from which the rest of an elimination is done densely."""

DENSE_CELLS = 40_000_000
"""Largest number of cells of a dense core."""


def primes_below(start: int) -> Iterator[int]:
    """The primes below `start`, in decreasing order."""
    candidate = start - 1 if start % 2 == 0 else start - 2
    while candidate > 2:
        if flint.fmpz(candidate).is_prime():
            yield candidate
        candidate -= 2


def roots_mod_p(field: NumberField, p: int) -> tuple[int, ...]:
    """The roots of the minimal polynomial modulo p, ascending; () if p divides its discriminant."""
    if field.degree == 1:
        return (-field.minpoly[0] % p,)
    polynomial = flint.nmod_poly([c % p for c in field.minpoly], p)
    if int(polynomial.discriminant()) == 0:
        return ()
    x = flint.nmod_poly([0, 1], p)
    linear = polynomial.gcd(x.pow_mod(p, polynomial) - x)
    if linear.degree() < 1:
        return ()
    return tuple(sorted(int(root) for root, _ in linear.roots()))


def split_primes(field: NumberField, start: int = WORD, count: int = 1, tries: int = 200000) -> list[int]:
    """Up to `count` primes below `start`, descending, modulo which the minimal polynomial has `degree` distinct roots.

    Fewer are returned when `tries` primes do not contain enough.

    >>> all(p % 8 in (1, 7) for p in split_primes(NumberField.sqrt(2), 1000, 5))
    True
    """
    found: list[int] = []
    for attempt, p in enumerate(primes_below(start)):
        if len(found) == count or attempt >= tries:
            break
        if splits(field, p):
            found.append(p)
    return found


def splits(field: NumberField, p: int) -> bool:
    """Whether the minimal polynomial has `degree` distinct roots modulo p."""
    if field.degree == 1:
        return True
    polynomial = flint.nmod_poly([c % p for c in field.minpoly], p)
    if int(polynomial.discriminant()) == 0:
        return False
    x = flint.nmod_poly([0, 1], p)
    return bool(x.pow_mod(p, polynomial) == x)


@lru_cache(maxsize=256)
def linear_prime(field: NumberField, skip: int = 0, start: int = CHECK) -> tuple[int, int]:
    """(p, r): the prime number `skip` below `start` modulo which the minimal polynomial has a root, and its least root."""
    for p in primes_below(start):
        roots = roots_mod_p(field, p)
        if roots:
            if skip == 0:
                return p, roots[0]
            skip -= 1
    raise ArithmeticError("no prime of degree one was found")


def reduce_scalar(x: Scalar, p: int, root: int = 0) -> int:
    """The residue of a scalar modulo p, the generator of its field going to `root`; `ZeroDivisionError` if p divides a
    denominator."""
    if isinstance(x, Alg):
        value = 0
        for c in reversed(x.poly.numer().coeffs()):
            value = (value * root + int(c)) % p
        denominator = int(x.poly.denom())
    elif isinstance(x, int):
        return x % p
    else:
        value, denominator = x.numerator, x.denominator
    if denominator % p == 0:
        raise ZeroDivisionError(f"the prime {p} divides a denominator")
    return value * pow(denominator, -1, p) % p


def inverse(value: int, p: int) -> int:
    """The inverse modulo a prime. Raises ZeroDivisionError for a multiple of p.

    >>> inverse(3, 7)
    5
    """
    if value % p == 0:
        raise ZeroDivisionError(f"{value} is zero modulo {p}")
    return pow(value, -1, p)


def reduce_rows(rows: Sequence[Mapping[int, Scalar]], p: int, root: int = 0) -> list[dict[int, int]]:
    """The rows modulo p, zeros dropped."""
    known: dict[int, int] = {}
    out: list[dict[int, int]] = []
    for row in rows:
        reduced: dict[int, int] = {}
        for j, x in row.items():
            if x.__class__ is int:
                value = x % p
            else:
                cached = known.get(id(x))
                if cached is None:
                    cached = known[id(x)] = reduce_scalar(x, p, root)
                value = cached
            if value:
                reduced[j] = value
        out.append(reduced)
    return out


def _components(rows: Sequence[Mapping[int, int]]) -> list[list[Mapping[int, int]]]:
    """The rows of each connected component of the row-column incidence."""
    parent: dict[int, int] = {}

    def find(j: int) -> int:
        while parent[j] != j:
            parent[j] = parent[parent[j]]
            j = parent[j]
        return j

    for row in rows:
        columns = iter(row)
        first = next(columns)
        a = find(parent.setdefault(first, first))
        for j in columns:
            b = find(parent.setdefault(j, j))
            if a != b:
                a, b = min(a, b), max(a, b)
                parent[b] = a
    blocks: dict[int, list[Mapping[int, int]]] = {}
    for row in rows:
        blocks.setdefault(find(next(iter(row))), []).append(row)
    return list(blocks.values())


def _drop_known_zeros(rows: Sequence[Mapping[int, int]]) -> tuple[int, list[Mapping[int, int]]]:
    """Columns forced to zero by a row with a single entry: their number, and the distinct rows without them."""
    dead: set[int] = set()
    current: list[Mapping[int, int]] = list(rows)
    while True:
        fresh = {next(iter(row)) for row in current if len(row) == 1}
        if not fresh:
            break
        dead |= fresh
        current = [
            row if fresh.isdisjoint(row) else {j: x for j, x in row.items() if j not in fresh} for row in current
        ]
    distinct = {tuple(sorted(row.items())): row for row in current if row}
    return len(dead), list(distinct.values())


def _markowitz_rank(given: Sequence[Mapping[int, int]], p: int) -> int:
    """Right-looking elimination: the column with the fewest entries, in it the shortest row; then a dense core."""
    rows: list[dict[int, int]] = [dict(row) for row in given]
    columns: dict[int, set[int]] = {}
    for i, row in enumerate(rows):
        for j in row:
            columns.setdefault(j, set()).add(i)
    queue = [(len(members), j) for j, members in columns.items()]
    heapify(queue)
    filled, active, rank = sum(map(len, rows)), len(rows), 0
    while queue:
        count, column = heappop(queue)
        members = columns.get(column)
        if members is None:
            continue
        if len(members) != count:
            heappush(queue, (len(members), column))
            continue
        if not members:
            del columns[column]
            continue
        cells = active * len(columns)
        if filled > CORE_DENSITY * cells and cells <= DENSE_CELLS:
            return rank + _dense_rank([row for row in rows if row], list(columns), p)
        chosen = min(members, key=lambda i: (len(rows[i]), i))
        pivot, rows[chosen] = rows[chosen], {}
        filled -= len(pivot)
        active -= 1
        for j in pivot:
            columns[j].discard(chosen)
        scale = -pow(pivot.pop(column), -1, p)
        rank += 1
        for i in members:
            target = rows[i]
            filled -= len(target)
            weight = target.pop(column) * scale % p
            for j, x in pivot.items():
                old = target.get(j)
                if old is None:
                    target[j] = weight * x % p
                    columns[j].add(i)
                elif new := (old + weight * x) % p:
                    target[j] = new
                else:
                    del target[j]
                    columns[j].discard(i)
            filled += len(target)
            active -= not target
        del columns[column]
        for j in pivot:
            heappush(queue, (len(columns[j]), j))
    return rank


def _dense_rank(rows: list[dict[int, int]], columns: list[int], p: int) -> int:
    place = {j: k for k, j in enumerate(columns)}
    matrix = flint.nmod_mat(len(rows), len(columns), p)
    for i, row in enumerate(rows):
        for j, x in row.items():
            matrix[i, place[j]] = x
    return int(matrix.rank())


def rank_mod_p(rows: Sequence[Mapping[int, int]], ncols: int, p: int) -> int:
    """The rank modulo a prime p < 2^63 of rows with entries in 0..p-1.

    >>> rank_mod_p([{0: 1, 1: 2}, {0: 2, 1: 4}, {2: 1}], 3, 101)
    2
    """
    rank, rest = _drop_known_zeros([{j: y for j, x in row.items() if (y := x % p)} for row in rows])
    for block in _components(rest):
        rank += _markowitz_rank(block, p)
    return min(rank, ncols)


def nullity_upper_bound(matrix: SparseMatrix, seed: int = 0) -> tuple[int, dict[str, Any]]:
    """An upper bound for dim ker over the matrix's field, with the evidence: the prime, the image of the generator, the rank.

    `seed` (>= 0) selects the prime; primes dividing a denominator are passed over.

    >>> nullity_upper_bound(SparseMatrix.from_dense([[1, 1], [1, 1]]))[0]
    1
    """
    skip = seed
    while True:
        p, root = linear_prime(matrix.field, skip)
        try:
            rows = reduce_rows(matrix.rows, p, root)
        except ZeroDivisionError:
            skip += 1
            continue
        rank = rank_mod_p(rows, matrix.ncols, p)
        evidence = {"prime": p, "root": root, "rank": rank, "columns": matrix.ncols, "field": matrix.field.name}
        return matrix.ncols - rank, evidence
