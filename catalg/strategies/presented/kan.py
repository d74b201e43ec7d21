"""Pointwise Kan extensions of functors to Set along functors of presented categories.

*Left*: F : C -> Set is glued onto D as generators: one arrow x : * -> K(c) for each x in F(c), with x then
K(f) equal to F(f)(x). In this collage Hom(*, d) is the left Kan extension at d, so completion decides whether
it is finite and the automaton counts and lists it, also where hom-sets of D are infinite. *Right*: at d it is
the set of natural transformations Hom(d, K -) => F (S. Mac Lane, *Categories for the Working Mathematician*,
X.3-4).
"""

from __future__ import annotations

from dataclasses import dataclass

from catalg.exact.completion import Limits
from catalg.model.category import Arrow, Category, Equation, SetFunctor, SetTransformation
from catalg.model.ends import SetEnd
from catalg.strategies.sets.ends import solve_end
from catalg.universes.categories import ENUMERATION, HomSets, NotFinite, hom_sets, path_text
from catalg.universes.presented_functors import PresentedFunctor, hom_under, restrict

LARGEST = 20_000
"""How many elements a Kan extension may have at one object to be listed."""


@dataclass(frozen=True, slots=True)
class LeftKan:
    """The left Kan extension with its unit F => Lan F @ K."""

    functor: SetFunctor
    unit: SetTransformation


@dataclass(frozen=True, slots=True)
class RightKan:
    """The right Kan extension with its counit Ran F @ K => F."""

    functor: SetFunctor
    counit: SetTransformation


def collage(functor: SetFunctor, along: PresentedFunctor) -> Category:
    """D with one more object and an arrow from it to K(c) for each element of F(c), named by numbers in
    order.
    """
    point = fresh("*", along.target.objects)
    taken = {arrow.name for arrow in along.target.arrows}
    names = element_names(functor, taken)
    arrows = tuple(
        Arrow(names[c, x], point, along.object(c))
        for c, labels in functor.objects
        for x in range(len(labels))
    )
    equations = tuple(
        Equation(
            point, along.object(f.target), (names[f.source, x], *along.path((f.name,))), (names[f.target, y],)
        )
        for f in functor.category.arrows
        for x, y in enumerate(functor.table(f.name))
    )
    return Category(
        f"{functor.name} over {along.name}",
        (point, *along.target.objects),
        along.target.arrows + arrows,
        along.target.equations + equations,
    )


def element_names(functor: SetFunctor, taken: set[str]) -> dict[tuple[str, int], str]:
    """An arrow name for each element: its label where unambiguous, else with its object."""
    labels = [(c, x, label) for c, found in functor.objects for x, label in enumerate(found)]
    often: dict[str, int] = {}
    for _, _, label in labels:
        often[label] = often.get(label, 0) + 1
    names: dict[tuple[str, int], str] = {}
    used = set(taken)
    for c, x, label in labels:
        name = fresh(label if often[label] == 1 else f"{label}_{c}", used)
        used.add(name)
        names[c, x] = name
    return names


def fresh(name: str, taken: tuple[str, ...] | set[str]) -> str:
    """The name, with primes until it is none of those taken."""
    while name in taken:
        name += "'"
    return name


def left_kan(functor: SetFunctor, along: PresentedFunctor, limits: Limits = ENUMERATION) -> LeftKan:
    """The left Kan extension. Raises NotFinite (`infinite` tells a proof from an exceeded limit)."""
    glued = collage(functor, along)
    homs = hom_sets(glued, limits)
    if homs is None:
        raise NotFinite(f"completion of the collage of {functor.name} did not end within its limit", False)
    point = glued.objects[0]
    elements: dict[str, tuple[tuple[str, ...], ...]] = {}
    for d in along.target.objects:
        count = homs.count(point, d)
        if count is None:
            raise NotFinite(f"the left Kan extension of {functor.name} is infinite at {d}", True)
        if count > LARGEST:
            raise NotFinite(f"the left Kan extension of {functor.name} has {count} elements at {d}", False)
        elements[d] = tuple(homs.paths(point, d))
    index = {d: {path: k for k, path in enumerate(found)} for d, found in elements.items()}
    extension = SetFunctor(
        f"Lan({functor.name})",
        along.target,
        tuple((d, tuple(path_text(path, point) for path in elements[d])) for d in along.target.objects),
        tuple(
            (g.name, tuple(index[g.target][homs.normal((*path, g.name))] for path in elements[g.source]))
            for g in along.target.arrows
        ),
    )
    names = element_names(functor, {arrow.name for arrow in along.target.arrows})
    unit = SetTransformation(
        "unit",
        functor,
        restrict(extension, along),
        tuple(
            (c, tuple(index[along.object(c)][homs.normal((names[c, x],))] for x in range(len(labels))))
            for c, labels in functor.objects
        ),
    )
    return LeftKan(extension, unit)


