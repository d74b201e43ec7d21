"""Do the arguments of an arbitrary function determine given coordinates?

A sufficient test, by solving one coordinate after the other: an argument that contains one coordinate not yet known, and
is injective in it while the known ones are held fixed, determines it.
"""

from __future__ import annotations

from collections.abc import Sequence

from catalg.terms import Add, Call, Mul, Name, Num, Pow, Term
from catalg.terms.term import free_names

INJECTIVE = frozenset({"exp", "log", "sqrt", "atan", "sinh", "tanh", "asin", "acos"})


def determined(arguments: Sequence[Term], wanted: frozenset[str], nonnegative: frozenset[str]) -> bool:
    """Whether all `wanted` coordinates are functions of the arguments, generically; those in `nonnegative` are >= 0.

    >>> x, y = Name("x"), Name("y")
    >>> determined([Mul((x, y)), x], frozenset({"x", "y"}), frozenset())
    True
    >>> determined([Mul((x, x))], frozenset({"x"}), frozenset())
    False
    """
    known: set[str] = set()
    pending = list(arguments)
    progress = True
    while progress:
        progress = False
        for argument in list(pending):
            unknown = (free_names(argument) & wanted) - known
            if not unknown:
                pending.remove(argument)
            elif len(unknown) == 1 and injective(argument, next(iter(unknown)), nonnegative):
                known |= unknown
                pending.remove(argument)
                progress = True
    return wanted <= known


def injective(term: Term, name: str, nonnegative: frozenset[str]) -> bool:
    """Whether the term is an injective function of one coordinate, the others held fixed at generic values."""
    match term:
        case Name(found):
            return found == name
        case Add(args) | Mul(args):
            inside = [arg for arg in args if name in free_names(arg)]
            others = [arg for arg in args if name not in free_names(arg)]
            if len(inside) != 1 or (isinstance(term, Mul) and not all(map(_visibly_nonzero, others))):
                return False
            return injective(inside[0], name, nonnegative)
        case Pow(base, Num(exponent)) if exponent != 0:
            odd = exponent.denominator == 1 and exponent.numerator % 2 == 1
            root = exponent.denominator % 2 == 0
            return injective(base, name, nonnegative) and (odd or root or _nonnegative(base, nonnegative))
        case Call(head, args) if head in INJECTIVE:
            return len(args) == 1 and injective(args[0], name, nonnegative)
        case _:
            return False


def _nonnegative(term: Term, nonnegative: frozenset[str]) -> bool:
    match term:
        case Name(name):
            return name in nonnegative
        case Num(value):
            return value >= 0
        case Pow(_, Num(exponent)):
            return exponent.denominator % 2 == 0
        case Add(args) | Mul(args):
            return all(_nonnegative(arg, nonnegative) for arg in args)
        case Call("exp" | "abs" | "sqrt", _):
            return True
        case _:
            return False


def _visibly_nonzero(term: Term) -> bool:
    """Whether a factor is not zero at generic points: numbers, coordinates, and products and powers of them."""
    match term:
        case Num(value):
            return value != 0
        case Name():
            return True
        case Pow(base, _):
            return _visibly_nonzero(base)
        case Mul(args):
            return all(map(_visibly_nonzero, args))
        case Call("exp", _):
            return True
        case _:
            return False
