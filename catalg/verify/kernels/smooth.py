"""Whether a formula is a smooth kernel on all of X, so that a space of smooth kernels contains it.

It may be singular where an *invariant* polynomial vanishes, since it can be multiplied by a function of that invariant which is
zero near there; a singularity anywhere else disqualifies it. (Affine and projective groups have many generic
invariants and no smooth ones but constants.)
"""

from __future__ import annotations

from collections.abc import Sequence

from catalg.model.kernel_problem import KernelFunction, Poly
from catalg.terms import Apply, Call, Const, Derived, Mul, Num, Pow, Relation, Term, add, mul, walk
from catalg.verify.kernels.frame import Element
from catalg.verify.kernels.setting import Setting
from catalg.verify.kernels.soundness import broken_generator
from catalg.verify.kernels.terms import NotRational, conditions

ENTIRE = frozenset({"sin", "cos", "exp", "sinh", "cosh", "tanh", "atan"})


def extends(setting: Setting, entries: Sequence[Term]) -> bool:
    """Whether the function is smooth on X, off the zeros of invariant polynomials at most."""
    bases: list[Term] = []
    for entry in entries:
        for node in walk(entry):
            match node:
                case Pow(_, Num(e)) if e >= 0 and e.denominator == 1:
                    continue
                case Pow(base, Num(_)):
                    bases.append(base)
                case Call(head, _) if head in ENTIRE:
                    continue
                case Call("atan2", (one, two)):
                    bases.append(add(mul(one, one), mul(two, two)))
                case Call("sqrt" | "abs", (inner,)):
                    bases.append(inner)
                case Pow() | Apply() | Derived() | Call():
                    return False
    return all(_harmless(setting, base) for base in dict.fromkeys(bases))


def _harmless(setting: Setting, base: Term) -> bool:
    """Whether a base vanishes nowhere on X, or is invariant."""
    match base:
        case Call("abs" | "sqrt", (inner,)) | Pow(inner, _):
            return _harmless(setting, inner)
        case Const("pi" | "e"):
            return True
        case Mul(parts):
            if all(_harmless(setting, part) for part in parts):
                return True
    try:
        top, bottom = setting.rational(base)
    except NotRational:
        return False
    if not bottom.is_constant():
        return False
    if top.is_constant():
        return True
    table = KernelFunction((Poly.of(dict(setting.frame.ring.table(top))),))
    if broken_generator(setting.frame, table, invariant=True) is None:
        return True
    positives = conditions(setting.problem).inequalities
    return any(isinstance(p, Relation) and _proportional(setting, p.left, top) for p in positives)


def _proportional(setting: Setting, term: Term, element: Element) -> bool:
    try:
        top, bottom = setting.rational(term)
    except NotRational:
        return False
    if not bottom.is_constant() or top == 0:
        return False
    quotient, rest = divmod(element, top)
    return bool(rest == 0 and quotient.is_constant())
