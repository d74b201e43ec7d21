"""The registry of diagnostic codes and their explanation pages.

A code is an entry of data in one of the modules listed at the foot: E01xx reading and lexing, E02xx syntax, E03xx names,
E04xx types, variance and shapes, E05xx values, W06xx warnings. Adding one is adding one `Code(…)` there. A code never
changes its meaning and is never used again after it has gone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Literal


@dataclass(frozen=True, slots=True)
class Code:
    """One kind of mistake: `title` names it in a few words, `meaning` explains it, `wrong` is a file that shows it and
    `mended` the same file put right."""

    code: str
    title: str
    meaning: str
    wrong: str
    mended: str

    @property
    def severity(self) -> Literal["error", "warning"]:
        """Codes that begin with W are warnings and never count."""
        return "warning" if self.code.startswith("W") else "error"


def explain(code: str) -> str:
    """The explanation page of a code, as plain text. Raises `KeyError` for a code that is not registered.

    >>> explain("E0206").splitlines()[0]
    'E0206: `@` and `;` side by side'
    """
    entry = lookup(code)
    parts = [f"{entry.code}: {entry.title}", entry.meaning.strip()]
    if entry.wrong:
        parts.append("Wrong:\n\n" + _indented(entry.wrong))
    if entry.mended:
        parts.append("Right:\n\n" + _indented(entry.mended))
    return "\n\n".join(parts) + "\n"


def lookup(code: str) -> Code:
    """The entry of a code. Raises `KeyError` for a code that is not registered."""
    return _registry()[code]


def codes() -> Iterator[Code]:
    """All codes in order."""
    return iter(_registry().values())


def _indented(text: str) -> str:
    return "\n".join("    " + line if line else line for line in text.strip("\n").splitlines())


def _table(entries: Iterable[Code]) -> dict[str, Code]:
    table: dict[str, Code] = {}
    for entry in entries:
        if entry.code in table:
            raise ValueError(f"two entries for the code {entry.code}")
        table[entry.code] = entry
    return dict(sorted(table.items()))


@cache
def _registry() -> dict[str, Code]:
    from catalg.diagnostics.catalogue import names, reading, syntax, types, values, warnings

    modules = (reading, syntax, names, types, values, warnings)
    return _table(entry for module in modules for entry in module.ENTRIES)
