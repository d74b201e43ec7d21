"""Pieces of a generated module."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Block:
    """The source for one declaration: its helpers, and the name of its test ("" for none)."""

    name: str
    source: str
    helpers: set[str]
    test: str


def literal(value: Any) -> str:
    """Numbers and nested lists as source.

    >>> literal([[1.0, 0.5], [0.0, -2.0]])
    '[[1.0, 0.5], [0.0, -2.0]]'
    """
    if isinstance(value, list):
        return "[" + ", ".join(map(literal, value)) + "]"
    if isinstance(value, int | float | complex):
        return repr(value)
    raise TypeError(f"{type(value).__name__} is not a number")
