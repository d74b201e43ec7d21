"""Counting sections by variable elimination, and listing them one by one without dead ends.

Constraints become tables from assignments of a few variables to counts. Eliminating a variable joins the
tables that mention it and sums it out; along a minimum-degree order the tables stay as wide as the tree
decomposition of the constraint graph (R. Dechter, *Bucket elimination*, Artificial Intelligence 113, 1999).
The number of sections is the product over the connected components and no section is ever listed; the joined
tables, read backwards, list sections with a delay that is linear in the number of variables.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from dataclasses import dataclass

from catalg.model.protocols import NotCovered
from catalg.strategies.sets.sections import Sections

ROWS = 1_000_000
"""How many table rows the whole elimination may build."""

Row = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """The number of ways to complete each assignment of the variables in `scope`."""

    scope: tuple[int, ...]
    rows: dict[Row, int]


@dataclass(frozen=True, slots=True)
class Bucket:
    """An eliminated variable and, for each assignment of the variables in `scope`, the values it may take."""

    variable: int
    scope: tuple[int, ...]
    values: dict[Row, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Elimination:
    """The count of each component, the buckets in order of elimination, and the width of the widest table."""

    problem: Sections
    counts: tuple[int, ...]
    buckets: tuple[Bucket, ...]
    width: int

    @property
    def count(self) -> int:
        """The number of sections."""
        product = 1
        for factor in self.counts:
            product *= factor
        return product

    def sections(self) -> Iterator[list[int]]:
        """All sections, as lists of values by variable, in a fixed order; nothing is computed ahead."""
        if self.count == 0:
            return
        order = self.buckets[::-1]
        values = [0] * len(self.problem.domains)
        stack: list[Iterator[int]] = []
        while True:
            if len(stack) == len(order):
                yield values.copy()
            else:
                bucket = order[len(stack)]
                stack.append(iter(bucket.values[tuple(values[v] for v in bucket.scope)]))
            while stack:
                value = next(stack[-1], None)
                if value is not None:
                    values[order[len(stack) - 1].variable] = value
                    break
                stack.pop()
            if not stack:
                return


def eliminate(problem: Sections) -> Elimination:
    """Eliminate all variables in minimum-degree order. Raises NotCovered when the tables grow beyond the
    limit.

    >>> three = frozenset(range(3))
    >>> eliminate(Sections((three, three), ())).count
    9
    """
    tables = _tables(problem)
    holding: list[set[int]] = [set() for _ in problem.domains]
    neighbours: list[set[int]] = [set() for _ in problem.domains]
    for i, table in enumerate(tables):
        for v in table.scope:
            holding[v].add(i)
            neighbours[v].update(w for w in table.scope if w != v)
    queue = [(len(near), v) for v, near in enumerate(neighbours)]
    heapq.heapify(queue)
    done = [False] * len(neighbours)
    buckets: list[Bucket] = []
    counts: list[int] = []
    width, budget = 0, ROWS
    while queue:
        degree, v = heapq.heappop(queue)
        if done[v] or degree != len(neighbours[v]):
            continue
        done[v] = True
        joined = _join(sorted((tables[i] for i in holding[v]), key=lambda t: len(t.rows)), v, problem, budget)
        budget -= len(joined.rows)
        scope = joined.scope[:-1]
        width = max(width, len(joined.scope))
        sums: dict[Row, int] = {}
        values: dict[Row, list[int]] = {}
        for row, ways in joined.rows.items():
            rest = row[:-1]
            sums[rest] = sums.get(rest, 0) + ways
            values.setdefault(rest, []).append(row[-1])
        buckets.append(Bucket(v, scope, {rest: tuple(sorted(options)) for rest, options in values.items()}))
        for i in holding[v]:
            for w in tables[i].scope:
                if w != v:
                    holding[w].discard(i)
        for w in neighbours[v]:
            neighbours[w].discard(v)
        if scope:
            tables.append(Table(scope, sums))
            for w in scope:
                holding[w].add(len(tables) - 1)
                neighbours[w].update(u for u in scope if u != w)
        else:
            counts.append(sums.get((), 0))
        for w in neighbours[v]:
            heapq.heappush(queue, (len(neighbours[w]), w))
    return Elimination(problem, tuple(counts), tuple(buckets), width)


def _tables(problem: Sections) -> list[Table]:
    tables = []
    for constraint in problem.constraints:
        if constraint.source == constraint.target:
            continue
        target = problem.domains[constraint.target]
        tables.append(
            Table(
                (constraint.source, constraint.target),
                {
                    (a, constraint.function[a]): 1
                    for a in sorted(problem.domains[constraint.source])
                    if constraint.function[a] in target
                },
            )
        )
    return tables


def _join(tables: list[Table], variable: int, problem: Sections, budget: int) -> Table:
    """The natural join of the tables, `variable` last in its scope; with no table, the variable's whole
    domain.
    """
    if not tables:
        return Table((variable,), {(a,): 1 for a in sorted(problem.domains[variable])})
    result = _last(tables[0], variable)
    for table in tables[1:]:
        result = _pair(result, _last(table, variable), budget)
    return result


def _last(table: Table, variable: int) -> Table:
    if table.scope[-1] == variable:
        return table
    order = [i for i, v in enumerate(table.scope) if v != variable] + [table.scope.index(variable)]
    return Table(
        tuple(table.scope[i] for i in order),
        {tuple(row[i] for i in order): n for row, n in table.rows.items()},
    )


def _pair(left: Table, right: Table, budget: int) -> Table:
    """The natural join of two tables that share at least their last variable; rows multiply."""
    shared = [v for v in right.scope if v in left.scope]
    own = [i for i, v in enumerate(right.scope) if v not in left.scope]
    key_left = [left.scope.index(v) for v in shared]
    key_right = [right.scope.index(v) for v in shared]
    index: dict[Row, list[tuple[Row, int]]] = {}
    for row, n in right.rows.items():
        index.setdefault(tuple(row[i] for i in key_right), []).append((tuple(row[i] for i in own), n))
    rows: dict[Row, int] = {}
    for row, n in left.rows.items():
        for extra, m in index.get(tuple(row[i] for i in key_left), ()):
            rows[(*row[:-1], *extra, row[-1])] = n * m
        if len(rows) > budget:
            raise NotCovered(f"the constraints are too entangled: more than {ROWS} table rows")
    return Table((*left.scope[:-1], *(right.scope[i] for i in own), left.scope[-1]), rows)
