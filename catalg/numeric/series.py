"""Series in orthogonal polynomials and characters, summed by Clenshaw's recurrence.

A summand c[l] * P_l(t), with further factors that do not depend on l, is recognised by its shape; P is a polynomial of the
vocabulary, or cos(l*t), sin(l*t). Any other series is summed term by term. Where an infinite series is cut is the
caller's choice: at the number of coefficients given.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from catalg.numeric import special
from catalg.numeric.errors import Missing, NotNumeric
from catalg.terms import Add, Apply, Call, Index, Mul, Name, Term, free_names, mul, num, substitute

if TYPE_CHECKING:
    from catalg.numeric.evaluate import Evaluation, Value

Step = Callable[[int], tuple[float, float, float]]

POLYNOMIALS = {"legendre": 0, "chebyshev": 0, "chebyshev_u": 0, "gegenbauer": 1, "jacobi": 2}
"""The orthogonal polynomials of the vocabulary with the number of their parameters."""


def recurrence(head: str, parameters: Sequence[Any]) -> Step:
    """The recurrence of a family of polynomials; parameters are numbers. Raises NotNumeric."""
    if head not in POLYNOMIALS or not all(isinstance(p, int | float) for p in parameters):
        raise NotNumeric(f"{head} with parameters that are not numbers")
    step = getattr(special, f"{head}_step")
    return partial(
        step, **dict(zip(("alpha",) if head == "gegenbauer" else ("a", "b"), parameters, strict=False))
    )


@dataclass(frozen=True, slots=True)
class Summand:
    """c[l] * harmonic_l(variable) * factors: `family` names the coefficients, at `radii` where they are functions.

    `head` is a polynomial of the vocabulary, `cos` or `sin`; `parameters` are those of the polynomial.
    """

    family: str
    radii: tuple[Term, ...]
    head: str
    parameters: tuple[Term, ...]
    variable: Term
    factors: tuple[Term, ...] = ()


def summands(index: str, body: Term) -> list[Summand] | None:
    """The body of a series as summands, or None where it is not of this shape."""
    found = []
    for part in body.args if isinstance(body, Add) else (body,):
        summand = _summand(index, part)
        if summand is None:
            return None
        found.append(summand)
    return found


def _summand(index: str, part: Term) -> Summand | None:
    factors = list(part.args) if isinstance(part, Mul) else [part]
    still = tuple(f for f in factors if index not in free_names(f))
    moving = [f for f in factors if index in free_names(f)]
    family = next((f for f in moving if _is_family(index, f)), None)
    if family is None or len(moving) != 2:
        return None
    harmonic = moving[1] if moving[0] is family else moving[0]
    name, radii = (family.head, family.args[1:]) if isinstance(family, Apply) else (_family_name(family), ())
    match harmonic:
        case Call(head, (Name(l), *rest)) if (
            l == index and head in POLYNOMIALS and len(rest) == POLYNOMIALS[head] + 1
        ):
            if any(index in free_names(r) for r in rest):
                return None
            return Summand(name, radii, head, tuple(rest[:-1]), rest[-1], still)
        case Call("cos" | "sin" as head, (Mul(args),)) if Name(index) in args:
            rest = [a for a in args if a != Name(index)]
            if len(rest) != len(args) - 1 or any(index in free_names(a) for a in rest):
                return None
            return Summand(name, radii, head, (), mul(*rest), still)
        case _:
            return None


def _is_family(index: str, term: Term) -> bool:
    match term:
        case Index(Name(), (Name(l),)):
            return l == index
        case Apply(_, (Name(l), *radii)):
            return l == index and not any(index in free_names(r) for r in radii)
        case _:
            return False


def _family_name(term: Term) -> str:
    assert isinstance(term, Index) and isinstance(term.base, Name)
    return term.base.name


def infinite_sum(index: str, lower: int, body: Term, at: Evaluation) -> Value:
    """The sum, cut where the coefficients end. Raises Missing, NotNumeric."""
    from catalg.numeric.evaluate import Value

    parts = summands(index, body) if lower == 0 else None
    total = Value(0)
    if parts is None:
        heads = {f.head if isinstance(f, Apply) else _family_name(f) for f in _families(index, body)}
        lengths = [len(at.functions[h]) for h in heads if h in at.functions]
        if not lengths:
            raise Missing(f"the coefficients {', '.join(sorted(heads)) or 'of the series'} were not given")
        for l in range(lower, lower + max(lengths)):
            total = at.plus(total, at.value(substitute(body, {index: num(l)})))
        return total
    for part in parts:
        coefficients = _coefficients(part, at)
        t = at.value(part.variable).data
        if part.head == "cos":
            value = special.cosine_sum(at.xp, coefficients, t)
        elif part.head == "sin":
            value = special.sine_sum(at.xp, coefficients, t)
        else:
            step = recurrence(part.head, [at.value(p).data for p in part.parameters])
            value = special.polynomial_sum(step, coefficients, t)
        total = at.plus(total, at.summed(part, value))
    return total


def _families(index: str, body: Term) -> list[Any]:
    from catalg.terms import walk

    return [
        t
        for t in walk(body)
        if (
            isinstance(t, Index)
            and isinstance(t.base, Name)
            and t.base.name not in ("x", "y")
            and index in free_names(t)
        )
        or (isinstance(t, Apply) and index in free_names(t))
    ]


def _coefficients(part: Summand, at: Evaluation) -> list[Any]:
    if part.family not in at.functions:
        given = ", ".join(sorted(at.functions)) or "none"
        raise Missing(f"{part.family} is a sequence of coefficients that was not given (given: {given})")
    radii = [at.value(r).data for r in part.radii]
    given = at.functions[part.family]
    return [c(*radii) if callable(c) else c for c in (given[k] for k in range(len(given)))]


def harmonics(part: Summand, degree: int, at: Evaluation) -> list[Any]:
    """The values of the first `degree` harmonics, each times the factors, as arrays of the points' shape."""
    t = at.value(part.variable).data
    if part.head == "cos":
        values = special.polynomials(special.chebyshev_step, degree, at.xp.cos(t))
    elif part.head == "sin":
        upper = special.polynomials(special.chebyshev_u_step, max(degree - 1, 1), at.xp.cos(t))
        values = [0.0 * t, *(at.xp.sin(t) * u for u in upper)][:degree]
    else:
        step = recurrence(part.head, [at.value(p).data for p in part.parameters])
        values = special.polynomials(step, degree, t)
    return [at.summed(part, value).data for value in values]
