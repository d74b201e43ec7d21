"""Finite categories in which expressions can be counted by listing: sets of at most N elements, and finite lattices.

An interpretation gives the objects over which integrals run, the arrows between objects, and the declared structure on
objects and on arrows. In a lattice there is at most one arrow between two objects, and the structure is
    × meet, + join, [X, −] right adjoint to X × −, and for ⊗ a residuated product with its own [X, −].
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product as pairs
from typing import Any, Protocol, TypeAlias

from catalg.model.abstract_category import AbstractCategory
from catalg.model.coends import Op
from catalg.verify.calculus.cardinals import Uncounted

MOST_BITS = 16

Arrow: TypeAlias = Any
Object: TypeAlias = int


class Interpretation(Protocol):
    """A finite category with structure; arrows are whatever the interpretation makes of them."""

    @property
    def objects(self) -> Sequence[Object]:
        """What integrals run over."""
        ...

    def hom(self, a: Object, b: Object) -> Sequence[Arrow]:
        """The arrows from a to b."""
        ...

    def identity(self, a: Object) -> Arrow:
        """The identity."""
        ...

    def after(self, g: Arrow, f: Arrow) -> Arrow:
        """g after f."""
        ...

    def product(self, op: Op, args: Sequence[Object]) -> Object:
        """A product of objects."""
        ...

    def product_arrow(self, op: Op, sources: Sequence[Object], targets: Sequence[Object], arrows: Sequence[Arrow]) -> Arrow:
        """A product of arrows."""
        ...

    def inner(self, op: Op, a: Object, b: Object) -> Object:
        """The internal hom."""
        ...

    def inner_arrow(self, op: Op, old: tuple[Object, Object], new: tuple[Object, Object], f: Arrow, g: Arrow) -> Arrow:
        """[a, b] → [a', b'] from f : a' → a and g : b → b'."""
        ...

    def copower(self, count: int, a: Object) -> Object:
        """A copower by a set of that size."""
        ...

    def copower_arrow(self, indices: Sequence[int], count: int, a: Object, b: Object, f: Arrow) -> Arrow:
        """The arrow between copowers that sends the k-th copy to copy indices[k] of `count`, by f : a → b."""
        ...


@dataclass(frozen=True, slots=True)
class FiniteSets:
    """Sets {0, …, a − 1}; integrals run over those with at most `bound` elements. Arrows are tuples of images.

    Products count in mixed radix, [a, b] are the numbers of a digits in base b, the first digit first.
    """

    bound: int

    @property
    def objects(self) -> Sequence[Object]:
        """The sizes up to the bound."""
        return range(self.bound + 1)

    def hom(self, a: Object, b: Object) -> Sequence[Arrow]:
        """All functions. Raises Uncounted when there are more than about 65,000."""
        if a * max(b, 1).bit_length() > MOST_BITS:
            raise Uncounted
        return list(pairs(range(b), repeat=a))

    def identity(self, a: Object) -> Arrow:
        """The identity."""
        return tuple(range(a))

    def after(self, g: Arrow, f: Arrow) -> Arrow:
        """g after f."""
        return tuple(g[x] for x in f)

    def product(self, op: Op, args: Sequence[Object]) -> Object:
        """Cartesian products, for ⊗ too, and disjoint unions."""
        if op == "+":
            return sum(args)
        size = 1
        for arg in args:
            size *= arg
        return size

    def product_arrow(self, op: Op, sources: Sequence[Object], targets: Sequence[Object], arrows: Sequence[Arrow]) -> Arrow:
        """Products and disjoint unions of functions."""
        if op == "+":
            images: list[int] = []
            offset = 0
            for target, arrow in zip(targets, arrows, strict=True):
                images += [offset + x for x in arrow]
                offset += target
            return tuple(images)
        return tuple(
            _encoded([arrow[x] for arrow, x in zip(arrows, digits, strict=True)], targets)
            for digits in pairs(*map(range, sources))
        )

    def inner(self, op: Op, a: Object, b: Object) -> Object:
        """Functions as numbers."""
        return int(b**a)

    def inner_arrow(self, op: Op, old: tuple[Object, Object], new: tuple[Object, Object], f: Arrow, g: Arrow) -> Arrow:
        """φ ↦ g φ f."""
        (a, b), (a2, b2) = old, new
        return tuple(_encoded([g[phi[f[x]]] for x in range(a2)], [b2] * a2) for phi in pairs(range(b), repeat=a))

    def copower(self, count: int, a: Object) -> Object:
        """So many copies."""
        return count * a

    def copower_arrow(self, indices: Sequence[int], count: int, a: Object, b: Object, f: Arrow) -> Arrow:
        """Copy by copy."""
        return tuple(index * b + f[x] for index in indices for x in range(a))


def _encoded(digits: Sequence[int], sizes: Sequence[int]) -> int:
    number = 0
    for digit, size in zip(digits, sizes, strict=True):
        number = number * size + digit
    return number


@dataclass(frozen=True)
class Lattice:
    """A finite lattice on 0, …, n − 1 with a commutative product ⊗, or any finite poset with a product.

    `below[a][b]` says a ≤ b; `tensor[a][b]` is the product and `unit` its unit.
    """

    name: str
    below: tuple[tuple[bool, ...], ...]
    tensor: tuple[tuple[int, ...], ...]
    unit: int

    @property
    def objects(self) -> Sequence[Object]:
        """All elements."""
        return range(len(self.below))

    def hom(self, a: Object, b: Object) -> Sequence[Arrow]:
        """At most one arrow."""
        return ((),) if self.below[a][b] else ()

    def identity(self, a: Object) -> Arrow:
        """The one arrow."""
        return ()

    def after(self, g: Arrow, f: Arrow) -> Arrow:
        """The one arrow."""
        return ()

    @cached_property
    def _meets(self) -> dict[tuple[int, int], int]:
        return {(a, b): self._greatest([c for c in self.objects if self.below[c][a] and self.below[c][b]])
                for a in self.objects for b in self.objects}  # fmt: skip

    @cached_property
    def _joins(self) -> dict[tuple[int, int], int]:
        return {(a, b): self._least([c for c in self.objects if self.below[a][c] and self.below[b][c]])
                for a in self.objects for b in self.objects}  # fmt: skip

    @cached_property
    def _inners(self) -> dict[tuple[Op, int, int], int]:
        ops: tuple[Op, Op] = ("*", "(*)")
        return {
            (op, a, b): self._greatest([c for c in self.objects if self.below[self.product(op, (a, c))][b]])
            for op in ops for a in self.objects for b in self.objects
        }  # fmt: skip

    @cached_property
    def _top(self) -> int:
        return self._greatest(self.objects)

    @cached_property
    def _bottom(self) -> int:
        return self._least(self.objects)

    def _greatest(self, some: Sequence[int]) -> int:
        return next(c for c in some if all(self.below[d][c] for d in some))

    def _least(self, some: Sequence[int]) -> int:
        return next(c for c in some if all(self.below[c][d] for d in some))

    def product(self, op: Op, args: Sequence[Object]) -> Object:
        """Meet, join or ⊗."""
        if not args:
            return self.unit if op == "(*)" else self._top if op == "*" else self._bottom
        found = args[0]
        for arg in args[1:]:
            found = {"*": self._meets, "+": self._joins}[op][found, arg] if op != "(*)" else self.tensor[found][arg]
        return found

    def product_arrow(self, op: Op, sources: Sequence[Object], targets: Sequence[Object], arrows: Sequence[Arrow]) -> Arrow:
        """The one arrow."""
        return ()

    def inner(self, op: Op, a: Object, b: Object) -> Object:
        """The greatest c with a · c ≤ b."""
        return self._inners[op, a, b]

    def inner_arrow(self, op: Op, old: tuple[Object, Object], new: tuple[Object, Object], f: Arrow, g: Arrow) -> Arrow:
        """The one arrow."""
        return ()

    def copower(self, count: int, a: Object) -> Object:
        """The object itself, or the least one for the empty set."""
        return a if count else self._bottom

    def copower_arrow(self, indices: Sequence[int], count: int, a: Object, b: Object, f: Arrow) -> Arrow:
        """The one arrow."""
        return ()


def chain(n: int) -> Lattice:
    """0 < … < n − 1 with a ⊗ b = max(0, a + b − n + 1): closed for × and for ⊗, which differ when n > 2."""
    top = n - 1
    below = tuple(tuple(a <= b for b in range(n)) for a in range(n))
    tensor = tuple(tuple(max(0, a + b - top) for b in range(n)) for a in range(n))
    return Lattice(f"the chain of {n} elements with a ⊗ b = max(0, a + b − {top})" if n > 2 else "the chain 0 < 1", below, tensor, top)


def _diamond() -> Lattice:
    """0 < a, b, c < 1: a lattice that is not distributive, with ⊗ = ×."""
    below = tuple(tuple(a == b or a == 0 or b == 4 for b in range(5)) for a in range(5))
    tensor = tuple(tuple(a if a == b or b == 4 else b if a == 4 else 0 for b in range(5)) for a in range(5))
    return Lattice("the lattice 0 < a, b, c < 1", below, tensor, 4)


def _monoid() -> Lattice:
    """The discrete category of the monoid {1, a, b} with xy = x for x, y ≠ 1: its ⊗ is not commutative."""
    below = tuple(tuple(a == b for b in range(3)) for a in range(3))
    tensor = tuple(tuple(b if a == 0 else a for b in range(3)) for a in range(3))
    return Lattice("the discrete category {1, a, b} with a ⊗ b = a, b ⊗ a = b", below, tensor, 0)


def _heyting() -> Lattice:
    """The four subsets of a set of two: 0 < a, b < 1, with ⊗ = ×."""
    below = tuple(tuple(a & b == a for b in range(4)) for a in range(4))
    return Lattice("the subsets of a set of two elements", below, tuple(tuple(a & b for b in range(4)) for a in range(4)), 3)


CHAINS = (chain(2), chain(3))
HEYTING = _heyting()
DIAMOND = _diamond()
MONOID = _monoid()


def serves(model: Lattice, category: AbstractCategory) -> bool:
    """Whether a lattice has the structure that is declared of a category."""
    if category.has("self enriched"):
        return False  # its homs are not sets
    if model is MONOID:
        return all(feature == "monoidal" for feature in category.declared)
    if model is DIAMOND:
        return not any(category.has(f) for f in ("distributive", "cartesian closed", "monoidal closed"))
    return True


__all__ = ["CHAINS", "DIAMOND", "HEYTING", "MONOID", "FiniteSets", "Interpretation", "Lattice", "chain", "serves"]
