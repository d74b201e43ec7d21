"""Actions on manifolds from exact matrices: linear and affine ones, unit spheres, left translations, metrics.

The point is written with the names x1, x2, …; a discrete generator is given by the image of the point and a Lie generator by
its vector field d/dt exp(tX)·p at t = 0, so that on a linear space both read `matrix times coordinates`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from catalg.exact.sparse import SparseMatrix
from catalg.families.tables import Named, Table, sparse, transpose
from catalg.model.action import ExplicitAction
from catalg.model.display import scalar_term
from catalg.model.group import Group
from catalg.model.scalars import Scalar
from catalg.terms import Name, Term, add, mul, num, sub

Maps = tuple[tuple[str, tuple[Term, ...]], ...]


def coordinates(count: int) -> tuple[str, ...]:
    """The plain names x1, …, x<count>."""
    return tuple(f"x{k}" for k in range(1, count + 1))


def images(matrix: SparseMatrix, names: Sequence[str]) -> tuple[Term, ...]:
    """Matrix times coordinates.

    >>> images(SparseMatrix.from_dense([[0, 2]]), ("x1", "x2"))
    (Mul(args=(Num(value=Fraction(2, 1)), Name(name='x2'))),)
    """
    return tuple(add(*(mul(scalar_term(row[j]), Name(names[j])) for j in sorted(row))) for row in matrix.rows)


def linear_action(group: Group, matrices: Mapping[str, SparseMatrix], size: int, name: str = "") -> ExplicitAction:
    """The linear action of a representation of dimension `size`, one matrix for each generator of the group."""
    names = coordinates(size)
    maps = tuple((g.name, images(matrices[g.name], names)) for g in group.generators)
    return ExplicitAction(group, names, maps, shape="scalar" if size == 1 else "vector", intrinsic_dimension=size, name=name)


def matrices(tables: Named, size: int) -> dict[str, SparseMatrix]:
    """The exact matrices of tables."""
    return {name: sparse(table, size) for name, table in tables}


def affine_action(group: Group, linear: Named, shifts: Mapping[str, int], size: int, name: str = "") -> ExplicitAction:
    """R^size with a linear part for some generators; the others, in `shifts`, move along one axis (counted from 0).

    A shift that is a Lie generator has a constant field, a discrete one adds 1 to its coordinate.
    """
    names = coordinates(size)
    exact = matrices(linear, size)
    maps: list[tuple[str, tuple[Term, ...]]] = []
    for generator in group.generators:
        axis = shifts.get(generator.name)
        if axis is None:
            maps.append((generator.name, images(exact[generator.name], names)))
        elif generator.kind == "lie":
            maps.append((generator.name, tuple(num(int(k == axis)) for k in range(size))))
        else:
            maps.append((generator.name, tuple(add(Name(x), num(int(k == axis))) for k, x in enumerate(names))))
    return ExplicitAction(
        group, names, tuple(maps), shape="scalar" if size == 1 else "vector", intrinsic_dimension=size, name=name
    )


def sphere_action(group: Group, linear: Named, size: int, name: str) -> ExplicitAction:
    """The unit sphere in R^size under orthogonal matrices; generators without a table act trivially."""
    names = coordinates(size)
    complete = _complete(group, linear, size)
    maps = tuple((n, images(m, names)) for n, m in complete.items())
    square = add(*(mul(Name(x), Name(x)) for x in names))
    return ExplicitAction(group, names, maps, (sub(square, num(1)),), intrinsic_dimension=size - 1, name=name)


def _complete(group: Group, linear: Named, size: int) -> dict[str, SparseMatrix]:
    given = dict(linear)
    result: dict[str, SparseMatrix] = {}
    for generator in group.generators:
        if generator.name in given:
            result[generator.name] = sparse(given[generator.name], size)
        else:
            result[generator.name] = SparseMatrix.zero(size, size) if generator.kind == "lie" else SparseMatrix.identity(size)
    return result


def left_translation(table: Table, columns: int) -> Table:
    """Multiplication from the left on matrices with that many columns, in row-major coordinates."""
    return {(i * columns + k, j * columns + k): v for (i, j), v in table.items() for k in range(columns)}


def symmetric_position(i: int, j: int, size: int) -> int:
    """The place of the entry (i, j) of a symmetric matrix among the entries of its upper triangle, row by row.

    >>> [symmetric_position(i, j, 3) for i, j in ((0, 0), (0, 2), (1, 1), (2, 1), (2, 2))]
    [0, 2, 3, 4, 5]
    """
    i, j = min(i, j), max(i, j)
    return i * size - i * (i - 1) // 2 + (j - i)


def on_forms(inverse: Table, size: int) -> Table:
    """F -> h^T F h on symmetric matrices, for h the inverse of a group element."""
    total: dict[tuple[int, int], Scalar] = {}
    for a in range(size):
        for b in range(a, size):
            for (c, i), u in inverse.items():
                if i != a:
                    continue
                for (d, j), v in inverse.items():
                    if j == b:
                        key = (symmetric_position(a, b, size), symmetric_position(c, d, size))
                        total[key] = total.get(key, 0) + u * v
    return {k: v for k, v in total.items() if v != 0}


def on_forms_lie(table: Table, size: int) -> Table:
    """F -> -(X^T F + F X) on symmetric matrices, for an element X of the Lie algebra."""
    total: dict[tuple[int, int], Scalar] = {}
    columns = transpose(table)
    for a in range(size):
        for b in range(a, size):
            row = symmetric_position(a, b, size)
            for (i, c), value in columns.items():
                for left, right in ((a, b), (b, a)):
                    if i == left:
                        key = (row, symmetric_position(c, right, size))
                        total[key] = total.get(key, 0) - value
    return {k: v for k, v in total.items() if v != 0}


def subspaces(group: Group, discrete: Named, lie: Named, k: int, size: int, name: str) -> ExplicitAction:
    """The k-dimensional subspaces of R^size by their orthogonal projections, P^2 = P with trace k, under P -> g P g^T.

    The matrices are orthogonal, so that g P g^T = h^T P h for h = g^T = g^-1. For lines the rank is told by its minors, too.
    """
    count = size * (size + 1) // 2
    names = coordinates(count)
    maps = [(g, images(sparse(on_forms(transpose(table), size), count), names)) for g, table in discrete]
    maps += [(g, images(sparse(on_forms_lie(table, size), count), names)) for g, table in lie]

    def entry(i: int, j: int) -> Term:
        return Name(names[symmetric_position(i, j, size)])

    trace = sub(add(*(entry(i, i) for i in range(size))), num(k))
    pairs = [(i, j) for i in range(size) for j in range(i, size)]
    squares = [sub(add(*(mul(entry(i, m), entry(m, j)) for m in range(size))), entry(i, j)) for i, j in pairs]
    minors = [
        sub(mul(entry(i, j), entry(m, n)), mul(entry(i, n), entry(m, j)))
        for i in range(size) for m in range(i + 1, size) for j in range(i, size) for n in range(max(j + 1, m), size)
    ] if k == 1 else []
    return ExplicitAction(
        group, names, tuple(maps), (trace, *minors, *squares), shape="symmetric", intrinsic_dimension=k * (size - k), name=name
    )


def positive_forms(group: Group, discrete_inverses: Named, lie: Named, size: int) -> ExplicitAction:
    """SPD: positive definite symmetric size x size matrices under F -> g^-T F g^-1."""
    count = size * (size + 1) // 2
    names = coordinates(count)
    maps = [(name, images(sparse(on_forms(table, size), count), names)) for name, table in discrete_inverses]
    maps += [(name, images(sparse(on_forms_lie(table, size), count), names)) for name, table in lie]
    return ExplicitAction(
        group, names, tuple(maps), shape="symmetric", positive_definite=True, intrinsic_dimension=count, name="SPD"
    )
