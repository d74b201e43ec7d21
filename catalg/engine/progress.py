"""A line on the error stream while a goal takes its time. Drawn from the waiting loop: no threads, no libraries."""

from __future__ import annotations

import shutil
import sys
from typing import Protocol, TextIO

PATIENCE_SECONDS = 1.0


class Progress(Protocol):
    """Told which goal is being worked on and for how long."""

    def tick(self, name: str, seconds: float) -> None:
        """The goal `name` has taken so many seconds by now."""
        ...

    def clear(self) -> None:
        """Nothing is being worked on any more, or something else wants to write."""
        ...


class Silent:
    """Says nothing: for pipes, tests and the Python API."""

    def tick(self, name: str, seconds: float) -> None:
        """Nothing."""

    def clear(self) -> None:
        """Nothing."""


class OneLine:
    """Rewrites one line, from the first second on."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._shown = ""

    def tick(self, name: str, seconds: float) -> None:
        """Show the goal and the whole seconds spent on it."""
        if seconds < PATIENCE_SECONDS:
            return
        width = shutil.get_terminal_size().columns - 1
        line = f"  solving {name} ... {int(seconds)} s"[:width]
        if line != self._shown:
            self._stream.write("\r\x1b[K" + line)
            self._stream.flush()
            self._shown = line

    def clear(self) -> None:
        """Take the line away."""
        if self._shown:
            self._stream.write("\r\x1b[K")
            self._stream.flush()
            self._shown = ""


def for_terminal(stream: TextIO | None = None) -> Progress:
    """A line when the stream (the error stream if none is given) is a terminal, silence otherwise."""
    stream = stream or sys.stderr
    return OneLine(stream) if stream is not None and stream.isatty() else Silent()
