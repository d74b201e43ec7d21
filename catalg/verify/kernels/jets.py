"""Taylor polynomials at a rational point, for comparing sums of superpositions.

The N-jets at x0 of sum f_i(A_i) C_i, the f_i arbitrary smooth functions, are the span of the jets of (A_i - A_i(x0))^alpha C_i
with |alpha| <= N: a function whose jet lies outside is not of this form. f(u) + g(v) misses u·v in this way. On X = {E = 0}, smooth
at x0, jets are taken modulo those of multiples of the E's. The f_i may be singular at single points: the jets of the instances
that are different functions must be independent at x0, so that their span varies continuously and the conclusion holds nearby.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product

from catalg.exact.field import Scalar
from catalg.exact.nullspace import rank
from catalg.exact.poly import PolynomialRing
from catalg.exact.sparse import SparseMatrix
from catalg.verify.kernels.terms import Element

Rational = tuple[Element, Element]


class Jets:
    """Truncated Taylor expansions around a point."""

    def __init__(self, ring: PolynomialRing, point: Sequence[Fraction], order: int) -> None:
        self.ring, self.order = ring, order
        self.shifted = [x + ring.scalar(c) for x, c in zip(ring.coordinates, point, strict=True)]

    def cut(self, element: Element) -> Element:
        """The terms up to the order."""
        table = self.ring.table(element)
        return self.ring.element({e: c for e, c in table.items() if sum(e) <= self.order})

    def of(self, function: Rational) -> Element | None:
        """The jet of a rational function, or None at a pole."""
        top, bottom = (self.cut(self.ring.substitute(f, self.shifted)) for f in function)
        constant = self.ring.table(bottom).get((0,) * self.ring.size, 0)
        if constant == 0:
            return None
        rest = self.ring.scalar(1 / constant if not isinstance(constant, int) else Fraction(1, constant)) * bottom - self.ring.one
        inverse = power = self.ring.one
        for _ in range(self.order):
            power = self.cut(-power * rest)
            inverse = inverse + power
        scale = 1 / constant if not isinstance(constant, int) else Fraction(1, constant)
        return self.cut(top * inverse * self.ring.scalar(scale))


def _multiples(jets: Jets, equations: Sequence[Element], components: int) -> list[list[Element]]:
    """The jets of monomials times the equations, in each component."""
    ring = jets.ring
    columns = []
    for equation in equations:
        jet = jets.of((equation, ring.one))
        for exponents in product(range(jets.order), repeat=ring.size) if jets.order <= 2 else ():
            if sum(exponents) >= jets.order:
                continue
            factor = ring.element({exponents: Fraction(1)})
            multiple = jets.cut(jet * factor)
            for i in range(components):
                columns.append([multiple if j == i else ring.zero for j in range(components)])
    return columns


def outside(
    ring: PolynomialRing,
    point: Sequence[Fraction],
    superpositions: Sequence[tuple[Sequence[Rational], Sequence[Rational]]],
    candidate: Sequence[Rational],
    equations: Sequence[Element] = (),
    order: int = 2,
) -> bool:
    """Whether a vector-valued function is certainly not sum f_i(A_i) C_i near the point; `superpositions` lists (A_i, C_i)."""
    jets = Jets(ring, point, order)
    columns: dict[object, list[Element]] = {}
    for arguments, values in superpositions:
        expanded = [jets.of(v) for v in values]
        inner = [jets.of(a) for a in arguments]
        if any(e is None for e in (*expanded, *inner)):
            return False
        centred = [a - ring.scalar(ring.table(a).get((0,) * ring.size, 0)) for a in inner]
        for alpha in product(range(order + 1), repeat=len(centred)):
            if sum(alpha) > order:
                continue
            factor = ring.one
            for a, e in zip(centred, alpha, strict=True):
                factor = jets.cut(factor * a**e)
            powers = frozenset((str(a), e) for a, e in zip(arguments, alpha, strict=True) if e)
            columns[powers, str(values)] = [jets.cut(factor * v) for v in expanded]
    multiples = _multiples(jets, equations, len(candidate))
    wanted = [jets.of(c) for c in candidate]
    if any(w is None for w in wanted):
        return False
    index: dict[object, int] = {}

    def row(entries: Sequence[Element]) -> dict[int, Scalar]:
        out: dict[int, Scalar] = {}
        for i, entry in enumerate(entries):
            for e, c in ring.table(entry).items():
                out[index.setdefault((i, e), len(index))] = c
        return out

    rows, ideal = [row(c) for c in columns.values()], [row(c) for c in multiples]
    last = row(wanted)
    width = len(index) + 1

    def size(given: Sequence[dict[int, Scalar]]) -> int:
        kept = [r for r in given if r]
        return rank(SparseMatrix.of(kept, width)) if kept else 0

    before = size([*ideal, *rows])
    return before == size(ideal) + len(rows) and size([*ideal, *rows, last]) > before
