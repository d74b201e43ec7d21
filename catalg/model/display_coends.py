"""A link of a chain of isomorphisms as a term, so that every output can write the rule over the sign."""

from __future__ import annotations

from dataclasses import dataclass

from catalg.model.coends import Expression
from catalg.terms import Term


@dataclass(frozen=True, slots=True)
class Chained(Term):
    """`≅ result`, by a rule."""

    rule: str
    result: Expression
