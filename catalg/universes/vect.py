"""Representations as exact sparse matrices: one for each generator, in the bases that `model/representation` documents.

A discrete generator acts on a tensor product by the Kronecker product, a Lie generator by Leibniz' rule; on the dual by
g^-T and -X^T; on Hom(A, B) by b X a^-1 and bX - Xa, which in row-major coordinates is B (x) A*. Symmetric and exterior
powers are computed on monomials and wedges by multiplying out images of basis vectors.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations, combinations_with_replacement

import flint

from catalg.exact.field import Scalar
from catalg.exact.modular import reduce_rows
from catalg.exact.sparse import SparseMatrix, Vector, plain
from catalg.model.group import Bracket, Group, LieCombination, Word
from catalg.model.representation import (
    DualRep,
    ExplicitRep,
    FreeRep,
    HomRep,
    PowerRep,
    PulledRep,
    Rep,
    RestrictedRep,
    SumRep,
    SymbolicRep,
    TensorRep,
    TrivialRep,
)
from catalg.universes.monomial import is_concrete, parity
from catalg.universes.permutations import factor_generator, permutation

__all__ = [
    "dimension", "inverse", "inverse_modulo", "is_concrete", "lie_matrix", "matrix", "modulo", "permutation", "word_matrix",
]


def dimension(rep: Rep) -> int:
    """The dimension of a concrete representation. Raises ValueError where it is symbolic."""
    size = rep.dim.constant()
    if size is None:
        raise ValueError(f"the dimension {rep.dim} is symbolic")
    return size


def inverse(g: SparseMatrix) -> SparseMatrix:
    """The inverse of a square matrix, by Gauss-Jordan elimination. Raises ZeroDivisionError if it is singular.

    >>> inverse(SparseMatrix.from_dense([[2, 1], [1, 1]])).to_dense()
    ((1, -1), (-1, 2))
    """
    size = g.nrows
    transposed = g.transpose()
    if (g @ transposed) == SparseMatrix.identity(size):
        return transposed
    work: list[dict[int, Scalar]] = [{**row, size + i: 1} for i, row in enumerate(g.rows)]
    for column in range(size):
        candidates = [i for i in range(column, size) if column in work[i]]
        if not candidates:
            raise ZeroDivisionError("the matrix is singular")
        best = min(candidates, key=lambda i: (len(work[i]), i))
        work[column], work[best] = work[best], work[column]
        lead = work[column][column]
        if lead != 1:
            reciprocal = _reciprocal(lead)
            work[column] = {j: plain(x * reciprocal) for j, x in work[column].items()}
        pivot = work[column]
        for i in range(size):
            factor = work[i].get(column)
            if i == column or not factor:
                continue
            row = work[i]
            for j, x in pivot.items():
                value = plain(row.get(j, 0) - factor * x)
                if value:
                    row[j] = value
                else:
                    row.pop(j, None)
    return SparseMatrix.of([{j - size: x for j, x in row.items() if j >= size} for row in work], size)


def modulo(m: SparseMatrix, p: int) -> SparseMatrix:
    """The matrix with its entries reduced to 0..p-1; itself for p = 0. Raises ZeroDivisionError if p divides a denominator."""
    if not p:
        return m
    return SparseMatrix(tuple(reduce_rows(m.rows, p)), m.nrows, m.ncols)  # type: ignore[arg-type]


def inverse_modulo(g: SparseMatrix, p: int) -> SparseMatrix:
    """The inverse modulo a prime; the exact inverse for p = 0. Raises ZeroDivisionError if the matrix is singular."""
    if not p:
        return inverse(g)
    cells = [int(x) % p for row in modulo(g, p).to_dense() for x in row]  # type: ignore[arg-type]
    table = flint.nmod_mat(g.nrows, g.nrows, cells, p).inv().tolist() if g.nrows else []
    return SparseMatrix.from_dense([[int(x) for x in row] for row in table], g.nrows)


def _reciprocal(value: Scalar) -> Scalar:
    return plain(Fraction(1) / value)


def matrix(rep: Rep, generator: str) -> SparseMatrix:
    """The matrix of a generator: of the group element if it is discrete, of its image in gl(V) if it is a Lie generator.

    Zero-dimensional representations have 0 x 0 matrices.

    Raises ValueError for a representation of symbolic size, KeyError for an unknown generator.
    """
    return _Builder(generator, _kind(rep.group, generator) == "lie", rep.field.characteristic).of(rep)


def _kind(group: Group, generator: str) -> str:
    return group.generator(generator).kind


class _Builder:
    """Builds the matrices of one generator, sharing those of equal subtrees."""

    def __init__(self, generator: str, lie: bool, characteristic: int) -> None:
        self.generator, self.lie, self.characteristic = generator, lie, characteristic
        self.known: dict[int, tuple[Rep, SparseMatrix]] = {}

    def of(self, rep: Rep) -> SparseMatrix:
        found = self.known.get(id(rep))
        if found is None:
            found = self.known[id(rep)] = (rep, modulo(self._build(rep), self.characteristic))
        return found[1]

    def _build(self, rep: Rep) -> SparseMatrix:
        size = dimension(rep)
        match rep:
            case ExplicitRep():
                return rep.matrix(self.generator)
            case SymbolicRep():
                raise ValueError(f"the dimension {rep.dim} is symbolic")
            case TrivialRep():
                return self._still(size)
            case FreeRep(base=base):
                return self._still(size) if self.lie else SparseMatrix.permutation(permutation(base, self.generator))
            case TensorRep(factors):
                return self._tensor([self.of(factor) for factor in factors])
            case SumRep(summands):
                result = SparseMatrix.zero(0, 0)
                for summand in summands:
                    result = result.direct_sum(self.of(summand))
                return result
            case PowerRep(kind=kind, order=order, base=base):
                return self._power(kind, order, self.of(base))
            case DualRep(base=base):
                return self._dual(self.of(base))
            case HomRep(source=source, target=target):
                return self._tensor([self.of(target), self._dual(self.of(source))])
            case PulledRep(base=base, group=group, factor=factor):
                name = factor_generator(group, factor, self.generator)
                return self._still(size) if name is None else _Builder(name, self.lie, self.characteristic).of(base)
            case RestrictedRep(base=base, along=along):
                image = along.image(self.generator)
                return lie_matrix(base, image) if isinstance(image, LieCombination) else word_matrix(base, image)

    def _still(self, size: int) -> SparseMatrix:
        return SparseMatrix.zero(size, size) if self.lie else SparseMatrix.identity(size)

    def _dual(self, g: SparseMatrix) -> SparseMatrix:
        return -g.transpose() if self.lie else inverse_modulo(g, self.characteristic).transpose()

    def _tensor(self, parts: list[SparseMatrix]) -> SparseMatrix:
        result = self._still(1)
        for part in parts:
            if self.lie:
                result = result.kron(SparseMatrix.identity(part.nrows)) + SparseMatrix.identity(result.nrows).kron(part)
            else:
                result = result.kron(part)
        return result

    def _power(self, kind: str, order: int, g: SparseMatrix) -> SparseMatrix:
        choose = combinations_with_replacement if kind == "symmetric" else combinations
        basis = list(choose(range(g.nrows), order))
        index = {item: position for position, item in enumerate(basis)}
        columns = g.transpose().rows
        images: list[Vector] = []
        for item in basis:
            image = _derivation(kind, item, columns) if self.lie else _multiplied(kind, item, columns)
            images.append({index[key]: value for key, value in image.items() if value})
        return SparseMatrix.of(images, len(basis)).transpose()


def _join(kind: str, item: tuple[int, ...]) -> tuple[tuple[int, ...], int]:
    """The basis vector of a product of basis vectors, with its sign (0 where a wedge repeats a factor)."""
    ordered = tuple(sorted(item))
    if kind == "symmetric":
        return ordered, 1
    if len(set(item)) < len(item):
        return ordered, 0
    return ordered, parity(list(item))


def _multiplied(kind: str, item: tuple[int, ...], columns: tuple[Vector, ...]) -> Mapping[tuple[int, ...], Scalar]:
    """g e_i1 … g e_ik, multiplied out."""
    image: dict[tuple[int, ...], Scalar] = {(): 1}
    for i in item:
        following: dict[tuple[int, ...], Scalar] = {}
        for key, value in image.items():
            for j, x in columns[i].items():
                joined, sign = _join(kind, (*key, j))
                if sign:
                    following[joined] = following.get(joined, 0) + sign * value * x
        image = {key: value for key, value in following.items() if value}
    return image


def _derivation(kind: str, item: tuple[int, ...], columns: tuple[Vector, ...]) -> Mapping[tuple[int, ...], Scalar]:
    """X applied to e_i1 … e_ik by Leibniz' rule."""
    image: dict[tuple[int, ...], Scalar] = {}
    for place, i in enumerate(item):
        for j, x in columns[i].items():
            joined, sign = _join(kind, (*item[:place], j, *item[place + 1 :]))
            if sign:
                image[joined] = image.get(joined, 0) + sign * x
    return image


