"""The value of a composite of smooth maps at a generic point, as vectors of the calculus, in any dimension."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from catalg.learning.calculus import (
    UNIT,
    Function,
    Variable,
    Vec,
    add,
    as_scalar,
    atom_vector,
    differential,
    dot,
    number,
    replace,
    reverse,
    scalar,
    scale,
    value,
)
from catalg.model.maps import (
    ONE,
    SCALAR,
    AnyMap,
    Composite,
    Constant,
    Differential,
    Elementary,
    Inner,
    NamedMap,
    Pairing,
    ProductMap,
    Reverse,
    Scaling,
    SmoothMap,
    Space,
    Splitting,
    Tangent,
    Wiring,
)


@dataclass(slots=True)
class Evaluator:
    """Evaluates maps. A map that works on coordinates is opaque: what holds for every map holds for it."""

    _count: int = 0
    opaque: set[str] = field(default_factory=set)

    def generic(self, space: Space, prefix: str) -> list[Variable]:
        """A generic point of a space, one variable for each block."""
        return [Variable(f"{prefix}{k}", d == ONE) for k, d in enumerate(space, 1)]

    def at(self, item: SmoothMap, args: Sequence[Vec]) -> list[Vec]:
        """The value of a map at vectors, one for each block."""
        match item:
            case AnyMap(name, source, target, linear):
                return self._opaque(Function(name, source, target, linear=linear), args)
            case NamedMap(name, body):
                if _by_coordinates(body):
                    self.opaque.add(name)
                    return self._opaque(Function(name, body.source, body.target), args)
                return self.at(body, args)
            case Elementary(head):
                return self._opaque(Function(head, SCALAR, SCALAR, fixed=True), args)
            case Wiring(_, _, rows):
                return [add(*(scale(number(c), args[k]) for c, k in row)) for row in rows]
            case Constant(_, number_value, _):
                return [scalar(number(number_value))]
            case Composite(after, before):
                return self.at(after, self.at(before, args))
            case Pairing(_, parts):
                return [block for part in parts for block in self.at(part, args)]
            case ProductMap(parts):
                result: list[Vec] = []
                start = 0
                for part in parts:
                    width = len(part.source)
                    result += self.at(part, args[start : start + width])
                    start += width
                return result
            case Scaling():
                return [scale(as_scalar(args[0]), args[1])]
            case Inner():
                return [scalar(dot(args[0], args[1]))]
            case Splitting(count, joining):
                word = "join" if joining else "split"
                return self._opaque(Function(f"{word}{count}", item.source, item.target, fixed=True), args)
            case Tangent(inner):
                half = len(inner.source)
                return self.at(inner, args[:half]) + self.at(Differential(inner), args)
            case Differential(inner):
                point = self._fresh(inner.source)
                half = len(point)
                outcome = self.at(inner, [atom_vector(v, v.scalar) for v in point])
                along = dict(zip(point, args[half:], strict=True))
                back = dict(zip(point, args[:half], strict=True))
                # the directions contain no fresh variable of this call, so that replacing afterwards touches the base point only
                return [replace(differential(block, along), back) for block in outcome]
            case Reverse(inner):
                point = self._fresh(inner.source)
                half = len(point)
                outcome = self.at(inner, [atom_vector(v, v.scalar) for v in point])
                found: dict[Variable, Vec] = {}
                for block, covector in zip(outcome, args[half:], strict=True):
                    reverse(block, covector, found)
                back = dict(zip(point, args[:half], strict=True))
                return [replace(found.get(v, {}), back) for v in point]

    def _opaque(self, function: Function, args: Sequence[Vec]) -> list[Vec]:
        return [value(function, j, list(args), []) for j in range(len(function.target))]

    def _fresh(self, space: Space) -> list[Variable]:
        self._count += 1
        return self.generic(space, f"_{self._count}_")


def _by_coordinates(item: SmoothMap) -> bool:
    """Whether a formula splits its argument into coordinates."""
    from catalg.model.maps import walk_maps

    return any(isinstance(part, Splitting) for part in walk_maps(item))


__all__ = ["UNIT", "Evaluator"]
