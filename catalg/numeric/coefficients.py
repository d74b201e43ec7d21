"""The arbitrary constants of a space of linear maps, by the names that its formula gives them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from catalg.numeric.errors import Missing
from catalg.numeric.linear import NumericLinear
from catalg.strategies.linear.display import coefficients
from catalg.terms import Index, Name, Num


def in_order(numeric: NumericLinear, given: Mapping[str, Any]) -> list[Any]:
    """The constants in the order of the basis: `alpha`, `beta`, …, or the list `c`. Raises Missing."""
    names = coefficients(numeric.count, {p.name for p in numeric.end.group.parameters})
    found: list[Any] = []
    wanted: dict[str, None] = {}
    missing = False
    for name in names:
        match name:
            case Name(text):
                wanted[text] = None
                missing |= text not in given
                found.append(given.get(text, 0.0))
            case Index(Name(text), (Num(place),)):
                wanted[text] = None
                values = given.get(text, [])
                values = values if isinstance(values, list) else [values]
                missing |= len(values) < numeric.count
                found.append(values[int(place) - 1] if int(place) <= len(values) else 0.0)
    strange = [name for name in given if name not in wanted]
    if missing or strange:
        listed = ", ".join(wanted) or "none"
        many = f" ({numeric.count} numbers)" if len(wanted) < numeric.count else ""
        what = f"no constant is called {', '.join(strange)}; " if strange else ""
        raise Missing(
            f"{what}{numeric.end.name} has the constants {listed}{many}: --let '{next(iter(wanted), 'c')} = …'"
        )
    return found
