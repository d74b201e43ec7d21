"""Exact scalars and matrices as terms, for showing."""

from __future__ import annotations

from fractions import Fraction

from catalg.exact.field import Alg
from catalg.exact.sparse import SparseMatrix
from catalg.model.scalars import Scalar
from catalg.terms import Call, Const, Matrix, Name, Num, Term, add, mul, num


def scalar_term(value: Scalar) -> Term:
    """An exact number as a term: rationals as they are, algebraic numbers by their named radicals."""
    if not isinstance(value, Alg):
        return num(Fraction(value))
    return add(*(mul(Num(Fraction(c)), *(radical_term(r) for r in radicals)) for c, radicals in value.radical_terms()))


def radical_term(name: str) -> Term:
    """A named generator of a number field (`sqrt(2)`, `i`, …) as a term."""
    if name == "i":
        return Const("i")
    if name.startswith("sqrt(") and name[5:-1].lstrip("-").isdigit():
        return Call("sqrt", (num(int(name[5:-1])),))
    return Name(name)


def matrix_term(matrix: SparseMatrix) -> Term:
    """An exact matrix as a term."""
    return Matrix(tuple(tuple(scalar_term(v) for v in row) for row in matrix.to_dense()))
