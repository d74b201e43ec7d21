"""`catalg check --watch`: check, wait for a change, check again what the change touches.

Files are looked at a few times a second; nothing is installed in the system for it. A change while goals are being
solved gives them up. Ctrl-C ends it with the exit code of the last complete check.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Sequence

import click

PAUSE = 0.2
"""Seconds between two looks at the files."""

State = tuple[int, int, int] | None


class _Changed(Exception):
    """A file is not what it was when the check began."""


class Watch:
    """What some files were like when they were last looked at. As a `Progress` it stops a check that is out of date."""

    def __init__(self, paths: Sequence[str]) -> None:
        from catalg.engine.progress import for_terminal

        self._paths = tuple(paths)
        self._line = for_terminal()
        self._seen: dict[str, State] = {}
        self._looked = 0.0

    def look(self) -> set[str]:
        """The files that changed since the last look: all of them at the first one."""
        now = {path: state(path) for path in self._paths}
        changed = {path for path in self._paths if path not in self._seen or self._seen[path] != now[path]}
        self._seen, self._looked = now, time.monotonic()
        return changed

    def tick(self, name: str, seconds: float) -> None:
        """Show the progress. Raises _Changed when a file changed meanwhile."""
        self._line.tick(name, seconds)
        if time.monotonic() - self._looked >= PAUSE:
            self._looked = time.monotonic()
            if any(state(path) != self._seen[path] for path in self._paths):
                self._line.clear()
                raise _Changed

    def clear(self) -> None:
        """Take the progress away."""
        self._line.clear()


def state(path: str) -> State:
    """What tells a file that was written again from the one before; None while it is not there.

    >>> state("no such file") is None
    True
    """
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino


def watched(paths: Sequence[str], form: str, timeout: float) -> int:
    """Check, and check again after every change, until the user ends it. The exit code of the last complete check."""
    from catalg.cli.options import worker
    from catalg.engine.check import examine
    from catalg.engine.outcome import exit_code
    from catalg.engine.reuse import Memory
    from catalg.render.look import look_of
    from catalg.render.report import report_text, total_text

    if form != "text":
        raise click.UsageError("--watch prints reports to read; it does not go with --format json.")
    if "-" in paths:
        raise click.UsageError("the standard input cannot be watched.")
    look, watch = look_of(sys.stdout), Watch(paths)
    memories = {path: Memory() for path in paths}
    pending: set[str] = set()
    code = 0
    try:
        with worker(timeout) as process:
            while True:
                pending |= watch.look()
                if not pending:
                    time.sleep(PAUSE)
                    continue
                try:
                    reports = [examine(path, process, watch, memory=memories[path]).report() for path in paths]
                except _Changed:
                    continue
                pending.clear()
                code = exit_code(reports)
                click.clear()  # on a terminal only
                for report in reports:
                    click.echo(look.finish(report_text(report, look)), color=look.colour)
                if len(reports) > 1:
                    click.echo(look.finish(total_text(reports, look)), color=look.colour)
                solved = sum(memory.solved for memory in memories.values())
                recalled = sum(memory.recalled for memory in memories.values())
                kept = f", {recalled} as before" if recalled else ""
                told = f"{time.strftime('%H:%M:%S')}  {solved} solved{kept}. Waiting for changes; Ctrl-C ends."
                click.echo(look.finish(look.paint(told, "dim")), color=look.colour)
                sys.stdout.flush()
    except KeyboardInterrupt:
        return code
