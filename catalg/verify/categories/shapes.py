"""Counts of arrows, objects and elements: read off checked normal forms and tables, never off a formula for the number."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

from catalg.exact.completion import Limits
from catalg.model.category import Category, Equation, SetFunctor, VectFunctor
from catalg.model.goals import MorphismCount, ObjectCount, ShapeClaim, ValueCount
from catalg.model.verdict import Counterexample, Evidence, Fact, Judgement, Verdict
from catalg.terms import Call, Relation, Term
from catalg.universes.categories import HomSets, path_term
from catalg.universes.extensions import UnlistedKan
from catalg.verify.categories.extensions import value_size
from catalg.verify.categories.functoriality import functoriality
from catalg.verify.categories.homs import checked_homs

SHOWN = 12
"""How many arrows the evidence names."""

INFINITE = "oo"

QUICK = Limits(pairs=400, rules=120, steps=60_000, length=40)
"""How far the completion of a quotient goes."""


def judge_shape(claim: ShapeClaim) -> Judgement:
    """Whether `size hom(A, B) in C = value`, `size morphisms(C) = value` or `size F(A) = value` holds."""
    found, evidence = _counted(claim)
    facts: dict[str, Fact] = {"count": claim.count, "end": claim.text}
    if found is None:
        return Judgement.undecided(evidence.rule, **dict(evidence.facts))
    if claim.value is not None and not claim.value.is_constant:
        return Judgement.undecided("set-count-with-parameters", value=claim.value, **facts)
    value = INFINITE if claim.value is None else claim.value.constant()
    if value == found:
        return Judgement(Verdict.PROVED, "set-count", (*facts.items(), ("value", found)), None, (evidence,))
    return Judgement(
        Verdict.REFUTED,
        "set-count-differs",
        tuple(facts.items()),
        Counterexample.of("shape-count-found", found=found, value=INFINITE if value is None else value, why=_why(evidence), **facts),
        (evidence,),
    )


def _why(evidence: Evidence) -> Fact:
    """The members that a count names, for the counterexample."""
    facts = evidence.as_dict()
    return facts.get("members", facts.get("loop", ""))


def _counted(claim: ShapeClaim) -> tuple[int | str | None, Evidence]:
    match claim.subject:
        case ObjectCount(category):
            return len(category.objects), Evidence.of("objects-listed", category=category.name, size=len(category.objects))
        case MorphismCount(category, source, target):
            return morphism_count(category, source, target)
        case ValueCount(functor, at):
            if isinstance(functor, UnlistedKan):
                return value_size(functor, at)
            assert isinstance(functor, SetFunctor | VectFunctor)
            if functoriality(functor).verdict is not Verdict.PROVED:
                return None, Evidence.of("value-of-no-functor", functor=functor.name)
            if isinstance(functor, VectFunctor):
                return functor.dimension(at), Evidence.of("dimension-read", functor=functor.name, object=at)
            labels = functor.elements(at)
            return len(labels), Evidence.of(
                "elements-listed", functor=functor.name, object=at, size=len(labels), members=labels[:SHOWN],
                more=max(0, len(labels) - SHOWN),
            )
        case _:
            raise TypeError("an end is counted by its solution")


def morphism_count(category: Category, source: str | None, target: str | None) -> tuple[int | str | None, Evidence]:
    """The number of arrows between two objects, or of all; `oo` when it is infinite, None when it was not found."""
    homs = checked_homs(category)
    ends = (
        [(source, target)]
        if source is not None and target is not None
        else [(a, b) for a in category.objects for b in category.objects]
    )
    if homs is None:
        return _infinite_quotient(category, ends)
    total = 0
    for a, b in ends:
        count = homs.count(a, b)
        if count is None:
            return INFINITE, Evidence.of("infinitely-many-arrows", source=a, target=b, **_loop(homs, a, b))
        total += count
    members = tuple(islice((path_term(path, a) for a, b in ends for path in homs.paths(a, b)), SHOWN))
    return total, Evidence.of(
        "arrows-counted", category=category.name, size=total, rules=len(homs.completion.system.left),
        members=Call("listing", members), more=max(0, total - SHOWN),
    )


def _infinite_quotient(category: Category, ends: list[tuple[str, str]]) -> tuple[str | None, Evidence]:
    """Where completion does not end: a quotient that has infinitely many arrows, made by calling one loop an identity.

    A quotient is full and keeps the objects, so that a category with an infinite quotient is infinite itself.
    """
    for loop in category.arrows:
        if loop.source != loop.target:
            continue
        equation = Equation(loop.source, loop.source, (loop.name,), ())
        smaller = replace(category, name=f"{category.name}/{loop.name}", equations=(*category.equations, equation))
        homs = checked_homs(smaller, QUICK)
        if homs is None:
            continue
        for a, b in ends:
            if homs.count(a, b) is None:
                return INFINITE, Evidence.of(
                    "infinite-quotient", category=category.name, source=a, target=b,
                    equation=Relation("=", path_term((loop.name,), loop.source), path_term((), loop.source)), **_loop(homs, a, b),
                )
    return None, Evidence.of("arrows-not-counted", category=category.name)


def _loop(homs: HomSets, source: str, target: str) -> dict[str, Term]:
    objects = homs.encoding.category.objects
    found = homs.automaton.loop(objects.index(source), objects.index(target))
    assert found is not None
    before, around, after = (homs.encoding.path(word) for word in found)
    category = homs.encoding.category
    at = category.arrow(around[0]).source
    return {
        "loop": path_term(around, at),
        "once": path_term(before + around + after, source),
        "twice": path_term(before + around * 2 + after, source),
    }
