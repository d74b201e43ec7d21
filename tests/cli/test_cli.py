"""The command line: exit codes, one JSON document whatever happens, bad input, nothing heavy imported."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SPECS = ROOT / "tests" / "specs"

SMALL = "group G = Cyclic(2)\nfunctor V : G -> Vect = free(Points)\nend L = int g : G. Hom(V, V)\nexpect dim L = 2\n"


def catalg(*arguments, cwd=None, text=None, **environment):
    """Run the command line in a fresh process."""
    return subprocess.run(
        [sys.executable, "-m", "catalg", *map(str, arguments)],
        cwd=cwd, input=text, capture_output=True, encoding="utf-8", timeout=120,
        env=os.environ | {"PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"} | environment,
    )  # fmt: skip


@pytest.fixture
def small(tmp_path):
    path = tmp_path / "small.cat"
    path.write_text(SMALL, encoding="utf-8")
    return path


def test_check_proves(small):
    done = catalg("check", small)
    assert (done.returncode, done.stderr) == (0, "")
    assert "✓ expect dim L = 2" in done.stdout and "proved" in done.stdout
    assert "\x1b" not in done.stdout


def test_exit_codes_follow_the_worst_file(small, tmp_path):
    wrong = tmp_path / "wrong.cat"
    wrong.write_text(SMALL.replace("= 2\n", "= 3\n"), encoding="utf-8")
    broken = tmp_path / "broken.cat"
    broken.write_text("group G = SO(3", encoding="utf-8")
    assert catalg("check", small, wrong).returncode == 1
    assert catalg("check", small, wrong, broken).returncode == 2
    assert "3 files" in catalg("check", small, wrong, broken).stdout


@pytest.mark.parametrize("content", [b"", b"\x00\x01\x02", b"\xff\xfeg\x00", b"\xc3\x28", b"# nothing\n"])
def test_odd_files_leave_a_document_and_no_traceback(tmp_path, content):
    path = tmp_path / "odd.cat"
    path.write_bytes(content)
    done = catalg("check", path, "--format", "json")
    assert "Traceback" not in done.stderr
    document = json.loads(done.stdout)
    assert [file["path"] for file in document["files"]] == [str(path)]
    assert done.returncode == (2 if document["files"][0]["status"] == "invalid" else 0)


def test_folders_and_missing_files_are_errors(tmp_path):
    for path in (tmp_path, tmp_path / "missing.cat"):
        done = catalg("check", path, "--format", "json")
        (file,) = json.loads(done.stdout)["files"]
        assert (done.returncode, file["status"], file["diagnostics"][0]["code"]) == (2, "invalid", "E0101")


@pytest.mark.parametrize(
    "arguments", [("check", "--format", "json"), ("check", "--format=json", "--timeout", "x", "f"), ("chek", "--format", "json")]
)
def test_mistakes_in_arguments_leave_a_document(arguments):
    done = catalg(*arguments)
    assert done.returncode == 2
    assert json.loads(done.stdout)["files"] == []
    assert "Usage" in done.stderr


def test_json_has_every_key(small):
    (file,) = json.loads(catalg("check", small, "--format", "json").stdout)["files"]
    assert set(file) == {"path", "status", "diagnostics", "results"}
    for result in file["results"]:
        assert set(result) == {"kind", "name", "line", "verdict", "reason", "counterexample", "solution"}
    solution = next(result["solution"] for result in file["results"] if result["kind"] == "end")
    assert set(solution) == {
        "text", "latex", "dimension", "size", "arguments", "free_functions", "free_constants", "basis", "steps", "certificate",
    }  # fmt: skip
    assert set(solution["certificate"]) == {"sound", "complete", "scope", "evidence"}
    assert solution["dimension"] == 2 and len(solution["basis"]) == 2
    assert all(set(step) == {"rule", "text", "latex"} for step in solution["steps"])


def test_standard_input():
    done = catalg("check", "-", text=SMALL)
    assert done.returncode == 0 and "<stdin>" in done.stdout


def test_derive_by_name(small):
    done = catalg("derive", small, "L")
    assert done.returncode == 0
    assert "Certificate" in done.stdout and "4 parameters become 2." in done.stdout
    wrong = catalg("derive", small, "K")
    assert wrong.returncode == 2 and "no end, coend, limit or colimit is called K" in wrong.stderr
    assert catalg("derive", "L").returncode == 2


def test_ascii_where_the_stream_is_not_unicode(small):
    done = catalg("derive", small, PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert done.stdout.isascii() and "?" not in done.stdout and "ok sound" in done.stdout


def test_fmt(small, tmp_path):
    assert catalg("fmt", small).returncode == 0
    formatted = small.read_text(encoding="utf-8")
    assert catalg("fmt", "--check", small).returncode == 0
    small.write_text(SMALL.replace("end L = int g : G.", "end L=int g:G."), encoding="utf-8")
    done = catalg("fmt", "--check", small)
    assert done.returncode == 1 and "would change" in done.stdout
    catalg("fmt", small)
    assert small.read_text(encoding="utf-8") == formatted
    assert catalg("fmt", "-", text="group G=SO( 3 )").stdout == "group G = SO(3)\n"
    broken = tmp_path / "broken.cat"
    broken.write_text("group G = SO(3", encoding="utf-8")
    assert catalg("fmt", broken).returncode == 2
    assert broken.read_text(encoding="utf-8") == "group G = SO(3"
    assert list(tmp_path.glob(".catalg-*")) == []


def test_fmt_keeps_modes_and_links(tmp_path):
    target, link = tmp_path / "real.cat", tmp_path / "link.cat"
    target.write_text("group G=SO(3)", encoding="utf-8")
    target.chmod(0o640)
    link.symlink_to(target)
    assert catalg("fmt", link).returncode == 0
    assert link.is_symlink() and target.stat().st_mode & 0o777 == 0o640
    assert target.read_text(encoding="utf-8") == "group G = SO(3)\n"


@pytest.mark.parametrize("topic", ["E0202", "e0202", "certificate", "time-limit", "SO(3)", "Sym", "legendre", "pi"])
def test_explain(topic):
    done = catalg("explain", topic)
    assert done.returncode == 0 and len(done.stdout) > 20


@pytest.mark.parametrize(("topic", "hint"), [("E0999", "no code"), ("certificat", "certificate"), ("qqqq", "nothing is known")])
def test_explain_what_is_not_known(topic, hint):
    done = catalg("explain", topic)
    assert done.returncode == 2 and hint in done.stderr


def test_explain_lists_its_topics():
    shown = catalg("explain").stdout
    assert all(word in shown for word in ("SO", "certificate", "legendre", "time-limit", "E0202"))


def test_new_writes_a_file_that_reads_and_never_overwrites(tmp_path):
    assert catalg("new", "first", cwd=tmp_path).returncode == 0
    path = tmp_path / "first.cat"
    (file,) = json.loads(catalg("check", path, "--format", "json").stdout)["files"]
    assert file["status"] != "invalid" and len(file["results"]) >= 5
    assert catalg("fmt", "--check", path).returncode == 0
    before = path.read_text(encoding="utf-8")
    done = catalg("new", "first.cat", cwd=tmp_path)
    assert done.returncode == 1 and "exists already" in done.stderr
    assert path.read_text(encoding="utf-8") == before


def test_export(small, tmp_path):
    out = tmp_path / "out.tex"
    assert catalg("export", small, "--to", "latex", "-o", out).returncode == 0
    assert out.read_text(encoding="utf-8").startswith(r"\documentclass")
    assert r"\documentclass" not in catalg("export", small, "--to", "latex", "--fragment").stdout
    assert json.loads(catalg("export", small, "--to", "json").stdout)["files"][0]["status"] == "proved"
    assert catalg("export", small, "--to", "json", "--fragment").returncode == 2
    assert catalg("export", small, "--to", "latex", "-o", tmp_path / "no" / "where.tex").returncode == 1
    broken = tmp_path / "broken.cat"
    broken.write_text("group G = SO(3", encoding="utf-8")
    done = catalg("export", broken, "--to", "latex", "-o", tmp_path / "broken.tex")
    assert done.returncode == 2 and "E0202" in done.stderr and not (tmp_path / "broken.tex").exists()


def test_version_help_and_unknown_commands():
    assert catalg("--version").stdout.startswith("catalg 0.")
    shown = catalg("--help").stdout
    assert all(name in shown for name in ("check", "derive", "export", "fmt", "explain", "new"))
    done = catalg("chek")
    assert done.returncode == 2 and "similar name exists: check" in done.stderr
    assert "catalg check some.cat" in catalg("some.cat").stderr


ENDLESS = """
import catalg.engine.worker as worker
worker.Worker.__init__.__defaults__ = (None, "tests.engine.fakes:Solver")
from catalg.cli import main
main(["check", {path!r}, "--format", {form!r}])
"""


@pytest.mark.parametrize("form", ["text", "json"])
def test_interruption_ends_with_130(tmp_path, form):
    path = tmp_path / "slow.cat"
    path.write_text(SMALL.replace("end L", "end slow").replace("expect dim L = 2", ""), encoding="utf-8")
    with subprocess.Popen(
        [sys.executable, "-c", ENDLESS.format(path=str(path), form=form)],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8",
    ) as process:  # fmt: skip
        time.sleep(1.5)
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=20)
    assert process.returncode == 130 and errors.strip() == "interrupted"
    assert form == "text" or json.loads(output)["files"] == []


def test_closed_pipe_is_quiet(small):
    done = subprocess.run(
        ["bash", "-c", f"{sys.executable} -m catalg check {small} {small} | true"],
        cwd=ROOT, capture_output=True, encoding="utf-8", timeout=60,
    )  # fmt: skip
    assert done.stderr == ""


IMPORTED = """
import sys
from catalg.cli import cli
try:
    cli.main({arguments!r}, standalone_mode=False)
except SystemExit:
    pass
print("\\n" + " ".join(name for name in {heavy!r} if name in sys.modules), file=sys.stderr)
"""


@pytest.mark.parametrize(
    ("arguments", "heavy"),
    [
        (["--help"], ["sympy", "numpy", "flint", "lark", "rich", "rapidfuzz", "catalg.engine", "catalg.language"]),
        (["check", "FILE"], ["sympy", "numpy", "mpmath", "scipy", "networkx"]),
        (["derive", "FILE"], ["sympy", "numpy", "mpmath", "scipy", "networkx"]),
    ],
)
def test_what_the_parent_imports(arguments, heavy, small):
    arguments = [str(small) if argument == "FILE" else argument for argument in arguments]
    script = IMPORTED.format(arguments=arguments, heavy=heavy)
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, encoding="utf-8", timeout=60)
    assert done.stderr.strip() == ""


def test_importing_the_package_is_light():
    script = "import sys, catalg; print([m for m in sys.modules if m.split('.')[0] in ('sympy', 'numpy', 'flint', 'lark', 'click')])"
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, encoding="utf-8", timeout=60)
    assert done.stdout.strip() == "[]"
