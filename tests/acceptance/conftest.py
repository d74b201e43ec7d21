"""One worker process for all acceptance tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from catalg.engine.limits import Limits
from catalg.engine.worker import Worker


@pytest.fixture(scope="session")
def worker() -> Iterator[Worker]:
    """A worker with the patience of a busy machine: its limit is in seconds of the clock, and tests run side by side."""
    with Worker(Limits(seconds=60)) as process:
        yield process


@pytest.fixture(scope="session")
def hurried() -> Iterator[Worker]:
    """A worker with little patience, for claims that may stay undecided."""
    with Worker(Limits(seconds=6)) as process:
        yield process


@pytest.fixture(scope="session")
def undecided(request: pytest.FixtureRequest) -> Iterator[list[tuple[str, str]]]:
    """Perturbed claims that stayed undecided; they are listed at the end of a run with `-s` or on failure."""
    found: list[tuple[str, str]] = []
    yield found
    print(f"\n{len(found)} perturbed claims are undecided")
    for name, line in found:
        print(f"  {name}: {line}")
