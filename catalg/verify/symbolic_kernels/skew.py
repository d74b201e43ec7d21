"""Why monomials are equivariant: a calculus with one skew symbol A, and one orthogonal symbol.

A Lie generator acts on every letter by an unknown skew matrix A, v -> Av. A monomial T is equivariant when moving its
letters gives what A does to its indices, A·T = sum over the indices of T with A at that index. Both sides are written in the
symbols (Av) at an index and A_kl between two indices, with A_kl = -A_lk. For a reflection g every letter and every index gets one
g, and g g' = 1 removes it from a delta. Dot products of letters are the case without indices.
"""

from __future__ import annotations

from collections import Counter

from catalg.verify.symbolic_kernels.tensors import Key

Symbol = tuple[tuple[object, ...], ...]


def infinitesimal(key: Key) -> bool:
    """Whether the monomial satisfies xi K = drho(A) K for every skew A.

    >>> infinitesimal(((0, 4), (1, -4), (2, -3))), infinitesimal(())
    (True, True)
    """
    moved: Counter[Symbol] = Counter()
    for index, entry in key:
        if entry > -2:
            moved[_with(key, index, ("A", entry))] += 1
    acted: Counter[Symbol] = Counter()
    for index, entry in key:
        if entry > -2:
            acted[_with(key, index, ("A", entry))] += 1
            continue
        partner = -2 - entry
        low, high = min(index, partner), max(index, partner)
        acted[_with(_without(key, low, high), low, ("A_", high))] += 1 if index == low else -1
    moved.subtract(acted)
    return not any(moved.values())


def orthogonal(key: Key, odd: bool) -> bool:
    """Whether the monomial satisfies K(gx) = rho(g) K(x) for every orthogonal g; `odd` where rho has a factor det g."""
    moved = {index: ("g", entry) if entry > -2 else ("1", entry) for index, entry in key}
    acted: dict[int, tuple[str, int]] = {}
    for index, entry in key:
        acted[index] = ("g", entry) if entry > -2 else ("1", entry)
        if entry <= -2 and dict(key)[-2 - entry] != -2 - index:
            return False
    return moved == acted and not odd


def _with(key: Key, index: int, symbol: tuple[object, ...]) -> Symbol:
    return tuple((k, *symbol) if k == index else (k, e) for k, e in key)


def _without(key: Key, low: int, high: int) -> Key:
    return tuple((k, e) for k, e in key if k != high)
