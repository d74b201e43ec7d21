"""What several commands share: files, the time limit, the output format, and the worker that answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

import click

from catalg.cli.completion import files

if TYPE_CHECKING:
    from catalg.engine.check import Examination
    from catalg.engine.worker import Worker

_F = TypeVar("_F", bound=Callable[..., Any])


def files_argument(function: _F) -> _F:
    """FILE…: at least one; `-` is the standard input."""
    return click.argument("files", nargs=-1, required=True, metavar="FILE...", shell_complete=files)(function)


def timeout_option(function: _F) -> _F:
    """`--timeout S`: seconds for each goal."""
    kind = click.FloatRange(min=0, min_open=True)
    help = "Seconds that each goal may take."
    return click.option("--timeout", type=kind, default=20.0, show_default=True, metavar="S", help=help)(function)


def format_option(function: _F) -> _F:
    """`--format text|json`."""
    help = "Text to read, or one JSON document."
    kind = click.Choice(["text", "json"])
    return click.option("--format", "form", type=kind, default="text", show_default=True, help=help)(function)


def wants_json(arguments: Sequence[str]) -> bool:
    """Whether the arguments, even if they are not valid, ask for JSON.

    >>> wants_json(["check", "--format", "json"]), wants_json(["check", "--format=json"]), wants_json(["check"])
    (True, True, False)
    """
    pairs = zip(arguments, arguments[1:], strict=False)
    return "--format=json" in arguments or ("--format", "json") in pairs


@contextmanager
def worker(timeout: float) -> Iterator[Worker]:
    """A worker with that limit, ended in every case."""
    from catalg.engine.limits import Limits
    from catalg.engine.worker import Worker

    with Worker(Limits(seconds=timeout)) as process:
        yield process


def examination(path: str, process: Worker) -> Examination:
    """A file, read and elaborated, with progress on the terminal."""
    from catalg.engine.check import examine
    from catalg.engine.progress import for_terminal

    return examine(path, process, for_terminal())
