"""Composites of smooth maps in coordinates, for concrete dimensions: formulas that the zero test decides.

A different route from the calculus of derivatives: the reverse derivative is a transposed Jacobian matrix here, entry by entry.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from catalg.exact.derivative import derivative
from catalg.learning.instances import PolynomialMap
from catalg.model.maps import (
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
from catalg.terms import Call, Derived, Name, Num, Term, add, mul, num, power, substitute

Block = tuple[Term, ...]
LARGEST = 24
"""The most coordinates of a source that is differentiated by hand."""


class TooManyCoordinates(Exception):
    """A space with too many coordinates to write out."""


@dataclass(slots=True)
class Coordinates:
    """Writes maps out, the dimensions being numbers for given parameters."""

    sizes: Mapping[str, int]
    instances: Mapping[str, PolynomialMap] = field(default_factory=dict)
    _count: int = 0

    def point(self, space: Space, prefix: str) -> list[Block]:
        """A generic point: `x1` for a block of dimension one, else `x1[1]`, … as names without brackets."""
        blocks: list[Block] = []
        for k, dim in enumerate(space, 1):
            size = dim.at(self.sizes)
            blocks.append(tuple(Name(f"{prefix}{k}_{i}" if size > 1 else f"{prefix}{k}") for i in range(1, size + 1)))
        if sum(map(len, blocks)) > LARGEST:
            raise TooManyCoordinates
        return blocks

    def at(self, item: SmoothMap, args: Sequence[Block]) -> list[Block]:
        """The value of a map at a point."""
        match item:
            case AnyMap(name, _, target, linear):
                flat = tuple(t for block in args for t in block)
                if name in self.instances:
                    return _cut(self.instances[name].at(flat), [d.at(self.sizes) for d in target])
                if linear:
                    width = sum(d.at(self.sizes) for d in target)
                    rows = [
                        add(*(mul(Name(f"{name}_{i}_{j}"), t) for j, t in enumerate(flat, 1))) for i in range(1, width + 1)
                    ]
                    return _cut(rows, [d.at(self.sizes) for d in target])
                values: list[Block] = []
                place = 0
                for dim in target:
                    size = dim.at(self.sizes)
                    values.append(
                        tuple(Derived(name, (place + i,), (0,) * len(flat), flat) for i in range(1, size + 1))
                    )
                    place += size
                return values
            case NamedMap(_, body):
                return self.at(body, args)
            case Elementary("reciprocal"):
                return [(power(args[0][0], num(-1)),)]
            case Elementary(head):
                return [(Call(head, args[0]),)]
            case Wiring(_, target, rows):
                return [
                    tuple(add(*(mul(Num(c), args[k][i]) for c, k in row)) for i in range(dim.at(self.sizes)))
                    for dim, row in zip(target, rows, strict=True)
                ]
            case Constant(_, value, _):
                return [(Num(value),)]
            case Composite(after, before):
                return self.at(after, self.at(before, args))
            case Pairing(_, parts):
                return [block for part in parts for block in self.at(part, args)]
            case ProductMap(parts):
                result: list[Block] = []
                start = 0
                for part in parts:
                    width = len(part.source)
                    result += self.at(part, args[start : start + width])
                    start += width
                return result
            case Scaling():
                return [tuple(mul(args[0][0], entry) for entry in args[1])]
            case Inner():
                return [(add(*(mul(a, b) for a, b in zip(args[0], args[1], strict=True))),)]
            case Splitting(_, joining):
                return [tuple(block[0] for block in args)] if joining else [(entry,) for entry in args[0]]
            case Tangent(inner):
                half = len(inner.source)
                return self.at(inner, args[:half]) + self.at(Differential(inner), args)
            case Differential(inner):
                half = len(inner.source)
                names, blocks, back = self._jacobian(inner, args[:half])
                direction = [t for block in args[half:] for t in block]
                return [
                    tuple(
                        add(*(mul(substitute(derivative(entry, x), back), v) for x, v in zip(names, direction, strict=True)))
                        for entry in block
                    )
                    for block in blocks
                ]
            case Reverse(inner):
                half = len(inner.source)
                names, blocks, back = self._jacobian(inner, args[:half])
                pairs = [
                    (entry, w)
                    for block, covector in zip(blocks, args[half:], strict=True)
                    for entry, w in zip(block, covector, strict=True)
                ]
                entries = [add(*(mul(substitute(derivative(e, x), back), w) for e, w in pairs)) for x in names]
                return _cut(entries, [len(block) for block in args[:half]])

    def _jacobian(
        self, inner: SmoothMap, base: Sequence[Block]
    ) -> tuple[list[Name], list[Block], dict[str, Term]]:
        """Fresh coordinates, the map at them, and what they are to be replaced by."""
        self._count += 1
        point = self.point(inner.source, f"t{self._count}_")
        names = [t for block in point for t in block if isinstance(t, Name)]
        values = [t for block in base for t in block]
        return names, self.at(inner, point), {n.name: v for n, v in zip(names, values, strict=True)}


def _cut(flat: Sequence[Term], widths: Sequence[int]) -> list[Block]:
    result = []
    start = 0
    for width in widths:
        result.append(tuple(flat[start : start + width]))
        start += width
    return result