def word_matrix(rep: Rep, word: Word) -> SparseMatrix:
    """The matrix of a group word; the right factor acts first, as in (s*r)·x = s·(r·x).

    Raises ValueError if the exponents of the word add up to more than 100000 in absolute value.
    """
    if sum(abs(exponent) for _, exponent in word) > 100_000:
        raise ValueError("the word is too long")
    p = rep.field.characteristic
    result = SparseMatrix.identity(dimension(rep))
    for name, exponent in word:
        step = matrix(rep, name)
        power = matrix_power(inverse_modulo(step, p) if exponent < 0 else step, abs(exponent), p)
        result = modulo(result @ power, p)
    return result


def matrix_power(g: SparseMatrix, exponent: int, characteristic: int = 0) -> SparseMatrix:
    """A natural power of a square matrix, modulo the characteristic if that is not 0."""
    result = SparseMatrix.identity(g.nrows)
    while exponent:
        if exponent & 1:
            result = modulo(result @ g, characteristic)
        exponent >>= 1
        if exponent:
            g = modulo(g @ g, characteristic)
    return result


def lie_matrix(rep: Rep, element: LieCombination) -> SparseMatrix:
    """The image in gl(V) of an element of the free Lie algebra on the Lie generators."""
    size = dimension(rep)

    def of(part: Bracket | LieCombination | str) -> SparseMatrix:
        match part:
            case str():
                return matrix(rep, part)
            case Bracket(left, right):
                a, b = of(left), of(right)
                return a @ b - b @ a
            case LieCombination(terms):
                total = SparseMatrix.zero(size, size)
                for coefficient, inner in terms:
                    total = total + of(inner).scale(coefficient)
                return total

    return modulo(of(element), rep.field.characteristic)
