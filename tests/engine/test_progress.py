"""The line of progress, and messages in frames."""

from __future__ import annotations

import io
import os

import pytest

from catalg.engine import frames
from catalg.engine.progress import OneLine, Silent, for_terminal


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_the_line_appears_after_a_second_and_goes_away():
    stream = Terminal()
    line = OneLine(stream)
    line.tick("Ker", 0.5)
    line.clear()
    assert stream.getvalue() == ""
    line.tick("Ker", 1.2)
    line.tick("Ker", 1.3)
    assert stream.getvalue() == "\r\x1b[K  solving Ker ... 1 s"
    line.clear()
    assert stream.getvalue().endswith("\r\x1b[K")


def test_only_terminals_are_told():
    assert isinstance(for_terminal(io.StringIO()), Silent)
    assert isinstance(for_terminal(Terminal()), OneLine)


def test_frames_carry_large_values():
    source, sink = os.pipe()
    value = {"text": "x" * 30_000, "number": 3}
    frames.write(sink, value)
    os.close(sink)
    assert frames.read(source) == value
    with pytest.raises(frames.Closed):
        frames.read(source)
    os.close(source)


def test_writing_to_nobody():
    source, sink = os.pipe()
    os.close(source)
    with pytest.raises(frames.Closed):
        frames.write(sink, 1)
    os.close(sink)
