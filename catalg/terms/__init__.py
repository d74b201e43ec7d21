"""Typed, frozen term trees: formulas, and dimensions as polynomials in parameters.

Terms store; they do not simplify. Nothing here imports SymPy, and nothing here evaluates.
"""

from catalg.terms.dimension import Atom, Dim, Parameter
from catalg.terms.term import (
    Add,
    Apply,
    Call,
    Const,
    Derived,
    Identity,
    Index,
    Let,
    Matrix,
    Mul,
    Name,
    Num,
    Ones,
    Pow,
    Relation,
    Series,
    Term,
    Vector,
    add,
    children,
    free_names,
    mul,
    neg,
    num,
    power,
    rebuild,
    sub,
    substitute,
    walk,
)

__all__ = [
    "Add", "Apply", "Atom", "Call", "Const", "Derived", "Dim", "Identity", "Index", "Let", "Matrix", "Mul", "Name", "Num", "Ones",
    "Parameter", "Pow", "Relation", "Series", "Term", "Vector", "add", "children", "free_names", "mul", "neg", "num",
    "power", "rebuild", "sub", "substitute", "walk",
]
