"""A natural transformation F => G as a section: values for the elements of F, tied together by functions.

Each element x of F(c) is a variable with a value in G(c); each arrow f : c -> d and x give the constraint
value(F(f)(x)) = G(f)(value(x)): an end in Set is the set of sections of a discrete opfibration over the
category of elements of F. Two reductions keep all constraints functional and change no solution: *arc
consistency* (A. Mackworth, 1977) cuts domains to values with a partner on both sides; *merging* joins two
variables when the function between their domains is a bijection, so that an orbit of a group, or whatever one
element determines both ways, becomes one variable.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from catalg.model.ends import SetEnd
from catalg.model.protocols import NotCovered

Function = Mapping[int, int] | tuple[int, ...]
Domain = frozenset[int]

LARGEST = 3_000_000
"""How many elements and constraints an end may have."""

CELLS = 4_000_000
"""How many (variable, value) pairs the reduced problem may hold."""


@dataclass(frozen=True, slots=True)
class Constraint:
    """value(target) = function[value(source)]."""

    source: int
    target: int
    function: Function


@dataclass(frozen=True, slots=True)
class Sections:
    """Variables 0..len(domains)-1 with their domains, and functional constraints between them."""

    domains: tuple[Domain, ...]
    constraints: tuple[Constraint, ...]


@dataclass(slots=True)
class Reduced:
    """A reduced problem and the way back: variable k of the original has the value `readings[k]` of its
    class's value.

    `classes[k]` is the class of variable k; a reading of None is the identity.
    """

    problem: Sections
    classes: list[int]
    readings: list[Function | None]
    pruned: int = 0
    rounds: int = field(default=0)

    @property
    def empty(self) -> bool:
        """Whether some domain is empty: there is no section."""
        return any(not domain for domain in self.problem.domains)

    def expand(self, values: Sequence[int]) -> list[int]:
        """The original variables' values from the classes' values."""
        return [
            values[c] if reading is None else reading[values[c]]
            for c, reading in zip(self.classes, self.readings, strict=True)
        ]


def sections(end: SetEnd) -> tuple[Sections, tuple[tuple[str, int], ...]]:
    """The variables and constraints of an end in Set, and which element of F each variable stands for.

    Raises NotCovered beyond the size limit.
    """
    sizes = dict(end.target.objects)
    above, below = dict(end.source.arrows), dict(end.target.arrows)
    count = sum(len(labels) for _, labels in end.source.objects) + sum(map(len, above.values()))
    if count > LARGEST:
        raise NotCovered(f"{count} elements and constraints, more than {LARGEST}")
    start: dict[str, int] = {}
    variables: list[tuple[str, int]] = []
    domains: list[Domain] = []
    for c, labels in end.source.objects:
        start[c] = len(variables)
        full = frozenset(range(len(sizes[c])))
        variables.extend((c, x) for x in range(len(labels)))
        domains.extend([full] * len(labels))
    constraints = [
        Constraint(start[arrow.source] + x, start[arrow.target] + y, below[arrow.name])
        for arrow in end.source.category.arrows
        for x, y in enumerate(above[arrow.name])
    ]
    return Sections(tuple(domains), tuple(constraints)), tuple(variables)


def reduce_sections(problem: Sections) -> Reduced:
    """Arc consistency and merging until neither changes anything. Raises NotCovered beyond the size limit."""
    count = len(problem.domains)
    result = Reduced(problem, list(range(count)), [None] * count)
    while True:
        domains = consistent(result.problem)
        result.pruned += sum(len(a) - len(b) for a, b in zip(result.problem.domains, domains, strict=True))
        result.problem = Sections(domains, result.problem.constraints)
        result.rounds += 1
        if result.empty:
            return result
        merged = _merge(result.problem)
        if merged is None:
            return result
        problem, classes, readings = merged
        result.readings = [
            _after(reading, readings[c]) for c, reading in zip(result.classes, result.readings, strict=True)
        ]
        result.classes = [classes[c] for c in result.classes]
        result.problem = problem


def consistent(problem: Sections) -> tuple[Domain, ...]:
    """The largest arc-consistent domains.

    Domains are shared objects, and a revision is remembered by the identities of both domains and the
    function: many elements in the same position cost one revision.
    """
    domains = list(problem.domains)
    touching: list[list[int]] = [[] for _ in domains]
    for i, constraint in enumerate(problem.constraints):
        touching[constraint.source].append(i)
        if constraint.target != constraint.source:
            touching[constraint.target].append(i)
    known: dict[tuple[int, int, int], tuple[Domain, Domain]] = {}
    keep: list[object] = []
    queue = deque(range(len(problem.constraints)))
    waiting = [True] * len(problem.constraints)
    while queue:
        i = queue.popleft()
        waiting[i] = False
        constraint = problem.constraints[i]
        u, v, function = constraint.source, constraint.target, constraint.function
        key = (id(domains[u]), id(domains[v]), id(function)) if u != v else (id(domains[u]), -1, id(function))
        revised = known.get(key)
        if revised is None:
            keep.extend((domains[u], domains[v], function))
            revised = known[key] = _revise(domains[u], domains[v], function, u == v)
        for w, new in ((u, revised[0]), (v, revised[1])):
            if new is not domains[w]:
                domains[w] = new
                if not new:
                    return tuple(domains)
                for j in touching[w]:
                    if not waiting[j]:
                        waiting[j] = True
                        queue.append(j)
    return tuple(domains)


def _revise(source: Domain, target: Domain, function: Function, loop: bool) -> tuple[Domain, Domain]:
    if loop:
        fixed = frozenset(a for a in source if function[a] == a)
        fixed = source if len(fixed) == len(source) else fixed
        return fixed, fixed
    left = frozenset(a for a in source if function[a] in target)
    right = frozenset(function[a] for a in left)
    return (source if len(left) == len(source) else left), (target if len(right) == len(target) else right)


def _merge(problem: Sections) -> tuple[Sections, list[int], list[Function | None]] | None:
    """Join variables along bijective constraints; None when there are none to join and no constraint is
    redundant.

    The class takes the values of its first variable; values that some constraint inside the class contradicts
    are dropped.
    """
    domains = problem.domains
    links: dict[int, list[tuple[int, Function, bool]]] = {}
    for constraint in problem.constraints:
        u, v = constraint.source, constraint.target
        if u != v and len(domains[u]) == len(domains[v]):
            links.setdefault(u, []).append((v, constraint.function, True))
            links.setdefault(v, []).append((u, constraint.function, False))
    if not links:
        return None
    count, budget = len(domains), CELLS
    root = [-1] * count
    readings: list[Function | None] = [None] * count
    roots: list[int] = []
    inverses: dict[tuple[int, int], dict[int, int]] = {}
    for first in range(count):
        if root[first] >= 0:
            continue
        root[first] = len(roots)
        roots.append(first)
        queue = deque([first])
        while queue:
            u = queue.popleft()
            for v, function, forward in links.get(u, ()):
                if root[v] >= 0:
                    continue
                if not forward:
                    key = (id(function), id(domains[v]))
                    if key not in inverses:
                        inverses[key] = {function[b]: b for b in domains[v]}
                    function = inverses[key]
                reading = readings[u]
                budget -= len(domains[first])
                if budget < 0:
                    raise NotCovered(f"more than {CELLS} values to keep")
                readings[v] = {a: function[a if reading is None else reading[a]] for a in domains[first]}
                root[v] = root[first]
                queue.append(v)
    return _quotient(problem, root, roots, readings), root, readings


def _quotient(
    problem: Sections, root: list[int], roots: list[int], readings: list[Function | None]
) -> Sections:
    allowed = [set(problem.domains[r]) for r in roots]
    between: dict[tuple[int, int], dict[int, int]] = {}
    back: dict[int, dict[int, int]] = {}
    for constraint in problem.constraints:
        u, v, function = constraint.source, constraint.target, constraint.function
        a, b, read, write = root[u], root[v], readings[u], readings[v]
        values = allowed[a]
        if a == b:
            allowed[a] = {
                x
                for x in values
                if function[x if read is None else read[x]] == (x if write is None else write[x])
            }
            continue
        if write is not None and v not in back:
            back[v] = (
                {y: x for x, y in write.items()}
                if isinstance(write, dict)
                else dict(zip(write, range(len(write)), strict=True))
            )
        table: dict[int, int] = {}
        for x in values:
            y = function[x if read is None else read[x]]
            if write is not None:
                y = back[v][y]
            table[x] = y
        known = between.get((a, b))
        if known is None:
            between[(a, b)] = table
        else:
            allowed[a] = {x for x in values if known[x] == table[x]}
    return Sections(
        tuple(frozenset(values) for values in allowed),
        tuple(Constraint(a, b, table) for (a, b), table in between.items()),
    )


def _after(outer: Function | None, inner: Function | None) -> Function | None:
    """The reading of a variable through two rounds: first the class's value, then the old class's."""
    if outer is None or inner is None:
        return inner if outer is None else outer
    assert isinstance(inner, Mapping)
    return {a: outer[b] for a, b in inner.items()}
