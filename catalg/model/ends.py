"""The unknowns of a specification: ends, coends, limits and colimits.

Each is one frozen description that strategies read and the verifier starts from.
"""

from __future__ import annotations

from dataclasses import dataclass

from catalg.model.action import Action
from catalg.model.category import SetFunctor, VectFunctor
from catalg.model.coends import CoendSpace
from catalg.model.group import Group
from catalg.model.gset import GSet
from catalg.model.representation import Rep
from catalg.terms import Dim


@dataclass(frozen=True, slots=True)
class Graph:
    """A concrete undirected graph on 0..count-1 with user labels, or an arbitrary one on a symbolic number of nodes."""

    name: str
    size: Dim
    labels: tuple[str, ...] = ()
    edges: tuple[tuple[int, int], ...] = ()
    arbitrary: bool = False


@dataclass(frozen=True, slots=True)
class Restriction:
    """A linear condition on the elements of an end besides equivariance.

    `kind` is `symmetric` or `antisymmetric` (the transpose is X or -X; a function of two points takes these values where the
    points change places), `causal` (no entry above the diagonal: the second point not after the first), `local` (positions at
    most `reach` apart), `distance` (nodes of `graph` at most `reach` edges apart) or `also` (an element of the end `other`).
    """

    kind: str
    reach: int = 0
    graph: Graph | None = None
    other: LinearEnd | None = None


@dataclass(frozen=True, slots=True)
class LinearEnd:
    """Hom_G(source, target), optionally with entries only on the diagonal and the edges of `along`, and with restrictions.

    Map(S, V) for G-sets S is the case source = free(S); then `points` lists the factors of S, and the solution is
    shown as a function of that many arguments.
    """

    name: str
    group: Group
    source: Rep
    target: Rep
    along: Graph | None = None
    points: tuple[GSet, ...] = ()
    restrictions: tuple[Restriction, ...] = ()
    polynomials: Polynomials | None = None


@dataclass(frozen=True, slots=True)
class KernelEnd:
    """Map_G(X_1 x … x X_r, V): equivariant smooth kernels. V may be a HomRep, shown as a matrix.

    `swap` is `symmetric` for K(y, x) = K(x, y)' and `antisymmetric` for the negative, of two equal arguments.
    """

    name: str
    group: Group
    arguments: tuple[Action, ...]
    target: Rep
    swap: str = ""


@dataclass(frozen=True, slots=True)
class Polynomials:
    """That the source of a linear end stands for the monomials with these exponents in the coordinates of a kernel's arguments,
    so that its elements are the polynomial kernels of degree at most `degree`."""

    kernel: KernelEnd
    exponents: tuple[tuple[int, ...], ...]
    degree: int


@dataclass(frozen=True, slots=True)
class SetEnd:
    """Natural transformations between functors to Set, on a presented category (a group is one with one object)."""

    name: str
    source: SetFunctor
    target: SetFunctor


@dataclass(frozen=True, slots=True)
class VectEnd:
    """Natural transformations between functors to Vect on a presented category: a vector space."""

    name: str
    source: VectFunctor
    target: VectFunctor


@dataclass(frozen=True, slots=True)
class SetCoend:
    """The coend of H(c) x F(c): H a functor on the opposite category, F one on the category itself."""

    name: str
    right: SetFunctor
    left: SetFunctor


@dataclass(frozen=True, slots=True)
class VectCoend:
    """The coend of H(c) (x) F(c): the tensor product of functors to Vect."""

    name: str
    right: VectFunctor
    left: VectFunctor


@dataclass(frozen=True, slots=True)
class Diagram:
    """The limit (kind `limit`) or colimit (kind `colimit`) of a functor."""

    name: str
    kind: str
    functor: SetFunctor | VectFunctor


End = LinearEnd | KernelEnd | SetEnd | VectEnd | SetCoend | VectCoend | Diagram | CoendSpace
