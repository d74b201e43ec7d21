"""Vectors and covectors beside a metric: terms that are natural under all of GL(n), by their indices.

A metric F takes a vector to a covector, F⁻¹ back. With one metric among the arguments vectors x, y and covectors g, h have the
products xᵀF y, gᵀF⁻¹h and gᵀx, and each of them is a vector and a covector: x and F x, F⁻¹g and g.
"""

from __future__ import annotations

from catalg.terms import Call, Identity, Term, mul

UP, DOWN = 1, -1
"""The variance of an index: of vectors, of covectors."""


def with_variance(metric: Term, term: Term, own: int, wanted: int) -> Term:
    """A vector or covector with its index raised or lowered where that is wanted."""
    if own == wanted:
        return term
    return mul(Call("inverse", (metric,)), term) if wanted == UP else mul(metric, term)


def product_with(metric: Term, left: tuple[Term, int], right: tuple[Term, int]) -> Term:
    """The product of two vectors or covectors."""
    (u, one), (v, two) = left, right
    if one != two:
        return mul(Call("transpose", (u,)), v)
    return mul(Call("transpose", (u,)), Call("inverse", (metric,)) if one == DOWN else metric, v)


def joint(metric: Term, left: int, right: int) -> Term:
    """The invariant tensor with two indices of these variances."""
    if left != right:
        return Identity()
    return Call("inverse", (metric,)) if left == UP else metric


__all__ = ["DOWN", "UP", "joint", "product_with", "with_variance"]
