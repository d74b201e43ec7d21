"""Messages between the two processes: pickled values, each behind its length in eight bytes.

Both ends are ours and the pipe is private, so that unpickling is safe; nothing that a user wrote is ever unpickled.
"""

from __future__ import annotations

import os
import pickle
import struct

_LENGTH = struct.Struct("!Q")


class Closed(Exception):
    """The other side has gone."""


def write(descriptor: int, value: object) -> None:
    """Send one value. Raises Closed when nobody reads any more, and whatever pickling raises before a byte is sent."""
    body = pickle.dumps(value, protocol=pickle.HIGHEST_PROTOCOL)
    try:
        for part in (_LENGTH.pack(len(body)), body):
            view = memoryview(part)
            while view:
                view = view[os.write(descriptor, view) :]
    except (BrokenPipeError, OSError) as error:
        raise Closed from error


def read(descriptor: int) -> object:
    """The next value; waits for it. Raises Closed at the end of the stream."""
    (length,) = _LENGTH.unpack(_exactly(descriptor, _LENGTH.size))
    return pickle.loads(_exactly(descriptor, length))


def _exactly(descriptor: int, count: int) -> bytes:
    parts: list[bytes] = []
    while count:
        part = os.read(descriptor, min(count, 1 << 20))
        if not part:
            raise Closed
        parts.append(part)
        count -= len(part)
    return b"".join(parts)
