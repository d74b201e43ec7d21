"""Finite matrix groups given by generators, and multiplicities by characters.

Elements are enumerated modulo a prime ideal of degree one over a large prime p that does not divide denominators.  On a
finite group this reduction is injective, because its kernel has no torsion for unramified p > 2 (H. Minkowski; J.-P. Serre,
*Bounds for the orders of finite subgroups of G(k)*).  That the group is finite is proved by exact multiplication: the exact
elements found along the Cayley tree are closed under the generators.  dim Hom_G(V, W) is the average of
chi_V(g^-1) chi_W(g), an integer between 0 and dim V dim W < p, so its residue modulo p is its value.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from catalg.exact.dense import Dense, determinant, inverse
from catalg.exact.field import Alg, NumberField, Scalar, coerce_all
from catalg.exact.modular import WORD, linear_prime, reduce_scalar
from catalg.exact.schreier_sims import GroupTooLarge, invert
from catalg.exact.sparse import plain

Generator = Dense | Sequence[int]
"""A square matrix (rows of scalars) or a permutation (a sequence of images)."""

Matrix = tuple[tuple[Scalar, ...], ...]


@dataclass(frozen=True, slots=True)
class MatrixGroup:
    """A finite group of d x d matrices, listed: `words[k]` spells `elements[k]` in generator numbers, left to right."""

    elements: tuple[Matrix, ...]
    words: tuple[tuple[int, ...], ...]
    prime: int

    @property
    def order(self) -> int:
        """The number of elements."""
        return len(self.elements)


def multiply_dense(a: Dense, b: Dense) -> Matrix:
    """The product of two matrices."""
    columns = list(zip(*b, strict=True))
    return tuple(
        tuple(plain(sum((x * y for x, y in zip(row, column, strict=True) if x and y), 0)) for column in columns)
        for row in a
    )


def as_matrix(generator: Generator) -> Matrix:
    """A generator as a matrix: the permutation p sends e_j to e_p[j]."""
    rows: list[Sequence[Scalar]] = []
    for i, entry in enumerate(generator):
        if isinstance(entry, Sequence):
            rows.append(entry)
        else:
            rows.append([int(image == i) for image in generator])
    if any(len(row) != len(rows) for row in rows):
        raise ValueError("a generator is not a square matrix")
    return tuple(tuple(plain(x) for x in row) for row in rows)


def _all_permutations(generators: Sequence[Generator]) -> bool:
    return not any(isinstance(entry, Sequence) for g in generators for entry in g)


class _MatrixPart:
    """The action of the generators on one space, modulo a prime ideal at which they and their inverses are integral."""

    def __init__(self, generators: Sequence[Matrix], field: NumberField, prime: int, root: int) -> None:
        self.dimension = d = len(generators[0])
        if any(len(m) != d for m in generators):
            raise ValueError("the generators have different sizes")
        self.field, self.prime, self.root = field, prime, root
        self.identity: tuple[int, ...] = tuple(int(i == j) for i in range(d) for j in range(d))
        self.forward = [self._flat(m) for m in generators]
        self.backward = [self._flat(inverse(m)) for m in generators]

    def _flat(self, matrix: Matrix) -> tuple[int, ...]:
        entries = [x for row in matrix for x in row]
        _, moved = coerce_all([*(x for x in entries if isinstance(x, Alg)), self.field.generator])
        images = iter(moved)
        return tuple(
            reduce_scalar(Alg(self.field, next(images).poly) if isinstance(x, Alg) else x, self.prime, self.root)
            for x in entries
        )

    def multiply(self, a: tuple[int, ...], b: tuple[int, ...]) -> tuple[int, ...]:
        """The product modulo p of matrices listed row by row."""
        p, d = self.prime, self.dimension
        columns = [b[j::d] for j in range(d)]
        return tuple(sum(map(int.__mul__, a[i : i + d], c)) % p for i in range(0, d * d, d) for c in columns)

    def trace(self, a: tuple[int, ...]) -> int:
        """The character value modulo p."""
        return sum(a[:: self.dimension + 1]) % self.prime


def _reduced(sides: Sequence[Sequence[Matrix]]) -> list[_MatrixPart]:
    """Several actions modulo one prime ideal of the field that all their entries generate."""
    field = coerce_all([x for side in sides for m in side for row in m for x in row])[0]
    if any(not determinant(m) for side in sides for m in side):
        raise ZeroDivisionError("a generator is singular")
    skip = 0
    while True:
        prime, root = linear_prime(field, skip, WORD)
        try:
            return [_MatrixPart(side, field, prime, root) for side in sides]
        except ZeroDivisionError:
            skip += 1


class _PermutationPart:
    """The action of the generators on a finite set."""

    def __init__(self, generators: Sequence[Generator]) -> None:
        self.dimension = len(generators[0])
        self.identity = tuple(range(self.dimension))
        self.forward: list[tuple[int, ...]] = [tuple(map(int, g)) for g in generators]  # type: ignore[arg-type]
        if any(sorted(g) != list(self.identity) for g in self.forward):
            raise ValueError("a generator is not a permutation")
        self.backward = [invert(g) for g in self.forward]

    def multiply(self, a: tuple[int, ...], b: tuple[int, ...]) -> tuple[int, ...]:
        """The permutation x -> a[b[x]]."""
        return tuple(map(a.__getitem__, b))

    def trace(self, a: tuple[int, ...]) -> int:
        """The number of fixed points."""
        return sum(x == y for x, y in enumerate(a))


def closure(generators: Sequence[Generator], limit: int = 10_000) -> MatrixGroup:
    """All elements of a finite matrix group, shortest words first; the identity comes first.

    `GroupTooLarge` if there are more than `limit` elements (in particular for infinite groups), `ZeroDivisionError` for a
    singular generator, `ValueError` when there is no generator.

    >>> closure([[[0, -1], [1, 0]]]).order
    4
    """
    if not generators:
        raise ValueError("at least one generator is needed")
    matrices = [as_matrix(g) for g in generators]
    d = len(matrices[0])
    (reduction,) = _reduced([matrices])
    identity: Matrix = tuple(tuple(int(i == j) for j in range(d)) for i in range(d))
    elements: list[Matrix] = [identity]
    reduced = [reduction.identity]
    words: list[tuple[int, ...]] = [()]
    index = {reduced[0]: 0}
    known: dict[Matrix, Matrix] = {}
    position = 0
    while position < len(elements):
        for k, (factor, matrix) in enumerate(zip(reduction.forward, matrices, strict=True)):
            image = reduction.multiply(reduced[position], factor)
            exact = multiply_dense(elements[position], matrix)
            found = index.get(image)
            if found is None:
                if len(elements) == limit:
                    raise GroupTooLarge(f"the group has more than {limit} elements")
                index[image] = len(elements)
                elements.append(known.setdefault(exact, exact))
                reduced.append(image)
                words.append((*words[position], k))
            elif elements[found] != exact:
                raise GroupTooLarge("the group is infinite: two of its elements agree modulo a prime")
        position += 1
    return MatrixGroup(tuple(elements), tuple(words), reduction.prime)


def element_order(generator: Generator, limit: int = 10_000) -> int | None:
    """The order of a matrix or permutation, or `None` if it exceeds the limit.

    >>> element_order([[0, -1], [1, 1]])
    6
    """
    matrix = as_matrix(generator)
    identity = tuple(tuple(int(i == j) for j in range(len(matrix))) for i in range(len(matrix)))
    power = matrix
    for n in range(1, limit + 1):
        if power == identity:
            return n
        power = multiply_dense(power, matrix)
    return None


def character_inner_product(
    first: Sequence[Generator], second: Sequence[Generator], limit: int = 10_000
) -> tuple[int, dict[str, int]]:
    """dim Hom_G(V, W) for a finite group G acting on V and W, with the evidence: the order of its image and the prime.

    `first[k]` and `second[k]` are the actions of the same generator on V and on W.  The group averaged over is the one that
    the pairs generate.  `GroupTooLarge` if it has more than `limit` elements or is infinite.

    >>> swap = [1, 0, 2]; turn = [1, 2, 0]
    >>> character_inner_product([swap, turn], [swap, turn])[0]
    2
    """
    if len(first) != len(second) or not first:
        raise ValueError("both actions need the same generators, at least one")
    sides = [[as_matrix(g) for g in side] for side in (first, second) if not _all_permutations(side)]
    for side in sides:
        closure(side, limit)  # proves, exactly, that the action is finite
    matrix_parts = iter(_reduced(sides))
    left, right = (
        _PermutationPart(side) if _all_permutations(side) else next(matrix_parts) for side in (first, second)
    )
    seen = {(left.identity, right.identity)}
    queue = [(left.identity, right.identity, left.identity)]
    total = 0
    steps = list(zip(left.forward, right.forward, left.backward, strict=True))
    modulus = next((part.prime for part in (left, right) if isinstance(part, _MatrixPart)), WORD - 1)
    for a, b, a_inverse in queue:
        total += left.trace(a_inverse) * right.trace(b)
        for left_step, right_step, left_back in steps:
            image = left.multiply(a, left_step), right.multiply(b, right_step)
            if image not in seen:
                if len(seen) == limit:
                    raise GroupTooLarge(f"the group has more than {limit} elements")
                seen.add(image)
                queue.append((*image, left.multiply(left_back, a_inverse)))
    order = len(seen)
    dimension = total * pow(order, -1, modulus) % modulus
    if dimension > left.dimension * right.dimension:
        raise ArithmeticError("the character average is not a dimension")
    return dimension, {"order": order, "prime": modulus}
