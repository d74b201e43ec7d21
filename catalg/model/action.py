"""Actions on manifolds: functors from a group to Man, in embedding coordinates.

A concrete action gives, for each discrete generator, the image of a point as terms in the coordinates, and for each Lie
generator X its vector field, d/dt exp(tX)·p at t = 0. The point of the action is written with the plain names in
`coordinates`; an end renames them for each of its arguments.
"""

from __future__ import annotations

from dataclasses import dataclass

from catalg.model.group import Group, Homomorphism
from catalg.model.representation import Rep
from catalg.terms import Dim, Term


@dataclass(frozen=True, slots=True)
class ExplicitAction:
    """An action by formulas.

    `shape` says how a point is shown: `vector`, `scalar`, `symmetric` (a symmetric matrix, coordinates are its upper
    triangle row by row), `matrix` (row-major). `positive_definite` adds the condition that the symmetric matrix is so.
    `linear` tells that every map is linear in the coordinates, `translations` names the Lie generators that shift
    (constant fields). `neutral` is what a family knows of `self`: the neutral element, where the group
    acts freely and transitively.
    """

    group: Group
    coordinates: tuple[str, ...]
    maps: tuple[tuple[str, tuple[Term, ...]], ...]
    equations: tuple[Term, ...] = ()
    inequalities: tuple[Term, ...] = ()
    shape: str = "vector"
    positive_definite: bool = False
    intrinsic_dimension: int | None = None
    name: str = ""
    neutral: tuple[int, ...] | None = None

    @property
    def dim(self) -> Dim:
        """The number of embedding coordinates."""
        return Dim.of(len(self.coordinates))

    def map(self, generator: str) -> tuple[Term, ...]:
        """The image of a point, or the vector field, of a generator. Raises KeyError."""
        for name, images in self.maps:
            if name == generator:
                return images
        raise KeyError(generator)


@dataclass(frozen=True, slots=True)
class SymbolicAction:
    """A named action of a family with symbolic size, in `dim` embedding coordinates.

    `kind` is `affine` (R^d under translations, rotations…), `linear` (R^d fixed at 0), `sphere` (unit vectors) or `forms`
    (positive definite symmetric forms).
    """

    group: Group
    dim: Dim
    kind: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class LinearAction:
    """`space(V)`: a representation as a manifold with linear action."""

    rep: Rep
    name: str = ""

    @property
    def group(self) -> Group:
        """The acting group."""
        return self.rep.group

    @property
    def dim(self) -> Dim:
        """The dimension of the representation."""
        return self.rep.dim


@dataclass(frozen=True, slots=True)
class ProductAction:
    """A product of manifolds with the diagonal action."""

    factors: tuple[Action, ...]
    name: str = ""

    @property
    def group(self) -> Group:
        """The acting group."""
        return self.factors[0].group

    @property
    def dim(self) -> Dim:
        """The number of embedding coordinates."""
        total = Dim.of(0)
        for factor in self.factors:
            total = total + factor.dim
        return total


@dataclass(frozen=True, slots=True)
class PulledAction:
    """An action of one factor, for the whole product group (the other factors act trivially)."""

    base: Action
    group: Group
    factor: int
    name: str = ""

    @property
    def dim(self) -> Dim:
        """The number of embedding coordinates."""
        return self.base.dim


@dataclass(frozen=True, slots=True)
class CosetAction:
    """`cosets(i)` for i : H -> G, where G acts on itself by formulas: G, of which functions are the same on each coset gH.

    `whole` is `self`, the group under left translation; H acts on it from the right. A point is written by any g in its coset.
    """

    along: Homomorphism
    whole: ExplicitAction
    name: str = ""

    @property
    def group(self) -> Group:
        """The acting group."""
        return self.whole.group

    @property
    def dim(self) -> Dim:
        """The number of coordinates of a representative."""
        return self.whole.dim


Action = ExplicitAction | SymbolicAction | LinearAction | ProductAction | PulledAction | CosetAction
