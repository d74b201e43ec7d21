"""Golden pictures of every reading and syntax code, and the renderer's care with columns and terminals."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from catalg.diagnostics import Label, Source, Span, diagnostic
from catalg.diagnostics.catalogue import reading, syntax
from catalg.diagnostics.codes import Code, lookup
from catalg.language import parse
from catalg.render.diagnostics import ANSI, diagnostic_to_json, render_diagnostic, render_diagnostics

GOLDEN = Path(__file__).parent / "golden_diagnostics.txt"
EXAMPLES = [entry for entry in (*reading.ENTRIES, *syntax.ENTRIES, lookup("W0601"), lookup("W0602")) if entry.wrong]
MORE = [
    "functor S : G -> Man Sphere(2)",
    "functor S : G => Man = Sphere(2)",
    "transformation t : F -> G { A = {} }",
    "category C { objects A B }",
    "category C {\n  objects A, B\n  f : A -> B\n\nfunctor F : C -> Set { A = {1} }",
    "group D4 { generators r s }",
    "end K = Map(X)",
    "end K = int^ c : C. F",
    "coend T = int c : C. F",
    "expect K(x) == 3",
    "expect K(x) = x**2",
    "expect K(x) = f(2 x)",
    "expect K(x) = f(x y)",
    "expect g @ f = k @ h",
    "expect K(x + 1) = f(x)",
    "expect K(x) = Σ_é",
    "check eta natura",
    "limit L = F",
    "param n : Nat where n",
    "graph A { edges 0 - 1 }",
    "functor V : G -> Vect {\n  a = [[1, 0], [0, 1]\n}\n",
    "group G = “SO(3)",
    "group G = ℝ^2",
    "expect L = \u200ba",
    "expect L = a\x00",
    "\tgroup\tG = (1 +\t* 2)",
    "group G = f(" + "x, " * 60 + "* y, " + "z, " * 40 + ")",
]


def pictures() -> str:
    parts = []
    for text in [entry.wrong for entry in EXAMPLES] + MORE:
        parsed = parse(text, "a.cat")
        parts.append(render_diagnostics(parsed.diagnostics, parsed.source))
    return "\n\n".join(parts) + "\n"


def test_golden_pictures() -> None:
    """To accept a change: `python -m tests.render.test_diagnostics`."""
    assert pictures() == GOLDEN.read_text(encoding="utf-8")


@pytest.mark.parametrize("entry", EXAMPLES, ids=lambda entry: entry.code)
def test_messages_are_in_the_users_terms(entry: Code) -> None:
    (item,) = parse(entry.wrong).diagnostics
    words = " ".join((item.message, item.help or "", item.label or "", *item.notes))
    assert not re.search(r"\b[A-Z]{3,}\b|__|\$END|ANON", words.replace("UTF", ""))
    assert not item.message.endswith(".") and "?" not in words


def test_carets_stand_under_tabs_and_wide_signs() -> None:
    text = '\tgroup G = P("数学", e\u0301) $'
    parsed = parse(text, "a.cat")
    _, _, _, line, row, *_ = render_diagnostics(parsed.diagnostics[:1], parsed.source).splitlines()
    assert line.startswith("1 |     group")
    shown, caret = line.index("e"), row.index("^")
    # two wide signs move what follows two cells further; the caret is under the combining accent's letter
    assert caret >= shown + 2


def test_secondary_places_on_other_lines() -> None:
    source = Source("a.cat", "one\ntwo\nthree\nfour\n")
    item = diagnostic(
        "E0201", "a message", Span(14, 18), "here", "a remedy", (Label(Span(0, 3), "there"),), ("a remark",)
    )
    assert render_diagnostic(item, source) == (
        "error[E0201]: a message\n"
        " --> a.cat:4:1\n"
        "  |\n"
        "1 | one\n"
        "  | --- there\n"
        " ...\n"
        "4 | four\n"
        "  | ^^^^ here\n"
        "  |\n"
        "  = help: a remedy\n"
        "  = note: a remark"
    )


def test_colours_change_nothing_else() -> None:
    parsed = parse("group G = SO(3", "a.cat")
    coloured = render_diagnostics(parsed.diagnostics, parsed.source, ANSI)
    assert "\x1b[1;31m" in coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == render_diagnostics(parsed.diagnostics, parsed.source)


def test_nothing_steers_the_terminal() -> None:
    text = "group G = \x1b[31m SO(3)  # \u202e evil\x9b\n"
    parsed = parse(text, "\x1b]0;title\x07.cat")
    shown = render_diagnostics(parsed.diagnostics, parsed.source)
    assert not [sign for sign in shown if sign in "\x1b\x07\x9b\u202e"]


def test_json_counts_from_one() -> None:
    parsed = parse("group G = SO(3)\nfunctor S : G => Man = x\n")
    (item,) = parsed.diagnostics
    assert diagnostic_to_json(item, parsed.source) == {
        "code": "E0201",
        "severity": "error",
        "message": "expected `->`, found `=>`",
        "help": "a functor is written `F : C -> D`; `=>` is for transformations",
        "line": 2,
        "column": 15,
        "end_line": 2,
        "end_column": 17,
    }


if __name__ == "__main__":
    GOLDEN.write_text(pictures(), encoding="utf-8")
