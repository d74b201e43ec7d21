"""The words that mean something by themselves, by what they are: one table for highlighting and for completion."""

from __future__ import annotations

from functools import cache

from catalg.language.keywords import INFIX, STATEMENTS

SECTIONS = ("generators", "lie", "relations", "nodes", "edges", "objects", "equation", "equations")
COUNTS = ("dim", "size", "free", "arguments")
INTEGRALS = ("int", "lim", "colim", "any")
FORMS = ("series", "matrix", "basis", "formula", "irreps")
KEYWORDS = tuple(sorted({*STATEMENTS, *INFIX, *SECTIONS, *COUNTS, *INTEGRALS}))
"""All keywords; those outside of `STATEMENTS` are keywords only where a name cannot stand."""

UNIVERSES = ("Set", "Vect", "Man", "Nat", "Real", "Complex", "QQ", "RR", "CC", "GF")
"""Target categories, kinds of parameters and fields."""


@cache
def library() -> dict[str, str]:
    """The words of formulas and of constructions, with what they mean in a few words.

    >>> library()["norm"]
    'the Euclidean length'
    """
    from catalg.elaborate import category_expressions, functor_expressions, shape_claims
    from catalg.elaborate.ends import INTEGRANDS
    from catalg.exact.functions import CONSTANTS, FUNCTIONS, VOCABULARY

    words = {word: "a word of formulas" for word in VOCABULARY}
    words |= {name: entry.meaning for name, entry in FUNCTIONS.items()}
    words |= {name: entry.meaning for name, entry in CONSTANTS.items()}
    words |= {word: "a construction of functors" for word in functor_expressions.WORDS}
    words |= {word: "a construction of categories" for word in category_expressions.WORDS}
    words |= {word: f"a form of {kind}s" for word, kind in shape_claims.FORMS.items()}
    words |= {
        word: f"a property {meaning}"
        for name, meaning in shape_claims.PROPERTIES.items()
        for word in name.split()[-1:]
    }
    words |= {word: "the maps of an end" for word in INTEGRANDS if word not in UNIVERSES}
    return words


@cache
def families() -> dict[str, str]:
    """The families of groups with their summaries."""
    from catalg.families.registry import FAMILIES

    return {name: " ".join(family.summary.split()) for name, family in FAMILIES.items()}


@cache
def actions_of(family: str) -> tuple[str, ...]:
    """The functors that a family of groups brings along: representations, G-sets, actions on manifolds."""
    from catalg.families.registry import FAMILIES

    known = FAMILIES.get(family)
    return () if known is None else (*known.representations, *known.gsets, *known.actions)


def has_meaning(word: str) -> bool:
    """Whether a word means something where nothing declares it, so that no declaration should be renamed to it."""
    return word in KEYWORDS or word in UNIVERSES or word in library() or word in families()
