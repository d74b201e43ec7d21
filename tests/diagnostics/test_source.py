"""Lines and columns."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from catalg.diagnostics import Source, Span


@given(st.text(alphabet="ab\n\r\u2028\f"), st.integers(0, 30))
def test_positions(text: str, offset: int) -> None:
    source = Source("a", text)
    line, column = source.position(offset)
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    assert source.line(line) == lines[line - 1]
    assert 1 <= column <= len(lines[line - 1]) + 2
    assert source.line_starts[line - 1] + column - 1 == min(offset, len(text))
    assert source.line(0) == source.line(len(lines) + 1) == ""


def test_spans() -> None:
    source = Source("a", "group G")
    assert source.slice(Span(6, 7)) == "G"
    assert Span(6, 7).join(Span(0, 5)) == Span(0, 7)
