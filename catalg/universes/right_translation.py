"""Right translations of a group that acts on itself by affine maps: x -> x·h^-1 for h in the image of i : H -> G.

A map of G to itself commutes with all left translations exactly when it is a right translation, and it is known from
where it sends the neutral element e. So x -> Bx + c is found by linear algebra from the left translations x -> Ax + b: it must
commute with each of them, and send e to h^-1; for an element X of the Lie algebra the field must have the value -X at e.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from catalg.exact.dense import inverse
from catalg.exact.field import QQ, Scalar
from catalg.exact.nullspace import solve
from catalg.exact.sparse import SparseMatrix, common_field, plain
from catalg.model.action import ExplicitAction
from catalg.model.group import Bracket, Homomorphism, LieCombination, Word

Table = dict[tuple[int, ...], Scalar]
Fractional = tuple[Table, Table]
Affine = tuple[list[list[Scalar]], list[Scalar]]


class NoTranslation(ValueError):
    """No right translation was found; the message says why."""


@dataclass(frozen=True, slots=True)
class RightStep:
    """The map of a discrete element, or the vector field of one of the Lie algebra, on the coordinates of G."""

    kind: str
    images: tuple[Fractional, ...]


Right = Sequence[tuple[str, Word, RightStep]]


def right_translations(
    images: Callable[[str], list[Fractional]], size: int, whole: ExplicitAction, along: Homomorphism
) -> Right:
    """For each generator of H: its name, the word of its image (empty in the Lie algebra), and how it acts. Raises NoTranslation."""
    group = whole.group
    if whole.neutral is None:
        raise NoTranslation(f"{group.label} as a space")
    neutral: list[Scalar] = [Fraction(c) for c in whole.neutral]
    left = {g.name: _affine(images(g.name), size) for g in group.generators}
    kinds = {g.name: g.kind for g in group.generators}
    found: list[tuple[str, Word, RightStep]] = []
    for name, image in along.images:
        if isinstance(image, LieCombination):
            velocity = [-c for c in _field(left, image, neutral, size)]
            step = _commuting(left, kinds, neutral, velocity, size, "lie")
            found.append((name, (), step))
        else:
            target = neutral
            for letter, exponent in reversed(tuple((g, -e) for g, e in reversed(image))):
                matrix, shift = left[letter]
                if exponent < 0:
                    matrix = [list(row) for row in inverse(matrix)]
                    shift = [-c for c in _apply(matrix, shift)]
                for _ in range(abs(exponent)):
                    target = [plain(a + b) for a, b in zip(_apply(matrix, target), shift, strict=True)]
            found.append((name, image, _commuting(left, kinds, neutral, target, size, "discrete")))
    return found


def _apply(matrix: Sequence[Sequence[Scalar]], vector: Sequence[Scalar]) -> list[Scalar]:
    return [plain(sum((a * x for a, x in zip(row, vector, strict=True) if a != 0 and x != 0), Fraction(0))) for row in matrix]


def _affine(images: Sequence[Fractional], size: int) -> Affine:
    matrix: list[list[Scalar]] = [[Fraction(0)] * size for _ in range(size)]
    shift: list[Scalar] = [Fraction(0)] * size
    for k, (numerator, denominator) in enumerate(images):
        if set(denominator) != {(0,) * size} or denominator[(0,) * size] != 1:
            raise NoTranslation("left translations that are not affine maps")
        for exponents, c in numerator.items():
            if sum(exponents) > 1:
                raise NoTranslation("left translations that are not affine maps")
            if sum(exponents):
                matrix[k][exponents.index(1)] = c
            else:
                shift[k] = c
    return matrix, shift


def _field(left: dict[str, Affine], element: LieCombination, point: Sequence[Scalar], size: int) -> list[Scalar]:
    """The velocity of a point under an element of the Lie algebra."""
    matrix, shift = _combined(left, element, size)
    return [plain(a + b) for a, b in zip(_apply(matrix, point), shift, strict=True)]


def _combined(left: dict[str, Affine], element: LieCombination | Bracket | str, size: int) -> Affine:
    """The affine field of an element; the bracket of two is that of their matrices [[A, b], [0, 0]]."""
    if isinstance(element, str | Bracket):
        element = LieCombination(((Fraction(1), element),))
    total: Affine = ([[Fraction(0)] * size for _ in range(size)], [Fraction(0)] * size)
    for weight, part in element.terms:
        if isinstance(part, Bracket):
            (a, b), (c, d) = _combined(left, part.left, size), _combined(left, part.right, size)
            m, n = SparseMatrix.from_dense(a), SparseMatrix.from_dense(c)
            matrix: Sequence[Sequence[Scalar]] = (m @ n - n @ m).to_dense()
            shift = [plain(x - y) for x, y in zip(_apply(a, d), _apply(c, b), strict=True)]
        else:
            matrix, shift = left[part]
        for i in range(size):
            total[1][i] = plain(total[1][i] + weight * shift[i])
            for j in range(size):
                if matrix[i][j] != 0:
                    total[0][i][j] = plain(total[0][i][j] + weight * matrix[i][j])
    return total


def _commuting(
    left: dict[str, Affine], kinds: dict[str, str], neutral: Sequence[Scalar], value: Sequence[Scalar], size: int, kind: str
) -> RightStep:
    """The affine map (or field) x -> Bx + c with the value at e that commutes with the left translations.

    Unknown: B row by row, then c. With a Lie generator x -> Ax + b it commutes when AB = BA and Ac = Bb; a map with a discrete
    generator when AB = BA and Ac + b = Bb + c; a field with a discrete one when AB = BA and Ac = Bb + c.
    """
    width = size * size + size
    rows: list[dict[int, Scalar]] = []
    constants: dict[int, Scalar] = {}

    def add(row: dict[int, Scalar], key: int, c: Scalar) -> None:
        total = row.get(key, 0) + c
        if total == 0:
            row.pop(key, None)
        else:
            row[key] = total

    for name, (a, b) in left.items():
        still = kinds[name] == "discrete"
        for i in range(size):
            for j in range(size):
                row: dict[int, Scalar] = {}
                for k in range(size):
                    if a[i][k] != 0:
                        add(row, k * size + j, a[i][k])
                    if a[k][j] != 0:
                        add(row, i * size + k, -a[k][j])
                if row:
                    rows.append(row)
            row = {}
            for k in range(size):
                if a[i][k] != 0:
                    add(row, size * size + k, a[i][k])
                if b[k] != 0:
                    add(row, i * size + k, -b[k])
            if still:
                add(row, size * size + i, Fraction(-1))
            constant = -b[i] if still and kind == "discrete" else Fraction(0)
            if row or constant != 0:
                if constant != 0:
                    constants[len(rows)] = constant
                rows.append(row)
    for i in range(size):
        row = {i * size + k: c for k, c in enumerate(neutral) if c != 0}
        row[size * size + i] = Fraction(1)
        if value[i] != 0:
            constants[len(rows)] = value[i]
        rows.append(row)
    field = common_field([*rows, constants]) if rows else QQ
    found = solve(SparseMatrix.of(rows, width, field), constants)
    if found is None:
        raise NoTranslation("right translations that are not affine maps")
    zero = (0,) * size
    images: list[Fractional] = []
    for i in range(size):
        table: Table = {
            tuple(int(k == j) for k in range(size)): found[i * size + j] for j in range(size) if found.get(i * size + j, 0) != 0
        }
        if found.get(size * size + i, 0) != 0:
            table[zero] = found[size * size + i]
        images.append((table, {zero: Fraction(1)}))
    return RightStep(kind, tuple(images))
