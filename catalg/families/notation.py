"""e3nn's notation for representations of O(3): "2x0e + 1x1o" is two even scalars and one odd vector."""

from __future__ import annotations

import re

from catalg.families import refusals

_PART = re.compile(r"(?:(\d{1,4})\s*x\s*)?(\d{1,3})([eo])")
LARGEST_SUM = 1000


def parse(text: str) -> tuple[tuple[int, int, int], ...]:
    """The summands as (multiplicity, degree l, parity ±1). Raises FamilyError.

    >>> parse("2x0e + 1o")
    ((2, 0, 1), (1, 1, -1))
    """
    parts: list[tuple[int, int, int]] = []
    for piece in text.split("+"):
        match = _PART.fullmatch(piece.strip())
        if match is None:
            raise refusals.label(f'"{text[:40]}" is not a sum of irreps of O(3)', 'for example "1o" or "2x0e + 1x1o"')
        count = int(match[1]) if match[1] else 1
        if count:
            parts.append((count, int(match[2]), 1 if match[3] == "e" else -1))
    if not parts:
        raise refusals.label(f'"{text[:40]}" has no summands', 'for example "1o" or "2x0e + 1x1o"')
    if sum(count for count, _, _ in parts) > LARGEST_SUM:
        raise refusals.too_large("the number of summands", LARGEST_SUM)
    return tuple(parts)
