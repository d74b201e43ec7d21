"""Groups as one-object categories: generators of both kinds, relations, and what is known of the whole.

Conditions of an end depend only on how the generators act: finitely many discrete ones, and a Lie algebra for the
component of the identity. A family adds data (facts, a fundamental theorem); it never adds answers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from catalg.terms import Dim, Parameter

Word = tuple[tuple[str, int], ...]
"""A group word, leftmost letter first, each with a nonzero exponent; () is the identity. The right factor acts first."""


@dataclass(frozen=True, slots=True)
class Generator:
    """A generator; `kind` is `discrete` (a group element) or `lie` (an element of the Lie algebra)."""

    name: str
    kind: str = "discrete"


@dataclass(frozen=True, slots=True)
class WordRelation:
    """An equation between group words."""

    left: Word
    right: Word
    span: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Bracket:
    """An element of the free Lie algebra: a generator's name or a bracket of two elements."""

    left: Bracket | LieCombination | str
    right: Bracket | LieCombination | str


@dataclass(frozen=True, slots=True)
class LieCombination:
    """A linear combination of generators and brackets; () is zero."""

    terms: tuple[tuple[Fraction, Bracket | str], ...]


@dataclass(frozen=True, slots=True)
class BracketRelation:
    """An equation in the Lie algebra."""

    left: LieCombination
    right: LieCombination
    span: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class AdjointRelation:
    """word · left · word⁻¹ = right, for Lie elements left and right: how a component acts on the Lie algebra."""

    word: Word
    left: LieCombination
    right: LieCombination
    span: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class PeriodRelation:
    """exp(2 pi element) = word: what makes a Lie algebra representation integrate to this group and not to a cover."""

    element: LieCombination
    word: Word = ()
    span: tuple[int, int] | None = None


Relation = WordRelation | BracketRelation | AdjointRelation | PeriodRelation


@dataclass(frozen=True, slots=True)
class FundamentalTheorem:
    """A first fundamental theorem for a family with a symbolic size.

    `tensors` are the invariant tensors that generate all others by products, permutations and contraction:
    `delta` (a symmetric form), `omega` (a symplectic form), `evaluation` (V with its dual), `epsilon` (the volume),
    `epsilon_dual`, `diagonal` (the maps e_i -> e_i (x) e_i … of a permuted basis), and `basis` (each basis vector by
    itself: the linear part is trivial). With `diagonal`, `even` says that only even permutations of the basis act.
    """

    tensors: tuple[str, ...]
    size: Dim
    source: str


@dataclass(frozen=True, slots=True)
class CircularPoints:
    """Points that are the residues modulo a symbolic `size`, on which the generators act by affine maps.

    `maps` are (generator, a, b, sign): the point x goes to a x + b, and the character `det` is the sign.
    """

    size: Dim
    maps: tuple[tuple[str, int, int, int], ...]


@dataclass(frozen=True, slots=True)
class GroupFacts:
    """What is known of the declared group; None where nothing is claimed."""

    order: Dim | None = None
    dimension: Dim | None = None
    components: int | None = None
    compact: bool | None = None
    theorem: FundamentalTheorem | None = None
    source: str = ""
    circle: CircularPoints | None = None


@dataclass(frozen=True, slots=True)
class Group:
    """A group: by generators and relations, by a family, or as a product of `factors`.

    `label` is how a reader writes it (`SO(3)`, `D4`); `parameters` are the symbolic ones; a group whose generators are
    not listed (a family with symbolic parameters) has `generators == ()` and `symbolic == True`.
    """

    name: str
    label: str
    generators: tuple[Generator, ...] = ()
    relations: tuple[Relation, ...] = ()
    facts: GroupFacts = GroupFacts()
    factors: tuple[Group, ...] = ()
    parameters: tuple[Parameter, ...] = ()
    symbolic: bool = False
    family: tuple[str, tuple[object, ...]] | None = None

    def generator(self, name: str) -> Generator:
        """The generator of that name. Raises KeyError."""
        for generator in self.generators:
            if generator.name == name:
                return generator
        raise KeyError(name)

    @property
    def discrete(self) -> tuple[Generator, ...]:
        """The discrete generators, in declared order."""
        return tuple(g for g in self.generators if g.kind == "discrete")

    @property
    def lie(self) -> tuple[Generator, ...]:
        """The Lie generators, in declared order."""
        return tuple(g for g in self.generators if g.kind == "lie")


@dataclass(frozen=True, slots=True)
class Homomorphism:
    """A functor between groups: the image of each generator, a word or an element of the Lie algebra."""

    name: str
    source: Group
    target: Group
    images: tuple[tuple[str, Word | LieCombination], ...]

    def image(self, generator: str) -> Word | LieCombination:
        """The image of a generator. Raises KeyError."""
        for name, image in self.images:
            if name == generator:
                return image
        raise KeyError(generator)


def generators_of_product(factors: Sequence[Group]) -> tuple[Generator, ...]:
    """The generators of all factors, called `factor.generator`; factors of one name are numbered."""
    names = [factor.name for factor in factors]
    prefixes = [n if names.count(n) == 1 else f"{n}#{k}" for k, n in enumerate(names, 1)]
    return tuple(
        replace(g, name=f"{prefix}.{g.name}") for prefix, factor in zip(prefixes, factors, strict=True) for g in factor.generators
    )
