"""Functors and transformations given by their values: matrices, permutations, tables, formulas."""

from __future__ import annotations

from catalg.diagnostics import Label, Span
from catalg.elaborate.dims import natural
from catalg.elaborate.entries import matched
from catalg.elaborate.finite import FiniteSet, finite_set, function
from catalg.elaborate.formulas import Reader, conditions
from catalg.elaborate.groups import lie_combination, word
from catalg.elaborate.matrices import matrix, require_invertible, require_square
from catalg.elaborate.scope import Problem, Scope
from catalg.exact.sparse import SparseMatrix
from catalg.language import tree
from catalg.model.action import ExplicitAction
from catalg.model.category import (
    Category,
    SetFunctor,
    SetTransformation,
    VectFunctor,
    VectTransformation,
)
from catalg.model.group import Group, Homomorphism, LieCombination, Word
from catalg.model.gset import ExplicitSet
from catalg.model.representation import ExplicitRep
from catalg.model.scalars import BaseField
from catalg.terms import Term, Vector
from catalg.universes.categories import inverse_name
from catalg.universes.vect import inverse_modulo

Entries = tuple[tree.Entry, ...]


def representation(name: str, group: Group, field: BaseField, body: Entries, scope: Scope, where: Span) -> ExplicitRep:
    """A representation by one matrix for each generator. Raises Problem."""
    values = matched(body, [g.name for g in group.generators], "generator", where)
    matrices: list[tuple[str, SparseMatrix]] = []
    first: tree.Expr | None = None
    for generator in group.generators:
        expr = values[generator.name]
        value = matrix(expr, scope, field)
        size = require_square(expr, value)
        if first is None:
            first = expr
        elif size != matrices[0][1].nrows:
            raise Problem(
                "E0404", f"this matrix is {size} x {size}, the first is {matrices[0][1].nrows} x {matrices[0][1].nrows}",
                expr.span, help="all generators act on one space", secondary=(Label(first.span, "the first matrix"),),
            )
        if generator.kind == "discrete":
            require_invertible(expr, value, generator.name, field)
        matrices.append((generator.name, value))
    if not matrices:
        raise Problem("E0405", f"{group.name} has no generators, so its dimension is not given", where, help="write R^k")
    return ExplicitRep(group, field, matrices[0][1].nrows, tuple(matrices), name)


def gset(name: str, group: Group, body: Entries, scope: Scope, where: Span) -> ExplicitSet:
    """A G-set by a permutation for each generator. Raises Problem."""
    if group.lie:
        raise Problem(
            "E0412", f"{group.name} has Lie generators, which act trivially on a finite set", where,
            help="a connected group permutes nothing; declare a functor on the discrete group",
        )
    values = matched(body, ["*", *(g.name for g in group.generators)], "generator", where)
    points = finite_set(values["*"], scope)
    permutations: list[tuple[str, tuple[int, ...]]] = []
    for generator in group.generators:
        expr = values[generator.name]
        images = function(expr, points, points, ("the set *", "the set *"))
        _require_bijection(expr, images)
        permutations.append((generator.name, images))
    count = len(points.labels)
    labels = None if points.labels[:1] == ("0",) and points.labels == tuple(map(str, range(count))) else points.labels
    return ExplicitSet(group, count, tuple(permutations), labels, name)


def action(name: str, group: Group, statement: tree.Functor, scope: Scope) -> ExplicitAction:
    """An action on a manifold by formula. Raises Problem."""
    assert statement.domain is not None and statement.body is not None
    coordinates = tuple(node.text for node in statement.domain.coordinates)
    for k, node in enumerate(statement.domain.coordinates):
        if node.text in coordinates[:k]:
            raise Problem("E0302", f"the coordinate `{node.text}` stands twice", node.span)
    reader = Reader(scope, frozenset(coordinates), open=False)
    equations, inequalities = conditions(reader, statement.domain.conditions)
    values = matched(statement.body, [g.name for g in group.generators], "generator", statement.name.span)
    maps: list[tuple[str, tuple[Term, ...]]] = []
    for generator in group.generators:
        expr = values[generator.name]
        term = reader.read(expr)
        images = term.entries if isinstance(term, Vector) else (term,)
        if len(images) != len(coordinates):
            raise Problem(
                "E0404", f"{len(images)} values are given for {len(coordinates)} coordinates", expr.span,
                help=f"one for each of {', '.join(coordinates)}",
            )
        maps.append((generator.name, tuple(images)))
    shape = "scalar" if len(coordinates) == 1 else "vector"
    return ExplicitAction(group, coordinates, tuple(maps), equations, inequalities, shape, name=name)


