"""Counts of what has no name of its own, and properties: `size hom(A, B) in C = 6`, `p is universal`, `K is fibration`."""

from __future__ import annotations

from dataclasses import replace

from catalg.diagnostics import did_you_mean
from catalg.elaborate.algebras import ALGEBRAS, algebra
from catalg.elaborate.between import BetweenReader
from catalg.elaborate.category_expressions import (
    category_expression,
    limits,
    object_of,
    presented_by,
    require_presented,
    same_category,
)
from catalg.elaborate.dims import count as count_of
from catalg.elaborate.finite import element
from catalg.elaborate.functor_expressions import FunctorReader
from catalg.elaborate.scope import Problem, Scope, Unsupported, with_article
from catalg.elaborate.transformation_expressions import TransformationReader
from catalg.language import tree
from catalg.model.category import Category, SetFunctor, VectFunctor
from catalg.model.ends import Diagram, End, SetEnd, VectEnd
from catalg.model.goals import (
    MorphismCount,
    ObjectCount,
    Opaque,
    PropertyClaim,
    ShapeClaim,
    SummandCount,
    ValueCount,
)
from catalg.model.representation import Rep
from catalg.universes.extensions import UnlistedKan
from catalg.universes.path_transformations import PathTransformation
from catalg.universes.pointwise import is_constant, is_constant_vect, restrict_vect
from catalg.universes.presented_functors import restrict
from catalg.universes.shapes import NoDiagram, diagram

COUNTED = ("hom", "morphisms", "objects", "Nat", "summands", "lim", "colim", "pullback", "equalizer", "product", "pushout", "coequalizer", "coproduct")
FORMS = {"pullback": "limit", "equalizer": "limit", "product": "limit", "pushout": "colimit", "coequalizer": "colimit", "coproduct": "colimit"}
PROPERTIES = {
    "universal": "of a cone or cocone: a transformation from or to a constant set, or from R^k",
    "pullback": "of a functor on a commuting square",
    "pushout": "of a functor on a commuting square",
    "fibration": "of a functor between finite categories",
    "opfibration": "of a functor between finite categories",
    "discrete fibration": "of a functor between finite categories",
    "discrete opfibration": "of a functor between finite categories",
    "adjunction": "of (L, R, eta, epsilon)",
    "invertible": "of a transformation",
    "representable": "of a functor to Set",
    "finite": "of a category",
    **ALGEBRAS,
}

Counted = End | MorphismCount | ObjectCount | ValueCount | SummandCount


def shape_claim(assertion: tree.ShapeCount, scope: Scope) -> ShapeClaim:
    """The claim about a count. Raises Problem, Depends or Unsupported."""
    with limits(assertion.span):
        subject, text = _subject(assertion, scope)
    functor = subject.functor if isinstance(subject, ValueCount | Diagram) else None
    values = functor.base if isinstance(functor, UnlistedKan) else functor
    linear = isinstance(values, VectFunctor) or isinstance(subject, VectEnd)
    fitting = "dim" if linear else "size"
    if assertion.kind != fitting:
        raise Problem(
            "E0412", f"`{assertion.kind}` does not count {text}", assertion.subject.span,
            help=f"assert its {'dimension' if linear else 'size'}: expect {fitting} {text} = …",
        )
    infinite = isinstance(assertion.value, tree.Name) and assertion.value.text == "oo"
    return ShapeClaim(assertion.kind, subject, text, None if infinite else count_of(assertion.value, scope))


def _subject(assertion: tree.ShapeCount, scope: Scope) -> tuple[Counted, str]:
    expr = assertion.subject
    if not (isinstance(expr, tree.Call) and isinstance(expr.function, tree.Name)):
        raise Problem("E0416", "this cannot be counted", expr.span, help=_counted())
    head, arguments = expr.function.text, expr.arguments
    if assertion.category is not None and head != "hom":
        raise Problem("E0416", "`in` names the category of a hom-set", assertion.category.span, help=_counted())
    declared = scope.find(head)
    if declared is not None:
        kinds = ("functor to Set", "functor to Vect")
        value = scope.need(expr.function, kinds, "functor to Set or Vect").value
        if len(arguments) != 1:
            raise Problem("E0410", f"`{head}` has one argument, an object", expr.span)
        functor = value if isinstance(value, UnlistedKan) else FunctorReader(scope).read(expr.function)
        category = functor.along.target if isinstance(functor, UnlistedKan) else functor.category
        at = object_of(arguments[0], category)
        return ValueCount(functor, at), f"{head}({category.name if at == '*' else at})"
    if head not in COUNTED:
        near = did_you_mean(head, COUNTED)
        raise Problem(
            "E0301", f"nothing to be counted is called `{head}`", expr.function.span,
            help=f"a similar word exists: `{near}`" if near else _counted(),
        )
    if head == "hom":
        if assertion.category is None:
            raise Problem("E0416", "a hom-set is counted in a category, which is not named", expr.span,
                          help="expect size hom(A, B) in C = …")
        category = _presented(assertion.category, scope)
        if len(arguments) != 2:
            raise Problem("E0410", f"`hom` takes 2 arguments, not {len(arguments)}", expr.span)
        a, b = (object_of(argument, category) for argument in arguments)
        shown = [category.name if at == "*" else at for at in (a, b)]
        return MorphismCount(category, a, b), f"hom({', '.join(shown)}) in {category.name}"
    if head in ("morphisms", "objects"):
        if len(arguments) != 1:
            raise Problem("E0410", f"`{head}` takes 1 argument, a category", expr.span)
        category = _presented(arguments[0], scope)
        counted = MorphismCount(category) if head == "morphisms" else ObjectCount(category)
        return counted, f"{head}({category.name})"
    if head == "summands":
        return _summands(expr, arguments, scope)
    if head == "Nat":
        return _transformations(expr, arguments, scope)
    value = named_form(expr, scope) if head in FORMS else _limit(expr, head, arguments, scope)
    return value, value.name


