"""Markdown: what is told, and that no text of the file becomes markup, a link or a picture."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalg.engine.check import examine
from catalg.engine.limits import Limits
from catalg.engine.worker import Worker
from catalg.render.markdown import code, document, math, words

HOSTILE = '''
"""<script>alert(1)</script> ![x](https://example.org/x.png) [link](javascript:alert(2)) `a``b` **bold** $x$ www.example.org @someone"""
group G = Cyclic(2)
functor Very_long_name_1 : G -> Vect = free(Points)   # ```
"""# heading

- item | cell"""
end L_a_10 = int g : G. Hom(Very_long_name_1, Very_long_name_1)
expect dim L_a_10 = 3
'''


@pytest.fixture(scope="module")
def told():
    with Worker(Limits(seconds=20)) as worker:
        yield lambda text, name="a.cat": document(examine(name, worker, text=text).report())


def test_declarations_derivations_and_assertions_are_told(told):
    text = told("group G = Cyclic(2)\nfunctor V : G -> Vect = free(Points)\nend L = int g : G. Hom(V, V)\nexpect dim L = 2\n")
    assert text.startswith("# a.cat\n\n## Declarations\n\nLet $`G = \\mathrm{Cyclic}(2)`$.\n")
    assert "### $`L`$" in text and "\n```math\nL = " in text
    assert "4 parameters become 2." in text
    assert "**Certificate.** Sound: proved; complete: proved; scope: global." in text
    assert "`expect dim L = 2`\n\n**Proved.**" in text
    assert text.endswith("expect dim L = 2\n```\n")


def test_hostile_files_stay_text(told):
    text = told(HOSTILE, "<b>_x_.cat")
    body, listing = text.split("## The file")
    assert "<" not in body and r"!\[x\](https\://example.org" in body and r"\*\*bold\*\*" in body and r"\$x\$" in body
    assert r"www\.example" in body and "@" not in body
    assert "\\# heading" in body and "\n\\- item \\| cell" in body
    assert listing.lstrip().startswith("````\n") and listing.endswith("\n````\n")
    assert "**Refuted.**" in body


@given(st.text(max_size=60))
def test_words_hold_no_markup(text):
    escaped = words(text)
    assert "\n" not in escaped and "<" not in escaped
    assert not re.search(r"(?<!\\)(?:\\\\)*[`*_\[\]|~$]", re.sub(r"\\.", "", escaped))


@given(st.text(max_size=60))
def test_code_ends_where_it_should(text):
    written = code(text)
    ticks = re.match("`+", written)
    assert ticks is not None and written.endswith(ticks[0])
    assert ticks[0] not in re.split(f"(?<!`){ticks[0]}(?!`)", written)[1]


def test_formulas_hold_no_backquote_and_no_unknown_command():
    assert math(r"\text{a\char96{}b}\ensuremath{\times}") == r"$`\text{a'b}\times`$"


def test_texts_are_the_same_from_run_to_run(told):
    assert told(HOSTILE) == told(HOSTILE)
