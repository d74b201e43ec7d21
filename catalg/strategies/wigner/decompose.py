"""A representation of so(3) as a sum of irreducible ones, with the change of basis.

The vectors of weight 0 are the kernel of Z; on them the Casimir operator -(X² + Y² + Z²) is l(l+1) on the part of spin l, and each of
them generates a copy of `irrep(l)`: Y e_0 = c e_1, and so on up the ladder, with Z e_m = m e_-m. Parts of half-integer spin have no
vector of weight 0; where there are any the representation is not covered.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from catalg.exact.coupling import LARGEST_NORMALISED
from catalg.exact.field import Scalar
from catalg.exact.functions import LARGEST_COUPLED
from catalg.exact.nullspace import nullspace
from catalg.exact.sparse import SparseMatrix, Vector, plain
from catalg.families.angular_momentum import harmonics, rational_harmonics
from catalg.model.protocols import NotCovered
from catalg.universes.vect import inverse

Axes = tuple[SparseMatrix, SparseMatrix, SparseMatrix]


@dataclass(frozen=True, slots=True)
class Part:
    """A copy of `irrep(degree)`: the columns of `into` are its basis, the rows of `onto` its coordinates."""

    degree: int
    into: SparseMatrix
    onto: SparseMatrix

    @property
    def whole(self) -> bool:
        """Whether it is all of the representation, basis and all."""
        return self.into == SparseMatrix.identity(self.into.nrows)


def decompose(axes: Axes) -> list[Part]:
    """The irreducible parts, in the order of their first coordinates. Raises NotCovered."""
    size = axes[0].nrows
    found: list[tuple[int, list[Vector]]] = []
    for places in _blocks(axes, size):
        small = [_cut(m, places) for m in axes]
        for degree, vectors in _irreducible(small, len(places)):
            found.append((degree, [{places[k]: c for k, c in v.items()} for v in vectors]))
    columns = [v for _, vectors in found for v in vectors]
    if len(columns) != size:
        raise NotCovered("representations of half-integer spin are not split here")
    whole = SparseMatrix.of(columns, size).transpose()
    back = whole if whole == SparseMatrix.identity(size) else inverse(whole)
    parts, start = [], 0
    for degree, vectors in found:
        rows = back.rows[start : start + len(vectors)]
        parts.append(Part(degree, SparseMatrix.of(vectors, size).transpose(), SparseMatrix.of(rows, size)))
        start += len(vectors)
    return parts


def _blocks(axes: Sequence[SparseMatrix], size: int) -> list[list[int]]:
    """The finest partition of the coordinates that all matrices respect."""
    parent = list(range(size))

    def find(k: int) -> int:
        while parent[k] != k:
            k = parent[k]
        return k

    for m in axes:
        for i, row in enumerate(m.rows):
            for j in row:
                a, b = find(i), find(j)
                parent[max(a, b)] = min(a, b)
    groups: dict[int, list[int]] = {}
    for k in range(size):
        groups.setdefault(find(k), []).append(k)
    return list(groups.values())


def _cut(m: SparseMatrix, places: Sequence[int]) -> SparseMatrix:
    at = {k: i for i, k in enumerate(places)}
    return SparseMatrix.of([{at[j]: c for j, c in m.rows[k].items()} for k in places], len(places))


def ladder(degree: int) -> Axes:
    """The matrices of `irrep(degree)`."""
    tables = (harmonics if degree <= LARGEST_NORMALISED else rational_harmonics)(degree)
    size = 2 * degree + 1
    x, y, z = (SparseMatrix.from_entries(t, size, size) for t in tables)
    return x, y, z


def _irreducible(axes: Sequence[SparseMatrix], size: int) -> list[tuple[int, list[Vector]]]:
    if size % 2:
        degree = (size - 1) // 2
        if degree <= LARGEST_COUPLED and all(a == b for a, b in zip(axes, ladder(degree), strict=True)):
            return [(degree, [{k: 1} for k in range(size)])]
    x, y, z = axes
    still = nullspace(z) if not z.is_zero else [{k: 1} for k in range(size)]
    casimir = (x @ x + y @ y + z @ z).scale(-1)
    found: list[tuple[int, list[Vector]]] = []
    left = len(still)
    for degree in range((size - 1) // 2 + 1):
        if not left:
            break
        shifted = casimir - SparseMatrix.identity(size).scale(degree * (degree + 1))
        rows = SparseMatrix.of([*z.rows, *shifted.rows], size)
        starts: list[Vector] = nullspace(rows) if not rows.is_zero else [{k: 1} for k in range(size)]
        for start in starts:
            if degree > LARGEST_COUPLED:
                raise NotCovered("")
            found.append((degree, _climb(start, degree, y, z)))
            left -= 1
    return found


def _climb(start: Vector, degree: int, y: SparseMatrix, z: SparseMatrix) -> list[Vector]:
    """The basis e_-l, …, e_l that a vector of weight 0 generates."""
    steps = ladder(degree)[1]
    up: list[Vector] = [start]
    for m in range(degree):
        image = dict(y.apply(up[m]))
        if m:
            c = steps[degree + m - 1, degree + m]
            for k, v in up[m - 1].items():
                image[k] = plain(image.get(k, 0) - c * v)
        scale = steps[degree + m + 1, degree + m]
        up.append({k: _quotient(v, scale) for k, v in image.items() if v != 0})
    down = [{k: _quotient(v, m) for k, v in z.apply(up[m]).items()} for m in range(degree, 0, -1)]
    return [*down, *up]


def _quotient(value: Scalar, divisor: Scalar) -> Scalar:
    return plain(Fraction(value, divisor) if isinstance(value, int) and isinstance(divisor, int) else value / divisor)
