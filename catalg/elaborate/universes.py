"""The targets of functors: Set, Man, and Vect over a field."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import prod

from catalg.diagnostics import did_you_mean
from catalg.elaborate.category_expressions import is_category_expression
from catalg.elaborate.constants import constant
from catalg.elaborate.scope import Problem, Scope
from catalg.exact.field import Alg, NumberField
from catalg.exact.number_field import QQ
from catalg.exact.tower import adjoin_root, coerce_all
from catalg.language import tree
from catalg.model.scalars import COMPLEX, RATIONAL, REAL, BaseField

UNIVERSES = ("Set", "Vect", "Man")
LARGEST_DEGREE = 48
FIELDS: Mapping[str, BaseField] = {"QQ": RATIONAL, "RR": REAL, "CC": COMPLEX}


@dataclass(frozen=True, slots=True)
class Universe:
    """A target: `kind` is `Set`, `Man`, `Vect` (then with its field) or `category` (a declared category or group)."""

    kind: str
    field: BaseField = REAL


def universe(expr: tree.Expr, scope: Scope) -> Universe:
    """The target that an expression names. Raises Problem."""
    match expr:
        case tree.Name(text) if text in UNIVERSES:
            return Universe(text)
        case tree.Call(tree.Name("Vect"), (field,)):
            return Universe("Vect", base_field(field, scope))
        case tree.Name(text):
            declared = scope.find(text)
            if declared is not None and declared.kind in ("group", "category"):
                return Universe("category")
            near = did_you_mean(text, UNIVERSES)
            raise Problem(
                "E0301",
                f"no target category is called `{text}`",
                expr.span,
                "not known here",
                f"a target with a similar name exists: `{near}`" if near else "targets are Set, Vect, Vect(CC), Man and categories",
            )
        case _ if is_category_expression(expr, scope):
            return Universe("category")
        case _:
            raise Problem("E0303", "this is not a target category", expr.span, help="targets are Set, Vect, Vect(CC), Man, and declared groups and categories")


def base_field(expr: tree.Expr, scope: Scope) -> BaseField:
    """The field in `Vect(…)`. Raises Problem."""
    match expr:
        case tree.Name(text) if text in FIELDS:
            return FIELDS[text]
        case tree.Call(tree.Name("GF"), (tree.Number() as order,)):
            prime = order.integer
            if prime is None or prime >= 2**31 or not _is_prime(prime):
                raise Problem("E0505", "GF(p) needs a prime below 2^31", order.span)
            return BaseField("finite", None, prime, f"GF({prime})")
        case tree.Call(tree.Name("QQ"), generators) if generators:
            return _number_field(generators, scope)
        case _:
            raise Problem("E0301", "this is not a field", expr.span, help="fields are QQ, RR, CC, QQ(sqrt(2)) and GF(p)")


def _number_field(generators: tuple[tree.Expr, ...], scope: Scope) -> BaseField:
    """The field that some algebraic numbers generate. Raises Problem."""
    fields: list[NumberField] = []
    names: list[str] = []
    for generator in generators:
        value = constant(generator, scope)
        if not isinstance(value, Alg):
            raise Problem("E0505", "this number is rational already", generator.span)
        polynomial = value.minpoly()
        if (len(polynomial) - 1) * prod(field.degree for field in fields) > LARGEST_DEGREE:
            raise Problem("E0506", f"the field may have a degree of more than {LARGEST_DEGREE}", generator.span)
        names.append(str(value))
        smallest = value.field.degree == len(polynomial) - 1
        fields.append(value.field if smallest else adjoin_root([QQ(c) for c in polynomial], value.approx, ((9,), names[-1])).field)
    return BaseField("number", coerce_all([field.generator for field in fields])[0], 0, f"QQ({', '.join(names)})")


def _is_prime(value: int) -> bool:
    return value > 1 and all(value % k for k in range(2, int(value**0.5) + 1))
