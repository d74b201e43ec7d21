"""The arrows of a presented category, from a rewriting system that is checked again.

A complete system counts the arrows of a category exactly when its rules follow from the equations (else it has too few
normal forms) and it is confluent and joins both sides of each equation (else too many). Both are checked here: every
lemma of the completion is replayed link by link from the axioms, and all critical pairs are resolved anew.
"""

from __future__ import annotations

from functools import lru_cache

from catalg.exact.completion import Limits
from catalg.model.category import Category
from catalg.universes.categories import ENUMERATION, HomSets, hom_sets
from catalg.verify.categories.rewriting import BrokenProof, confluent, replay_moves

LINKS = 2_000_000
"""How many letters of chains are replayed before a check is given up."""


@lru_cache(maxsize=64)
def checked_homs(category: Category, limits: Limits = ENUMERATION) -> HomSets | None:
    """The hom-sets of a category, or None when completion does not end or its result cannot be confirmed."""
    homs = hom_sets(category, limits)
    if homs is None or not _derived(homs):
        return None
    return homs if confluent(homs.encoding.presentation, homs.completion.system.rules()) else None


def _derived(homs: HomSets) -> bool:
    """Whether each rule is a lemma, and each lemma an axiom or a chain through earlier lemmas."""
    presentation, completion = homs.encoding.presentation, homs.completion
    statements = [(lemma.left, lemma.right) for lemma in completion.lemmas]
    work = 0
    for number, lemma in enumerate(completion.lemmas):
        if lemma.axiom is not None:
            if (lemma.left, lemma.right) != presentation.equations[lemma.axiom][1:]:
                return False
            continue
        if not lemma.left or any(move.lemma >= number for move in lemma.chain):
            return False
        work += len(lemma.chain) * (len(lemma.left) + 1)
        if work > LINKS:
            return False
        start = presentation.source[lemma.left[0]]
        try:
            replay_moves(presentation, start, lemma.left, lemma.right, lemma.chain, statements)
        except BrokenProof:
            return False
    known = {*statements, *((right, left) for left, right in statements)}
    return all(rule in known for rule in completion.system.rules())
