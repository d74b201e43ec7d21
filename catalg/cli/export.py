"""`catalg export`: a file as a document to read, or as data."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from catalg.cli.completion import files
from catalg.cli.options import examination, timeout_option, worker

if TYPE_CHECKING:
    from catalg.engine.outcome import FileReport


@click.command("export")
@click.argument("file", metavar="FILE", shell_complete=files)
@click.option("--to", "form", type=click.Choice(["latex", "html", "markdown", "json", "python"]), required=True, help="The format.")
@click.option("-o", "--output", type=click.Path(dir_okay=False), metavar="OUT", help="Write here, not to the screen.")
@click.option("--fragment", is_flag=True, help="LaTeX without preamble, for \\input.")
@timeout_option
def command(file: str, form: str, output: str | None, fragment: bool, timeout: float) -> int:
    """Write a file as a LaTeX document, a web page, Markdown, JSON, or a Python module.

    The document states the declarations, derives every end step by step, and ends each derivation with its formula and
    certificate; assertions follow with their verdicts. Exit codes are those of check; an invalid file writes no document.
    """
    from catalg.engine.outcome import exit_code

    if fragment and form != "latex":
        raise click.UsageError("--fragment goes with --to latex.")
    with worker(timeout) as process:
        report = examination(file, process).report()
    if form == "json":
        from catalg.render.json import document

        text = document([report])
    elif report.status == "invalid":
        from catalg.render.look import look_of
        from catalg.render.report import diagnostics_text

        look = look_of(sys.stderr)
        click.echo(look.finish(diagnostics_text(report.diagnostics, report.source, look)), err=True, color=look.colour)
        return exit_code([report])
    elif form == "python":
        text = _python(report)
    elif form == "html":
        from catalg.render.html.page import document as page

        text = page(report)
    elif form == "markdown":
        from catalg.render.markdown import document as markdown_document

        text = markdown_document(report)
    else:
        from catalg.render.latex.document import document as latex_document
        from catalg.render.latex.document import fragment as latex_fragment

        text = latex_fragment(report) if fragment else latex_document(report)
    if output is None or output == "-":
        click.echo(text, nl=not text.endswith("\n"))
    else:
        try:
            with open(output, "w", encoding="utf-8") as stream:
                stream.write(text if text.endswith("\n") else text + "\n")
        except OSError as error:
            raise click.ClickException(f"{output} cannot be written: {error.strerror}") from None
    return exit_code([report])


def _python(report: FileReport) -> str:
    """The module of a report. Raises ClickException where there is none."""
    from catalg.cli.extras import needs

    with needs("numpy", "numeric"):
        from catalg.numeric.errors import NotNumeric
        from catalg.numeric.python import module

        try:
            return module(report)
        except NotNumeric as reason:
            raise click.ClickException(str(reason)) from None
