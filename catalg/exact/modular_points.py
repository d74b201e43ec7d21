"""Random points of an algebraic set modulo a prime.

Coordinates are settled one after the other: an equation in one unknown is solved by roots, one that is linear in an unknown
with a constant slope gives it in terms of the others, and otherwise a coordinate is chosen at random. Points with
small coordinates are special, so all choices range over the whole prime field.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import flint

from catalg.exact.modular import rank_mod_p
from catalg.exact.poly import ModularPolynomial, PolynomialRing

Element = Any


class ModularPoints:
    """A fixed sequence of random points where the given polynomials of a ring vanish modulo a prime.

    >>> ring = PolynomialRing(2)
    >>> x, y = ring.coordinates
    >>> a, b = ModularPoints(ring, [x * x + y * y - 1], 10007, 0, 1).point()
    >>> (a * a + b * b) % 10007
    1
    """

    def __init__(self, ring: PolynomialRing, equations: Sequence[Element], prime: int, root: int, seed: int) -> None:
        self.ring, self.prime = ring, prime
        self.random = random.Random(seed)
        self.context = flint.nmod_mpoly_ctx.get([f"x{k}" for k in range(max(ring.size, 1))], modulus=prime)
        self.equations = []
        for equation in equations:
            table = ring.table(equation)
            residues = ModularPolynomial(table, prime, root).terms
            self.equations.append(
                self.context.from_dict(
                    {tuple(e) or (0,): value for e, (value, _) in zip(table, residues, strict=True)}
                )
            )

    def point(self, tries: int = 200) -> list[int] | None:
        """The next point, or None when `tries` attempts fail."""
        for _ in range(tries):
            point = self._attempt()
            if point is not None:
                return point
        return None

    def _attempt(self) -> list[int] | None:
        size, variables = self.ring.size, list(self.context.gens())
        pending = [e for e in self.equations if not e.is_zero()]
        chosen: dict[int, Element] = {}
        while pending:
            index, value = self._next(pending)
            if value is None:
                return None
            chosen[index] = value
            images = [value if k == index else v for k, v in enumerate(variables)]
            pending = [e for e in (e.compose(*images, ctx=self.context) for e in pending) if not e.is_zero()]
        values = [self.random.randrange(self.prime) for _ in range(size)]
        for index in reversed(chosen):
            values[index] = int(chosen[index](*values))
        return values

    def _next(self, pending: Sequence[Element]) -> tuple[int, Element | None]:
        """The next coordinate to settle, with its value in terms of the others; None at a contradiction."""
        used = [[k for k, d in enumerate(e.degrees()) if d] for e in pending]
        if any(not places for places in used):
            return 0, None
        for equation, places in zip(pending, used, strict=True):
            if len(places) == 1:
                root = self._root(equation, places[0])
                return places[0], None if root is None else self.context.constant(root)
        for equation, places in zip(pending, used, strict=True):
            for k in reversed(places):
                slope = equation.derivative(k)
                if slope.is_constant():
                    return k, self.context.gens()[k] - equation * pow(int(slope.coefficient(0)), -1, self.prime)
        return min(k for places in used for k in places), self.context.constant(self.random.randrange(self.prime))

    def _root(self, equation: Element, index: int) -> int | None:
        coefficients: dict[int, int] = {int(k[index]): int(c) for k, c in equation.to_dict().items()}
        poly = flint.nmod_poly([coefficients.get(d, 0) for d in range(max(coefficients) + 1)], self.prime)
        roots = [int(r) for r, _ in poly.roots()]
        return self.random.choice(roots) if roots else None


def dense_rank(rows: Sequence[Sequence[int]], prime: int) -> int:
    """The rank of a dense matrix modulo a prime."""
    sparse = [{j: e % prime for j, e in enumerate(row) if e % prime} for row in rows]
    return rank_mod_p([row for row in sparse if row], max((len(row) for row in rows), default=0), prime)
