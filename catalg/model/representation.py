"""Representations: functors from a group to Vect, as construction trees.

A tree keeps how a representation was built (so that strategies can see permutation bases, tensor powers, isotypic
parts); `universes/vect.py` turns a concrete one into exact matrices, one for each generator. Bases: `Tensor` is the
Kronecker product with the last factor fastest; `Sym^k` has the monomials e_i1…e_ik, i1 <= … <= ik, in lexicographic
order, `Alt^k` the wedges with i1 < … < ik; `Dual` the dual basis; Hom(A, B) = B (x) A* is row-major: entry (i, j) of a
dim B x dim A matrix is coordinate i*dim A + j.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from catalg.exact.sparse import SparseMatrix
from catalg.model.group import Group, Homomorphism
from catalg.model.gset import GSet
from catalg.model.scalars import BaseField
from catalg.terms import Dim


@dataclass(frozen=True, slots=True)
class ExplicitRep:
    """A representation by one matrix for each generator (a Lie generator's is its image in gl(V))."""

    group: Group
    field: BaseField
    size: int
    matrices: tuple[tuple[str, SparseMatrix], ...]
    name: str = ""

    @property
    def dim(self) -> Dim:
        """The dimension."""
        return Dim.of(self.size)

    def matrix(self, generator: str) -> SparseMatrix:
        """The matrix of a generator. Raises KeyError."""
        for name, matrix in self.matrices:
            if name == generator:
                return matrix
        raise KeyError(generator)


@dataclass(frozen=True, slots=True)
class SymbolicRep:
    """A named representation of a family with symbolic size: `kind` is `vector`, `sign`, `det`, `standard`, or `spherical`.

    `spherical` is the irreducible representation of the rotations of space of degree `label`, of dimension 2 label + 1.
    """

    group: Group
    field: BaseField
    dim: Dim
    kind: str
    name: str = ""
    label: Dim | None = None


@dataclass(frozen=True, slots=True)
class TrivialRep:
    """Copies of the trivial representation."""

    group: Group
    field: BaseField
    dim: Dim
    name: str = ""


@dataclass(frozen=True, slots=True)
class FreeRep:
    """Functions on a G-set, with the points as basis: e_p -> e_{gp}."""

    base: GSet
    field: BaseField
    name: str = ""

    @property
    def group(self) -> Group:
        """The acting group."""
        return self.base.group

    @property
    def dim(self) -> Dim:
        """The number of points."""
        return self.base.size


@dataclass(frozen=True, slots=True)
class TensorRep:
    """A tensor product; `T^k(V)` is k equal factors."""

    factors: tuple[Rep, ...]
    name: str = ""

    @property
    def group(self) -> Group:
        """The acting group."""
        return self.factors[0].group

    @property
    def field(self) -> BaseField:
        """The base field."""
        return self.factors[0].field

    @property
    def dim(self) -> Dim:
        """The product of the dimensions."""
        total = Dim.of(1)
        for factor in self.factors:
            total = total * factor.dim
        return total


@dataclass(frozen=True, slots=True)
class SumRep:
    """A direct sum, in order."""

    summands: tuple[Rep, ...]
    name: str = ""

    @property
    def group(self) -> Group:
        """The acting group."""
        return self.summands[0].group

    @property
    def field(self) -> BaseField:
        """The base field."""
        return self.summands[0].field

    @property
    def dim(self) -> Dim:
        """The sum of the dimensions."""
        total = Dim.of(0)
        for summand in self.summands:
            total = total + summand.dim
        return total


@dataclass(frozen=True, slots=True)
class PowerRep:
    """`Sym^k(V)` (kind `symmetric`) or `Alt^k(V)` (kind `alternating`)."""

    kind: str
    order: int
    base: Rep
    name: str = ""

    @property
    def group(self) -> Group:
        """The acting group."""
        return self.base.group

    @property
    def field(self) -> BaseField:
        """The base field."""
        return self.base.field

    @property
    def dim(self) -> Dim:
        """The binomial coefficient of multisets or subsets of the basis."""
        total = Dim.of(1)
        for step in range(self.order):
            shifted = self.base.dim + step if self.kind == "symmetric" else self.base.dim - step
            total = total * shifted * Fraction(1, step + 1)
        value = total.constant()
        return Dim.of(max(value, 0)) if value is not None else total


@dataclass(frozen=True, slots=True)
class DualRep:
    """The dual representation."""

    base: Rep
    name: str = ""

    @property
    def group(self) -> Group:
        """The acting group."""
        return self.base.group

    @property
    def field(self) -> BaseField:
        """The base field."""
        return self.base.field

    @property
    def dim(self) -> Dim:
        """The dimension of the base."""
        return self.base.dim


@dataclass(frozen=True, slots=True)
class HomRep:
    """Hom(A, B) with the conjugation action, as dim B x dim A matrices in row-major order."""

    source: Rep
    target: Rep
    name: str = ""

    @property
    def group(self) -> Group:
        """The acting group."""
        return self.target.group

    @property
    def field(self) -> BaseField:
        """The base field."""
        return self.target.field

    @property
    def dim(self) -> Dim:
        """The product of the dimensions."""
        return self.source.dim * self.target.dim


@dataclass(frozen=True, slots=True)
class PulledRep:
    """A representation of one factor, for the whole product group (pullback along the projection)."""

    base: Rep
    group: Group
    factor: int
    name: str = ""

    @property
    def field(self) -> BaseField:
        """The base field."""
        return self.base.field

    @property
    def dim(self) -> Dim:
        """The dimension of the base."""
        return self.base.dim


@dataclass(frozen=True, slots=True)
class RestrictedRep:
    """`V @ i`: a representation restricted along a homomorphism."""

    base: Rep
    along: Homomorphism
    name: str = ""

    @property
    def group(self) -> Group:
        """The acting group."""
        return self.along.source

    @property
    def field(self) -> BaseField:
        """The base field."""
        return self.base.field

    @property
    def dim(self) -> Dim:
        """The dimension of the base."""
        return self.base.dim


Rep = (
    ExplicitRep | SymbolicRep | TrivialRep | FreeRep | TensorRep | SumRep | PowerRep | DualRep | HomRep | PulledRep
    | RestrictedRep
)
