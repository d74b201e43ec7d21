"""Which items of some files are to be derived."""

from __future__ import annotations

from collections.abc import Sequence

from catalg.diagnostics import did_you_mean
from catalg.model.goals import Specification

UNKNOWNS = frozenset({"end", "coend", "limit", "colimit"})


class UnknownName(LookupError):
    """A name that no file declares as an end, coend, limit or colimit."""


def derivations(specifications: Sequence[Specification | None], names: Sequence[str]) -> list[list[int]]:
    """For each file the indices of the items to derive.

    With `names` these, through their `derive` statements where there are some; without, every `derive` statement, or
    every unknown of a file that has none. Raises UnknownName.
    """
    declared = {
        item.name for found in specifications if found for item in found.items if item.kind in UNKNOWNS
    }
    for name in names:
        if name not in declared:
            near = did_you_mean(name, declared)
            listed = ", ".join(sorted(declared)) or "none"
            hint = f"A similar name exists: {near}." if near else f"There are: {listed}."
            raise UnknownName(f"no end, coend, limit or colimit is called {name}. {hint}")
    return [_of_one(found, names) if found else [] for found in specifications]


def _of_one(specification: Specification, names: Sequence[str]) -> list[int]:
    asked = [i for i, item in enumerate(specification.items) if item.kind == "derive"]
    unknowns = [i for i, item in enumerate(specification.items) if item.kind in UNKNOWNS]
    if not names:
        return asked or unknowns
    chosen: list[int] = []
    for name in names:
        own = [i for i in asked if specification.items[i].name == name]
        chosen += own or [i for i in unknowns if specification.items[i].name == name]
    return chosen
