"""Knuth-Bendix completion of path equations, with the provenance of every rule.

Overlaps of left sides are resolved shortest first; a pair whose two normal forms differ becomes a rule, and
rules that the new one reduces are retired and enter again as equations (D. Knuth and P. Bendix, *Simple word
problems in universal algebras*, 1970; C. Sims, *Computation with Finitely Presented Groups*, 1994, section
2.5). Every rule is a *lemma* with a chain of rewrites through earlier lemmas and the axioms, so that a proof
found here can be replayed without it. The limits count critical pairs, rules, rewrite steps and letters,
never seconds: answers are the same on every machine.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable
from dataclasses import dataclass, field

from catalg.exact.words import Presentation, Rewrite, RewritingSystem, StepLimit, Word, shortlex


@dataclass(frozen=True, slots=True)
class Limits:
    """How far a completion goes: critical pairs looked at, rules held, rewrite steps, and letters of an
    overlap.
    """

    pairs: int = 20_000
    rules: int = 1_000
    steps: int = 2_000_000
    length: int = 120


@dataclass(frozen=True, slots=True)
class Move:
    """One link of a chain: the two sides of lemma `lemma` exchanged at `position`, left to right when
    `forward`.
    """

    lemma: int
    position: int
    forward: bool

    def back(self) -> Move:
        """The link read the other way."""
        return Move(self.lemma, self.position, not self.forward)


@dataclass(frozen=True, slots=True)
class Lemma:
    """left = right, by a chain of moves from left to right; an axiom has its number and no chain."""

    left: Word
    right: Word
    chain: tuple[Move, ...] = ()
    axiom: int | None = None


@dataclass(slots=True)
class Completion:
    """A completion that can be run, stopped and run on.

    `lemmas` holds all equations ever proved, `system` the current rules; once `complete` is true the
    system is confluent and decides every equation.

    >>> order_three = Presentation(1, (0,), (0,), ((0, (0, 0, 0), ()),))
    >>> completion = Completion(order_three)
    >>> completion.run()
    >>> completion.complete, completion.system.normal_form((0, 0, 0, 0))
    (True, (0,))
    """

    presentation: Presentation
    limits: Limits = Limits()
    lemmas: list[Lemma] = field(default_factory=list)
    system: RewritingSystem = field(default_factory=RewritingSystem)
    pairs: int = 0
    complete: bool = False
    exceeded: str = ""
    _lemma: dict[int, int] = field(default_factory=dict)
    _left: dict[int, str] = field(default_factory=dict)
    _right: dict[int, str] = field(default_factory=dict)
    _prefixes: dict[Word, dict[int, None]] = field(default_factory=dict)
    _suffixes: dict[Word, dict[int, None]] = field(default_factory=dict)
    _equations: list[tuple[int, int]] = field(default_factory=list)
    _overlaps: list[tuple[int, int, int, int]] = field(default_factory=list)
    _rules: int = 0

    def __post_init__(self) -> None:
        self.system.most = self.limits.steps
        for number, (_, left, right) in enumerate(self.presentation.equations):
            self.lemmas.append(Lemma(left, right, axiom=number))
            self._enqueue(number)

    def run(self, until: Callable[[], bool] | None = None) -> None:
        """Complete until the system is confluent, a limit is exceeded, or `until()` holds (asked after each
        new rule).

        `exceeded` then names the limit: `pairs`, `rules`, `steps` or `length`; it is empty when none was.
        """
        self.exceeded = ""
        self.system.most = self.limits.steps
        skipped = False
        try:
            while self._equations or self._overlaps:
                if self._equations:
                    _, number = heapq.heappop(self._equations)
                    lemma = self.lemmas[number]
                    added = self._resolve(lemma.left, lemma.right, (Move(number, 0, True),))
                else:
                    if self._overlaps[0][0] > self.limits.length:
                        skipped = True
                        break
                    if self.pairs >= self.limits.pairs:
                        self.exceeded = "pairs"
                        return
                    added = self._overlap(heapq.heappop(self._overlaps))
                if added and len(self.system.left) > self.limits.rules:
                    self.exceeded = "rules"
                    return
                if added and until is not None and until():
                    return
        except StepLimit:
            self.exceeded = "steps"
            return
        if skipped:
            self.exceeded = "length"
            return
        self.complete = True

    def prove(self, left: Word, right: Word) -> tuple[Move, ...] | None:
        """A chain from left to right when both reduce to one word, else None. Raises StepLimit."""
        first, down = self.system.reduce(left)
        second, up = self.system.reduce(right)
        return None if first != second else self._forward(down) + self._backward(up)

    def _enqueue(self, lemma: int) -> None:
        heapq.heappush(self._equations, (len(self.lemmas[lemma].left) + len(self.lemmas[lemma].right), lemma))

    def _overlap(self, key: tuple[int, int, int, int]) -> bool:
        _, first, second, shared = key
        if first not in self.system.left or second not in self.system.left:
            return False
        self.pairs += 1
        u, v = self.system.left[first], self.system.left[second]
        offset = len(u) - shared
        chain = (Move(self._lemma[first], 0, False), Move(self._lemma[second], offset, True))
        return self._resolve(
            self.system.right[first] + v[shared:], u[:offset] + self.system.right[second], chain
        )

    def _resolve(self, left: Word, right: Word, chain: tuple[Move, ...]) -> bool:
        """Make a rule of left = right (with its chain) unless both sides already reduce to one word."""
        first, down = self.system.reduce(left)
        second, up = self.system.reduce(right)
        if first == second:
            return False
        whole = self._backward(down) + chain + self._forward(up)
        if shortlex(first) < shortlex(second):
            first, second = second, first
            whole = tuple(move.back() for move in reversed(whole))
        if len(whole) == 1 and whole[0].forward:
            lemma = whole[0].lemma
        else:
            lemma = self._learn(first, second, whole)
        self._insert(lemma, first, second)
        return True

    def _learn(self, left: Word, right: Word, chain: tuple[Move, ...]) -> int:
        self.lemmas.append(Lemma(left, right, chain))
        return len(self.lemmas) - 1

    def _insert(self, lemma: int, left: Word, right: Word) -> None:
        text, rule = _text(left), self._rules
        self._rules += 1
        for i in [i for i, other in self._left.items() if text in other]:
            self._retire(i)
        self.system.add(rule, left, right)
        self._lemma[rule], self._left[rule], self._right[rule] = lemma, text, _text(right)
        for i in [i for i, other in self._right.items() if text in other]:
            self._shorten(i)
        for size in range(1, len(left)):
            self._prefixes.setdefault(left[:size], {})[rule] = None
            self._suffixes.setdefault(left[-size:], {})[rule] = None
        for size in range(1, len(left)):
            for i in self._prefixes.get(left[-size:], ()):
                heapq.heappush(self._overlaps, (len(left) + len(self._left[i]) - size, rule, i, size))
            for i in self._suffixes.get(left[:size], ()):
                if i != rule:
                    heapq.heappush(self._overlaps, (len(left) + len(self._left[i]) - size, i, rule, size))

    def _retire(self, rule: int) -> None:
        left = self.system.left[rule]
        self.system.remove(rule)
        for size in range(1, len(left)):
            del self._prefixes[left[:size]][rule]
            del self._suffixes[left[-size:]][rule]
        del self._left[rule], self._right[rule]
        self._enqueue(self._lemma.pop(rule))

    def _shorten(self, rule: int) -> None:
        """Reduce a rule's right side; its left side, and so its overlaps, stay."""
        left = self.system.left[rule]
        right, trace = self.system.reduce(self.system.right[rule])
        self._lemma[rule] = self._learn(
            left, right, (Move(self._lemma[rule], 0, True), *self._forward(trace))
        )
        self.system.right[rule], self._right[rule] = right, _text(right)

    def _forward(self, trace: list[Rewrite]) -> tuple[Move, ...]:
        return tuple(Move(self._lemma[step.rule], step.position, True) for step in trace)

    def _backward(self, trace: list[Rewrite]) -> tuple[Move, ...]:
        return tuple(Move(self._lemma[step.rule], step.position, False) for step in reversed(trace))


def _text(word: Word) -> str:
    """The word as a string, so that the search for a factor runs in C."""
    return "".join(map(chr, word))
