"""Ends over a product of groups whose functors are external tensor products: one end for each factor.

For representations V, V' of G and W, W' of H the maps V (x) W -> V' (x) W' that commute with G x H are Hom_G(V, V') (x) Hom_H(W, W'),
since taking invariants of H commutes with the tensor product with a representation on which H acts trivially.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from catalg.exact.sparse import SparseMatrix
from catalg.model.ends import LinearEnd
from catalg.model.gset import PulledSet
from catalg.model.representation import DualRep, FreeRep, PulledRep, Rep, TensorRep, TrivialRep
from catalg.model.solution import BasisElement
from catalg.terms import Call, Dim, Term


class NotExternal(ValueError):
    """The end is no external tensor product; the message says why."""


def parts(end: LinearEnd) -> tuple[LinearEnd, ...]:
    """The end of each factor of the group, in order. Raises NotExternal."""
    if len(end.group.factors) < 2 or end.along is not None:
        raise NotExternal("the group is no product")
    sources, targets = _split(end.source, end), _split(end.target, end)
    return tuple(
        LinearEnd(f"{end.name}.{k}", factor, v, w)
        for k, (factor, v, w) in enumerate(zip(end.group.factors, sources, targets, strict=True), 1)
    )


def _split(rep: Rep, end: LinearEnd) -> list[Rep]:
    """The tensor factors of each factor of the group. Raises NotExternal where they do not stand in the order of the group."""
    buckets: list[list[Rep]] = [[] for _ in end.group.factors]
    last = 0
    for part in rep.factors if isinstance(rep, TensorRep) else (rep,):
        place, base = _one(part)
        if base is None:
            continue
        if place < last:
            raise NotExternal("the tensor factors do not stand in the order of the factors of the group")
        last = place
        buckets[place].append(base)
    found: list[Rep] = []
    for group, bucket in zip(end.group.factors, buckets, strict=True):
        if not bucket:
            found.append(TrivialRep(group, rep.field, Dim.of(1)))
        else:
            found.append(bucket[0] if len(bucket) == 1 else TensorRep(tuple(bucket)))
    return found


def _one(part: Rep) -> tuple[int, Rep | None]:
    match part:
        case PulledRep(base=base, factor=factor):
            return factor, base
        case FreeRep(base=PulledSet(base=base, factor=factor), field=field):
            return factor, FreeRep(base, field)
        case DualRep(base=PulledRep(base=base, factor=factor)):
            return factor, DualRep(base)
        case TrivialRep(dim=dim) if dim.constant() == 1:
            return 0, None
        case _:
            raise NotExternal("a summand or a factor that is not pulled back from one factor of the group")


@dataclass(frozen=True, slots=True)
class ExternalElement:
    """The Kronecker product of one basis element for each factor, which belong to the ends `ends`."""

    parts: tuple[BasisElement, ...]
    ends: tuple[LinearEnd, ...]

    def term(self) -> Term:
        """The Kronecker product of the formulas."""
        return Call("kron", tuple(part.term() for part in self.parts))

    def at(self, end: LinearEnd, sizes: Mapping[int, int]) -> SparseMatrix | None:
        """The matrix at concrete sizes of the factors; None where a part cannot be written out."""
        whole = SparseMatrix.identity(1)
        for sort, (part, own) in enumerate(zip(self.parts, self.ends, strict=True)):
            matrix = written(part, own, {0: sizes[sort]} if sort in sizes else {})
            if matrix is None:
                return None
            whole = whole.kron(matrix)
        return whole


def written(part: BasisElement, end: LinearEnd, sizes: Mapping[int, int]) -> SparseMatrix | None:
    """A basis element of one factor as a matrix."""
    for name, arguments in (("at", (end, sizes)), ("dense", ())):
        method = getattr(part, name, None)
        if method is not None:
            found = method(*arguments)
            return found if isinstance(found, SparseMatrix) else None
    matrix = getattr(part, "matrix", None)
    return matrix if isinstance(matrix, SparseMatrix) else None
