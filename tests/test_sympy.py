"""Conversion to SymPy: values agree, nothing is parsed."""

from __future__ import annotations

from fractions import Fraction

import pytest
import sympy

from catalg.terms import (
    Apply,
    Call,
    Const,
    Derived,
    Identity,
    Index,
    Let,
    Matrix,
    Name,
    Ones,
    Relation,
    Series,
    Vector,
    add,
    mul,
    num,
    power,
)
from catalg.terms.to_sympy import NoSympy, to_sympy

X, Y, L = Name("x"), Name("y"), Name("l")
VECTORS = {"x": (3,), "y": (3,)}


def test_arithmetic_is_exact():
    term = add(mul(num(Fraction(1, 3)), X), power(Y, num(-2)), Const("pi"), Call("sqrt", (num(2),)))
    x, y = sympy.symbols("x y")
    assert to_sympy(term) == x / 3 + y**-2 + sympy.pi + sympy.sqrt(2)


def test_dot_and_norm_of_vectors():
    x, y = sympy.MatrixSymbol("x", 3, 1), sympy.MatrixSymbol("y", 3, 1)
    values = {x: sympy.Matrix([1, 2, 2]), y: sympy.Matrix([0, 1, 5])}
    assert to_sympy(Call("dot", (X, Y)), VECTORS).subs(values).doit() == 12
    assert to_sympy(Call("norm", (X,)), VECTORS).subs(values).doit() == 3


def test_vectors_of_symbolic_dimension():
    d = sympy.Symbol("d", integer=True, positive=True)
    value = to_sympy(Call("dot", (X, Y)), {"x": (d,), "y": (d,)})
    assert value.has(sympy.MatrixSymbol("x", d, 1))


def test_series():
    term = Series("l", num(0), Const("oo"), mul(Index(Name("a"), (L,)), Call("legendre", (L, Name("t")))))
    value = to_sympy(term)
    assert isinstance(value, sympy.Sum)
    assert value.limits[0][1:] == (0, sympy.oo)
    finite = to_sympy(Series("l", num(0), num(2), power(num(2), L))).doit()
    assert finite == 7


def test_matrices():
    turn = Matrix(((num(0), num(-1)), (num(1), num(0))))
    assert to_sympy(mul(Name("c"), turn)).subs(sympy.Symbol("c"), 2) == sympy.Matrix([[0, -2], [2, 0]])
    both = to_sympy(add(mul(Name("c"), Identity()), Ones()), size=(2, 2))
    assert both.subs(sympy.Symbol("c"), 3).as_explicit() == sympy.Matrix([[4, 1], [1, 4]])
    mixed = to_sympy(add(turn, Identity()), size=(2, 2))
    assert mixed == sympy.Matrix([[1, -1], [1, 1]])
    assert to_sympy(Call("transpose", (turn,))) == sympy.Matrix([[0, 1], [-1, 0]])
    assert to_sympy(Call("kron", (turn, turn))).shape == (4, 4)
    assert to_sympy(Vector((X, Y))).shape == (2, 1)


def test_the_size_of_identity_is_needed():
    with pytest.raises(NoSympy, match="size of I"):
        to_sympy(Identity())


def test_arbitrary_functions_and_their_derivatives():
    kappa = sympy.Function("kappa")
    assert to_sympy(Apply("kappa", (add(X, Y),))) == kappa(sympy.Symbol("x") + sympy.Symbol("y"))
    derivative = to_sympy(Derived("kappa", (), (1, 0), (X, Y)))
    assert derivative.replace(kappa, lambda a, b: a**2 * b).doit() == 2 * sympy.Symbol("x") * sympy.Symbol("y")


def test_where_and_relations():
    term = Let((("r", Call("norm", (X,))),), power(Name("r"), num(2)))
    value = to_sympy(term, {"x": (2,)})
    assert sympy.expand(value.as_explicit() if hasattr(value, "as_explicit") else value).free_symbols
    assert to_sympy(Relation("<=", X, Y)) == sympy.Le(sympy.Symbol("x"), sympy.Symbol("y"))


def test_names_are_never_code():
    name = "__import__('os').system('true')"
    assert to_sympy(Name(name)).name == name