def right_kan_size(
    functor: SetFunctor, along: PresentedFunctor, limits: Limits = ENUMERATION
) -> dict[str, int]:
    """The number of elements of the right Kan extension at each object, without listing. Raises NotFinite,
    NotCovered.
    """
    homs = hom_sets(along.target, limits)
    if homs is None:
        raise NotFinite(f"completion of {along.target.name} did not end within its limit", False)
    _refuse_infinite_power(functor, along, homs)
    return {d: solve_end(SetEnd(d, hom_under(homs, d, along), functor)).size for d in along.target.objects}


def right_kan(functor: SetFunctor, along: PresentedFunctor, limits: Limits = ENUMERATION) -> RightKan:
    """The right Kan extension. Raises NotFinite (`infinite` tells a proof from an exceeded limit) or
    NotCovered.
    """
    homs = hom_sets(along.target, limits)
    if homs is None:
        raise NotFinite(f"completion of {along.target.name} did not end within its limit", False)
    _refuse_infinite_power(functor, along, homs)
    families: dict[str, list[dict[str, tuple[int, ...]]]] = {}
    under: dict[str, SetFunctor] = {}
    for d in along.target.objects:
        under[d] = hom_under(homs, d, along)
        solved = solve_end(SetEnd(d, under[d], functor))
        if solved.size > LARGEST:
            raise NotFinite(
                f"the right Kan extension of {functor.name} has {solved.size} elements at {d}", False
            )
        families[d] = [dict(c) for c in sorted(solved.components())]
    objects = functor.category.objects
    index = {
        d: {tuple(family[c] for c in objects): k for k, family in enumerate(found)}
        for d, found in families.items()
    }
    tables = []
    for g in along.target.arrows:
        # Precomposition with g : d -> e takes Hom(e, K c) to Hom(d, K c).
        pulled = {}
        for c, kc in along.objects:
            place = {path: k for k, path in enumerate(homs.paths(g.source, kc))}
            pulled[c] = [place[homs.normal((g.name, *path))] for path in homs.paths(g.target, kc)]
        tables.append(
            (
                g.name,
                tuple(
                    index[g.target][tuple(tuple(family[c][k] for k in pulled[c]) for c in objects)]
                    for family in families[g.source]
                ),
            )
        )
    extension = SetFunctor(
        f"Ran({functor.name})",
        along.target,
        tuple((d, tuple(str(k + 1) for k in range(len(families[d])))) for d in along.target.objects),
        tuple(tables),
    )
    counit = SetTransformation(
        "counit",
        restrict(extension, along),
        functor,
        tuple(
            (
                c,
                tuple(
                    family[c][next(k for k, path in enumerate(homs.paths(kc, kc)) if not path)]
                    for family in families[kc]
                ),
            )
            for c, kc in along.objects
        ),
    )
    return RightKan(extension, counit)


def _refuse_infinite_power(functor: SetFunctor, along: PresentedFunctor, homs: HomSets) -> None:
    """Raise NotFinite where an exponent Hom(d, K c) is infinite; over a discrete category that decides the
    size.

    There the extension at d is the product of the powers F(c)^Hom(d, K c): infinite exactly when no factor is
    empty and some F(c) with an infinite exponent has two elements.
    """
    for d in along.target.objects:
        counts = {c: homs.count(d, kc) for c, kc in along.objects}
        endless = [c for c, count in counts.items() if count is None]
        if not endless:
            continue
        sizes = {c: len(labels) for c, labels in functor.objects}
        proved = (
            not functor.category.arrows
            and all(sizes[c] or count == 0 for c, count in counts.items())
            and any(sizes[c] > 1 for c in endless)
        )
        if proved:
            raise NotFinite(f"the right Kan extension of {functor.name} is infinite at {d}", True)
        raise NotFinite(f"there are infinitely many arrows {d} -> {along.object(endless[0])}", False)
