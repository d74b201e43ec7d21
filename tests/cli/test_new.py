"""`catalg new`: every template is a file that checks, is formatted, and says what it is about."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

import catalg
from catalg.cli.new import command, description, templates
from catalg.language import format_source


@pytest.mark.parametrize("name", templates())
def test_a_template_checks_and_is_formatted(name, tmp_path):
    path = tmp_path / "mine.cat"
    done = CliRunner().invoke(command, [str(path), "--template", name])
    assert done.exit_code == 0, done.output
    text = path.read_text(encoding="utf-8")
    assert "{file}" not in text and format_source(text) == text
    with catalg.load(path) as file:
        report = file.check()
    assert report.status == "proved" and not report.diagnostics
    assert {"expect", "derive"} & {result.item.kind for result in report.results}


def test_the_list_describes_every_template():
    listed = CliRunner().invoke(command, ["--list"]).output.splitlines()
    assert len(listed) == len(templates()) >= 7
    assert all(description(text) and description(text) in line for line, text in zip(listed, templates().values()))


def test_an_unknown_template_and_a_file_that_exists(tmp_path):
    path = tmp_path / "mine.cat"
    wrong = CliRunner().invoke(command, [str(path), "--template", "crystal"])
    assert wrong.exit_code == 2 and "crystals" in wrong.output and not path.exists()
    path.write_text("mine", encoding="utf-8")
    assert CliRunner().invoke(command, [str(path)]).exit_code == 1
    assert path.read_text(encoding="utf-8") == "mine"
