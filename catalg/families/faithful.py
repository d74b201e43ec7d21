"""A faithful representation of a group of the library, as data: what holds in it holds in the group."""

from __future__ import annotations

from typing import Any

from catalg.exact.sparse import SparseMatrix
from catalg.families.base import concrete_sizes
from catalg.families.explicit import explicit
from catalg.families.registry import FAMILIES
from catalg.model.group import Group
from catalg.model.protocols import FamilyError
from catalg.model.representation import ExplicitRep
from catalg.model.scalars import COMPLEX


def faithful(group: Group) -> ExplicitRep | None:
    """A faithful representation over CC, or None for groups by generators, products and symbolic sizes.

    >>> from catalg.terms import Dim
    >>> so3 = FAMILIES["SO"].group("G", (Dim.of(3),), ())
    >>> faithful(so3).size
    3
    """
    family: Any = FAMILIES.get(group.family[0]) if group.family is not None else None
    if family is None or group.symbolic:
        return None
    try:
        if callable(getattr(family, "faithful", None)):
            data = family.faithful(*concrete_sizes(group))
            return explicit(group, COMPLEX, data.size, (*data.discrete, *data.lie), "faithful")
        if callable(getattr(family, "faithful_set", None)):
            permutations = family.faithful_set(group)
            matrices = tuple((g.name, SparseMatrix.permutation(permutations[g.name])) for g in group.generators)
            return ExplicitRep(group, COMPLEX, matrices[0][1].nrows, matrices, "faithful") if matrices else None
    except FamilyError:
        return None
    return None
