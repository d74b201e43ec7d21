"""Answers that outlive a text: what an edit does not touch is not solved again.

The answer to an item is a function of its statement, of the statements that it names, of those that these name, and so
on, and of all parameters. Statements are compared as syntax trees, which know no places, blanks or comments: an item is
recalled when all of them are what they were. What ran into a limit is never kept, since the next time may be luckier.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from catalg.engine.outcome import Outcome
from catalg.language.tree import Name, Param, Statement, walk
from catalg.model.goals import Item

Key = tuple[object, ...]

PASSING = frozenset({"time-limit", "memory-limit", "internal-error"})
"""Reasons that are about the machine and not about the mathematics."""


class Memory:
    """The answers to one file as it was when it was last looked at."""

    def __init__(self) -> None:
        self._kept: dict[Key, Outcome] = {}
        self._keys: list[Key] = []
        self.recalled = 0
        self.solved = 0

    def take_up(self, statements: Sequence[Statement], items: Sequence[Item]) -> None:
        """Look at a text from now on; answers that it cannot use are forgotten."""
        self._keys = keys(statements, items)
        self.recalled = self.solved = 0
        wanted = set(self._keys)
        self._kept = {key: outcome for key, outcome in self._kept.items() if key in wanted}

    def recall(self, index: int) -> Outcome | None:
        """The answer to an item if it is known from an earlier text."""
        found = self._kept.get(self._keys[index])
        if found is not None:
            self.recalled += 1
        return found

    def keep(self, index: int, outcome: Outcome) -> None:
        """Keep what was found out about an item."""
        self.solved += 1
        if outcome.judgement.reason not in PASSING:
            self._kept[self._keys[index]] = outcome


def keys(statements: Sequence[Statement], items: Sequence[Item]) -> list[Key]:
    """For each item all that its answer is made of. Two items of one statement are told apart by their order.

    >>> from catalg.language import parse
    >>> def key(text, kind):
    ...     statements = parse(text).statements
    ...     return keys(statements, [Item(kind, "V", statements[1].span, None)])[0]
    >>> key("group G = SO(3)  functor V : G -> Vect = vector", "functor") == key(
    ...     "group G = SO(3) # turns\\n\\nfunctor V: G->Vect = vector", "functor")
    True
    >>> key("group G = SO(3)  functor V : G -> Vect = vector", "functor") == key(
    ...     "group G = SO(4)  functor V : G -> Vect = vector", "functor")
    False
    """
    plain = [replace(statement, doc=None) for statement in statements]
    named = [frozenset(node.text for node in walk(statement) if isinstance(node, Name)) for statement in plain]
    declared: dict[str, list[int]] = {}
    for place, statement in enumerate(plain):
        name = getattr(statement, "name", None)
        if isinstance(name, Name):
            declared.setdefault(name.text, []).append(place)
    always = [place for place, statement in enumerate(plain) if isinstance(statement, Param)]
    found: list[Key] = []
    order: dict[int, int] = {}
    for item in items:
        start = item.span[0]
        home = next((i for i, one in enumerate(statements) if one.span.start <= start < one.span.end), None)
        if home is None:  # nowhere in the text: never the same again
            found.append((object(),))
            continue
        order[home] = order.get(home, 0) + 1
        reached = _closure([home, *always], named, declared)
        found.append((item.kind, item.name, order[home], plain[home], *(plain[place] for place in sorted(reached))))
    return found


def _closure(begin: Sequence[int], named: Sequence[frozenset[str]], declared: dict[str, list[int]]) -> set[int]:
    """The statements that some statements name, and so on, these included."""
    seen, pending = set(begin), list(begin)
    while pending:
        for name in named[pending.pop()]:
            for place in declared.get(name, ()):
                if place not in seen:
                    seen.add(place)
                    pending.append(place)
    return seen
