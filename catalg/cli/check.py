"""`catalg check`: every declaration and assertion, one line each, then a summary."""

from __future__ import annotations

import sys

import click

from catalg.cli.options import examination, files_argument, format_option, timeout_option, worker


@click.command("check")
@files_argument
@format_option
@timeout_option
@click.option("--watch", is_flag=True, help="Check again whenever a file changes; Ctrl-C ends it.")
def command(files: tuple[str, ...], form: str, timeout: float, watch: bool) -> int:
    """Prove or refute every declaration and assertion.

    Prints one line for each, with the reason or the counterexample, then a summary. FILE may be - for the standard
    input. Exit codes: 0 everything proved, 1 something refuted, 2 the input is not valid, 3 something undecided. With
    --watch statements that a change does not touch keep their verdicts, and the exit code is that of the last check.
    """
    if watch:
        from catalg.cli.watch import watched

        return watched(files, form, timeout)
    from catalg.engine.outcome import exit_code
    from catalg.render.look import look_of
    from catalg.render.report import report_text, total_text

    look = look_of(sys.stdout)
    reports = []
    with worker(timeout) as process:
        for path in files:
            report = examination(path, process).report()
            reports.append(report)
            if form == "text":
                click.echo(look.finish(report_text(report, look)), color=look.colour)
    if form == "json":
        from catalg.render.json import document

        click.echo(document(reports))
    elif len(reports) > 1:
        click.echo(look.finish(total_text(reports, look)), color=look.colour)
    return exit_code(reports)
