"""Files to texts: UTF-8, of bounded size, and a diagnostic where a file cannot be read."""

from __future__ import annotations

import os

from catalg.diagnostics.diagnostic import Diagnostic, diagnostic
from catalg.diagnostics.source import NOWHERE, Source, Span
from catalg.language.parser import ParsedFile, parse

MAX_BYTES = 16 * 2**20


def parse_file(path: str | os.PathLike[str]) -> ParsedFile:
    """Read and parse a file. Never raises for what may be wrong with a file: see the result's `diagnostics`."""
    source, problem = read_source(path)
    return parse(source.text, source.path) if problem is None else ParsedFile(source, (), (problem,))


def read_source(path: str | os.PathLike[str]) -> tuple[Source, Diagnostic | None]:
    """The text of a file, without a byte order mark, or what prevents reading it.

    With a diagnostic the source holds as much text as serves to show the place.
    """
    name = os.fspath(path)
    try:
        with open(path, "rb") as file:
            data = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:  # ValueError: a NUL in the path
        reason = getattr(error, "strerror", None) or str(error)
        return Source(name, ""), diagnostic("E0101", f"cannot read the file: {reason}", NOWHERE)
    if len(data) > MAX_BYTES:
        return Source(name, ""), diagnostic(
            "E0107",
            f"the file has more than {MAX_BYTES // 2**20} MB",
            NOWHERE,
            help="sets of many points are written as ranges, `{1..1000000}`",
        )
    data = data.removeprefix(b"\xef\xbb\xbf")
    try:
        return Source(name, data.decode("utf-8")), None
    except UnicodeDecodeError as error:
        return _not_utf8(name, data, error.start)


def _not_utf8(name: str, data: bytes, offset: int) -> tuple[Source, Diagnostic]:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return Source(name, ""), diagnostic(
            "E0102", "the file is UTF-16 text, not UTF-8", NOWHERE, help="save it as UTF-8"
        )
    if b"\x00" in data:
        return Source(name, ""), diagnostic("E0103", "this is not a text file: it holds NUL bytes", NOWHERE)
    place = len(data[:offset].decode("utf-8"))
    problem = diagnostic(
        "E0102",
        f"the byte 0x{data[offset]:02X} is not UTF-8 text",
        Span(place, place + 1),
        help="save the file as UTF-8",
    )
    return Source(name, data.decode("utf-8", errors="replace")), problem
