"""The example notebook runs in a real IPython and shows what it holds; every public object has a rich display."""

from __future__ import annotations

import html
import importlib.util
import json
from pathlib import Path

import pytest

import catalg
from catalg.editor.display import DISPLAYS, derived_html, result_html
from catalg.editor.magic import show

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOK = ROOT / "examples" / "notebook.ipynb"


def test_displays_are_escaped_and_say_what_there_is():
    text = '"""<script>1</script>"""\ngroup G = Cyclic(4)\n"""<b>doc</b>"""\nfunctor V : G -> Vect = free(Points)\nend L = int g : G. Hom(V, V)\n'
    with catalg.loads(text, path="<i>") as file:
        derived = file.L.derive()
        shown = [file, file.V, file.check(), file.V.check(), derived, derived.certificate]
        assert {type(each) for each in shown} == set(DISPLAYS)
        pages = [DISPLAYS[type(each)](each) for each in shown]
        assert all("<b>doc" not in page and "<script" not in page and "<i>" not in page for page in pages)
        assert html.escape("<b>doc</b>") in pages[0] and html.escape("<b>doc</b>") in pages[1]
        assert "✓ sound proved, ✓ complete proved" in pages[4] and "$\\displaystyle" in derived_html(derived)
        assert "16 parameters become 4" in pages[4] and "Derivation" in pages[4]
        assert "end L" in result_html(file.L.check()) and "$" in result_html(file.L.check())


def test_a_report_in_a_cell_and_a_report_by_itself_look_alike():
    namespace = {}
    shown = show("file", "group G = Cyclic(2)\nfunctor V : G -> Vect = free(Points)\n", namespace)
    with namespace["file"] as file:
        assert DISPLAYS[type(file.check())](file.check()) == shown._repr_html_()


@pytest.mark.extras
@pytest.mark.filterwarnings("default")
def test_the_example_notebook_runs_and_shows_what_it_holds(tmp_path, monkeypatch):
    pytest.importorskip("IPython")
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path))
    spec = importlib.util.spec_from_file_location("notebook", ROOT / ".ci" / "notebook.py")
    runner = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(runner)
    notebook = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    held = [cell["outputs"] for cell in notebook["cells"] if cell["cell_type"] == "code"]
    ran = runner.run(notebook)
    kinds = lambda outputs: [sorted(output.get("data", {"stream": 0})) for output in outputs]  # noqa: E731
    assert [kinds(outputs) for outputs in ran] == [kinds(outputs) for outputs in held], "run python .ci/notebook.py"
    for one, other in zip(ran, held, strict=True):
        for new, old in zip(one, other, strict=True):
            assert new.get("data", {}).get("text/latex") == old.get("data", {}).get("text/latex")
    assert sum("text/html" in output.get("data", {}) for outputs in ran for output in outputs) >= 6
