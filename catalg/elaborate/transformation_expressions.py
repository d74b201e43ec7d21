"""Transformations by construction: identities, composition both ways, whiskering, inverses, units and counits.

`beta @ alpha` is alpha, then beta; `beta * alpha` is the horizontal composite; with a functor on one side, `beta @ K` and
`H @ alpha` whisker; `alpha^-1` is the inverse; `unit(L)` and `counit(R)` belong to Kan extensions.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeVar

from catalg.diagnostics import Label
from catalg.elaborate.between import KINDS, BetweenReader
from catalg.elaborate.category_expressions import same_category
from catalg.elaborate.functor_expressions import FunctorReader
from catalg.elaborate.scope import Problem, Scope, Unsupported
from catalg.exact.sparse import SparseMatrix
from catalg.language import tree
from catalg.model.category import Category, SetFunctor, SetTransformation, VectFunctor, VectTransformation
from catalg.universes import path_transformations as paths
from catalg.universes import transformations as sets
from catalg.universes.extensions import Kan, LinearKan
from catalg.universes.path_transformations import PathTransformation
from catalg.universes.pointwise import restrict_vect
from catalg.universes.presented_functors import PresentedFunctor
from catalg.universes.vect import inverse as inverse_matrix

Transformation = SetTransformation | VectTransformation | PathTransformation
Ends = SetFunctor | VectFunctor | PresentedFunctor
T = TypeVar("T", SetTransformation, VectTransformation, PathTransformation)


@dataclass(frozen=True, slots=True)
class TransformationReader:
    """Reads transformations."""

    scope: Scope

    def read(self, expr: tree.Expr) -> Transformation:
        """The transformation that an expression denotes. Raises Problem, Depends or Unsupported."""
        match expr:
            case tree.Name(text):
                value = self.scope.need(expr, ("transformation",), "transformation").value
                if isinstance(value, SetTransformation | VectTransformation | PathTransformation):
                    return value
                raise Unsupported(f"composites of `{text}`")
            case tree.Call(tree.Name("id"), (base,)):
                return self._identity(base)
            case tree.Call(tree.Name("unit" | "counit" as word), (tree.Name() as base,)):
                return self._unit(word, base)
            case tree.Binary("^", base, tree.Negate(tree.Number("1"))):
                return self._inverse(base)
            case tree.Binary("@", after, before) | tree.Binary(";", before, after):
                return self._composed(after, before)
            case tree.Binary("*", after, before):
                return self._horizontal(after, before)
            case _:
                raise Problem(
                    "E0412", "this is not a transformation", expr.span,
                    help="beta @ alpha, beta * alpha, H @ alpha, alpha @ K, alpha^-1, id(F), unit(L), counit(R)",
                )

    def _identity(self, base: tree.Expr) -> Transformation:
        if self._sort(base) == "between":
            return paths.identity_paths(BetweenReader(self.scope).read(base))
        value = FunctorReader(self.scope).read(base)
        if isinstance(value, SetFunctor):
            return sets.identity_transformation(value)
        return VectTransformation(
            f"id({value.name})", value, value, tuple((c, SparseMatrix.identity(n)) for c, n in value.objects)
        )

    def _unit(self, word: str, base: tree.Name) -> SetTransformation | VectTransformation:
        value = self.scope.need(base, ("functor to Set", "functor to Vect"), "functor to Set or Vect").value
        side = "left" if word == "unit" else "right"
        if not (isinstance(value, Kan | LinearKan) and value.side == side):
            made = "lan(K, F)" if side == "left" else "ran(K, F)"
            raise Problem("E0412", f"`{word}` is of a functor declared as {made}", base.span)
        return value.unit

    def _inverse(self, base: tree.Expr) -> Transformation:
        value = self.read(base)
        if isinstance(value, SetTransformation):
            found = sets.inverse(value)
            if found is not None:
                return found
            at = next(
                c for c, images in value.components
                if sorted(images) != list(range(len(value.target.elements(c))))
            )
            raise Problem("E0414", f"`{value.name}` has no inverse: its component at {at} is no bijection", base.span)
        if isinstance(value, VectTransformation):
            components = []
            for c, matrix in value.components:
                try:
                    if matrix.nrows != matrix.ncols:
                        raise ZeroDivisionError
                    components.append((c, inverse_matrix(matrix)))
                except ZeroDivisionError:
                    raise Problem(
                        "E0414", f"`{value.name}` has no inverse: its component at {c} is not invertible", base.span
                    ) from None
            return VectTransformation(f"{value.name}^-1", value.target, value.source, tuple(components))
        raise Unsupported("inverses of transformations between functors of presented categories")

    def _composed(self, after: tree.Expr, before: tree.Expr) -> Transformation:
        sorts = self._sort(after), self._sort(before)
        if sorts[0] != "transformation":
            alpha = self.read(before)
            if not isinstance(alpha, PathTransformation):
                raise Problem(
                    "E0401", "a functor can only follow a transformation between functors of presented categories",
                    after.span, None, None, (Label(before.span, f"between functors to {_target(alpha)}"),),
                )
            return self._applied(after, alpha)
        beta = self.read(after)
        if sorts[1] != "transformation":
            along = BetweenReader(self.scope).read(before)
            _meet(after, _category(beta), before, along.target)
            if isinstance(beta, SetTransformation):
                return sets.whisker(beta, along)
            if isinstance(beta, PathTransformation):
                return paths.whisker_paths(beta, along)
            return VectTransformation(
                f"{beta.name} @ {along.name}", restrict_vect(beta.source, along), restrict_vect(beta.target, along),
                tuple((c, beta.component(d)) for c, d in along.objects),
            )
        alpha = self.read(before)
        if isinstance(alpha, SetTransformation) and isinstance(beta, SetTransformation):
            return self._vertical(alpha, beta, after, before, sets.vertical)
        if isinstance(alpha, PathTransformation) and isinstance(beta, PathTransformation):
            return self._vertical(alpha, beta, after, before, paths.vertical_paths)
        if isinstance(alpha, VectTransformation) and isinstance(beta, VectTransformation):
            return self._vertical(alpha, beta, after, before, _vertical_vect)
        raise Problem("E0401", "these transformations are between functors with different targets", after.span)

    def _vertical(self, alpha: T, beta: T, after: tree.Expr, before: tree.Expr, compose: Callable[[T, T], T]) -> T:
        if not same_functor(alpha.target, beta.source):
            raise Problem(
                "E0401", "this composite is not typed: the second transformation does not start where the first ends",
                after.span, f"starts at {beta.source.name}", "beta @ alpha is alpha, then beta; beta * alpha is horizontal",
                (Label(before.span, f"ends at {alpha.target.name}"),),
            )
        return compose(alpha, _starting(beta, alpha.target))

    def _horizontal(self, after: tree.Expr, before: tree.Expr) -> Transformation:
        beta, alpha = self.read(after), self.read(before)
        if not isinstance(alpha, PathTransformation):
            raise Problem(
                "E0401", "a horizontal composite beta * alpha needs alpha between functors of presented categories",
                before.span, None, "beta @ alpha is the vertical composite",
            )
        _meet(after, _category(beta), before, alpha.source.target)
        if isinstance(beta, SetTransformation):
            return paths.horizontal_set(beta, alpha)
        if isinstance(beta, PathTransformation):
            return paths.horizontal_paths(beta, alpha)
        first = paths.apply_vect(beta.source, alpha)
        return VectTransformation(
            f"{beta.name} * {alpha.name}", first.source, restrict_vect(beta.target, alpha.target),
            tuple((c, beta.component(alpha.target.object(c)) @ matrix) for c, matrix in first.components),
        )

    def _applied(self, functor: tree.Expr, alpha: PathTransformation) -> Transformation:
        if self._sort(functor) == "between":
            outside = BetweenReader(self.scope).read(functor)
            _meet(functor, outside.source, functor, alpha.source.target)
            return paths.apply_paths(outside, alpha)
        value = FunctorReader(self.scope).read(functor, alpha.source.target)
        _meet(functor, value.category, functor, alpha.source.target)
        return paths.apply_set(value, alpha) if isinstance(value, SetFunctor) else paths.apply_vect(value, alpha)

    def _sort(self, expr: tree.Expr) -> str:
        """`transformation`, `between` for a functor between categories, or `functor` to Set or Vect."""
        match expr:
            case tree.Name(text):
                declared = self.scope.declarations.get(text)
                if declared is None or declared.kind == "transformation":
                    return "transformation"
                return "between" if declared.kind in KINDS else "functor"
            case tree.Call(tree.Name("unit" | "counit"), _):
                return "transformation"
            case tree.Call(tree.Name("id"), (base,)):
                kind = self._sort(base) if not isinstance(base, tree.Name) else self._named(base.text)
                return "between" if kind == "category" else "transformation"
            case tree.Call(tree.Name("op" | "projection"), _):
                return "between"
            case tree.Binary("^", base, tree.Negate()):
                return self._sort(base)
            case tree.Binary("@" | ";" | "*", left, right):
                sorts = {self._sort(left), self._sort(right)}
                if "transformation" in sorts:
                    return "transformation"
                return "between" if sorts == {"between"} else "functor"
            case _:
                return "functor"

    def _named(self, text: str) -> str:
        declared = self.scope.declarations.get(text)
        return "category" if declared is not None and declared.kind in ("category", "group") else "functor"


def same_functor(first: Ends, second: Ends) -> bool:
    """Whether two functors have the same values on objects and generating arrows, whatever they are called."""
    if isinstance(first, PresentedFunctor) and isinstance(second, PresentedFunctor):
        ends = first.source.name == second.source.name and first.target.name == second.target.name
        return ends and (first.objects, first.arrows) == (second.objects, second.arrows)
    if isinstance(first, PresentedFunctor) or isinstance(second, PresentedFunctor) or type(first) is not type(second):
        return False
    same = first.category.name == second.category.name
    return same and (dict(first.objects), dict(first.arrows)) == (dict(second.objects), dict(second.arrows))


def _starting(value: T, source: Ends) -> T:
    """The same transformation, starting at an equal functor of another name."""
    return replace(value, source=source)  # type: ignore[arg-type]


def _vertical_vect(first: VectTransformation, second: VectTransformation) -> VectTransformation:
    return VectTransformation(
        f"{second.name} @ {first.name}", first.source, second.target,
        tuple((c, second.component(c) @ matrix) for c, matrix in first.components),
    )


def _category(value: Transformation) -> Category:
    return value.source.source if isinstance(value, PathTransformation) else value.source.category


def _target(value: Transformation) -> str:
    return "Set" if isinstance(value, SetTransformation) else "Vect"


def _meet(outside: tree.Expr, starts: Category, inside: tree.Expr, ends: Category) -> None:
    if not same_category(starts, ends):
        secondary = () if inside is outside else (Label(inside.span, f"ends at {ends.name}"),)
        raise Problem(
            "E0401", f"this composite is not typed: {starts.name} is not {ends.name}", outside.span,
            f"starts at {starts.name}", None, secondary,
        )
