"""Vect over a presented category: the elements of ends, coends, limits and colimits, and the linear systems'
coordinates.

A family (X_c) of matrices is one vector: object by object in declared order, each X_c row by row. The pairs
of a coend are numbered object by object, e_i (x) e_j of H(c) (x) F(c) at i * dim F(c) + j.
"""

from __future__ import annotations

from dataclasses import dataclass

from catalg.exact.sparse import SparseMatrix
from catalg.model.category import Category, VectFunctor, VectTransformation
from catalg.model.display import matrix_term
from catalg.model.ends import VectEnd
from catalg.model.scalars import BaseField
from catalg.terms import Call, Index, Name, Term, num


@dataclass(frozen=True, slots=True)
class LinearFamily:
    """A natural transformation between functors to Vect as a basis element, by its components."""

    transformation: VectTransformation

    def term(self) -> Term:
        """The matrices object by object; the matrix alone on a category with one object."""
        components = self.transformation.components
        if len(components) == 1:
            return matrix_term(components[0][1])
        return Call(
            "family",
            tuple(Call("component", (Name(c), matrix_term(x))) for c, x in components if x.nrows and x.ncols),
        )


@dataclass(frozen=True, slots=True)
class TensorClass:
    """A basis element of a coend or colimit: the class of a basis vector at an object.

    `indices` are (j,) in a colimit, (i, j) for e_i (x) e_j in a coend, counted from 0; `number` is its place
    in the sum.
    """

    object: str
    indices: tuple[int, ...]
    number: int

    def term(self) -> Term:
        """`class(c, e[i], e[j])`, counted from 1."""
        return Call("class", (Name(self.object), *(Index(Name("e"), (num(i + 1),)) for i in self.indices)))


def constant_functor(category: Category, field: BaseField) -> VectFunctor:
    """The functor with the ground field everywhere and identities.

    >>> from catalg.model.scalars import RATIONAL
    >>> constant_functor(Category("C", ("A",), ()), RATIONAL).dimension("A")
    1
    """
    one = SparseMatrix.identity(1)
    return VectFunctor(
        "1",
        category,
        field,
        tuple((c, 1) for c in category.objects),
        tuple((a.name, one) for a in category.arrows),
    )


def limit_end(functor: VectFunctor, name: str = "lim") -> VectEnd:
    """The limit of F as the end of Hom(k, F), k the constant functor."""
    return VectEnd(name, constant_functor(functor.category, functor.field), functor)
