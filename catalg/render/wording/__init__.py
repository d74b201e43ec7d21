"""The sentences behind the rules of evidence, steps, reasons and counterexamples.

A module beside this one holds a dict `WORDING` from a rule's name to a `Rule` (or to its bare sentence) and is listed in
`MODULES`: adding rules is adding entries, adding a field is adding a file and one word there. In a sentence

    {fact}              is the fact of that name, printed as the output wants it (terms as formulas, tuples with commas)
    {fact?map|maps}     is `map` when the fact is 1 and `maps` otherwise; `{fact?|s}` is the plural ending
    {fact!one|other}    is `one` when the fact is there (and not empty), otherwise `other`; both may hold further facts
    `word`              is code of the language; in LaTeX it is set in typewriter type

A fact's value decides how it looks: a term or a dimension is a formula, a `str` is running text. Facts that the
sentence leaves out are not shown. A rule without an entry is told by its own name and all its facts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module

MODULES = ("engine", "actions", "linear", "categories", "extensions", "kernels", "harmonic", "calculus", "sheaves", "attention", "maps")


@dataclass(frozen=True, slots=True)
class Rule:
    """How a rule is told: `text` in one sentence without a full stop, `about` at length for `catalg explain`.

    `proof` marks reasons of judgements that are told together with their evidence, as a proof line by line.
    """

    text: str
    about: str = ""
    proof: bool = False


def find(name: str) -> Rule | None:
    """The wording of a rule, or None where no module has an entry for it."""
    return table().get(name)


def rules() -> Iterator[str]:
    """The names of all rules, in the order of the modules."""
    return iter(table())


@cache
def table() -> Mapping[str, Rule]:
    """All entries. Raises ValueError when two modules tell the same rule differently."""
    entries: dict[str, Rule] = {}
    for module in MODULES:
        for name, entry in import_module(f"{__name__}.{module}").WORDING.items():
            rule = entry if isinstance(entry, Rule) else Rule(entry)
            if entries.setdefault(name, rule) != rule:
                raise ValueError(f"the rule {name} is told in two ways")
    return entries
