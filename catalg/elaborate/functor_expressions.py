"""Functors to Set and Vect on presented categories, by construction.

`{a, b}` and `R^k` are constant; `hom(A, _)`, `hom(_, A)` and `hom` are representables and the hom profunctor; `F * G`, `F + G`,
`F^k`, `powerset(F)`, `V (+) W`, `V (*) W`, `dual(V)`, `free(F)` are taken object by object; `F @ K` restricts along a functor,
`lan(K, F)` and `ran(K, F)` extend along one; `outer(F, G)` lives on a product, `day(m, F, G)` is its extension along m, and
`compose(P, Q)` glues profunctors.
"""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from catalg.diagnostics import did_you_mean
from catalg.elaborate.between import BetweenReader
from catalg.elaborate.category_expressions import limits, object_of, same_category
from catalg.elaborate.dims import natural
from catalg.elaborate.finite import finite_set
from catalg.elaborate.scope import Problem, Scope, Unsupported
from catalg.language import tree
from catalg.model.category import Category, SetFunctor, VectFunctor
from catalg.model.goals import Opaque
from catalg.model.gset import ChosenSet, ExplicitSet, ProductSet, PulledSet, SymbolicPoints
from catalg.model.representation import Rep
from catalg.model.scalars import REAL, BaseField
from catalg.universes import pointwise
from catalg.universes.categories import HomSets, NotFinite, hom_sets
from catalg.universes.constructions import product
from catalg.universes.extensions import Kan, LinearKan, UnlistedKan
from catalg.universes.finset import inclusion
from catalg.universes.group_categories import as_vect_functor, explicit
from catalg.universes.presented_functors import PresentedFunctor, hom_profunctor, restrict
from catalg.universes.profunctors import composed
from catalg.universes.sets import as_functor, corepresentable, representable

Value = SetFunctor | VectFunctor
GSETS = (ExplicitSet, ChosenSet, ProductSet, PulledSet, SymbolicPoints)
WORDS = ("hom", "inclusion", "powerset", "free", "dual", "outer", "day", "compose", "lan", "ran")
LARGEST_POWER = 16


