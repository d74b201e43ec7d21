"""Transformations whose arguments are tuples of arbitrary length: X^n with n a parameter, as in attention over n keys.

X^n is a functor on G and on the finite sets with n elements and their bijections: g acts on each entry, a permutation on
the places, on those of all arguments with the same n at once. A formula speaks of the entries as k[j] with j bound by a
sum from 1 to n. An instance puts a number for n; its entries are arguments of their own, k_1, …, k_n.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from catalg.model.action import Action
from catalg.model.ends import KernelEnd
from catalg.model.group import Group
from catalg.model.representation import Rep
from catalg.terms import Add, Const, Index, Mul, Name, Num, Parameter, Series, Term, num, substitute
from catalg.terms.term import children, expand_lets, rebuild

LONGEST = 64


@dataclass(frozen=True, slots=True)
class TupleArgument:
    """An argument: one point of `action`, or a tuple of `size` of them."""

    name: str
    action: Action
    size: str | None = None


@dataclass(frozen=True, slots=True)
class TupleTransformation:
    """A transformation from points and tuples to a representation, by a formula."""

    name: str
    group: Group
    arguments: tuple[TupleArgument, ...]
    target: Rep
    formula: Term
    parameters: tuple[Parameter, ...]

    @property
    def sizes(self) -> tuple[str, ...]:
        """The parameters that count entries, in order of appearance."""
        return tuple(dict.fromkeys(a.size for a in self.arguments if a.size is not None))

    def instance(self, sizes: Mapping[str, int]) -> Instance:
        """The transformation for given numbers of entries."""
        names: list[str] = []
        actions: list[Action] = []
        for argument in self.arguments:
            count = None if argument.size is None else sizes[argument.size]
            entries = [argument.name] if count is None else [entry(argument.name, j) for j in range(1, count + 1)]
            names += entries
            actions += [argument.action] * len(entries)
        tuples = frozenset(a.name for a in self.arguments if a.size is not None)
        formula = unrolled(expand_lets(self.formula), sizes, tuples)
        return Instance(KernelEnd(self.name, self.group, tuple(actions), self.target), tuple(names), formula)


@dataclass(frozen=True, slots=True)
class Instance:
    """A transformation of finitely many points: an element that should lie in an end of kernels."""

    end: KernelEnd
    names: tuple[str, ...]
    formula: Term


def entry(name: str, place: int) -> str:
    """What an entry of a tuple is called in an instance.

    >>> entry("k", 2)
    'k_2'
    """
    return f"{name}_{place}"


class NotUnrolled(ValueError):
    """A sum whose bounds are no numbers once the sizes are, or an entry at a place that is none."""


def unrolled(term: Term, sizes: Mapping[str, int], tuples: frozenset[str]) -> Term:
    """The formula with sums written out and entries by their own names. Raises NotUnrolled.

    >>> k = Index(Name("k"), (Name("j"),))
    >>> unrolled(Series("j", num(1), Name("n"), k), {"n": 2}, frozenset({"k"}))
    Add(args=(Name(name='k_1'), Name(name='k_2')))
    """
    match term:
        case Name(name) if name in sizes:
            return num(sizes[name])
        case Series(index, lower, upper, body):
            first, last = _number(lower, sizes), _number(upper, sizes)
            if last - first > LONGEST:
                raise NotUnrolled(f"a sum of more than {LONGEST} terms")
            parts = [unrolled(substitute(body, {index: num(j)}), sizes, tuples) for j in range(first, last + 1)]
            return parts[0] if len(parts) == 1 else Add(tuple(parts)) if parts else num(0)
        case Index(Name(name), (place,)) if name in tuples:
            return Name(entry(name, _number(place, sizes)))
        case _:
            return rebuild(term, [unrolled(part, sizes, tuples) for part in children(term)])


def _number(term: Term, sizes: Mapping[str, int]) -> int:
    match term:
        case Num(value) if value.denominator == 1:
            return int(value)
        case Name(name) if name in sizes:
            return sizes[name]
        case Add(args):
            return sum(_number(a, sizes) for a in args)
        case Mul(args):
            product = 1
            for a in args:
                product *= _number(a, sizes)
            return product
        case Const(name):
            raise NotUnrolled(f"a bound that is {name}")
        case _:
            raise NotUnrolled("a bound or a place that is no number")
