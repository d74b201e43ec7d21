"""Presented categories in their own right: how paths are written, and their morphisms by a complete rewriting
system.

A presented category has finitely many morphisms exactly when the irreducible paths of a complete rewriting
system do (R. Book and F. Otto, *String-Rewriting Systems*, 1993, section 2.2); the automaton of irreducible
paths counts and lists them. Paths are kept first arrow first and written the other way round, `g @ f`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from catalg.exact.automaton import Automaton
from catalg.exact.completion import Completion, Limits
from catalg.exact.words import Presentation, Word
from catalg.model.category import Arrow, Category, Equation, Path
from catalg.model.group import Group, WordRelation
from catalg.model.group import Word as GroupWord
from catalg.terms import Call, Name, Pow, Term, num

ENUMERATION = Limits(pairs=4000, rules=600, steps=400_000, length=60)
"""How far completion goes before the morphisms of a category count as not enumerated."""


TABLES = Limits(pairs=400_000, rules=20_000, steps=4_000_000, length=60)
"""The same where the equations are a whole composition table."""


class NotFinite(ValueError):
    """The morphisms asked for cannot be listed; `infinite` tells a proof from an exceeded limit."""

    def __init__(self, message: str, infinite: bool) -> None:
        super().__init__(message)
        self.infinite = infinite


def path_term(path: Path, start: str) -> Term:
    """A path as a formula: `compose(g, f)` for the path (f, g), with runs as powers.

    The empty path is `id(A)`, and 1 at the one object `*` of a group or monoid.

    >>> path_term(("f", "g", "g"), "A")
    Call(head='compose', args=(Pow(base=Name(name='g'), exponent=Num(value=Fraction(2, 1))), Name(name='f')))
    """
    if not path:
        return num(1) if start == "*" else Call("id", (Name(start),))
    runs: list[tuple[str, int]] = []
    for arrow in path:
        if runs and runs[-1][0] == arrow:
            runs[-1] = (arrow, runs[-1][1] + 1)
        else:
            runs.append((arrow, 1))
    factors = tuple(Name(a) if n == 1 else Pow(Name(a), num(n)) for a, n in reversed(runs))
    return factors[0] if len(factors) == 1 else Call("compose", factors)


def path_text(path: Path, start: str) -> str:
    """A path as the language writes it.

    >>> path_text(("f", "g"), "A")
    'g @ f'
    """
    return " @ ".join(reversed(path)) if path else "1" if start == "*" else f"id({start})"


@dataclass(frozen=True, slots=True)
class Encoding:
    """A category as letters and words: object and arrow names by number, in declared order."""

    category: Category
    presentation: Presentation

    def word(self, path: Path) -> Word:
        """A path as a word. Raises KeyError for an unknown arrow."""
        index = {arrow.name: i for i, arrow in enumerate(self.category.arrows)}
        return tuple(index[name] for name in path)

    def path(self, word: Word) -> Path:
        """A word as a path."""
        return tuple(self.category.arrows[letter].name for letter in word)


def encode(category: Category) -> Encoding:
    """The presentation behind a category. Raises ValueError when an equation has no parallel sides."""
    number = {name: i for i, name in enumerate(category.objects)}
    index = {arrow.name: i for i, arrow in enumerate(category.arrows)}
    equations = tuple(
        (number[e.start], tuple(index[a] for a in e.left), tuple(index[a] for a in e.right))
        for e in category.equations
    )
    return Encoding(
        category,
        Presentation(
            len(category.objects),
            tuple(number[a.source] for a in category.arrows),
            tuple(number[a.target] for a in category.arrows),
            equations,
        ),
    )


@dataclass(frozen=True, slots=True)
class HomSets:
    """The morphisms of a category in normal form, from a complete system; hom-sets may be infinite."""

    encoding: Encoding
    completion: Completion
    automaton: Automaton

    def count(self, source: str, target: str) -> int | None:
        """The number of morphisms; None when there are infinitely many."""
        objects = self.encoding.category.objects
        return self.automaton.count(objects.index(source), objects.index(target))

    def paths(self, source: str, target: str) -> Iterator[Path]:
        """The morphisms in normal form, shortest first (without end when there are infinitely many)."""
        objects = self.encoding.category.objects
        for word in self.automaton.words(objects.index(source), objects.index(target)):
            yield self.encoding.path(word)

    def normal(self, path: Path) -> Path:
        """The normal form of a path."""
        return self.encoding.path(self.completion.system.normal_form(self.encoding.word(path)))

    @property
    def total(self) -> int | None:
        """The number of all morphisms; None when there are infinitely many."""
        objects = self.encoding.category.objects
        counts = [self.count(a, b) for a in objects for b in objects]
        return None if None in counts else sum(c for c in counts if c is not None)


def hom_sets(category: Category, limits: Limits = ENUMERATION) -> HomSets | None:
    """The hom-sets through completion; None when it does not end within the limits.

    >>> arrow = Category("Arrow", ("A", "B"), (Arrow("f", "A", "B"),))
    >>> hom_sets(arrow).total
    3
    """
    encoding = encode(category)
    if limits is ENUMERATION and _is_table(category):
        limits = TABLES
    completion = Completion(encoding.presentation, limits)
    completion.run()
    if not completion.complete:
        return None
    completion.system.most = None  # the limit was on completion; normal forms are reached all the same
    return HomSets(encoding, completion, Automaton(encoding.presentation, completion.system.rules()))


def _is_table(category: Category) -> bool:
    """Whether the equations say what each composable pair of arrows is, so that completion has only to check them."""
    if any(len(e.left) != 2 or len(e.right) > 1 for e in category.equations):
        return False
    leaving: dict[str, int] = {}
    for arrow in category.arrows:
        leaving[arrow.source] = leaving.get(arrow.source, 0) + 1
    return len(category.equations) == sum(leaving.get(arrow.target, 0) for arrow in category.arrows) > 0


def morphisms(category: Category, most: int = 100_000) -> tuple[tuple[str, str, Path], ...]:
    """All morphisms as (source, target, path in normal form), by objects in declared order, shortest first.

    Raises NotFinite when there are infinitely many, more than `most`, or completion does not end.

    >>> [path for _, _, path in morphisms(Category("Arrow", ("A", "B"), (Arrow("f", "A", "B"),)))]
    [(), ('f',), ()]
    """
    homs = hom_sets(category)
    if homs is None:
        raise NotFinite(f"completion of {category.name} did not end within its limit", False)
    total = homs.total
    if total is None:
        raise NotFinite(f"{category.name} has infinitely many morphisms", True)
    if total > most:
        raise NotFinite(f"{category.name} has {total} morphisms, more than {most}", False)
    return tuple(
        (a, b, path) for a in category.objects for b in category.objects for path in homs.paths(a, b)
    )


def group_category(group: Group) -> Category:
    """A group with discrete generators as a category with the one object `*`.

    A generator that no relation g^k = 1 shows to be invertible gets an arrow `g^-1` with its two equations,
    so that words with negative exponents are paths. The right factor of a group word acts first.
    """
    powers = {
        relation.left[0][0]
        for relation in group.relations
        if isinstance(relation, WordRelation)
        and not relation.right
        and len(relation.left) == 1
        and relation.left[0][1] > 0
    }
    negative = {
        letter
        for relation in group.relations
        if isinstance(relation, WordRelation)
        for word in (relation.left, relation.right)
        for letter, exponent in word
        if exponent < 0
    }
    inverted = [g.name for g in group.discrete if g.name not in powers or g.name in negative]
    arrows = [Arrow(g.name, "*", "*") for g in group.discrete]
    arrows += [Arrow(inverse_name(g), "*", "*") for g in inverted]
    equations = [
        Equation("*", "*", pair, ())
        for g in inverted
        for pair in ((g, inverse_name(g)), (inverse_name(g), g))
    ]
    equations += [
        Equation("*", "*", group_path(relation.left), group_path(relation.right), relation.span)
        for relation in group.relations
        if isinstance(relation, WordRelation)
    ]
    return Category(group.name, ("*",), tuple(arrows), tuple(equations))


def inverse_name(generator: str) -> str:
    """The name of the arrow inverse to a generator."""
    return f"{generator}^-1"


def group_path(word: GroupWord) -> Path:
    """A group word as a path, first arrow first.

    >>> group_path((("s", 2), ("r", -1)))
    ('r^-1', 's', 's')
    """
    path: list[str] = []
    for letter, exponent in reversed(word):
        path.extend([letter if exponent > 0 else inverse_name(letter)] * abs(exponent))
    return tuple(path)
