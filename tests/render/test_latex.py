"""LaTeX: nothing of the user's text is read as a command, and what is exported compiles without a warning that matters."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalg.engine.check import examine
from catalg.engine.limits import Limits
from catalg.engine.outcome import FileReport
from catalg.engine.worker import Worker
from catalg.render.latex.document import document, fragment, source_listing
from catalg.render.latex.escape import escape, typewriter
from catalg.render.latex.formulas import display, visible
from catalg.terms import Apply, Matrix, Name, add, mul, num

ROOT = Path(__file__).resolve().parents[2]

needs_tex = pytest.mark.skipif(
    shutil.which("pdflatex") is None or not shutil.which("kpsewhich")
    or subprocess.run(["kpsewhich", "tikz-cd.sty"], capture_output=True, check=False).returncode != 0,
    reason="pdflatex with tikz-cd is not installed",
)  # fmt: skip



@given(st.text(max_size=60))
def test_escaped_text_holds_no_command_of_the_user(text):
    for escaped in (escape(text), typewriter(text)):
        assert escaped.count("{") - escaped.count(r"\{") == escaped.count("}") - escaped.count(r"\}")
        for found in re.finditer(r"(?<!\\)[%#&$]", escaped):
            raise AssertionError(f"bare {found[0]} in {escaped}")
    marked = escape(text.replace("\\", "\\" + "zz"))
    assert "\\zz" not in marked.replace(r"\textbackslash{}zz", "")


def test_hostile_names_and_documentation_stay_text():
    hostile = r"\input{/etc/passwd} \write18{x} $x$ %&#~^_ \end{document} ^^5cinput"
    escaped = escape(hostile)
    assert not re.search(r"\\(input|write|end)\b", escaped)
    assert "^^" not in escaped


def report(text: str, name: str = "a.cat") -> FileReport:
    with Worker(Limits(seconds=20)) as worker:
        return examine(name, worker, text=text).report()


HOSTILE = '''
"""A doc with \\\\input{nothing} 100% of $x$, {braces}, a_b^c, #1 & ~: "quotes", `code_x`, Schrödinger, 中文, κ ∈ ℝ, ⊗, <>|."""
group G = Cyclic(2)   # \\\\end{document} %% ^^M
functor Very_long_name_1 : G -> Vect = free(Points)
end L_a_10 = int g : G. Hom(Very_long_name_1, Very_long_name_1)
expect dim L_a_10 = 2
graph Gamma { edges a -- b, b -- c }
'''


def compiled(text: str, folder: Path) -> str:
    """The log of pdflatex. Fails when there is no document or something is undefined."""
    (folder / "doc.tex").write_text(text, encoding="utf-8")
    done = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", "doc.tex"],
        cwd=folder, capture_output=True, timeout=120,
    )  # fmt: skip
    log = (folder / "doc.log").read_text(encoding="utf-8", errors="replace")
    assert done.returncode == 0, log[-3000:]
    assert not re.search(r"undefined|Missing character|multiply defined", log), log
    return log


@needs_tex
@pytest.mark.tex
def test_hostile_file_compiles(tmp_path):
    compiled(document(report(HOSTILE)), tmp_path)


@needs_tex
@pytest.mark.tex
@pytest.mark.parametrize("path", sorted((ROOT / "examples").glob("*.cat")), ids=lambda path: path.stem)
def test_examples_compile(path, tmp_path):
    log = compiled(document(report(path.read_text(encoding="utf-8"), path.name)), tmp_path)
    wide = [float(points) for points in re.findall(r"Overfull \\hbox \(([\d.]+)pt", log)]
    assert all(points < 20 for points in wide), wide


@needs_tex
@pytest.mark.tex
def test_fragments_compile_where_they_are_put(tmp_path):
    (tmp_path / "part.tex").write_text(fragment(report(HOSTILE)), encoding="utf-8")
    packages = "".join(rf"\usepackage{{{name}}}" for name in ("amsmath", "amssymb", "amsthm", "graphicx", "tikz-cd"))
    compiled(rf"\documentclass{{article}}{packages}\begin{{document}}\input{{part}}\input{{part}}\end{{document}}", tmp_path)


def test_documents_are_the_same_from_run_to_run():
    assert document(report(HOSTILE)) == document(report(HOSTILE))


def test_declarations_derivations_and_assertions_are_told():
    text = document(report("group G = Cyclic(2)\nfunctor V : G -> Vect = free(Points)\nend L = int g : G. Hom(V, V)\nexpect dim L = 2\n"))
    assert r"Let $G = \mathrm{Cyclic}(2)$." in text
    assert r"$V\colon G \to \mathbf{Vect}$" in text
    assert r"$L = \int_{g : G} \mathrm{Hom}(V, V)$" in text
    assert r"4 parameters become 2." in text
    assert r"\textbf{Certificate} (sound: proved; complete: proved; scope: global)." in text
    assert r"\texttt{expect dim L = 2}" in text


def test_long_sums_are_broken_at_their_signs():
    term = add(*(mul(num(-1), Name(f"coefficient_{k}"), Apply("f", (Name("x"),))) for k in range(12)))
    text = display(term, "K = ")
    assert r"\begin{aligned} K =  {} & -" in text
    lines = text.split(r"\\")
    assert len(lines) > 1 and all(visible(line) < 110 for line in lines)


def test_huge_matrices_are_told_by_their_shape():
    huge = Matrix(tuple(tuple(num(0) for _ in range(60)) for _ in range(60)))
    assert r"60 \ensuremath{\times} 60 matrix" in display(huge, "B = ")


def test_wide_matrices_come_in_blocks_of_columns_that_hold_every_entry():
    wide = Matrix(tuple(tuple(num(100 * i + j) for j in range(25)) for i in range(3)))
    text = display(wide, "B_1 = ")
    assert r"$B_1$ is the $3 \times 25$ matrix with the columns $1$ to $" in text and "catalgfit" not in text
    blocks = re.findall(r"\\begin\{array\}\{c*\}(.*?)\\end\{array\}", text, re.DOTALL)
    rows = [[row.split("&") for row in block.split(r"\\")] for block in blocks]
    joined = [[cell.strip() for block in rows for cell in block[i]] for i in range(3)]
    assert joined == [[str(100 * i + j) for j in range(25)] for i in range(3)]
    assert all(visible(block) < 100 for block in blocks)
    term = display(add(mul(Name("a"), wide), Name("b")), "K = ")
    assert r"K = a \, M_{1} + b" in term and "Here $M_{1}$ is" in term


def test_what_is_certified_is_a_theorem_with_its_sources():
    text = document(report((ROOT / "examples" / "zonal.cat").read_text(encoding="utf-8")))
    theorem, _, proof = text.partition(r"\end{catalgtheorem}")
    assert r"\begin{catalgtheorem}[$\boldsymbol{\mathrm{Ker}}$]" in theorem and r"\emph{Proof.}" in proof
    assert re.search(r"by Bochner's classification .*~\[\d+(, \d+)*\]\.", text, re.IGNORECASE)
    cited = {int(number) for group in re.findall(r"~\[([\d, ]+)\]", text) for number in group.split(",")}
    listed = [int(number) for number in re.findall(r"\\item\[\{?\[(\d+)\]", text)]
    assert listed == list(range(1, len(listed) + 1)) and cited == set(listed)


def test_sources_belong_to_rules_that_exist():
    from catalg.render import wording
    from catalg.render.references import CITED, SOURCES

    assert set(CITED) <= set(wording.rules())
    assert {key for keys in CITED.values() for key in keys} == set(SOURCES)


def test_listing_keeps_lines_and_indentation():
    listing = source_listing("a {\n    b\n\n}")
    assert listing.count(r"\\") == 3 and r"\hspace*{2.20em}" in listing


def test_names_that_end_in_a_digit_carry_one_subscript_more(tmp_path):
    source = tmp_path / "digits.cat"
    source.write_text(
        "category C1 { objects A1, B2  f1 : A1 -> B2 }\n"
        "functor F1 : C1 -> Set { A1 = {1} B2 = {2} f1 = {1 |-> 2} }\n"
        "transformation t1 : F1 => F1 { A1 = {1 |-> 1} B2 = {2 |-> 2} }\n",
        encoding="utf-8",
    )
    done = subprocess.run(
        [sys.executable, "-m", "catalg", "export", str(source), "--to", "latex"], capture_output=True, text=True, timeout=60, check=True
    )
    assert "{t_{1}}_{A_{1}}" in done.stdout
