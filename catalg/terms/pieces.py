"""Minima and Kronecker deltas of sizes, as counts: decided where the difference of the arguments is a number."""

from __future__ import annotations

from catalg.terms.dimension import Dim


def piece(head: str, a: Dim, b: Dim) -> Dim:
    """min(a, b), max(a, b) or delta(a, b), with the arguments in the order of their text where both stay.

    >>> l, j = Dim.parameter("l"), Dim.parameter("j")
    >>> str(piece("min", l, j)), str(piece("min", l, l + 2)), str(piece("delta", l, l + 2))
    ('min(j, l)', 'l', '0')
    """
    difference = a - b
    if difference.is_constant:
        value = difference.value_at({})
        if head == "delta":
            return Dim.of(int(value == 0))
        return a if (value <= 0) == (head == "min") else b
    return Dim.atom(head, *sorted((a, b), key=str))
