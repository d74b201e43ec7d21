"""Connectedness of the space of one argument, from its equations and inequalities.

Three shapes are seen. *Convex*: inequalities of degree 1. *Towers of half lines*: some coordinate occurs in inequalities only
to degree 1, each time with a coefficient that the other inequalities make positive; over each point below it runs
through a half line (symmetric matrices with positive leading minors are such a tower). *Graphs*: one equation
c·h^2 = q(others) + d with h > 0 a coordinate, q a positive definite diagonal form and d, c >= 0; this is a graph over
R^(N-1) for d > 0 (a sheet of a hyperboloid) and over R^(N-1) without its origin for d = 0 (a light cone, N - 1 >= 2).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from catalg.verify.kernels.frame import Element, Frame


def positive_functions(frame: Frame, positions: Sequence[int]) -> list[Element] | None:
    """The polynomials that the inequalities on these coordinates make positive; None if a fraction occurs."""
    found = []
    for inequality in frame.problem.inequalities:
        if any(d and k in positions for e, _ in inequality.numerator.terms for k, d in enumerate(e)):
            numerator, denominator = frame.fraction(inequality)
            if not denominator.is_constant():
                return None
            value = next(iter(frame.ring.table(denominator).values()))
            if not isinstance(value, Fraction):
                return None
            found.append(numerator if value > 0 else -numerator)
    return found


def is_tower(frame: Frame, positives: Sequence[Element]) -> bool:
    """Whether the inequalities p > 0 cut out a convex set or a tower of half lines over one."""
    ring = frame.ring
    rest = [p for p in positives if not p.is_constant()]
    while rest:
        if all(ring.total_degree(p) <= 1 for p in rest):
            return True
        for k in range(frame.size):
            own = [p for p in rest if ring.degree(p, k)]
            below = [p for p in rest if not ring.degree(p, k)]
            if own and all(ring.degree(p, k) == 1 and _positive(frame, ring.derivative(p, k), below) for p in own):
                rest = below
                break
        else:
            return False
    return True


def _positive(frame: Frame, element: Element, positives: Sequence[Element]) -> bool:
    """Whether a polynomial is a positive constant times a product of positive ones."""
    rest = without(element, positives)
    if not rest.is_constant() or rest == 0:
        return False
    value = next(iter(frame.ring.table(rest).values()))
    return isinstance(value, Fraction) and value > 0


def without(element: Element, positives: Sequence[Element]) -> Element:
    """The polynomial divided by the positive ones as often as they divide it."""
    if element == 0:
        return element
    for p in positives:
        while not p.is_constant():
            quotient, rest = divmod(element, p)
            if rest != 0:
                break
            element = quotient
    return element


def graph_coordinate(
    frame: Frame, positions: Sequence[int], equations: Sequence[Element], positives: Sequence[Element]
) -> int | None:
    """The coordinate h of a connected graph c·h^2 = q(others) + d, h > 0 over all other positions, or None."""
    if len(equations) != 1 or len(positives) != 1:
        return None
    ring = frame.ring
    lone = [k for k in positions if positives[0] == ring.coordinates[k]]
    if not lone:
        return None
    table = dict(ring.table(equations[0]))
    constant = table.pop((0,) * frame.size, Fraction(0))
    if any(sum(e) != 2 or 2 not in e for e in table) or not all(isinstance(c, Fraction) for c in table.values()):
        return None
    squares = {e.index(2): c for e, c in table.items()}
    if set(squares) != set(positions) or not isinstance(constant, Fraction):
        return None
    sign = 1 if squares[lone[0]] > 0 else -1
    others = [c * sign for k, c in squares.items() if k != lone[0]]
    if any(c > 0 for c in others) or constant * sign > 0:
        return None
    return lone[0] if constant or len(others) >= 2 else None


def inside(frame: Frame, positions: Sequence[int], origin: Sequence[object], positives: Sequence[Element]) -> bool:
    """Whether a point of these coordinates satisfies the inequalities."""
    images = [frame.ring.zero] * frame.size
    for k, c in zip(positions, origin, strict=True):
        images[k] = frame.ring.scalar(c)  # type: ignore[arg-type]
    for p in positives:
        table = frame.ring.table(frame.ring.substitute(p, images))
        value = table.get((0,) * frame.size, Fraction(0))
        if set(table) - {(0,) * frame.size} or not isinstance(value, Fraction) or value <= 0:
            return False
    return True


__all__ = ["graph_coordinate", "inside", "is_tower", "positive_functions", "without"]
