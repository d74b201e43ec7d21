"""Interpretations in which two expressions have different numbers of elements.

In sets closed forms are evaluated exactly; in lattices forms are listed, integrals included, unless natural numbers occur.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product as pairs

from catalg.model.abstract_category import AbstractCategory
from catalg.model.coends import Expression
from catalg.model.verdict import Counterexample, Fact
from catalg.verify.calculus.assignments import (
    SIZE_CHOICES,
    lattice_functors,
    lattices,
    size_assignments,
    size_functors,
    symbols,
    told,
    with_numbers,
)
from catalg.verify.calculus.cardinals import OO, Cardinal, Size, Uncounted
from catalg.verify.calculus.counting import Counter
from catalg.verify.calculus.functors import Functor, Monotone, Sizes

MOST = 600
LARGEST = 3
CHOICES = 12
BUDGET = 40_000
WORK = 300_000


@dataclass(frozen=True, slots=True)
class Form:
    """A form of a set, and how many checked links lead to it."""

    result: Expression
    links: int


def difference(
    left: Sequence[Form], right: Sequence[Form], categories: Sequence[AbstractCategory]
) -> Counterexample | None:
    """An interpretation that tells two sets apart, given by forms of each; None where none was found."""
    found = _in_sets(left, right)
    listable = [[form.result for form in forms if not with_numbers(form.result)] for forms in (left, right)]
    if found is not None or not all(listable):
        return found
    return _in_lattices(listable[0][0], listable[1][0], categories)


def _in_sets(left: Sequence[Form], right: Sequence[Form]) -> Counterexample | None:
    objects, functors = symbols([form.result for form in (*left, *right)])
    for choice in range(SIZE_CHOICES if functors else 1):
        for sizes in size_assignments(objects, MOST, LARGEST):
            known = Cardinal(sizes, size_functors(functors, choice))
            one, other = _first(left, known), _first(right, known)
            if one is None and other is None:
                if functors or not any(with_numbers(form.result) for form in left[:1]):
                    break
                continue
            if one is None or other is None or one is other or one == other:
                continue
            facts: dict[str, Fact] = {"sizes": told(sizes), "left": _shown(one), "right": _shown(other)}
            if functors:
                facts["functors"] = ", ".join(
                    f"|{f.name}(X)| from 0 to 3: {_values(f.name, known)}" for f in functors
                )
            return Counterexample.of("finset-counts", **facts)
    return None


def _values(name: str, known: Cardinal) -> str:
    found = []
    for size in range(4):
        try:
            found.append(str(known.functors[name](size)))
        except (Uncounted, ValueError):
            return "a product over its arguments"
    return " ".join(found)


def _first(forms: Sequence[Form], known: Cardinal) -> Size | None:
    for form in forms:
        try:
            return known.of(form.result)
        except Uncounted:
            continue
    return None


def _shown(size: Size) -> int | str:
    return "infinitely many" if size is OO or not isinstance(size, int) else size


def _in_lattices(left: Expression, right: Expression, categories: Sequence[AbstractCategory]) -> Counterexample | None:
    objects, functors = symbols((left, right))
    work = WORK
    for model in lattices(categories):
        for choice in range(CHOICES if functors else 1):
            chosen = lattice_functors(functors, model, choice)
            if chosen is None:
                break
            for place in pairs(model.objects, repeat=len(objects)):
                values = {symbol.name: value for symbol, value in zip(objects, place, strict=True)}
                counts = []
                for term in (left, right):
                    given = min(BUDGET, work)
                    counter = Counter({c.name: model for c in categories}, values, chosen, given)
                    try:
                        counts.append(counter.count(term))
                    except Uncounted:
                        break
                    finally:
                        work -= given - max(0, counter.budget)
                if len(counts) < 2 or work <= 0:
                    break
                if counts[0] != counts[1]:
                    return _told(model.name, values, chosen, counts)
            if work <= 0:
                return None
    return None


def _told(model: str, values: Mapping[str, int], functors: Mapping[str, Functor], counts: list[int]) -> Counterexample:
    chosen = [f"{name} = {value}" for name, value in values.items()]
    for name, functor in functors.items():
        if isinstance(functor, Monotone):
            chosen.append(f"{name} = {', '.join(map(str, functor.table))} on the elements in order")
        elif isinstance(functor, Sizes):
            tables = " times ".join(" ".join(map(str, table)) for table in functor.tables)
            chosen.append(f"{name} with {tables} elements at the elements in order")
    return Counterexample.of("lattice-counts", model=model, values="; ".join(chosen), left=counts[0], right=counts[1])
