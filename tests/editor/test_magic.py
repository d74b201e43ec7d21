"""The cell magic, in a real IPython and by itself."""

from __future__ import annotations

import pytest

from catalg.editor.magic import show

CELL = """group G = Cyclic(4)
functor V : G -> Vect = free(Points)
end Lin = int g : G. Hom(V, V)
expect dim Lin = 5
"""


def test_html_latex_and_text():
    namespace = {}
    shown = show("file", CELL, namespace)
    with namespace["file"] as file:
        assert file.Lin.derive().dimension.constant() == 4
    assert "dimension 4" in shown._repr_html_() and "$\\displaystyle \\mathrm{Lin} = " in shown._repr_html_()
    assert "✗" in shown._repr_html_() and "<code>expect dim Lin = 5</code>" in shown._repr_html_()
    assert shown._repr_latex_().startswith("$$\\begin{aligned}\\mathrm{Lin} &= ")
    assert "1 refuted" in repr(shown)


def test_mistakes_are_shown_and_bind_nothing():
    namespace = {}
    shown = show("file", 'functor V : G -> Vect = "<b>"', namespace)
    assert namespace == {} and "error[E0301]" in repr(shown)
    assert "<pre>error[E0301]" in shown._repr_html_() and "<b>" not in shown._repr_html_()
    assert shown._repr_latex_() is None


def test_a_line_that_is_no_name():
    with pytest.raises(ValueError, match="name of a variable"):
        show("--help me", CELL, {})


@pytest.mark.extras
@pytest.mark.filterwarnings("default")
def test_in_ipython(tmp_path, monkeypatch):
    pytest.importorskip("IPython")
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path))
    from IPython.core.interactiveshell import InteractiveShell
    from traitlets.config import Config

    shell = InteractiveShell(config=Config(HistoryManager={"enabled": False}))
    shell.run_line_magic("load_ext", "catalg")
    result = shell.run_cell(f"%%catalg file\n{CELL}")
    result.raise_error()
    shell.display_formatter.active_types = shell.display_formatter.format_types  # as in a notebook
    formats, _ = shell.display_formatter.format(result.result)
    assert {"text/plain", "text/html", "text/latex"} <= formats.keys()
    closing = shell.run_cell("file.names(), file.close()")
    assert closing.result[0] == ["V", "Lin"]
