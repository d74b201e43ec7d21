"""Is a formula in a metric, vectors and covectors natural under all of GL(n)? By the variance of its indices.

Each part of the formula gets the variances of its rows and columns: a vector is a column with an upper index, a covector one with a lower
index, F: V -> V* has two lower ones and F⁻¹ two upper ones, the identity one of each. A product contracts an upper index
with a lower one, and a sum has summands of one kind. A formula that is well-formed in this sense is built from natural maps
by composition, tensor products and contraction, hence natural (the naturality of evaluation V* ⊗ V -> R is all that is used).
Then the Yoneda reduction Map_GL(SPD × Z, V) = Map_O(Z, V) leaves its value at F = 1 to be judged.
"""

from __future__ import annotations

from itertools import product

from catalg.model.representation import (
    DualRep,
    HomRep,
    PowerRep,
    PulledRep,
    Rep,
    SymbolicRep,
    TensorRep,
    TrivialRep,
)
from catalg.terms import Add, Apply, Call, Const, Dim, Identity, Mul, Name, Num, Pow, Term, num
from catalg.terms.term import ZERO, expand_lets
from catalg.universes.abstract_spaces import NotAbstract, Space
from catalg.universes.metrics import DOWN, UP

Kind = tuple[int, int]
"""The variances of rows and columns; 0 where there are none: (1, 0) is a vector, (0, -1) a transposed covector, (0, 0) a scalar."""
Kinds = frozenset[Kind]
SCALAR: Kinds = frozenset({(0, 0)})


def kinds(formula: Term, space: Space) -> Kinds:
    """The variances that a formula can have. Raises NotAbstract when it has none."""
    return _kinds(expand_lets(formula), space)


def is_natural(formula: Term, space: Space, wanted: Kind) -> bool:
    """Whether the formula is a natural tensor of this kind. Zero is one of every kind. Raises NotAbstract."""
    return formula == ZERO or wanted in kinds(formula, space)


def target_kind(rep: Rep) -> Kind:
    """The variances of a target: vectors, covectors, and products of two of them. Raises NotAbstract for others."""
    match _slots(rep):
        case ():
            return (0, 0)
        case (one,):
            return (one, 0)
        case (one, two):
            return (one, two)
    raise NotAbstract("a target of order more than two beside a metric")


def _slots(rep: Rep) -> tuple[int, ...]:
    match rep:
        case TrivialRep(dim=dim) if dim == Dim.of(1):
            return ()
        case SymbolicRep(kind="vector"):
            return (UP,)
        case DualRep(base=base):
            return tuple(-v for v in _slots(base))
        case TensorRep(factors):
            return tuple(v for factor in factors for v in _slots(factor))
        case HomRep(source=source, target=target):
            return (*_slots(target), *(-v for v in _slots(source)))
        case PulledRep(base=base) | PowerRep(order=1, base=base):
            return _slots(base)
    raise NotAbstract("the target is not made of vectors and covectors by products")


def _kinds(term: Term, space: Space) -> Kinds:
    match term:
        case Num() | Const():
            return SCALAR
        case Name(name):
            return _name(name, space)
        case Identity():
            return frozenset({(UP, DOWN), (DOWN, UP)})
        case Add(args):
            found = _kinds(args[0], space)
            for arg in args[1:]:
                found &= _kinds(arg, space)
            return _some(found, "a sum of tensors with different indices")
        case Mul(args):
            found = _kinds(args[0], space)
            for arg in args[1:]:
                found = _some(_products(found, _kinds(arg, space)), "an index that does not match")
            return found
        case Pow(base, exponent):
            return _power(_kinds(base, space), exponent, space)
        case Call("inverse", (base,)):
            return _power(_kinds(base, space), num(-1), space)
        case Call("transpose", (base,)):
            return frozenset((b, a) for a, b in _kinds(base, space))
        case Call("dot", (left, right)):
            pairs = product(_kinds(left, space), _kinds(right, space))
            matching = any(a == (0, 0) == b or (a[1] == 0 == b[1] and a[0] == -b[0] != 0) for a, b in pairs)
            return _some(SCALAR if matching else frozenset(), "a product of two vectors without the metric")
        case Call(_, args):
            return _all_scalars(args, space)
        case Apply(_, args):
            return _all_scalars(args, space)
    raise NotAbstract(f"a {type(term).__name__.lower()} beside a metric")


def _name(name: str, space: Space) -> Kinds:
    if name not in space.names:
        return SCALAR
    k = space.names.index(name)
    if k == space.metric:
        return frozenset({(DOWN, DOWN)})
    letter = space.place[k]
    return SCALAR if letter is None else frozenset({(space.variances[letter], 0)})


def _products(left: Kinds, right: Kinds) -> Kinds:
    found = set()
    for (a, b), (c, d) in product(left, right):
        if (a, b) == (0, 0):
            found.add((c, d))
        elif (c, d) == (0, 0):
            found.add((a, b))
        elif (b == 0 and c == 0) or (b != 0 and b == -c):
            found.add((a, d))
    return frozenset(found)


def _power(base: Kinds, exponent: Term, space: Space) -> Kinds:
    if base == SCALAR:
        return _all_scalars((exponent,), space)
    if exponent == num(-1):
        return frozenset((-b, -a) for a, b in base if a and b)
    raise NotAbstract("a power of a matrix beside a metric")


def _all_scalars(args: tuple[Term, ...], space: Space) -> Kinds:
    if all((0, 0) in _kinds(arg, space) for arg in args):
        return SCALAR
    raise NotAbstract("a function of a vector or matrix beside a metric")


def _some(found: Kinds, why: str) -> Kinds:
    if not found:
        raise NotAbstract(why)
    return found


__all__ = ["Kind", "is_natural", "kinds"]
