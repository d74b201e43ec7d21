"""Functors between presented categories: each equation of the source must hold between the images in the
target.

Each image equation is a question about paths in the target, so the answer is three-valued.
"""

from __future__ import annotations

from catalg.model.goals import PathClaim
from catalg.model.verdict import Counterexample, Evidence, Fact, Judgement, Verdict
from catalg.universes.categories import path_term
from catalg.universes.presented_functors import PresentedFunctor
from catalg.verify.categories.functoriality import LISTED, Malformed
from catalg.verify.categories.homs import checked_homs
from catalg.verify.categories.path_witness import path_witness
from catalg.verify.categories.paths import decide_path_equality

FEW = 6
"""Beyond this many equations one complete system of the target, checked once, is asked first for all of them."""


def mapping_functoriality(functor: PresentedFunctor) -> Judgement:
    """Whether a functor between presented categories is one. Raises Malformed when an image has the wrong
    ends.
    """
    check_images(functor)
    evidence: list[Evidence] = []
    open_question: Judgement | None = None
    homs = checked_homs(functor.target) if len(functor.source.equations) > FEW else None
    for equation in functor.source.equations:
        left, right = functor.path(equation.left), functor.path(equation.right)
        start, end = functor.object(equation.start), functor.object(equation.end)
        if homs is not None and homs.normal(left) == homs.normal(right):
            if len(evidence) < LISTED:
                evidence.append(
                    Evidence.of(
                        "image-holds", target=functor.target.name, left=path_term(equation.left, equation.start),
                        right=path_term(equation.right, equation.start), left_image=path_term(left, start),
                        right_image=path_term(right, start),
                    )
                )
            continue
        judgement = decide_path_equality(functor.target, PathClaim(functor.target, start, end, left, right))
        sides: dict[str, Fact] = {
            "left": path_term(equation.left, equation.start),
            "right": path_term(equation.right, equation.start),
            "left_image": path_term(left, start),
            "right_image": path_term(right, start),
        }
        if judgement.verdict is Verdict.REFUTED:
            return Judgement(
                Verdict.REFUTED,
                "functor-broken",
                (("functor", functor.name),),
                Counterexample.of("broken-image", functor=functor.name, target=functor.target.name, **sides, **path_witness(judgement)),
                judgement.evidence,
            )
        if judgement.verdict is Verdict.UNDECIDED:
            open_question = open_question or judgement
        evidence.append(Evidence.of("image-holds", target=functor.target.name, **sides))
    if open_question is not None:
        return open_question
    equations = len(functor.source.equations)
    return Judgement.proved(
        "functor-checked" if equations else "functor-on-free-category",
        *evidence,
        functor=functor.name,
        category=functor.source.name,
        equations=equations,
    )


def check_images(functor: PresentedFunctor) -> None:
    """Raise Malformed unless each arrow goes to a path between the images of its ends."""
    objects, images = dict(functor.objects), dict(functor.arrows)
    ends = {arrow.name: (arrow.source, arrow.target) for arrow in functor.target.arrows}
    for c in functor.source.objects:
        if objects.get(c) not in functor.target.objects:
            raise Malformed(f"{functor.name} needs an object of {functor.target.name} for {c}")
    for arrow in functor.source.arrows:
        if arrow.name not in images:
            raise Malformed(f"{functor.name} needs a path for {arrow.name}")
        at = objects[arrow.source]
        for step in images[arrow.name]:
            if ends.get(step, ("", ""))[0] != at:
                raise Malformed(f"{functor.name}({arrow.name}) is not a path from {objects[arrow.source]}")
            at = ends[step][1]
        if at != objects[arrow.target]:
            raise Malformed(f"{functor.name}({arrow.name}) ends at {at}, not at {objects[arrow.target]}")
