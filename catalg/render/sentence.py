"""Rules and their facts as sentences, in text or LaTeX: the one reader of the templates in `wording`.

A `Voice` says how formulas, words and code look in one output; the template language is described in `wording`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Protocol

from catalg.model.verdict import Counterexample, Evidence, Fact, Judgement, Step
from catalg.render import wording
from catalg.terms import Dim, Num, Term


class Voice(Protocol):
    """How the pieces of a sentence are written in one output."""

    def formula(self, term: Term) -> str:
        """A formula inside a sentence."""
        ...

    def dimension(self, dim: Dim) -> str:
        """A dimension inside a sentence."""
        ...

    def words(self, text: str) -> str:
        """Running text."""
        ...

    def name(self, text: str) -> str:
        """A fact that is text: a name, a construction such as `T^2(V)`, or a few words."""
        ...

    def code(self, text: str) -> str:
        """A word of the language."""
        ...


def tell(voice: Voice, told: Step | Evidence | Counterexample | Judgement) -> str:
    """The sentence of a step, a piece of evidence, a counterexample or the reason of a judgement.

    A judgement's reason without an entry is a plain sentence already; any other rule without an entry is told by its
    name and its facts.
    """
    name = told.reason if isinstance(told, Judgement) else told.rule
    rule = wording.find(name)
    if rule is not None:
        return fill(voice, rule.text, dict(told.facts))
    if isinstance(told, Judgement):
        return _plain(voice, name)
    head = voice.words(name.replace("_", " ").replace("-", " "))
    facts = ", ".join(f"{voice.words(key.replace('_', ' '))} {fact(voice, value)}" for key, value in told.facts)
    return f"{head}: {facts}" if facts else head


def fact(voice: Voice, value: Fact) -> str:
    """One fact.

    >>> from catalg.render.voices import TEXT
    >>> fact(TEXT, (3, "points", Fraction(1, 2)))
    '3, points, 1/2'
    """
    match value:
        case str():
            return voice.name(value)
        case bool() | int() | Fraction():
            return voice.formula(Num(Fraction(value)))
        case Dim():
            return voice.dimension(value)
        case Term():
            return voice.formula(value)
        case _:
            return ", ".join(f"({fact(voice, part)})" if isinstance(part, tuple) else fact(voice, part) for part in value)


def fill(voice: Voice, template: str, facts: Mapping[str, Fact]) -> str:
    """A template with its facts put in.

    >>> from catalg.render.voices import TEXT
    >>> fill(TEXT, "{n} map{n?|s}{why!, since {why}|}", {"n": 2, "why": "it is so"})
    '2 maps, since it is so'
    """
    return "".join(_pieces(voice, template, facts))


_TOKEN = re.compile(r"\{(\w+)|`([^`]*)`|[^{`]+|.", re.DOTALL)


def _pieces(voice: Voice, template: str, facts: Mapping[str, Fact]) -> Iterable[str]:
    position = 0
    while position < len(template):
        found = _TOKEN.match(template, position)
        if found is None:  # pragma: no cover - the last alternative takes any character
            raise ValueError(template)
        position = found.end()
        if found[1] is None:
            yield voice.words(found[0]) if found[2] is None else voice.code(fill_words(found[2], facts))
            continue
        kind = template[position : position + 1]
        if kind == "}":
            position += 1
            yield fact(voice, facts[found[1]]) if found[1] in facts else voice.words("…")
        elif kind in ("?", "!"):
            first, second, position = _alternatives(template, position + 1)
            value = facts.get(found[1])
            chosen = first if (_is_one(value) if kind == "?" else value not in (None, "", ())) else second
            yield fill(voice, chosen, facts)
        else:
            raise ValueError(f"not a template: {template}")


def fill_words(template: str, facts: Mapping[str, Fact]) -> str:
    """A template whose facts are put in as bare text, for code."""
    from catalg.render.voices import CODE

    return re.sub(r"\{(\w+)\}", lambda found: fact(CODE, facts.get(found[1], "…")), template)


def _alternatives(template: str, start: int) -> tuple[str, str, int]:
    """The two alternatives that begin at `start`, and where the bracket that holds them has closed."""
    depth, bar = 0, -1
    for position in range(start, len(template)):
        sign = template[position]
        if sign == "{":
            depth += 1
        elif sign == "}" and depth:
            depth -= 1
        elif sign == "}":
            bar = position if bar < 0 else bar
            return template[start:bar], template[bar + 1 : position], position + 1
        elif sign == "|" and not depth and bar < 0:
            bar = position
    raise ValueError(f"not a template: {template}")


def _is_one(value: Fact | None) -> bool:
    match value:
        case Dim():
            return value.constant() == 1
        case Num(number):
            return number == 1
        case tuple():
            return len(value) == 1
        case str():
            return value == "1"
        case _:
            return value == 1


def _plain(voice: Voice, text: str) -> str:
    parts = text.split("`")
    if len(parts) % 2 == 0:
        return voice.words(text)
    return "".join(voice.code(part) if k % 2 else voice.words(part) for k, part in enumerate(parts))


def listed(sentences: Sequence[str], last: str = "and") -> str:
    """Items with commas and one word before the last.

    >>> listed(["a", "b", "c"])
    'a, b and c'
    """
    if len(sentences) < 2:
        return "".join(sentences)
    return f"{', '.join(sentences[:-1])} {last} {sentences[-1]}"
