"""`catalg fmt`: files in the one canonical way, written back in place."""

from __future__ import annotations

import os
import sys
import tempfile

import click

from catalg.cli.options import files_argument


@click.command("fmt")
@files_argument
@click.option("--check", "only_check", is_flag=True, help="Write nothing; exit 1 when a file would change.")
@click.option("--ascii", "ascii_only", is_flag=True, help="Spell every sign in ASCII.")
def command(files: tuple[str, ...], only_check: bool, ascii_only: bool) -> int:
    """Format files in the one canonical way.

    Comments and docstrings stay. A file with syntax errors is left as it is (exit 2). With - for FILE the standard input
    is formatted to the standard output.
    """
    from catalg.engine.check import read_text
    from catalg.language import format_source, parse
    from catalg.render.look import look_of
    from catalg.render.report import diagnostics_text

    look = look_of(sys.stderr)
    changed, invalid = 0, False
    for path in files:
        source, problems = read_text(path)
        if not any(found.is_error for found in problems):
            problems = tuple(found for found in parse(source.text, path).diagnostics if found.is_error)
        if problems:
            click.echo(look.finish(diagnostics_text(problems, source, look)), err=True, color=look.colour)
            invalid = True
            continue
        formatted = format_source(source.text, ascii=ascii_only)
        different = formatted != source.text
        changed += different
        if path == "-":
            click.echo(formatted, nl=False)
        elif different and only_check:
            click.echo(f"would change {path}")
        elif different:
            try:
                _replace(path, formatted)
            except OSError as error:
                click.echo(f"{path} cannot be written: {error.strerror}", err=True)
                invalid = True
            else:
                click.echo(f"formatted {path}")
    if invalid:
        return 2
    return 1 if only_check and changed else 0


def _replace(path: str, text: str) -> None:
    """Write beside the file, then move over it, so that an interruption loses nothing. Links stay links."""
    target = os.path.realpath(path)
    descriptor, beside = tempfile.mkstemp(dir=os.path.dirname(target), prefix=".catalg-")
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8", newline="") as stream:
            stream.write(text)
        os.chmod(beside, os.stat(target).st_mode & 0o7777)
        os.replace(beside, target)
    except BaseException:
        os.unlink(beside)
        raise
