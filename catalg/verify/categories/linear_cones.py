"""Limit cones in Vect: a natural transformation from a constant functor R^k whose comparison map is bijective.

Injective: the components, one on top of the other, have rank k. Surjective: the limit has at most k dimensions, a nullity
modulo a prime, which can only be too large. A cone that is none is refuted by a vector that restricts to 0 everywhere, or
by a matching family that comes from no vector of the apex, checked square by square.
"""

from __future__ import annotations

from catalg.exact.modular import nullity_upper_bound
from catalg.exact.nullspace import in_span, nullspace, rank, row_space_rref
from catalg.exact.sparse import SparseMatrix
from catalg.exact.sparse import Vector as Column
from catalg.model.category import VectTransformation
from catalg.model.display import scalar_term
from catalg.model.verdict import Counterexample, Evidence, Judgement, Verdict
from catalg.terms import Call, Name, Vector
from catalg.universes.presented_vect import limit_end
from catalg.verify.categories.naturality import naturality
from catalg.verify.categories.vect import end_conditions


def judge_linear_cone(legs: VectTransformation) -> Judgement:
    """Whether a cone from R^k is a limit."""
    functor = legs.target
    if functor.field.kind == "finite":
        return Judgement.undecided("no-strategy", detail="linear cones over finite fields")
    natural = naturality(legs)
    if natural.verdict is not Verdict.PROVED:
        return natural
    apex = legs.source.objects[0][1]
    stacked = SparseMatrix.zero(0, apex)
    for c in functor.category.objects:
        stacked = stacked.stack(legs.component(c))
    killed = nullspace(stacked)
    if killed:
        element = Vector(tuple(scalar_term(killed[0].get(k, 0)) for k in range(apex)))
        return Judgement.refuted("not-a-linear-limit", Counterexample.of("restricts-to-zero", element=element), functor=functor.name)
    conditions = end_conditions(limit_end(functor))
    bound, facts = nullity_upper_bound(conditions)
    found = rank(stacked)
    if bound == found == apex:
        return Judgement.proved(
            "linear-limit-cone", Evidence.of("comparison-injective", rank=found),
            Evidence.of("linear-limit-bound", prime=facts["prime"], bound=bound), functor=functor.name,
        )
    images = row_space_rref(stacked.transpose().rows)
    for family in nullspace(conditions):
        missed = not conditions.apply(family) and not in_span(family, images)
        if missed:
            return Judgement.refuted(
                "not-a-linear-limit", Counterexample.of("unglued-family", family=_family(legs, family)), functor=functor.name
            )
    return Judgement.undecided("limit-not-counted", functor=functor.name)


def _family(legs: VectTransformation, family: Column) -> Call:
    parts, at = [], 0
    for c, size in legs.target.objects:
        if size:
            values = tuple(scalar_term(family.get(at + k, 0)) for k in range(size))
            parts.append(Call("component", (Name(c), Vector(values))))
        at += size
    return Call("family", tuple(parts))
