"""G-sets: functors from a group to Set, concrete or with symbolic size."""

from __future__ import annotations

from dataclasses import dataclass

from catalg.model.group import Group
from catalg.terms import Dim


@dataclass(frozen=True, slots=True)
class ExplicitSet:
    """Finitely many points with a permutation for each generator (as image indices, 0-based).

    `labels` are the user's names of the points; None stands for 0..size-1, so that large sets stay small.
    """

    group: Group
    count: int
    permutations: tuple[tuple[str, tuple[int, ...]], ...]
    labels: tuple[str, ...] | None = None
    name: str = ""

    @property
    def size(self) -> Dim:
        """The number of points."""
        return Dim.of(self.count)

    def permutation(self, generator: str) -> tuple[int, ...]:
        """Image indices under a generator. Raises KeyError."""
        for name, images in self.permutations:
            if name == generator:
                return images
        raise KeyError(generator)


@dataclass(frozen=True, slots=True)
class SymbolicPoints:
    """The n points that Sym(n) permutes, for symbolic n."""

    group: Group
    size: Dim
    name: str = "Points"


@dataclass(frozen=True, slots=True)
class ChosenSet:
    """`Subsets(k)` (kind `subsets`) or `Arrangements(k)` (kind `arrangements`: ordered, distinct) of another G-set."""

    kind: str
    order: int
    base: GSet

    @property
    def group(self) -> Group:
        """The acting group."""
        return self.base.group

    @property
    def size(self) -> Dim:
        """The binomial coefficient, or the falling factorial."""
        total = Dim.of(1)
        for step in range(self.order):
            total = total * (self.base.size - step)
            if self.kind == "subsets":
                total = total / (step + 1)
        return total


@dataclass(frozen=True, slots=True)
class ProductSet:
    """The product of G-sets with the diagonal action; points are tuples, the last index fastest."""

    factors: tuple[GSet, ...]

    @property
    def group(self) -> Group:
        """The acting group."""
        return self.factors[0].group

    @property
    def size(self) -> Dim:
        """The product of the sizes."""
        total = Dim.of(1)
        for factor in self.factors:
            total = total * factor.size
        return total


@dataclass(frozen=True, slots=True)
class PulledSet:
    """A G-set of one factor of a product group, for the whole product (the other factors act trivially)."""

    base: GSet
    group: Group
    factor: int

    @property
    def size(self) -> Dim:
        """The number of points."""
        return self.base.size


GSet = ExplicitSet | SymbolicPoints | ChosenSet | ProductSet | PulledSet
