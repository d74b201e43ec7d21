"""The worker process: reads goals from its input, solves them one after another, writes the answers.

It is a plain interpreter on a private pair of pipes, not a fork, so that it is safe beside threads and notebooks, and so
that it can be killed at any moment. Whatever a library prints goes to the error stream. The heavy imports happen here
and nowhere else, when the first goal arrives.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import traceback
from dataclasses import dataclass, replace
from importlib import import_module

from catalg.engine import frames
from catalg.engine.limits import cap_memory, cap_processor
from catalg.engine.outcome import Outcome, Solver
from catalg.model.goals import Specification

GRACE = 5.0
"""CPU seconds beyond the limit after which the kernel ends a worker that nobody has ended."""


@dataclass(frozen=True, slots=True)
class Begin:
    """Solve goals of this specification from now on; `solver` is `module:class`; `known` are answers found earlier."""

    specification: Specification
    solver: str
    known: tuple[tuple[int, bytes | Outcome], ...] = ()


@dataclass(frozen=True, slots=True)
class Goal:
    """Answer one item within so many seconds."""

    index: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Ready:
    """The specification has arrived."""


@dataclass(frozen=True, slots=True)
class Answer:
    """An outcome without the strategy's claims, and the whole of it, pickled, where there are claims to keep."""

    outcome: Outcome
    kept: bytes | None = None


@dataclass(frozen=True, slots=True)
class Failed:
    """An exception, told in one line; `memory` when the memory was used up."""

    detail: str
    memory: bool = False


def main() -> None:
    """Serve until the other side closes the pipe."""
    source, sink = os.dup(0), os.dup(1)
    os.dup2(2, 1)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    cap_memory(int(os.environ.get("CATALG_WORKER_MEMORY", "0")) or 1 << 62)
    _end_with_parent()
    solver: Solver | Failed = Failed("no specification")
    try:
        while True:
            message = frames.read(source)
            if isinstance(message, Begin):
                solver = _begin(message)
                frames.write(sink, Ready())
            elif isinstance(message, Goal):
                cap_processor(message.seconds + GRACE)
                _send(sink, solver if isinstance(solver, Failed) else _answer(solver, message.index))
                cap_processor(float(1 << 40))
    except frames.Closed:
        os._exit(0)


def _begin(message: Begin) -> Solver | Failed:
    try:
        module, name = message.solver.split(":")
        solver: Solver = getattr(import_module(module), name)(message.specification)
        for index, outcome in message.known:
            solver.adopt(index, pickle.loads(outcome) if isinstance(outcome, bytes) else outcome)
        return solver
    except Exception as error:
        return _failure(error)


def _answer(solver: Solver, index: int) -> Answer | Failed:
    try:
        return _packed(solver.run(index))
    except Exception as error:
        return _failure(error)


def _packed(outcome: Outcome) -> Answer:
    """Claims are for the verifier: they stay on this side, but for a copy that a new worker may need."""
    if outcome.solution is None or not outcome.solution.proposal.claims:
        return Answer(outcome)
    solution = outcome.solution
    bare = replace(outcome, solution=replace(solution, proposal=replace(solution.proposal, claims={})))
    try:
        return Answer(bare, pickle.dumps(outcome, protocol=pickle.HIGHEST_PROTOCOL))
    except (pickle.PicklingError, TypeError, AttributeError):
        return Answer(bare)


def _send(sink: int, answer: Answer | Failed) -> None:
    try:
        frames.write(sink, answer)
    except frames.Closed:
        raise
    except Exception as error:
        frames.write(sink, _failure(error))


def _failure(error: Exception) -> Failed:
    if isinstance(error, MemoryError):
        return Failed("", memory=True)
    traceback.print_exc(file=sys.stderr)
    if isinstance(error, RecursionError):
        return Failed("RecursionError")
    text = " ".join(str(error).split())
    return Failed(f"{type(error).__name__}: {text[:200]}" if text else type(error).__name__)


def _end_with_parent() -> None:
    """End within a second when the parent dies without closing the pipe."""
    parent = os.getppid()

    def look(signum: int, frame: object) -> None:
        if os.getppid() != parent:
            os._exit(0)

    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGALRM, look)
        signal.setitimer(signal.ITIMER_REAL, 1.0, 1.0)


if __name__ == "__main__":
    main()
