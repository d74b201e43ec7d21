"""The formatter: canonical, idempotent, lossless."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from catalg.language import format_source, parse
from catalg.language.layout import Cell, align
from catalg.language.tokens import tokenize
from tests.language.generate import files, soups

ROOT = Path(__file__).parents[2]
CORPUS = [
    path
    for folder in ("tests/specs", "tests/cases", "examples", "catalg/cli/templates")
    for path in sorted(ROOT.joinpath(folder).glob("**/*.cat"))
]
COUNT = int(os.environ.get("CATALG_GENERATED_FILES", "60"))
"""How many files hypothesis writes for each test; 10000 before a release."""
relaxed = settings(
    deadline=None,
    max_examples=COUNT,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


def comments(text: str) -> list[str]:
    return [token.text.rstrip() for token in tokenize(text) if token.type in ("COMMENT", "DOCSTRING")]


def check_formatted(text: str, ascii: bool) -> None:
    formatted = format_source(text, ascii)
    assert format_source(formatted, ascii) == formatted
    before, after = parse(text), parse(formatted)
    assert after.statements == before.statements
    assert [item.code for item in after.diagnostics] == [item.code for item in before.diagnostics]
    assert comments(formatted) == comments(text)
    assert not re.search(r"[ \t]\n", formatted) or before.broken or '"""' in text


@given(files(), st.booleans())
@relaxed
def test_valid_files_keep_their_meaning_and_comments(text: str, ascii: bool) -> None:
    assert not [item for item in parse(text).diagnostics if item.is_error]
    check_formatted(text, ascii)


@given(soups, st.booleans())
@relaxed
def test_broken_files_keep_their_broken_statements(text: str, ascii: bool) -> None:
    check_formatted(text, ascii)
    formatted = format_source(text, ascii)
    before, after = parse(text), parse(formatted)
    assert [before.source.slice(b.span) for b in before.broken] == [after.source.slice(b.span) for b in after.broken]


@given(files())
@relaxed
def test_ascii_and_unicode_are_one_language(text: str) -> None:
    statements = parse(text).statements
    plain = format_source(text, ascii=True)
    assert all(line.isascii() for line in plain.splitlines() if "#" not in line)
    assert parse(format_source(plain)).statements == statements
    assert parse(format_source(format_source(text), ascii=True)).statements == statements


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.stem)
@pytest.mark.parametrize("ascii", [False, True])
def test_corpus(path: Path, ascii: bool) -> None:
    check_formatted(path.read_text(encoding="utf-8"), ascii)


@pytest.mark.parametrize(
    ("text", "unicode", "ascii"),
    [
        ("group  G=SE(2)*Sym(4)", "group G = SE(2) × Sym(4)", "group G = SE(2) * Sym(4)"),
        ("param n:Nat where n>=2", "param n : Nat where n ≥ 2", "param n : Nat where n >= 2"),
        ("functor S:G->Man=Sphere(d*2-1)", "functor S : G → Man = Sphere(d*2 - 1)", "functor S : G -> Man = Sphere(d*2 - 1)"),
        ("functor S : G -> Set {*={1 .. 4} r=(1 2)( 3 4 )}", "functor S : G → Set { * = {1..4}   r = (1 2)(3 4) }", "functor S : G -> Set { * = {1..4}   r = (1 2)(3 4) }"),
        ("expect K(q)=a*x+b * y", "expect K(q) = a*x + b * y", "expect K(q) = a*x + b * y"),
        ("expect K(q,k)=-dot(q-k,k)^2", "expect K(q, k) = -((q - k) · k)^2", "expect K(q, k) = -dot(q - k, k)^2"),
        ("expect K(q,k)=2*(q·k)", "expect K(q, k) = 2*(q · k)", "expect K(q, k) = 2*dot(q, k)"),
        ("expect K(F,g)=F^-1*g+(F^-1)'", "expect K(F, g) = F⁻¹*g + (F⁻¹)ᵀ", "expect K(F, g) = F^-1*g + (F^-1)'"),
        ("expect K(x)=x^-1(y)+x²", "expect K(x) = x^-1(y) + x²", "expect K(x) = x^-1(y) + x^2"),
        ("check g@f=h@id(A) in C", "check g ∘ f = h ∘ id(A) in C", "check g @ f = h @ id(A) in C"),
        ("graph A{edges 0--1,1 -- 2}", "graph A { edges 0 -- 1, 1 -- 2 }", "graph A { edges 0 -- 1, 1 -- 2 }"),
        ("expect K(q)=(q·k\n  )*y+(\n q·k)*y", "expect K(q) = (q · k\n    )*y + (\n  q · k)*y", "expect K(q) = dot(q, k)\n   *y +\n  dot(q, k)*y"),
        ("expect K(q)=(q·k\n # c\n)", "expect K(q) = (q · k\n  # c\n  )", "expect K(q) = dot(q, k)\n# c"),
        ("derive K", "derive K", "derive K"),
        ("", "", ""),
    ],
)  # fmt: skip
def test_spelling_and_spacing(text: str, unicode: str, ascii: str) -> None:
    end = "\n" if text else ""
    assert format_source(text) == unicode + end
    assert format_source(text, ascii=True) == ascii + end