def _summands(expr: tree.Expr, arguments: tuple[tree.Expr, ...], scope: Scope) -> tuple[SummandCount, str]:
    if len(arguments) != 1 or not isinstance(arguments[0], tree.Name):
        raise Problem("E0410", "`summands` takes 1 argument, the name of a representation", expr.span)
    declared = scope.need(arguments[0], ("functor to Vect",), "functor to Vect")
    if isinstance(declared.value, Opaque):
        raise Unsupported(declared.value.reason)
    if not isinstance(declared.value, Rep):
        raise Problem("E0412", f"`{arguments[0].text}` is not a representation of a group", arguments[0].span)
    return SummandCount(declared.value), f"summands({arguments[0].text})"


def _transformations(expr: tree.Expr, arguments: tuple[tree.Expr, ...], scope: Scope) -> tuple[End, str]:
    if len(arguments) != 2:
        raise Problem("E0410", f"`Nat` takes 2 arguments, not {len(arguments)}", expr.span)
    f, g = FunctorReader(scope).both(arguments[0], arguments[1])
    text = f"Nat({f.name}, {g.name})"
    if not same_category(f.category, g.category):
        raise Problem("E0403", f"`{f.name}` is a functor on {f.category.name}, `{g.name}` on {g.category.name}", expr.span)
    g = replace(g, category=f.category)
    if isinstance(f, SetFunctor) and isinstance(g, SetFunctor):
        return SetEnd(text, f, g), text
    if isinstance(f, VectFunctor) and isinstance(g, VectFunctor):
        if f.field != g.field:
            raise Problem("E0408", f"`{g.name}` is over {g.field}, `{f.name}` is over {f.field}", expr.span)
        return VectEnd(text, f, g), text
    raise Problem("E0412", f"`{f.name}` and `{g.name}` have different targets", expr.span)


def _limit(expr: tree.Expr, word: str, arguments: tuple[tree.Expr, ...], scope: Scope) -> Diagram:
    if len(arguments) != 1:
        raise Problem("E0410", f"`{word}` takes 1 argument, a functor", expr.span)
    functor = FunctorReader(scope).read(arguments[0])
    return Diagram(f"{word}({functor.name})", "limit" if word == "lim" else "colimit", functor)


def named_form(expr: tree.Expr, scope: Scope, name: str | None = None) -> Diagram:
    """`pullback(F, f, g)` and the other forms, as limits and colimits of diagrams. Raises Problem, Depends or Unsupported."""
    assert isinstance(expr, tree.Call) and isinstance(expr.function, tree.Name)
    form = expr.function.text
    if not expr.arguments:
        raise Problem("E0410", f"`{form}` is of a functor and its arrows: {form}(F, …)", expr.span)
    functor = FunctorReader(scope).read(expr.arguments[0])
    names = [element(argument) for argument in expr.arguments[1:]]
    try:
        shape = diagram(form, functor.category, names)
    except NoDiagram as error:
        raise Problem("E0401", str(error), expr.span) from None
    except KeyError as error:
        what = "object" if form in ("product", "coproduct") else "arrow"
        known = functor.category.objects if what == "object" else tuple(a.name for a in functor.category.arrows)
        missing = str(error.args[0])
        at = expr.arguments[1 + names.index(missing)]
        near = did_you_mean(missing, known)
        raise Problem(
            "E0301", f"no {what} is called `{missing}`", at.span,
            help=f"{with_article(what)} with a similar name exists: `{near}`" if near else f"{what}s are {', '.join(known)}",
        ) from None
    cut = restrict(functor, shape) if isinstance(functor, SetFunctor) else restrict_vect(functor, shape)
    return Diagram(name or f"{form}({', '.join((functor.name, *names))})", FORMS[form], cut)


