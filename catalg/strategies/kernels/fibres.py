"""How many points of a section share their values of the invariants: a triangular Bézout bound.

At each level the unknowns are the section's coordinates there; the functions that involve only these and earlier ones are
equations for them over the field of the earlier ones. A nonsingular square system has at most as many solutions as the
product of its degrees in the unknowns, so the product over the levels bounds the degree of the map.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import lcm

from catalg.exact.poly import PolynomialRing
from catalg.strategies.kernels.sections import Level
from catalg.strategies.kernels.system import Element, PointSource, System
from catalg.strategies.kernels.twists import Twisted


@dataclass(frozen=True, slots=True)
class Restricted:
    """A function on the section as a fraction; `source` is its position in the list (None for an equation of X)."""

    top: Element
    bottom: Element
    source: int | None


@dataclass(frozen=True, slots=True)
class FibreBound:
    """The bound, and the positions of the functions that it uses."""

    degree: int
    used: tuple[int, ...]


def parametrise(system: System, levels: Sequence[Level]) -> tuple[PolynomialRing, list[Element], list[range]]:
    """The section's own coordinates: their ring, the images of the ambient ones, and each level's range."""
    count = sum(len(level.directions) for level in levels)
    ring = PolynomialRing(count, system.ring.field)
    images = [ring.zero] * system.size
    spans = []
    start = 0
    for level in levels:
        spans.append(range(start, start + len(level.directions)))
        for place, k in enumerate(level.positions):
            value = ring.scalar(level.origin[place])
            for j, direction in enumerate(level.directions):
                if direction[place] != 0:
                    value = value + ring.scalar(direction[place]) * ring.coordinates[start + j]
            images[k] = value
        start += len(level.directions)
    return ring, images, spans


def fibre_bound(system: System, levels: Sequence[Level], functions: Sequence[Twisted]) -> FibreBound | None:
    """The bound for these scalar functions on the section, or None where they do not cut out points."""
    ring, images, spans = parametrise(system, levels)
    restricted = [
        Restricted(r, ring.one, None)
        for r in (system.ring.substitute(e, images, ring) for e in system.equations)
        if r != 0
    ]
    for index, function in enumerate(functions):
        fraction = _restrict(system, function, images, ring)
        if fraction is not None:
            restricted.append(Restricted(*fraction, index))
    small = System(ring, (), (), tuple(r.top for r in restricted if r.source is None), (), (), 0)
    source = PointSource(small, 17)
    point = source.point()
    if point is None:
        return None
    degree, used = 1, []
    for span in spans:
        if not span:
            continue
        later = range(span.stop, ring.size)
        candidates = []
        for equation in restricted:
            if any(ring.degree(equation.top, k) or ring.degree(equation.bottom, k) for k in later):
                continue
            own = max(_degree_in(ring, equation.top, span), _degree_in(ring, equation.bottom, span))
            if own:
                candidates.append((own, equation))
        rows: list[list[int]] = []
        for own, equation in sorted(candidates, key=lambda c: (c[0], -1 if c[1].source is None else c[1].source)):
            row = _gradient(source, equation, point, span)
            if source.rank([*rows, row]) > len(rows):
                rows.append(row)
                degree *= own
                if equation.source is not None:
                    used.append(equation.source)
            if len(rows) == len(span):
                break
        if len(rows) < len(span):
            return None
    return FibreBound(degree, tuple(used))


def _restrict(
    system: System, function: Twisted, images: Sequence[Element], ring: PolynomialRing
) -> tuple[Element, Element] | None:
    """A power of the function on the section without fractional exponents."""
    denominators = []
    for p, c in function.factors:
        on_section = system.ring.substitute(p, images, ring)
        if on_section == 0:
            return None
        if not on_section.is_constant():
            denominators.append(c.denominator)
    power = lcm(*denominators) if denominators else 1
    top = system.ring.substitute(function.numerators[0], images, ring) ** power
    bottom = ring.one
    for p, c in function.factors:
        on_section = system.ring.substitute(p, images, ring)
        if on_section.is_constant():
            continue
        exponent = int(c * power)
        if exponent > 0:
            top = top * on_section**exponent
        else:
            bottom = bottom * on_section ** (-exponent)
    common = top.gcd(bottom) if ring.offset == 0 and top != 0 else ring.one
    return ring.reduce(top / common), ring.reduce(bottom / common)


def _degree_in(ring: PolynomialRing, element: Element, span: range) -> int:
    return max((sum(e[k] for k in span) for e in ring.table(element)), default=0)


def _gradient(source: PointSource, function: Restricted, point: Sequence[int], span: range) -> list[int]:
    prime = source.prime
    top, bottom = source.compiled(function.top), source.compiled(function.bottom)
    a, b = top(point), bottom(point)
    up, down = top.gradient(point), bottom.gradient(point)
    return [(up[k] * b - a * down[k]) % prime for k in span]
