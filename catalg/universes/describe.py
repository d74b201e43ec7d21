"""How representations and G-sets are written, in the language's own notation."""

from __future__ import annotations

from catalg.model.gset import ChosenSet, ExplicitSet, GSet, ProductSet, PulledSet, SymbolicPoints
from catalg.model.representation import (
    DualRep,
    ExplicitRep,
    FreeRep,
    HomRep,
    PowerRep,
    PulledRep,
    Rep,
    RestrictedRep,
    SumRep,
    SymbolicRep,
    TensorRep,
    TrivialRep,
)


def describe_set(gset: GSet) -> str:
    """A G-set as a user would write it."""
    match gset:
        case ExplicitSet(name=name, count=count):
            return name or f"{{1..{count}}}"
        case SymbolicPoints(name=name):
            return name
        case ChosenSet(kind=kind, order=order):
            return f"{'Subsets' if kind == 'subsets' else 'Arrangements'}({order})"
        case ProductSet(factors):
            return " * ".join(describe_set(factor) for factor in factors)
        case PulledSet(base=base):
            return describe_set(base)


def describe(rep: Rep) -> str:
    """A representation as a user would write it.

    >>> from catalg.model.group import Group
    >>> from catalg.model.scalars import REAL
    >>> from catalg.terms import Dim
    >>> describe(TrivialRep(Group("G", "G"), REAL, Dim.of(1)))
    'R^1'
    """
    if rep.name:
        return rep.name
    match rep:
        case ExplicitRep(size=size):
            return f"a representation of dimension {size}"
        case SymbolicRep(kind=kind):
            return kind
        case TrivialRep(dim=dim):
            return f"R^{dim}" if dim.is_constant else f"R^({dim})"
        case FreeRep(base=base):
            return f"free({describe_set(base)})"
        case TensorRep(factors):
            texts = [describe(factor) for factor in factors]
            if len(texts) > 1 and len(set(texts)) == 1:
                return f"T^{len(texts)}({texts[0]})"
            return " (*) ".join(f"({t})" if " " in t else t for t in texts)
        case SumRep(summands):
            return " (+) ".join(describe(summand) for summand in summands)
        case PowerRep(kind=kind, order=order, base=base):
            return f"{'Sym' if kind == 'symmetric' else 'Alt'}^{order}({describe(base)})"
        case DualRep(base=base):
            return f"dual({describe(base)})"
        case HomRep(source=source, target=target):
            return f"Hom({describe(source)}, {describe(target)})"
        case PulledRep(base=base):
            return describe(base)
        case RestrictedRep(base=base, along=along):
            return f"{describe(base)} @ {along.name}"
