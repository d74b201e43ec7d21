"""Is this functor to Vect the left, or the right, Kan extension? By two ranks that meet.

*Left*: at d the vectors L(h) unit_c(v) for h : K(c) -> d and v in V(c) must span L(d), and the relations between the pairs (h,
v), counted modulo a prime, must leave no more than dim L(d) of them independent. *Right*: at d the families counit_c R(h) r
must be independent for independent r in R(d), and the conditions on families must leave no more than dim R(d).
"""

from __future__ import annotations

from catalg.exact.modular import nullity_upper_bound
from catalg.exact.nullspace import rank
from catalg.exact.sparse import SparseMatrix, Vector
from catalg.model.category import Path
from catalg.model.verdict import Evidence, Judgement, Verdict
from catalg.universes.categories import HomSets
from catalg.universes.extensions import LinearKan
from catalg.verify.categories.functoriality import functoriality, path_matrix
from catalg.verify.categories.homs import checked_homs
from catalg.verify.categories.mappings import mapping_functoriality
from catalg.verify.categories.naturality import naturality


def judge_linear_extension(value: LinearKan) -> Judgement:
    """Whether a functor to Vect with its unit or counit is the Kan extension."""
    along = mapping_functoriality(value.along)
    if along.verdict is not Verdict.PROVED or functoriality(value.base).verdict is not Verdict.PROVED:
        return Judgement.undecided("extension-of-no-functor", functor=value.name, base=value.base.name, along=value.along.name)
    homs = checked_homs(value.along.target)
    sound = all(part.verdict is Verdict.PROVED for part in (functoriality(value.functor), naturality(value.unit)))
    if homs is None or not sound:
        return Judgement.undecided("extension-not-confirmed", functor=value.name, side=value.side)
    sizes: dict[str, int] = {}
    for d, dimension in value.functor.objects:
        conditions, comparison = _left(value, homs, d) if value.side == "left" else _right(value, homs, d)
        bound, _ = nullity_upper_bound(conditions)
        if rank(comparison) != dimension or bound != dimension or not (conditions @ comparison.transpose()).is_zero:
            return Judgement.undecided("extension-not-confirmed", functor=value.name, side=value.side)
        sizes[d] = dimension
    told = tuple(str(n) if d == "*" else f"{n} at {d}" for d, n in sizes.items())
    evidence = Evidence.of(
        f"linear-{value.side}-extension-counted", functor=value.name, base=value.base.name, along=value.along.name, sizes=told
    )
    return Judgement.proved(
        f"linear-{value.side}-extension", evidence, functor=value.name, base=value.base.name, along=value.along.name, sizes=told
    )


def _left(value: LinearKan, homs: HomSets, d: str) -> tuple[SparseMatrix, SparseMatrix]:
    """The relations between pairs, a row each, and the map from pairs to L(d), a column each."""
    start, count = _numbered(value, homs, [(c, kc, d) for c, kc in value.along.objects])
    relations: list[Vector] = []
    for f in value.base.category.arrows:
        matrix = value.base.matrix(f.name)
        for h in homs.paths(value.along.object(f.target), d):
            one = start[f.source, homs.normal(value.along.path((f.name,)) + h)]
            other = start[f.target, h]
            for j, column in enumerate(matrix.transpose().rows):
                row: Vector = {one + j: 1}
                for k, entry in column.items():
                    row[other + k] = row.get(other + k, 0) - entry
                relations.append(row)
    columns: list[Vector] = [{} for _ in range(count)]
    for c, kc in value.along.objects:
        for h in homs.paths(kc, d):
            image = path_matrix(value.functor, h, kc) @ value.unit.component(c)
            for j, column in enumerate(image.transpose().rows):
                columns[start[c, h] + j] = column
    return SparseMatrix.of(relations, count), SparseMatrix.of(columns, value.functor.dimension(d)).transpose()


def _right(value: LinearKan, homs: HomSets, d: str) -> tuple[SparseMatrix, SparseMatrix]:
    """The conditions on families, a row each, and the families of a basis of R(d), a row each."""
    start, count = _numbered(value, homs, [(c, d, kc) for c, kc in value.along.objects])
    conditions: list[Vector] = []
    for f in value.base.category.arrows:
        for h in homs.paths(d, value.along.object(f.source)):
            one = start[f.target, homs.normal(h + value.along.path((f.name,)))]
            other = start[f.source, h]
            for i, entries in enumerate(value.base.matrix(f.name).rows):
                row: Vector = {one + i: 1}
                for k, entry in entries.items():
                    row[other + k] = row.get(other + k, 0) - entry
                conditions.append(row)
    values: list[Vector] = [{} for _ in range(count)]
    for c, kc in value.along.objects:
        for h in homs.paths(d, kc):
            image = value.unit.component(c) @ path_matrix(value.functor, h, d)
            for i, entries in enumerate(image.rows):
                values[start[c, h] + i] = entries
    return SparseMatrix.of(conditions, count), SparseMatrix.of(values, value.functor.dimension(d)).transpose()


def _numbered(
    value: LinearKan, homs: HomSets, between: list[tuple[str, str, str]]
) -> tuple[dict[tuple[str, Path], int], int]:
    start: dict[tuple[str, Path], int] = {}
    count = 0
    for c, a, b in between:
        for h in homs.paths(a, b):
            start[c, h] = count
            count += value.base.dimension(c)
    return start, count
