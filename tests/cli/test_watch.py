"""`catalg check --watch`: a real process, a file that changes, Ctrl-C; and what is solved again."""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from catalg.engine.check import examine
from catalg.engine.reuse import Memory
from catalg.engine.worker import Worker

ROOT = Path(__file__).resolve().parents[2]
TEXT = (
    "group G = Cyclic(2)\nfunctor V : G -> Vect = free(Points)\nend L = int g : G. Hom(V, V)\nexpect dim L = 2\n"
    "group H = Cyclic(3)\nfunctor W : H -> Vect = free(Points)\nend M = int h : H. Hom(W, W)\nexpect dim M = 3\n"
)


@pytest.fixture(scope="module")
def worker():
    with Worker() as process:
        yield process


def verdicts(text, worker, memory):
    report = examine("<text>", worker, text=text, memory=memory).report()
    return [result.judgement.verdict.value for result in report.results], memory.solved, memory.recalled


def test_only_what_a_change_touches_is_solved_again(worker):
    memory = Memory()
    assert verdicts(TEXT, worker, memory) == (["proved"] * 6, 6, 0)
    assert verdicts(TEXT, worker, memory) == (["proved"] * 6, 0, 6)
    assert verdicts("# more\n\n" + TEXT.replace("->", "→"), worker, memory) == (["proved"] * 6, 0, 6)
    assert verdicts(TEXT.replace("Cyclic(3)", "Cyclic(4)"), worker, memory) == (["proved"] * 5 + ["refuted"], 3, 3)
    assert verdicts(TEXT.replace("dim M = 3", "dim M = 4"), worker, memory)[0] == ["proved"] * 5 + ["refuted"]
    assert verdicts(TEXT, worker, memory)[0] == ["proved"] * 6


def test_a_new_declaration_changes_what_an_undeclared_name_means(worker):
    kernel = "group T = Translations(1)\nfunctor X : T -> Man = R^1\nend K = int t : T. Map(X * X, R^1)\n{}expect K(q, k) = c\n"
    memory = Memory()
    assert verdicts(kernel.format(""), worker, memory)[0][-1] == "refuted"  # constants are not all of them
    memory.take_up((), ())
    text = kernel.format("param c : Real\n")
    fresh = verdicts(text, worker, Memory())
    verdicts(kernel.format(""), worker, memory)
    assert verdicts(text, worker, memory)[0] == fresh[0] and memory.recalled == 0


class Watching:
    """A watching process and its lines."""

    def __init__(self, path):
        self.process = subprocess.Popen(
            [sys.executable, "-u", "-m", "catalg", "check", "--watch", str(path)],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", start_new_session=True,
            env=os.environ | {"PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"},
        )  # fmt: skip
        self.lines: queue.Queue[str] = queue.Queue()
        threading.Thread(target=lambda: [self.lines.put(line) for line in self.process.stdout], daemon=True).start()

    def until(self, wanted):
        seen = ""
        while wanted not in seen:
            seen += self.lines.get(timeout=60)
        return seen


def test_watch_checks_again_and_ends_cleanly(tmp_path):
    path = tmp_path / "watched.cat"
    path.write_text(TEXT, encoding="utf-8")
    watching = Watching(path)
    try:
        assert "4 proved" in watching.until("Waiting for changes")
        beside = tmp_path / "beside"
        beside.write_text(TEXT.replace("dim M = 3", "dim M = 4"), encoding="utf-8")
        os.replace(beside, path)  # as editors write
        told = watching.until("Waiting for changes")
        assert "✗ expect dim M = 4" in told and "1 solved, 5 as before" in told
        path.unlink()
        assert "E01" in watching.until("Waiting for changes")
        path.write_text(TEXT, encoding="utf-8")
        watching.until("Waiting for changes")
        watching.process.send_signal(signal.SIGINT)
        assert watching.process.wait(timeout=20) == 0
        assert watching.process.stderr.read() == ""
    finally:
        watching.process.kill()
        watching.process.wait()
        watching.process.stdout.close()
        watching.process.stderr.close()


@pytest.mark.parametrize("arguments", [["-", "--watch"], ["x.cat", "--watch", "--format", "json"]])
def test_what_cannot_be_watched(arguments):
    from click.testing import CliRunner

    from catalg.cli.check import command

    assert CliRunner().invoke(command, arguments).exit_code == 2