def test_params_are_numbers() -> None:
    text = "param d : Nat where d >= 2\nend K = int g : A * B. Map(Sphere(2*d) * R^d, Sphere(k * d))\n"
    assert "A × B. Map(Sphere(2*d) × R^d, Sphere(k * d))" in format_source(text)


def test_columns_stay_aligned() -> None:
    text = """\
group   G = SE(3)   # one
functor X : G -> Man  = R^3   # two
expect Ker(x) = kappa(x) * [[ 1,  0],
                            [-1, 12]]
              + kappa(x)
       where x = 1
category C {
      objects A, B   # o
   f : A -> B        # f
}
"""
    assert format_source(text) == """\
group   G = SE(3)  # one
functor X : G → Man = R^3  # two
expect Ker(x) = κ(x) * [[ 1,  0],
                        [-1, 12]]
              + κ(x)
       where x = 1
category C {
  objects A, B  # o
  f : A → B     # f
}
"""


def test_blank_lines_comments_and_docstrings() -> None:
    text = '\n\n# head\n\n\n\n  # indented\n"""Doc.\n  More."""   group G = SO(3)  derive G # end\n\n\n# last\n\n'
    assert format_source(text) == (
        '# head\n\n# indented\n"""Doc.\n  More."""\ngroup G = SO(3)\nderive G  # end\n\n# last\n'
    )


def test_broken_statements_stay_as_they_are() -> None:
    text = "group   G=SO(3)\nfunctor   S :G->Man=  Sphere( 2   # ?\n\n   ,\nend K=int g:G.V\n"
    assert format_source(text, ascii=True) == (
        "group G = SO(3)\nfunctor   S :G->Man=  Sphere( 2   # ?\n\n   ,\nend K = int g : G. V\n"
    )
    assert format_source("group G\x00") == "group G\x00"


def test_text_after_an_open_docstring_is_kept() -> None:
    text = '"""Rotations   of\n the  sphere ,\n\ngroup   G=SO(3)\n'
    assert format_source(text) == '"""Rotations   of\n the  sphere ,\n\ngroup G = SO(3)\n'


@pytest.mark.timeout(20)
def test_columns_that_would_cross_are_not_tied() -> None:
    """A number ends where the next sign begins: in two lines the other way round, no columns satisfy both."""
    outer, inner = 0, 1
    lines = [
        [Cell("12", 1, 3, outer, True, 2), Cell("(", 1, 5, inner, True)],
        [Cell("34", 1, 3, inner, True, 2), Cell(")", 1, 5, outer, True)],
    ]
    assert [line.split() for line in align(lines)] == [["12", "("], ["34", ")"]]
    twice = [[Cell("12", 1, 3, outer, True, 2), Cell("+", 0, 5, outer, True)], [Cell("34", 1, 3, outer, True, 2), Cell("+", 0, 5, outer, True)]]
    assert len(align(twice)) == 2
