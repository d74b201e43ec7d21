"""Did-you-mean: the candidate that a misspelt name most probably stands for.

Optimal string alignment distance (insert, delete, replace, swap neighbours), at most one mistake for names of up to five
letters and one for every three letters beyond. One-letter names are never guessed but for their case: `x` is as far from
`y` as from everything else.
"""

from __future__ import annotations

from collections.abc import Iterable


def did_you_mean(name: str, candidates: Iterable[str]) -> str | None:
    """The nearest candidate that is near enough, or None. Ties go to the candidate that comes first in the alphabet.

    >>> did_you_mean("functr", ["functor", "transformation"])
    'functor'
    >>> did_you_mean("Mann", ["Man", "Set", "Vect"])
    'Man'
    >>> did_you_mean("x", ["y", "z"]) is None
    True
    """
    from rapidfuzz.distance import OSA

    if not name or len(name) > 80:
        return None
    best: tuple[int, int, str] | None = None
    for candidate in sorted(set(candidates)):
        if candidate == name:
            continue
        if candidate.lower() == name.lower():
            rank = (0, 0, candidate)
        else:
            shorter = min(len(name), len(candidate))
            if shorter < 2:
                continue
            allowed = 1 if shorter <= 5 else 1 + (shorter - 3) // 3
            if shorter == 2 and len(name) == len(candidate):  # ab and cb share a half: too little
                continue
            distance = int(OSA.distance(name, candidate, score_cutoff=allowed))
            if distance > allowed:
                continue
            rank = (distance, 0 if candidate[0] == name[0] else 1, candidate)
        if best is None or rank < best:
            best = rank
    return None if best is None else best[2]
