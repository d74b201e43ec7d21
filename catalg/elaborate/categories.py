"""Presented categories, and paths in them: composites are typed, equations have parallel sides."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from catalg.diagnostics import Label, did_you_mean
from catalg.diagnostics.source import NOWHERE
from catalg.elaborate.dims import natural
from catalg.elaborate.finite import element
from catalg.elaborate.scope import Problem, Scope, Unsupported
from catalg.language import tree
from catalg.model.category import Arrow, Category, Equation, Path
from catalg.model.goals import Opaque
from catalg.model.group import Group
from catalg.universes.group_categories import inverse_path

LONGEST_PATH = 100_000


@dataclass(frozen=True, slots=True)
class TypedPath:
    """A path with its ends, first arrow first."""

    source: str
    target: str
    arrows: Path


def presented(statement: tree.Category) -> Category:
    """The category that a statement declares. Raises Problem."""
    seen: dict[str, tree.Name] = {}
    for node in (*statement.objects, *(a.name for a in statement.arrows)):
        if node.text in seen:
            raise Problem(
                "E0302", f"`{node.text}` is declared twice in this category", node.span,
                secondary=(Label(seen[node.text].span, "first declared here"),),
            )
        seen[node.text] = node
    objects = tuple(node.text for node in statement.objects)
    arrows = []
    for arrow in statement.arrows:
        for end in (arrow.source, arrow.target):
            if end.text not in objects:
                near = did_you_mean(end.text, objects)
                help = f"an object with a similar name exists: `{near}`" if near else f"objects are {', '.join(objects) or 'none'}"
                raise Problem("E0301", f"no object is called `{end.text}`", end.span, help=help)
        arrows.append(Arrow(arrow.name.text, arrow.source.text, arrow.target.text))
    bare = Category(statement.name.text, objects, tuple(arrows))
    equations = tuple(equation(e.left, e.right, bare, e.span) for e in statement.equations)
    return Category(bare.name, objects, bare.arrows, equations)


def equation(left: tree.Expr, right: tree.Expr, category: Category, span: tuple[int, int]) -> Equation:
    """Two parallel paths. Raises Problem when a composite is ill-typed or the sides are not parallel."""
    a, b = _side(left, right, category)
    if (a.source, a.target) != (b.source, b.target):
        raise Problem(
            "E0402", "the two sides are not parallel", left.span,
            f"goes {a.source} -> {a.target}",
            "both sides of an equation start at one object and end at one object",
            (Label(right.span, f"goes {b.source} -> {b.target}"),),
        )
    return Equation(a.source, a.target, a.arrows, b.arrows, (span[0], span[1]))


def _side(left: tree.Expr, right: tree.Expr, category: Category) -> tuple[TypedPath, TypedPath]:
    return path(left, category), path(right, category)


def path(expr: tree.Expr, category: Category) -> TypedPath:
    """The path that a composite denotes. Raises Problem."""
    match expr:
        case tree.Name(text) | tree.String(text) | tree.Number(text) if (found := _loop_or_arrow(text, category)) is not None:
            return found
        case tree.TupleExpr() if (found := _loop_or_arrow(element(expr), category)) is not None:
            return found
        case tree.Comparison((low, high), ("<",)) if (found := _loop_or_arrow(f"{element(low)}<{element(high)}", category)):
            return found
        case tree.Name(text) | tree.String(text):
            if text in category.objects:
                raise Problem("E0303", f"`{text}` is an object, not an arrow", expr.span, help=f"its identity is written id({text})")
            near = did_you_mean(text, [a.name for a in category.arrows])
            arrows = ", ".join(a.name for a in category.arrows) or "none"
            help = f"an arrow with a similar name exists: `{near}`" if near else f"arrows of {category.name} are {arrows}"
            raise Problem("E0301", f"no arrow is called `{text}`", expr.span, help=help)
        case tree.Number() if expr.integer == 1 and len(category.objects) == 1:
            return TypedPath(category.objects[0], category.objects[0], ())
        case tree.Call(tree.Name("id"), (node,)):
            text = element(node)
            if text not in category.objects:
                raise Problem("E0301", f"no object is called `{text}`", node.span, help=f"objects are {', '.join(category.objects)}")
            return TypedPath(text, text, ())
        case tree.Binary("@", later, earlier):
            return _composite(path(earlier, category), path(later, category), earlier, later)
        case tree.Binary(";", earlier, later):
            return _composite(path(earlier, category), path(later, category), earlier, later)
        case tree.Binary("^", base, tree.Negate(count)):
            return path(tree.Binary("^", _inverse(base, category), count, span=expr.span), category)
        case tree.Binary("^", base, exponent):
            loop = path(base, category)
            if loop.source != loop.target:
                raise Problem("E0401", f"only a loop has powers, this goes {loop.source} -> {loop.target}", base.span)
            times = natural(exponent, Scope(), "the exponent of a path", LONGEST_PATH)
            if times * len(loop.arrows) > LONGEST_PATH:
                raise Problem("E0506", f"this path has more than {LONGEST_PATH:,} arrows", expr.span)
            return TypedPath(loop.source, loop.target, loop.arrows * times)
        case tree.Binary("*", _, _):
            raise Problem("E0401", "composition is written `@` (after) or `;` (then)", expr.span)
        case _:
            raise Problem("E0401", "this is not a composite of arrows", expr.span, help="write g @ f, f ; g or id(A)")


def _loop_or_arrow(text: str, category: Category) -> TypedPath | None:
    """The arrow of that name as a path."""
    for arrow in category.arrows:
        if arrow.name == text:
            return TypedPath(arrow.source, arrow.target, (text,))
    return None


def _inverse(expr: tree.Expr, category: Category) -> tree.Expr:
    """The inverse of a composite of invertible generators, as a composite. Raises Problem."""
    match expr:
        case tree.Binary("@" | ";" as operator, left, right):
            return tree.Binary(operator, _inverse(right, category), _inverse(left, category), span=expr.span)
        case tree.Binary("^", base, exponent):
            return tree.Binary("^", _inverse(base, category), exponent, span=expr.span)
        case tree.Name(text) if _loop_or_arrow(text, category) is not None:
            back = inverse_path(category, text)
            if back is None:
                raise Problem(
                    "E0414", f"`{text}` has no inverse that is known", expr.span,
                    help="generators of a group have inverses; in a category declare the inverse arrow and its two equations",
                )
            steps: list[tree.Expr] = [tree.String(step, span=expr.span) for step in back]
            result = steps[0]
            for step in steps[1:]:
                result = tree.Binary(";", result, step, span=expr.span)
            return result
        case _:
            path(expr, category)
            raise Problem("E0414", "only composites of generators have inverses here", expr.span)


def _composite(first: TypedPath, second: TypedPath, a: tree.Expr, b: tree.Expr) -> TypedPath:
    if first.target != second.source:
        raise Problem(
            "E0401", "this composite is not typed: the second arrow does not start where the first ends", b.span,
            f"starts at {second.source}", "g @ f is g after f, and f ; g is f, then g",
            (Label(a.span, f"ends at {first.target}"),),
        )
    return TypedPath(first.source, second.target, first.arrows + second.arrows)


def as_category(group: Group) -> Category:
    """A group with discrete generators as a category with one object `*`; a word's left letter acts last.

    Raises Unsupported for groups with Lie generators.
    """
    from catalg.elaborate.category_expressions import presented_by

    return presented_by(group, NOWHERE)


def category_of(expr: tree.Expr, scope: Scope) -> Category | Group:
    """The category that an expression denotes: a presented one, a construction, or a group. Raises Problem or Depends."""
    match expr:
        case tree.Name():
            declared = scope.need(expr, ("category", "group"), "category")
            if isinstance(declared.value, Opaque):
                raise Unsupported(declared.value.reason)
            return cast("Category | Group", declared.value)
        case _:
            from catalg.elaborate.category_expressions import category_expression

            return category_expression(expr, scope)
