"""`catalg derive`: the derivations, step by step, with their certificates."""

from __future__ import annotations

import os
import sys

import click

from catalg.cli.completion import files_and_ends
from catalg.cli.options import examination, format_option, timeout_option, worker


@click.command("derive")
@click.argument("arguments", nargs=-1, required=True, metavar="FILE... [NAME...]", shell_complete=files_and_ends)
@format_option
@timeout_option
@click.option("--all", "everything", is_flag=True, help="Show all basis elements, and closed forms in full.")
def command(arguments: tuple[str, ...], form: str, timeout: float, everything: bool) -> int:
    """Solve ends and coends, step by step, with certificates.

    Without NAMEs: what the `derive` statements of the files ask for, or every end, coend, limit and colimit where
    there are none. With NAMEs: these declarations.
    """
    from catalg.engine.outcome import exit_code
    from catalg.engine.selection import UnknownName, derivations
    from catalg.render.look import look_of
    from catalg.render.solution import LISTED, derivations_text

    look = look_of(sys.stdout)
    files = [text for text in arguments if not _is_name(text)]
    names = [text for text in arguments if _is_name(text)]
    if not files:
        raise click.UsageError("a file is needed before the names.")
    reports = []
    with worker(timeout) as process:
        opened = [examination(path, process) for path in files]
        try:
            chosen = derivations([found.specification for found in opened], names)
        except UnknownName as unknown:
            raise click.UsageError(str(unknown)) from None
        for found, indices in zip(opened, chosen, strict=True):
            report = found.report(indices)
            reports.append(report)
            if form == "text":
                click.echo(look.finish(derivations_text(report, look, None if everything else LISTED)), color=look.colour)
    if form == "json":
        from catalg.render.json import document
        from catalg.render.spelt import MOST

        click.echo(document(reports, None if everything else MOST))
    return exit_code(reports)


def _is_name(text: str) -> bool:
    """Identifiers are names of declarations unless a file of that name exists."""
    return text.isidentifier() and not os.path.exists(text)
