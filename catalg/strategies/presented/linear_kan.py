"""Pointwise Kan extensions of functors to Vect along functors of presented categories: induction and coinduction.

*Left*, at d: the sum of a copy of V(c) for each arrow K(c) -> d, modulo h K(f) (x) v = h (x) V(f) v. *Right*, at d: families x(c,
h) in V(c) for the arrows h : d -> K(c) with x(c', h K(f)) = V(f) x(c, h). Both are solved exactly; coordinates are those of
the reduced echelon form, pivots first (S. Mac Lane, *Categories for the Working Mathematician*, X.3-4).
"""

from __future__ import annotations

from catalg.exact.completion import Limits
from catalg.exact.nullspace import nullspace
from catalg.exact.sparse import SparseMatrix, Vector
from catalg.model.category import Path, VectFunctor, VectTransformation
from catalg.model.protocols import NotCovered
from catalg.strategies.presented.linear import exact_field
from catalg.universes.categories import ENUMERATION, HomSets, NotFinite, hom_sets
from catalg.universes.pointwise import restrict_vect
from catalg.universes.presented_functors import PresentedFunctor

Place = tuple[str, Path, int]
"""An object c, an arrow between K(c) and d in normal form, and a basis vector of V(c)."""

UNKNOWNS = 20_000
"""How many coordinates the system at one object may have."""


def left_linear_kan(
    functor: VectFunctor, along: PresentedFunctor, limits: Limits = ENUMERATION
) -> tuple[VectFunctor, VectTransformation]:
    """The left Kan extension with its unit V => L @ K. Raises NotFinite or NotCovered."""
    homs = _homs(functor, along, limits)
    places: dict[str, list[Place]] = {}
    projections: dict[str, SparseMatrix] = {}
    for d in along.target.objects:
        places[d] = _places(functor, homs, [(c, kc, d) for c, kc in along.objects])
        number = {place: k for k, place in enumerate(places[d])}
        relations: list[Vector] = []
        for f in functor.category.arrows:
            image, columns = along.path((f.name,)), functor.matrix(f.name).transpose().rows
            for h in homs.paths(along.object(f.target), d):
                for j, column in enumerate(columns):
                    row: Vector = {number[f.source, homs.normal(image + h), j]: 1}
                    for k, value in column.items():
                        at = number[f.target, h, k]
                        row[at] = row.get(at, 0) - value
                    relations.append(row)
        projections[d] = SparseMatrix.of(nullspace(SparseMatrix.of(relations, len(number))), len(number))
    arrows = []
    for g in along.target.arrows:
        number = {place: k for k, place in enumerate(places[g.target])}
        columns = projections[g.target].transpose().rows
        moved = [columns[number[c, homs.normal((*h, g.name)), j]] for c, h, j in _pivots(projections[g.source], places[g.source])]
        arrows.append((g.name, SparseMatrix.of(moved, projections[g.target].nrows).transpose()))
    extension = VectFunctor(
        f"Lan({functor.name})", along.target, functor.field, tuple((d, p.nrows) for d, p in projections.items()), tuple(arrows)
    )
    components = []
    for c, kc in along.objects:
        number = {place: k for k, place in enumerate(places[kc])}
        columns = projections[kc].transpose().rows
        images = [columns[number[c, (), j]] for j in range(functor.dimension(c))]
        components.append((c, SparseMatrix.of(images, projections[kc].nrows).transpose()))
    return extension, VectTransformation("unit", functor, restrict_vect(extension, along), tuple(components))


def right_linear_kan(
    functor: VectFunctor, along: PresentedFunctor, limits: Limits = ENUMERATION
) -> tuple[VectFunctor, VectTransformation]:
    """The right Kan extension with its counit R @ K => V. Raises NotFinite or NotCovered."""
    homs = _homs(functor, along, limits)
    places: dict[str, list[Place]] = {}
    families: dict[str, SparseMatrix] = {}
    for d in along.target.objects:
        places[d] = _places(functor, homs, [(c, d, kc) for c, kc in along.objects])
        number = {place: k for k, place in enumerate(places[d])}
        conditions: list[Vector] = []
        for f in functor.category.arrows:
            image, rows = along.path((f.name,)), functor.matrix(f.name).rows
            for h in homs.paths(d, along.object(f.source)):
                for i, entries in enumerate(rows):
                    row: Vector = {number[f.target, homs.normal(h + image), i]: 1}
                    for k, value in entries.items():
                        at = number[f.source, h, k]
                        row[at] = row.get(at, 0) - value
                    conditions.append(row)
        families[d] = SparseMatrix.of(nullspace(SparseMatrix.of(conditions, len(number))), len(number))
    arrows = []
    for g in along.target.arrows:
        number = {place: k for k, place in enumerate(places[g.source])}
        columns = families[g.source].transpose().rows
        rows_of = [
            columns[number[c, homs.normal((g.name, *h)), i]] for c, h, i in _pivots(families[g.target], places[g.target])
        ]
        arrows.append((g.name, SparseMatrix.of(rows_of, families[g.source].nrows)))
    extension = VectFunctor(
        f"Ran({functor.name})", along.target, functor.field, tuple((d, f.nrows) for d, f in families.items()), tuple(arrows)
    )
    components = []
    for c, kc in along.objects:
        number = {place: k for k, place in enumerate(places[kc])}
        columns = families[kc].transpose().rows
        values = [columns[number[c, (), i]] for i in range(functor.dimension(c))]
        components.append((c, SparseMatrix.of(values, families[kc].nrows)))
    return extension, VectTransformation("counit", restrict_vect(extension, along), functor, tuple(components))


def _homs(functor: VectFunctor, along: PresentedFunctor, limits: Limits) -> HomSets:
    exact_field(functor)
    homs = hom_sets(along.target, limits)
    if homs is None:
        raise NotFinite(f"completion of {along.target.name} did not end within its limit", False)
    return homs


def _places(functor: VectFunctor, homs: HomSets, between: list[tuple[str, str, str]]) -> list[Place]:
    places: list[Place] = []
    for c, a, b in between:
        count = homs.count(a, b)
        if count is None:
            raise NotFinite(f"there are infinitely many arrows {a} -> {b}", False)
        if len(places) + count * functor.dimension(c) > UNKNOWNS:
            raise NotCovered(f"a linear system with more than {UNKNOWNS} unknowns")
        places += [(c, h, j) for h in homs.paths(a, b) for j in range(functor.dimension(c))]
    return places


def _pivots(echelon: SparseMatrix, places: list[Place]) -> list[Place]:
    """The place of each row's first entry, where it is 1 and all other rows are 0."""
    return [places[min(row)] for row in echelon.rows]
