"""The project as it is packaged: layering, what the README promises, what goes into the packages."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import catalg

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_layers():
    if shutil.which("lint-imports", path=str(Path(sys.executable).parent)) is None:
        pytest.skip("import-linter is not installed")
    done = subprocess.run([Path(sys.executable).parent / "lint-imports"], cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout


def test_only_declared_packages_are_imported():
    """Every import of another project is one of the declared dependencies."""
    extras = [entry for name, part in PROJECT["project"]["optional-dependencies"].items() if name != "dev" for entry in part]
    declared = {re.match(r"[\w-]+", entry)[0] for entry in [*PROJECT["project"]["dependencies"], *extras]}
    modules = {{"python-flint": "flint"}.get(name, name.replace("-", "_")) for name in declared}
    found = set()
    for path in (ROOT / "catalg").rglob("*.py"):
        for line in path.read_text(encoding="utf-8").splitlines():
            imported = re.match(r"\s*(?:from|import) ([a-zA-Z_]\w*)", line)
            if imported and imported[1] not in sys.stdlib_module_names and imported[1] != "catalg":
                found.add(imported[1])
    assert {name for name in found if _is_module(name)} <= modules


def _is_module(name: str) -> bool:
    """Words at the beginning of a line of prose are no modules."""
    import importlib.util

    return importlib.util.find_spec(name) is not None


def test_version_is_said_once():
    assert PROJECT["project"]["dynamic"] == ["version"]
    assert f"## {catalg.__version__}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_grammar_is_packaged():
    assert PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"] == {"grammar": "catalg/grammar"}
    assert (ROOT / "grammar" / "catalg.lark").exists()


@pytest.mark.parametrize("name", ["run", "test"])
def test_the_commands_of_the_readme_are_one_line(name):
    done = subprocess.run([sys.executable, ROOT / ".ci" / "readme.py", name], capture_output=True, text=True, timeout=30)
    assert done.returncode == 0 and done.stdout.count("\n") == 1 and "pip install" in done.stdout


def shown_outputs() -> list[tuple[str, str]]:
    """The commands whose output the README shows, with that output."""
    return re.findall(r"<!-- output: (.*?) -->\s*```\n\$ .*?\n(.*?)```", README, re.DOTALL)


@pytest.mark.parametrize(("command", "output"), shown_outputs(), ids=lambda text: text.split("\n")[0][:40])
def test_the_readme_shows_what_comes_out(command, output):
    done = subprocess.run(
        [sys.executable, "-m", "catalg", *shlex.split(command)],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        env=os.environ | {"COLUMNS": "100"},
    )
    assert done.stdout.strip() == output.strip()


def test_the_file_that_the_readme_shows_is_the_example():
    shown = re.search(r"`examples/zonal.cat` says:.*?```\n(.*?)```", README, re.DOTALL)[1]
    assert shown == (ROOT / "examples" / "zonal.cat").read_text(encoding="utf-8")


def test_ci_scripts_are_shell_and_executable():
    for name in ("run", "tex"):
        path = ROOT / ".ci" / name
        assert path.stat().st_mode & 0o111
        assert subprocess.run(["bash", "-n", path], timeout=10).returncode == 0
        assert "set -euo pipefail" in path.read_text(encoding="utf-8")
