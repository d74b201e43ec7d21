"""MathML: well formed for every text, nothing of a name is markup, and the notation that our printer writes."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalg.render.latex.escape import escape
from catalg.render.terms_mathml import math, mathml, plain
from catalg.terms import Apply, Call, Index, Let, Matrix, Name, Pow, Series, add, mul, num

ELEMENTS = {
    "math", "mrow", "mi", "mn", "mo", "mtext", "mspace", "msub", "msup", "msubsup", "munder", "mover", "munderover", "mfrac", "msqrt",
    "mroot", "mtable", "mtr", "mtd",
}  # fmt: skip
CHILDREN = {"msub": 2, "msup": 2, "munder": 2, "mover": 2, "mfrac": 2, "mroot": 2, "msubsup": 3, "munderover": 3}


def parsed(markup: str) -> ElementTree.Element:
    """The tree of a formula; each element has the number of children that MathML asks for."""
    tree = ElementTree.fromstring(markup)
    for element in tree.iter():
        assert element.tag in ELEMENTS
        assert element.tag not in CHILDREN or len(element) == CHILDREN[element.tag], markup
    return tree


def shown(markup: str) -> str:
    return "".join(parsed(markup).itertext())


PRINTABLE = st.characters(blacklist_categories=("Cs", "Cc", "Co", "Cn"))


@given(st.text(alphabet=st.one_of(PRINTABLE, st.sampled_from("\\{}^_&$'[]")), max_size=40))
def test_any_text_is_well_formed(text):
    parsed(math(text))


@given(st.text(alphabet=st.characters(codec="ascii", exclude_categories=("Cc",)), max_size=40))
def test_escaped_text_is_read_back(text):
    """A double quote is written as two single ones, so that three in a row are read from the left."""
    assert plain(escape(text)) == text.replace('"', "'" * 2).replace("'" * 2, '"')


@pytest.mark.parametrize("text", ["x² + ₃ ½ κ∈ℝ", "中文 ⊗ ∞", r"\frac{1}{2} $x$ {y}"])
def test_signs_are_read_back(text):
    assert plain(escape(text)) == text


@given(st.text(alphabet=PRINTABLE, min_size=1, max_size=20))
def test_names_are_character_data(text):
    parsed(mathml(Name(text)))
    parsed(mathml(Apply(text, (Index(Name(text), (num(1),)),))))


def test_hostile_names_are_shown():
    assert shown(mathml(Name("<script>alert(1)</script> {}"))) == "<script>alert(1)</script> {}"


@pytest.mark.parametrize(
    ("term", "expected"),
    [
        (Name("alpha_12"), "<msub><mi>α</mi><mn>12</mn></msub>"),
        (Name("rate"), "<mi>rate</mi>"),
        (Pow(Name("x"), num(Fraction(1, 3))), "<mroot><mi>x</mi><mn>3</mn></mroot>"),
        (Pow(Name("x"), num(Fraction(1, 2))), "<msqrt><mi>x</mi></msqrt>"),
        (mul(num(Fraction(1, 2)), Name("x")), "<mfrac><mi>x</mi><mn>2</mn></mfrac>"),
        (
            Series("l", num(0), Name("n"), Index(Name("a"), (Name("l"),))),
            "<munderover><mo>∑</mo><mrow><mi>l</mi><mo>=</mo><mn>0</mn></mrow><mi>n</mi></munderover>"
            "<msub><mi>a</mi><mi>l</mi></msub>",
        ),
        (
            Matrix(((num(1), num(-2)),)),
            '<mrow><mo>[</mo><mtable class="array"><mtr><mtd><mn>1</mn></mtd><mtd><mo>−</mo><mn>2</mn></mtd></mtr></mtable>'
            "<mo>]</mo></mrow>",
        ),
    ],
)
def test_notation(term, expected):
    assert mathml(term) == f"<math>{expected}</math>"
    parsed(mathml(term))


def test_where_follows_the_formula():
    text = shown(mathml(Let((("r", Call("norm", (Name("x"),))),), Apply("f", (Name("r"),)))))
    assert re.sub(r"\s+", " ", text) == "f(r)where r=‖x‖"


def test_long_sums_keep_every_term():
    text = shown(mathml(add(*(mul(num(k), Name(f"c_{k}")) for k in range(2, 60)))))
    assert text.count("+") == 57 and text.endswith("59c59")


def test_deep_nesting_is_shown_as_it_is_written():
    deep = "{" * 5000 + "x" + "}" * 5000
    assert "x" in shown(math(deep))
