"""Dinaturality: for each f : a -> b the hexagon from S(b, a) to T(a, b) commutes.

An element x of S(b, a) goes back along f to S(a, a), through the component at a and along f to T(a, b); or forth to S(b, b),
through the component at b and back to T(a, b). In a wedge S is constant, and the hexagon is a square.
"""

from __future__ import annotations

from catalg.model.verdict import Counterexample, Evidence, Judgement
from catalg.universes.constructions import pair
from catalg.universes.dinatural import Dinatural
from catalg.verify.categories.functoriality import LISTED, Malformed


def dinaturality(family: Dinatural) -> Judgement:
    """Whether a family is dinatural. Raises Malformed when a component is not a map S(c, c) -> T(c, c)."""
    components = dict(family.components)
    for c in family.base.objects:
        source, target = family.source.elements(pair(c, c)), family.target.elements(pair(c, c))
        images = components.get(c)
        if images is None or len(images) != len(source) or any(not 0 <= y < len(target) for y in images):
            raise Malformed(f"{family.name} needs a map {family.source.name}({c}, {c}) -> {family.target.name}({c}, {c})")
    evidence: list[Evidence] = []
    for arrow in family.base.arrows:
        a, b, f = arrow.source, arrow.target, arrow.name
        back, forth = family.source.table(pair(f, a)), family.source.table(pair(b, f))
        on, off = family.target.table(pair(a, f)), family.target.table(pair(f, b))
        values = family.target.elements(pair(a, b))
        for x, label in enumerate(family.source.elements(pair(b, a))):
            left, right = on[components[a][back[x]]], off[components[b][forth[x]]]
            if left != right:
                return Judgement.refuted(
                    "not-dinatural",
                    Counterexample.of(
                        "broken-hexagon",
                        transformation=family.name, source=family.source.name, target=family.target.name,
                        arrow=f, domain=a, codomain=b, element=label, left=values[left], right=values[right],
                    ),
                    transformation=family.name,
                )
        if len(evidence) < LISTED:
            evidence.append(
                Evidence.of("hexagon-commutes", transformation=family.name, arrow=f, domain=a, codomain=b)
            )
    count = len(family.base.arrows)
    if count > LISTED:
        evidence.append(Evidence.of("more-squares-commute", count=count - LISTED))
    return Judgement.proved("dinatural", *evidence, transformation=family.name, hexagons=count)
