"""The irreducible paths of a rewriting system, counted and listed.

A path is irreducible when it contains no left side; reading it, it is enough to remember the object reached
and the longest suffix that is a proper prefix of a left side (A. Aho and M. Corasick, 1975). A hom-set is
infinite exactly when this automaton has a cycle through which a path between its objects can run; otherwise
its size is the number of paths in an acyclic graph. For a complete system the irreducible paths are the
morphisms, one each.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from catalg.exact.words import Presentation, Word

State = tuple[int, Word]
"""The object reached and the remembered suffix."""


@dataclass(slots=True)
class Automaton:
    """The automaton of words that contain none of the left sides of `rules`.

    >>> idempotent = Presentation(1, (0,), (0,))
    >>> Automaton(idempotent, (((0, 0), (0,)),)).count(0, 0)
    2
    """

    presentation: Presentation
    rules: tuple[tuple[Word, Word], ...]
    _prefixes: frozenset[Word] = field(init=False)
    _lefts: frozenset[Word] = field(init=False)
    _lengths: tuple[int, ...] = field(init=False)
    _leaving: tuple[tuple[int, ...], ...] = field(init=False)
    _moves: dict[State, tuple[tuple[int, State], ...]] = field(default_factory=dict)
    _counts: dict[tuple[int, int], int | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        lefts = [left for left, _ in self.rules]
        self._lefts = frozenset(lefts)
        self._lengths = tuple(sorted({len(left) for left in lefts}))
        self._prefixes = frozenset(left[:k] for left in lefts for k in range(len(left))) | {()}
        leaving: list[list[int]] = [[] for _ in range(self.presentation.objects)]
        for letter, source in enumerate(self.presentation.source):
            leaving[source].append(letter)
        self._leaving = tuple(tuple(letters) for letters in leaving)

    def moves(self, state: State) -> tuple[tuple[int, State], ...]:
        """The letters that keep a path irreducible, in declared order, each with the next state."""
        known = self._moves.get(state)
        if known is None:
            at, suffix = state
            found = []
            for letter in self._leaving[at]:
                word = (*suffix, letter)
                if any(word[-size:] in self._lefts for size in self._lengths if size <= len(word)):
                    continue
                while word not in self._prefixes:
                    word = word[1:]
                found.append((letter, (self.presentation.target[letter], word)))
            known = self._moves[state] = tuple(found)
        return known

    def count(self, source: int, target: int) -> int | None:
        """The number of irreducible paths between two objects; None when there are infinitely many."""
        if (source, target) not in self._counts:
            counts = self._count_from(source)
            for x in range(self.presentation.objects):
                self._counts[(source, x)] = counts[x]
        return self._counts[(source, target)]

    def words(self, source: int, target: int) -> Iterator[Word]:
        """The irreducible paths between two objects in shortlex order, without end when there are infinitely
        many.
        """
        alive = self._reaching(source, target)
        layer: list[tuple[Word, State]] = [((), (source, ()))] if (source, ()) in alive else []
        while layer:
            for word, (at, _) in layer:
                if at == target:
                    yield word
            layer = [
                ((*word, letter), after)
                for word, state in layer
                for letter, after in self.moves(state)
                if after in alive
            ]

    def loop(self, source: int, target: int) -> tuple[Word, Word, Word] | None:
        """A way round between two objects, as (before, around, after): before around^n after is irreducible for all n.

        None when there are finitely many irreducible paths.
        """
        alive = self._reaching(source, target)
        start: State = (source, ())
        if start not in alive:
            return None
        _, cyclic = self._explore(start)
        to_cycle = self._shortest(start, lambda state: state in cyclic and state in alive, alive)
        if to_cycle is None:
            return None
        before, at = to_cycle
        around: Word | None = None
        for letter, after in self.moves(at):
            if after in alive:
                back = self._shortest(after, lambda state: state == at, alive)
                if back is not None and (around is None or len(back[0]) + 1 < len(around)):
                    around = (letter, *back[0])
        end = self._shortest(at, lambda state: state[0] == target, alive)
        assert around is not None and end is not None
        return before, around, end[0]

    def _shortest(
        self, start: State, wanted: Callable[[State], bool], within: set[State]
    ) -> tuple[Word, State] | None:
        """The first shortest word from a state to a wanted one, and that one."""
        queue: deque[tuple[Word, State]] = deque([((), start)])
        seen = {start}
        while queue:
            word, state = queue.popleft()
            if wanted(state):
                return word, state
            for letter, after in self.moves(state):
                if after in within and after not in seen:
                    seen.add(after)
                    queue.append(((*word, letter), after))
        return None

    def _count_from(self, source: int) -> list[int | None]:
        order, cyclic = self._explore((source, ()))
        ways: dict[State, int] = {(source, ()): 1}
        counts: list[int | None] = [0] * self.presentation.objects
        endless = {state for state in order if state in cyclic}
        for state in order:
            for _, after in self.moves(state):
                if state in endless:
                    endless.add(after)
        for state in order:
            at = state[0]
            if state in endless:
                counts[at] = None
                continue
            total = counts[at]
            if total is not None:
                counts[at] = total + ways.get(state, 0)
            for _, after in self.moves(state):
                ways[after] = ways.get(after, 0) + ways.get(state, 0)
        return counts

    def _explore(self, start: State) -> tuple[list[State], set[State]]:
        """The reachable states in a topological order of their strongly connected components, and those on a
        cycle.

        Tarjan's algorithm (R. Tarjan, 1972), without recursion.
        """
        index: dict[State, int] = {}
        low: dict[State, int] = {}
        stack: list[State] = []
        open_states: set[State] = set()
        cyclic: set[State] = set()
        finished: list[State] = []
        work: list[tuple[State, Iterator[tuple[int, State]]]] = []

        def enter(state: State) -> None:
            index[state] = low[state] = len(index)
            stack.append(state)
            open_states.add(state)
            work.append((state, iter(self.moves(state))))

        enter(start)
        while work:
            state, pending = work[-1]
            step = next(pending, None)
            if step is not None:
                after = step[1]
                if after not in index:
                    enter(after)
                elif after in open_states:
                    low[state] = min(low[state], index[after])
                    if after == state:
                        cyclic.add(state)
                continue
            work.pop()
            if work:
                low[work[-1][0]] = min(low[work[-1][0]], low[state])
            if low[state] == index[state]:
                component = []
                while True:
                    member = stack.pop()
                    open_states.discard(member)
                    component.append(member)
                    if member == state:
                        break
                if len(component) > 1:
                    cyclic.update(component)
                finished.extend(component)
        return finished[::-1], cyclic

    def _reaching(self, source: int, target: int) -> set[State]:
        """The states reachable from `source` from which `target` can be reached."""
        before: dict[State, list[State]] = {(source, ()): []}
        queue: deque[State] = deque([(source, ())])
        while queue:
            state = queue.popleft()
            for _, after in self.moves(state):
                if after not in before:
                    before[after] = []
                    queue.append(after)
                before[after].append(state)
        alive = {state for state in before if state[0] == target}
        queue = deque(alive)
        while queue:
            for state in before[queue.popleft()]:
                if state not in alive:
                    alive.add(state)
                    queue.append(state)
        return alive
