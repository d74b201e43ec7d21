"""Algebraic properties of maps given by formulas: `merge is associative`, `(merge, plus, phi) is homomorphism`."""

from __future__ import annotations

from catalg.elaborate.formulas import Reader
from catalg.elaborate.scope import Problem, Scope
from catalg.language import tree
from catalg.model.action import Action
from catalg.model.ends import KernelEnd
from catalg.model.goals import FormulaTransformation
from catalg.terms import Num, Vector

ALGEBRAS = {
    "associative": "of a map X * X => X by a formula",
    "commutative": "of a map X * X => X by a formula",
    "monoid": "of (operation, unit)",
    "homomorphism": "of (operation, operation, map), all by formulas",
    "weighted mean": "of (merge, item, weigh, read), all by formulas",
}
"""The words, and of what they are properties."""

LENGTHS = {"monoid": 2, "homomorphism": 3, "weighted mean": 4}


def algebra(word: str, expr: tree.Expr, scope: Scope) -> tuple[tuple[object, ...], str]:
    """What the property speaks of, checked for fitting spaces, and its text. Raises Problem or Depends."""
    if word in ("associative", "commutative"):
        operation = _map(expr, scope)
        _require_operation(operation, expr)
        return (operation,), operation.name
    items = expr.items if isinstance(expr, tree.TupleExpr) else ()
    if len(items) != LENGTHS[word]:
        raise Problem("E0410", f"`{word}` is a property {ALGEBRAS[word]}", expr.span)
    if word == "monoid":
        operation = _map(items[0], scope)
        _require_operation(operation, items[0])
        unit = _unit(items[1], scope, _size(_arguments(operation)[0]))
        return (operation, unit), f"({operation.name}, {_spelt(unit)})"
    maps = [_map(item, scope) for item in items]
    (_homomorphism if word == "homomorphism" else _weighted_mean)(maps, items)
    return tuple(maps), f"({', '.join(m.name for m in maps)})"


def _map(expr: tree.Expr, scope: Scope) -> FormulaTransformation:
    if not isinstance(expr, tree.Name):
        raise Problem("E0412", "the name of a transformation by a formula is needed here", expr.span)
    value = scope.need(expr, ("transformation",), "transformation").value
    if not isinstance(value, FormulaTransformation) or not isinstance(value.space, KernelEnd):
        raise Problem(
            "E0412", f"`{expr.text}` is not a map of manifolds given by a formula", expr.span,
            help=f"transformation {expr.text} : X * X => V at (a, b) = …",
        )
    if any(not action.dim.is_constant for action in value.space.arguments):
        raise Problem("E0412", f"`{expr.text}` is a map of spaces of symbolic dimension", expr.span)
    return value


def _arguments(value: FormulaTransformation) -> tuple[Action, ...]:
    assert isinstance(value.space, KernelEnd)
    return value.space.arguments


def _size(action: Action) -> int:
    size = action.dim.constant()
    assert size is not None
    return int(size)


def _target_size(value: FormulaTransformation) -> int | None:
    size = value.space.target.dim.constant()
    return None if size is None else int(size)


def _require_operation(value: FormulaTransformation, expr: tree.Expr) -> None:
    arguments = _arguments(value)
    if len(arguments) != 2 or arguments[0] != arguments[1] or _target_size(value) != _size(arguments[0]):
        raise Problem(
            "E0412", f"`{value.name}` is not an operation X * X => X", expr.span,
            help="two arguments in one space, and a value with as many coordinates",
        )


def _unit(expr: tree.Expr, scope: Scope, size: int) -> Vector:
    term = Reader(scope, open=False).read(expr)
    entries = term.entries if isinstance(term, Vector) else (term,)
    if len(entries) != size:
        raise Problem("E0404", f"{len(entries)} values are given for a point with {size} coordinates", expr.span)
    return Vector(tuple(entries))


def _spelt(unit: Vector) -> str:
    """The unit as a user writes it."""
    entries = [str(e.value) if isinstance(e, Num) else "…" for e in unit.entries]
    return entries[0] if len(entries) == 1 else f"({', '.join(entries)})"


def _homomorphism(maps: list[FormulaTransformation], items: tuple[tree.Expr, ...]) -> None:
    """f : X -> Y with an operation on X and one on Y; arguments in other spaces than X are the same on both sides."""
    first, second, between = maps
    if len(_arguments(between)) != 1:
        raise Problem("E0412", f"`{between.name}` has {len(_arguments(between))} arguments, a homomorphism has one", items[2].span)
    source, size = _arguments(between)[0], _target_size(between)
    if len(_arguments(first)) != len(_arguments(second)):
        raise Problem("E0412", f"`{first.name}` and `{second.name}` have different numbers of arguments", items[1].span)
    fits = _target_size(first) == _size(source) and _target_size(second) == size and source in _arguments(first)
    for a, b in zip(_arguments(first), _arguments(second), strict=True):
        fits = fits and (_size(b) == size if a == source else a == b)
    if not fits:
        raise Problem(
            "E0412", f"`{between.name}` does not lead from the space of `{first.name}` to that of `{second.name}`", items[2].span,
            help="operations A * X => X and A * Y => Y, and a map X => Y",
        )


def _weighted_mean(maps: list[FormulaTransformation], items: tuple[tree.Expr, ...]) -> None:
    merge, item, weigh, read = maps
    _require_operation(merge, items[0])
    state = _arguments(merge)[0]
    scores = _arguments(item)
    if len(scores) != 2 or _size(scores[0]) != 1 or _target_size(item) != _size(state):
        raise Problem("E0412", f"`{item.name}` does not make a state of a score and a value", items[1].span)
    width = _size(scores[1])
    if _arguments(weigh) != (state,) or _target_size(weigh) != width + 1:
        raise Problem("E0412", f"`{weigh.name}` does not take a state to its weight and {width} numerators", items[2].span)
    if _arguments(read) != (state,) or _target_size(read) != width:
        raise Problem("E0412", f"`{read.name}` does not read {width} values off a state", items[3].span)
