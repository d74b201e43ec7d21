"""Functors and transformations: the source decides whether a body speaks of generators or of objects and arrows."""

from __future__ import annotations

from dataclasses import dataclass

from catalg.diagnostics import Label, Span
from catalg.elaborate import bodies
from catalg.elaborate.between import declared_between
from catalg.elaborate.categories import category_of
from catalg.elaborate.category_expressions import is_category_expression, presented_by
from catalg.elaborate.constructions import FUNCTOR_KINDS, Constructions, common_field, named
from catalg.elaborate.formulas import Reader
from catalg.elaborate.groups import Groups
from catalg.elaborate.presented_statements import (
    as_gset,
    on_its_category,
    presented_functor,
    presented_transformation,
)
from catalg.elaborate.scope import Problem, Scope, Unsupported
from catalg.elaborate.shapes import argument_count, argument_shapes, element_shape, fitted
from catalg.elaborate.tuples import has_tuples, tuple_transformation
from catalg.elaborate.universes import Universe, universe
from catalg.language import tree
from catalg.learning.tuples import TupleTransformation
from catalg.model.action import ProductAction
from catalg.model.category import Category
from catalg.model.ends import KernelEnd, LinearEnd
from catalg.model.goals import FormulaTransformation, Opaque
from catalg.model.group import Group
from catalg.model.gset import ProductSet
from catalg.model.representation import FreeRep
from catalg.model.scalars import REAL


@dataclass(frozen=True, slots=True)
class Read:
    """What a functor or transformation statement denotes, and under which kind its name is declared."""

    kind: str
    value: object


def functor(statement: tree.Functor, scope: Scope, groups: Groups) -> Read:
    """The functor that a statement declares. Raises Problem, Depends or Unsupported."""
    target = universe(statement.target, scope)
    source = _source(statement.source, scope, groups)
    name, where = statement.name.text, statement.name.span
    if target.kind == "category":
        return _between(statement, source, scope)
    kind = f"functor to {target.kind}"
    if isinstance(source, Category):
        return Read(kind, presented_functor(statement, source, target, scope))
    if statement.value is not None and on_its_category(statement.value, target, scope):
        value = presented_functor(statement, presented_by(source, statement.source.span), target, scope)
        return Read(kind, as_gset(value, source))
    if statement.value is not None:
        return Read(kind, named(_constructed(statement, source, target, scope, groups), name))
    if target.kind == "Man":
        if statement.domain is None:
            raise Problem(
                "E0405", "an action by formula names its coordinates", where,
                help=f"functor {name} : {source.name} -> Man on (x, y) {{ … }}",
            )
        return Read(kind, bodies.action(name, source, statement, scope))
    assert statement.body is not None
    if statement.domain is not None:
        raise Problem("E0412", "`on (…)` gives coordinates of a manifold; the target is not Man", where)
    if target.kind == "Set":
        return Read(kind, bodies.gset(name, source, statement.body, scope, where))
    return Read(kind, bodies.representation(name, source, target.field, statement.body, scope, where))


def _source(expr: tree.Expr, scope: Scope, groups: Groups) -> Group | Category:
    if isinstance(expr, tree.Name) and scope.find(expr.text) is None and expr.text not in groups.families:
        known = (d.name for d in scope.declarations.values() if d.kind in ("group", "category"))
        raise scope.unknown(expr, "group or category", known)
    match expr:
        case tree.Name(text) if scope.find(text) is not None:
            return category_of(expr, scope)
        case _ if is_category_expression(expr, scope):
            return category_of(expr, scope)
        case _:
            return groups.group(expr)


def _constructed(
    statement: tree.Functor, source: Group, target: Universe, scope: Scope, groups: Groups
) -> object:
    assert statement.value is not None
    reader = Constructions(scope, groups, source, target.field)
    if target.kind == "Set":
        return reader.gset(statement.value)
    if target.kind == "Man":
        return reader.action(statement.value)
    inner = common_field([statement.value], scope)
    if inner is not None and inner != target.field:
        raise Problem(
            "E0408", f"the construction is over {inner}, the functor is declared over {target.field}", statement.value.span,
            help=f"declare `functor {statement.name.text} : … -> {_vect(str(inner))}`",
            secondary=(Label(statement.target.span, f"over {target.field}"),),
        )
    return reader.rep(statement.value)


def _vect(field: str) -> str:
    return "Vect" if field == "RR" else f"Vect({field})"


def _between(statement: tree.Functor, source: Group | Category, scope: Scope) -> Read:
    target = category_of(statement.target, scope)
    if isinstance(source, Group) and isinstance(target, Group) and statement.body is not None:
        value = bodies.homomorphism(statement.name.text, source, target, statement.body, statement.name.span)
        return Read("homomorphism", value)
    start, end = presented_by(source, statement.source.span), presented_by(target, statement.target.span)
    return Read("functor between categories", declared_between(statement, start, end, scope))


def transformation(statement: tree.Transformation, scope: Scope, groups: Groups) -> Read:
    """The transformation that a statement declares. Raises Problem, Depends or Unsupported."""
    if statement.formula is not None:
        return Read("transformation", _by_formula(statement, scope, groups))
    return Read("transformation", presented_transformation(statement, scope))


def _by_formula(
    statement: tree.Transformation, scope: Scope, groups: Groups
) -> FormulaTransformation | TupleTransformation:
    assert statement.formula is not None
    group = _acting_group(statement, scope)
    field = common_field([statement.source, statement.target], scope) or REAL
    reader = Constructions(scope, groups, group, field)
    if has_tuples(statement.source, scope):
        return tuple_transformation(statement, reader, scope)
    name = statement.name.text
    space: KernelEnd | LinearEnd
    if reader.kind(statement.source) == "Set":
        points = reader.gset(statement.source)
        value = reader.rep(statement.target)
        factors = points.factors if isinstance(points, ProductSet) else (points,)
        space = LinearEnd(name, group, FreeRep(points, value.field), value, None, factors)
    else:
        action = reader.action(statement.source)
        arguments = action.factors if isinstance(action, ProductAction) else (action,)
        space = KernelEnd(name, group, arguments, reader.rep(statement.target))
    names = tuple(a.text for a in statement.arguments)
    count = argument_count(space)
    if len(names) != count:
        raise Problem("E0410", f"`{name}` has {count} arguments, not {len(names)}", statement.name.span)
    formulas = Reader(scope, frozenset(names), open=False)
    term = formulas.let(statement.formula, statement.bindings)
    fitted(term, formulas, argument_shapes(space, names), element_shape(space), statement.formula.span)
    return FormulaTransformation(name, space, names, term)


def _acting_group(statement: tree.Transformation, scope: Scope) -> Group:
    groups: dict[str, tuple[Group, Span]] = {}
    for expr in (statement.source, statement.target):
        for node in tree.walk(expr):
            declared = scope.find(node.text) if isinstance(node, tree.Name) else None
            if declared is not None and declared.kind in FUNCTOR_KINDS:
                if isinstance(declared.value, Opaque):
                    raise Unsupported(declared.value.reason)
                group = getattr(declared.value, "group", None)
                if isinstance(group, Group):
                    groups.setdefault(group.name, (group, node.span))
    if not groups:
        raise Problem("E0412", "no declared functor says which group acts", statement.source.span,
                      help="name the space first: functor X : G -> Man = …")
    if len(groups) > 1:
        (first, _), (second, span) = list(groups.values())[:2]
        raise Problem("E0407", f"functors on two groups, {first.name} and {second.name}, meet here", span)
    return next(iter(groups.values()))[0]
