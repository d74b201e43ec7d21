"""Every form of statement, and where one ends and the next begins."""

from __future__ import annotations

from pathlib import Path

import pytest

from catalg.language import parse, parse_file
from catalg.language.keywords import STATEMENTS
from catalg.language.tree import (
    Arbitrary,
    Arrow,
    Binary,
    Binding,
    Call,
    Category,
    CountClaim,
    Derive,
    Domain,
    Edge,
    Entry,
    Equation,
    Expect,
    FormulaClaim,
    Functor,
    Functorial,
    Graph,
    Group,
    ListExpr,
    Name,
    Natural,
    Node,
    Number,
    PathEquality,
    Presentation,
    SetExpr,
    SpaceEquality,
    Statement,
    Transformation,
)

TESTS = Path(__file__).parents[1]
CORPUS = sorted(TESTS.glob("specs/**/*.cat")) + sorted(TESTS.glob("cases/**/*.cat"))


def names(text: str) -> tuple[Name, ...]:
    return tuple(Name(word) for word in text.split())


def only(text: str) -> Statement:
    parsed = parse(text)
    assert not parsed.diagnostics, parsed.diagnostics
    (statement,) = parsed.statements
    return statement


def test_the_corpus_is_there() -> None:
    assert len(CORPUS) > 200


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.stem)
def test_corpus(path: Path) -> None:
    parsed = parse_file(path)
    if path.name == "syntax.cat":
        places = [(item.code, parsed.source.position(item.span.start)) for item in parsed.diagnostics]
        assert places == [("E0202", (1, 15)), ("E0201", (3, 33))]
        assert [statement.keyword for statement in parsed.statements] == ["functor"]
        assert [(broken.keyword, broken.name) for broken in parsed.broken] == [("group", "G"), ("end", "Ker")]
    else:
        assert not parsed.diagnostics and not parsed.broken
        text = path.read_text(encoding="utf-8")
        keywords = [line.split()[0] for line in text.splitlines() if line[:1].isalpha()]
        assert [statement.keyword for statement in parsed.statements] == keywords


def test_groups() -> None:
    K = only("group K { generators m, r lie generators X relations r^2 = 1, [X, X] = 0 }")
    square = Equation(Binary("^", Name("r"), Number("2")), Number("1"))
    bracket = Equation(ListExpr(names("X X")), Number("0"))
    assert Group(Name("K"), None, Presentation(names("m r"), names("X"), (square, bracket))) == K
    assert only("group G {}") == Group(Name("G"), None, Presentation((), (), ()))


def test_graphs() -> None:
    graph = only("graph A { nodes 0, 1, x edges 0 -- 1, 1 -- x }")
    nodes = (Number("0"), Number("1"), Name("x"))
    edges = (Edge(Number("0"), Number("1")), Edge(Number("1"), Name("x")))
    assert graph == Graph(Name("A"), nodes, edges, None)
    assert only("graph A on n") == Graph(Name("A"), (), (), Name("n"))


def test_categories() -> None:
    category = only("category C { objects A, B f, g : A -> B equation id(A) = f, g = f }")
    A, B, f, g = names("A B f g")
    equations = (Equation(Call(Name("id"), (A,)), f), Equation(g, f))
    assert category == Category(Name("C"), (A, B), (Arrow(f, A, B), Arrow(g, A, B)), equations)


def test_functors() -> None:
    body = (Entry(Name("*"), SetExpr((Number("1"),))), Entry(Name("r"), Number("1")))
    assert only("functor S : D4 -> Set { * = {1} r = 1 }") == Functor(
        Name("S"), Name("D4"), Name("Set"), None, None, body
    )
    later = only("functor S : D4 -> Set { r = 1 * = {1} }")
    assert isinstance(later, Functor) and later.body == body[::-1]
    on = only("functor Y : G -> Man on (x, y) where x^2 = y { X = (y, x) }")
    assert isinstance(on, Functor) and on.domain is not None
    square = Equation(Binary("^", Name("x"), Number("2")), Name("y"))
    assert on.domain == Domain(names("x y"), (square,))


def test_transformations() -> None:
    t = only("transformation t : X * X => Y at (q, k) = f(r) where any f : R -> R, r = q")
    assert isinstance(t, Transformation)
    assert t.arguments == names("q k")
    assert t.bindings == (Arbitrary(Name("f"), Name("R"), Name("R")), Binding(Name("r"), Name("q")))


