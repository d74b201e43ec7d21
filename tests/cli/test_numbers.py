"""`eval`, `plot` and `export --to python` on the command line: values, files in and out, mistakes in one sentence."""

from __future__ import annotations

import csv
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from tests.cli.test_cli import catalg

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
PLANE, SPHERE, SETS = (EXAMPLES / f"{name}.cat" for name in ("convolution", "zonal", "deep_sets"))
BELL = ("--let", "kappa(u) = exp(-norm(u)^2)")


def test_a_kernel_at_points():
    done = catalg("eval", PLANE, "Ker", "--at", "q=0,0", "--at", "k=1,2", "--at", "k=0,0", *BELL)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == ["Ker", "0.006737946999085467", "1"] or done.stdout.splitlines()[2] == "1"
    assert float(done.stdout.splitlines()[1]) == pytest.approx(np.exp(-5))


def test_points_and_values_in_files(tmp_path):
    points = np.random.default_rng(0).standard_normal((6, 4))
    np.save(tmp_path / "in.npy", points)
    with open(tmp_path / "in.csv", "w", newline="", encoding="utf-8") as stream:
        csv.writer(stream).writerows([["q1", "q2", "k1", "k2"], *points.tolist()])
    wanted = np.exp(-((points[:, :2] - points[:, 2:]) ** 2).sum(-1))
    for source in ("in.npy", "in.csv"):
        for target in ("out.npy", "out.csv"):
            done = catalg("eval", PLANE, "Ker", "--in", tmp_path / source, *BELL, "-o", tmp_path / target)
            assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
            found = np.load(tmp_path / target) if target.endswith("npy") else np.loadtxt(tmp_path / target, skiprows=1)
            np.testing.assert_allclose(found, wanted, rtol=1e-12)


def test_series_and_bases():
    done = catalg("eval", SPHERE, "Ker", "--at", "x=0,0,1", "--at", "y=0,1,0", "--let", "a = 1, 2, 1/3")
    assert float(done.stdout.splitlines()[1]) == pytest.approx(1 - 1 / 6)
    done = catalg("eval", SPHERE, "Ker", "--at", "x=0,0,1", "--at", "y=0,0,1", "--basis", "--degree", 3)
    assert done.stdout == "basis[1][1][1],basis[2][1][1],basis[3][1][1]\n1,1,1\n"


def test_linear_maps(tmp_path):
    done = catalg("eval", SETS, "Layer", "--size", "n=3", "--let", "alpha=2", "--let", "beta = 1/2")
    assert done.stdout == "2.5,0.5,0.5\n0.5,2.5,0.5\n0.5,0.5,2.5\n"
    done = catalg("eval", SETS, "Layer", "--in", "-", "--let", "alpha=2", "--let", "beta=1", text="1,2,3\n0,0,1\n")
    assert done.stdout == "8,10,12\n1,1,3\n"
    assert catalg("eval", SETS, "Layer", "--size", "n=2", "--basis").stdout == "1,0\n0,1\n1,1\n1,1\n"


@pytest.mark.parametrize(
    "arguments, told",
    [
        (["Kerr", "--at", "q=0,0"], "A similar name exists: Ker"),
        (["Ker", "--at", "q=0,0"], "no point for k"),
        (["Ker", "--at", "z=0,0"], "arguments: q, k"),
        (["Ker", "--at", "q=0,a"], "coordinates are numbers"),
        (["Ker", "--at", "q=0,0", "--at", "k=0,0"], "kappa not given"),
        (["Ker", "--at", "q=0", "--at", "k=0,0", *BELL], "shape (..., 2) is needed"),
        (["Ker", "--at", "q=0,0", "--at", "k=0,0", "--let", "kappa(u) = open(u)"], "`open` has no meaning here"),
        (["Ker", "--in", "missing.csv", *BELL], "cannot be read"),
        (["X", "--at", "q=0,0"], "not solved for"),
    ],
)
def test_mistakes_are_told_in_a_sentence(arguments, told):
    done = catalg("eval", PLANE, *arguments)
    assert done.returncode in (1, 2) and told in done.stderr and "Traceback" not in done.stderr and not done.stdout


def test_odd_files_of_numbers(tmp_path):
    pickled = tmp_path / "a.npy"
    np.save(pickled, np.array([{"a": 1}], dtype=object), allow_pickle=True)
    words = tmp_path / "a.csv"
    words.write_text("a,b\n1,2\nc,d\n", encoding="utf-8")
    uneven = tmp_path / "b.csv"
    uneven.write_text("1,2,3,4\n1,2\n", encoding="utf-8")
    for path, told in ((pickled, "cannot be read"), (words, "line 3"), (uneven, "different lengths")):
        done = catalg("eval", PLANE, "Ker", "--in", path, *BELL)
        assert done.returncode == 1 and told in done.stderr and "Traceback" not in done.stderr


def test_an_invalid_file_has_its_own_exit_code(tmp_path):
    path = tmp_path / "broken.cat"
    path.write_text("end K = int g : G. Hom(V, V)", encoding="utf-8")
    for command in (["eval", path, "K"], ["plot", path, "K", "-o", tmp_path / "a.svg"], ["export", path, "--to", "python"]):
        done = catalg(*command)
        assert done.returncode == 2 and "error[E" in done.stderr and not done.stdout


def test_export_python_runs(tmp_path):
    done = catalg("export", SETS, "--to", "python", "-o", tmp_path / "made.py")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    ran = subprocess.run([sys.executable, "-I", tmp_path / "made.py"], capture_output=True, text=True, timeout=60)
    assert ran.stdout == "Layer: ok\nPool: ok\nKernel: ok\n"


@pytest.mark.extras
def test_plot(tmp_path):
    pytest.importorskip("matplotlib")
    for file, name, ending in ((PLANE, "Ker", "svg"), (SPHERE, "Ker", "png"), (EXAMPLES / "gluing.cat", "Cospan", "pdf")):
        done = catalg("plot", file, name, "-o", tmp_path / f"a.{ending}")
        assert done.returncode == 0 and done.stdout.startswith("drew ")
        start = (tmp_path / f"a.{ending}").read_bytes()[:5]
        assert start in (b"<?xml", b"\x89PNG\r", b"%PDF-")
    done = catalg("plot", PLANE, "Ker", "-o", tmp_path / "a.gif")
    assert done.returncode == 1 and ".svg, .png or .pdf" in done.stderr
