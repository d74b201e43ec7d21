"""What a specification asks: claims, and the items that get one line each in the report."""

from __future__ import annotations

from dataclasses import dataclass

from catalg.exact.sparse import SparseMatrix
from catalg.model.action import ExplicitAction
from catalg.model.category import (
    Category,
    Path,
    SetFunctor,
    SetTransformation,
    VectFunctor,
    VectTransformation,
)
from catalg.model.ends import End, KernelEnd, LinearEnd
from catalg.model.group import Group, Homomorphism
from catalg.model.gset import ExplicitSet
from catalg.model.isotypic import RepEquality
from catalg.model.maps import MapClaim
from catalg.model.representation import ExplicitRep, Rep
from catalg.terms import Dim, Parameter, Term

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class FormulaTransformation:
    """A transformation of one component given by a formula: an element that should lie in the end `space`."""

    name: str
    space: KernelEnd | LinearEnd
    arguments: tuple[str, ...]
    formula: Term


@dataclass(frozen=True, slots=True)
class Unknown:
    """An undeclared name in a formula: an arbitrary constant (`arity` 0), function, or indexed family of constants.

    `kind` is `constant`, `function` or `indexed`; `shape` is () for a scalar, else the dimensions of its value (only
    when it is the whole right side).
    """

    name: str
    kind: str
    arity: int = 0
    shape: tuple[Dim, ...] = ()


@dataclass(frozen=True, slots=True)
class FormulaClaim:
    """`E(q, k) = formula where …`: the space of all instances is the end.

    For linear maps `indices` name the indices of the tensor factors, those of the target first: the formula is then the
    entry of the matrix, as in `E[i, p] = alpha*delta(i, p)`.
    """

    end: str
    arguments: tuple[str, ...]
    formula: Term
    unknowns: tuple[Unknown, ...]
    indices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SpaceClaim:
    """`E1 = E2`: two ends are the same space; the right one may stand there in full. `within` is `E1 <= E2` instead."""

    left: str
    right: str | End
    within: bool = False


@dataclass(frozen=True, slots=True)
class CountClaim:
    """`dim E = value`; `count` is `dim`, `size`, `free` or `arguments`. A value of None means infinite (`oo`)."""

    count: str
    end: str
    value: Dim | None


@dataclass(frozen=True, slots=True)
class NaturalClaim:
    """`eta natural`."""

    name: str


@dataclass(frozen=True, slots=True)
class FunctorialClaim:
    """`F functorial`."""

    name: str


@dataclass(frozen=True, slots=True)
class PathClaim:
    """`g @ f = k @ h in C`."""

    category: Category
    start: str
    end: str
    left: Path
    right: Path


@dataclass(frozen=True, slots=True)
class MorphismCount:
    """The arrows of a category from one object to another; all of them when both are None."""

    category: Category
    source: str | None = None
    target: str | None = None


@dataclass(frozen=True, slots=True)
class ObjectCount:
    """The objects of a category."""

    category: Category


@dataclass(frozen=True, slots=True)
class ValueCount:
    """What a functor makes of an object: the size of a set, or a dimension. `functor` may be an extension without a table."""

    functor: object
    object: str


@dataclass(frozen=True, slots=True)
class SummandCount:
    """The irreducible summands of a representation, with their multiplicities."""

    rep: Rep


@dataclass(frozen=True, slots=True)
class ShapeClaim:
    """`size hom(A, B) in C = value`: a count of something that has no name; `text` says what."""

    count: str
    subject: End | MorphismCount | ObjectCount | ValueCount | SummandCount
    text: str
    value: Dim | None


@dataclass(frozen=True, slots=True)
class PropertyClaim:
    """`p is universal`: a property by its name, and what it speaks of."""

    property: str
    subject: tuple[object, ...]
    text: str


@dataclass(frozen=True, slots=True)
class ValueClaim:
    """`laplacian(F) = [[…], …]`: what a construction, known by its word, makes of something is this matrix or column."""

    word: str
    subject: object
    text: str
    value: SparseMatrix


Claim = (
    FormulaClaim | SpaceClaim | CountClaim | NaturalClaim | FunctorialClaim | PathClaim | ShapeClaim | PropertyClaim
    | ValueClaim | RepEquality | MapClaim
)  # fmt: skip

Declared = (
    ExplicitRep | Rep | ExplicitSet | ExplicitAction | SetFunctor | VectFunctor
    | SetTransformation | VectTransformation | FormulaTransformation | Homomorphism | Group | End
)


@dataclass(frozen=True, slots=True)
class Opaque:
    """Something of the language that no strategy covers yet; `reason` says what."""

    kind: str
    reason: str


@dataclass(frozen=True, slots=True)
class Item:
    """One statement of the file, elaborated: one line of the report.

    `kind` is as in the JSON output; `depends` are the names whose refutation leaves this one undecided; `silent` items
    (parameters, groups, categories, graphs) assert nothing and get no line. `named_by_refute` marks a transformation
    that a `refute … natural` names, so that its own check is not an assertion.
    """

    kind: str
    name: str
    span: Span
    subject: object
    depends: tuple[str, ...] = ()
    documentation: str = ""
    asserted: bool = True
    form: str | None = None
    arguments: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Specification:
    """A file, elaborated: parameters and items in the order of the text."""

    path: str
    parameters: tuple[Parameter, ...]
    items: tuple[Item, ...]

    def item(self, name: str) -> Item:
        """The declaration of that name. Raises KeyError."""
        for item in self.items:
            if item.name == name and item.kind in DECLARATIONS:
                return item
        raise KeyError(name)


DECLARATIONS = frozenset({"functor", "transformation", "end", "coend", "limit", "colimit", "group", "category", "graph", "map"})

__all__ = ["Claim", "CountClaim", "Declared", "FormulaClaim", "FormulaTransformation", "FunctorialClaim", "Item",
           "MorphismCount", "NaturalClaim", "ObjectCount", "Opaque", "PathClaim", "PropertyClaim", "ShapeClaim",
           "SpaceClaim", "Span", "Specification", "SummandCount", "Unknown", "ValueClaim", "ValueCount"]
