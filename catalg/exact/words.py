"""Words over a quiver, and rewriting them.

A presentation has objects and letters (arrows) by number; a word is the tuple of its letters, first arrow
first. Rules rewrite a non-empty word to one that is smaller in shortlex order (length, then the declared
order of the letters), so rewriting always ends. The left sides stand in a trie of their reversals: a word is
read letter by letter onto a stack, and after each letter the trie is walked down the stack, so a reduction
costs the length of the longest left side for each letter (R. Book and F. Otto, *String-Rewriting Systems*,
1993, section 2.2; C. Sims, *Computation with Finitely Presented Groups*, 1994, section 3.5).
"""

from __future__ import annotations

from dataclasses import dataclass, field

Word = tuple[int, ...]


class StepLimit(Exception):
    """More rewrite steps than allowed."""


@dataclass(frozen=True, slots=True)
class Presentation:
    """A quiver with equations: `source` and `target` give each letter's objects; an equation is (start, left,
    right).

    Raises ValueError when a letter's object is out of range or an equation's sides are not parallel paths.

    >>> Presentation(1, (0,), (0,), ((0, (0, 0), ()),)).end(0, (0, 0))
    0
    """

    objects: int
    source: tuple[int, ...]
    target: tuple[int, ...]
    equations: tuple[tuple[int, Word, Word], ...] = ()

    def __post_init__(self) -> None:
        if len(self.source) != len(self.target):
            raise ValueError("every letter needs a source and a target")
        if any(not 0 <= x < self.objects for x in (*self.source, *self.target)):
            raise ValueError("a letter starts or ends outside of the objects")
        for start, left, right in self.equations:
            if self.end(start, left) != self.end(start, right):
                raise ValueError("the sides of an equation are not parallel")

    def end(self, start: int, word: Word) -> int:
        """The object where a path from `start` ends. Raises ValueError for what is no path."""
        at = start
        for letter in word:
            if self.source[letter] != at:
                raise ValueError(f"letter {letter} does not start at object {at}")
            at = self.target[letter]
        return at

    def object_at(self, start: int, word: Word, position: int) -> int:
        """The object that a path from `start` has reached after `position` letters."""
        return self.target[word[position - 1]] if position else start


def shortlex(word: Word) -> tuple[int, Word]:
    """The sorting key: length first, then letters in declared order.

    >>> sorted([(1,), (0, 0), ()], key=shortlex)
    [(), (1,), (0, 0)]
    """
    return len(word), word


@dataclass(slots=True)
class Node:
    """A node of the trie of reversed left sides; `rule` is the number of the rule whose left side ends the
    walk.
    """

    children: dict[int, Node] = field(default_factory=dict)
    rule: int = -1


@dataclass(frozen=True, slots=True)
class Rewrite:
    """One rewrite: rule `rule` replaced its left side by its right side at `position`."""

    rule: int
    position: int


@dataclass(slots=True)
class RewritingSystem:
    """Rules by number, with their trie. Numbers are never used twice, so that proofs can refer to retired
    rules.

    >>> system = RewritingSystem()
    >>> system.add(0, (0, 0), ())
    >>> system.normal_form((0, 0, 0))
    (0,)
    """

    left: dict[int, Word] = field(default_factory=dict)
    right: dict[int, Word] = field(default_factory=dict)
    root: Node = field(default_factory=Node)
    steps: int = 0
    most: int | None = None

    def add(self, number: int, left: Word, right: Word) -> None:
        """Add a rule; `left` must be non-empty, larger than `right`, and irreducible so far."""
        node = self.root
        for letter in reversed(left):
            node = node.children.setdefault(letter, Node())
        node.rule = number
        self.left[number], self.right[number] = left, right

    def remove(self, number: int) -> None:
        """Take a rule out; its nodes stay in the trie."""
        node = self.root
        for letter in reversed(self.left.pop(number)):
            node = node.children[letter]
        node.rule = -1
        del self.right[number]

    def rules(self) -> tuple[tuple[Word, Word], ...]:
        """The rules as pairs, in shortlex order of their left sides."""
        return tuple(
            sorted(((self.left[i], self.right[i]) for i in self.left), key=lambda rule: shortlex(rule[0]))
        )

    def normal_form(self, word: Word) -> Word:
        """The irreducible word reached. Raises StepLimit when `most` steps are exceeded."""
        return self.reduce(word)[0]

    def reduce(self, word: Word) -> tuple[Word, list[Rewrite]]:
        """The irreducible word reached, and the rewrites in order. Raises StepLimit."""
        out: list[int] = []
        pending = list(reversed(word))
        trace: list[Rewrite] = []
        root, right = self.root, self.right
        while pending:
            out.append(pending.pop())
            node, depth = root, len(out)
            while depth:
                depth -= 1
                child = node.children.get(out[depth])
                if child is None:
                    break
                node = child
                if node.rule >= 0:
                    del out[depth:]
                    pending.extend(reversed(right[node.rule]))
                    trace.append(Rewrite(node.rule, depth))
                    break
        self.steps += len(trace) + 1
        if self.most is not None and self.steps > self.most:
            raise StepLimit
        return tuple(out), trace