@pytest.mark.parametrize(
    ("text", "assertion"),
    [
        ("K(q) = f(r) where r = q", FormulaClaim(Name("K"), names("q"), Call(Name("f"), names("r")), (Binding(*names("r q")),))),
        ("L = a*I", FormulaClaim(Name("L"), (), Binary("*", *names("a I")), ())),
        ("L1 = L2", SpaceEquality(*names("L1 L2"))),
        ("dim L = n", CountClaim("dim", *names("L n"))),
        ("size dim = 3", CountClaim("size", Name("dim"), Number("3"))),
        ("free free = 3", CountClaim("free", Name("free"), Number("3"))),
        ("arguments K = 1", CountClaim("arguments", Name("K"), Number("1"))),
        ("eta natural", Natural(Name("eta"))),
        ("F functorial", Functorial(Name("F"))),
        ("natural natural", Natural(Name("natural"))),
        ("dim natural", Natural(Name("dim"))),
        ("g @ f = h in C", PathEquality(Binary("@", *names("g f")), *names("h C"))),
        ("in = at in on", PathEquality(*names("in at on"))),
    ],
)  # fmt: skip
def test_assertions(text: str, assertion: Node) -> None:
    for word in ("expect", "check", "refute"):
        statement = only(f"{word} {text}")
        assert statement.keyword == word
        assert statement.assertion == assertion  # type: ignore[union-attr]


def test_derivations() -> None:
    assert only("derive K(q, k) as series") == Derive(Name("K"), names("q k"), Name("series"))
    assert only("derive K(q)") == Derive(Name("K"), names("q"), None)
    assert only("derive as as as") == Derive(Name("as"), (), Name("as"))


def test_words_are_keywords_only_where_they_can_be() -> None:
    words = "dim size free arguments natural on along as in where at objects equation generators relations lie any int lim"
    for word in words.split():
        text = f"""group {word} = SO(3)
            functor {word} : {word} -> Vect {{ {word} = {word} }}
            category C {{ objects {word} {word} : {word} -> {word} equation {word} = {word} }}
            group G {{ generators {word} lie generators {word} relations {word} = 1 }}
            end {word} = int {word} : {word}. Hom({word}, {word}) along {word}
            expect {word}({word}) = {word} + {word}[{word}] where {word} = {word}
            check {word} natural"""
        assert not parse(text).diagnostics, word
        assert len(parse(text).statements) == 7


def test_docstrings_belong_to_the_statement_after_them() -> None:
    parsed = parse('"""The file: an end, a group."""\n"""One."""\ngroup G = SO(3)\n"""Two\n   end."""\nend K = int g : G. V')
    assert parsed.doc == "The file: an end, a group."
    assert [statement.doc for statement in parsed.statements] == ["One.", "Two\nend."]
    assert parse("group G = SO(3)").statements[0].doc is None


@pytest.mark.parametrize(
    "text",
    [
        "group G = SO(3\nend K = int g : G. V\nderive K",
        "group G = SO(3 end K = int g : G. V derive K",
        "category C {\n  objects A\n\nend K = int g : G. V\n\nderive K",
        "group G = [[1, 0], [0, 1)\nend K = int g : G. V\nderive K",
        "group G = SO(3) +\nend K = int g : G. V\nderive K",
        "group\nend K = int g : G. V\nderive K",
        "groop G = SO(3)\nend K = int g : G. V\nderive K",
        "group G$ = SO(3)\nend K = int g : G. V\nderive K",
        'group G = "SO(3)\nend K = int g : G. V\nderive K',
        "group end = SO(3)\nend K = int g : G. V\nderive K",
        "end K = int g : G. V\ngroup G = SO(3))\nderive K",
        "end K = int g : G. V\nderive K\ngrupp G = SO(3)",
        "end K = int g : G. V\nderive K\n\n} group G = 1",
    ],
)
def test_a_broken_statement_spoils_no_other(text: str) -> None:
    parsed = parse(text)
    assert len(parsed.diagnostics) == 1
    if "\n\n}" not in text:  # a bracket too many belongs to the statement that it follows
        assert [statement.keyword for statement in parsed.statements] == ["end", "derive"]
        assert len(parsed.broken) == 1


def test_statements_need_no_lines() -> None:
    parsed = parse("param n : Nat where n >= 2 group G = Sym(n) check g @ f = h in C check (g ; f) = h in C expect dim L = 2")
    assert [statement.keyword for statement in parsed.statements] == ["param", "group", "check", "check", "expect"]
    assert isinstance(parsed.statements[-1], Expect)


def test_the_reference_is_written_in_the_language() -> None:
    reference = (TESTS.parent / "grammar" / "README.md").read_text(encoding="utf-8")
    text = reference.split("## Statements")[1].split("```")[1].replace("{ … }", "{ }")
    parsed = parse(text)
    assert not parsed.diagnostics
    assert {statement.keyword for statement in parsed.statements} == STATEMENTS
