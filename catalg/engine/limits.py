"""What a goal may use: seconds and bytes, and how both are enforced on Linux and macOS.

Exact libraries ignore signals, so time is enforced by killing the worker. Memory is capped by the kernel where it can be
(RLIMIT_AS on Linux) and watched from outside everywhere. A CPU limit in the kernel ends a worker whose parent has
died while it was deep in a library.
"""

from __future__ import annotations

import contextlib
import math
import os
import subprocess
import sys
from dataclasses import dataclass

if sys.platform != "win32":
    import resource

GIGABYTE = 1 << 30


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits for each goal: `seconds` of wall time and `memory` in bytes for the whole worker process."""

    seconds: float = 20.0
    memory: int = 2 * GIGABYTE


def cap_memory(memory: int) -> None:
    """Cap the address space of this process and forbid core dumps, as far as the system lets it."""
    if sys.platform == "win32":
        return
    for kind, size in ((resource.RLIMIT_CORE, 0), (resource.RLIMIT_AS, memory)):
        with contextlib.suppress(OSError, ValueError):
            _, hard = resource.getrlimit(kind)
            bound = size if hard == resource.RLIM_INFINITY else min(size, hard)
            resource.setrlimit(kind, (bound, hard))


def cap_processor(seconds: float) -> None:
    """End this process when it has used that many further seconds of CPU."""
    if sys.platform == "win32" or not math.isfinite(seconds):
        return
    with contextlib.suppress(OSError, ValueError):
        usage = resource.getrusage(resource.RUSAGE_SELF)
        _, hard = resource.getrlimit(resource.RLIMIT_CPU)
        bound = math.ceil(usage.ru_utime + usage.ru_stime + seconds)
        resource.setrlimit(resource.RLIMIT_CPU, (bound if hard == resource.RLIM_INFINITY else min(bound, hard), hard))


def resident_memory(process: int) -> int | None:
    """The resident bytes of another process, or None where the system does not tell."""
    with contextlib.suppress(OSError, IndexError, ValueError), open(f"/proc/{process}/statm", "rb") as status:
        return int(status.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    try:
        found = subprocess.run(["ps", "-o", "rss=", "-p", str(process)], capture_output=True, timeout=5, check=False)
        return int(found.stdout) * 1024
    except (OSError, ValueError, subprocess.SubprocessError):
        return None
