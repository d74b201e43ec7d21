"""Checking what was found about paths, by the plainest code: replaying chains, functors and confluence.

Nothing here uses the trie, the completion or the searches; words are scanned from the left. The confluence
check resolves every overlap of two left sides again, which with termination (every rule decreases in shortlex
order) is Newman's lemma.
"""

from __future__ import annotations

from collections.abc import Sequence

from catalg.exact.completion import Move
from catalg.exact.separation import Hop, SeparatingFunctor
from catalg.exact.words import Presentation, Word

Rules = Sequence[tuple[Word, Word]]

CHECKED = 400_000
"""How many rewrites the confluence check may take."""


class BrokenProof(AssertionError):
    """A chain that does not prove what it claims: a defect of the search, never an answer."""


def replay_hops(
    presentation: Presentation, start: int, left: Word, right: Word, hops: Sequence[Hop]
) -> list[Word]:
    """The words of a chain of equations from left to right. Raises BrokenProof when a link does not fit."""
    statements = [(one, other) for _, one, other in presentation.equations]
    moves = [Move(hop.equation, hop.position, hop.forward) for hop in hops]
    return replay_moves(presentation, start, left, right, moves, statements)


def replay_moves(
    presentation: Presentation,
    start: int,
    left: Word,
    right: Word,
    moves: Sequence[Move],
    statements: Sequence[tuple[Word, Word]],
) -> list[Word]:
    """The words of a chain of statements from left to right. Raises BrokenProof when a link does not fit.

    >>> loop = Presentation(1, (0,), (0,), ((0, (0, 0), ()),))
    >>> replay_moves(loop, 0, (0, 0, 0), (0,), [Move(0, 1, True)], [((0, 0), ())])
    [(0, 0, 0), (0,)]
    """
    words = [left]
    for move in moves:
        old, new = statements[move.lemma]
        letters = old or new
        at = presentation.source[letters[0]] if letters else -1
        if not move.forward:
            old, new = new, old
        word, k = words[-1], move.position
        if (
            not 0 <= k <= len(word)
            or word[k : k + len(old)] != old
            or presentation.object_at(start, word, k) != at
        ):
            raise BrokenProof(f"statement {move.lemma} does not apply at {k} of {word}")
        words.append(word[:k] + new + word[k + len(old) :])
    if words[-1] != right:
        raise BrokenProof(f"the chain ends at {words[-1]} and not at {right}")
    return words


def separates(
    presentation: Presentation, start: int, left: Word, right: Word, functor: SeparatingFunctor
) -> bool:
    """Whether the tables are a functor (total, well typed, every equation holds) that tells the two paths
    apart at 0.
    """
    tables = [dict(row) for row in functor.table]
    if functor.objects[0] != start:
        return False
    for element, at in enumerate(functor.objects):
        for letter, source in enumerate(presentation.source):
            if source == at:
                image = tables[element].get(letter)
                if image is None or functor.objects[image] != presentation.target[letter]:
                    return False

    def run(element: int, word: Word) -> int:
        for letter in word:
            element = tables[element][letter]
        return element

    for at, one, other in presentation.equations:
        for element, over in enumerate(functor.objects):
            if over == at and run(element, one) != run(element, other):
                return False
    return run(0, left) != run(0, right)


def confluent(presentation: Presentation, rules: Rules) -> bool:
    """Whether a system is terminating and confluent and joins both sides of every equation of the
    presentation.

    Two irreducible words are then equal only if they are the same. False also when the check exceeds its
    limit.

    >>> confluent(Presentation(1, (0,), (0,), ((0, (0, 0), ()),)), [((0, 0), ())])
    True
    """
    if any(not left or (len(left), left) <= (len(right), right) for left, right in rules):
        return False
    reducer = _Reducer(dict(rules))
    starting: dict[Word, list[tuple[Word, Word]]] = {}
    for left, right in rules:
        for size in range(1, len(left) + 1):
            starting.setdefault(left[:size], []).append((left, right))
    try:
        for _, one, other in presentation.equations:
            if reducer.normal(one) != reducer.normal(other):
                return False
        for left, right in rules:
            for offset in range(len(left)):
                tail = left[offset:]
                for other, image in starting.get(tail, ()):
                    if reducer.normal(right + other[len(tail) :]) != reducer.normal(left[:offset] + image):
                        return False
                for size in range(1, len(tail)):
                    inner = tail[:size]
                    if inner in reducer.rules and reducer.normal(right) != reducer.normal(
                        left[:offset] + reducer.rules[inner] + left[offset + size :]
                    ):
                        return False
    except OverflowError:
        return False
    return True


class _Reducer:
    """Leftmost rewriting by scanning, with a limited number of rewrites."""

    def __init__(self, rules: dict[Word, Word]) -> None:
        self.rules = rules
        self.sizes = sorted({len(left) for left in rules})
        self.left = CHECKED

    def normal(self, word: Word) -> Word:
        """The irreducible word reached from the left. Raises OverflowError beyond the limit."""
        k = 0
        while k < len(word):
            for size in self.sizes:
                image = self.rules.get(word[k : k + size]) if k + size <= len(word) else None
                if image is not None:
                    self.left -= 1
                    if self.left < 0:
                        raise OverflowError
                    word = word[:k] + image + word[k + size :]
                    k = max(0, k - self.sizes[-1])
                    break
            else:
                k += 1
        return word
