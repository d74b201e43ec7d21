"""Transformations from tuples of arbitrary length: `transformation t : X * X^n => V at (q, k) = sum(j, 1, n, …)`."""

from __future__ import annotations

from catalg.elaborate.constructions import Constructions
from catalg.elaborate.formulas import Reader
from catalg.elaborate.scope import Problem, Scope, Unsupported
from catalg.elaborate.shapes import argument_shapes, element_shape, fitted
from catalg.language import tree
from catalg.learning.tuples import NotUnrolled, TupleArgument, TupleTransformation
from catalg.model.action import Action, ProductAction
from catalg.terms.term import free_names


def has_tuples(expr: tree.Expr, scope: Scope) -> bool:
    """Whether a factor of a product is a power with a symbolic exponent."""
    return any(_size(factor, scope) is not None for factor in _factors(expr))


def _factors(expr: tree.Expr) -> list[tree.Expr]:
    if isinstance(expr, tree.Binary) and expr.operator == "*":
        return [*_factors(expr.left), *_factors(expr.right)]
    return [expr]


def _size(expr: tree.Expr, scope: Scope) -> tuple[tree.Expr, str] | None:
    """The base and the parameter of `X^n`."""
    match expr:
        case tree.Binary("^", tree.Name("R" | "T" as head), _) if head not in scope.declarations:
            return None
        case tree.Binary("^", base, tree.Name(text)) if text in scope.parameters:
            return base, text
        case _:
            return None


def tuple_transformation(statement: tree.Transformation, reader: Constructions, scope: Scope) -> TupleTransformation:
    """The transformation that a statement declares. Raises Problem, Depends or Unsupported."""
    assert statement.formula is not None
    factors: list[tuple[Action, str | None]] = []
    for expr in _factors(statement.source):
        found = _size(expr, scope)
        action = reader.action(expr if found is None else found[0])
        if found is not None and scope.parameters[found[1]].kind != "Nat":
            raise Problem("E0412", f"`{found[1]}` is not a natural number, and counts no entries", expr.span)
        parts = action.factors if isinstance(action, ProductAction) else (action,)
        if found is not None and len(parts) > 1:
            raise Problem("E0412", "a tuple is of points of one space", expr.span, help="write X^n * Y^n for pairs")
        factors += [(part, None if found is None else found[1]) for part in parts]
    names = tuple(a.text for a in statement.arguments)
    name = statement.name.text
    if len(names) != len(factors):
        raise Problem("E0410", f"`{name}` has {len(factors)} arguments, not {len(names)}", statement.name.span)
    formulas = Reader(scope, frozenset(names), open=False)
    formula = formulas.let(statement.formula, statement.bindings)
    arguments = tuple(TupleArgument(n, action, size) for n, (action, size) in zip(names, factors, strict=True))
    for argument in arguments:
        if not argument.action.dim.is_constant:
            raise Unsupported("tuples of points of a space of symbolic dimension")
    target = reader.rep(statement.target)
    value = TupleTransformation(name, reader.group, arguments, target, formula, tuple(scope.parameters.values()))
    _require_shapes(value, formulas, statement.formula)
    return value


def _require_shapes(value: TupleTransformation, reader: Reader, formula: tree.Expr) -> None:
    """Check the shapes in an instance with a few entries. Raises Problem."""
    try:
        instance = value.instance(dict.fromkeys(value.sizes, 2))
    except NotUnrolled as error:
        raise Problem("E0411", f"this formula has {error}", formula.span, help="entries are k[j], with j from a sum") from None
    tuples = {a.name for a in value.arguments if a.size is not None}
    left = sorted(tuples & free_names(instance.formula))
    if left:
        raise Problem(
            "E0411", f"`{left[0]}` is a tuple; a formula speaks of its entries", formula.span, help=f"write {left[0]}[j]"
        )
    fitted(instance.formula, reader, argument_shapes(instance.end, instance.names), element_shape(instance.end), formula.span)


__all__ = ["has_tuples", "tuple_transformation"]
