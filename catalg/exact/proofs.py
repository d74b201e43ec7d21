"""Making a proof by rewriting fit to be read: only the lemmas it needs, no detours.

A completion proves far more than one equation asks for. The lemmas that a chain rests on are collected, those
that are a single use of another statement are put in its place, and a chain is cut short wherever two of its
words are one step apart.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

from catalg.exact.completion import Completion, Move
from catalg.exact.words import Presentation, Word


@dataclass(frozen=True, slots=True)
class LemmaProof:
    """A chain and the lemmas below it, in an order in which each uses only earlier ones and axioms."""

    final: tuple[Move, ...]
    order: tuple[int, ...]
    chains: dict[int, tuple[Move, ...]]


def lemma_proof(completion: Completion, chain: tuple[Move, ...]) -> LemmaProof:
    """The lemmas that a chain found by a completion rests on, without those that are one step long.

    >>> group = Presentation(1, (0, 0), (0, 0), ((0, (0, 1), ()), (0, (1, 0), ()), (0, (0, 0, 0), ())))
    >>> completion = Completion(group)
    >>> completion.run()
    >>> proof = lemma_proof(completion, completion.prove((1, 1), (0,)))
    >>> all(len(proof.chains[lemma]) > 1 for lemma in proof.order)
    True
    """
    memory: dict[int, tuple[Move, ...]] = {}

    def inlined(moves: Sequence[Move]) -> tuple[Move, ...]:
        return tuple(_through(completion, move) for move in moves)

    final = inlined(chain)
    stack = [move.lemma for move in final]
    while stack:
        lemma = stack.pop()
        if lemma in memory or completion.lemmas[lemma].axiom is not None:
            continue
        memory[lemma] = inlined(completion.lemmas[lemma].chain)
        stack.extend(move.lemma for move in memory[lemma])
    return LemmaProof(final, tuple(sorted(memory)), memory)


def _through(completion: Completion, move: Move) -> Move:
    """The same step by the statement behind one-step lemmas."""
    while True:
        chain = completion.lemmas[move.lemma].chain
        if len(chain) != 1:
            return move
        inner = chain[0]
        move = Move(inner.lemma, move.position + inner.position, inner.forward == move.forward)


def shortened(
    presentation: Presentation,
    start: int,
    left: Word,
    right: Word,
    moves: tuple[Move, ...],
    statements: Sequence[tuple[Word, Word]],
) -> tuple[Move, ...]:
    """A shortest chain through the words of a given one, by the statements that it uses."""
    words = [left]
    for move in moves:
        old, new = _sides(statements[move.lemma], move.forward)
        words.append(words[-1][: move.position] + new + words[-1][move.position + len(old) :])
    goal = set(words)
    used = list(dict.fromkeys(move.lemma for move in moves))
    before: dict[Word, tuple[Word, Move] | None] = {left: None}
    queue = deque([left])
    while queue and right not in before:
        word = queue.popleft()
        for lemma in used:
            for forward in (True, False):
                old, new = _sides(statements[lemma], forward)
                at = presentation.source[(old or new)[0]]
                for k in range(len(word) - len(old) + 1):
                    if word[k : k + len(old)] != old or presentation.object_at(start, word, k) != at:
                        continue
                    other = word[:k] + new + word[k + len(old) :]
                    if other in goal and other not in before:
                        before[other] = (word, Move(lemma, k, forward))
                        queue.append(other)
    trail: list[Move] = []
    step = before.get(right)
    while step is not None:
        trail.append(step[1])
        step = before[step[0]]
    return tuple(reversed(trail))


def _sides(statement: tuple[Word, Word], forward: bool) -> tuple[Word, Word]:
    return statement if forward else (statement[1], statement[0])
