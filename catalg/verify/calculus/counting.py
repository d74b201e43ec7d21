"""Elements of an expression in an interpretation, listed; coends by union-find over all arrows, ends by filtering families.

An expression is a functor in each free variable, in two places, one contravariant and one covariant. `elements` lists its
values and `move` carries elements along arrows: that is all that the definition of an end or coend needs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product as pairs
from typing import Any, TypeAlias

from catalg.model.coends import (
    NAT,
    ONE,
    SET,
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
    sort_of,
)
from catalg.verify.calculus.cardinals import Uncounted
from catalg.verify.calculus.functors import Family, Functor, Monotone
from catalg.verify.calculus.interpretations import Interpretation

Element: TypeAlias = Any
Place: TypeAlias = tuple[Any, Any]
"""What stands for a variable in contravariant and in covariant places."""

NATURALS = (0, 1)
"""The rules hold for sums over any set; the listing takes these two numbers for all."""


class Counter:
    """Lists elements. `models` interprets the categories, `functors` the functor symbols; `budget` bounds the work."""

    def __init__(
        self,
        models: Mapping[str, Interpretation],
        objects: Mapping[str, Any],
        functors: Mapping[str, Functor],
        budget: int = 60_000,
    ) -> None:
        self.models, self.functors, self.budget = models, functors, budget
        self.env: dict[str, Place] = {name: (value, value) for name, value in objects.items()}

    def count(self, term: Expression) -> int:
        """The number of elements. Raises Uncounted when the work passes the budget."""
        return len(self.elements(term, self.env))

    def _spend(self, work: int) -> None:
        self.budget -= work
        if self.budget < 0:
            raise Uncounted

    # --- objects and arrows of an abstract category -------------------------------------------------------------------------

    def object(self, term: Expression, env: Mapping[str, Place]) -> Any:
        """The object that a term denotes."""
        match term:
            case Symbol(name, sort):
                if sort == ONE:
                    return 0
                return env[name][1]
            case Product(_, _, "1"):
                return 0
            case Product(op, args, str() as sort):
                return self._checked(sort, self.models[sort].product(op, [self.object(arg, env) for arg in args]))
            case Inner(op, source, target, str() as sort):
                a, b = self.object(source, _flipped(env)), self.object(target, env)
                return self._checked(sort, self.models[sort].inner(op, a, b))
            case Power(base, exponent):
                sort = str(sort_of(base))
                return self._checked(sort, self.models[sort].product("*", [self.object(base, env)] * self._number(exponent, env)))
            case Copower(elements, base):
                sort = str(sort_of(base))
                return self._checked(sort, self.models[sort].copower(len(self.elements(elements, env)), self.object(base, env)))
            case Binder("sum", "Nat"):
                symbol, body = opened(term, names(term) | frozenset(env))
                sort = str(sort_of(body))
                parts = [self.object(body, {**env, symbol.name: (n, n)}) for n in NATURALS]
                return self._checked(sort, self.models[sort].product("+", parts))
            case At(functor, args, str()):
                return self._functor(functor, env).value(self._args(functor, args, env))
            case _:
                raise Uncounted

    def _checked(self, sort: str, found: Any) -> Any:
        if found > 4096:
            raise Uncounted
        return found

    def _number(self, exponent: Expression, env: Mapping[str, Place]) -> int:
        assert isinstance(exponent, Symbol)
        return int(env[exponent.name][1])

    def _functor(self, functor: Expression, env: Mapping[str, Place]) -> Functor:
        if not isinstance(functor, Symbol):
            raise Uncounted
        found = self.functors[functor.name] if functor.name in self.functors else env[functor.name][1]
        assert isinstance(found, Functor)
        return found

    def _args(self, functor: Expression, args: Sequence[Expression], env: Mapping[str, Place]) -> list[Any]:
        sort = sort_of(functor)
        assert isinstance(sort, FunctorSort)
        flipped = _flipped(env)
        return [
            self._number(arg, env) if source == NAT else self.object(arg, env if way > 0 else flipped)
            for arg, (source, way) in zip(args, sort.sources, strict=True)
        ]

    def arrow(self, term: Expression, old: Mapping[str, Place], new: Mapping[str, Place], moves: Mapping[str, Place]) -> Any:
        """The arrow from the object at `old` to the one at `new`; `moves` has for each variable new⁻ → old⁻ and old⁺ → new⁺."""
        match term:
            case Symbol(name, sort):
                if sort == ONE or name not in moves:
                    return self._identity(sort, self.object(term, old))
                return moves[name][1]
            case Product(op, args, str() as sort):
                sources, targets = ([self.object(arg, env) for arg in args] for env in (old, new))
                return self.models[sort].product_arrow(op, sources, targets, [self.arrow(arg, old, new, moves) for arg in args])
            case Inner(op, source, target, str() as sort):
                back = (_flipped(new), _flipped(old), _flipped(moves))
                f, g = self.arrow(source, *back), self.arrow(target, old, new, moves)
                before = (self.object(source, back[1]), self.object(target, old))
                after = (self.object(source, back[0]), self.object(target, new))
                return self.models[sort].inner_arrow(op, before, after, f, g)
            case Power(base, exponent):
                n, model = self._number(exponent, old), self.models[str(sort_of(base))]
                a, b = self.object(base, old), self.object(base, new)
                return model.product_arrow("*", [a] * n, [b] * n, [self.arrow(base, old, new, moves)] * n)
            case Copower(elements, base):
                here, there = self.elements(elements, old), self.elements(elements, new)
                move = self.move(elements, old, new, moves)
                indices = [there.index(move(element)) for element in here]
                a, b = self.object(base, old), self.object(base, new)
                model = self.models[str(sort_of(base))]
                return model.copower_arrow(indices, len(there), a, b, self.arrow(base, old, new, moves))
            case Binder("sum", "Nat"):
                symbol, body = opened(term, names(term) | frozenset(old))
                olds, news = ([{**env, symbol.name: (n, n)} for n in NATURALS] for env in (old, new))
                sources, targets = [self.object(body, e) for e in olds], [self.object(body, e) for e in news]
                arrows = [self.arrow(body, o, n, moves) for o, n in zip(olds, news, strict=True)]
                return self.models[str(sort_of(body))].product_arrow("+", sources, targets, arrows)
            case At(functor, args, str() as sort):
                return self._at_arrow(functor, args, sort, old, new, moves)
            case _:
                raise Uncounted

    def _identity(self, sort: Sort, value: Any) -> Any:
        return self.models[sort].identity(value) if isinstance(sort, str) and sort in self.models else ()

    def _at_arrow(
        self, functor: Expression, args: Sequence[Expression], sort: str, old: Mapping[str, Place],
        new: Mapping[str, Place], moves: Mapping[str, Place],
    ) -> Any:  # fmt: skip
        places = sort_of(functor)
        assert isinstance(places, FunctorSort) and isinstance(functor, Symbol)
        arrows = []
        for arg, (source, way) in zip(args, places.sources, strict=True):
            if source == NAT:
                arrows.append(())
            elif way > 0:
                arrows.append(self.arrow(arg, old, new, moves))
            else:
                arrows.append(self.arrow(arg, _flipped(new), _flipped(old), _flipped(moves)))
        before, after = self._args(functor, args, old), self._args(functor, args, new)
        inside = self._functor(functor, old).arrow(before, after, arrows)
        if sort == SET:
            return inside
        if inside is None:
            inside = self._identity(sort, self._functor(functor, old).value(before))
        moved = moves.get(functor.name)
        if moved is None:
            return inside
        component = moved[1][after[0]] if isinstance(moved[1], tuple) and moved[1] else ()
        return self.models[sort].after(component, inside)

    # --- sets -------------------------------------------------------------------------------------------------------------

    def elements(self, term: Expression, env: Mapping[str, Place]) -> list[Element]:
        """The elements of a set."""
        found = self._elements(term, env)
        self._spend(len(found) + 1)
        return found

    def _elements(self, term: Expression, env: Mapping[str, Place]) -> list[Element]:
        match term:
            case Hom(str() as category, source, target):
                a, b = self.object(source, _flipped(env)), self.object(target, env)
                return list(self.models[category].hom(a, b))
            case Inner(_, source, target, "Set"):
                here, there = self.elements(source, _flipped(env)), self.elements(target, env)
                if len(here) * max(len(there), 1).bit_length() > 16:
                    raise Uncounted
                return list(pairs(there, repeat=len(here)))
            case Product("*", args, "Set"):
                listed = [self.elements(arg, env) for arg in args]
                size = 1
                for part in listed:
                    size *= len(part)
                self._spend(size)
                return list(pairs(*listed))
            case Product("+", args, "Set"):
                return [(k, element) for k, arg in enumerate(args) for element in self.elements(arg, env)]
            case At(functor, args, "Set"):
                return list(self._functor(functor, env).value(self._args(functor, args, env)))
            case Binder("coend" | "sum"):
                return sorted(set(self._classes(term, env).values()), key=repr)
            case Binder("end" | "prod"):
                return self._families(term, env)
            case _:
                raise Uncounted

    def move(
        self, term: Expression, old: Mapping[str, Place], new: Mapping[str, Place], moves: Mapping[str, Place]
    ) -> Callable[[Element], Element]:
        """The function from the elements at `old` to those at `new`."""
        match term:
            case Hom(str() as category, source, target):
                model = self.models[category]
                f = self.arrow(source, _flipped(new), _flipped(old), _flipped(moves))
                g = self.arrow(target, old, new, moves)
                return lambda phi: model.after(g, model.after(phi, f))
            case Inner(_, source, target, "Set"):
                here, there = self.elements(source, _flipped(old)), self.elements(source, _flipped(new))
                back = self.move(source, _flipped(new), _flipped(old), _flipped(moves))
                forth = self.move(target, old, new, moves)
                position = {element: k for k, element in enumerate(here)}
                places = [position[back(element)] for element in there]
                return lambda phi: tuple(forth(phi[k]) for k in places)
            case Product("*", args, "Set"):
                each = [self.move(arg, old, new, moves) for arg in args]
                return lambda element: tuple(m(x) for m, x in zip(each, element, strict=True))
            case Product("+", args, "Set"):
                each = [self.move(arg, old, new, moves) for arg in args]
                return lambda element: (element[0], each[element[0]](element[1]))
            case At(functor, args, "Set"):
                found: Callable[[Element], Element] = self._at_arrow(functor, args, SET, old, new, moves)
                return found
            case Binder("coend" | "sum"):
                symbol, body = opened(term, names(term) | frozenset(old))
                classes = self._classes(term, new)
                each = [
                    self.move(body, _at(old, symbol, x), _at(new, symbol, x), moves)
                    for x in self._objects(symbol.sort)
                ]
                return lambda element: classes[element[0], each[element[0]](element[1])]
            case Binder("end" | "prod"):
                symbol, body = opened(term, names(term) | frozenset(old))
                each = [
                    self.move(body, _at(old, symbol, x), _at(new, symbol, x), moves)
                    for x in self._objects(symbol.sort)
                ]
                return lambda family: tuple(m(x) for m, x in zip(each, family, strict=True))
            case _:
                raise Uncounted

    # --- integrals ----------------------------------------------------------------------------------------------------------

    def _objects(self, sort: Sort) -> list[Any]:
        if sort == ONE:
            return [0]
        if sort == NAT:
            return list(NATURALS)
        if isinstance(sort, str):
            return list(self.models[sort].objects)
        ((source, way),) = sort.sources if len(sort.sources) == 1 else (("", 0),)
        if source == NAT:
            return [Family(values) for values in pairs(self.models[sort.target].objects, repeat=len(NATURALS))]
        from catalg.verify.calculus.interpretations import Lattice

        if way != 1 or source not in self.models or not isinstance(self.models[source], Lattice):
            raise Uncounted
        return self._monotone(sort, source)

    def _monotone(self, sort: FunctorSort, source: str) -> list[Any]:
        """All monotone maps, or those that preserve 1 and × laxly."""
        a, b = self.models[source], self.models[sort.target]
        points = list(a.objects)
        tables = [
            table
            for table in pairs(b.objects, repeat=len(points))
            if all(b.hom(table[x], table[y]) for x in points for y in points if a.hom(x, y))
        ]
        if sort.kind == "applicatives":
            one = a.product("*", ())
            tables = [
                table
                for table in tables
                if b.hom(one, table[one])
                and all(b.hom(b.product("*", (table[x], table[y])), table[a.product("*", (x, y))]) for x in points for y in points)
            ]
        return [Monotone(table) for table in tables]

    def _arrows(self, sort: Sort, x: Any, y: Any) -> Sequence[Any]:
        if sort in (ONE, NAT):
            return ()
        if isinstance(sort, str):
            return self.models[sort].hom(x, y)
        target = self.models[sort.target]
        if isinstance(x, Family):
            return list(pairs(*(target.hom(p, q) for p, q in zip(x.values, y.values, strict=True))))
        return [()] if all(target.hom(p, q) for p, q in zip(x.table, y.table, strict=True)) else []

    def _squares(self, term: Binder, env: Mapping[str, Place]) -> Any:
        """For each arrow x → y the value at (y, x), and its images at (x, x) and (y, y); or, for an end, the other way."""
        symbol, body = opened(term, names(term) | frozenset(env))
        listed = self._objects(symbol.sort)
        for (i, x), (j, y) in pairs(enumerate(listed), repeat=2):
            for arrow in self._arrows(symbol.sort, x, y):
                yield symbol, body, i, j, x, y, arrow

    def _identity_at(self, sort: Sort, x: Any) -> Any:
        if isinstance(sort, str):
            return self._identity(sort, x)
        if isinstance(x, Family):
            return tuple(self.models[sort.target].identity(value) for value in x.values)
        return ()

    def _classes(self, term: Binder, env: Mapping[str, Place]) -> dict[tuple[int, Element], tuple[int, Element]]:
        """Each pair of an object and an element, with the representative of its class."""
        symbol, body = opened(term, names(term) | frozenset(env))
        parent: dict[tuple[int, Element], tuple[int, Element]] = {}
        for i, x in enumerate(self._objects(symbol.sort)):
            for element in self.elements(body, _at(env, symbol, x)):
                parent[i, element] = (i, element)

        def root(key: tuple[int, Element]) -> tuple[int, Element]:
            while parent[key] != key:
                parent[key] = parent[parent[key]]
                key = parent[key]
            return key

        for symbol, body, i, j, x, y, arrow in self._squares(term, env):
            mixed = {**env, symbol.name: (y, x)}
            ends = (_at(env, symbol, x), _at(env, symbol, y))
            idle = (self._identity_at(symbol.sort, x), self._identity_at(symbol.sort, y))
            listed = self.elements(body, mixed)
            self._spend(5)
            if not listed:
                continue
            to_x = self.move(body, mixed, ends[0], {symbol.name: (arrow, idle[0])})
            to_y = self.move(body, mixed, ends[1], {symbol.name: (idle[1], arrow)})
            self._spend(2 * len(listed))
            for element in listed:
                one, two = root((i, to_x(element))), root((j, to_y(element)))
                if one != two:
                    low, high = sorted((one, two), key=repr)
                    parent[high] = low
        least: dict[tuple[int, Element], tuple[int, Element]] = {}
        for key in sorted(parent, key=repr):
            least.setdefault(root(key), key)
        return {key: least[root(key)] for key in parent}

    def _families(self, term: Binder, env: Mapping[str, Place]) -> list[Element]:
        """Families of elements, one for each object, that agree along every arrow."""
        symbol, body = opened(term, names(term) | frozenset(env))
        objects = self._objects(symbol.sort)
        values = [self.elements(body, _at(env, symbol, x)) for x in objects]
        conditions: list[tuple[int, int, dict[Element, Element], dict[Element, Element]]] = []
        for symbol, body, i, j, x, y, arrow in self._squares(term, env):
            mixed = {**env, symbol.name: (x, y)}
            idle = (self._identity_at(symbol.sort, x), self._identity_at(symbol.sort, y))
            from_x = self.move(body, _at(env, symbol, x), mixed, {symbol.name: (idle[0], arrow)})
            from_y = self.move(body, _at(env, symbol, y), mixed, {symbol.name: (arrow, idle[1])})
            self._spend(20 + len(values[i]) + len(values[j]))
            conditions.append((i, j, {e: from_x(e) for e in values[i]}, {e: from_y(e) for e in values[j]}))
        families: list[tuple[Element, ...]] = [()]
        for k, listed in enumerate(values):
            relevant = [c for c in conditions if max(c[0], c[1]) == k]
            self._spend(len(families) * len(listed))
            families = [
                extended
                for family in families
                for extended in ((*family, element) for element in listed)
                if all(left[extended[i]] == right[extended[j]] for i, j, left, right in relevant)
            ]
        return families


def _flipped(env: Mapping[str, Place]) -> dict[str, Place]:
    return {name: (covariant, contravariant) for name, (contravariant, covariant) in env.items()}


def _at(env: Mapping[str, Place], symbol: Symbol, x: Any) -> dict[str, Place]:
    return {**env, symbol.name: (x, x)}
