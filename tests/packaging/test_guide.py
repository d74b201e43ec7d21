"""The guide: its picture is what the code prints, its tour does what it says, its links lead somewhere."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

import pytest

from catalg.api import InvalidFile, loads
from catalg.language import format_source
from catalg.render.look import Look
from catalg.render.report import report_text

ROOT = Path(__file__).resolve().parents[2]
TOUR = ROOT / "examples" / "tour"
STEPS = sorted(TOUR.glob("*.cat"))
PAGES = [ROOT / "README.md", ROOT / "examples" / "README.md", *sorted((ROOT / "examples").glob("C*.md")), TOUR / "README.md"]


def exercises():
    """(file, old, new, what catalg then says), as the tour's page has them."""
    page = (TOUR / "README.md").read_text(encoding="utf-8")
    for section in page.split("\n## ")[1:]:
        file = re.search(r"examples/tour/(\w+\.cat)", section)
        for old, new, said in re.findall(r"^- Change `(.*?)` to `(.*?)`: `(.*?)`", section, re.MULTILINE):
            yield pytest.param(file[1], old, new, said, id=f"{file[1]}-{new}")


def report(text):
    with loads(text) as file:
        return report_text(file.check(), Look(width=400))


def test_the_picture_is_what_the_code_prints():
    spec = importlib.util.spec_from_file_location("terminal", ROOT / ".ci" / "terminal.py")
    terminal = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(terminal)
    for scheme in terminal.COLOURS:
        assert terminal.path(scheme).read_text(encoding="utf-8") == terminal.picture(scheme), "run python .ci/terminal.py"
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert all(str(terminal.path(scheme).relative_to(ROOT)) in readme.split("## ")[0] for scheme in terminal.COLOURS)


@pytest.mark.parametrize("path", STEPS, ids=lambda path: path.stem)
def test_a_step_checks_and_is_formatted(path):
    text = path.read_text(encoding="utf-8")
    assert format_source(text) == text
    assert " refuted" not in report(text).splitlines()[-1] and " undecided" not in report(text).splitlines()[-1]
    assert f"examples/tour/{path.name}" in (TOUR / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(("file", "old", "new", "said"), list(exercises()))
def test_an_exercise_says_what_the_tour_says(file, old, new, said):
    text = (TOUR / file).read_text(encoding="utf-8")
    code = "\n".join(line.partition("#")[0] for line in text.splitlines())
    assert old in code
    try:
        told = report(code.replace(old, new))
    except InvalidFile as invalid:
        told = str(invalid)
    assert said in told


def test_every_step_has_an_exercise():
    assert {parameter.values[0] for parameter in exercises()} == {path.name for path in STEPS}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: f"{page.parent.name}-{page.stem}")
def test_links_lead_somewhere(page):
    text = page.read_text(encoding="utf-8")
    for link in re.findall(r"\]\(([^)#\s]+)\)|(?:src|srcset)=\"([^\"]+)\"", text):
        target = next(filter(None, link))
        assert target.startswith("https://") or (page.parent / target).exists(), target
