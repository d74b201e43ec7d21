"""The page: complete, self-contained, escaped. `test_browser` opens it in a browser."""

from __future__ import annotations

import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalg.engine.check import examine
from catalg.engine.limits import Limits
from catalg.engine.outcome import FileReport
from catalg.engine.worker import Worker
from catalg.render.html.page import document
from catalg.render.html.squares import svg
from catalg.render.html.voice import paragraphs, words
from catalg.render.squares import Square

ROOT = Path(__file__).resolve().parents[2]
LOOKED_AT = ("zonal", "steerable_plane", "graph_maps", "deep_sets")

HOSTILE = '''
"""</style><script>alert(1)</script> <img src=x onerror=alert(2)> `</code><b>` & "quoted" 'single' {braces} $x$ κ ∈ ℝ"""
group G = Cyclic(2)   # </ol><script>alert(3)</script> <!-- ]]>
functor Very_long_name_1 : G -> Vect = free(Points)
"""</p><iframe src="https://example.org"></iframe>"""
end L_a_10 = int g : G. Hom(Very_long_name_1, Very_long_name_1)
expect dim L_a_10 = 3
functor Scripted : G -> Set { * = {"<svg/onload=alert(4)>", "b"}  r = {"<svg/onload=alert(4)>" |-> "b", "b" |-> "<svg/onload=alert(4)>"} }
'''


@pytest.fixture(scope="module")
def worker():
    with Worker(Limits(seconds=20)) as process:
        yield process


@pytest.fixture(scope="module")
def pages(worker):
    """The page of an example, made once."""
    made: dict[str, str] = {}

    def page(name: str) -> str:
        if name not in made:
            made[name] = document(report((ROOT / "examples" / f"{name}.cat").read_text(encoding="utf-8"), worker, f"{name}.cat"))
        return made[name]

    return page


def report(text: str, worker: Worker, name: str = "a.cat") -> FileReport:
    return examine(name, worker, text=text).report()


class Tags(HTMLParser):
    """Every element with its attributes; fails where elements do not close in order."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.words: list[str] = []
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, dict(attrs)))
        if tag not in ("meta", "wbr"):
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.found.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open and self.open.pop() == tag, tag

    def handle_data(self, data):
        self.words.append(data)

    @property
    def names(self) -> set[str]:
        return {tag for tag, _ in self.found}


ALLOWED = {
    "html", "wbr", "head", "meta", "title", "style", "body", "header", "main", "footer", "section", "article", "nav", "h1", "h2", "h3", "p", "div",
    "span", "a", "ol", "ul", "li", "details", "summary", "code", "figure", "svg", "text", "tspan", "path", "math", "mrow", "mi", "mn", "mo",
    "mtext", "mspace", "msub", "msup", "msubsup", "munder", "mover", "munderover", "mfrac", "msqrt", "mroot", "mtable", "mtr", "mtd",
}  # fmt: skip


def assert_harmless(text: str) -> Tags:
    tags = Tags(text)
    assert tags.names <= ALLOWED, tags.names - ALLOWED
    for tag, attributes in tags.found:
        assert not any(name.startswith("on") or name in ("src", "style", "srcset") for name in attributes), (tag, attributes)
        assert tag != "a" or str(attributes["href"]).startswith("#")
    return tags


@pytest.mark.parametrize("name", LOOKED_AT)
def test_examples_are_self_contained_and_well_nested(pages, name):
    tags = assert_harmless(pages(name))
    places = [attributes["id"] for _, attributes in tags.found if "id" in attributes]
    assert len(places) == len(set(places))
    assert {str(attributes["href"])[1:] for tag, attributes in tags.found if tag == "a"} <= set(places)
    assert not re.search(r"https?://(?!www\.w3\.org)|url\(|@import", pages(name))
    assert "default-src 'none'" in pages(name)


def test_hostile_files_inject_nothing(worker):
    found = report(HOSTILE, worker, '<script>alert(0)</script>"/x.cat')
    assert found.status == "refuted"
    text = document(found)
    tags = assert_harmless(text)
    shown = "".join(tags.words)
    assert "<script>alert(1)</script>" in shown and "<script>alert(3)</script>" in shown
    assert "<script" not in text and "<iframe" not in text and "<img" not in text


@given(st.text(max_size=60))
def test_words_and_paragraphs_are_character_data(text):
    assert not re.search("[<>\"']", words(text))
    assert Tags(paragraphs(text)).names <= {"p", "code"}


def test_reading_direction_cannot_be_turned():
    assert words("a\u202eb\x1b[0m") == "a�b�[0m"


def test_declarations_derivations_and_assertions_are_told(pages):
    text = pages("zonal")
    assert "Let <math><mi>S</mi><mo>:</mo><mi>G</mi><mo>→</mo><mi>𝐌𝐚𝐧</mi></math> be" in text
    assert '<a class="where" href="#L4">line 4</a>' in text and '<li id="L4">' in text
    assert "<details open><summary>Derivation" in text and "<details><summary>Certificate" in text
    assert "✓ sound: proved" in text and "ranks modulo 2147483579" in text
    assert text.count('<li class="is-proved">') == 3
    assert "Sound, but too narrow: its terms miss degree 1." in text
    assert 'class="badge proved">✓ 5 proved' in text


def test_refuted_assertions_show_their_counterexample(worker):
    text = document(report("group G = Cyclic(2)\nfunctor V : G -> Vect = free(Points)\nend L = int g : G. Hom(V, V)\nexpect dim L = 3\n", worker))
    assert '<li class="is-refuted">' in text and "✗ Refuted." in text and 'class="badge refuted">✗ 1 refuted' in text


def test_broken_squares_are_drawn(pages):
    text = pages("graph_maps")
    assert text.count("<svg") == 2 and "1 ≠ 2" in text
    assert 'broken<tspan dy="5" class="low">V</tspan>' in text


def test_squares_escape_their_labels():
    drawn = svg(Square(("<a>", "&", "c", "d"), ("f", "<g>", "h", "k"), ("1", "<2>")))
    assert_harmless(drawn)
    assert "&lt;g&gt;" in drawn and "1 ≠ &lt;2&gt;" in drawn


def test_pages_are_the_same_from_run_to_run(worker):
    assert document(report(HOSTILE, worker)) == document(report(HOSTILE, worker))


def test_lines_of_the_source_are_all_there(worker):
    text = 'group G = Cyclic(2)\n\n"""two\nlines"""\nfunctor V : G -> Vect = free(Points) # end\n'
    page = document(report(text, worker))
    rows = re.findall(r'<li id="L\d+">(.*?)</li>', page)
    assert ["".join(Tags(row).words) for row in rows] == text.rstrip("\n").split("\n")


@pytest.mark.parametrize(("form", "start"), [("html", "<!DOCTYPE html>"), ("markdown", "# small.cat")])
def test_the_command_writes_pages(tmp_path, form, start):
    file, out = tmp_path / "small.cat", tmp_path / "out"
    file.write_text("group G = Cyclic(2)\nfunctor V : G -> Vect = free(Points)\nend L = int g : G. Hom(V, V)\nexpect dim L = 3\n")
    done = subprocess.run(
        [sys.executable, "-m", "catalg", "export", str(file), "--to", form, "-o", str(out)], capture_output=True, timeout=60, check=False
    )
    assert done.returncode == 1 and not done.stderr  # the document is written, and the exit code tells what was refuted
    assert out.read_text(encoding="utf-8").startswith(start)
