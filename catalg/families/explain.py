"""What `catalg explain SO(3)` shows: a family's summary, then the generators of the group and how they act, as plain data."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from catalg.families import refusals
from catalg.families.registry import FAMILIES
from catalg.model.group import Group
from catalg.model.protocols import Argument, Family, FamilyError
from catalg.model.representation import ExplicitRep
from catalg.model.scalars import COMPLEX, REAL
from catalg.terms import Dim, Parameter


@dataclass(frozen=True, slots=True)
class Line:
    """One line of an explanation.

    `kind` is `summary`, `names`, `fact`, `generator` or `matrix`; `rows` are the entries of a matrix as text.
    """

    kind: str
    text: str
    rows: tuple[tuple[str, ...], ...] = ()


_TOKEN = re.compile(r"\s*(?:(\d{1,9}(?:/\d{1,9})?)|([A-Za-z_]\w{0,30})|\"([^\"]{0,40})\"|([(),*^]))")
SHOWN = 12
"""Matrices with more rows are left out."""


def describe(text: str) -> list[Line]:
    """The lines for a family (`SO`) or one of its groups (`SO(3)`, `PointGroup("4/mmm")`, `wr(Cyclic(3), Sym(4))`).

    Names that stand for no family are parameters, as in `SO(n)`. Raises FamilyError when it is neither.

    >>> [line.text for line in describe("SO(3)") if line.kind == "generator"]
    ['X, an element of the Lie algebra', 'Y, an element of the Lie algebra', 'Z, an element of the Lie algebra']
    """
    bare_name = text.strip()
    if bare_name in FAMILIES:
        family = FAMILIES[bare_name]
        try:
            return [*_family_lines(family), *_group_lines(family, family.group(bare_name, (), ()))]
        except FamilyError:
            return list(_family_lines(family))
    group = _Reader(text).read()
    assert group.family is not None
    family = FAMILIES[group.family[0]]
    return [*_family_lines(family), *_group_lines(family, group)]


def _family_lines(family: Family) -> Iterator[Line]:
    yield Line("summary", family.summary)
    for title, names in (("representations", family.representations), ("G-sets", family.gsets), ("actions", family.actions)):
        if names:
            yield Line("names", f"{title}: {', '.join('R^n' if n == 'R' else n for n in names)}")


def _group_lines(family: Family, group: Group) -> Iterator[Line]:
    facts = group.facts
    for title, value in (("order", facts.order), ("dimension", facts.dimension), ("components", facts.components)):
        if value is not None:
            yield Line("fact", f"{title} of {group.label}: {value}")
    if facts.compact is not None:
        yield Line("fact", f"{group.label} is {'compact' if facts.compact else 'not compact'}")
    if facts.source:
        yield Line("fact", f"source: {facts.source}")
    defining = _defining(family, group)
    for generator in group.generators:
        kind = "an element of the Lie algebra" if generator.kind == "lie" else "a group element"
        yield Line("generator", f"{generator.name}, {kind}")
        if defining is not None and defining.size <= SHOWN:
            rows = tuple(tuple(map(str, row)) for row in defining.matrix(generator.name).to_dense())
            yield Line("matrix", f"{generator.name} in vector", rows)


def _defining(family: Family, group: Group) -> ExplicitRep | None:
    if "vector" not in family.representations:
        return None
    try:
        rep = family.representation(group, "vector", (), COMPLEX if group.family and group.family[0] in ("U", "SU") else REAL)
    except FamilyError:
        return None
    return rep if isinstance(rep, ExplicitRep) else None


class _Reader:
    """Recursive descent over `Name(argument, …)` and `Z^n`."""

    def __init__(self, text: str) -> None:
        self.text, self.tokens, self.place = text, [], 0
        position = 0
        stripped = text.rstrip()
        while position < len(stripped):
            match = _TOKEN.match(stripped, position)
            if match is None:
                raise self.unreadable()
            self.tokens.append(match.groups())
            position = match.end()

    tokens: list[tuple[str | None, ...]]

    def unreadable(self) -> FamilyError:
        """The refusal of a text that names no family."""
        return refusals.label(f"`{self.text[:40]}` is not a family of groups", None, tuple(FAMILIES))

    def read(self) -> Group:
        """The group that the whole text names."""
        group = self.argument()
        if not isinstance(group, Group) or self.place != len(self.tokens):
            raise self.unreadable()
        return group

    def sign(self) -> str | None:
        """The punctuation at this place."""
        return self.tokens[self.place][3] if self.place < len(self.tokens) else None

    def argument(self) -> Argument:
        """A number, a word, a string, a parameter or a group."""
        if self.place >= len(self.tokens) or self.place > 100:
            raise self.unreadable()
        number, word, string, _ = self.tokens[self.place]
        self.place += 1
        if number is not None:
            _, _, below = number.partition("/")
            if below and not int(below):
                raise self.unreadable()
            value = Fraction(number)
            return Dim.of(value) if value.denominator == 1 else value
        if string is not None:
            return string
        if word is None:
            raise self.unreadable()
        if word not in FAMILIES:
            return Dim.parameter(word) if self.place > 1 else word
        given: list[Argument] = []
        if word == "Z" and self.sign() == "^":
            self.place += 1
            given.append(self.argument())
        elif self.sign() == "(":
            while self.sign() in ("(", ","):
                self.place += 1
                given.append(self.argument())
            if self.sign() != ")":
                raise self.unreadable()
            self.place += 1
        dims = [a for a in given if isinstance(a, Dim)]
        names = sorted(frozenset().union(*(d.parameters for d in dims)))
        label = f"{word}({', '.join(str(getattr(a, 'name', a)) for a in given)})" if given else word
        return FAMILIES[word].group(label, tuple(given), tuple(Parameter(p) for p in names))
