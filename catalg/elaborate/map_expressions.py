"""Composites of smooth maps without points: what `g @ f`, `T(f)`, `lens(f, R(f))` and their like denote."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias, cast

from catalg.diagnostics import Span
from catalg.elaborate.map_spaces import space
from catalg.elaborate.scope import Problem, Scope
from catalg.language import tree
from catalg.model.goals import Opaque
from catalg.model.maps import (
    SCALAR,
    Composite,
    Constant,
    Differential,
    Inner,
    Pairing,
    ProductMap,
    Reverse,
    SmoothMap,
    Space,
    Tangent,
    Wiring,
    combination,
    identity,
    selection,
    space_text,
)

MAP = "map"


@dataclass(frozen=True, slots=True)
class Lens:
    """A lens: `get` : S → A and `put` : S × B → T."""

    get: SmoothMap
    put: SmoothMap

    @property
    def spaces(self) -> tuple[Space, Space, Space, Space]:
        """S, A, B, T."""
        return self.get.source, self.get.target, self.put.source[len(self.get.source) :], self.put.target


@dataclass(frozen=True, slots=True)
class Para:
    """A map with parameters: `body` : P × X → Y."""

    parameters: Space
    body: SmoothMap


Value: TypeAlias = SmoothMap | Lens | Para

ON_MAPS = ("T", "D", "R", "grad", "lens", "get", "put", "para")
ON_SPACES = ("id", "zero", "lift", "flip", "plus", "base", "copy", "dot", "proj", "swap")
WORDS = (*ON_MAPS, *ON_SPACES)


def mentions_map(node: tree.Node, scope: Scope) -> bool:
    """Whether a declared map, or a construction on spaces, occurs."""
    for part in tree.walk(node):
        if isinstance(part, tree.Name):
            declared = scope.declarations.get(part.text)
            if declared is not None and declared.kind == MAP:
                return True
        if isinstance(part, tree.Call) and isinstance(part.function, tree.Name):
            word = part.function.text
            if word in ON_SPACES and word not in scope.declarations and part.arguments and _looks_like_space(part.arguments[0]):
                return True
    return False


def _looks_like_space(expr: tree.Expr) -> bool:
    return any(isinstance(n, tree.Binary) and n.operator == "^" and n.left == tree.Name("R") for n in tree.walk(expr))


@dataclass(slots=True)
class MapReader:
    """Reads composites of maps."""

    scope: Scope

    def map(self, expr: tree.Expr) -> SmoothMap:
        """A plain map. Raises Problem or Depends."""
        value = self.value(expr)
        if isinstance(value, Lens | Para):
            word = "lens" if isinstance(value, Lens) else "map with parameters"
            raise Problem("E0412", f"this is a {word}, where a map is needed", expr.span)
        return value

    def value(self, expr: tree.Expr) -> Value:
        """A map, a lens or a map with parameters. Raises Problem or Depends."""
        match expr:
            case tree.Name():
                declared = self.scope.need(expr, (MAP,), MAP)
                if isinstance(declared.value, Opaque):
                    raise Problem("E0412", declared.value.reason, expr.span)
                return cast(SmoothMap, declared.value)
            case tree.Binary("@", after, before):
                return self._composed(self.value(after), self.value(before), expr.span)
            case tree.Binary(";", before, after):
                return self._composed(self.value(after), self.value(before), expr.span)
            case tree.Binary("*", left, right):
                factor = number_of(left)
                if factor is not None:
                    inner = self.map(right)
                    return Composite(combination((factor,), inner.target), inner)
                return ProductMap((self.map(left), self.map(right)))
            case tree.Binary("+" | "-" as sign, left, right):
                first, second = self.map(left), self.map(right)
                self._parallel(first, second, expr.span, "a sum is of maps with one source and one target")
                weights = (Fraction(1), Fraction(1 if sign == "+" else -1))
                return Composite(combination(weights, first.target), Pairing(first.source, (first, second)))
            case tree.Negate(operand):
                inner = self.map(operand)
                return Composite(combination((Fraction(-1),), inner.target), inner)
            case tree.TupleExpr(items):
                parts = tuple(self.map(item) for item in items)
                for part, item in zip(parts[1:], items[1:], strict=True):
                    if part.source != parts[0].source:
                        raise self._ill_typed(
                            f"a pairing is of maps with one source: {space_text(parts[0].source)} and {space_text(part.source)}",
                            item.span,
                        )
                return Pairing(parts[0].source, parts)
            case tree.Call(tree.Binary("^", tree.Name("T"), power), arguments) | tree.Binary(
                "^", tree.Name("T"), tree.Call(power, arguments)
            ):
                times = power.integer if isinstance(power, tree.Number) else None
                if times is None or times > 4 or len(arguments) != 1:
                    raise Problem("E0412", "T is applied up to four times", expr.span)
                lifted = self.map(arguments[0])
                for _ in range(times):
                    lifted = Tangent(lifted)
                return lifted
            case tree.Call(tree.Name(word) as head, arguments) if word not in self.scope.declarations:
                if word in ON_MAPS:
                    return self._on_maps(word, arguments, expr.span)
                if word in ON_SPACES:
                    return self._on_spaces(word, arguments, expr.span)
                raise self.scope.unknown(head, MAP, WORDS)
            case _:
                raise Problem(
                    "E0412", "this is not a smooth map", expr.span,
                    help="maps are names, composites `g @ f`, products `f * g`, pairings `(f, g)`, sums, and T, D, R, grad, lens, para of them",
                )

    # --- composition ---------------------------------------------------------------------------------------------

    def _composed(self, after: Value, before: Value, span: Span) -> Value:
        if isinstance(after, Lens) and isinstance(before, Lens):
            return self._composed_lenses(after, before, span)
        if isinstance(after, Para) and isinstance(before, Para):
            return self._composed_paras(after, before, span)
        if isinstance(after, Lens | Para) or isinstance(before, Lens | Para):
            raise self._ill_typed("a lens composes with a lens, a map with parameters with another, a map with a map", span)
        if after.source != before.target:
            raise self._ill_typed(
                f"the first map ends in {space_text(before.target)}, the second starts in {space_text(after.source)}", span
            )
        return Composite(after, before)

    def _composed_lenses(self, after: Lens, before: Lens, span: Span) -> Lens:
        source, middle, change, _ = before.spaces
        start, _, inner_change, inner_result = after.spaces
        if start != middle or inner_result != change:
            raise self._ill_typed(
                f"the first lens ends in ({space_text(middle)}, {space_text(change)}), "
                f"the second starts in ({space_text(start)}, {space_text(inner_result)})",
                span,
            )
        whole = source + inner_change
        at = selection(whole, tuple(range(len(source))))
        last = selection(whole, tuple(range(len(source), len(whole))))
        inner = Composite(after.put, Pairing(whole, (Composite(before.get, at), last)))
        return Lens(Composite(after.get, before.get), Composite(before.put, Pairing(whole, (at, inner))))

    def _composed_paras(self, after: Para, before: Para, span: Span) -> Para:
        first, second = len(after.parameters), len(before.parameters)
        if after.body.source[first:] != before.body.target:
            raise self._ill_typed(
                f"the first map ends in {space_text(before.body.target)}, "
                f"the second starts in {space_text(after.body.source[first:])}",
                span,
            )
        whole = after.parameters + before.body.source
        mine = selection(whole, tuple(range(first)))
        rest = selection(whole, tuple(range(first, len(whole))))
        body = Composite(after.body, Pairing(whole, (mine, Composite(before.body, rest))))
        return Para(whole[: first + second], body)

    # --- words ---------------------------------------------------------------------------------------------------

    def _on_maps(self, word: str, arguments: tuple[tree.Expr, ...], span: Span) -> Value:
        wanted = 2 if word in ("lens", "para") else 1
        if len(arguments) != wanted:
            raise Problem("E0410", f"`{word}` takes {wanted} argument{'s' if wanted > 1 else ''}, not {len(arguments)}", span)
        if word in ("get", "put"):
            lens = self.value(arguments[0])
            if not isinstance(lens, Lens):
                raise Problem("E0412", f"`{word}` is of a lens", arguments[0].span)
            return lens.get if word == "get" else lens.put
        if word == "para":
            parameters, body = space(arguments[0], self.scope), self.map(arguments[1])
            if body.source[: len(parameters)] != parameters:
                raise self._ill_typed(
                    f"the source {space_text(body.source)} does not begin with {space_text(parameters)}", arguments[1].span
                )
            return Para(parameters, body)
        inner = self.map(arguments[0])
        if word == "lens":
            put = self.map(arguments[1])
            if put.source[: len(inner.source)] != inner.source:
                raise self._ill_typed(
                    f"put goes from {space_text(inner.source)} × B, not from {space_text(put.source)}", arguments[1].span
                )
            return Lens(inner, put)
        if word == "grad":
            if inner.target != SCALAR:
                raise self._ill_typed(f"a gradient is of a map to R, not to {space_text(inner.target)}", arguments[0].span)
            return Composite(Reverse(inner), Pairing(inner.source, (identity(inner.source), Constant(inner.source, Fraction(1)))))
        if word == "T":
            return Tangent(inner)
        return Differential(inner) if word == "D" else Reverse(inner)

    def _on_spaces(self, word: str, arguments: tuple[tree.Expr, ...], span: Span) -> SmoothMap:
        if word == "proj":
            if len(arguments) < 2:
                raise Problem("E0410", "`proj` takes a space and the numbers of the blocks", span)
            whole = space(arguments[0], self.scope)
            places = []
            for argument in arguments[1:]:
                place = argument.integer if isinstance(argument, tree.Number) else None
                if place is None or not 1 <= place <= len(whole):
                    raise Problem("E0412", f"the blocks of {space_text(whole)} are numbered from 1 to {len(whole)}", argument.span)
                places.append(place - 1)
            return selection(whole, tuple(places))
        if word == "swap":
            if len(arguments) != 2:
                raise Problem("E0410", "`swap` takes two spaces", span)
            first, second = (len(space(a, self.scope)) for a in arguments)
            whole = space(arguments[0], self.scope) + space(arguments[1], self.scope)
            return selection(whole, (*range(first, first + second), *range(first)))
        if len(arguments) != 1:
            raise Problem("E0410", f"`{word}` takes one space", span)
        base = space(arguments[0], self.scope)
        if word == "dot" and len(base) != 1:
            raise self._ill_typed("`dot` is of a single space R^n", arguments[0].span)
        return Inner(base[0]) if word == "dot" else _structure(word, base)

    # --- mistakes ------------------------------------------------------------------------------------------------

    def _parallel(self, first: SmoothMap, second: SmoothMap, span: Span, why: str) -> None:
        if (first.source, first.target) != (second.source, second.target):
            raise Problem("E0402", f"{why}: {_type(first)} and {_type(second)}", span)

    def _ill_typed(self, message: str, span: Span) -> Problem:
        return Problem("E0401", message, span)


def _type(item: SmoothMap) -> str:
    return f"{space_text(item.source)} → {space_text(item.target)}"


def number_of(expr: tree.Expr) -> Fraction | None:
    """The rational number that an expression of numbers denotes, or None."""
    match expr:
        case tree.Number():
            return expr.value
        case tree.Negate(operand):
            value = number_of(operand)
            return None if value is None else -value
        case tree.Binary("/", left, right):
            top, bottom = number_of(left), number_of(right)
            return top / bottom if top is not None and bottom else None
        case _:
            return None


def _structure(word: str, base: Space) -> Wiring:
    """The canonical maps of a tangent structure (Rosický; Cockett and Cruttwell), and the diagonal."""
    size, one = len(base), Fraction(1)
    point, vector = tuple(range(size)), tuple(range(size, 2 * size))
    if word == "id":
        return identity(base)
    if word == "copy":
        return selection(base, point + point)
    if word == "base":
        return selection(base * 2, point)
    if word == "flip":
        third, fourth = tuple(range(2 * size, 3 * size)), tuple(range(3 * size, 4 * size))
        return selection(base * 4, point + third + vector + fourth)
    nothing: tuple[tuple[tuple[Fraction, int], ...], ...] = ((),) * size
    places = tuple(((one, k),) for k in point)
    if word == "zero":
        return Wiring(base, base * 2, places + nothing)
    vectors = tuple(((one, k),) for k in vector)
    if word == "lift":
        return Wiring(base * 2, base * 4, places + nothing + nothing + vectors)
    sums = tuple(((one, k), (one, k + size)) for k in vector)  # plus
    return Wiring(base * 3, base * 2, places + sums)
