"""Hostile and accidental input: the right answer or a clear error, quickly, and nothing lost."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from catalg.language import format_source, parse, parse_file
from catalg.language.reading import MAX_BYTES
from catalg.render.diagnostics import diagnostic_to_json, render_diagnostics
from tests.language.generate import soups

GROUP = "group G = SO(3)\n"


def codes(text: str) -> list[str]:
    return [item.code for item in parse(text).diagnostics]


@given(st.text(max_size=200) | soups)
@settings(deadline=None, derandomize=True)
def test_any_text_is_answered(text: str) -> None:
    parsed = parse(text)
    assert len([item for item in parsed.diagnostics if item.is_error]) >= len(parsed.broken)
    render_diagnostics(parsed.diagnostics, parsed.source)
    for item in parsed.diagnostics:
        assert 0 <= item.span.start <= item.span.end <= len(text)
        diagnostic_to_json(item, parsed.source)
    format_source(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(" * 1_000_000, ["E0209"]),
        ("group G = " + "(" * 500_000 + ")" * 500_000, ["E0209"]),
        ("expect L = " + "[" * 150 + "x" + "]" * 150, []),
        ("expect L = " + "-" * 100_000 + "x", ["E0209"]),
        ("expect L = x" + "^x" * 50_000, ["E0209"]),
        ("expect L = x" + " + x" * 50_000, ["E0209"]),
        ("expect L = x" + " + x" * 150, []),
        ("group G = SO(" + "9" * 1001 + ")", ["E0108"]),
        ("group " + "a" * 1_000_000 + " = SO(3)", ["E0108"]),
        ("functor F : C -> Set { A = {" + ", ".join(map(str, range(100_000))) + "} }", []),
        ("functor F : C -> Set { A = {1..1000000} }", []),
        ("expect L = 9^9^9^9^9^9", []),
        ("group G = __import__", []),
        ("group G = __import__('os')", ["E0201"]),
    ],
    ids=lambda value: value[:20] if isinstance(value, str) else "",
)
def test_size_and_depth(text: str, expected: list[str]) -> None:
    begun = time.process_time()
    assert codes(text) == expected
    assert time.process_time() - begun < 10


@pytest.mark.parametrize("text", ["", "\n", "# only a comment\n", "\ufeff", " \t\r\n"])
def test_empty_files_are_warned_about(text: str) -> None:
    assert codes(text) == ["W0601"]


def test_line_ends_tabs_and_marks_do_no_harm() -> None:
    plain = "group G = SO(3)\nend K = int g : G.\n  Hom(V, W)  # c\n"
    statements = parse(plain).statements
    for text in (plain.replace("\n", "\r\n"), plain.replace("\n", "\r"), plain.replace(" ", "\t"), "\ufeff" + plain):
        parsed = parse(text)
        assert not parsed.diagnostics
        assert parsed.statements == statements
        assert parse(format_source(text)).statements == statements
        if "\t" not in text:
            assert format_source(text, ascii=True) == format_source(plain, ascii=True)


def test_columns_of_windows_lines() -> None:
    parsed = parse("group G = SO(3)\r\ngroup H = SO(3))\r\n")
    assert parsed.source.position(parsed.diagnostics[0].span.start) == (2, 16)


@pytest.mark.parametrize(
    ("data", "code", "place"),
    [
        (b"group G = SO(3)\x00", "E0103", (1, 16)),
        (b"\x7fELF\x02\x01\x01\x00\x00\xff", "E0103", (1, 1)),
        ("group G = SO(3)".encode("utf-16"), "E0102", (1, 1)),
        (b"# caf\xe9\n" + GROUP.encode(), "E0102", (1, 6)),
        (b"\xef\xbb\xbf# \xc3\xa9\n# \xff\n", "E0102", (2, 3)),
        (b"x" * (MAX_BYTES + 1), "E0107", (1, 1)),
    ],
    ids=["nul", "binary", "utf-16", "latin-1", "marked", "large"],
)
def test_what_is_not_text(tmp_path: Path, data: bytes, code: str, place: tuple[int, int]) -> None:
    path = tmp_path / "a.cat"
    path.write_bytes(data)
    parsed = parse_file(path)
    (problem,) = parsed.diagnostics
    assert (problem.code, parsed.source.position(problem.span.start)) == (code, place)
    assert str(path) in render_diagnostics(parsed.diagnostics, parsed.source)


def test_a_byte_order_mark_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "a.cat"
    path.write_bytes(b"\xef\xbb\xbf" + GROUP.encode())
    assert parse_file(path).source.text == GROUP


@pytest.mark.parametrize("name", ["missing.cat", ".", "a\x00b"])
def test_what_cannot_be_opened(tmp_path: Path, name: str) -> None:
    parsed = parse_file(f"{tmp_path}/{name}")
    assert [item.code for item in parsed.diagnostics] == ["E0101"]


def test_a_missing_docstring_end_spoils_no_statement() -> None:
    parsed = parse('"""Rotations of\nthe sphere.\n' + GROUP + "end K = int g : G. V\n")
    assert [item.code for item in parsed.diagnostics] == ["E0106"]
    assert [statement.keyword for statement in parsed.statements] == ["group", "end"]


def test_reading_a_file_imports_nothing_heavy() -> None:
    program = (
        "import sys; from catalg.language import parse; assert parse('group G = SO(3)').statements;"
        "print(sorted({'sympy', 'numpy', 'rich', 'lark', 'flint', 'rapidfuzz'} & set(sys.modules)))"
    )
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "[]"