class FunctorReader:
    """Reads functors; `field` is that of constant functors to Vect."""

    def __init__(self, scope: Scope, field: BaseField | None = None) -> None:
        self.scope = scope
        self.field = field or REAL
        self.between = BetweenReader(scope)

    def read(self, expr: tree.Expr, base: Category | None = None) -> Value:
        """The functor that an expression denotes; `base` is the category where only the context tells it.

        Raises Problem, Depends or Unsupported.
        """
        with limits(expr.span):
            return self._read(expr, base)

    def to_set(self, expr: tree.Expr, base: Category | None = None) -> SetFunctor:
        """A functor to Set. Raises Problem, Depends or Unsupported."""
        value = self.read(expr, base)
        if not isinstance(value, SetFunctor):
            raise Problem("E0412", f"`{value.name}` is a functor to Vect, a functor to Set is needed here", expr.span)
        return value

    def both(self, left: tree.Expr, right: tree.Expr, base: Category | None = None) -> tuple[Value, Value]:
        """Two functors on one category: the one that says its category tells it to the other."""
        if base is None and self._open(left) and not self._open(right):
            second = self.read(right)
            return FunctorReader(self.scope, _field(second)).read(left, second.category), second
        first = self.read(left, base)
        return first, FunctorReader(self.scope, _field(first)).read(right, base or first.category)

    def _open(self, expr: tree.Expr) -> bool:
        """Whether an expression leaves its category to the context."""
        match expr:
            case tree.SetExpr() | tree.TableExpr():
                return True
            case tree.Name(text):
                return text in ("hom", "inclusion") and text not in self.scope.declarations
            case tree.Call(tree.Name(text), arguments):
                return text == "hom" or (text in ("powerset", "free") and self._open(arguments[0]))
            case tree.Binary("^", tree.Name("R"), _):
                return "R" not in self.scope.declarations
            case tree.Binary("*" | "+" | "(*)" | "(+)", left, right):
                return self._open(left) and self._open(right)
            case tree.Binary("^", left, _):
                return self._open(left)
            case _:
                return False

    def _read(self, expr: tree.Expr, base: Category | None) -> Value:
        match expr:
            case tree.Name(text):
                if text in self.scope.declarations or text not in ("hom", "inclusion"):
                    return self._declared(expr)
                return self._hom(expr, base) if text == "hom" else self._inclusion(expr, base)
            case tree.SetExpr() | tree.TableExpr(()):
                return pointwise.constant_set(self._known(expr, base), finite_set(expr, self.scope).labels)
            case tree.Call(tree.Name(text) as head, arguments):
                if text not in WORDS:
                    near = did_you_mean(text, WORDS)
                    help = f"a similar word exists: `{near}`" if near else f"constructions are {', '.join(WORDS)}"
                    raise Problem("E0301", f"no construction of functors is called `{text}`", head.span, help=help)
                return self._constructed(expr, text, arguments, base)
            case tree.Binary("@", outside, inside):
                functor = self.between.read(inside, source=base)
                value = self.read(outside, functor.target)
                self._on(value, functor.target, outside)
                return restrict(value, functor) if isinstance(value, SetFunctor) else pointwise.restrict_vect(value, functor)
            case tree.Binary("^", tree.Name("R"), size) if "R" not in self.scope.declarations:
                return pointwise.constant_vect(
                    self._known(expr, base), self.field, natural(size, self.scope, "this dimension", 4096)
                )
            case tree.Binary("^", left, exponent):
                count = natural(exponent, self.scope, "this exponent", LARGEST_POWER)
                return pointwise.set_power(self.to_set(left, base), count)
            case tree.Binary("*" | "+" | "(*)" | "(+)" as operator, left, right):
                return self._pointwise(expr, operator, *self.both(left, right, base))
            case _:
                raise Problem(
                    "E0412", "this is not a functor", expr.span,
                    help="a declared functor, a constant set {a, b}, hom(A, _), F @ K, F * G, lan(K, F), …",
                )

    # --- names ----------------------------------------------------------------------------------------------------

    def _declared(self, node: tree.Name) -> Value:
        declared = self.scope.need(node, ("functor to Set", "functor to Vect"), "functor to Set or Vect")
        value = declared.value
        if isinstance(value, Opaque):
            raise Unsupported(value.reason)
        if isinstance(value, SetFunctor | VectFunctor):
            return value
        if isinstance(value, Kan | LinearKan):
            return value.functor
        if isinstance(value, UnlistedKan):
            raise Unsupported(f"`{node.text}`, which has no table: {value.reason}")
        if isinstance(value, GSETS):
            points = explicit(value)
            if points is None or points.group.lie:
                raise Unsupported(f"`{node.text}` as a functor on a finitely presented category")
            return as_functor(points if points.name else replace(points, name=node.text))
        linear = as_vect_functor(cast(Rep, value), node.text)
        if linear is None:
            raise Unsupported(f"`{node.text}` as a functor on a finitely presented category")
        return linear

    def _inclusion(self, expr: tree.Expr, base: Category | None) -> Value:
        value = inclusion(self._known(expr, base))
        if value is None:
            raise Problem(
                "E0412", f"`inclusion` is of a category of finite sets, {self._known(expr, base).name} is none", expr.span,
                help="for example category F = finset(0, 1, 2)",
            )
        return value

    def _hom(self, expr: tree.Expr, base: Category | None) -> Value:
        """Hom on op(C) * C."""
        category = self._known(expr, base)
        for declared in self.scope.declarations.values():
            if declared.kind not in ("category", "group") or declared.broken:
                continue
            inside = self._category(tree.Name(declared.name, span=expr.span))
            if inside is not None and same_category(product(inside.opposite(), inside), category):
                return replace(hom_profunctor(self._homs(inside)), category=category)
        raise Problem(
            "E0412", f"`hom` is a functor on op(C) * C, not on {category.name}", expr.span,
            help="representable functors are written hom(A, _) and hom(_, A)",
        )

    def _category(self, node: tree.Name) -> Category | None:
        from catalg.elaborate.category_expressions import category_expression, with_elements

        try:
            return with_elements(category_expression(node, self.scope), node.span)
        except Unsupported:
            return None

    # --- constructions --------------------------------------------------------------------------------------------

    def _constructed(self, expr: tree.Expr, word: str, arguments: tuple[tree.Expr, ...], base: Category | None) -> Value:
        wanted = {"hom": 2, "outer": 2, "day": 3, "compose": 2, "lan": 2, "ran": 2, "inclusion": 0}.get(word, 1)
        if len(arguments) != wanted:
            raise Problem("E0410", f"`{word}` takes {wanted} argument{'s' * (wanted != 1)}, not {len(arguments)}", expr.span)
        if word == "hom":
            return self._representable(expr, arguments[0], arguments[1], base)
        if word == "powerset":
            return pointwise.powerset(self.to_set(arguments[0], base))
        if word == "free":
            return pointwise.linearised(self.to_set(arguments[0], base), self.field)
        if word == "dual":
            value = self.read(arguments[0], base.opposite() if base is not None else None)
            if not isinstance(value, VectFunctor):
                raise Problem("E0412", "`dual` is of a functor to Vect", arguments[0].span)
            return pointwise.dual(value)
        if word == "outer":
            return pointwise.outer(self.to_set(arguments[0]), self.to_set(arguments[1]))
        if word == "compose":
            return self._composed(expr, arguments[0], arguments[1])
        if word == "day":
            spread = pointwise.outer(self.to_set(arguments[1]), self.to_set(arguments[2]))
            return self._listed(expr, extended(self.scope, "left", expr, arguments[0], spread))
        side = "left" if word == "lan" else "right"
        return self._listed(expr, extended(self.scope, side, expr, arguments[0], arguments[1]))

    def _listed(self, expr: tree.Expr, value: Kan | LinearKan | UnlistedKan) -> Value:
        if isinstance(value, UnlistedKan):
            raise Unsupported(value.reason)
        return value.functor

    def _representable(self, expr: tree.Expr, first: tree.Expr, second: tree.Expr, base: Category | None) -> SetFunctor:
        category = self._known(expr, base)
        holes = [isinstance(e, tree.Name) and e.text == "_" for e in (first, second)]
        if holes.count(True) != 1:
            raise Problem(
                "E0412", "a representable functor leaves one place open", expr.span,
                help="hom(A, _) is covariant, hom(_, A) is a functor on the opposite category",
            )
        at = second if holes[0] else first
        if holes[0]:
            if not category.name.startswith("op(") or category.opposite().name.startswith("op("):
                raise Problem(
                    "E0403", f"`hom(_, {_written(at)})` is contravariant, but a functor on {category.name} is needed", expr.span,
                    f"a functor on op({category.name})", f"the covariant one is hom({_written(at)}, _)",
                )
            category = category.opposite()
        homs = self._homs(category)
        name = object_of(at, category)
        shown = category.name if name == "*" else name
        if holes[0]:
            return replace(corepresentable(homs, name), name=f"hom(_, {shown})")
        return replace(representable(homs, name), name=f"hom({shown}, _)")

    def _composed(self, expr: tree.Expr, first: tree.Expr, second: tree.Expr) -> SetFunctor:
        p, q = self.to_set(first), self.to_set(second)
        candidates = []
        for declared in self.scope.declarations.values():
            if declared.kind in ("category", "group") and not declared.broken:
                inside = self._category(tree.Name(declared.name, span=expr.span))
                if inside is not None:
                    candidates.append(inside)
        for c in candidates:
            for d in candidates:
                if not same_category(product(c.opposite(), d), p.category):
                    continue
                for e in candidates:
                    if same_category(product(d.opposite(), e), q.category):
                        return composed(p, q, c, d, e)
        raise Problem(
            "E0412", f"`{p.name}` on {p.category.name} and `{q.name}` on {q.category.name} do not compose", expr.span,
            help="compose(P, Q) takes P on op(C) * D and Q on op(D) * E, for declared categories C, D and E",
        )

    def _pointwise(self, expr: tree.Expr, operator: str, left: Value, right: Value) -> Value:
        if not same_category(left.category, right.category):
            raise Problem(
                "E0407", f"`{left.name}` is a functor on {left.category.name}, `{right.name}` on {right.category.name}",
                expr.span, help="outer(F, G) is the product of functors on two categories",
            )
        if isinstance(left, SetFunctor) and isinstance(right, SetFunctor):
            if operator in ("*", "+"):
                return pointwise.set_product(left, right) if operator == "*" else pointwise.set_sum(left, right)
            raise Problem("E0412", f"`{operator}` is between functors to Vect; of sets write `{operator[1]}`", expr.span)
        if isinstance(left, VectFunctor) and isinstance(right, VectFunctor):
            if left.field != right.field:
                raise Problem("E0408", f"`{left.name}` is over {left.field}, `{right.name}` over {right.field}", expr.span)
            if operator in ("(*)", "(+)"):
                return pointwise.vect_tensor(left, right) if operator == "(*)" else pointwise.vect_sum(left, right)
            raise Problem("E0412", f"of functors to Vect write `({operator})`", expr.span)
        raise Problem("E0412", f"`{left.name}` and `{right.name}` have different targets", expr.span)

    # --- parts ----------------------------------------------------------------------------------------------------

    def _homs(self, category: Category) -> HomSets:
        homs = hom_sets(category)
        if homs is None:
            raise NotFinite(f"completion of {category.name} did not end within its limit", False)
        return homs

    def _known(self, expr: tree.Expr, base: Category | None) -> Category:
        if base is None:
            raise Problem(
                "E0412", "nothing says on which category this functor is", expr.span,
                help="name it first: functor F : C -> Set = …",
            )
        return base

    def _on(self, value: Value, category: Category, expr: tree.Expr) -> None:
        if not same_category(value.category, category):
            raise Problem("E0407", f"`{value.name}` is a functor on {value.category.name}, not on {category.name}", expr.span)


