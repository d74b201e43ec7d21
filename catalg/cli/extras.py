"""Optional parts: a command that needs one says how to install it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import click


@contextmanager
def needs(module: str, extra: str) -> Iterator[None]:
    """Turn the absence of a library into one sentence; other import errors pass."""
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] != module:
            raise
        raise click.ClickException(f'{module} is needed for this: pip install "catalg[{extra}]"') from None
