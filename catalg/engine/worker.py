"""One worker process, seen from its parent: started once, killed and started again when a goal passes its limit.

The parent imports none of the mathematics. It sends a specification, then goals; it waits on the pipe with a deadline;
a worker that is late, too large or gone is replaced, and the answers found so far are handed to the new one.
"""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from types import TracebackType
from typing import IO

from catalg.engine import frames
from catalg.engine.limits import Limits, resident_memory
from catalg.engine.outcome import Outcome
from catalg.engine.service import Answer, Begin, Failed, Goal, Ready
from catalg.model.goals import Specification
from catalg.model.verdict import Judgement

SOLVER = "catalg.engine.solve:Session"
STARTING_SECONDS = 60.0
TICK_SECONDS = 0.1

_BOOT = "import sys; sys.path[:] = sys.argv[1:]; from catalg.engine.service import main; main()"

Tick = Callable[[float], None]


class Worker:
    """A worker for one specification after another. Use it as a context manager, or close it.

    Nothing is started before the first `begin`. `run` never raises for what a goal does: time, memory, exceptions and
    crashes become `undecided` with the reason. KeyboardInterrupt passes through and leaves no process behind.
    """

    def __init__(self, limits: Limits | None = None, solver: str = SOLVER) -> None:
        self.limits = limits or Limits()
        self._solver = solver
        self._process: subprocess.Popen[bytes] | None = None
        self._errors: IO[bytes] | None = None
        self._specification: Specification | None = None
        self._known: dict[int, bytes | Outcome] = {}
        self._ready = False

    def __enter__(self) -> Worker:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def start(self) -> None:
        """Start the process, if it does not run; its imports then overlap with whatever the parent does next."""
        if self._process is not None and self._process.poll() is None:
            return
        self.close()
        debugging = bool(os.environ.get("CATALG_DEBUG"))
        self._errors = None if debugging else tempfile.TemporaryFile()  # noqa: SIM115 (closed with the worker)
        environment = os.environ | {
            "PYTHONHASHSEED": "0",
            "OPENBLAS_NUM_THREADS": "1",
            "CATALG_WORKER_MEMORY": str(self.limits.memory),
        }
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-c", _BOOT, *sys.path],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            env=environment,
            bufsize=0,
            start_new_session=True,
        )

    def begin(self, specification: Specification) -> None:
        """Take up another specification."""
        self._specification, self._known = specification, {}
        self._send_specification()

    def run(self, index: int, tick: Tick | None = None) -> Outcome:
        """The answer to item `index` of the current specification; `tick` is called with the seconds spent so far."""
        if self._specification is None:
            raise ValueError("run before begin")
        try:
            outcome, kept = self._attempt(index, tick)
        except BaseException:
            self.close()
            raise
        self._known[index] = kept or outcome
        return outcome

    def close(self) -> None:
        """Kill the process, if there is one, and wait for its end."""
        process, self._process, self._ready = self._process, None, False
        if process is not None:
            process.kill()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    pipe.close()
            process.wait()
        if self._errors is not None:
            self._errors.close()
            self._errors = None

    # --- one goal ---------------------------------------------------------------------------------------------------------

    def _attempt(self, index: int, tick: Tick | None) -> tuple[Outcome, bytes | None]:
        if self._process is None or self._process.poll() is not None:
            self._send_specification()
        try:
            if not self._ready:
                if not isinstance(self._receive(STARTING_SECONDS, None), Ready):
                    raise frames.Closed
                self._ready = True
            frames.write(self._input, Goal(index, self.limits.seconds))
            answer = self._receive(self.limits.seconds, tick)
        except frames.Closed:
            return self._died(), None
        except _TooLong:
            self.close()
            return _undecided("time-limit", seconds=f"{self.limits.seconds:g}"), None
        except _TooLarge:
            return self._too_large(), None
        except Exception as error:  # an answer that cannot be unpickled here
            self.close()
            return _undecided("internal-error", detail=f"{type(error).__name__} while reading the answer"), None
        if isinstance(answer, Answer):
            return answer.outcome, answer.kept
        if isinstance(answer, Failed) and answer.memory:
            return self._too_large(), None
        detail = answer.detail if isinstance(answer, Failed) else type(answer).__name__
        return _undecided("internal-error", detail=detail), None

    def _send_specification(self) -> None:
        if self._specification is None:
            return
        for _ in range(2):
            self.start()
            self._ready = False
            try:
                frames.write(self._input, Begin(self._specification, self._solver, tuple(self._known.items())))
                return
            except frames.Closed:
                self.close()

    def _receive(self, seconds: float, tick: Tick | None) -> object:
        process = self._process
        if process is None or process.stdout is None:
            raise frames.Closed
        started = time.monotonic()
        with selectors.DefaultSelector() as waiting:
            waiting.register(process.stdout, selectors.EVENT_READ)
            while True:
                spent = time.monotonic() - started
                if waiting.select(max(0.0, min(TICK_SECONDS, seconds - spent))):
                    return frames.read(process.stdout.fileno())
                if spent >= seconds:
                    raise _TooLong
                if (resident_memory(process.pid) or 0) > self.limits.memory:
                    raise _TooLarge
                if tick is not None:
                    tick(spent)

    @property
    def _input(self) -> int:
        if self._process is None or self._process.stdin is None:
            raise frames.Closed
        return self._process.stdin.fileno()

    # --- ends of a process ------------------------------------------------------------------------------------------------

    def _too_large(self) -> Outcome:
        self.close()
        return _undecided("memory-limit", memory=f"{self.limits.memory / (1 << 30):.3g} GB")

    def _died(self) -> Outcome:
        """What a process that has gone by itself died of: C libraries abort when they cannot allocate."""
        code = self._process.wait() if self._process is not None else 1
        said = b""
        if self._errors is not None:
            self._errors.seek(0)
            said = self._errors.read()[-4096:].lower()
        if code == -signal.SIGKILL or b"memory" in said:
            return self._too_large()
        self.close()
        if code == -getattr(signal, "SIGXCPU", 0):
            return _undecided("time-limit", seconds=f"{self.limits.seconds:g}")
        return _undecided("internal-error", detail=f"the worker ended with {'signal' if code < 0 else 'code'} {abs(code)}")


class _TooLong(Exception):
    pass


class _TooLarge(Exception):
    pass


def _undecided(reason: str, **facts: str) -> Outcome:
    return Outcome(Judgement.undecided(reason, **facts))