def homomorphism(name: str, source: Group, target: Group, body: Entries, where: Span) -> Homomorphism:
    """A functor between groups by the image of each generator. Raises Problem."""
    values = matched(body, [g.name for g in source.generators], "generator", where)
    kinds = {g.name: g.kind for g in target.generators}
    images: list[tuple[str, Word | LieCombination]] = []
    for generator in source.generators:
        expr = values[generator.name]
        image = word(expr, kinds) if generator.kind == "discrete" else lie_combination(expr, kinds)
        images.append((generator.name, image))
    return Homomorphism(name, source, target, tuple(images))


def set_functor(name: str, category: Category, body: Entries, scope: Scope, where: Span) -> SetFunctor:
    """A functor to finite sets on a presented category. Raises Problem."""
    inverses = _inverses(category)
    given = [a for a in category.arrows if a.name not in inverses]
    values = matched(body, [*category.objects, *(a.name for a in given)], "object or arrow", where)
    sets = {o: finite_set(values[o], scope) for o in category.objects}
    tables: dict[str, tuple[int, ...]] = {}
    for a in given:
        names = (f"{name}({a.source})", f"{name}({a.target})")
        images = function(values[a.name], sets[a.source], sets[a.target], names)
        tables[a.name] = images
        if inverse_name(a.name) in inverses:
            _require_bijection(values[a.name], images)
            tables[inverse_name(a.name)] = tuple(sorted(range(len(images)), key=images.__getitem__))
    arrows = tuple((a.name, tables[a.name]) for a in category.arrows)
    return SetFunctor(name, category, tuple((o, s.labels) for o, s in sets.items()), arrows)


def _inverses(category: Category) -> frozenset[str]:
    """The arrows that stand for inverses of generators of a group; a body gives the generators only."""
    names = {a.name for a in category.arrows}
    return frozenset(inverse_name(name) for name in names) & names


def _require_bijection(expr: tree.Expr, images: tuple[int, ...]) -> None:
    if len(set(images)) != len(images):
        raise Problem("E0502", "this table is not a permutation", expr.span, "two elements have one image",
                      "a group element acts by a bijection")


def vect_functor(
    name: str, category: Category, field: BaseField, body: Entries, scope: Scope, where: Span
) -> VectFunctor:
    """A functor to Vect on a presented category: `A = R^2` (or `A = 2`) and matrices. Raises Problem."""
    inverses = _inverses(category)
    given = [a for a in category.arrows if a.name not in inverses]
    values = matched(body, [*category.objects, *(a.name for a in given)], "object or arrow", where)
    sizes: dict[str, int] = {}
    for o in category.objects:
        match values[o]:
            case tree.Binary("^", tree.Name("R" | "QQ" | "RR" | "CC"), size):
                sizes[o] = natural(size, scope, "this dimension", 4096)
            case other:
                sizes[o] = natural(other, scope, "this dimension", 4096)
    matrices: dict[str, SparseMatrix] = {}
    for arrow in given:
        expr = values[arrow.name]
        value = _fitted(expr, matrix(expr, scope, field), (sizes[arrow.target], sizes[arrow.source]))
        matrices[arrow.name] = value
        if inverse_name(arrow.name) in inverses:
            require_invertible(expr, value, arrow.name, field)
            matrices[inverse_name(arrow.name)] = inverse_modulo(value, field.characteristic)
    arrows = tuple((a.name, matrices[a.name]) for a in category.arrows)
    return VectFunctor(name, category, field, tuple(sizes.items()), arrows)


def _fitted(expr: tree.Expr, value: SparseMatrix, shape: tuple[int, int]) -> SparseMatrix:
    if 0 in shape and value.nrows * value.ncols == 0:
        return SparseMatrix.zero(*shape)
    if (value.nrows, value.ncols) != shape:
        raise Problem(
            "E0404", f"this matrix is {value.nrows} x {value.ncols}, {shape[0]} x {shape[1]} is needed", expr.span,
            help="rows for the target, columns for the source",
        )
    return value


def set_transformation(
    name: str, source: SetFunctor, target: SetFunctor, body: Entries, where: Span
) -> SetTransformation:
    """A transformation between functors to Set by its components. Raises Problem."""
    values = matched(body, source.category.objects, "object", where)
    components = []
    for o in source.category.objects:
        domain, codomain = FiniteSet.of(source.elements(o)), FiniteSet.of(target.elements(o))
        images = function(values[o], domain, codomain, (f"{source.name}({o})", f"{target.name}({o})"))
        components.append((o, images))
    return SetTransformation(name, source, target, tuple(components))


def vect_transformation(
    name: str, source: VectFunctor, target: VectFunctor, body: Entries, scope: Scope, where: Span
) -> VectTransformation:
    """A transformation between functors to Vect by its components. Raises Problem."""
    values = matched(body, source.category.objects, "object", where)
    components = []
    for o in source.category.objects:
        value = matrix(values[o], scope, source.field)
        components.append((o, _fitted(values[o], value, (target.dimension(o), source.dimension(o)))))
    return VectTransformation(name, source, target, tuple(components))
