"""What an editor is told, without the protocol: places, names, renamings, remedies, completions."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalg.diagnostics import Source, Span
from catalg.editor import names
from catalg.editor.actions import remedies
from catalg.editor.analysis import analyse
from catalg.editor.completion import completions
from catalg.editor.highlight import highlights
from catalg.editor.hover import hover
from catalg.editor.judging import Judge
from catalg.editor.places import offset, place
from catalg.editor.symbols import outline
from catalg.editor.vocabulary import has_meaning
from catalg.language.signs import ascii_name

EXAMPLES = sorted((Path(__file__).resolve().parents[2] / "examples").glob("*.cat"))
SQUARE = """category Arrow { objects A, B  f : A -> B }
category Other { objects A, C  g : A -> C }
functor F : Arrow -> Set { A = {1, F}   B = {u}   f = {1 |-> u, F |-> u} }
transformation t : F => F { A = {1 |-> 1, F |-> F}   B = {u |-> u} }
end Nat1 = int c : Arrow. Set(F, F)
"""
PLANE = """param   n : Nat where n >= 2
group   G = SO(n)
functor X : G -> Man = space(vector)
end Ker = int g : G. Map(X * X, R^1)
expect Ker(q, k) = f(r, norm(q), norm(k)) where r = norm(q - (k))
"""


@given(st.text(alphabet="aκ𝔾\n\r\t ⊗", max_size=30), st.sampled_from(["utf-8", "utf-16", "utf-32"]))
def test_places_go_there_and_back(text, encoding):
    source = Source("a", text)
    for at in range(len(text) + 1):
        if text[at - 1 : at + 1] != "\r\n":
            assert offset(source, *place(source, at, encoding), encoding) == at


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_highlights_are_the_text_and_declarations_define_themselves(path):
    text = path.read_text(encoding="utf-8")
    found = list(highlights(text))
    assert "".join(text[span.start : span.end] for span, _ in found) == text
    assert "bad" not in {kind for _, kind in found}
    analysis = analyse(text)
    for symbol in outline(analysis):
        assert names.definitions(analysis, symbol.place.start) == [symbol.place]
        assert symbol.place in names.occurrences(analysis, ascii_name(symbol.name))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_renaming_there_and_back_is_the_identity(path):
    text = path.read_text(encoding="utf-8")
    analysis = analyse(text)
    renamed = 0
    for symbol in [symbol for symbol in outline(analysis) if not has_meaning(ascii_name(symbol.name))][:4]:
        try:
            places = names.rename(analysis, symbol.place.start, "Zzyzx")
        except names.CannotRename:
            continue
        other = names.replaced(text, [(span, "Zzyzx") for span in places])
        after = analyse(other)
        if any(token.text == ascii_name(symbol.name) for token in after.tokens):
            continue  # the old name is also bound somewhere, and must stay there
        back = names.rename(after, other.index("Zzyzx"), symbol.name)
        assert names.replaced(other, [(span, symbol.name) for span in back]) == text
        renamed += 1
    assert renamed


def at(text: str, what: str, nth: int = 0) -> int:
    """The offset of the n-th occurrence."""
    start = -1
    for _ in range(nth + 1):
        start = text.index(what, start + 1)
    return start


def test_elements_of_sets_are_no_references():
    analysis = analyse(SQUARE)
    assert [SQUARE[: span.start].count("\n") for span in names.occurrences(analysis, "F")] == [2, 3, 3, 4, 4]


def test_members_are_found_in_the_category_that_the_functor_is_on():
    analysis = analyse(SQUARE)
    for what in ("A = {1, F}", "A = {1 |->"):
        (found,) = names.definitions(analysis, at(SQUARE, what))
        assert found.start == at(SQUARE, "A, B")
    with pytest.raises(names.CannotRename, match="not mean the same"):
        names.rename(analysis, at(SQUARE, "A, B"), "Start")


def test_bound_names_are_renamed_in_their_statement_only():
    analysis = analyse(PLANE)
    assert analysis.diagnostics == () == analyse(SQUARE).diagnostics
    places = names.rename(analysis, at(PLANE, "k)"), "key")
    after = names.replaced(PLANE, [(span, "key") for span in places])
    assert after.splitlines()[-1] == "expect Ker(q, key) = f(r, norm(q), norm(key)) where r = norm(q - (key))"
    assert after.splitlines()[:-1] == PLANE.splitlines()[:-1]
    (found,) = names.definitions(analysis, at(PLANE, "r, norm"))
    assert found.start == at(PLANE, "r = norm(q")


@pytest.mark.parametrize(
    ("new", "reason"), [("G", "already"), ("a b", "not a name"), ("norm", "meaning"), ("SO", "meaning"), ("group", "meaning")]
)
def test_names_that_are_refused(new, reason):
    with pytest.raises(names.CannotRename, match=reason):
        names.rename(analyse(PLANE), at(PLANE, "Ker"), new)


def test_nothing_is_renamed_past_a_statement_that_cannot_be_read():
    with pytest.raises(names.CannotRename, match="could not be read"):
        names.rename(analyse(PLANE + "derive Ker("), at(PLANE, "Ker"), "Kern")


@pytest.mark.parametrize(
    ("text", "mended"),
    [
        ("group G = SO(3)\nfunctor V : G -> Vect = vectr", "group G = SO(3)\nfunctor V : G -> Vect = vector"),
        ("group G = SO(3", "group G = SO(3)"),
        ("group G = SO(3)\nfunctor X : G -> Man = vector", "group G = SO(3)\nfunctor X : G -> Man = space(vector)"),
        ("group Gam = SO(3)\nfunctor V : (Gma) -> Vect = vector", "group Gam = SO(3)\nfunctor V : (Gam) -> Vect = vector"),
        ("functr V : G -> Vect", None),
    ],
)
def test_remedies_mend(text, mended):
    found = remedies(analyse(text), Span(0, len(text)))
    texts = [names.replaced(text, [(remedy.span, remedy.text)]) for remedy in found]
    assert texts == ([] if mended is None else [mended])
    assert all(not analyse(other).diagnostics for other in texts)


def test_completion_by_place():
    text = "group G = SO(3)  # a gr\n\nfunctor V : G -> Vect = ve\nderive K as "
    words = lambda where: {found.text for found in completions(analyse(text), where)}  # noqa: E731
    assert words(text.index("gr\n") + 2) == set()
    assert "functor" in words(text.index("\n") + 1) and "G" not in words(text.index("\n") + 1)
    assert {"vector", "G", "V", "dual", "SO"} <= words(text.index("ve\n") + 2)
    assert {"A", "f", "C", "Arrow"} <= {found.text for found in completions(analyse(SQUARE + "functor H : Arrow -> Set { "), len(SQUARE) + 26)}
    assert words(len(text)) == {"series", "matrix", "basis", "formula", "irreps"}


def test_hover_on_words_and_bound_names():
    analysis = analyse(PLANE)
    assert "Euclidean length" in hover(analysis, at(PLANE, "norm"))[0]
    assert "bound in line 5" in hover(analysis, at(PLANE, "k)"))[0]
    assert hover(analysis, at(PLANE, "where")) is None
    assert hover(analysis, at(PLANE, ":")) is None


def test_the_command_says_what_is_missing(monkeypatch):
    import sys

    from click.testing import CliRunner

    from catalg.cli import cli

    monkeypatch.setitem(sys.modules, "lsprotocol", None)
    done = CliRunner().invoke(cli, ["lsp"])
    assert done.exit_code == 1 and 'pip install "catalg[editor]"' in done.output


def test_judge_tells_the_newest_only_and_leaves_no_process():
    import threading

    told, gate, done = [], threading.Event(), threading.Event()
    judge = Judge(20.0)
    try:
        judge._thread.submit(gate.wait)  # nothing begins before both were asked for
        judge.judge("a", PLANE, lambda results: told.append("old"))
        text = "group G = Cyclic(2)\nfunctor V : G -> Vect = free(Points)\nend L = int g : G. Hom(V, V)"
        judge.judge("a", text, lambda results: (told.append([r.judgement.verdict.value for r in results]), done.set()))
        gate.set()
        assert done.wait(30)
    finally:
        judge.close()
    assert told == [["proved", "proved"]]
    assert judge._worker._process is None
