"""Precedence and the shapes of expressions, as the language reference states them."""

from __future__ import annotations

import pickle

import pytest

from catalg.language import parse
from catalg.language.tree import (
    Binary,
    Call,
    Comparison,
    Cycles,
    End,
    Expr,
    FormulaClaim,
    Functor,
    Index,
    Integral,
    Name,
    Negate,
    Number,
    Range,
    SetExpr,
    TableExpr,
    Transpose,
    TupleExpr,
    walk,
)


def expression(text: str) -> Expr:
    parsed = parse(f"expect K() = {text} where z = 0")
    assert not parsed.diagnostics, parsed.diagnostics
    claim = parsed.statements[0].assertion  # type: ignore[union-attr]
    assert isinstance(claim, FormulaClaim)
    return claim.formula


a, b, c = Name("a"), Name("b"), Name("c")
one, two = Number("1"), Number("2")


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("a + b * c", Binary("+", a, Binary("*", b, c))),
        ("a - b - c", Binary("-", Binary("-", a, b), c)),
        ("a (+) b (*) c", Binary("(+)", a, Binary("(*)", b, c))),
        ("a @ b + c", Binary("@", a, Binary("+", b, c))),
        ("a @ b @ c", Binary("@", Binary("@", a, b), c)),
        ("a ; b ; c", Binary(";", Binary(";", a, b), c)),
        ("-a^2", Negate(Binary("^", a, two))),
        ("-a*b", Binary("*", Negate(a), b)),
        ("a*-b", Binary("*", a, Negate(b))),
        ("a--b", Binary("-", a, Negate(b))),
        ("a^b^c", Binary("^", a, Binary("^", b, c))),
        ("a^-b^c", Binary("^", a, Negate(Binary("^", b, c)))),
        ("a^2(b)", Binary("^", a, Call(two, (b,)))),
        ("a[1](b)'", Transpose(Call(Index(a, (one,)), (b,)))),
        ("a'^2", Binary("^", Transpose(a), two)),
        ("a^-1'", Transpose(Binary("^", a, Negate(one)))),
        ("(a)", a),
        ("(a, b)", TupleExpr((a, b))),
        ("()", Cycles(())),
        ("(1 2)", Cycles(((one, two),))),
        ("(1 2)(a b c)", Cycles(((one, two), (a, b, c)))),
        ("(1)(2 a)", Cycles(((one,), (two, a)))),
        ("(1 2)(a)", Cycles(((one, two), (a,)))),
        ("{1..2}", SetExpr((Range(one, two),))),
        ("{a, b}", SetExpr((a, b))),
        ("{}", SetExpr(())),
        ("{a |-> 1, b |-> 2}", TableExpr(((a, one), (b, two)))),
        ("(a < b <= c)", Comparison((a, b, c), ("<", "<="))),
        ("a · b", Call(Name("dot"), (a, b))),
        ("2*a · b", Call(Name("dot"), (Binary("*", two, a), b))),
        ("f(int c : a. b @ c)", Call(Name("f"), (Integral("end", c, a, Binary("@", b, c)),))),
    ],
)
def test_trees(text: str, tree: Expr) -> None:
    assert expression(text) == tree
    assert eval(repr(tree), {node: globals()[node] for node in globals()}) == tree


def test_spans_are_those_of_the_text() -> None:
    text = "expect K(x, y) = -(a + b)*c[1]^2 + dot(x, y)'"
    parsed = parse(text)
    assert parsed.source.slice(parsed.statements[0].span) == text
    pieces = {parsed.source.slice(node.span) for node in walk(parsed.statements[0])}
    assert {"(a + b)", "-(a + b)", "c[1]^2", "c[1]", "dot(x, y)", "dot(x, y)'", "-(a + b)*c[1]^2"} <= pieces


def test_trees_and_spans_cross_a_process_boundary() -> None:
    parsed = parse('"""Doc."""\nfunctor F : C -> Set { A = {1..3} }')
    copy = pickle.loads(pickle.dumps(parsed))
    assert copy == parsed
    assert [node.span for node in walk(copy.statements[0])] == [node.span for node in walk(parsed.statements[0])]


def test_ranges_and_towers_stay_unevaluated() -> None:
    functor = parse("functor F : C -> Set { A = {1..1000000} }").statements[0]
    assert isinstance(functor, Functor) and functor.body is not None
    assert functor.body[0].value == SetExpr((Range(one, Number("1000000")),))
    nine = Number("9")
    tower = Binary("^", nine, Binary("^", nine, Binary("^", nine, nine)))
    assert expression("9^9^9^9") == tower


def test_the_integral_of_an_end_reaches_to_its_graph() -> None:
    end = parse("end K = int g : G. int h : H. Hom(V, W) along A").statements[0]
    assert isinstance(end, End)
    assert isinstance(end.integrand, Integral) and end.along == Name("A")
