"""Functors to Set and Vect built object by object: products, sums, powers, powersets, linearisations, restrictions.

Limits and colimits of functors are computed at each object (S. Mac Lane, *Categories for the Working Mathematician*,
V.3), so that the product of F and G has the pairs of F(c) x G(c) at c, numbered with the second entry fastest. The
outer product of F on C and G on D lives on C * D.
"""

from __future__ import annotations

from collections.abc import Sequence

from catalg.exact.sparse import SparseMatrix
from catalg.model.category import Category, SetFunctor, VectFunctor
from catalg.model.scalars import BaseField
from catalg.universes.constructions import TooLarge, pair, product
from catalg.universes.presented_functors import PresentedFunctor

LARGEST = 1_000_000
"""How many elements a construction may have at one object."""


def constant_set(category: Category, labels: Sequence[str]) -> SetFunctor:
    """The functor with one set everywhere and identities.

    >>> constant_set(Category("C", ("A", "B"), ()), ("x", "y")).elements("B")
    ('x', 'y')
    """
    still = tuple(range(len(labels)))
    return SetFunctor(
        "{" + ", ".join(labels) + "}",
        category,
        tuple((c, tuple(labels)) for c in category.objects),
        tuple((a.name, still) for a in category.arrows),
    )


def is_constant_vect(functor: VectFunctor) -> bool:
    """Whether a functor to Vect has one space everywhere and identities."""
    return len({size for _, size in functor.objects}) == 1 and all(
        matrix == SparseMatrix.identity(matrix.ncols) for _, matrix in functor.arrows
    )


def is_constant(functor: SetFunctor) -> bool:
    """Whether a functor has one set everywhere and identities."""
    labels = {found for _, found in functor.objects}
    return len(labels) <= 1 and all(table == tuple(range(len(table))) for _, table in functor.arrows)


def set_product(first: SetFunctor, second: SetFunctor) -> SetFunctor:
    """F x G on one category, with elements `(x, y)`. Raises TooLarge."""
    left, right = dict(first.objects), dict(second.objects)
    for c in first.category.objects:
        _bounded(len(left[c]) * len(right[c]))
    widths = {c: len(labels) for c, labels in second.objects}
    over = dict(second.arrows)
    return SetFunctor(
        f"{first.name} * {second.name}",
        first.category,
        tuple((c, tuple(pair(x, y) for x in left[c] for y in right[c])) for c in first.category.objects),
        tuple(
            (
                a.name,
                tuple(u * widths[a.target] + v for u in first.table(a.name) for v in over[a.name]),
            )
            for a in first.category.arrows
        ),
    )


def set_power(base: SetFunctor, exponent: int) -> SetFunctor:
    """F^k, with tuples as elements; F^0 is constant with the empty tuple. Raises TooLarge."""
    sizes = {c: len(labels) for c, labels in base.objects}
    for size in sizes.values():
        _bounded(size**exponent)
    labels, images = dict(base.objects), dict(base.arrows)
    tuples: dict[str, list[str]] = {}
    for c, found in labels.items():
        rows: list[tuple[str, ...]] = [()]
        for _ in range(exponent):
            rows = [(*row, x) for row in rows for x in found]
        tuples[c] = ["(" + ", ".join(row) + ")" if exponent != 1 else row[0] for row in rows]
    tables = []
    for a in base.category.arrows:
        table = [0]
        for _ in range(exponent):
            table = [u * sizes[a.target] + v for u in table for v in images[a.name]]
        tables.append((a.name, tuple(table)))
    return SetFunctor(
        f"{base.name}^{exponent}",
        base.category,
        tuple((c, tuple(tuples[c])) for c in base.category.objects),
        tuple(tables),
    )


def set_sum(first: SetFunctor, second: SetFunctor) -> SetFunctor:
    """F + G, the disjoint union at each object; labels that both have are told apart by `1.` and `2.`."""
    left, right = dict(first.objects), dict(second.objects)
    objects = []
    for c in first.category.objects:
        shared = set(left[c]) & set(right[c])
        objects.append(
            (
                c,
                tuple(f"1.{x}" if x in shared else x for x in left[c])
                + tuple(f"2.{y}" if y in shared else y for y in right[c]),
            )
        )
    return SetFunctor(
        f"{first.name} + {second.name}",
        first.category,
        tuple(objects),
        tuple(
            (
                a.name,
                (*first.table(a.name), *(len(left[a.target]) + v for v in second.table(a.name))),
            )
            for a in first.category.arrows
        ),
    )


