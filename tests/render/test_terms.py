"""Printers: what is written in the language reads back as the same term; what people see looks as they expect."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from catalg.elaborate.formulas import Reader
from catalg.elaborate.scope import Scope
from catalg.language import parse
from catalg.render.terms_latex import latex
from catalg.render.terms_text import pretty, syntax
from catalg.terms import (
    Apply,
    Call,
    Const,
    Identity,
    Index,
    Matrix,
    Name,
    Num,
    Ones,
    Series,
    Vector,
    add,
    mul,
    num,
    power,
    sub,
)

NAMES = ("x", "y", "alpha", "a_10", "long_name", "F")


def read(text: str):
    """The term that the language reads from a formula."""
    parsed = parse(f"expect E({', '.join(NAMES)}) = {text}")
    assert not parsed.diagnostics, text
    reader = Reader(Scope(), frozenset({*NAMES, "l"}))
    claim = parsed.statements[0].assertion
    return reader.let(claim.formula, claim.bindings)


def terms():
    leaves = st.one_of(
        st.sampled_from(NAMES).map(Name),
        st.fractions(min_value=-5, max_value=5, max_denominator=6).map(Num),
        st.just(Const("pi")),
        st.tuples(st.sampled_from(("x", "y")), st.integers(1, 3)).map(lambda p: Index(Name(p[0]), (num(p[1]),))),
    )

    def grow(inner):
        exponents = st.one_of(st.integers(-3, 3).map(num), st.just(Num(num(1).value / 2)), leaves)
        return st.one_of(
            st.lists(inner, min_size=2, max_size=3).map(lambda ts: add(*ts)),
            st.lists(inner, min_size=2, max_size=3).map(lambda ts: mul(*ts)),
            st.tuples(inner, inner).map(lambda p: sub(*p)),
            st.tuples(inner, exponents).filter(lambda p: p[0] != num(0)).map(lambda p: power(*p)),
            st.tuples(inner, inner).map(lambda p: Call("kron", p)),
            inner.map(lambda t: Call("transpose", (t,))),
            inner.map(lambda t: Call("exp", (t,))),
            st.tuples(inner, inner).map(lambda p: Apply("f", p)),
            st.tuples(inner, inner).map(lambda p: Call("legendre", p)),
            st.tuples(leaves, leaves).map(Vector),
            st.lists(st.tuples(inner, inner), min_size=1, max_size=2).map(lambda rows: Matrix(tuple(rows))),
            inner.map(lambda t: Series("l", num(0), Const("oo"), mul(Apply("g", (Name("l"),)), t))),
        )

    return st.recursive(leaves, grow, max_leaves=8)


@settings(max_examples=300, deadline=None)
@given(terms())
def test_the_language_reads_back_what_it_is_shown(term):
    assert read(syntax(term)) == term


@settings(max_examples=100, deadline=None)
@given(terms())
def test_latex_is_balanced(term):
    text = latex(term)
    assert text.count("{") == text.count("}")
    assert text.count(r"\left") == text.count(r"\right")
    assert text.count(r"\begin") == text.count(r"\end")


GOLDEN = [
    ("alpha*I + beta*ones", "αI + β𝟏𝟏ᵀ", r"\alpha I + \beta \, \mathbf{1}\mathbf{1}^{\mathsf{T}}"),
    ("kappa(y - x)", "κ(y − x)", r"\kappa(y - x)"),
    (
        "sum(l, 0, oo, a[l]*legendre(l, dot(x, y)))",
        "Σ_{l=0}^∞ a_l P_l(x·y)",
        r"\sum_{l=0}^{\infty} a_{l} \, P_{l}(x \cdot y)",
    ),
    (
        "gegenbauer(l, (d - 2)/2, dot(x, y))",
        "C_l^((d − 2)/2)(x·y)",
        r"C_{l}^{(\frac{d - 2}{2})}(x \cdot y)",
    ),
    ("exp(-norm(x - y)^2/2)", "exp(−‖x − y‖²/2)", r"\exp\left(-\frac{\lVert x - y \rVert^{2}}{2}\right)"),
    ("3*x/2", "3x/2", r"\frac{3 x}{2}"),
    ("x/y^2", "x/y²", r"\frac{x}{y^{2}}"),
    ("x^-1*y", "y/x", r"\frac{y}{x}"),
    ("det([[x[1], y[1]], [x[2], y[2]]])", "det(x, y)", r"\det(x, y)"),
    ("det([[x[1], y[1]], [x[2], y[1]]])", "det([[x₁, y₁], [x₂, y₁]])", None),
    ("F^-1*y", "F⁻¹ y", r"F^{-1} \, y"),
    ("sqrt(x)", "√x", r"\sqrt{x}"),
    ("a_10[l]", "a₁₀[l]", r"(a_{10})_{l}"),
    ("a[1] + a[2*l]", "a₁ + a_{2l}", r"a_{1} + a_{2 l}"),
    ("2*3", "6", "6"),
    ("(x + y)*(x - y)", "(x + y) (x − y)", r"(x + y) \, (x - y)"),
    ("alpha*(x + 1)", "α·(x + 1)", r"\alpha \, (x + 1)"),
    ("-x", "−x", "-x"),
    ("x - (y - 1)", "x − (y − 1)", "x - (y - 1)"),
    ("2^(1/2)", "√2", r"\sqrt{2}"),
    ("x^y", "x^y", "x^{y}"),
    ("delta(x, y)*phi", "δ(x, y) φ", r"\delta_{x,y} \, \varphi"),
    ("cos(2*phi)", "cos(2φ)", r"\cos(2 \varphi)"),
    ("[[1, 0], [0, -1]]", "[[1, 0], [0, −1]]", r"\left[\begin{array}{cc} 1 & 0 \\ 0 & -1 \end{array}\right]"),
    ("x (*) (y + 1)", "x ⊗ (y + 1)", r"x \otimes (y + 1)"),
    ("r*x where r = norm(y)", "r x where r = ‖y‖", r"r x \quad\text{where } r = \lVert y \rVert"),
]


@pytest.mark.parametrize(("text", "unicode", "tex"), GOLDEN)
def test_golden(text, unicode, tex):
    term = read(text)
    assert pretty(term) == unicode
    assert tex is None or latex(term) == tex


def test_identity_and_ones():
    assert syntax(add(mul(num(-1), Identity()), Ones())) == "-I + ones"
