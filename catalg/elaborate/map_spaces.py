"""Spaces of smooth maps: R^n, products, and tangent bundles of them, as lists of blocks."""

from __future__ import annotations

from catalg.elaborate.dims import natural_size
from catalg.elaborate.scope import Problem, Scope
from catalg.language import tree
from catalg.model.maps import SCALAR, Space


def space(expr: tree.Expr, scope: Scope) -> Space:
    """The blocks of a space. Raises Problem or Depends."""
    match expr:
        case tree.Name("R"):
            return SCALAR
        case tree.Binary("^", tree.Name("R"), size):
            return (natural_size(size, scope, "the dimension"),)
        case tree.Binary("*", left, right):
            return space(left, scope) + space(right, scope)
        case tree.Call(tree.Name("T"), (inner,)):
            return space(inner, scope) * 2
        case tree.Number("1"):
            return ()
        case _:
            raise Problem(
                "E0412", "this is not a space of smooth maps", expr.span, "not R^n or a product of such",
                help="maps go between `R^n`, products `R^n * R^m`, tangent bundles `T(R^n)`, and the point `1`",
            )
