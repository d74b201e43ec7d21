"""Broken squares as pictures, in the terminal and in tikz-cd."""

import shutil
import subprocess
from pathlib import Path

import pytest

from catalg.exact.sparse import SparseMatrix
from catalg.model.category import SetTransformation, VectFunctor, VectTransformation
from catalg.model.scalars import RATIONAL
from catalg.model.verdict import Counterexample
from catalg.render.sentence import tell
from catalg.render.squares import Square, commuting_latex, commuting_text, square_latex, square_text
from catalg.render.voices import TEXT
from catalg.verify.categories.naturality import naturality
from tests.category_examples import graph, monoid

C3 = graph("C3", 3, [(0, 1), (1, 2), (2, 0)])
COMMUTES = Square(("F(A)", "F(B)", "G(A)", "G(B)"), ("f", "eta_A", "eta_B", "f"))


def broken() -> Counterexample:
    counterexample = naturality(
        SetTransformation("broken", C3, C3, (("E", (0, 1, 2)), ("V", (0, 1, 1))))
    ).counterexample
    assert counterexample is not None
    return counterexample


def broken_linear() -> Counterexample:
    involution = monoid("s", [("ss", "")])
    functor = VectFunctor(
        "V", involution, RATIONAL, (("*", 2),), (("s", SparseMatrix.from_dense([[1, 0], [0, -1]])),)
    )
    swap = VectTransformation("t", functor, functor, (("*", SparseMatrix.permutation((1, 0))),))
    counterexample = naturality(swap).counterexample
    assert counterexample is not None
    return counterexample


def test_sentence() -> None:
    assert tell(TEXT, broken()) == (
        "not natural at src : E → V: on e2, broken_V ∘ src gives 1, src ∘ broken_E gives 2; it also fails at tgt on e1"
    )


def test_boxes() -> None:
    text = square_text(broken())
    assert text is not None
    assert text.splitlines() == [
        "C3(E) ─── src ────▶ C3(V)             e2 ────▶   2",
        "  │                   │                │         │",
        "  │ broken_E          │ broken_V       │         │",
        "  ▼                   ▼                ▼         ▼",
        "C3(E) ─── src ────▶ C3(V)             e2 ────▶ 1 ≠ 2",
    ]


def test_arrows_point_at_the_corners() -> None:
    lines = commuting_text(COMMUTES).splitlines()
    assert lines[0].index("F(B)") + 2 == lines[3].rindex("▼") == lines[4].index("G(B)") + 2
    assert lines[0].index("F(A)") + 2 == lines[3].index("▼")
    assert "eta_A" in lines[2]


def test_linear_square() -> None:
    text = square_text(broken_linear())
    assert text is not None
    assert "[0, -1] ≠ [0, 1]" in text.replace("−", "-") or "≠" in text
    assert text.startswith("V ")


def test_other_counterexamples_are_no_squares() -> None:
    assert square_text(Counterexample.of("count")) is None
    assert square_latex(Counterexample.of("count")) is None


def test_tikz() -> None:
    latex = square_latex(broken())
    assert latex is not None
    assert latex.count(r"\begin{tikzcd}") == 2
    assert r"\arrow[r, \"{\mathrm{src}}\"]".replace('\\"', '"') in latex
    assert latex.count("mapsto") == 4


@pytest.mark.tex
@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="there is no pdflatex")
def test_tikz_compiles(tmp_path: Path) -> None:
    bodies = [square_latex(broken()), square_latex(broken_linear()), commuting_latex(COMMUTES)]
    source = (
        r"\documentclass{article}\usepackage{amsmath,amssymb,tikz-cd}\begin{document}"
        + "".join(rf"\[{body}\]" for body in bodies)
        + r"\end{document}"
    )
    (tmp_path / "squares.tex").write_text(source)
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "squares.tex"]
    done = subprocess.run(command, check=False, cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout[-2000:]
    assert "undefined" not in done.stdout.lower()
