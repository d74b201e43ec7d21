"""Ends, coends, limits and colimits: the integrand decides which space is meant, and variance is checked first."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from catalg.diagnostics import Label, did_you_mean
from catalg.elaborate.categories import as_category, category_of
from catalg.elaborate.category_expressions import limits, same_category
from catalg.elaborate.constructions import Constructions, common_field
from catalg.elaborate.functor_expressions import FunctorReader
from catalg.elaborate.groups import Groups
from catalg.elaborate.presented_statements import on_its_category
from catalg.elaborate.profunctors import integral, is_diagonal
from catalg.elaborate.scope import Declaration, Problem, Scope, Unsupported
from catalg.elaborate.shape_claims import FORMS, named_form
from catalg.elaborate.sheaves import cohomology, is_cohomology
from catalg.elaborate.universes import Universe
from catalg.language import tree
from catalg.model.action import Action, ProductAction
from catalg.model.category import Category, SetFunctor, VectFunctor
from catalg.model.ends import Diagram, End, Graph, KernelEnd, LinearEnd, SetCoend, SetEnd, VectCoend, VectEnd
from catalg.model.group import Group
from catalg.model.gset import ExplicitSet, GSet, ProductSet, PulledSet
from catalg.model.representation import DualRep, FreeRep, PulledRep, Rep
from catalg.model.scalars import REAL
from catalg.universes.extensions import Kan, UnlistedKan
from catalg.universes.group_categories import explicit
from catalg.universes.sets import as_functor

INTEGRANDS = ("Map", "Hom", "Set")


def end(statement: tree.End, scope: Scope, groups: Groups) -> End:
    """The end that a statement declares. Raises Problem, Depends or Unsupported."""
    name = statement.name.text
    base = _category(statement.category, scope, groups)
    integrand = statement.integrand
    if is_diagonal(integrand, statement.variable.text):
        return integral(name, "end", base, integrand, scope, statement.category.span)
    if not (isinstance(integrand, tree.Call) and isinstance(integrand.function, tree.Name)):
        raise Problem(
            "E0412", "the integrand of an end is Map(X, V), Hom(V, W) or Set(F, G)", integrand.span,
            help="a coend is written `int^`" if isinstance(integrand, tree.Binary) else None,
        )
    head = integrand.function
    if head.text not in (*INTEGRANDS, "Vect"):
        near = did_you_mean(head.text, INTEGRANDS)
        help = f"a similar word exists: `{near}`" if near else "integrands are Map(X, V), Hom(V, W) and Set(F, G)"
        raise Problem("E0301", f"no integrand is called `{head.text}`", head.span, help=help)
    if len(integrand.arguments) != 2:
        raise Problem("E0410", f"`{head.text}` takes 2 arguments, not {len(integrand.arguments)}", integrand.span)
    source, target = integrand.arguments
    if statement.along is not None and head.text != "Hom":
        raise Problem("E0412", "`along` restricts ends of linear maps, Hom(V, W)", statement.along.span)
    if isinstance(base, Category):
        return _natural(name, base, source, target, scope)
    match head.text:
        case "Map":
            return _map(name, base, source, target, scope, groups)
        case "Set":
            reader = Constructions(scope, groups, base)
            return SetEnd(name, *(_on_group(side, base, reader, scope) for side in (source, target)))
        case _:
            return _hom(name, base, source, target, statement.along, scope, groups)


def _category(expr: tree.Expr, scope: Scope, groups: Groups) -> Category | Group:
    if isinstance(expr, tree.Name) and scope.find(expr.text) is None and expr.text not in groups.families:
        raise scope.unknown(
            expr, "group or category", (d.name for d in scope.declarations.values() if d.kind in ("group", "category"))
        )
    if isinstance(expr, tree.Call) and isinstance(expr.function, tree.Name) and expr.function.text in groups.families:
        return groups.group(expr)
    return category_of(expr, scope)


def _hom(
    name: str, group: Group, source: tree.Expr, target: tree.Expr, along: tree.Expr | None, scope: Scope, groups: Groups
) -> LinearEnd:
    reader = Constructions(scope, groups, group, common_field([source, target], scope) or REAL)
    v, w = reader.rep(source), reader.rep(target)
    graph = None
    if along is not None:
        if not isinstance(along, tree.Name):
            raise Problem("E0303", "this is not a graph", along.span)
        graph = cast(Graph, scope.need(along, ("graph",), "graph").value)
        for rep, expr in ((v, source), (w, target)):
            if not _is_points(rep, graph):
                raise Problem(
                    "E0404", f"`along {along.text}` needs a representation with one basis vector for each node", expr.span,
                    f"has dimension {rep.dim}", f"{along.text} has {graph.size} nodes",
                )
        graph = _placed(graph, [(v, source), (w, target)])
    return LinearEnd(name, group, v, w, graph)


def _is_points(rep: Rep, graph: Graph) -> bool:
    return rep.dim == graph.size


def _placed(graph: Graph, sides: list[tuple[Rep, tree.Expr]]) -> Graph:
    """The graph with its nodes in the order of the basis. Points with labels are matched by label, others by position.

    Raises Problem when the labels differ, Unsupported when the two sides order them differently.
    """
    placed: Graph | None = None
    for rep, expr in sides:
        labels = _labels(rep)
        if graph.arbitrary or labels is None:
            fresh = graph
        elif set(labels) != set(graph.labels):
            node = next(n for n in graph.labels if n not in labels)
            raise Problem(
                "E0501", f"the node `{node}` of {graph.name} is not one of the points that the basis vectors stand for", expr.span,
                help=f"the points are {', '.join(labels[:8])}{', …' * (len(labels) > 8)}",
            )
        else:
            position = {label: k for k, label in enumerate(labels)}
            ends = [(position[graph.labels[a]], position[graph.labels[b]]) for a, b in graph.edges]
            fresh = replace(graph, labels=labels, edges=tuple(sorted((min(e), max(e)) for e in ends)))
        if placed is not None and placed != fresh:
            raise Unsupported("`along` between bases that order the nodes differently")
        placed = fresh
    return placed or graph


def _labels(rep: Rep) -> tuple[str, ...] | None:
    """The labels of the points behind a permutation basis, where they have labels."""
    while isinstance(rep, PulledRep | DualRep):
        rep = rep.base
    if not isinstance(rep, FreeRep):
        return None
    points = rep.base
    while isinstance(points, PulledSet):
        points = points.base
    if not isinstance(points, ExplicitSet):
        return None
    if points.labels is None and points.group.family is not None:
        return None
    return points.labels or tuple(map(str, range(points.count)))


def _map(name: str, group: Group, source: tree.Expr, target: tree.Expr, scope: Scope, groups: Groups) -> End:
    reader = Constructions(scope, groups, group, common_field([source, target], scope) or REAL)
    if reader.kind(source) == "Set":
        points = reader.gset(source)
        factors: tuple[GSet, ...] = points.factors if isinstance(points, ProductSet) else (points,)
        value = reader.rep(target)
        return LinearEnd(name, group, FreeRep(points, value.field), value, None, factors)
    space = reader.action(source)
    arguments: tuple[Action, ...] = space.factors if isinstance(space, ProductAction) else (space,)
    return KernelEnd(name, group, _flatten(arguments), reader.rep(target))


def _flatten(actions: tuple[Action, ...]) -> tuple[Action, ...]:
    flat: list[Action] = []
    for action in actions:
        flat.extend(_flatten(action.factors) if isinstance(action, ProductAction) else (action,))
    return tuple(flat)


def _on_group(expr: tree.Expr, group: Group, reader: Constructions, scope: Scope) -> SetFunctor:
    """A functor to Set on the category of a group: a G-set, or what is built on the category."""
    declared = scope.find(expr.text) if isinstance(expr, tree.Name) else None
    extension = declared is not None and isinstance(declared.value, Kan | UnlistedKan)
    if extension or on_its_category(expr, Universe("Set"), scope) or isinstance(expr, tree.SetExpr):
        return FunctorReader(scope).to_set(expr, as_category(group))
    return _as_functor(reader.gset(expr))


def _as_functor(points: GSet) -> SetFunctor:
    known = explicit(points)
    if known is None or known.group.lie:
        raise Unsupported("a G-set of symbolic size as a functor on a category")
    return as_functor(known)


def functor(
    expr: tree.Expr, scope: Scope, base: Category | None = None
) -> tuple[SetFunctor | VectFunctor, Declaration]:
    """The functor on a presented category that an expression denotes, and where it was declared.

    Raises Problem, Depends or Unsupported.
    """
    value = FunctorReader(scope).read(expr, base)
    return value, _declaration(value, expr, scope)


def _declaration(value: SetFunctor | VectFunctor, expr: tree.Expr, scope: Scope) -> Declaration:
    declared = scope.find(expr.text) if isinstance(expr, tree.Name) else None
    return declared or Declaration(value.name, "functor", value, expr.span)


def _natural(name: str, category: Category, source: tree.Expr, target: tree.Expr, scope: Scope) -> End:
    f, g = FunctorReader(scope).both(source, target, category)
    for value, expr in ((f, source), (g, target)):
        declared = _declaration(value, expr, scope)
        if not same_category(value.category, category):
            raise Problem(
                "E0403", f"`{value.name}` is a functor on {value.category.name}, the end runs over {category.name}", expr.span,
                help="in Set(F, G) both are covariant on the category of the integral",
                secondary=(Label(declared.span, f"a functor on {value.category.name}"),),
            )
    f, g = replace(f, category=category), replace(g, category=category)
    if isinstance(f, SetFunctor) and isinstance(g, SetFunctor):
        return SetEnd(name, f, g)
    if isinstance(f, VectFunctor) and isinstance(g, VectFunctor):
        if f.field != g.field:
            raise Problem("E0408", f"`{g.name}` is over {g.field}, `{f.name}` is over {f.field}", target.span)
        return VectEnd(name, f, g)
    raise Problem("E0412", f"`{f.name}` and `{g.name}` have different targets", target.span)


def coend(statement: tree.Coend, scope: Scope, groups: Groups) -> End:
    """The coend that a statement declares. Raises Problem, Depends or Unsupported."""
    if statement.along is not None:
        raise Problem("E0412", "`along` restricts ends of linear maps, Hom(V, W)", statement.along.span)
    base = _category(statement.category, scope, groups)
    category = as_category(base) if isinstance(base, Group) else base
    if is_diagonal(statement.integrand, statement.variable.text):
        return integral(statement.name.text, "coend", base, statement.integrand, scope, statement.category.span)
    match statement.integrand:
        case tree.Binary("*" | "(*)" as operator, left, right):
            pass
        case other:
            raise Problem(
                "E0412", "the integrand of a coend is a product H * F", other.span,
                help="H is a functor on the opposite category, F one on the category itself",
            )
    h, h_declared = functor(left, scope, category.opposite())
    f, f_declared = functor(right, scope, category)
    opposite = category.opposite().name
    roles = (
        (h, left, h_declared, category.opposite(), "contravariant"), (f, right, f_declared, category, "covariant")
    )
    for value, expr, declared, needed, variance in roles:
        wanted = needed.name
        swapped = value.category.name in (category.name, opposite) and value.category.name != wanted
        if swapped or not same_category(value.category, needed):
            actual = "covariant" if value.category.name == category.name else f"a functor on {value.category.name}"
            place = "left" if wanted == opposite else "right"
            raise Problem(
                "E0403", f"the {place} factor of a coend is {variance}, but `{value.name}` is {actual}", expr.span,
                f"needs a functor on {wanted}",
                f"declare `functor {value.name} : {wanted} -> …`" if actual == "covariant" else
                "in H * F the left factor is a functor on the opposite category",
                (Label(declared.span, f"declared on {value.category.name}"),),
            )
    h, f = replace(h, category=category.opposite()), replace(f, category=category)
    if isinstance(h, SetFunctor) and isinstance(f, SetFunctor):
        if operator == "(*)":
            raise Problem("E0412", "`(*)` is the tensor product of functors to Vect; of sets write `*`", statement.integrand.span)
        return SetCoend(statement.name.text, h, f)
    if isinstance(h, VectFunctor) and isinstance(f, VectFunctor):
        if operator == "*":
            raise Problem("E0412", "of functors to Vect the integrand is H (*) F", statement.integrand.span)
        return VectCoend(statement.name.text, h, f)
    raise Problem("E0412", f"`{h.name}` and `{f.name}` have different targets", statement.integrand.span)


def diagram(statement: tree.Limit | tree.Colimit, scope: Scope) -> Diagram:
    """The limit or colimit that a statement declares. Raises Problem, Depends or Unsupported."""
    kind = "limit" if isinstance(statement, tree.Limit) else "colimit"
    expr = statement.functor
    if is_cohomology(expr):
        return cohomology(expr, kind, statement.name.text, scope)
    if isinstance(expr, tree.Call) and isinstance(expr.function, tree.Name) and FORMS.get(expr.function.text) == kind:
        with limits(expr.span):
            return named_form(expr, scope, statement.name.text)
    value, _ = functor(statement.functor, scope)
    return Diagram(statement.name.text, kind, value)


__all__ = ["coend", "diagram", "end", "functor"]
