"""The command line. Each command is one file, imported only when it runs; this file holds their list and the frame.

Adding a command is adding a file with a click command named `command` and one line in `COMMANDS`.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module

import click

COMMANDS = {
    "check": "Prove or refute every declaration and assertion.",
    "derive": "Solve ends and coends, step by step, with certificates.",
    "export": "Write a file as a LaTeX document, as JSON, or as a Python module.",
    "eval": "Evaluate a derived kernel or linear map at points and vectors.",
    "plot": "Draw a kernel, a basis, or a category.",
    "fmt": "Format files in the one canonical way.",
    "explain": "Explain an error code, a rule or a family of groups.",
    "new": "Write a commented starter file.",
    "lsp": "Serve an editor by the Language Server Protocol.",
}

INTERRUPTED, CLOSED, INTERNAL = 130, 141, 70


class _Commands(click.Group):
    """Commands that are imported when they are called, and not for the list of them."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        found: click.Command = import_module(f"catalg.cli.{cmd_name}").command
        return found

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name not in COMMANDS and not name.startswith("-"):
            from catalg.diagnostics import did_you_mean

            near = did_you_mean(name, COMMANDS)
            hint = f" A command with a similar name exists: {near}." if near else " See catalg --help."
            if name.endswith(".cat"):
                hint = f" To check the file: catalg check {name}."
            raise click.UsageError(f"{name} is not a command.{hint}", ctx)
        return super().resolve_command(ctx, args)


def _version(ctx: click.Context, parameter: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        from catalg.version import __version__

        click.echo(f"catalg {__version__}")
        ctx.exit()


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.option("--version", is_flag=True, is_eager=True, expose_value=False, callback=_version, help="Show the version.")
def cli() -> None:
    """Declare a symmetry, get every equivariant kernel in closed form, with a proof.

    Files end in .cat; `catalg new NAME` writes one to begin with. Exit codes: 0 everything proved, 1 something
    refuted, 2 the input is not valid, 3 something undecided.
    """


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and leave the interpreter with its exit code; no traceback reaches the user."""
    arguments = sys.argv[1:] if arguments is None else list(arguments)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    sys.exit(_run(arguments))


def _run(arguments: Sequence[str]) -> int:
    try:
        code = cli.main(list(arguments), prog_name="catalg", standalone_mode=False)
        return code if isinstance(code, int) else 0
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except click.ClickException as mistake:
        mistake.show()
        _empty_document(arguments)
        return mistake.exit_code
    except (KeyboardInterrupt, click.Abort):
        click.echo("interrupted", err=True)
        _empty_document(arguments)
        return INTERRUPTED
    except BrokenPipeError:  # nobody reads any more, as with `| head`: nothing may be flushed at exit either
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return CLOSED
    except Exception as error:
        if os.environ.get("CATALG_DEBUG"):
            raise
        told = " ".join(f"{type(error).__name__}: {error}".split())[:300]
        click.echo(f"internal error ({told}); please report it together with the file", err=True)
        _empty_document(arguments)
        return INTERNAL


def _empty_document(arguments: Sequence[str]) -> None:
    """Even a mistake in the arguments, or an interruption, leaves one JSON document where one was asked for."""
    from catalg.cli.options import wants_json

    if wants_json(arguments):
        from catalg.render.json import document

        click.echo(document(()))


__all__ = ["COMMANDS", "cli", "main"]
