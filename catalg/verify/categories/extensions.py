"""Is this functor the left, or the right, Kan extension? By counting, and by evaluating on the unit.

*Left*: let D be glued with one more object * and an arrow x : * -> K(c) for each x in F(c), such that x then K(f) is
F(f)(x). Its arrows * -> d are the left Kan extension at d. A functor L on D with a transformation F => L @ K is a model of
that, so its elements are images of those arrows; when every element of L is one, and there are as many as arrows, L is
the extension. *Right*: at d it is the set of transformations Hom(d, K -) => F. Each element r of R(d) gives one, h |->
counit(R(h)(r)); when no two give the same and their number is right, R is the extension (S. Mac Lane, *Categories for the
Working Mathematician*, X.3-5).
"""

from __future__ import annotations

from catalg.model.category import Arrow, Category, Equation, SetFunctor, VectFunctor
from catalg.model.verdict import Evidence, Judgement, Verdict
from catalg.terms import Term
from catalg.universes.categories import HomSets, NotFinite, path_term
from catalg.universes.extensions import Kan, UnlistedKan
from catalg.universes.presented_functors import PresentedFunctor, hom_under
from catalg.universes.sets import evaluate
from catalg.verify.categories.counting import recount
from catalg.verify.categories.functoriality import functoriality
from catalg.verify.categories.homs import checked_homs
from catalg.verify.categories.mappings import mapping_functoriality
from catalg.verify.categories.naturality import naturality


def judge_extension(value: Kan | UnlistedKan) -> Judgement:
    """Whether a functor with its unit or counit is the Kan extension, or is rightly called infinite."""
    if isinstance(value, UnlistedKan):
        return _unlisted(value)
    along = mapping_functoriality(value.along)
    if along.verdict is not Verdict.PROVED or functoriality(value.base).verdict is not Verdict.PROVED:
        return Judgement.undecided("extension-of-no-functor", functor=value.name, base=value.base.name, along=value.along.name)
    for part in (functoriality(value.functor), naturality(value.unit)):
        if part.verdict is not Verdict.PROVED:
            return _wrong(value, value.along.target.objects[0])
    return _left(value) if value.side == "left" else _right(value)


def _left(value: Kan) -> Judgement:
    point, glued = collage(value.base, value.along)
    homs = checked_homs(glued)
    if homs is None:
        return Judgement.undecided("extension-not-confirmed", functor=value.name, side=value.side)
    reached = {(value.along.object(c), y) for c, images in value.unit.components for y in images}
    pending = list(reached)
    leaving: dict[str, list[tuple[str, tuple[int, ...]]]] = {}
    for arrow in value.along.target.arrows:
        leaving.setdefault(arrow.source, []).append((arrow.target, value.functor.table(arrow.name)))
    while pending:
        d, x = pending.pop()
        for e, table in leaving.get(d, ()):
            if (e, table[x]) not in reached:
                reached.add((e, table[x]))
                pending.append((e, table[x]))
    sizes = {}
    for d, labels in value.functor.objects:
        if homs.count(point, d) != len(labels) or any((d, x) not in reached for x in range(len(labels))):
            return _wrong(value, d)
        sizes[d] = len(labels)
    return _confirmed(value, sizes)


def _right(value: Kan) -> Judgement:
    homs = checked_homs(value.along.target)
    if homs is None:
        return Judgement.undecided("extension-not-confirmed", functor=value.name, side=value.side)
    sizes = {}
    for d, labels in value.functor.objects:
        try:
            again = recount(hom_under(homs, d, value.along), value.base).size
        except NotFinite:
            again = None
        if again is None:
            return Judgement.undecided("extension-not-confirmed", functor=value.name, side=value.side)
        families: list[list[int]] = [[] for _ in labels]
        for c, kc in value.along.objects:
            component = value.unit.component(c)
            for path in homs.paths(d, kc):
                for r, y in enumerate(evaluate(value.functor, path, d)):
                    families[r].append(component[y])
        if again != len(labels) or len(set(map(tuple, families))) != len(labels):
            return _wrong(value, d)
        sizes[d] = len(labels)
    return _confirmed(value, sizes)


def _confirmed(value: Kan, sizes: dict[str, int]) -> Judgement:
    word = "unit" if value.side == "left" else "counit"
    evidence = (
        Evidence.of(f"{value.side}-extension-counted", functor=value.name, base=value.base.name, along=value.along.name,
                    sizes=_sizes(sizes)),
        Evidence.of("extension-unit", unit=word, functor=value.name,
                    components=tuple(_component(value, c) for c, _ in value.unit.components)),
    )
    return Judgement.proved(
        f"{value.side}-extension", *evidence, functor=value.name, base=value.base.name, along=value.along.name,
        sizes=_sizes(sizes),
    )


