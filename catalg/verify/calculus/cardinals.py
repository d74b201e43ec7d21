"""How many elements a closed form has in the category of sets, exactly: a number, or infinitely many.

Sets is cartesian closed, has countable coproducts and copowers, × serves as ⊗, and it is enriched over itself: it has all
structure that can be declared. Σₙ and Πₙ are evaluated where every power Xⁿ has a base with at most one element, since then
the summand is the same for all n ≥ 1.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from catalg.model.coends import (
    NAT,
    At,
    Binder,
    Copower,
    Expression,
    Hom,
    Inner,
    Power,
    Product,
    Symbol,
    names,
    opened,
    sort_of,
)

MOST_BITS = 4096


class Uncounted(Exception):
    """The number of elements is too large to write, or no rule here gives it."""


class _Infinite:
    """More than any number."""

    def __repr__(self) -> str:
        return "oo"


OO = _Infinite()
Size: TypeAlias = int | _Infinite
Functor: TypeAlias = Callable[..., int]


def times(left: Size, right: Size) -> Size:
    """The size of a product."""
    if left == 0 or right == 0:
        return 0
    return OO if isinstance(left, _Infinite) or isinstance(right, _Infinite) else _bounded(left * right)


def plus(left: Size, right: Size) -> Size:
    """The size of a disjoint union."""
    return OO if isinstance(left, _Infinite) or isinstance(right, _Infinite) else left + right


def power(base: Size, exponent: Size) -> Size:
    """The number of functions from `exponent` to `base`. Raises Uncounted."""
    if exponent == 0:
        return 1
    if base == 0 or base == 1:
        return base
    if isinstance(base, _Infinite) or isinstance(exponent, _Infinite):
        return OO
    if exponent * base.bit_length() > MOST_BITS:
        raise Uncounted
    return _bounded(base**exponent)


def _bounded(value: int) -> int:
    if value.bit_length() > MOST_BITS:
        raise Uncounted
    return value


class Cardinal:
    """Sizes for some sizes of the objects; `functors` says what each functor does to sizes.

    `naturals` are the numbers over which sums and products run, or None for all of them.
    """

    def __init__(
        self, sizes: Mapping[str, int], functors: Mapping[str, Functor], naturals: Sequence[int] | None = None
    ) -> None:
        self.sizes: dict[str, int] = dict(sizes)
        self.functors, self.naturals = functors, naturals

    def of(self, term: Expression) -> Size:
        """The size of an object or a set. Raises Uncounted for ends, coends and what cannot be evaluated."""
        match term:
            case Symbol(name):
                return self.sizes[name]
            case Hom(str(), source, target) | Inner(_, source, target, _):
                return power(self.of(target), self.of(source))
            case Product("+", args):
                total: Size = 0
                for arg in args:
                    total = plus(total, self.of(arg))
                return total
            case Product(_, args):
                total = 1
                for arg in args:
                    total = times(total, self.of(arg))
                return total
            case Power(base, Symbol(name)):
                return power(self._index_base(base) if self.naturals is None else self.of(base), self.sizes[name])
            case Copower(elements, base):
                return times(self.of(elements), self.of(base))
            case At(_, args) if self.naturals is None and any(sort_of(arg) == NAT for arg in args):
                raise Uncounted  # the summand would depend on n in a way that is not known
            case At(Symbol(name), args):
                found = [self.of(arg) for arg in args]
                if name not in self.functors or any(isinstance(size, _Infinite) for size in found):
                    raise Uncounted
                return _bounded(self.functors[name](*found))
            case Binder("sum" | "prod" as kind, "Nat"):
                return self._series(term, kind)
            case _:
                raise Uncounted

    def _index_base(self, base: Expression) -> Size:
        found = self.of(base)
        if found != 0 and found != 1:
            raise Uncounted  # the summand would not be constant from n = 1 on
        return found

    def _series(self, term: Binder, kind: str) -> Size:
        symbol, body = opened(term, names(term) | frozenset(self.sizes))
        if self.naturals is not None:
            combine, total = (plus, 0) if kind == "sum" else (times, 1)
            found: Size = total
            for n in self.naturals:
                found = combine(found, self._at(symbol, n, body))
            return found
        first, other = (self._at(symbol, n, body) for n in (0, 1))
        return plus(first, times(other, OO)) if kind == "sum" else times(first, power(other, OO))

    def _at(self, symbol: Symbol, n: int, body: Expression) -> Size:
        self.sizes[symbol.name] = n
        try:
            return self.of(body)
        finally:
            del self.sizes[symbol.name]


__all__ = ["OO", "Cardinal", "Size", "Uncounted"]
