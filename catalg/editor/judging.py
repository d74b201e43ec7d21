"""Verdicts for an editor: one text after another through one worker, given up when a newer text comes."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from catalg.engine.check import examine
from catalg.engine.limits import Limits
from catalg.engine.outcome import Result
from catalg.engine.reuse import Memory
from catalg.engine.worker import Worker

Tell = Callable[[tuple[Result, ...]], None]


class Superseded(Exception):
    """What is being judged is not wanted any more."""


class _Ticket:
    """A request for verdicts. As a `Progress` it ends the goal at work soon after it is withdrawn."""

    def __init__(self) -> None:
        self.withdrawn = threading.Event()

    def tick(self, name: str, seconds: float) -> None:
        """Raises Superseded when the request is withdrawn."""
        if self.withdrawn.is_set():
            raise Superseded

    def clear(self) -> None:
        """As `tick`."""
        self.tick("", 0.0)


class Judge:
    """Judges texts in a thread of its own; what a change does not touch is not solved again. Close it, so that its worker ends."""

    def __init__(self, seconds: float) -> None:
        self._worker = Worker(Limits(seconds=seconds))
        self._thread = ThreadPoolExecutor(1, "catalg-judge")
        self._tickets: dict[str, _Ticket] = {}
        self._memories: dict[str, Memory] = {}

    def judge(self, path: str, text: str, tell: Tell) -> None:
        """Call `tell` with all results of a text, in the judge's thread, unless the request is withdrawn before."""
        self.withdraw(path)
        ticket = self._tickets[path] = _Ticket()
        self._thread.submit(self._run, path, text, ticket, tell)

    def withdraw(self, path: str) -> None:
        """Give up what was asked for a path."""
        ticket = self._tickets.pop(path, None)
        if ticket is not None:
            ticket.withdrawn.set()

    def close(self) -> None:
        """Give up everything and end the worker."""
        for path in list(self._tickets):
            self.withdraw(path)
        self._thread.shutdown(wait=True, cancel_futures=True)
        self._worker.close()

    def _run(self, path: str, text: str, ticket: _Ticket, tell: Tell) -> None:
        try:
            ticket.clear()
            memory = self._memories.setdefault(path, Memory())
            report = examine(path, self._worker, ticket, text=text, memory=memory).report()
            ticket.clear()
        except Superseded:
            return
        tell(report.results)