def _sizes(sizes: dict[str, int]) -> tuple[str, ...]:
    return tuple(str(n) if d == "*" else f"{n} at {d}" for d, n in sizes.items())


def _component(value: Kan, c: str) -> str:
    source, target = value.unit.source.elements(c), value.unit.target.elements(c)
    rows = [f"{source[x]} ↦ {target[y]}" for x, y in enumerate(value.unit.component(c))]
    shown = ", ".join(rows[:8]) + (", …" if len(rows) > 8 else "")
    return f"{c}: {shown}" if rows else f"{c}: empty"


def _wrong(value: Kan, at: str) -> Judgement:
    """A computed extension that fails its check is not believed; it says nothing about the user's file."""
    return Judgement.undecided("extension-not-confirmed", functor=value.name, side=value.side, object=at)


def _unlisted(value: UnlistedKan) -> Judgement:
    for d in value.along.target.objects:
        size, evidence = value_size(value, d)
        if size == "oo":
            return Judgement.proved(
                "extension-infinite", evidence, functor=value.name, side=value.side, base=value.base.name,
                along=value.along.name, object=d,
            )
    return Judgement.undecided("extension-over-limit", functor=value.name, detail=value.reason)


def value_size(value: UnlistedKan, at: str) -> tuple[int | str | None, Evidence]:
    """The size of an extension without a table at an object: a number, `oo`, or None with what stands in the way."""
    unknown = Evidence.of("extension-over-limit", functor=value.name, detail=value.reason)
    if isinstance(value.base, VectFunctor):
        return _infinite_dimension(value, value.base, at) or (None, unknown)
    if value.side == "left":
        point, glued = collage(value.base, value.along)
        homs = checked_homs(glued)
        if homs is None:
            return None, unknown
        count = homs.count(point, at)
        if count is not None:
            return count, Evidence.of("extension-size", functor=value.name, object=at, size=count)
        return "oo", Evidence.of("extension-loop", functor=value.name, object=at, loop=_loop(homs, point, at))
    homs = checked_homs(value.along.target)
    if homs is None or value.base.category.arrows:
        return None, unknown
    counts = {c: homs.count(at, kc) for c, kc in value.along.objects}
    sizes = {c: len(labels) for c, labels in value.base.objects}
    endless = next((c for c, n in counts.items() if n is None and sizes[c] > 1), None)
    if endless is None or any(sizes[c] == 0 and n != 0 for c, n in counts.items()):
        return None, unknown
    return "oo", Evidence.of(
        "extension-power", functor=value.name, object=at, base=value.base.name, factor=endless, size=sizes[endless],
        exponent=value.along.object(endless),
    )


def _infinite_dimension(value: UnlistedKan, base: VectFunctor, at: str) -> tuple[str, Evidence] | None:
    """Over a category without arrows an extension is a sum or product with a factor for each arrow of the target."""
    homs = checked_homs(value.along.target)
    if homs is None or base.category.arrows:
        return None
    for c, kc in value.along.objects:
        ends = (kc, at) if value.side == "left" else (at, kc)
        if base.dimension(c) and homs.count(*ends) is None:
            return "oo", Evidence.of(
                "extension-summands", functor=value.name, object=at, base=base.name, factor=c, source=ends[0], target=ends[1]
            )
    return None


def _loop(homs: HomSets, point: str, at: str) -> Term:
    objects = homs.encoding.category.objects
    found = homs.automaton.loop(objects.index(point), objects.index(at))
    assert found is not None
    around = homs.encoding.path(found[1])
    return path_term(around, homs.encoding.category.arrow(around[0]).source)


def collage(functor: SetFunctor, along: PresentedFunctor) -> tuple[str, Category]:
    """The added object and D glued with it; the arrow of element number x of F(c) is called `c/x`."""
    point = "*"
    while point in along.target.objects:
        point += "'"
    arrows = tuple(
        Arrow(f"{c}/{x}", point, along.object(c)) for c, labels in functor.objects for x in range(len(labels))
    )
    equations = tuple(
        Equation(point, along.object(f.target), (f"{f.source}/{x}", *along.path((f.name,))), (f"{f.target}/{y}",))
        for f in functor.category.arrows
        for x, y in enumerate(functor.table(f.name))
    )
    return point, Category(
        f"collage({functor.name}, {along.name})", (point, *along.target.objects), along.target.arrows + arrows,
        along.target.equations + equations,
    )


__all__ = ["collage", "judge_extension", "value_size"]
