"""Functors between presented categories: bodies that send objects to objects and arrows to paths, composites, opposites."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from catalg.diagnostics import Label, Span
from catalg.elaborate.categories import path
from catalg.elaborate.category_expressions import category_expression, object_of, presented_by, same_category
from catalg.elaborate.dims import natural
from catalg.elaborate.entries import matched
from catalg.elaborate.scope import Problem, Scope, Unsupported
from catalg.language import tree
from catalg.model.category import Category, Path
from catalg.model.goals import Opaque
from catalg.model.group import Homomorphism
from catalg.universes import constructions as build
from catalg.universes.categories import inverse_name
from catalg.universes.group_categories import as_presented, inverse_path, is_presented
from catalg.universes.presented_functors import PresentedFunctor, composite, identity_functor

KINDS = ("functor between categories", "homomorphism")


class BetweenReader:
    """Reads functors between presented categories."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope

    def read(
        self, expr: tree.Expr, source: Category | None = None, target: Category | None = None
    ) -> PresentedFunctor:
        """The functor that an expression denotes. Raises Problem, Depends or Unsupported."""
        match expr:
            case tree.Name("id") if source is not None and "id" not in self.scope.declarations:
                return identity_functor(source)
            case tree.Name():
                return self._declared(expr)
            case tree.Call(tree.Name("id"), (base,)):
                return identity_functor(presented_by(category_expression(base, self.scope), base.span))
            case tree.Call(tree.Name("op"), (base,)):
                return opposite(self.read(base))
            case tree.Call(tree.Name("projection"), (base,)):
                from catalg.elaborate.functor_expressions import FunctorReader

                functor = FunctorReader(self.scope).to_set(base)
                found = build.elements(functor)
                return PresentedFunctor(
                    f"projection({functor.name})", replace(found.category, name=f"elements({functor.name})"), functor.category, found.objects,
                    tuple((a, (f,)) for a, f in found.arrows),
                )
            case tree.Call(tree.Name("projection"), (base, which)):
                return self._projection(base, which)
            case tree.Binary("@", after, before) | tree.Binary(";", before, after):
                first = self.read(before, source)
                second = self.read(after, first.target, target)
                if not same_category(first.target, second.source):
                    raise Problem(
                        "E0401", "this composite is not typed: the second functor does not start where the first ends",
                        after.span, f"starts at {second.source.name}", "K @ L is K after L",
                        (Label(before.span, f"ends at {first.target.name}"),),
                    )
                return composite(replace(first, target=second.source), second)
            case _:
                raise Problem(
                    "E0412", "this is not a functor between categories", expr.span,
                    help="a declared functor K : C -> D, id(C), op(K), K @ L, projection(F) from elements(F)",
                )

    def _declared(self, node: tree.Name) -> PresentedFunctor:
        declared = self.scope.need(node, KINDS, "functor between categories")
        value = declared.value
        if isinstance(value, Opaque):
            raise Unsupported(value.reason)
        if isinstance(value, Homomorphism):
            presented = as_presented(value) if is_presented(value.target) else None
            if presented is None:
                raise Unsupported(f"`{node.text}` as a functor between finitely presented categories")
            return presented
        return cast(PresentedFunctor, value)

    def _projection(self, base: tree.Expr, which: tree.Expr) -> PresentedFunctor:
        number = natural(which, self.scope, "the number of a factor", 2)
        if not (isinstance(base, tree.Binary) and base.operator == "*" and number in (1, 2)):
            raise Problem("E0412", "projection(C * D, 1) and projection(C * D, 2) are those of a product", base.span)
        sides = [presented_by(category_expression(side, self.scope), side.span) for side in (base.left, base.right)]
        c, d = sides
        whole = build.product(c, d)
        objects = tuple((build.pair(a, b), (a, b)[number - 1]) for a in c.objects for b in d.objects)
        arrows: list[tuple[str, Path]] = [
            (build.pair(f.name, b), (f.name,) if number == 1 else ()) for f in c.arrows for b in d.objects
        ]
        arrows += [(build.pair(a, g.name), (g.name,) if number == 2 else ()) for a in c.objects for g in d.arrows]
        return PresentedFunctor(f"projection({whole.name}, {number})", whole, sides[number - 1], objects, tuple(arrows))


def opposite(functor: PresentedFunctor) -> PresentedFunctor:
    """The same functor between the opposite categories."""
    return PresentedFunctor(
        f"op({functor.name})",
        functor.source.opposite(),
        functor.target.opposite(),
        functor.objects,
        tuple((f, p[::-1]) for f, p in functor.arrows),
    )


def declared_between(statement: tree.Functor, source: Category, target: Category, scope: Scope) -> PresentedFunctor:
    """The functor that `functor K : C -> D { … }` or `functor K : C -> D = …` declares. Raises Problem or Depends."""
    name = statement.name.text
    if statement.domain is not None:
        raise Problem("E0412", "`on (…)` gives coordinates of a manifold; the target is not Man", statement.name.span)
    if statement.value is not None:
        value = BetweenReader(scope).read(statement.value, source, target)
        for found, wanted, side in ((value.source, source, "source"), (value.target, target, "target")):
            if not same_category(found, wanted):
                raise Problem(
                    "E0407", f"the {side} of this functor is {found.name}, not {wanted.name}", statement.value.span,
                    secondary=(Label(getattr(statement, side).span, "declared here"),),
                )
        return replace(value, name=name, source=source, target=target)
    assert statement.body is not None
    return _by_body(name, source, target, statement.body, statement.name.span)


def _by_body(
    name: str, source: Category, target: Category, body: tuple[tree.Entry, ...], where: Span
) -> PresentedFunctor:
    given = {entry.name.text for entry in body}
    letters = [a.name for a in source.arrows if not _is_inverse(a.name, source)]
    only = target.objects[0] if len(target.objects) == 1 else None
    objects = [c for c in source.objects if only is None or c in given]
    values = matched(body, [*objects, *letters], "object or arrow", where)
    images = {c: only if only is not None and c not in given else object_of(values[c], target) for c in source.objects}
    paths: dict[str, Path] = {}
    for arrow in source.arrows:
        if arrow.name in letters:
            expr = values[arrow.name]
            typed = path(expr, target)
            wanted = (images[arrow.source], images[arrow.target])
            if (typed.source, typed.target) != wanted:
                raise Problem(
                    "E0415", f"`{arrow.name}` goes {arrow.source} -> {arrow.target}, so its image goes {wanted[0]} -> {wanted[1]}",
                    expr.span, f"goes {typed.source} -> {typed.target}",
                )
            paths[arrow.name] = typed.arrows
    for arrow in source.arrows:
        if arrow.name not in letters:
            letter = arrow.name[:-3]
            back = [inverse_path(target, step) for step in reversed(paths[letter])]
            if any(step is None for step in back):
                raise Problem(
                    "E0414", f"`{letter}` is invertible, but no inverse of its image is known", values[letter].span,
                    help="a functor on a group sends every element to an isomorphism",
                )
            paths[arrow.name] = tuple(a for step in back for a in step or ())
    return PresentedFunctor(
        name, source, target, tuple((c, str(d)) for c, d in images.items()), tuple((a.name, paths[a.name]) for a in source.arrows)
    )


def _is_inverse(name: str, category: Category) -> bool:
    return name.endswith("^-1") and any(inverse_name(a.name) == name for a in category.arrows)


__all__ = ["KINDS", "BetweenReader", "declared_between", "opposite"]
