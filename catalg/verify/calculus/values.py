"""Expressions over a category that is enriched over itself, evaluated in finite Heyting algebras.

A Heyting algebra H is cartesian closed and enriched over itself: the hom from x to y is x → y. A coend is then a join of values,
an end a meet, since in H the quotient of a join and the equalizer in a meet change nothing. Enriched functors are the maps F
with (x → y) ≤ (F x → F y). G. M. Kelly, Basic Concepts of Enriched Category Theory, section 2.1.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product as pairs
from typing import TypeAlias

from catalg.model.coends import (
    NAT,
    ONE,
    At,
    Binder,
    Copower,
    Expression,
    FunctorSort,
    Hom,
    Inner,
    Power,
    Product,
    Sort,
    Symbol,
    names,
    opened,
)
from catalg.verify.calculus.cardinals import Uncounted
from catalg.verify.calculus.interpretations import Lattice

Value: TypeAlias = int | tuple[int, ...]
NATURALS = (0, 1)
"""In H every power Xⁿ with n ≥ 1 is X, so that these two numbers stand for all where they occur as exponents only."""


class Valued:
    """Evaluates in one algebra."""

    def __init__(self, model: Lattice) -> None:
        self.model = model
        self._listed: dict[Sort, list[Value]] = {}

    def of(self, term: Expression, env: Mapping[str, Value]) -> int:
        """The value of an object or of a hom. Raises Uncounted for functors of several arguments."""
        model = self.model
        match term:
            case Symbol(name):
                found = env[name]
                assert isinstance(found, int)
                return found
            case At(Symbol(name), (Symbol(number, "Nat"),)):
                family, at = env[name], env[number]
                assert isinstance(family, tuple) and isinstance(at, int)
                return family[at]
            case Hom(str(), source, target) | Inner(_, source, target, _):
                return model.inner("*", self.of(source, env), self.of(target, env))
            case Product("+", args):
                return model.product("+", [self.of(arg, env) for arg in args])
            case Product(_, args):
                return model.product("*", [self.of(arg, env) for arg in args])
            case Power(base, Symbol(name)):
                return self.of(base, env) if env[name] else model.product("*", ())
            case Copower(elements, base):
                return model.product("*", (self.of(elements, env), self.of(base, env)))
            case At(Symbol(name), (arg,)):
                table = env.get(name)
                if not isinstance(table, tuple):
                    raise Uncounted
                return table[self.of(arg, env)]
            case Binder(kind):
                symbol, body = opened(term, names(term) | frozenset(env))
                values = [self.of(body, {**env, symbol.name: x}) for x in self._objects(symbol.sort)]
                return model.product("+" if kind in ("coend", "sum") else "*", values)
            case _:
                raise Uncounted

    def _objects(self, sort: Sort) -> list[Value]:
        if sort not in self._listed:
            self._listed[sort] = self._all(sort)
        return self._listed[sort]

    def _all(self, sort: Sort) -> list[Value]:
        model, points = self.model, list(self.model.objects)
        if sort == ONE:
            return [0]
        if sort == NAT:
            return list(NATURALS)
        if isinstance(sort, str):
            return list(points)
        assert isinstance(sort, FunctorSort)
        if len(sort.sources) != 1 or sort.sources[0][1] != 1:
            raise Uncounted
        if sort.sources[0][0] == NAT:
            return list(pairs(points, repeat=len(NATURALS)))
        tables = [
            table
            for table in pairs(points, repeat=len(points))
            if all(model.below[model.inner("*", x, y)][model.inner("*", table[x], table[y])] for x, y in pairs(points, repeat=2))
        ]
        if sort.kind == "applicatives":
            one = model.product("*", ())
            tables = [table for table in tables if table[one] == one and all(self._lax(table, x, y) for x, y in pairs(points, repeat=2))]
        return list(tables)

    def _lax(self, table: tuple[int, ...], x: int, y: int) -> bool:
        meet = self.model.product
        return self.model.below[meet("*", (table[x], table[y]))][table[meet("*", (x, y))]]