def extended(
    scope: Scope, side: str, expr: tree.Expr, along: tree.Expr, base: tree.Expr | SetFunctor, name: str | None = None
) -> Kan | LinearKan | UnlistedKan:
    """The Kan extension that `lan(K, F)` or `ran(K, F)` denotes. Raises Problem, Depends or Unsupported."""
    if scope.extensions is None:
        raise Unsupported("Kan extensions")
    functor: PresentedFunctor = BetweenReader(scope).read(along)
    value = base if isinstance(base, SetFunctor) else FunctorReader(scope).read(base, functor.source)
    if not same_category(value.category, functor.source):
        raise Problem(
            "E0407", f"`{value.name}` is a functor on {value.category.name}, `{functor.name}` starts at {functor.source.name}",
            expr.span, help="lan(K, F) and ran(K, F) extend F along K : C -> D, both on C",
        )
    value = replace(value, category=functor.source)
    word = "lan" if side == "left" else "ran"
    label = name or f"{word}({functor.name}, {value.name})"
    with limits(expr.span):
        return scope.extensions.extend("left" if side == "left" else "right", label, value, functor)


def is_extension(expr: tree.Expr, scope: Scope) -> bool:
    """Whether an expression is a Kan extension as a whole."""
    return isinstance(expr, tree.Call) and isinstance(expr.function, tree.Name) and (
        expr.function.text in ("lan", "ran", "day") and expr.function.text not in scope.declarations
    )


def _written(expr: tree.Expr) -> str:
    """An object as it was written, for messages."""
    return expr.text if isinstance(expr, tree.Name | tree.Number | tree.String) else "…"


def _field(value: Value) -> BaseField | None:
    return value.field if isinstance(value, VectFunctor) else None


__all__ = ["FunctorReader", "Value", "extended", "is_extension"]