def powerset(base: SetFunctor) -> SetFunctor:
    """The covariant powerset: subsets of F(c), and an arrow takes a subset to its image. Raises TooLarge.

    >>> point = Category("C", ("A",), ())
    >>> powerset(SetFunctor("F", point, (("A", ("x", "y")),), ())).elements("A")
    ('{}', '{x}', '{y}', '{x, y}')
    """
    for _, labels in base.objects:
        _bounded(2 ** min(len(labels), 64))
    objects = tuple(
        (c, tuple("{" + ", ".join(_chosen(labels, bits)) + "}" for bits in range(2 ** len(labels))))
        for c, labels in base.objects
    )
    arrows = []
    for name, table in base.arrows:
        images = [0]
        for value in table:
            images += [bits | 1 << value for bits in images]
        arrows.append((name, tuple(images)))
    return SetFunctor(f"powerset({base.name})", base.category, objects, tuple(arrows))


def _chosen(labels: Sequence[str], bits: int) -> list[str]:
    return [label for k, label in enumerate(labels) if bits >> k & 1]


def outer(first: SetFunctor, second: SetFunctor) -> SetFunctor:
    """(c, d) |-> F(c) x G(d) on C * D. Raises TooLarge."""
    c, d = first.category, second.category
    left, right = dict(first.objects), dict(second.objects)
    for one in left.values():
        for other in right.values():
            _bounded(len(one) * len(other))
    arrows = [
        (
            pair(f.name, b),
            tuple(u * len(right[b]) + y for u in first.table(f.name) for y in range(len(right[b]))),
        )
        for f in c.arrows
        for b in d.objects
    ]
    arrows += [
        (
            pair(a, g.name),
            tuple(x * len(right[g.target]) + v for x in range(len(left[a])) for v in second.table(g.name)),
        )
        for a in c.objects
        for g in d.arrows
    ]
    return SetFunctor(
        f"outer({first.name}, {second.name})",
        product(c, d),
        tuple((pair(a, b), tuple(pair(x, y) for x in left[a] for y in right[b])) for a in c.objects for b in d.objects),
        tuple(arrows),
    )


def constant_vect(category: Category, field: BaseField, dimension: int) -> VectFunctor:
    """The functor with one space everywhere and identities."""
    one = SparseMatrix.identity(dimension)
    return VectFunctor(
        f"R^{dimension}",
        category,
        field,
        tuple((c, dimension) for c in category.objects),
        tuple((a.name, one) for a in category.arrows),
    )


def linearised(base: SetFunctor, field: BaseField) -> VectFunctor:
    """The free vector space on each set, with the elements as its basis."""
    sizes = {c: len(labels) for c, labels in base.objects}
    return VectFunctor(
        f"free({base.name})",
        base.category,
        field,
        tuple(sizes.items()),
        tuple(
            (
                a.name,
                SparseMatrix.from_entries(
                    {(y, x): 1 for x, y in enumerate(base.table(a.name))}, sizes[a.target], sizes[a.source]
                ),
            )
            for a in base.category.arrows
        ),
    )


def vect_sum(first: VectFunctor, second: VectFunctor) -> VectFunctor:
    """The direct sum at each object."""
    return VectFunctor(
        f"{first.name} (+) {second.name}",
        first.category,
        first.field,
        tuple((c, n + second.dimension(c)) for c, n in first.objects),
        tuple((f, m.direct_sum(second.matrix(f))) for f, m in first.arrows),
    )


def vect_tensor(first: VectFunctor, second: VectFunctor) -> VectFunctor:
    """The tensor product at each object, by Kronecker products. Raises TooLarge."""
    for c, n in first.objects:
        _bounded(n * second.dimension(c))
    return VectFunctor(
        f"{first.name} (*) {second.name}",
        first.category,
        first.field,
        tuple((c, n * second.dimension(c)) for c, n in first.objects),
        tuple((f, m.kron(second.matrix(f))) for f, m in first.arrows),
    )


def dual(base: VectFunctor) -> VectFunctor:
    """The dual spaces, a functor on the opposite category by transposed matrices."""
    return VectFunctor(
        f"dual({base.name})",
        base.category.opposite(),
        base.field,
        base.objects,
        tuple((f, m.transpose()) for f, m in base.arrows),
    )


def restrict_vect(functor: VectFunctor, along: PresentedFunctor) -> VectFunctor:
    """`functor @ along`: the restriction of a functor to Vect."""
    arrows = []
    for f in along.source.arrows:
        value = SparseMatrix.identity(functor.dimension(along.object(f.source)))
        for name in along.path((f.name,)):
            value = functor.matrix(name) @ value
        arrows.append((f.name, value))
    return VectFunctor(
        f"{functor.name} @ {along.name}",
        along.source,
        functor.field,
        tuple((c, functor.dimension(d)) for c, d in along.objects),
        tuple(arrows),
    )


def _bounded(count: int) -> None:
    if count > LARGEST:
        raise TooLarge(f"a set with {count} elements, more than {LARGEST}")
