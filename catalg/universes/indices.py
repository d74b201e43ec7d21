"""Index notation for linear maps: what the indices of a matrix entry are, and what they are called.

A linear map between tensor products has one index for each tensor factor, those of the target first: L[i, j, p, q] is the
coefficient of e_i (x) e_j in the image of e_p (x) e_q. A basis of points has one index for each point of which a basis
vector is made. Sym^k and Alt^k have k indices: those of a source are averaged over their orders (with signs), those of a target summed.
Direct sums have one index over their basis.
"""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement

from catalg.model.ends import LinearEnd
from catalg.model.gset import ChosenSet, GSet, ProductSet, PulledSet
from catalg.model.representation import (
    DualRep,
    FreeRep,
    HomRep,
    PowerRep,
    PulledRep,
    Rep,
    TensorRep,
    TrivialRep,
)
from catalg.universes.permutations import points

TARGET, SOURCE = "ijklmabcde", "pqrstuvwxy"
"""Names of the indices of the target and of the source, where nobody names them."""


def index_names(end: LinearEnd) -> tuple[str, ...]:
    """The names that the indices of an element have by convention; fewer where there are more indices than letters.

    >>> from catalg.model.group import Group
    >>> from catalg.model.scalars import REAL
    >>> from catalg.terms import Dim
    >>> plane = TrivialRep(Group("G", "G"), REAL, Dim.of(2))
    >>> index_names(LinearEnd("L", plane.group, TensorRep((plane, plane)), plane))
    ('i', 'p', 'q')
    """
    return (*TARGET[: index_count(end.target)], *SOURCE[: index_count(end.source)])


Part = tuple[Rep | GSet, int]
"""A tensor factor, and how many indices it has."""


def index_parts(rep: Rep) -> list[Part]:
    """The factors of a basis, in order, with the number of indices of each."""
    match rep:
        case TrivialRep(dim=dim) if dim.constant() == 1:
            return []
        case TensorRep(factors):
            return [part for factor in factors for part in index_parts(factor)]
        case HomRep(source=source, target=target):
            return index_parts(target) + index_parts(source)
        case DualRep(base=base) | PulledRep(base=base):
            return index_parts(base)
        case FreeRep(base=base):
            return _set_parts(base)
        case PowerRep(order=order, base=base) if index_count(base) == 1:
            return [(rep, order)]
        case _:
            return [(rep, 1)]


def _set_parts(gset: GSet) -> list[Part]:
    match gset:
        case ProductSet(factors):
            return [part for factor in factors for part in _set_parts(factor)]
        case PulledSet(base=base):
            return _set_parts(base)
        case ChosenSet(order=order):
            return [(gset, order)]
        case _:
            return [(gset, 1)]


def index_count(rep: Rep) -> int:
    """How many indices a basis vector has."""
    return sum(width for _, width in index_parts(rep))


def index_values(part: Part) -> list[tuple[int, ...]]:
    """The values of the indices of a factor at each of its basis vectors, counted from 0.

    Raises ValueError for a factor of symbolic size.
    """
    factor, width = part
    if isinstance(factor, PowerRep) and index_count(factor.base) == 1:
        count = factor.base.dim.constant()
        if count is None:
            raise ValueError("a factor of symbolic size")
        choose = combinations_with_replacement if factor.kind == "symmetric" else combinations
        return list(choose(range(count), factor.order))
    size = factor.size.constant() if isinstance(factor, GSet) else factor.dim.constant()
    if size is None:
        raise ValueError("a factor of symbolic size")
    if width > 1 and isinstance(factor, ChosenSet):
        return list(points(factor))
    return [(k,) for k in range(size)]
