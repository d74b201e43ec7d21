"""Exact scalars: number fields, their elements and the constructors of algebraic numbers.

The public names of `number_field` (fields and elements), `tower` (extensions, common fields) and `radicals` (square roots,
n-th roots, roots of unity, cosines) in one place.
"""

from __future__ import annotations

from fractions import Fraction

from catalg.exact.algebraic import Alg, Rational, to_fmpq, to_fraction
from catalg.exact.number_field import QQ, FieldTooLarge, NumberField
from catalg.exact.radicals import I, algebraic_sqrt, cos_pi, nth_root, root_of_unity, sin_pi, sqrt_rational
from catalg.exact.tower import Embedding, Extension, adjoin_root, coerce_all, compositum, conjugation

Scalar = int | Fraction | Alg
"""An exact scalar as matrices and vectors hold it."""


def adjoin_sqrt(field: NumberField, x: Alg | Rational) -> tuple[NumberField, Embedding, Alg]:
    """The field K(sqrt(x)) with the embedding of K and the principal square root in it.

    >>> big, embed, root = adjoin_sqrt(NumberField.sqrt(2), 3)
    >>> big.degree, str(root * embed(NumberField.sqrt(2).generator))
    (4, 'sqrt(6)')
    """
    root = algebraic_sqrt(x)
    big, embed, into = compositum(field, root.field)
    return big, embed, into(root)


def simplify(x: Scalar) -> Scalar:
    """The scalar in its plainest type: `int`, else `Fraction`, else `Alg`."""
    if isinstance(x, Alg):
        if not x.is_rational:
            return x
        x = x.as_fraction()
    if isinstance(x, Fraction) and x.denominator == 1:
        return x.numerator
    return x


__all__ = [
    "QQ",
    "Alg",
    "Embedding",
    "Extension",
    "FieldTooLarge",
    "I",
    "NumberField",
    "Rational",
    "Scalar",
    "adjoin_root",
    "adjoin_sqrt",
    "algebraic_sqrt",
    "coerce_all",
    "compositum",
    "conjugation",
    "cos_pi",
    "nth_root",
    "root_of_unity",
    "simplify",
    "sin_pi",
    "sqrt_rational",
    "to_fmpq",
    "to_fraction",
]
