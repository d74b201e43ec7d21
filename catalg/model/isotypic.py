"""A proposed decomposition of a representation into irreducible ones."""

from __future__ import annotations

from dataclasses import dataclass

from catalg.exact.sparse import SparseMatrix
from catalg.model.protocols import Argument
from catalg.model.representation import Rep


@dataclass(frozen=True, slots=True)
class Constituent:
    """A representation that the family of the group names, with one injection into the whole for each copy.

    `word` and `given` are its name and arguments, as in irrep(1, odd); the injections are dim V x dim matrices.
    """

    word: str
    given: tuple[Argument, ...]
    copies: tuple[SparseMatrix, ...]

    @property
    def text(self) -> str:
        """How it is written."""
        return f"{self.word}({', '.join(map(str, self.given))})" if self.given else self.word


@dataclass(frozen=True, slots=True)
class RepDecomposition:
    """`derive V as irreps`: the representation that is to be decomposed."""

    name: str
    rep: Rep


@dataclass(frozen=True, slots=True)
class RepEquality:
    """`V = W` between representations of one group: they are equivalent."""

    left: Rep
    right: Rep
    names: tuple[str, str]
