"""Exact numbers: constant formulas evaluated in number fields.

What can be written: rationals, `i`, roots, `cos`, `sin`, `tan` and `exp` at rational multiples of pi (times i for `exp`),
and everything that + - * / and whole powers make of them.
"""

from __future__ import annotations

from catalg.diagnostics import Span
from catalg.elaborate.formulas import Reader
from catalg.elaborate.scope import Problem, Scope
from catalg.exact.constants import NotANumber, TooLarge, evaluate
from catalg.exact.field import FieldTooLarge, Scalar, simplify
from catalg.language import tree
from catalg.terms import Term


def constant(expr: tree.Expr, scope: Scope) -> Scalar:
    """The exact number that an expression denotes. Raises Problem."""
    return value_of(Reader(scope, open=False).read(expr), expr.span)


def value_of(term: Term, span: Span) -> Scalar:
    """The exact value of a constant term. Raises Problem at the span."""
    try:
        return simplify(evaluate(term))
    except TooLarge as error:
        raise Problem("E0506", str(error), span) from None
    except NotANumber as error:
        raise Problem("E0504", str(error), span) from None
    except FieldTooLarge:
        raise Problem("E0506", "the field that this number generates is too large", span) from None
    except ZeroDivisionError:
        raise Problem("E0504", "division by zero", span) from None