def property_claim(assertion: tree.Property, scope: Scope) -> PropertyClaim:
    """The claim that something has a property. Raises Problem, Depends or Unsupported."""
    word = " ".join(name.text for name in assertion.words)
    if word not in PROPERTIES:
        near = did_you_mean(word, PROPERTIES)
        raise Problem(
            "E0301", f"no property is called `{word}`", assertion.words[0].span,
            help=f"a property with a similar name exists: `{near}`" if near else f"properties are {', '.join(PROPERTIES)}",
        )
    with limits(assertion.span):
        subject, text = _described(word, assertion.subject, scope)
    return PropertyClaim(word, subject, text)


def _described(word: str, expr: tree.Expr, scope: Scope) -> tuple[tuple[object, ...], str]:
    match word:
        case "universal" | "invertible":
            transformation = TransformationReader(scope).read(expr)
            if word == "universal":
                _constant_side(transformation, expr)
            return (transformation,), transformation.name
        case "pullback" | "pushout" | "representable":
            functor = FunctorReader(scope).to_set(expr)
            if word != "representable":
                _square(functor.category, expr)
            return (functor,), functor.name
        case "adjunction":
            if not (isinstance(expr, tree.TupleExpr) and len(expr.items) == 4):
                raise Problem(
                    "E0410", "an adjunction is (L, R, eta, epsilon)", expr.span,
                    help="L : C -> D, R : D -> C, eta : id(C) => R @ L, epsilon : L @ R => id(D)",
                )
            return _adjunction(expr, scope)
        case word if word in ALGEBRAS:
            return algebra(word, expr, scope)
        case "finite":
            category = _presented(expr, scope)
            return (category,), category.name
        case _:
            functor_between = BetweenReader(scope).read(expr)
            return (functor_between,), functor_between.name


def _constant_side(transformation: object, expr: tree.Expr) -> None:
    source, target = getattr(transformation, "source", None), getattr(transformation, "target", None)
    if isinstance(source, VectFunctor) and is_constant_vect(source):
        return
    for side in (source, target):
        if isinstance(side, SetFunctor) and is_constant(side):
            if not side.objects:
                raise Unsupported("cones over the empty diagram, whose apex is not told by components")
            return
    raise Problem(
        "E0412", "neither side of this transformation is a constant set", expr.span,
        help="a cone is a transformation {x, y} => F, or R^k => F for F to Vect; a cocone is one F => {x, y}",
    )


def _square(category: Category, expr: tree.Expr) -> None:
    """Four objects, four arrows and the equation that makes the square commute. Raises Problem."""
    from catalg.universes.shapes import square

    if square(category) is None:
        raise Problem(
            "E0412", f"{category.name} is not a commuting square", expr.span,
            help="four objects, arrows f : A -> B, g : B -> D, h : A -> C, k : C -> D and the equation g @ f = k @ h",
        )


def _adjunction(expr: tree.TupleExpr, scope: Scope) -> tuple[tuple[object, ...], str]:
    from catalg.elaborate.transformation_expressions import same_functor
    from catalg.universes.presented_functors import composite, identity_functor

    reader = BetweenReader(scope)
    left, right = reader.read(expr.items[0]), reader.read(expr.items[1])
    if (left.source.name, left.target.name) != (right.target.name, right.source.name):
        raise Problem(
            "E0401", f"`{left.name}` goes {left.source.name} -> {left.target.name}, `{right.name}` goes "
            f"{right.source.name} -> {right.target.name}", expr.span, help="adjoint functors go opposite ways",
        )
    transformations = [TransformationReader(scope).read(item) for item in expr.items[2:]]
    wanted = (
        (identity_functor(left.source), composite(left, right), f"id({left.source.name}) => {right.name} @ {left.name}"),
        (composite(right, left), identity_functor(left.target), f"{left.name} @ {right.name} => id({left.target.name})"),
    )
    for value, item, (source, target, said) in zip(transformations, expr.items[2:], wanted, strict=True):
        if not (
            isinstance(value, PathTransformation) and same_functor(value.source, source) and same_functor(value.target, target)
        ):
            raise Problem("E0412", f"`{value.name}` is not a transformation {said}", item.span)
    text = f"({left.name}, {right.name}, {transformations[0].name}, {transformations[1].name})"
    return (left, right, *transformations), text


def _presented(expr: tree.Expr, scope: Scope) -> Category:
    require_presented(expr, scope)
    return presented_by(category_expression(expr, scope), expr.span)


def _counted() -> str:
    return "counted are hom(A, B) in C, morphisms(C), objects(C), F(A), summands(V), Nat(F, G), lim(F), colim(F), pullback(F, f, g), …"


__all__ = ["named_form", "property_claim", "shape_claim"]
