"""Positive by its form: sums, products and powers of what is positive, exponentials, squares.

A sum is positive when no summand can be negative and one is positive; everything else is left open. Terms that are known
to be positive on the domain are given.
"""

from __future__ import annotations

from collections.abc import Sequence

from catalg.terms import Add, Call, Mul, Num, Pow, Relation, Term, sub


def positive_term(relation: Term) -> Term:
    """What a strict inequality says is positive.

    >>> from catalg.terms import Name, num
    >>> positive_term(Relation(">", Name("s"), num(0)))
    Name(name='s')
    """
    assert isinstance(relation, Relation)
    gap = (relation.left, relation.right) if relation.op == ">" else (relation.right, relation.left)
    return sub(*gap)


def is_positive(term: Term, known: Sequence[Term]) -> bool:
    """Whether a term is positive by its form.

    >>> from catalg.terms import Name, num
    >>> s, t = Name("s"), Name("t")
    >>> is_positive(Add((Mul((s, Call("exp", (t,)))), Pow(t, num(2)))), [s])
    True
    >>> is_positive(Add((s, t)), [s])
    False
    """
    return _sign(term, known) == 2


def _sign(term: Term, known: Sequence[Term]) -> int:
    """2 for positive, 1 for not negative, 0 for open."""
    if term in known:
        return 2
    match term:
        case Num(value):
            return 2 if value > 0 else 1 if value == 0 else 0
        case Add(args):
            signs = [_sign(a, known) for a in args]
            return 0 if min(signs) == 0 else max(signs)
        case Mul(args):
            return min(_sign(a, known) for a in args)
        case Pow(base, Num(value)):
            sign = _sign(base, known)
            if sign == 2 or (sign == 1 and value > 0):
                return sign
            return 1 if value.denominator == 1 and value > 0 and value % 2 == 0 else 0
        case Call("exp", _):
            return 2
        case Call("sqrt", (base,)):
            return min(_sign(base, known), 2)
        case Call("abs" | "norm", _):
            return 1
        case Call("max", args):
            return max(_sign(a, known) for a in args)
        case Call("min", args):
            return min(_sign(a, known) for a in args)
        case _:
            return 0
