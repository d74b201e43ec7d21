"""Is a functor of finite categories a fibration? By looking at every lift of every arrow.

p : E -> B is a *discrete fibration* when each arrow u : b -> p(e) has exactly one lift f : e' -> e with p(f) = u, and a
(Grothendieck) *fibration* when it has a cartesian one: for each g : e'' -> e and w : p(e'') -> b with p(g) = u w there is
exactly one h : e'' -> e' with f h = g and p(h) = w (A. Grothendieck, SGA 1, VI; T. Streicher, *Fibred categories*, 2018).
An opfibration is a fibration of the opposite categories.
"""

from __future__ import annotations

from dataclasses import dataclass

from catalg.model.category import Path
from catalg.model.verdict import Counterexample, Evidence, Fact, Judgement, Verdict
from catalg.terms import Term
from catalg.universes.categories import HomSets, path_term
from catalg.universes.presented_functors import PresentedFunctor
from catalg.verify.categories.homs import checked_homs
from catalg.verify.categories.mappings import mapping_functoriality

LISTED = 12
"""How many lifts the evidence names."""

ARROWS = 3_000
"""How many arrows either category may have."""


@dataclass(frozen=True, slots=True)
class Morphism:
    """An arrow by its ends and its normal form."""

    source: str
    target: str
    path: Path


@dataclass(frozen=True, slots=True)
class Finite:
    """A functor of finite categories with all arrows listed; with `flipped` both stand for their opposites."""

    functor: PresentedFunctor
    above: HomSets
    below: HomSets
    arrows: tuple[Morphism, ...]
    flipped: bool

    def image(self, arrow: Morphism) -> Path:
        """p of an arrow, in normal form."""
        return self.below.normal(self.functor.path(arrow.path))

    def term(self, path: Path, start: str) -> Term:
        """A path as the user's category writes it."""
        return path_term(path[::-1] if self.flipped else path, start)


def judge_fibration(functor: PresentedFunctor, property: str) -> Judgement:
    """Whether a functor is a `fibration`, an `opfibration`, a `discrete fibration` or a `discrete opfibration`."""
    if mapping_functoriality(functor).verdict is not Verdict.PROVED:
        return Judgement.undecided("property-of-no-functor", functor=functor.name)
    flipped = property.endswith("opfibration")
    subject = _opposite(functor) if flipped else functor
    above, below = checked_homs(subject.source), checked_homs(subject.target)
    for homs, category in ((above, functor.source), (below, functor.target)):
        if homs is None or homs.total is None or homs.total > ARROWS:
            return Judgement.undecided("fibration-not-finite", functor=functor.name, category=category.name)
    assert above is not None and below is not None
    arrows = tuple(
        Morphism(a, b, path)
        for a in subject.source.objects
        for b in subject.source.objects
        for path in above.paths(a, b)
    )
    finite = Finite(subject, above, below, arrows, flipped)
    return _judge(finite, functor.name, property)


def _judge(finite: Finite, name: str, property: str) -> Judgement:
    into: dict[str, list[Morphism]] = {}
    for arrow in finite.arrows:
        into.setdefault(arrow.target, []).append(arrow)
    lifts: list[str | Term] = []
    count = 0
    for e in finite.functor.source.objects:
        base = finite.functor.object(e)
        for b in finite.functor.target.objects:
            for u in finite.below.paths(b, base):
                found = [f for f in into[e] if finite.functor.object(f.source) == b and finite.image(f) == u]
                if property.startswith("discrete"):
                    if len(found) != 1:
                        return _fails(finite, name, property, e, b, u, found)
                    lift: Morphism | None = found[0]
                else:
                    lift = next((f for f in found if _obstacle(finite, f, u, into[e]) is None), None)
                    if lift is None:
                        return _not_cartesian(finite, name, property, e, b, u, found, into[e])
                assert lift is not None
                count += 1
                if u and len(lifts) < LISTED:
                    lifts.append(finite.term(lift.path, finite_start(finite, lift.source, lift.target)))
                    lifts.append(finite.term(u, finite_start(finite, b, base)))
    pairs = tuple((lifts[k], lifts[k + 1]) for k in range(0, len(lifts), 2))
    evidence = [
        Evidence.of("cartesian-lift", functor=name, arrow=arrow, lift=lift, kind=_kind(property)) for lift, arrow in pairs
    ]
    return Judgement.proved("fibration", *evidence, functor=name, property=property, lifts=count)


def finite_start(finite: Finite, source: str, target: str) -> str:
    """Where an arrow starts as the user sees it."""
    return target if finite.flipped else source


def _obstacle(finite: Finite, lift: Morphism, u: Path, cone: list[Morphism]) -> tuple[Morphism, Path, int] | None:
    """Why a lift is not cartesian: an arrow g, the path w with p(g) = u w, and how many factorisations there are."""
    e1 = lift.source
    between: dict[str, list[Morphism]] = {}
    for h in finite.arrows:
        if h.target == e1:
            between.setdefault(h.source, []).append(h)
    for g in cone:
        start = finite.functor.object(g.source)
        image = finite.image(g)
        for w in finite.below.paths(start, finite.functor.object(e1)):
            if finite.below.normal(w + u) != image:
                continue
            factors = sum(
                1
                for h in between.get(g.source, ())
                if finite.above.normal(h.path + lift.path) == g.path and finite.image(h) == w
            )
            if factors != 1:
                return g, w, factors
    return None


def _fails(
    finite: Finite, name: str, property: str, e: str, b: str, u: Path, found: list[Morphism]
) -> Judgement:
    arrow = finite.term(u, finite_start(finite, b, finite.functor.object(e)))
    facts: dict[str, Fact] = {"functor": name, "property": property, "object": e, "arrow": arrow, "base": b}
    if not found:
        return _refuted(property, name, Counterexample.of("no-lift", **facts))
    two = tuple(finite.term(f.path, finite_start(finite, f.source, f.target)) for f in found[:2])
    return _refuted(property, name, Counterexample.of("several-lifts", count=len(found), lifts=two, **facts))


def _not_cartesian(
    finite: Finite, name: str, property: str, e: str, b: str, u: Path, found: list[Morphism], cone: list[Morphism]
) -> Judgement:
    if not found:
        return _fails(finite, name, property, e, b, u, found)
    obstacle = _obstacle(finite, found[0], u, cone)
    assert obstacle is not None
    g, w, factors = obstacle
    return _refuted(
        property,
        name,
        Counterexample.of(
            "no-cartesian-lift",
            functor=name, property=property, object=e, base=b, kind=_kind(property), count=len(found),
            arrow=finite.term(u, finite_start(finite, b, finite.functor.object(e))),
            lift=finite.term(found[0].path, finite_start(finite, found[0].source, e)),
            through=finite.term(g.path, finite_start(finite, g.source, e)),
            over=finite.term(w, finite_start(finite, finite.functor.object(g.source), b)),
            factors=factors,
        ),
    )


def _refuted(property: str, name: str, counterexample: Counterexample) -> Judgement:
    return Judgement.refuted("no-fibration", counterexample, functor=name, property=property)


def _kind(property: str) -> str:
    if property.startswith("discrete"):
        return "the only"
    return "an opcartesian" if property == "opfibration" else "a cartesian"


def _opposite(functor: PresentedFunctor) -> PresentedFunctor:
    return PresentedFunctor(
        functor.name,
        functor.source.opposite(),
        functor.target.opposite(),
        functor.objects,
        tuple((f, path[::-1]) for f, path in functor.arrows),
    )
