"""The worker process: answers, limits, crashes, restarts, interruption, and nothing left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from catalg.engine.limits import Limits, resident_memory
from catalg.engine.worker import Worker
from catalg.model.verdict import Verdict

from .fakes import specification

FAKE = "tests.engine.fakes:Solver"
ROOT = Path(__file__).resolve().parents[2]


def gone(process: int) -> bool:
    """Whether a process has ended (or is a zombie that only waits to be reaped) within three seconds."""
    for _ in range(60):
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return True
        status = Path(f"/proc/{process}/stat")
        if status.exists() and status.read_text().rpartition(")")[2].split()[0] == "Z":
            return True
        time.sleep(0.05)
    return False


def test_answers_and_stays():
    with Worker(Limits(), FAKE) as worker:
        worker.begin(specification("proved", "refuted", "pid_1", "pid_2"))
        assert worker.run(0).judgement.verdict is Verdict.PROVED
        assert worker.run(1).judgement.counterexample.as_dict() == {"at": 3}
        first, second = worker.run(2).judgement.reason, worker.run(3).judgement.reason
        assert first == second
        worker.begin(specification("pid_3"))
        assert worker.run(0).judgement.reason == first
    assert gone(int(first))


@pytest.mark.parametrize("name", ["slow", "deaf"])
def test_time_limit_and_restart(name):
    with Worker(Limits(seconds=0.6), FAKE) as worker:
        worker.begin(specification("claims", name, "adopted"))
        assert worker.run(0).solution.proposal.claims == {}
        started = time.monotonic()
        late = worker.run(1).judgement
        assert time.monotonic() - started < 5
        assert (late.verdict, late.reason, dict(late.facts)) == (Verdict.UNDECIDED, "time-limit", {"seconds": "0.6"})
        assert worker.run(2).judgement.reason == "[0, 1] [{'secret': 42}]"


def test_memory_limit():
    with Worker(Limits(seconds=20, memory=400 << 20), FAKE) as worker:
        worker.begin(specification("greedy", "proved"))
        found = worker.run(0).judgement
        assert (found.verdict, found.reason) == (Verdict.UNDECIDED, "memory-limit")
        assert worker.run(1).judgement.verdict is Verdict.PROVED


@pytest.mark.parametrize(
    ("name", "detail"),
    [
        ("raises", "ValueError: some thing"),
        ("recursive", "RecursionError"),
        ("aborts", "the worker ended with signal 6"),
        ("exits", "the worker ended with code 3"),
        ("unpicklable", "PicklingError"),
    ],
)
def test_exceptions_and_crashes_are_undecided(name, detail):
    with Worker(Limits(), FAKE) as worker:
        worker.begin(specification(name, "proved"))
        found = worker.run(0).judgement
        assert (found.verdict, found.reason) == (Verdict.UNDECIDED, "internal-error")
        told = dict(found.facts)["detail"]
        assert told.startswith(detail) or (name == "unpicklable" and "pickle" in told.lower())
        assert worker.run(1).judgement.verdict is Verdict.PROVED


def test_killed_by_the_system_counts_as_memory():
    with Worker(Limits(), FAKE) as worker:
        worker.begin(specification("killed", "proved"))
        assert worker.run(0).judgement.reason == "memory-limit"
        assert worker.run(1).judgement.verdict is Verdict.PROVED


def test_prints_do_not_disturb(capfd):
    with Worker(Limits(), FAKE) as worker:
        worker.begin(specification("prints"))
        assert worker.run(0).judgement.reason == "quiet"
    assert capfd.readouterr() == ("", "")


def test_solver_that_cannot_begin():
    with Worker(Limits(), "tests.engine.fakes:Unbuildable") as worker:
        worker.begin(specification("proved"))
        assert dict(worker.run(0).judgement.facts)["detail"] == "ValueError: cannot begin"


def test_hashes_are_the_same_in_every_process():
    reasons = set()
    for _ in range(2):
        with Worker(Limits(), FAKE) as worker:
            worker.begin(specification("hash"))
            reasons.add(worker.run(0).judgement.reason)
    assert len(reasons) == 1


def test_ticks_are_told_while_waiting():
    ticks: list[float] = []
    with Worker(Limits(seconds=0.5), FAKE) as worker:
        worker.begin(specification("slow"))
        worker.run(0, ticks.append)
    assert ticks and ticks == sorted(ticks) and ticks[-1] <= 0.6


def test_resident_memory_of_this_process():
    assert (resident_memory(os.getpid()) or 0) > 1 << 20


SCRIPT = """
import sys
from catalg.engine.limits import Limits
from catalg.engine.worker import Worker
from tests.engine.fakes import specification
with Worker(Limits(seconds=60), "tests.engine.fakes:Solver") as worker:
    worker.begin(specification("pid", "slow"))
    print(worker.run(0).judgement.reason, flush=True)
    worker.run(1)
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_no_orphans(number):
    with subprocess.Popen(
        [sys.executable, "-c", SCRIPT], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as parent:
        worker = int(parent.stdout.readline())
        time.sleep(0.3)
        parent.send_signal(number)
        parent.wait(timeout=10)
    assert gone(worker)


def test_run_before_begin():
    with Worker(Limits(), FAKE) as worker, pytest.raises(ValueError, match="before begin"):
        worker.run(0)
