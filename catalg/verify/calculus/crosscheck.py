"""Counting both ends of a chain in two interpretations, by the definition of a coend.

Finite sets: the coend over sets of at most N elements is that over all sets as soon as each K that co-Yoneda puts in has at
most N elements, since co-Yoneda then takes place among them. Finite lattices: everything is listed. Sums over the natural
numbers are taken over {0, 1} on both sides: the rules hold for sums over any set, and the free applicative, which needs all
numbers, is counted in lattices only, where Xⁿ = X for all n ≥ 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from itertools import product as pairs

from catalg.model.coends import NAT, CoendSpace, Expression, FunctorSort, Lambda, Symbol, at
from catalg.model.verdict import Evidence
from catalg.verify.calculus.assignments import (
    lattice_functors,
    lattices,
    size_assignments,
    symbols,
    told,
    with_numbers,
)
from catalg.verify.calculus.cardinals import Cardinal, Uncounted
from catalg.verify.calculus.chain import Chain
from catalg.verify.calculus.counting import NATURALS, Counter
from catalg.verify.calculus.interpretations import CHAINS, HEYTING, FiniteSets, Lattice
from catalg.verify.calculus.values import Valued

LARGEST = 2
TRIED = 20
CHOICES = 24
MOST_VALUES = 256
BUDGET = 20_000


class Mismatch(Exception):
    """The two ends of a chain have different numbers of elements."""


def crosscheck(space: CoendSpace, chain: Chain) -> list[Evidence]:
    """What was counted. Raises Mismatch."""
    if not chain:
        return []
    evidence = []
    for found in (_finite_sets(space, chain), _lattices(space, chain), _algebras(space, chain)):
        if found is not None:
            evidence.append(found)
    return evidence or [Evidence.of("not-counted", why="no small interpretation can be listed")]


def _finite_sets(space: CoendSpace, chain: Chain) -> Evidence | None:
    """The count with the most elements among small sizes that can be listed."""
    objects, functors = symbols((space.expression,))
    if functors:
        return None
    result, best = chain[-1][1], None
    work = 3 * BUDGET
    for sizes in _sizes(objects):
        try:
            bound = max([0, *(_size(value, sizes) for _, _, _, value in chain if value is not None)])
            if bound > 4:
                continue
            given = min(BUDGET, work)
            counter = Counter({c.name: FiniteSets(bound) for c in space.categories}, sizes, {}, given)
            try:
                left = counter.count(space.expression)
            finally:
                work -= given - max(0, counter.budget)
            right = Cardinal(sizes, {}, NATURALS).of(result)
        except Uncounted:
            if work <= 0:
                break
            continue
        if left != right:
            raise Mismatch
        if best is None or left > best[0]:
            best = (left, sizes, bound)
    if best is None:
        return None
    return Evidence.of("counted-finset", count=best[0], sizes=told(best[1]), bound=best[2], numbers=_numbers(space))


def _sizes(objects: list[Symbol]) -> list[dict[str, int]]:
    """Sizes from 1 to 2, small ones first, and then some with empty sets."""
    filled = [s for s in size_assignments(objects, 3 ** len(objects), LARGEST) if all(s.values())] if len(objects) < 7 else []
    return [*filled[:TRIED], *size_assignments(objects, TRIED, LARGEST)]


def _size(value: Expression, sizes: Mapping[str, int]) -> int:
    """The size of what was substituted; for a functor on numbers the largest of its values. Raises Uncounted."""
    terms = [value]
    if isinstance(value, Lambda):
        sort = value.sort
        assert isinstance(sort, FunctorSort)
        if tuple(source for source, _ in sort.sources) != (NAT,):
            raise Uncounted
        terms = [at(value, (Symbol(f"#{n}", NAT),), sort.target) for n in NATURALS]
    known = {**sizes, **{f"#{n}": n for n in NATURALS}}
    try:
        found = [Cardinal(known, {}, NATURALS).of(term) for term in terms]
    except KeyError:  # it depends on a variable that is still bound
        raise Uncounted from None
    return max(size if isinstance(size, int) else 99 for size in found)


def _lattices(space: CoendSpace, chain: Chain) -> Evidence | None:
    """Every lattice that serves, until one has been listed for some choices."""
    objects, functors = symbols((space.expression,))
    best: Evidence | None = None
    work = 2 * BUDGET
    for model in lattices(space.categories):
        checked = 0
        for choice in range(CHOICES):
            chosen = lattice_functors(functors, model, choice)
            if chosen is None:
                return best
            values = _spread(objects, model, choice)
            counts = []
            for term in (space.expression, chain[-1][1]):
                counter = Counter({c.name: model for c in space.categories}, values, chosen, min(BUDGET, work))
                try:
                    counts.append(counter.count(term))
                except Uncounted:
                    break
                finally:
                    work -= min(BUDGET, work) - max(0, counter.budget)
            if len(counts) < 2:
                break
            if counts[0] != counts[1]:
                raise Mismatch
            checked += 1
        if checked:
            best = Evidence.of("counted-lattice", model=model.name, count=checked, numbers=_numbers(space))
            if len(model.objects) > 2:
                return best
    return best


def _algebras(space: CoendSpace, chain: Chain) -> Evidence | None:
    """For a category that is enriched over itself: the values of both ends in Heyting algebras, for all values of its objects."""
    objects, functors = symbols((space.expression,))
    if functors or not any(category.has("self enriched") for category in space.categories):
        return None
    best: Evidence | None = None
    for model in (CHAINS[1], HEYTING):
        valued = Valued(model)
        choices = list(islice(pairs(model.objects, repeat=len(objects)), MOST_VALUES))
        for values in choices:
            env = {symbol.name: value for symbol, value in zip(objects, values, strict=True)}
            try:
                if valued.of(space.expression, env) != valued.of(chain[-1][1], env):
                    raise Mismatch
            except Uncounted:
                return best
        best = Evidence.of("valued", model=model.name, count=len(choices))
    return best


def _numbers(space: CoendSpace) -> str:
    """How the natural numbers were read, where they occur."""
    return "{0, 1}" if with_numbers(space.expression) else ""


def _spread(objects: list[Symbol], model: Lattice, choice: int) -> dict[str, int]:
    """Values that differ from choice to choice and from object to object."""
    size = len(model.objects)
    values = {}
    for k, symbol in enumerate(objects):
        values[symbol.name] = (choice // size**k + k * (choice // 3)) % size
    return values
