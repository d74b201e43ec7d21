"""Smooth maps between products of coordinate spaces, as composites of named maps and fixed constructions.

A space is a tuple of dimensions, one for each block: R^n × R^m is `(n, m)`, and products are strictly associative. A map
is written without points; a formula in points is read as a composite with `Scaling`, `Inner` and `Elementary`. The tangent
functor doubles the list of blocks, T(X) = X × X, base point first; the reverse derivative of f : X -> Y is R(f) : X × Y -> X,
R(f)(x, w) = Df(x)ᵀ w (the reverse derivative categories of Cockett, Cruttwell, Gallagher, Lemay, MacAdam, Plotkin and Pronk).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from catalg.terms import Dim

Space: TypeAlias = tuple[Dim, ...]
ONE = Dim.of(1)
SCALAR: Space = (ONE,)


@dataclass(frozen=True, slots=True)
class AnyMap:
    """`map f : X -> Y`: an arbitrary smooth map, of which only the chain rule is known; or `is linear`, an arbitrary linear one."""

    name: str
    source: Space
    target: Space
    linear: bool = False


@dataclass(frozen=True, slots=True)
class NamedMap:
    """`map h : X -> Y = …` or by a formula: the map `body` under a name."""

    name: str
    body: SmoothMap

    @property
    def source(self) -> Space:
        return self.body.source

    @property
    def target(self) -> Space:
        return self.body.target


@dataclass(frozen=True, slots=True)
class Wiring:
    """A map whose blocks are rational combinations of the blocks that come in.

    `rows` has for each outgoing block pairs (coefficient, index of an incoming block of the same dimension, from 0):
    identities, projections, zero sections, the canonical lift and flip, addition, negation and scaling.
    """

    source: Space
    target: Space
    rows: tuple[tuple[tuple[Fraction, int], ...], ...]


@dataclass(frozen=True, slots=True)
class Constant:
    """The constant map to a rational point of R."""

    source: Space
    value: Fraction
    target: Space = SCALAR


@dataclass(frozen=True, slots=True)
class Composite:
    """`after ∘ before`."""

    after: SmoothMap
    before: SmoothMap

    @property
    def source(self) -> Space:
        return self.before.source

    @property
    def target(self) -> Space:
        return self.after.target


@dataclass(frozen=True, slots=True)
class Pairing:
    """⟨f, g, …⟩ : X → Y × Z × …"""

    source: Space
    parts: tuple[SmoothMap, ...]

    @property
    def target(self) -> Space:
        return tuple(block for part in self.parts for block in part.target)


@dataclass(frozen=True, slots=True)
class ProductMap:
    """f × g × …"""

    parts: tuple[SmoothMap, ...]

    @property
    def source(self) -> Space:
        return tuple(block for part in self.parts for block in part.source)

    @property
    def target(self) -> Space:
        return tuple(block for part in self.parts for block in part.target)


@dataclass(frozen=True, slots=True)
class Scaling:
    """R × X → X, (s, x) ↦ s x for one block X."""

    block: Dim

    @property
    def source(self) -> Space:
        return (ONE, self.block)

    @property
    def target(self) -> Space:
        return (self.block,)


@dataclass(frozen=True, slots=True)
class Inner:
    """X × X → R, the dot product of one block."""

    block: Dim

    @property
    def source(self) -> Space:
        return (self.block, self.block)

    @property
    def target(self) -> Space:
        return SCALAR


@dataclass(frozen=True, slots=True)
class Elementary:
    """A function of the vocabulary R → R, smooth on its domain: exp, log, sin, …, or `reciprocal`."""

    head: str

    @property
    def source(self) -> Space:
        return SCALAR

    @property
    def target(self) -> Space:
        return SCALAR


@dataclass(frozen=True, slots=True)
class Splitting:
    """R^k → R × … × R, the coordinates; with `joining` its inverse."""

    count: int
    joining: bool = False

    @property
    def source(self) -> Space:
        return SCALAR * self.count if self.joining else (Dim.of(self.count),)

    @property
    def target(self) -> Space:
        return (Dim.of(self.count),) if self.joining else SCALAR * self.count


@dataclass(frozen=True, slots=True)
class Tangent:
    """T(f) : T(X) → T(Y), (x, v) ↦ (f(x), Df(x) v)."""

    inner: SmoothMap

    @property
    def source(self) -> Space:
        return self.inner.source * 2

    @property
    def target(self) -> Space:
        return self.inner.target * 2


@dataclass(frozen=True, slots=True)
class Differential:
    """D(f) : X × X → Y, (x, v) ↦ Df(x) v."""

    inner: SmoothMap

    @property
    def source(self) -> Space:
        return self.inner.source * 2

    @property
    def target(self) -> Space:
        return self.inner.target


@dataclass(frozen=True, slots=True)
class Reverse:
    """R(f) : X × Y → X, (x, w) ↦ Df(x)ᵀ w."""

    inner: SmoothMap

    @property
    def source(self) -> Space:
        return self.inner.source + self.inner.target

    @property
    def target(self) -> Space:
        return self.inner.source


SmoothMap: TypeAlias = (
    AnyMap | NamedMap | Wiring | Constant | Composite | Pairing | ProductMap | Scaling | Inner | Elementary | Splitting
    | Tangent | Differential | Reverse
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class MapClaim:
    """`left = right`: maps with one source and one target are equal; of lenses, each of the two pairs of maps.

    `labels` says what each pair is (`get`, `put`), empty for plain maps.
    """

    pairs: tuple[tuple[SmoothMap, SmoothMap], ...]
    labels: tuple[str, ...]
    text: str


def identity(space: Space) -> Wiring:
    """The identity map."""
    return Wiring(space, space, tuple(((Fraction(1), k),) for k in range(len(space))))


def selection(space: Space, places: tuple[int, ...]) -> Wiring:
    """The blocks at these places, from 0, in this order."""
    return Wiring(space, tuple(space[k] for k in places), tuple(((Fraction(1), k),) for k in places))


def combination(weights: tuple[Fraction, ...], space: Space) -> Wiring:
    """X × … × X → X, the sum of the arguments with these weights."""
    size = len(space)
    rows = tuple(tuple((w, k * size + b) for k, w in enumerate(weights) if w) for b in range(size))
    return Wiring(space * len(weights), space, rows)


def parts_of(item: SmoothMap) -> tuple[SmoothMap, ...]:
    """The maps directly under a map."""
    match item:
        case NamedMap(_, body):
            return (body,)
        case Composite(after, before):
            return (after, before)
        case Pairing(_, parts) | ProductMap(parts):
            return parts
        case Tangent(inner) | Differential(inner) | Reverse(inner):
            return (inner,)
        case _:
            return ()


def walk_maps(item: SmoothMap) -> Iterator[SmoothMap]:
    """A map and everything under it."""
    stack = [item]
    while stack:
        top = stack.pop()
        yield top
        stack.extend(parts_of(top))


def space_text(space: Space) -> str:
    """A space as it is written.

    >>> space_text((Dim.parameter("n"), Dim.of(1)))
    'R^n × R'
    """
    blocks = ["R" if d == ONE else f"R^{d}" if len(d.terms) <= 1 and "*" not in str(d) else f"R^({d})" for d in space]
    return " × ".join(blocks) or "1"
