"""What `check x is property` asks: universal cones and squares, isomorphisms, representables, adjunctions, finiteness."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from catalg.exact.sparse import SparseMatrix
from catalg.model.category import Arrow, Category, SetFunctor, SetTransformation, VectTransformation
from catalg.model.goals import PathClaim, PropertyClaim
from catalg.model.verdict import Counterexample, Evidence, Fact, Judgement, Verdict
from catalg.universes.categories import HomSets, path_term
from catalg.universes.path_transformations import PathTransformation
from catalg.universes.pointwise import is_constant
from catalg.universes.presented_functors import PresentedFunctor
from catalg.universes.sets import evaluate
from catalg.universes.shapes import square
from catalg.verify.categories.fibrations import judge_fibration
from catalg.verify.categories.homs import checked_homs
from catalg.verify.categories.linear_cones import judge_linear_cone
from catalg.verify.categories.mappings import mapping_functoriality
from catalg.verify.categories.path_naturality import path_naturality
from catalg.verify.categories.path_witness import path_witness
from catalg.verify.categories.paths import decide_path_equality
from catalg.verify.categories.shapes import morphism_count
from catalg.verify.categories.universal import Legs, is_colimit, is_limit

LISTED = 8


def judge_property(claim: PropertyClaim) -> Judgement:
    """Whether the subject has the property. Raises Malformed for data that do not describe it."""
    match claim.property, claim.subject:
        case "universal", (SetTransformation() as legs,):
            return _universal(legs)
        case "universal", (VectTransformation() as legs,):
            return judge_linear_cone(legs)
        case "pullback" | "pushout" as form, (SetFunctor() as functor,):
            return _square(form, functor)
        case "invertible", (SetTransformation() as transformation,):
            return _invertible(transformation)
        case "invertible", (VectTransformation() as linear,):
            return _invertible_linear(linear)
        case "representable", (SetFunctor() as functor,):
            return _representable(functor)
        case "finite", (Category() as category,):
            return _finite(category)
        case "adjunction", (left, right, unit, counit):
            return _adjunction(
                cast(PresentedFunctor, left), cast(PresentedFunctor, right), cast(PathTransformation, unit),
                cast(PathTransformation, counit),
            )
        case property, (PresentedFunctor() as between,):
            return judge_fibration(between, property)
        case property, _:
            return Judgement.undecided("no-strategy", detail=f"`is {property}` of this")


def _universal(legs: SetTransformation) -> Judgement:
    """A transformation from a constant set is a cone over its target; one to a constant set a cocone under its source.

    Where both are constant, the one that is written as a set, `{x, y}`, is the apex.
    """
    written = legs.target.name.startswith("{") and not legs.source.name.startswith("{")
    if is_constant(legs.source) and not (written and is_constant(legs.target)):
        return is_limit(legs.target, Legs(legs.source.objects[0][1], legs.components))
    return is_colimit(legs.source, Legs(legs.target.objects[0][1], legs.components))


def _square(form: str, functor: SetFunctor) -> Judgement:
    shape = square(functor.category)
    assert shape is not None
    (f, g), (h, k) = shape.arrows
    one, other = shape.corners
    labels, tables = dict(functor.objects), dict(functor.arrows)
    if form == "pullback":
        arrows = (Arrow(g, one, shape.end), Arrow(k, other, shape.end))
        objects = (one, other, shape.end)
        across = tuple(tables[g][y] for y in tables[f])
        legs = Legs(labels[shape.start], ((one, tables[f]), (other, tables[h]), (shape.end, across)))
    else:
        arrows = (Arrow(f, shape.start, one), Arrow(h, shape.start, other))
        objects = (one, other, shape.start)
        across = tuple(tables[g][y] for y in tables[f])
        legs = Legs(labels[shape.end], ((shape.start, across), (one, tables[g]), (other, tables[k])))
    cut = SetFunctor(
        functor.name,
        Category("corner", objects, arrows),
        tuple((c, labels[c]) for c in objects),
        tuple((a.name, tables[a.name]) for a in arrows),
    )
    if form == "pushout":
        return is_colimit(cut, legs)
    judgement = is_limit(cut, legs)
    found = judgement.counterexample
    if found is None or found.rule != "missed-families":
        return judgement
    facts = dict(found.facts)
    missed, between = facts["missed"], facts["objects"]
    assert isinstance(missed, tuple) and isinstance(between, tuple)
    facts["missed"] = tuple(family[:2] for family in missed if isinstance(family, tuple))
    facts["objects"] = between[:2]
    return replace(judgement, counterexample=Counterexample.of(found.rule, **facts))


def _invertible(transformation: SetTransformation) -> Judgement:
    target = dict(transformation.target.objects)
    for c, labels in transformation.source.objects:
        first: dict[int, int] = {}
        for x, y in enumerate(transformation.component(c)):
            if y in first:
                return _not_invertible(
                    transformation.name,
                    Counterexample.of(
                        "same-image", transformation=transformation.name, object=c, first=labels[first[y]],
                        second=labels[x], value=target[c][y],
                    ),
                )
            first[y] = x
        missed = [label for y, label in enumerate(target[c]) if y not in first]
        if missed:
            return _not_invertible(
                transformation.name,
                Counterexample.of("not-hit", transformation=transformation.name, object=c, missed=tuple(missed[:LISTED])),
            )
    return _is_invertible(transformation.name, len(transformation.components))


def _invertible_linear(transformation: VectTransformation) -> Judgement:
    from catalg.universes.vect import inverse, inverse_modulo

    prime = transformation.source.field.characteristic
    for c, matrix in transformation.components:
        try:
            if matrix.nrows != matrix.ncols:
                raise ZeroDivisionError
            back = inverse_modulo(matrix, prime) if prime else inverse(matrix)
            if not prime and back @ matrix != SparseMatrix.identity(matrix.nrows):
                return Judgement.undecided("no-strategy", detail="an inverse that could not be confirmed")
        except ZeroDivisionError:
            return _not_invertible(
                transformation.name,
                Counterexample.of(
                    "singular-component", transformation=transformation.name, object=c, rows=matrix.nrows, columns=matrix.ncols
                ),
            )
    return _is_invertible(transformation.name, len(transformation.components))


def _is_invertible(name: str, count: int) -> Judgement:
    return Judgement.proved("invertible", transformation=name, components=count)


def _not_invertible(name: str, counterexample: Counterexample) -> Judgement:
    return Judgement.refuted("not-invertible", counterexample, transformation=name)


def _representable(functor: SetFunctor) -> Judgement:
    category = functor.category
    homs = checked_homs(category)
    if homs is None:
        return Judgement.undecided("arrows-not-counted", category=category.name)
    sizes = {c: len(labels) for c, labels in functor.objects}
    failures: list[str] = []
    for c in category.objects:
        unequal = next((d for d in category.objects if homs.count(c, d) != sizes[d]), None)
        if unequal is not None:
            count = homs.count(c, unequal)
            failures.append(
                f"there {'are infinitely many arrows' if count is None else 'is 1 arrow' if count == 1 else f'are {count} arrows'} "
                f"{c} → {unequal}, but {functor.name}({unequal}) has {sizes[unequal]} element{'' if sizes[unequal] == 1 else 's'}"
            )
            continue
        for x, label in enumerate(functor.elements(c)):
            missed = _missed(functor, homs, c, x)
            if missed is None:
                return Judgement.proved(
                    "representable", Evidence.of("universal-element", functor=functor.name, object=c, element=label),
                    functor=functor.name, object=c, element=label,
                )
            failures.append(f"from {label} in {functor.name}({c}) no arrow leads to {missed[1]} in {functor.name}({missed[0]})")
    return Judgement.refuted(
        "not-representable",
        Counterexample.of("no-universal-element", functor=functor.name, failures=tuple(failures[:LISTED])),
        functor=functor.name,
    )


def _missed(functor: SetFunctor, homs: HomSets, c: str, x: int) -> tuple[str, str] | None:
    for d in functor.category.objects:
        hit = {evaluate(functor, path, c)[x] for path in homs.paths(c, d)}
        for y, label in enumerate(functor.elements(d)):
            if y not in hit:
                return d, label
    return None


def _finite(category: Category) -> Judgement:
    size, evidence = morphism_count(category, None, None)
    if size is None:
        return Judgement.undecided(evidence.rule, **dict(evidence.facts))
    if size == "oo":
        return Judgement.refuted(
            "not-finite", Counterexample(evidence.rule, evidence.facts), category=category.name
        )
    return Judgement.proved("finite", evidence, category=category.name, size=size)


def _adjunction(
    left: PresentedFunctor, right: PresentedFunctor, unit: PathTransformation, counit: PathTransformation
) -> Judgement:
    for functor in (left, right):
        if mapping_functoriality(functor).verdict is not Verdict.PROVED:
            return Judgement.undecided("property-of-no-functor", functor=functor.name)
    for transformation in (unit, counit):
        if path_naturality(transformation).verdict is not Verdict.PROVED:
            return Judgement.undecided("adjunction-not-natural", transformation=transformation.name)
    evidence: list[Evidence] = []
    still_open: Judgement | None = None
    triangles = [
        (left.target, c, left.object(c), left.path(unit.component(c)) + counit.component(left.object(c)), left.name)
        for c in left.source.objects
    ]
    triangles += [
        (right.target, d, right.object(d), unit.component(right.object(d)) + right.path(counit.component(d)), right.name)
        for d in right.source.objects
    ]
    for category, at, start, path, through in triangles:
        judgement = decide_path_equality(category, PathClaim(category, start, start, path, ()))
        facts: dict[str, Fact] = {
            "unit": unit.name, "counit": counit.name, "functor": through, "object": at, "category": category.name,
        }
        if judgement.verdict is Verdict.REFUTED:
            return Judgement(
                Verdict.REFUTED, "no-adjunction", (("left", left.name), ("right", right.name)),
                Counterexample.of("broken-triangle", path=path_term(path, start), identity=path_term((), start), **facts, **path_witness(judgement)),
                judgement.evidence,
            )
        if judgement.verdict is Verdict.UNDECIDED:
            still_open = still_open or judgement
        evidence.append(
            Evidence.of("triangle-commutes", path=path_term(path, start), identity=path_term((), start), **facts)
        )
    if still_open is not None:
        return still_open
    return Judgement.proved(
        "adjunction", *evidence[:LISTED], left=left.name, right=right.name, unit=unit.name, counit=counit.name
    )
