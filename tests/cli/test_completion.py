"""Shell completion, asked as the shells ask."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def offered(*words: str) -> set[str]:
    """What bash is offered for the last of the words."""
    done = subprocess.run(
        [sys.executable, "-m", "catalg"], cwd=ROOT, capture_output=True, encoding="utf-8", timeout=60,
        env=os.environ | {
            "PYTHONPATH": str(ROOT), "_CATALG_COMPLETE": "bash_complete",
            "COMP_WORDS": " ".join(word or "''" for word in ("catalg", *words)), "COMP_CWORD": str(len(words)),
        },
    )  # fmt: skip
    assert done.returncode == 0 and not done.stderr
    return set(done.stdout.split())


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("ch",), {"plain,check"}),
        (("check", "exa"), {"file,exa"}),
        (("derive", "exa"), {"file,exa"}),
        (("derive", "examples/quartz.cat", "P"), {"plain,Piezo", "plain,Pyro"}),
        (("derive", "examples/quartz.cat", "Piezo", "P"), {"plain,Pyro"}),
        (("eval", "examples/zonal.cat", ""), {"plain,Ker"}),
        (("plot", "examples/universal.cat", "Squ"), {"plain,Square"}),
        (("eval", "no-such-file.cat", ""), set()),
        (("new", "x", "--template", "cr"), {"plain,crystals"}),
    ],
)
def test_what_is_offered(words, expected):
    assert offered(*words) == expected


def test_topics():
    assert {"plain,SO", "plain,sound"} <= offered("explain", "so")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_documented_one_liners(shell):
    if shell == "bash" and shutil.which("bash") is None:
        pytest.skip("no bash")
    from catalg.render.explain import explain

    assert f"_CATALG_COMPLETE={shell}_source catalg" in explain("completion")
    done = subprocess.run(
        [sys.executable, "-m", "catalg"], capture_output=True, encoding="utf-8", timeout=60,
        env=os.environ | {"PYTHONPATH": str(ROOT), "_CATALG_COMPLETE": f"{shell}_source"},
    )  # fmt: skip
    assert done.returncode == 0 and f"_CATALG_COMPLETE={shell}_complete" in done.stdout
