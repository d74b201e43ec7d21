"""Rational functions that arguments are functions of: what stands under a root, inside exp or sin, y/x for an angle atan2(y, x).

Whatever is no function of the sources is no function of the arguments.
"""

from __future__ import annotations

from collections.abc import Sequence

from catalg.terms import Add, Call, Const, Mul, Num, Pow, Term, children, mul, num, power
from catalg.verify.kernels.determined import Known
from catalg.verify.kernels.setting import Setting, unfolded
from catalg.verify.kernels.terms import NotRational


def sources(setting: Setting, arguments: Sequence[Term]) -> list[Term] | None:
    """Rational terms such that near generic points the arguments are functions of them, none superfluous; None where there
    are none."""
    found: dict[Term, None] = {}
    for argument in arguments:
        parts = _sources(setting, argument)
        if parts is None:
            return None
        found |= dict.fromkeys(parts)
    kept: list[Term] = []
    for term in found:
        if not Known(setting, kept).determines(term):
            kept.append(term)
    return kept


def _sources(setting: Setting, term: Term) -> list[Term] | None:
    term = unfolded(term)
    if isinstance(term, Num | Const):
        return []
    try:
        setting.rational(term)
        return [term]
    except NotRational:
        pass
    match term:
        case Call("atan2", (b, a)):
            quotient = mul(b, power(a, num(-1)))
            return _sources(setting, quotient)
        case Mul(args) if all(isinstance(a, Pow | Num) or _rational(setting, a) for a in args) and any(isinstance(a, Pow) for a in args):
            whole = mul(*(power(a.base, num(2 * a.exponent.value)) if isinstance(a, Pow) and isinstance(a.exponent, Num)
                          and a.exponent.value.denominator == 2 else power(a, num(2)) for a in args))  # fmt: skip
            if _rational(setting, whole):
                return [whole]
        case Pow(base, Num(e)) if e.denominator == 2 and _rational(setting, base):
            return [base]
    if isinstance(term, Call | Pow | Add | Mul):
        found: dict[Term, None] = {}
        for part in children(term):
            inner = _sources(setting, part)
            if inner is None:
                return None
            found |= dict.fromkeys(inner)
        return list(found)
    return None


def _rational(setting: Setting, term: Term) -> bool:
    try:
        setting.rational(term)
        return True
    except NotRational:
        return False


