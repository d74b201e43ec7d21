"""Formulas over several lines."""

from __future__ import annotations

from catalg.render.block import formula_lines, shown
from catalg.terms import Apply, Call, Let, Matrix, Name, add, mul, num

TURN = Matrix(((num(0), num(-1)), (num(1), num(0))))
IDENTITY = Matrix(((num(1), num(0)), (num(0), num(1))))
R = Name("r")


def test_matrices_stand_beside_their_factors():
    term = add(mul(Apply("a", (R,)), IDENTITY), mul(num(-1), Apply("b", (R,)), TURN))
    assert formula_lines(term, 80, "K = ") == [
        "K = a(r) ⎡1  0⎤ − b(r) ⎡0  −1⎤",
        "         ⎣0  1⎦        ⎣1   0⎦",
    ]


def test_long_sums_are_broken_and_where_follows():
    term = Let((("r", Call("norm", (Name("x"),))),), add(*(mul(Name(f"coefficient_{k}"), R) for k in range(6))))
    lines = formula_lines(term, 60, "K(x) = ")
    assert all(len(line) <= 60 for line in lines)
    assert lines[1].startswith("        + coefficient")
    assert lines[-1] == "  where r = ‖x‖"


def test_one_row_and_single_entries():
    assert formula_lines(Matrix(((num(1), num(2)),)), 80) == ["[[1, 2]]"]


def test_sums_inside_products_get_tall_brackets():
    term = mul(Name("c"), add(IDENTITY, TURN))
    assert formula_lines(term, 80)[0] == "c ⎛⎡1  0⎤ + ⎡0  −1⎤⎞"


def test_ascii_is_the_language_itself_and_large_matrices_are_told():
    assert shown(TURN, 80, "K = ", unicode=False) == ["K = [[0, -1], [1, 0]]"]
    large = Matrix(tuple(tuple(num(int(i == j)) for j in range(40)) for i in range(40)))
    assert shown(large, 80, "K = ", unicode=True) == ["K = a 40 × 40 matrix with 40 nonzero entries"]
