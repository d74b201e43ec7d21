"""Signed permutation representations: every generator sends each basis vector to plus or minus a basis vector.

Functions on G-sets, their tensor products, sums, duals, homs and symmetric powers are of this kind, exterior powers and
the sign with signs, and so is every explicit representation whose matrices happen to be. For them intertwiners are
orbits of index pairs, and no linear algebra is needed (D. G. Higman, *Intersection matrices for finite permutation
groups*, 1967).
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement

from catalg.exact.sparse import SparseMatrix
from catalg.model.group import LieCombination
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
from catalg.universes.permutations import factor_generator, is_concrete_set, permutation


@dataclass(frozen=True, slots=True)
class Monomial:
    """The matrix that sends e_j to sign_j e_(image_j); `signs` is None when all are +1."""

    images: tuple[int, ...]
    signs: tuple[int, ...] | None = None

    @property
    def is_identity(self) -> bool:
        """Whether nothing moves."""
        return self.signs is None and self.images == tuple(range(len(self.images)))

    def sign(self, index: int) -> int:
        """The sign at a basis vector."""
        return 1 if self.signs is None else self.signs[index]


def _monomial(images: tuple[int, ...], signs: tuple[int, ...]) -> Monomial:
    return Monomial(images, None if all(s == 1 for s in signs) else signs)


def identity(size: int) -> Monomial:
    """The identity matrix."""
    return Monomial(tuple(range(size)))


def product(left: Monomial, right: Monomial) -> Monomial:
    """The Kronecker product, the right index fastest."""
    width = len(right.images)
    images = tuple(a * width + b for a in left.images for b in right.images)
    if left.signs is None and right.signs is None:
        return Monomial(images)
    return _monomial(images, tuple(left.sign(i) * right.sign(j) for i in range(len(left.images)) for j in range(width)))


def direct_sum(parts: list[Monomial]) -> Monomial:
    """The block diagonal sum."""
    images: list[int] = []
    signs: list[int] = []
    for part in parts:
        offset = len(images)
        signs.extend(part.sign(i) for i in range(len(part.images)))
        images.extend(offset + i for i in part.images)
    return _monomial(tuple(images), tuple(signs))


def of_matrix(matrix: SparseMatrix) -> Monomial | None:
    """A square matrix as a signed permutation, or None if it is not one."""
    size = matrix.nrows
    images, signs = [-1] * size, [0] * size
    for row in range(size):
        entries = matrix.rows[row]
        if len(entries) != 1:
            return None
        ((column, value),) = entries.items()
        if images[column] >= 0 or not (value == 1 or value == -1):
            return None
        images[column], signs[column] = row, 1 if value == 1 else -1
    return _monomial(tuple(images), tuple(signs))


def power(kind: str, order: int, base: Monomial) -> Monomial:
    """The symmetric or alternating power in the basis of monomials or wedges."""
    size = len(base.images)
    choose = combinations_with_replacement if kind == "symmetric" else combinations
    basis = list(choose(range(size), order))
    index = {item: position for position, item in enumerate(basis)}
    images, signs = [], []
    for item in basis:
        moved = [base.images[i] for i in item]
        sign = 1
        for i in item:
            sign *= base.sign(i)
        if kind == "alternating":
            sign *= parity(moved)
        images.append(index[tuple(sorted(moved))])
        signs.append(sign)
    return _monomial(tuple(images), tuple(signs))


def parity(items: list[int]) -> int:
    """The sign of the permutation that sorts distinct items.

    >>> parity([2, 1, 3])
    -1
    """
    inversions = sum(1 for i in range(len(items)) for j in range(i) if items[j] > items[i])
    return -1 if inversions % 2 else 1


def monomial(rep: Rep, generator: str) -> Monomial | None:
    """The signed permutation by which a discrete generator acts, or None if it acts otherwise.

    Raises ValueError for a representation of symbolic size.
    """
    match rep:
        case ExplicitRep():
            return of_matrix(rep.matrix(generator))
        case SymbolicRep():
            raise ValueError(f"the dimension {rep.dim} is symbolic")
        case TrivialRep(dim=dim):
            size = dim.constant()
            if size is None:
                raise ValueError(f"the dimension {dim} is symbolic")
            return identity(size)
        case FreeRep(base=base):
            return Monomial(permutation(base, generator))
        case TensorRep(factors):
            result: Monomial | None = identity(1)
            for factor in factors:
                part = monomial(factor, generator)
                result = None if part is None or result is None else product(result, part)
            return result
        case SumRep(summands):
            parts = [monomial(summand, generator) for summand in summands]
            whole = [part for part in parts if part is not None]
            return direct_sum(whole) if len(whole) == len(parts) else None
        case PowerRep(kind=kind, order=order, base=base):
            part = monomial(base, generator)
            return None if part is None else power(kind, order, part)
        case DualRep(base=base):
            return monomial(base, generator)
        case HomRep(source=source, target=target):
            left, right = monomial(target, generator), monomial(source, generator)
            return None if left is None or right is None else product(left, right)
        case PulledRep(base=base, group=group, factor=factor):
            name = factor_generator(group, factor, generator)
            if name is not None:
                return monomial(base, name)
            size = base.dim.constant()
            if size is None:
                raise ValueError(f"the dimension {base.dim} is symbolic")
            return identity(size)
        case RestrictedRep():
            return _restricted(rep, generator)


def _restricted(rep: RestrictedRep, generator: str) -> Monomial | None:
    """The image of a generator as a word in the other group's signed permutations."""
    image = rep.along.image(generator)
    size = rep.base.dim.constant()
    if isinstance(image, LieCombination) or size is None:
        return None
    result = identity(size)
    for name, exponent in image:
        step = monomial(rep.base, name)
        if step is None:
            return None
        if exponent < 0:
            step = inverse(step)
        result = composed(result, repeated(step, abs(exponent)))
    return result


def repeated(move: Monomial, exponent: int) -> Monomial:
    """A natural power, by squaring."""
    result = identity(len(move.images))
    while exponent:
        if exponent & 1:
            result = composed(result, move)
        exponent >>= 1
        if exponent:
            move = composed(move, move)
    return result


def composed(left: Monomial, right: Monomial) -> Monomial:
    """The matrix product: the right one acts first."""
    images = tuple(left.images[i] for i in right.images)
    return _monomial(images, tuple(right.sign(j) * left.sign(i) for j, i in enumerate(right.images)))


def inverse(move: Monomial) -> Monomial:
    """The inverse matrix."""
    images, signs = [0] * len(move.images), [1] * len(move.images)
    for j, i in enumerate(move.images):
        images[i], signs[i] = j, move.sign(j)
    return _monomial(tuple(images), tuple(signs))


def is_concrete(rep: Rep) -> bool:
    """Whether every size is a number and every generator has a matrix."""
    match rep:
        case ExplicitRep():
            return True
        case SymbolicRep():
            return False
        case TrivialRep(dim=dim):
            return dim.is_constant
        case FreeRep(base=base):
            return is_concrete_set(base)
        case TensorRep(factors):
            return all(is_concrete(factor) for factor in factors)
        case SumRep(summands):
            return all(is_concrete(summand) for summand in summands)
        case PowerRep(base=base) | DualRep(base=base):
            return is_concrete(base)
        case HomRep(source=source, target=target):
            return is_concrete(source) and is_concrete(target)
        case PulledRep(base=inner) | RestrictedRep(base=inner):
            return is_concrete(inner)
