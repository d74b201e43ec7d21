"""Does the flow of a vector field close: exp(2 pi X) = 1 on the domain of an action?

A field acts on functions by derivation. If some functions that tell the points of the domain apart span a finite-dimensional space
that the field keeps, with matrix M, then exp(2 pi X) acts there as exp(2 pi M), and it is the identity exactly when M is
semisimple with eigenvalues in iZ. Such functions are the coordinates, or the coordinates and 1 divided by a product h of
polynomials that the inequalities make positive, where ξh = c·h: the derivation of p/h has the numerator ξp - c·p.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

from catalg.exact.field import Scalar
from catalg.exact.nullspace import coordinates, row_space_rref
from catalg.exact.poly import PolynomialRing
from catalg.exact.sparse import SparseMatrix
from catalg.verify.functoriality import integral_spectrum

Element = Any
LARGEST = 30
"""The largest space of functions that is tried."""


def flow_matrix(
    ring: PolynomialRing, basis: Sequence[Element], velocity: Sequence[Element], positives: Sequence[Element]
) -> SparseMatrix | None:
    """The matrix of a polynomial field on a finite space of functions that separate the points, or None if none is found.

    `basis` is a Gröbner basis of the equations of the domain; `positives` are the polynomials that its inequalities make positive."""
    one = ring.scalar(1)
    products = [one, *positives, *(a * b for a, b in combinations(positives, 2))]
    for h in products:
        rate, rest = divmod(ring.along(h, list(velocity)), h)
        if rest != 0:
            continue
        start = list(ring.coordinates) if h.is_constant() else [one, *ring.coordinates]
        found = _closure(ring, basis, velocity, rate, start)
        if found is not None:
            return found
    return None


def closes(matrix: SparseMatrix) -> bool:
    """Whether exp(2 pi M) = 1. Raises OverflowError beyond the limit of `integral_spectrum`."""
    return integral_spectrum(matrix)


def _closure(
    ring: PolynomialRing, basis: Sequence[Element], velocity: Sequence[Element], rate: Element, start: Sequence[Element]
) -> SparseMatrix | None:
    keys: dict[object, int] = {}

    def vector(element: Element) -> dict[int, Scalar]:
        return {keys.setdefault(e, len(keys)): c for e, c in ring.table(element).items()}

    def reduced(element: Element) -> Element:
        return ring.remainder(element, list(basis)) if basis else ring.reduce(element)

    waiting = [reduced(p) for p in start]
    space: list[Element] = []
    echelon: list[dict[int, Scalar]] = []
    while waiting:
        p = waiting.pop(0)
        row = vector(p)
        if not row or coordinates(row, echelon) is not None:
            continue
        space.append(p)
        if len(space) > LARGEST:
            return None
        echelon = row_space_rref([vector(q) for q in space])
        waiting.append(reduced(ring.along(p, list(velocity)) - rate * p))
    size = len(space)
    rows = [vector(p) for p in space]
    images = []
    for p in space:
        image = vector(reduced(ring.along(p, list(velocity)) - rate * p))
        weights = coordinates(image, echelon)
        if weights is None:
            return None
        images.append(weights)
    change = [coordinates(row, echelon) for row in rows]
    if any(c is None for c in change):
        return None
    return _in_echelon(change, images, size)  # type: ignore[arg-type]


def _in_echelon(change: Sequence[Sequence[Scalar]], images: Sequence[Sequence[Scalar]], size: int) -> SparseMatrix | None:
    """M with row_i(change) M = images_i: the derivation in the echelon basis (rows act on the left)."""
    from catalg.exact.nullspace import solve

    left = SparseMatrix.from_dense([list(r) for r in change])
    columns = []
    for j in range(size):
        found = solve(left, {i: images[i][j] for i in range(size) if images[i][j] != 0})
        if found is None:
            return None
        columns.append(found)
    return SparseMatrix.from_dense([[columns[j].get(i, 0) for j in range(size)] for i in range(size)])


__all__ = ["closes", "flow_matrix"]
