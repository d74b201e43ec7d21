"""The LALR(1) tables of the grammar.

lark builds them from `grammar/catalg.lark`. That takes an eighth of a second, so that the result lies beside the grammar
as plain JSON, marked with the grammar's checksum; where that is missing or does not fit, lark builds the tables anew.
`python -m catalg.language.make_tables` writes the file.

A state maps symbols to actions: a number n >= 0 goes to state n, a negative one reduces by rule -1 - n.
"""

from __future__ import annotations

import json
import zlib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

GRAMMAR = "catalg.lark"
TABLES = "catalg.tables.json"


@dataclass(frozen=True, slots=True)
class Rule:
    """What a reduction does: pop `size` values and hand them to the builder's method `build`.

    `origin` is the symbol on the left. A rule that `splices` hands its values on to its parent, which `flattens` them; one
    that `passes` hands a single value on as it is.
    """

    origin: str
    build: str
    size: int
    splices: bool
    passes: bool
    flattens: bool


@dataclass(frozen=True, slots=True)
class Tables:
    """Rules and states; parsing begins in state 0 and is done in state `end` at the terminal `$END`."""

    rules: tuple[Rule, ...]
    states: tuple[dict[str, int], ...]
    end: int
    spellings: dict[str, str]


@cache
def load_tables() -> Tables:
    """The tables of the packaged grammar."""
    folder = grammar_folder()
    grammar = (folder / GRAMMAR).read_text(encoding="utf-8")
    stored = folder / TABLES
    if stored.is_file():
        data = json.loads(stored.read_text(encoding="utf-8"))
        if data["grammar"] == checksum(grammar):
            return _from_data(data)
    from catalg.language.make_tables import build_tables

    return build_tables(grammar)


def grammar_folder() -> Traversable:
    """Where the grammar lies: inside the installed package, or beside it in a checkout."""
    packaged = files("catalg") / "grammar"
    return packaged if packaged.is_dir() else Path(__file__).resolve().parents[2] / "grammar"


def checksum(grammar: str) -> int:
    """A checksum that does not depend on how lines end."""
    return zlib.crc32("\n".join(grammar.splitlines()).encode())


def _from_data(data: dict[str, Any]) -> Tables:
    rules = tuple(Rule(*row) for row in data["rules"])
    return Tables(rules, tuple(data["states"]), data["end"], data["spellings"])
