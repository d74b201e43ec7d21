"""Parameters and their ranges."""

from __future__ import annotations

from fractions import Fraction

from catalg.diagnostics import did_you_mean
from catalg.elaborate.constants import constant
from catalg.elaborate.scope import Problem, Scope
from catalg.exact.field import Alg
from catalg.exact.functions import FUNCTIONS
from catalg.language import tree
from catalg.terms import Parameter

KINDS = ("Nat", "Real", "Complex")


def parameter(statement: tree.Param, scope: Scope) -> Parameter:
    """The parameter that a statement declares. Raises Problem for a kind or constraint that is not understood."""
    kind = statement.kind
    if not isinstance(kind, tree.Name) or kind.text not in KINDS:
        near = did_you_mean(kind.text, KINDS) if isinstance(kind, tree.Name) else None
        help = f"a kind with a similar name exists: `{near}`" if near else "kinds are Nat, Real and Complex"
        raise Problem("E0301", "this is not a kind of parameter", kind.span, help=help)
    name = statement.name.text
    lower: Fraction | None = Fraction(0) if kind.text == "Nat" else None
    upper: Fraction | None = None
    excluded: list[Fraction] = []
    for constraint in statement.constraints:
        for op, bound in _bounds(constraint, name, scope):
            if kind.text == "Complex" and op not in ("=", "!="):
                raise Problem("E0505", "complex numbers are not ordered", constraint.span)
            if op in ("<", ">", "!="):
                excluded.append(bound)
            if op in ("=", ">", ">="):
                lower = bound if lower is None else max(lower, bound)
            if op in ("=", "<", "<="):
                upper = bound if upper is None else min(upper, bound)
    value = Parameter(name, kind.text, lower, upper, tuple(excluded))
    if kind.text == "Nat":
        value = _rounded(value)
    if _is_empty(value):
        raise Problem("E0505", f"no value of `{name}` satisfies these constraints", statement.name.span)
    return value


def _rounded(value: Parameter) -> Parameter:
    """The same range of natural numbers with natural bounds, and without exclusions where the bounds say it all."""
    lower, upper = value.lower or Fraction(0), value.upper
    lower = Fraction(-(-lower.numerator // lower.denominator))
    while lower in value.excluded:
        lower += 1
    if upper is not None:
        upper = Fraction(upper.numerator // upper.denominator)
        while upper in value.excluded:
            upper -= 1
    inside = sorted({e for e in value.excluded if e.denominator == 1 and lower < e and (upper is None or e < upper)})
    return Parameter(value.name, value.kind, lower, upper, tuple(inside))


def _is_empty(value: Parameter) -> bool:
    if value.lower is None or value.upper is None:
        return False
    return value.lower > value.upper or (value.lower == value.upper and value.lower in value.excluded)


_TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "!=": "!="}


def _bounds(constraint: tree.Expr, name: str, scope: Scope) -> list[tuple[str, Fraction]]:
    bounds: list[tuple[str, Fraction]] = []
    match constraint:
        case tree.Comparison(operands, operators):
            for left, right, op in zip(operands, operands[1:], operators, strict=False):
                if isinstance(left, tree.Name) and left.text == name:
                    bounds.append((op, _number(right, name, scope)))
                elif isinstance(right, tree.Name) and right.text == name:
                    bounds.append((_TURNED[op], _number(left, name, scope)))
                else:
                    raise Problem("E0505", f"this does not compare `{name}` with a number", left.span)
            return bounds
        case tree.Equation(tree.Name(text), right) if text == name:
            return [("=", _number(right, name, scope))]
        case _:
            raise Problem(
                "E0505", f"this is not a constraint on `{name}`", constraint.span, help=f"for example {name} >= 2, or 2 <= {name} <= 7"
            )


def _number(expr: tree.Expr, name: str, scope: Scope) -> Fraction:
    known = (*FUNCTIONS, "pi", "i")
    if any(isinstance(n, tree.Name) and n.text not in known for n in tree.walk(expr)):
        raise Problem("E0505", f"the bound of `{name}` is not a number", expr.span, help="bounds of parameters are rational numbers")
    value = constant(expr, scope)
    if isinstance(value, Alg):
        raise Problem("E0505", f"the bound of `{name}` is not rational", expr.span, help="bounds of parameters are rational numbers")
    return Fraction(value)
