"""Naturality between functors of presented categories: each square is an equality of paths.

For f : c -> d the paths are alpha_c then G(f), and F(f) then alpha_d; the answer is three-valued as that of paths is.
"""

from __future__ import annotations

from catalg.model.goals import PathClaim
from catalg.model.verdict import Counterexample, Evidence, Fact, Judgement, Verdict
from catalg.universes.categories import path_term
from catalg.universes.path_transformations import PathTransformation
from catalg.verify.categories.functoriality import LISTED
from catalg.verify.categories.path_witness import path_witness
from catalg.verify.categories.paths import decide_path_equality


def path_naturality(transformation: PathTransformation) -> Judgement:
    """Whether the square of every generating arrow commutes in the target category."""
    f, g = transformation.source, transformation.target
    evidence: list[Evidence] = []
    still_open: Judgement | None = None
    arrows = f.source.arrows
    for arrow in arrows:
        start, end = f.object(arrow.source), g.object(arrow.target)
        left = f.path((arrow.name,)) + transformation.component(arrow.target)
        right = transformation.component(arrow.source) + g.path((arrow.name,))
        judgement = decide_path_equality(f.target, PathClaim(f.target, start, end, left, right))
        facts: dict[str, Fact] = {
            "transformation": transformation.name, "source": f.name, "target": g.name, "arrow": arrow.name,
            "domain": arrow.source, "codomain": arrow.target, "category": f.target.name,
        }
        if judgement.verdict is Verdict.REFUTED:
            return Judgement(
                Verdict.REFUTED,
                "not-natural",
                (("transformation", transformation.name),),
                Counterexample.of(
                    "broken-path-square", left=path_term(left, start), right=path_term(right, start), **facts,
                    start_component=path_term(transformation.component(arrow.source), start),
                    end_component=path_term(transformation.component(arrow.target), f.object(arrow.target)),
                    **path_witness(judgement),
                ),
                judgement.evidence,
            )
        if judgement.verdict is Verdict.UNDECIDED:
            still_open = still_open or judgement
        if len(evidence) < LISTED:
            evidence.append(Evidence.of("path-square-commutes", left=path_term(left, start), right=path_term(right, start), **facts))
    if still_open is not None:
        return still_open
    if len(arrows) > LISTED:
        evidence.append(Evidence.of("more-squares-commute", count=len(arrows) - LISTED))
    return Judgement.proved("natural", *evidence, transformation=transformation.name, squares=len(arrows))
