"""How long things take. Prints seconds and fails only for a wrong answer, never for a slow one."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
from pathlib import Path

import pytest

import catalg

ROOT = Path(__file__).resolve().parents[2]
SPECS = sorted((ROOT / "tests" / "specs").glob("*/*.cat"))

pytestmark = pytest.mark.benchmark


@pytest.fixture
def tell(capsys):
    """Print a line that pytest does not swallow."""

    def line(what: str, wall: float, processor: float | None = None, wanted: float | None = None) -> None:
        text = f"\n  {what:<48} {wall:6.2f} s" + (f"  cpu {processor:5.2f} s" if processor is not None else "")
        with capsys.disabled():
            print(text + (f"  (wanted: {wanted:g} s)" if wanted is not None else ""), end="")

    return line


def fresh(*arguments: str) -> tuple[int, float, float]:
    """Exit code, wall and CPU seconds of a command in a process of its own."""
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    done = subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, capture_output=True, timeout=120, env=os.environ | {"PYTHONPATH": str(ROOT)}
    )
    wall, after = time.perf_counter() - started, resource.getrusage(resource.RUSAGE_CHILDREN)
    return done.returncode, wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def test_help(tell):
    code, wall, processor = fresh("-m", "catalg", "--help")
    tell("catalg --help", wall, processor, 0.15)
    assert code == 0


def test_reading_and_typing_alone(tell):
    script = (
        "from catalg.engine.check import examine; from catalg.engine.worker import Worker; "
        "w = Worker(); w.start = lambda: None; examine('examples/square_symmetries.cat', w)"
    )
    code, wall, processor = fresh("-c", script)
    tell("parse and type a small file", wall, processor, 0.15)
    assert code == 0


@pytest.mark.parametrize("path", SPECS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_check_of_each_specification(path, tell):
    code, wall, processor = fresh("-m", "catalg", "check", str(path))
    tell(f"check {path.parent.name}/{path.name}", wall, processor, 2.0)
    assert code in (0, 1, 2, 3)


SOLVED = [
    ("Sym(6) on T^2 -> T^2", "group G = Sym(6)\nfunctor V : G -> Vect = free(Points)\nend L = int g : G. Hom(T^2(V), T^2(V))", 15, 0.1),
    ("SO(3) on T^3 -> T^3", "group G = SO(3)\nfunctor V : G -> Vect = vector\nend L = int g : G. Hom(T^3(V), T^3(V))", 15, 0.3),
    (
        "SE(2) with End(R^2) values",
        "group G = SE(2)\nfunctor X : G -> Man = R^2\nfunctor V : G -> Vect = vector\nend L = int g : G. Map(X * X, Hom(V, V))",
        4, 1.0,
    ),
]  # fmt: skip


@pytest.mark.parametrize(("what", "text", "count", "wanted"), SOLVED, ids=[entry[0] for entry in SOLVED])
def test_solving(what, text, count, wanted, tell):
    with catalg.loads("group T = Cyclic(2)\nfunctor W : T -> Vect = free(Points)\nend E = int g : T. Hom(W, W)\n" + text) as file:
        file.E.check()  # the worker's imports are not what is measured
        result = file.L.check()
    tell(f"solve {what}", result.seconds, None, wanted)
    assert result.solution is not None
    found = result.solution.proposal
    assert (found.dimension or found.free_functions).constant() == count
