"""What stands on the diagonal of op(C) * C: ends and coends of T(c, c), dinatural transformations, wedges."""

from __future__ import annotations

from catalg.diagnostics import Span
from catalg.elaborate.category_expressions import (
    category_expression,
    limits,
    presented_by,
    same_category,
    with_elements,
)
from catalg.elaborate.entries import matched
from catalg.elaborate.finite import FiniteSet, finite_set, function
from catalg.elaborate.functor_expressions import FunctorReader
from catalg.elaborate.scope import Problem, Scope, Unsupported
from catalg.language import tree
from catalg.model.category import Category, SetFunctor
from catalg.model.ends import Diagram
from catalg.model.group import Group
from catalg.universes.categories import HomSets, NotFinite, hom_sets
from catalg.universes.constructions import pair, product
from catalg.universes.dinatural import Dinatural
from catalg.universes.pointwise import constant_set
from catalg.universes.presented_functors import hom_profunctor
from catalg.universes.profunctors import diagonal_coend, diagonal_end


def is_diagonal(expr: tree.Expr, variable: str | None = None) -> bool:
    """Whether an expression is `T(c, c)` with one name twice, that of the integral where it is given."""
    match expr:
        case tree.Call(tree.Name(), (tree.Name(first), tree.Name(second))):
            return first == second and variable in (None, first)
        case _:
            return False


def integral(
    name: str, kind: str, base: Category | Group, integrand: tree.Expr, scope: Scope, where: Span
) -> Diagram:
    """The end or coend of T(c, c). Raises Problem, Depends or Unsupported."""
    assert isinstance(integrand, tree.Call)
    hom = isinstance(integrand.function, tree.Name) and _is_hom(integrand.function, scope)
    category = with_elements(base, where) if hom else presented_by(base, where)
    with limits(where):
        functor = _profunctor(integrand.function, category, scope)
        return (diagonal_end if kind == "end" else diagonal_coend)(name, functor, category)


def dinatural(statement: tree.Transformation, scope: Scope) -> Dinatural:
    """The family that `transformation w : S(c, c) => T(c, c) { … }` declares. Raises Problem, Depends or Unsupported."""
    assert statement.body is not None
    sides = [statement.source, statement.target]
    base = next((found for side in sides if (found := _base(side, scope)) is not None), None)
    if base is None:
        raise Problem(
            "E0412", "neither side is a functor on op(C) * C for a declared category C", statement.source.span,
            help="declare functor T : op(C) * C -> Set",
        )
    with limits(statement.source.span):
        source, target = (_side(side, base, scope) for side in sides)
    values = matched(statement.body, base.objects, "object", statement.name.span)
    components = []
    for c in base.objects:
        domain, codomain = FiniteSet.of(source.elements(pair(c, c))), FiniteSet.of(target.elements(pair(c, c)))
        names = (f"{source.name}({c}, {c})", f"{target.name}({c}, {c})")
        components.append((c, function(values[c], domain, codomain, names)))
    return Dinatural(statement.name.text, base, source, target, tuple(components))


def _side(expr: tree.Expr, base: Category, scope: Scope) -> SetFunctor:
    if isinstance(expr, tree.SetExpr | tree.TableExpr):
        return constant_set(product(base.opposite(), base), finite_set(expr, scope).labels)
    if not (is_diagonal(expr) and isinstance(expr, tree.Call)):
        raise Problem(
            "E0412", "this side is not on the diagonal", expr.span,
            help="a dinatural transformation goes S(c, c) => T(c, c); a wedge {x, y} => T(c, c)",
        )
    return _profunctor(expr.function, base, scope)


def _is_hom(head: tree.Name, scope: Scope) -> bool:
    return head.text == "hom" and "hom" not in scope.declarations


def _profunctor(head: tree.Expr, base: Category, scope: Scope) -> SetFunctor:
    whole = product(base.opposite(), base)
    if isinstance(head, tree.Name) and _is_hom(head, scope):
        return hom_profunctor(_homs(base))
    functor = FunctorReader(scope).to_set(head, whole)
    if not same_category(functor.category, whole):
        raise Problem(
            "E0403", f"T(c, c) needs a functor on {whole.name}, `{functor.name}` is one on {functor.category.name}", head.span,
            help="contravariant in the first place and covariant in the second",
        )
    return functor


def _base(expr: tree.Expr, scope: Scope) -> Category | None:
    """The category C of a profunctor on op(C) * C, looked up among the declared ones."""
    if not (is_diagonal(expr) and isinstance(expr, tree.Call) and isinstance(expr.function, tree.Name)):
        return None
    declared = scope.find(expr.function.text)
    if declared is None or not isinstance(declared.value, SetFunctor):
        return None
    for candidate in scope.declarations.values():
        if candidate.kind in ("category", "group") and not candidate.broken:
            try:
                inside = with_elements(
                    category_expression(tree.Name(candidate.name, span=expr.span), scope), expr.span
                )
            except Unsupported:
                continue
            if same_category(product(inside.opposite(), inside), declared.value.category):
                return inside
    return None


def _homs(category: Category) -> HomSets:
    homs = hom_sets(category)
    if homs is None:
        raise NotFinite(f"completion of {category.name} did not end within its limit", False)
    return homs
