"""A solver whose goals do what their names say; it runs in the worker process of the engine's tests."""

from __future__ import annotations

import ctypes
import os
import sys
import time

from catalg.engine.outcome import Outcome
from catalg.model.goals import Item, Specification
from catalg.model.solution import Certificate, Proposal, Solution
from catalg.model.verdict import Counterexample, Evidence, Judgement, Verdict
from catalg.terms import Name


def specification(*names: str, depends: dict[str, tuple[str, ...]] | None = None) -> Specification:
    """One end for each name."""
    depends = depends or {}
    items = tuple(Item("end", name, (0, 0), None, depends.get(name, ())) for name in names)
    return Specification("fake.cat", (), items)


class Solver:
    """Answers by the name of the item."""

    def __init__(self, specification: Specification) -> None:
        self.specification = specification
        self.adopted: dict[int, Outcome] = {}

    def adopt(self, index: int, outcome: Outcome) -> None:
        self.adopted[index] = outcome

    def run(self, index: int) -> Outcome:
        name = self.specification.items[index].name
        return getattr(self, f"_{name.split('_')[0]}")(index)

    def _proved(self, index: int) -> Outcome:
        return Outcome(Judgement.proved("fine"))

    def _refuted(self, index: int) -> Outcome:
        return Outcome(Judgement.refuted("not so", Counterexample.of("broken", at=3)))

    def _pid(self, index: int) -> Outcome:
        return Outcome(Judgement.proved(str(os.getpid())))

    def _adopted(self, index: int) -> Outcome:
        claims = [o.solution.proposal.claims for o in self.adopted.values() if o.solution is not None]
        return Outcome(Judgement.proved(f"{sorted(self.adopted)} {claims}"))

    def _slow(self, index: int) -> Outcome:
        while True:
            time.sleep(0.05)

    def _deaf(self, index: int) -> Outcome:
        ctypes.CDLL(None).sleep(60)
        raise AssertionError

    def _raises(self, index: int) -> Outcome:
        raise ValueError("some\nthing")

    def _prints(self, index: int) -> Outcome:
        print("noise")
        sys.stdout.flush()
        os.write(1, b"more noise\n")
        return Outcome(Judgement.proved("quiet"))

    def _greedy(self, index: int) -> Outcome:
        blocks = []
        while True:
            blocks.append(bytearray(1 << 24))

    def _aborts(self, index: int) -> Outcome:
        os.abort()

    def _killed(self, index: int) -> Outcome:
        os.kill(os.getpid(), 9)
        raise AssertionError

    def _unpicklable(self, index: int) -> Outcome:
        return Outcome(Judgement.proved("fine", Evidence("x", (("f", lambda: None),))))  # type: ignore[arg-type]

    def _exits(self, index: int) -> Outcome:
        sys.exit(3)

    def _recursive(self, index: int) -> Outcome:
        return self._recursive(index)

    def _hash(self, index: int) -> Outcome:
        return Outcome(Judgement.proved(str(hash("catalg"))))

    def _claims(self, index: int) -> Outcome:
        proposal = Proposal("fake", (), Name("x"), claims={"secret": 42})
        return Outcome(Judgement.proved("fine"), Solution(proposal, Certificate(Verdict.PROVED, Verdict.PROVED)))


class Unbuildable(Solver):
    """Fails at the first moment."""

    def __init__(self, specification: Specification) -> None:
        raise ValueError("cannot begin")
