"""Presented categories, functors from them to Set and Vect, and transformations by components.

Paths are written in the order of composition "first arrow first"; the language's `g @ f` is the path (f, g).
"""

from __future__ import annotations

from dataclasses import dataclass

from catalg.exact.sparse import SparseMatrix
from catalg.model.scalars import BaseField

Path = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Arrow:
    """A generating arrow."""

    name: str
    source: str
    target: str


@dataclass(frozen=True, slots=True)
class Equation:
    """Two parallel paths that are equal; `start` is their common source (it matters when a path is empty)."""

    start: str
    end: str
    left: Path
    right: Path
    span: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Category:
    """A finitely presented category."""

    name: str
    objects: tuple[str, ...]
    arrows: tuple[Arrow, ...]
    equations: tuple[Equation, ...] = ()

    def arrow(self, name: str) -> Arrow:
        """The generating arrow of that name. Raises KeyError."""
        for arrow in self.arrows:
            if arrow.name == name:
                return arrow
        raise KeyError(name)

    def opposite(self) -> Category:
        """The opposite category: arrows and paths reversed."""
        name = self.name[3:-1] if _is_opposite(self.name) else f"op({self.name})"
        return Category(
            name,
            self.objects,
            tuple(Arrow(a.name, a.target, a.source) for a in self.arrows),
            tuple(Equation(e.end, e.start, e.left[::-1], e.right[::-1], e.span) for e in self.equations),
        )


def _is_opposite(name: str) -> bool:
    """Whether a name is `op(…)` as a whole, and not `op(C) * D`."""
    depth = 0
    for k, sign in enumerate(name):
        depth += (sign == "(") - (sign == ")")
        if depth == 0 and k >= 2:
            return name.startswith("op(") and k == len(name) - 1
    return False


@dataclass(frozen=True, slots=True)
class SetFunctor:
    """A functor to finite sets: labels of the elements of each object, and each arrow as image indices."""

    name: str
    category: Category
    objects: tuple[tuple[str, tuple[str, ...]], ...]
    arrows: tuple[tuple[str, tuple[int, ...]], ...]

    def elements(self, object_name: str) -> tuple[str, ...]:
        """The labels of F(object). Raises KeyError."""
        return dict(self.objects)[object_name]

    def table(self, arrow: str) -> tuple[int, ...]:
        """F(arrow) as image indices. Raises KeyError."""
        return dict(self.arrows)[arrow]


@dataclass(frozen=True, slots=True)
class VectFunctor:
    """A functor to Vect: a dimension for each object, a matrix (target x source) for each arrow."""

    name: str
    category: Category
    field: BaseField
    objects: tuple[tuple[str, int], ...]
    arrows: tuple[tuple[str, SparseMatrix], ...]

    def dimension(self, object_name: str) -> int:
        """The dimension of F(object). Raises KeyError."""
        return dict(self.objects)[object_name]

    def matrix(self, arrow: str) -> SparseMatrix:
        """F(arrow). Raises KeyError."""
        return dict(self.arrows)[arrow]


@dataclass(frozen=True, slots=True)
class SetTransformation:
    """A transformation between functors to Set: for each object the image indices of its component."""

    name: str
    source: SetFunctor
    target: SetFunctor
    components: tuple[tuple[str, tuple[int, ...]], ...]

    def component(self, object_name: str) -> tuple[int, ...]:
        """The component at an object. Raises KeyError."""
        return dict(self.components)[object_name]


@dataclass(frozen=True, slots=True)
class VectTransformation:
    """A transformation between functors to Vect: a matrix for each object."""

    name: str
    source: VectFunctor
    target: VectFunctor
    components: tuple[tuple[str, SparseMatrix], ...]

    def component(self, object_name: str) -> SparseMatrix:
        """The component at an object. Raises KeyError."""
        return dict(self.components)[object_name]
