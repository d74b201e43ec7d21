"""The Python interface."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import catalg

ROOT = Path(__file__).resolve().parents[1]

TEXT = """
group G = Sym(3)
\"\"\"the standard permutation of coordinates\"\"\"
functor V : G -> Vect = free(Points)
end Lin = int g : G. Hom(V, V)
end Big = int g : G. Hom(T^2(V), T^2(V))
expect dim Lin = 2
"""


@pytest.fixture(scope="module")
def file():
    opened = catalg.loads(TEXT, path="small.cat")
    yield opened
    opened.close()


def test_declarations_by_attribute_item_and_iteration(file):
    assert file.names() == ["V", "Lin", "Big"]
    assert file.Lin.name == file["Lin"].name == "Lin"
    assert [declaration.kind for declaration in file] == ["functor", "end", "end"]
    assert file.V.documentation == "the standard permutation of coordinates"
    assert repr(file) == "<catalg file small.cat: V, Lin, Big>" and repr(file.Lin) == "<end Lin of small.cat>"
    assert "Lin" in dir(file)
    with pytest.raises(KeyError, match="a similar name exists: Lin"):
        file["Linn"]
    with pytest.raises(AttributeError, match="declares no Kernel"):
        _ = file.Kernel


def test_check(file):
    report = file.check()
    assert report.status == "proved"
    assert report.result("Lin").judgement.verdict is catalg.Verdict.PROVED
    assert file.V.check().judgement.verdict == "proved"


def test_derived(file):
    derived = file.Lin.derive()
    assert derived.text == "alpha*I + beta*ones"
    assert str(derived) == "αI + β𝟏𝟏ᵀ"
    assert derived.latex() == r"\alpha I + \beta \, \mathbf{1}\mathbf{1}^{\mathsf{T}}"
    assert derived._repr_latex_() == rf"$\displaystyle {derived.latex()}$"
    assert derived.dimension == 2 or derived.dimension.constant() == 2
    assert derived.certificate.sound == derived.certificate.complete == "proved"
    assert len(derived.basis) == 2 and derived.arguments == () and derived.steps()


def test_formula_is_a_sympy_expression(file):
    import sympy

    formula = file.Lin.derive().formula
    alpha, beta = sympy.symbols("alpha beta")
    matrix = formula.subs({alpha: 2, beta: 1}).as_explicit()
    assert matrix == sympy.Matrix([[3, 1, 1], [1, 3, 1], [1, 1, 3]])


def test_what_is_not_solved_for(file):
    with pytest.raises(TypeError, match="V is a functor"):
        file.V.derive()


def test_no_solution_says_why():
    with catalg.loads("group G = Sym(3)\nfunctor V : G -> Vect = free(Points)\nend L = int g : G. Hom(T^7(V), T^7(V))", timeout=0.05) as file:
        from catalg.api import NotDerived

        with pytest.raises(NotDerived, match="L is undecided: "):
            file.L.derive()


def test_invalid_files_raise_with_the_place():
    with pytest.raises(catalg.InvalidFile, match=r"E0202(.|\n)*group G = SO\(3") as caught:
        catalg.loads("group G = SO(3")
    assert caught.value.diagnostics[0].code == "E0202"
    with pytest.raises(catalg.InvalidFile, match="E0101"):
        catalg.load("/no/such/file.cat")


def test_short_ways(tmp_path):
    path = tmp_path / "small.cat"
    path.write_text(TEXT, encoding="utf-8")
    assert catalg.check(path).status == "proved"
    assert catalg.derive(path, "Lin").text == "alpha*I + beta*ones"
    assert catalg.load(path).path == str(path)


def test_worker_ends_with_the_file_object():
    file = catalg.loads(TEXT)
    file.V.check()
    process = file._examination.worker._process
    del file
    assert process.poll() is not None


def test_works_in_a_script_without_a_main_guard(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(f"import catalg\nprint(catalg.loads({TEXT!r}).Lin.derive().text)\n", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, timeout=60, cwd=tmp_path, env={"PYTHONPATH": str(ROOT)}
    )
    assert (done.stdout, done.stderr) == ("alpha*I + beta*ones\n", "")
