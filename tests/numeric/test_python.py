"""Generated modules: they run alone, their tests pass and can fail, they agree with the array functions, names are harmless."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import catalg
from catalg.numeric.python import module
from catalg.numeric.python.names import Names, docstring

from .files import loaded, numeric

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
HOSTILE = ["__import__('os')", 'a"""\nimport os', "x\nimport os", "class", "np", "print", "λ", "", "1a", "a-b", "\\", "lambda", "match"]


def run(path: Path) -> subprocess.CompletedProcess[str]:
    """The module by itself: isolated mode, no path to catalg."""
    clean = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
    blocked = f"import sys; sys.modules['catalg'] = None; import runpy; runpy.run_path({str(path)!r}, run_name='__main__')"
    return subprocess.run([sys.executable, "-I", "-c", blocked], capture_output=True, text=True, cwd=path.parent, env=clean, timeout=60)


def written(source: str, path: Path) -> Path:
    path.write_text(source, encoding="utf-8")
    return path


@pytest.mark.parametrize("name", ["diagrams", "matrices", "kernels"])
def test_modules_pass_their_own_tests(name, tmp_path):
    source = module(loaded(name).check())
    done = run(written(source, tmp_path / "made.py"))
    assert done.returncode == 0, done.stderr
    assert done.stdout.count(": ok") >= 4


@pytest.mark.parametrize("name", ["zonal", "steerable_plane", "deep_sets", "quartz"])
def test_examples(name, tmp_path):
    with catalg.load(EXAMPLES / f"{name}.cat") as file:
        source = module(file.check())
    done = run(written(source, tmp_path / "made.py"))
    assert done.returncode == 0, done.stderr
    tree = ast.parse(source)
    assert "Run this file to test it" in (ast.get_docstring(tree) or "")
    functions = [f for f in tree.body if isinstance(f, ast.FunctionDef) and not f.name.startswith("test")]
    assert any("Certificate" in (ast.get_docstring(f) or "") for f in functions)


@pytest.mark.parametrize("old, new", [("np.cos(2 * phi)", "np.cos(3 * phi)"), ("[0, 1], [-1, 0]", "[0, 1], [1, 0]")])
def test_a_wrong_module_fails_its_own_test(old, new, tmp_path):
    with catalg.load(EXAMPLES / "steerable_plane.cat") as file:
        source = module(file.check())
    assert old in source
    done = run(written(source.replace(old, new), tmp_path / "made.py"))
    assert done.returncode != 0 and "AssertionError" in done.stderr


def test_the_module_agrees_with_the_array_functions():
    made: dict[str, object] = {"__name__": "made"}
    exec(compile(module(loaded("kernels").check()), "made", "exec"), made)  # our own source
    random = np.random.default_rng(0)
    q, k = random.standard_normal((2, 4, 2))
    kernel = numeric("kernels", "Steer")
    functions = [lambda r: np.exp(-r), lambda r: r, np.cos, np.sin]
    np.testing.assert_allclose(made["Steer"](q, k, *functions), kernel.kernel(functions)(q, k), atol=1e-14)
    exec(compile(module(loaded("diagrams").check()), "made", "exec"), made)
    x, c = random.standard_normal((3, 5, 5)), random.standard_normal(15)
    found = numeric("diagrams", "Two").apply(x.reshape(3, 25), c)
    np.testing.assert_allclose(made["Two"](x, c, 5).reshape(3, 25), found, atol=1e-12)


def test_names_become_identifiers_and_stay_apart():
    names = Names(["np", "dot"])
    made = [names(name) for name in [*HOSTILE, "kappa", "κ", "a_b", "a b", "dot"]]
    assert all(name.isidentifier() and name.isascii() for name in made)
    assert names("κ") == names("kappa") and names("λ") == names("lambda")  # one name in two spellings
    assert len(set(made)) == len({*HOSTILE, "kappa", "a_b", "a b", "dot"}) - 1
    assert not {"np", "dot", "print", "class", "match"} & set(made)


@pytest.mark.parametrize("text", ['"""', 'ends with "', "\\", '\\"""', "'''", "\x00 \x1b[0m \u2028", "a\n\n  b", '"""; import os; """'])
def test_texts_stay_inside_docstrings(text):
    source = f"def f():\n    {docstring(text, '    ')}\n"
    body = ast.parse(source).body
    assert len(body) == 1 and isinstance(body[0], ast.FunctionDef) and len(body[0].body) == 1
    found = ast.get_docstring(body[0], clean=False)
    assert found is not None and set(found.split()) == set("".join(c for c in text if c == "\n" or c.isprintable()).split())


def test_hostile_documentation_and_arguments_stay_data(tmp_path):
    text = (
        "'''doc \\' \"\"\" \n'''".replace("'''", '"""').replace('\\\' """ ', "\\\\ import os; ")
        + "group T = Translations(2)\nfunctor X : T -> Man = R^2\n"
        '"""a \\ backslash, quotes \'\'\' and # signs; import os"""\n'
        "end print = int g : T. Map(X * X, R^1)\nderive print(np, exec)\n"
    )
    with catalg.loads(text) as file:
        source = module(file.check())
    done = run(written(source, tmp_path / "made.py"))
    assert done.returncode == 0, done.stderr
    allowed = {"numpy"}
    imported = {alias.name for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Import) for alias in node.names}
    assert imported == allowed
    assert not any(isinstance(node, ast.ImportFrom) for node in ast.walk(ast.parse(source)))


def test_nothing_to_write_is_said():
    with catalg.loads("group G = SO(3)\nfunctor V : G -> Vect = vector") as file:
        report = file.check()
    with pytest.raises(catalg.numeric.NotNumeric, match="nothing"):
        module(report)
