"""Runs the notebook of the examples in a real IPython, cell by cell, without a kernel or a browser.

`notebook.py update` writes what comes out into it; the tests run it and compare which kinds of output there are.
"""

import contextlib
import io
import json
import os
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
NOTEBOOK = ROOT / "examples" / "notebook.ipynb"


def run(notebook: dict) -> list[list[dict]]:
    """The outputs of the code cells. Raises what a cell raises."""
    os.environ.setdefault("IPYTHONDIR", tempfile.mkdtemp())
    from IPython.core.interactiveshell import InteractiveShell
    from traitlets.config import Config

    InteractiveShell.clear_instance()
    shell = InteractiveShell.instance(config=Config(HistoryManager={"enabled": False}))
    shell.display_formatter.active_types = ["text/plain", "text/html", "text/latex"]
    found = []
    try:
        for cell in notebook["cells"]:
            if cell["cell_type"] != "code":
                continue
            with contextlib.redirect_stdout(io.StringIO()) as said:
                result = shell.run_cell("".join(cell["source"]), silent=False)
            result.raise_error()
            outputs = []
            if result.result is not None:
                data, metadata = shell.display_formatter.format(result.result)
                lines = {kind: text.splitlines(keepends=True) for kind, text in sorted(data.items())}
                outputs.append(
                    {"data": lines, "execution_count": len(found) + 1, "metadata": metadata, "output_type": "execute_result"}
                )
            elif said.getvalue():
                text = said.getvalue().splitlines(keepends=True)
                outputs.append({"name": "stdout", "output_type": "stream", "text": text})
            found.append(outputs)
    finally:
        for value in list(shell.user_ns.values()):
            if type(value).__name__ == "File":
                value.close()
        InteractiveShell.clear_instance()
    return found


def update() -> None:
    """Write the outputs into the notebook."""
    notebook = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    for number, (cell, outputs) in enumerate(zip(code, run(notebook), strict=True), 1):
        cell["execution_count"], cell["outputs"] = number, outputs
    NOTEBOOK.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    update()
