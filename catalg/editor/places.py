"""Character offsets to the protocol's lines and columns and back.

The protocol counts lines from 0 and columns in the units of the encoding that client and server agree on, UTF-16 unless
they say otherwise. Lines end as in the language: at \\n, \\r\\n or a lone \\r.
"""

from __future__ import annotations

from catalg.diagnostics import Source

WIDTHS = {"utf-8": 1, "utf-16": 2, "utf-32": 4}


def units(text: str, encoding: str) -> int:
    """How many code units a text has.

    >>> units("x⊗𝔾", "utf-16"), units("x⊗𝔾", "utf-8"), units("x⊗𝔾", "utf-32")
    (4, 8, 3)
    """
    if encoding == "utf-32":
        return len(text)
    name = "utf-16-le" if encoding == "utf-16" else "utf-8"
    return len(text.encode(name, errors="surrogatepass")) // WIDTHS[encoding]


def place(source: Source, offset: int, encoding: str) -> tuple[int, int]:
    """The line and the column of an offset, both from 0.

    >>> place(Source("a", "G\\n𝔾 = H"), 5, "utf-16")
    (1, 4)
    """
    position = source.position(offset)
    start = source.line_starts[position.line - 1]
    return position.line - 1, units(source.text[start : start + position.column - 1], encoding)


def offset(source: Source, line: int, column: int, encoding: str) -> int:
    """The offset of a line and a column; what lies past the end of a line or of the text is its end.

    >>> offset(Source("a", "G\\n𝔾 = H"), 1, 4, "utf-16"), offset(Source("a", "G\\nH"), 0, 9, "utf-16")
    (5, 1)
    """
    if line >= len(source.line_starts):
        return len(source.text)
    start, text = source.line_starts[line], source.line(line + 1)
    spent = 0
    for index, sign in enumerate(text):
        if spent >= column:
            return start + index
        spent += units(sign, encoding)
    return start + len(text)
