"""Dinatural transformations between functors on op(C) * C, wedges and cowedges among them.

A dinatural family has a map S(c, c) -> T(c, c) for each object, such that for each f : a -> b the two ways from S(b, a)
to T(a, b) agree (S. Mac Lane, *Categories for the Working Mathematician*, IX.4). A wedge is one from a constant functor.
"""

from __future__ import annotations

from dataclasses import dataclass

from catalg.model.category import Category, SetFunctor


@dataclass(frozen=True, slots=True)
class Dinatural:
    """A family of maps S(c, c) -> T(c, c), as image indices for each object c of `base`."""

    name: str
    base: Category
    source: SetFunctor
    target: SetFunctor
    components: tuple[tuple[str, tuple[int, ...]], ...]
