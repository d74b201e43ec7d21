"""Categories by construction, quoted names in bodies, counts without names, properties, transformations by construction."""

from __future__ import annotations

import pytest

from catalg.language import parse
from catalg.language.formatter import format_source
from catalg.language.tree import (
    Binary,
    Call,
    Category,
    Check,
    Comparison,
    CountClaim,
    Entry,
    Expect,
    Functor,
    Limit,
    Name,
    Number,
    Property,
    SetExpr,
    ShapeCount,
    Statement,
    Transformation,
)


def read(text: str) -> Statement:
    parsed = parse(text)
    assert not parsed.diagnostics
    (statement,) = parsed.statements
    return statement


def test_a_category_by_construction() -> None:
    statement = read("category Q = op(P) * poset(0 < 1 <= 2)")
    order = Comparison((Number("0"), Number("1"), Number("2")), ("<", "<="))
    value = Binary("*", Call(Name("op"), (Name("P"),)), Call(Name("poset"), (order,)))
    assert statement == Category(Name("Q"), (), (), (), value)


def test_numbers_and_text_head_the_entries_of_a_body() -> None:
    statement = read('functor F : P -> Set { 0 = {1}  1 = {2}  "0<1" = {1 |-> 2}  A = {} }')
    assert isinstance(statement, Functor) and statement.body is not None
    assert [entry.name.text for entry in statement.body] == ["0", "1", "0<1", "A"]
    assert statement.body[0] == Entry(Name("0"), SetExpr((Number("1"),)))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("expect size L = 3", CountClaim("size", Name("L"), Number("3"))),
        ("expect size morphisms(C) = 31", ShapeCount("size", Call(Name("morphisms"), (Name("C"),)), None, Number("31"))),
        (
            "expect size hom(A, B) in C = oo",
            ShapeCount("size", Call(Name("hom"), (Name("A"), Name("B"))), Name("C"), Name("oo")),
        ),
        ("expect dim V(A) = n", ShapeCount("dim", Call(Name("V"), (Name("A"),)), None, Name("n"))),
        ("check p is universal", Property(Name("p"), (Name("universal"),))),
        ("check K is discrete fibration", Property(Name("K"), (Name("discrete"), Name("fibration")))),
        ("check is is is", Property(Name("is"), (Name("is"),))),
    ],
)
def test_counts_and_properties(text: str, expected: object) -> None:
    statement = read(text)
    assert isinstance(statement, Expect | Check)
    assert statement.assertion == expected


def test_a_transformation_by_construction() -> None:
    statement = read("transformation t : {x, y} => T(c, c) = beta @ alpha^-1")
    assert isinstance(statement, Transformation)
    assert statement.body is None and statement.formula is None
    assert isinstance(statement.value, Binary) and statement.value.operator == "@"


def test_forms_of_limits() -> None:
    statement = read("limit P = pullback(F, f, g)")
    assert statement == Limit(Name("P"), Call(Name("pullback"), (Name("F"), Name("f"), Name("g"))))
    (problem,) = parse("limit P = pushout(F, f, g)").diagnostics
    assert problem.code == "E0214" and "pullback" in (problem.help or "")


def test_trees_come_back_from_their_representation() -> None:
    text = 'category Q = P * P\nexpect size hom(A, B) in Q = 2\ncheck p is universal\nlimit L = product(F, "0<1")\n'
    for statement in parse(text).statements:
        assert eval(repr(statement), {**vars(__import__("catalg.language.tree").language.tree)}) == statement


def test_the_formatter_keeps_them() -> None:
    text = 'category Q = op(P)*P\nfunctor F : P -> Set { 0={1}  "0<1" = () }\nexpect size hom(A,B) in Q=6\ncheck p  is universal\n'
    pretty = format_source(text)
    assert pretty == (
        'category Q = op(P) × P\nfunctor F : P → Set { 0 = {1}   "0<1" = () }\n'
        "expect size hom(A, B) in Q = 6\ncheck p is universal\n"
    )
    assert parse(format_source(pretty, ascii=True)).statements == parse(text).statements
