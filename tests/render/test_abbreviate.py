"""Names for what recurs: the same formula, and nothing that depends on the index of a sum."""

from __future__ import annotations

from catalg.render.abbreviate import abbreviated
from catalg.render.block import formula_lines
from catalg.render.latex.formulas import display
from catalg.render.terms_text import pretty
from catalg.terms import Add, Apply, Call, Const, Index, Let, Matrix, Name, Series, add, mul, num, power, sub
from catalg.terms.term import expand_lets

X, Y, L = Name("x"), Name("y"), Name("l")
Z = sub(Y, X)
R = Call("norm", (Z,))


def coordinate(k):
    return Index(Z, (num(k),))


def test_vectors_lengths_and_lists_get_names():
    term = add(
        mul(Apply("a", (R, X, Y)), coordinate(1)), mul(Apply("b", (R, X, Y)), coordinate(2)), mul(Apply("c", (R, X, Y)), X)
    )
    short = abbreviated(term)
    assert isinstance(short, Let)
    assert pretty(short) == "a(s) z₁ + b(s) z₂ + c(s) x where z = y − x, r = ‖z‖, s = (r, x, y)"


def test_the_term_stays_the_same():
    term = add(*(mul(Apply(name, (R,)), coordinate(k), R) for k, name in enumerate("abc", 1)))
    assert expand_lets(abbreviated(term)) == term


def test_names_that_are_taken_are_not_used():
    term = add(*(mul(Name(name), Apply(name, (R,)), R) for name in ("r", "u", "v")))
    assert dict(abbreviated(term).bindings) == {"w": R}


def test_what_depends_on_an_index_is_not_named():
    inner = Call("norm", (add(X, mul(L, Y)),))
    term = Series("l", num(0), Const("oo"), add(inner, power(inner, num(2)), power(inner, num(3))))
    assert abbreviated(term) == term


def test_short_formulas_are_left_alone():
    for term in (Apply("f", (R,)), add(R, X), Let((("r", R),), Name("r"))):
        assert abbreviated(term) == term


def wide(entries=6):
    long = Add(tuple(mul(num(k), power(Name("x"), num(k))) for k in range(2, 12)))
    return Matrix(tuple(tuple(long if (i + j) % 2 else num(0) for j in range(entries)) for i in range(2)))


def test_wide_matrices_follow_row_by_row():
    lines = formula_lines(mul(Name("c"), wide()), 80, "K = ")
    assert lines[:3] == ["K = c M₁", "", "M₁ has the rows"]
    assert all(len(line) <= 80 for line in lines)


def test_wide_matrices_follow_entry_by_entry_in_latex():
    text = display(mul(Name("c"), wide()), "K = ")
    assert text.startswith(r"\[\catalgfit{K = c \, M_{1}}\]")
    assert r"Here $M_{1}$ is the $2 \times 6$ matrix with $(M_{1})_{1,2} = 2 x^{2} +" in text
